#include "experiments/models/cat_and_mouse/optimise_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace aleator::cat_and_mouse {
namespace {

using O = OptimiseKeys;

constexpr double most_draws = 1e8;  // random numbers of the games that policies are judged by, which are kept

constexpr std::array<std::pair<const char*, Criterion>, 3> criteria = {
    {{"win", Criterion::win}, {"distance", Criterion::distance}, {"plies", Criterion::plies}}};

std::optional<Criterion> criterion_of(const std::string& name) {
  for (const auto& [known, criterion] : criteria) {
    if (name == known) return criterion;
  }
  return {};
}

Key order_key() {
  return key("order", &O::order,
             {.help = "what makes an outcome better, the first difference decides: win (the cat: captures; the mouse: "
                      "escapes), distance (mean Manhattan distance over all plies; the cat: small), plies (the cat: "
                      "few)",
              .check = [](const std::string& name) {
                return criterion_of(name) ? std::string() : fmt::format("there is no criterion \"{}\"", name);
              }});
}

/// Of every method that improves the policy of one side.
Keys search_keys() {
  Keys keys = {
      choice("player", &O::player, {{"cat", Side::cat}, {"mouse", Side::mouse}},
             {.help = "whose policy is looked for"}),
      choice("opponent", &O::opponent,
             {{"best-response", Opponent::best_response},
              {"optimal", Opponent::optimal},
              {"random", Opponent::random},
              {"careful", Opponent::careful}},
             {.help = "whom it is judged by: best-response, the best reply to the very policy (there is no distance "
                      "then); optimal, the best moves of the exact answer, always the same; random, uniform over the "
                      "moves; careful, a mouse that is uniform over the moves that do not end a legal step of the cat "
                      "away, if there are any"}),
      key("all_starts", &O::all_starts,
          {.help = "judged by the games from all pairs of cells, not only from the start; for best-response and "
                   "optimal"}),
      key("games", &O::games,
          {.help = "against opponents that move at random, each policy plays the same", .range = between(1, 1e8)}),
      key("mouse_moves_to_escape", &O::mouse_moves_to_escape,
          {.help = "of the mouse in those games, after which it has escaped",
           .range = between(1, 1e6),
           .default_text = "2 (rows + cols)"}),
      key("stop_when_exact", &O::stop_when_exact,
          {.help = "ends when the best opponent gets no more from the start than the game is worth"}),
  };
  keys.push_back(order_key());
  return joined(optimiser_limit_keys<O>(), std::move(keys));
}

Keys choice_keys() {
  return {key("entries", &O::entries, {.help = "of a table that a change draws anew", .range = between(1, 1e6)}),
          choice("policy", &O::policy,
                 {{"table", PolicyKind::table}, {"weights", PolicyKind::weights}, {"local", PolicyKind::local}},
                 {.help = "table: a move for each pair of cells; weights: of the features of the position after the "
                          "move; local: a table of the cat for a mouse in the same 3 x 3 window, for boards of any "
                          "size"}),
          choice("far", &O::far,
                 {{"euclidean", FarRule::euclidean}, {"manhattan", FarRule::manhattan}, {"learned", FarRule::learned}},
                 {.help = "of a local policy, where no window holds both: the move after which that distance is least, "
                          "or 54 further entries"}),
          choice("begin", &O::begin, {{"random", Begin::random}, {"far-rule", Begin::far_rule}},
                 {.help = "the first candidates for a local policy: random moves, or those of the Euclidean far rule"}),
          key("test_boards", &O::test_boards,
              {.help = "[rows, columns] of boards on which a local policy is tested without training"}),
          key("test_games", &O::test_games, {.help = "on each of them", .range = between(1, 1e8)})};
}

Variant search_variant(OptimiserRow method) {
  Keys keys = joined(search_keys(), method.needs_numbers ? Keys() : choice_keys());
  std::string help = std::move(method.help);
  if (method.name == "simulated-annealing") {
    help += ". The loss: each criterion of the order scaled to 0 ... 1, a tenth of the one before it";
  }
  Variant result = variant<O>(std::move(method.name), std::move(help), joined(std::move(keys), std::move(method.keys)));
  if (method.needs_numbers) {
    O defaults;
    defaults.policy = PolicyKind::weights;
    result.defaults = defaults;
  }
  return result;
}

Variant coevolution_variant() {
  bool O::*const accept_equal = &OptimiserKeys::accept_equal;
  std::int64_t O::*const patience = &OptimiserKeys::patience;
  Keys keys = {
      key("rounds", &O::rounds, {.help = "of improving whoever loses", .range = between(0, 1e12)}),
      key("changes", &O::changes, {.help = "candidates of a round, at most", .range = between(1, 1e9)}),
      key("entries", &O::entries, {.help = "of the table that a candidate draws anew", .range = between(1, 1e6)}),
      key("accept_equal", accept_equal, {.help = "candidates that are as good are kept"}),
      choice("opponents", &O::opponents, {{"current", Opponents::current}, {"hall-of-fame", Opponents::hall_of_fame}},
             {.help = "whose games count: the current opponent, or also those that were beaten before"}),
      key("hall_size", &O::hall_size,
          {.help = "opponents of a hall of fame, the current one included", .range = between(1, 1e6)}),
  };
  keys.push_back(
      key("patience", patience,
          {.help = "rounds without an improvement of either, after which it ends; 0: none", .range = at_least(0)}));
  keys.push_back(order_key());
  return variant<O>(coevolution_name,
                    "Two tables play each other, and whoever loses looks for a change that does better",
                    std::move(keys));
}

}  // namespace

