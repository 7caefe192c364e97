#include "experiments/models/perfect/search_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "experiments/tasks/policy_choice.hpp"

namespace aleator::perfect {
namespace {

using K = SearchKeys;

constexpr std::array<std::pair<const char*, Method>, 7> methods = {{{"minimax", Method::minimax},
                                                                    {"memoised", Method::memoised},
                                                                    {"alpha-beta", Method::alpha_beta},
                                                                    {"table", Method::table},
                                                                    {"formula", Method::formula},
                                                                    {"solver", Method::solver},
                                                                    {"mcts", Method::mcts}}};
constexpr std::string_view depth_prefix = "depth:";
constexpr std::int64_t deepest_book = 40;

/// The parts of "a+b+c".
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find('+', begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + 1;
  }
}

std::string ordering_problem(const std::string& text) {
  if (text == "none") return {};
  const std::vector<std::string> known = {"static", "killer", "history"};
  std::vector<std::string> parts = parts_of(text);
  for (const std::string& part : parts) {
    if (std::find(known.begin(), known.end(), part) == known.end() ||
        std::count(parts.begin(), parts.end(), part) > 1) {
      return fmt::format("there is no order {}: it is none, or any of static, killer, history with + between",
                         toml_string(text));
    }
  }
  return {};
}

std::string book_problem(const std::string& text) {
  if (text == "none") return {};
  const auto depth = number_after(depth_prefix, text);
  if (depth && *depth >= 1 && *depth <= deepest_book) return {};
  return fmt::format("{} is no book: it is \"none\" or {{ depth = PLIES }}, 1 to {}", toml_string(text), deepest_book);
}

Keys position_keys() {
  return {key("position", &K::position,
              {.help = "the position that is searched, as `aleator describe` says the game writes it, or \"moves\" and "
                       "the moves from the start on",
               .default_text = "the start"}),
          key("positions", &K::positions,
              {.help = "several positions, searched one after the other", .sweepable = false, .default_text = "none"}),
          key("positions_file", &K::positions_file,
              {.help = "a file with a position a line and its right result behind it: the value, of Connect Four the "
                       "score; lines that begin with # say nothing",
               .default_text = "none",
               .files = named_file})};
}

Key distances_key() {
  bool K::*const distances = &SearchOptions::distances;
  return key("distances", distances, {.help = "looks for the quickest win and the slowest loss, not just for any"});
}

Keys limit_keys() {
  std::int64_t K::*const nodes = &SearchOptions::node_limit;
  return {key("node_limit", nodes,
              {.help = "gives a search up before it visits more; 0: does not", .unit = "nodes", .range = at_least(0)}),
          key("time_limit", &K::time_limit,
              {.help = "gives a search up after so long; 0: does not. Such a run is not reproducible",
               .unit = "s",
               .range = at_least(0)})};
}

Keys horizon_keys() {
  std::int64_t K::*const depth = &SearchOptions::depth;
  return {key("depth", depth,
              {.help = "plies to the horizon, where positions are evaluated; 0: to the end", .range = between(0, 1e6)}),
          key("weights", &K::weights,
              {.help = "of the evaluation at the horizon, one each for 1, 2, ... stones of a line that may still be "
                       "won (those of the opponent count against); of a race for 1, 2, ... or more to go, of nim for a "
                       "heap of 1, 2, ... or more",
               .default_text = "0"})};
}

Key symmetry_key() {
  bool K::*const symmetry = &SearchOptions::symmetry;
  return key("symmetry", symmetry, {.help = "positions that are images of each other are one"});
}

Keys parallel_keys() {
  std::int64_t K::*const table = &SearchOptions::table_mebibytes;
  return {key("transposition_table", table,
              {.help = "what is remembered of positions, at most; 0: nothing",
               .unit = "MiB",
               .range = between(0, 1 << 24)}),
          key("threads", &K::threads,
              {.help = "that search the tree together, sharing the table. The value is the same for any number; nodes, "
                       "table hits and moves are reproducible with 1 alone",
               .range = between(1, 256)})};
}

Keys alpha_beta_keys() {
  Replacement K::*const replacement = &SearchOptions::replacement;
  NullWindow K::*const null_window = &SearchOptions::null_window;
  bool K::*const bounds = &SearchOptions::bounds;
  bool K::*const deepening = &SearchOptions::iterative_deepening;
  return {
      choice("replacement", replacement,
             {{"always", Replacement::always}, {"deeper", Replacement::deeper}, {"two-tier", Replacement::two_tier}},
             {.help = "which of two entries is kept: the newer, the one with more plies left, or both in buckets "
                      "of two"}),
      key("bounds", bounds, {.help = "cuts off as soon as nothing better is possible"}),
      key("move_ordering", &K::move_ordering,
          {.help = "which moves are tried first: static (by the rules), killer, history (those that cut off "
                   "lately, or often), with + between; or none",
           .check = ordering_problem}),
      key("iterative_deepening", deepening, {.help = "searches to depth 1, 2, ..., the best move first"}),
      choice("null_window", null_window,
             {{"none", NullWindow::none}, {"pvs", NullWindow::pvs}, {"mtd", NullWindow::mtd}},
             {.help = "tests moves against a window of one: but for the first (pvs), or all (mtd)"})};
}

Keys book_keys() {
  return {key("book", &K::book,
              {.help = "solves every position up to so many plies after the (last) searched one too, such as "
                       "{ depth = 4 }, and writes them to an HDF5 file of its own, beside the results, for book_file",
               .sweepable = false,
               .check = book_problem}),
          key("book_file", &K::book_file,
              {.help = "a file that book or keep_table have written: its positions need not be searched",
               .default_text = "none",
               .files = named_file})};
}

Keys mcts_keys() {
  return {
      key("simulations", &K::simulations, {.help = "games from a position, of all trees", .range = between(1, 1e12)}),
      key("exploration", &K::exploration,
          {.help = "constant of UCB1; a win is worth 1, a draw 1/2", .range = between(0, 1e6)}),
      key("trees", &K::trees,
          {.help = "independent trees whose visits are added up; the result does not depend on the threads",
           .range = between(1, 1e6)}),
      key("proven_wins", &K::proven_wins,
          {.help = "results that are certain go up the tree, and are not searched again"}),
      limit_keys().back()};
}

Variant method(const char* name, const char* help, std::vector<Keys> parts) {
  Keys keys = position_keys();
  for (Keys& part : parts) keys = joined(std::move(keys), std::move(part));
  return variant<K>(name, help, std::move(keys));
}

}  // namespace

