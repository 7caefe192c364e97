#include "experiments/models/perfect/search.hpp"

#include <algorithm>
#include <any>
#include <stdexcept>
#include <utility>

#include "experiments/models/perfect/positions.hpp"
#include "experiments/models/perfect/table_file.hpp"
#include "experiments/models/perfect/time_limit.hpp"

namespace aleator::perfect {
namespace {

std::vector<Output> search_outputs() {
  using enum ElementType;
  const std::vector<std::string> by_position = {"position"};
  const std::vector<std::string> by_entry = {"table_position"};
  return {
      {"value", f64, by_position, "1", "1, 0 or -1: what perfect play brings the player to move; NaN: not proved"},
      {"distance", i64, by_position, "plies",
       "moves until the game ends, the winner being quick and the loser slow; -1: not known"},
      {"score", f64, by_position, "1",
       "of Connect Four: floor((cells + 1 - stones before the winning move) / 2), negative if lost; NaN: not known"},
      {"evaluation", f64, by_position, "1",
       "what a search to a horizon finds; of mcts the mean result, from -1 to 1; NaN where the value is proved"},
      {"expected", f64, by_position, "1", "the result that positions_file has; NaN without it"},
      {"agrees_with_expected",
       i8,
       by_position,
       "1",
       "whether the value, of Connect Four the score, is the expected one",
       {{-1, "not_applicable"}, {0, "no"}, {1, "yes"}}},
      {"search_status",
       i8,
       by_position,
       "1",
       "how the search ended",
       {{0, "complete"}, {1, "node_limit"}, {2, "time_limit"}, {3, "out_of_memory"}}},
      {"nodes", i64, by_position, "1", "entries into the recursive search, of all its windows and iterations"},
      {"table_hits", i64, by_position, "1", "nodes answered, or their windows narrowed, by what was remembered"},
      {"cutoffs", i64, by_position, "1", "nodes with moves that needed not be tried"},
      {"simulations", i64, by_position, "1", "games of mcts"},
      {"depth_reached", i64, by_position, "plies", "from the position to the deepest node"},
      {"depth_completed", i64, by_position, "plies", "of the last search that was not given up"},
      {"principal_variation", i8, {"line"}, "1", "best moves of both players; of several positions, with | between"},
      {"table_file", i8, {"path"}, "1", "the file of keep_table or book; empty without them"},
      {"reproducible",
       i8,
       {},
       "1",
       "whether counts and moves are the same in every run: not with a time limit or several threads",
       {{-1, "missing"}, {0, "no"}, {1, "yes"}}},
      {"table_value", i8, by_entry, "1", "of method = \"table\", by position: 1, 0 or -1 for the player to move"},
      {"table_distance", i32, by_entry, "plies", "of method = \"table\": moves until the game ends"},
      {"table_own", i64, by_entry, "1",
       "of method = \"table\": the stones of the player to move as bits; race: the total, nim: the heaps"},
      {"table_other", i64, by_entry, "1", "of method = \"table\": the stones of the other player as bits"},
  };
}

/// The outputs of all positions, one after the other.
class Columns {
 public:
  void add(const Searched& searched, const AskedPosition& asked, bool has_scores) {
    const Found& result = searched.result;
    const bool is_complete = result.status == SearchStatus::complete;
    value_.push_back(result.is_proven ? result.value() : missing_float);
    distance_.push_back(result.is_proven ? result.distance : -1);
    score_.push_back(searched.score.value_or(missing_float));
    evaluation_.push_back(!is_complete || result.is_proven ? missing_float : result.mean.value_or(result.score));
    simulations_.push_back(result.simulations);
    add_expected(asked, has_scores ? score_.back() : value_.back());
    status_.push_back(static_cast<std::int8_t>(result.status));
    nodes_.push_back(result.counts.nodes);
    hits_.push_back(result.counts.table_hits);
    cutoffs_.push_back(result.counts.cutoffs);
    depth_.push_back(result.counts.depth);
    completed_.push_back(result.searched_depth);
    if (!lines_.empty() || value_.size() > 1) lines_ += " | ";
    lines_ += searched.line;
  }

  void write(RecordBuilder& record) const {
    record.dimension("position", value_.size());
    record.put("value", value_);
    record.put("distance", distance_);
    record.put("score", score_);
    record.put("evaluation", evaluation_);
    record.put("expected", expected_);
    record.put("agrees_with_expected", agrees_);
    record.put("search_status", status_);
    record.put("nodes", nodes_);
    record.put("table_hits", hits_);
    record.put("cutoffs", cutoffs_);
    record.put("simulations", simulations_);
    record.put("depth_reached", depth_);
    record.put("depth_completed", completed_);
    record.put_text("principal_variation", lines_);
  }