SectionSpec optimise_section() {
  SectionSpec section{"optimise", "method", {}};
  for (OptimiserRow& method : optimiser_rows<O>("standard deviation of the change of a weight")) {
    section.variants.push_back(search_variant(std::move(method)));
  }
  section.variants.push_back(coevolution_variant());
  return section;
}

double OptimiseKeys::moves_to_escape(std::int64_t rows, std::int64_t cols) const noexcept {
  const double usual = 2 * (static_cast<double>(rows) + static_cast<double>(cols));
  return mouse_moves_to_escape ? static_cast<double>(*mouse_moves_to_escape) : usual;
}

Order OptimiseKeys::parsed_order() const {
  std::vector<Criterion> parsed;
  for (const std::string& name : order) parsed.push_back(*criterion_of(name));
  return Order(std::move(parsed));
}

JudgeOptions OptimiseKeys::judge_options() const {
  return {player, opponent, all_starts, games, mouse_moves_to_escape.value_or(0), parsed_order()};
}

CoevolutionOptions OptimiseKeys::coevolution_options() const {
  CoevolutionOptions options;
  options.rounds = rounds;
  options.changes = changes;
  options.entries = entries;
  options.accept_equal = accept_equal;
  options.hall_of_fame = opponents == Opponents::current ? 1 : hall_size;
  options.patience = patience;
  options.order = parsed_order();
  return options;
}

namespace {

void check_draws(const char* key, const OptimiseKeys& keys, std::int64_t rows, std::int64_t cols, std::int64_t games,
                 Problems& problems) {
  const double draws = static_cast<double>(games) * keys.moves_to_escape(rows, cols);
  if (draws <= most_draws) return;
  problems.push_back(
      {key, {}, fmt::format("{} games draw up to {:g} numbers, and {:g} can be kept", games, draws, most_draws)});
}

void check_order(const OptimiseKeys& keys, bool has_distance, Problems& problems) {
  for (std::size_t i = 0; i < keys.order.size(); ++i) {
    if (std::find(keys.order.begin(), keys.order.begin() + static_cast<std::ptrdiff_t>(i), keys.order[i]) !=
        keys.order.begin() + static_cast<std::ptrdiff_t>(i)) {
      problems.push_back({"order", i, fmt::format("\"{}\" is there already", keys.order[i])});
    }
  }
  const auto tells = [&](const std::string& name) { return has_distance || name != "distance"; };
  if (std::none_of(keys.order.begin(), keys.order.end(), tells)) {
    problems.push_back({"order",
                        {},
                        keys.order.empty() ? "nothing tells which policy is better"
                                           : "nothing tells which policy is better: by best responses there is no "
                                             "distance"});
  }
}

void check_policy(const Rules& rules, const OptimiseKeys& keys, Problems& problems) {
  const bool at_random = keys.opponent == Opponent::random || keys.opponent == Opponent::careful;
  if (keys.player == Side::mouse && keys.opponent == Opponent::careful) {
    problems.push_back({"opponent", {}, "a cat that moves at random is not careful"});
  }
  if (at_random) check_draws("games", keys, rules.num_rows(), rules.num_cols(), keys.games, problems);
  if (at_random && keys.all_starts) {
    problems.push_back({"all_starts", {}, "games against opponents that move at random begin at the start"});
  }
  if (keys.policy == PolicyKind::local && keys.player == Side::mouse) {
    problems.push_back({"policy", {}, "local policies are for the cat"});
  }
  if (keys.policy != PolicyKind::local && !keys.test_boards.empty()) {
    problems.push_back({"test_boards", {}, "only a local policy fits other boards"});
  }
  for (std::size_t i = 0; i < keys.test_boards.size(); ++i) {
    const auto [rows, cols] = keys.test_boards[i];
    check_draws("test_games", keys, rows, cols, keys.test_games, problems);
    if (rows >= 1 && cols >= 1 && rows <= most_side && cols <= most_side && rows * cols >= 2 && rows * cols <= 2'500)
      continue;
    problems.push_back({"test_boards", i, fmt::format("{} x {} cells are not 2 to 2500", rows, cols)});
  }
  if (!keys.test_boards.empty() &&
      (rules.cat_start || rules.mouse_start || !rules.map.empty() || !rules.obstacles.empty())) {
    problems.push_back({"test_boards", {}, "other boards have no obstacles, map or starts of this one"});
  }
}

}  // namespace

Problems check_optimise(const Config& config) {
  const auto& rules = config.as<Rules>("model");
  const auto& keys = config.as<OptimiseKeys>("optimise");
  const std::string method = config.section("optimise").selected().name;
  Problems problems;
  if (rules.cats != 1 || rules.mice != 1) {
    problems.push_back(
        {"method", {}, fmt::format("policies are for one cat and one mouse, not {} and {}", rules.cats, rules.mice)});
  }
  if (rules.num_rows() * rules.num_cols() > 10'000) {
    problems.push_back({"method", {}, "policies are for boards of at most 10000 cells"});
  }
  check_order(keys, method == coevolution_name || keys.opponent != Opponent::best_response, problems);
  if (method == coevolution_name) return problems;
  check_policy(rules, keys, problems);
  for (Problem& problem : check_optimiser(method, keys)) problems.push_back(std::move(problem));
  return problems;
}

}  // namespace aleator::cat_and_mouse