SectionSpec search_section() {
  return {"search",
          "method",
          {method("alpha-beta", "Minimax without what cannot matter",
                  {parallel_keys(),
                   alpha_beta_keys(),
                   {symmetry_key(), distances_key()},
                   horizon_keys(),
                   limit_keys(),
                   book_keys()}),
           method("minimax", "Every move of every position", {{distances_key()}, horizon_keys(), limit_keys()}),
           method("memoised", "Minimax that visits no position twice",
                  {{symmetry_key(), distances_key()}, horizon_keys(), limit_keys()}),
           method("table", "All positions that the searched ones come to, solved from the end back",
                  {{key("keep_table", &K::keep_table,
                        {.help = "writes it to an HDF5 file of its own, beside the results, for book_file",
                         .sweepable = false})}}),
           method("formula", "What mathematics knows: race by its period, nim by the binary sum of the heaps", {}),
           method("solver", "Connect Four alone: exact scores, by null windows on boards of bits",
                  {parallel_keys(), limit_keys(), book_keys()}),
           method("mcts", "Monte Carlo tree search: more games of moves that look good", {mcts_keys()})}};
}

Method method_of(const Config& config) {
  return *method_named(config.section("search").selected().name);
}

std::optional<Method> method_named(const std::string& name) {
  const auto found =
      std::find_if(methods.begin(), methods.end(), [&](const auto& method) { return name == method.first; });
  return found == methods.end() ? std::nullopt : std::optional(found->second);
}

SearchOptions SearchKeys::options(double bytes) const {
  SearchOptions options = *this;
  const std::vector<std::string> orders = parts_of(move_ordering);
  const auto has = [&](const char* order) { return std::find(orders.begin(), orders.end(), order) != orders.end(); };
  options.static_order = has("static");
  options.killer = has("killer");
  options.history = has("history");
  options.memory = static_cast<std::int64_t>(std::min(bytes, 9e18));
  return options;
}

MctsOptions SearchKeys::mcts_options(double bytes) const {
  return {simulations, exploration, trees, proven_wins,
          static_cast<std::int64_t>(std::min(bytes / static_cast<double>(trees), 9e18))};
}

std::int64_t SearchKeys::book_depth() const {
  return number_after(depth_prefix, book).value_or(0);
}

Problems problems_of(const SearchKeys& keys) {
  Problems problems;
  const int given = keys.position.has_value() + !keys.positions.empty() + keys.positions_file.has_value();
  if (given > 1) {
    const char* const last = keys.positions_file ? "positions_file" : "positions";
    problems.push_back({last, {}, "only one of position, positions and positions_file can be given"});
  }
  if (keys.threads > 1 && keys.node_limit > 0) {
    problems.push_back({"node_limit", {}, "is a reproducible budget, and needs threads = 1 (time_limit does not)"});
  }
  if (keys.threads > 1 && keys.table_mebibytes == 0) {
    problems.push_back({"threads", {}, "share the transposition_table, which is 0"});
  }
  if (keys.book_depth() > 0 && (!keys.distances || keys.depth > 0)) {
    problems.push_back({"book", {}, "needs distances = true and depth = 0: it holds what is proved"});
  }
  return problems;
}

}  // namespace aleator::perfect