 private:
  void add_expected(const AskedPosition& asked, double found) {
    expected_.push_back(asked.expected ? *asked.expected : missing_float);
    const bool comparable = asked.expected && found == found;
    agrees_.push_back(comparable ? static_cast<std::int8_t>(found == *asked.expected) : std::int8_t{-1});
  }

  std::vector<double> value_, score_, evaluation_, expected_;
  std::vector<std::int64_t> distance_, nodes_, hits_, cutoffs_, simulations_, depth_, completed_;
  std::vector<std::int8_t> agrees_, status_;
  std::string lines_;
};

void write_table(RecordBuilder& record, const TableColumns& columns) {
  record.dimension("table_position", columns.value.size());
  record.put("table_value", columns.value);
  record.put("table_distance", columns.distance);
  record.put("table_own", columns.own);
  record.put("table_other", columns.other);
}

/// @throws std::invalid_argument naming the position that is not one, or where the game is over
Searched search_one(Searcher& searcher, const AskedPosition& asked, bool with_line, const std::stop_token& stop) {
  Searched searched = searcher.search(asked.position, with_line, stop);
  if (!searched.is_over) return searched;
  throw std::invalid_argument("the game is over in \"" + asked.position + "\": there is nothing to search");
}

/// Writes the table or the book that the keys ask for. @return the name of its file; empty if there is none
std::string kept_file(const Run& run, Searcher& searcher, const std::string& position, const TableColumns* table) {
  const auto& keys = run.config.as<SearchKeys>("search");
  if (keys.keep_table && table != nullptr) return write_table_file(run, *table);
  if (keys.book_depth() == 0) return {};
  const auto book = searcher.book(position, static_cast<int>(keys.book_depth()), run.stop);
  if (book == nullptr) throw std::invalid_argument("book: not every position could be solved within the limits");
  return write_table_file(run, *book);
}

void run_search(Run& run) {
  const auto& keys = run.config.as<SearchKeys>("search");
  const AnyGame& game = game_of(run);
  const auto searcher = searcher_of(run);
  const bool with_line = run.record.keeps("principal_variation");
  Columns columns;
  const std::vector<AskedPosition> positions = asked_positions(keys);
  for (const AskedPosition& asked : positions) {
    const TimeLimit limit(keys.time_limit, run.stop);
    columns.add(search_one(*searcher, asked, with_line, limit.token()), asked, game.has_scores());
    if (run.stop.stop_requested()) return;
  }
  const std::unique_ptr<TableColumns> table = searcher->table();
  columns.write(run.record);
  write_table(run.record, table ? *table : TableColumns());
  run.record.put_text("table_file", kept_file(run, *searcher, positions.back().position, table.get()));
  const bool reproducible = keys.time_limit <= 0 && keys.threads == 1;
  run.record.put("reproducible", static_cast<std::int8_t>(reproducible));
}

Problems check_search(const Config& config) {
  return game_of(config)->check(config.as<SearchKeys>("search"), method_of(config));
}

Estimate estimate_search(const Config& config) {
  const auto& keys = config.as<SearchKeys>("search");
  const double positions = static_cast<double>(std::max<std::size_t>(1, keys.positions.size()));
  const double limit = keys.time_limit > 0 ? keys.time_limit : 1;
  return {positions * limit, static_cast<double>(keys.table_mebibytes) * (1 << 20), 200 * positions};
}

}  // namespace

std::unique_ptr<Searcher> searcher_of(const Run& run) {
  const auto& keys = run.config.as<SearchKeys>("search");
  std::optional<TableColumns> known;
  if (keys.book_file) known = read_table_file(*keys.book_file, run);
  return game_of(run).searcher(keys, method_of(run.config),
                               {known ? &*known : nullptr, run.memory, stream_key(run, "search"), &run.executor});
}

const AnyGame& game_of(const Run& run) {
  return *std::any_cast<const std::shared_ptr<const AnyGame>&>(run.game.rules);
}

std::shared_ptr<const AnyGame> game_of(const Config& config) {
  return std::any_cast<std::shared_ptr<const AnyGame>>(kind_of(config).make(config, 0).rules);
}

Task search_task() {
  return {search_section(),
          "games of perfect information: values, distances and best moves of positions, and what each method spends",
          true,
          search_outputs(),
          check_search,
          estimate_search,
          run_search};
}

}  // namespace aleator::perfect
