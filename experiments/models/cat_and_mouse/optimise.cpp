#include "experiments/models/cat_and_mouse/optimise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "experiments/models/cat_and_mouse/optimise_keys.hpp"
#include "experiments/models/cat_and_mouse/solve.hpp"

namespace aleator::cat_and_mouse {
namespace {

std::vector<Output> optimise_outputs() {
  using enum ElementType;
  const std::vector<std::pair<int, std::string>> yes_no = {{-1, "not_applicable"}, {0, "no"}, {1, "yes"}};
  const std::vector<std::pair<int, std::string>> sides = {{-1, "missing"}, {0, "mouse"}, {1, "cat"}};
  return {
      {"evaluations", i64, {}, "1", "policies that were judged; candidates of a co-evolution"},
      {"improvements", i64, {}, "1", "how often one was better than the best so far; candidates that were better"},
      {"found_capture_share", f64, {}, "1", "captures of the games by which the best was judged; of the last game"},
      {"found_plies", f64, {}, "plies", "mean plies of those games"},
      {"found_distance", f64, {}, "cells", "mean Manhattan distance over their plies"},
      {"improvement_evaluation", i64, {"improvement"}, "1", "evaluations until the improvement"},
      {"improvement_capture_share", f64, {"improvement"}, "1", "captures of the new best"},
      {"improvement_plies", f64, {"improvement"}, "plies", "mean plies of the new best"},
      {"reached_evaluation", i64, {}, "1", "evaluations until the best was first exact from the start; -1: never"},
      {"reached_exact",
       i8,
       {"side"},
       "1",
       "whether the best opponent gets no more from the start than the game is worth",
       yes_no},
      {"exact_plies", i32, {}, "plies", "plies from the start if both sides play their best; -1: never caught"},
      {"guaranteed_plies",
       i32,
       {"side"},
       "plies",
       "plies from the start against the best opponent; -1: never caught, -2: not this side's policy"},
      {"regret", f64, {"side"}, "plies", "plies lost against the best opponent; infinite if the game is"},
      {"measured_positions", i64, {}, "1", "pairs of different cells"},
      {"optimal_positions", i64, {"side"}, "1", "those in which the policy's move is one of the best"},
      {"kept_positions",
       i64,
       {"side"},
       "1",
       "those from which, the first mover to move, the best opponent gets no more than the game is worth"},
      {"policy_row",
       i32,
       {"side", "cat_cells", "mouse_cells"},
       "1",
       "row to which the policy goes; -2: no policy",
       {},
       true},
      {"policy_col", i32, {"side", "cat_cells", "mouse_cells"}, "1", "column to which it goes", {}, true},
      {"test_rows", i64, {"test_board"}, "1", "rows of a board of test_boards"},
      {"test_cols", i64, {"test_board"}, "1", "columns of the board"},
      {"test_capture_share", f64, {"test_board"}, "1", "captures of the local policy there"},
      {"test_plies", f64, {"test_board"}, "plies", "mean plies of its games there"},
      {"test_distance", f64, {"test_board"}, "cells", "mean Manhattan distance over their plies"},
      {"test_far_capture_share", f64, {"test_board"}, "1", "captures of the Euclidean far rule alone there"},
      {"rounds_played", i64, {}, "1", "rounds of a co-evolution"},
      {"lead_changes", i64, {}, "1", "rounds in which the winner changed"},
      {"lead_change_round", i64, {"lead_change"}, "1", "which rounds those were, from 0"},
      {"last_winner", i8, {}, "1", "who wins the game of the last tables", sides},
      {"round_winner", i8, {"round"}, "1", "who wins after the round", sides, true},
      {"round_plies", i32, {"round"}, "plies", "plies of the game after the round", {}, true},
      {"round_distance", f64, {"round"}, "cells", "mean Manhattan distance over its plies", {}, true},
  };
}

constexpr std::int32_t no_policy = -2;

/// What is written of both sides; one of them may have no policy.
class SideColumns {
 public:
  void put(Side side, const Measured& measured) {
    const auto i = static_cast<std::size_t>(side);
    reached[i] = measured.is_exact();
    guaranteed[i] = measured.guaranteed;
    regret[i] = measured.regret;
    optimal[i] = measured.optimal;
    kept[i] = measured.kept;
    exact = measured.exact;
    positions = measured.positions;
  }

  void write(RecordBuilder& record) const {
    record.dimension("side", reached.size());
    record.put("reached_exact", reached);
    record.put("guaranteed_plies", guaranteed);
    record.put("regret", regret);
    record.put("optimal_positions", optimal);
    record.put("kept_positions", kept);
    record.put("exact_plies", exact);
    record.put("measured_positions", positions);
  }

 private:
  std::vector<std::int8_t> reached = {missing_integer, missing_integer};
  std::vector<std::int32_t> guaranteed = {no_policy, no_policy};
  std::vector<double> regret = {missing_float, missing_float};
  std::vector<std::int64_t> optimal = {missing_integer, missing_integer};
  std::vector<std::int64_t> kept = {missing_integer, missing_integer};
  std::int32_t exact = never;
  std::int64_t positions = 0;
};

class Optimiser {
 public:
  explicit Optimiser(Run& run)
      : run_(run),
        record_(run.record),
        keys_(run.config.as<OptimiseKeys>("optimise")),
        method_(run.config.section("optimise").selected().name),
        game_(game_of(run)),
        exact_(exact_table(run)) {}

  void operator()() {
    if (method_ == coevolution_name) {
      coevolution();
    } else {
      search();
    }
    if (run_.stop.stop_requested()) return;
    columns_.write(record_);
    write_policies();
  }

 private:
  PhiloxStream stream(std::uint64_t number) const { return {stream_key(run_, "optimise"), number, 0}; }
  static constexpr std::uint64_t search_stream = 0, judge_stream = 1, test_stream = 2;

  void found(Side side, const PolicyTable& table) {
    tables_[static_cast<std::size_t>(side)] = table;
    columns_.put(side, measure(game_, exact_, side, table));
  }

  void search() {
    Judge judge(game_, keys_.judge_options(), exact_, stream(judge_stream));
    if (keys_.policy == PolicyKind::table) {
      TableProblem problem(game_, keys_.player, keys_.entries, judge);
      search(problem);
      write_tests(std::vector<std::uint8_t>());
    } else if (keys_.policy == PolicyKind::weights) {
      WeightsProblem problem(game_, keys_.player, keys_.step, judge);
      search(problem);
      write_tests(std::vector<std::uint8_t>());
    } else {
      LocalProblem problem(game_, keys_.far, keys_.begin == Begin::far_rule, keys_.entries, judge);
      write_tests(search(problem));
    }
    write_no_rounds();
  }

  template <class P>
  typename P::Candidate search(P& problem) {
    BestResponse response(game_);
    const std::int32_t exact = limited(game_.rules(), exact_(game_.start()));
    std::int64_t improvements = 0;
    std::int64_t reached = -1;  // number of the improvement
    local_search::Limits<P> limits = optimiser_limits<P>(keys_, run_.stop);
    limits.enough = [&](const typename P::Candidate& x, const Outcome&) {
      ++improvements;
      if (reached >= 0) return keys_.stop_when_exact;
      response(keys_.player, problem.table(x));
      const Pair start{game_.start().cats.front(), game_.start().mice.front(), game_.start().phase};
      if (limited(game_.rules(), response.plies(start)) != exact) return false;
      reached = improvements - 1;
      return keys_.stop_when_exact;
    };
    PhiloxStream random = stream(search_stream);
    const local_search::Found<P> best = run_optimiser(method_, keys_, problem, limits, random);
    found(keys_.player, problem.table(best.best));
    write_found(best.evaluations, static_cast<std::int64_t>(best.improvements.size()), best.score);
    std::vector<std::int64_t> evaluation;
    std::vector<double> share, plies;
    for (const auto& [evaluations, outcome] : best.improvements) {
      evaluation.push_back(evaluations);
      share.push_back(outcome.capture_share());
      plies.push_back(outcome.mean_plies());
    }
    record_.put("reached_evaluation", reached < 0 ? std::int64_t{-1} : evaluation[static_cast<std::size_t>(reached)]);
    write_improvements(evaluation, share, plies);
    return best.best;
  }

  void write_found(std::int64_t evaluations, std::int64_t improvements, const Outcome& outcome) {
    record_.put("evaluations", evaluations);
    record_.put("improvements", improvements);
    record_.put("found_capture_share", outcome.capture_share());
    record_.put("found_plies", outcome.mean_plies());
    const bool measured = method_ == coevolution_name || keys_.opponent != Opponent::best_response;
    record_.put("found_distance", measured ? outcome.mean_distance() : missing_float);
  }

  void write_improvements(const std::vector<std::int64_t>& evaluation, const std::vector<double>& share,
                          const std::vector<double>& plies) {
    record_.dimension("improvement", evaluation.size());
    record_.put("improvement_evaluation", evaluation);
    record_.put("improvement_capture_share", share);
    record_.put("improvement_plies", plies);
  }

  /// @param moves  the table of a local policy; empty if there is none
  void write_tests(const std::vector<std::uint8_t>& moves) {
    const auto& boards = keys_.test_boards;
    std::vector<std::int64_t> rows, cols;
    std::vector<double> share, plies, distance, far_share;
    for (std::size_t i = 0; i < boards.size() && !moves.empty(); ++i) {
      Rules rules = game_.rules();
      rules.rows = boards[i][0];
      rules.cols = boards[i][1];
      const Game game(rules);
      const MouseMoves mouse = keys_.opponent == Opponent::careful ? MouseMoves::careful : MouseMoves::random;
      RandomGames games(game, {Side::cat, mouse, keys_.test_games, keys_.mouse_moves_to_escape.value_or(0)},
                        stream(test_stream + i));
      const Outcome tested = games.play(LocalPolicy(game.board(), keys_.far).on_board(moves));
      rows.push_back(boards[i][0]);
      cols.push_back(boards[i][1]);
      share.push_back(tested.capture_share());
      plies.push_back(tested.mean_plies());
      distance.push_back(tested.mean_distance());
      far_share.push_back(games.play(far_table(game.board())).capture_share());
    }
    record_.dimension("test_board", rows.size());
    record_.put("test_rows", rows);
    record_.put("test_cols", cols);
    record_.put("test_capture_share", share);
    record_.put("test_plies", plies);
    record_.put("test_distance", distance);
    record_.put("test_far_capture_share", far_share);
  }

  void coevolution() {
    const bool keeps_rounds =
        record_.keeps("round_winner") || record_.keeps("round_plies") || record_.keeps("round_distance");
    const CoevolutionResult result =
        coevolve(game_, keys_.coevolution_options(), stream(search_stream), keeps_rounds, run_.stop);
    found(Side::cat, result.cat);
    found(Side::mouse, result.mouse);
    write_found(result.candidates, result.improvements, result.game);
    write_improvements({}, {}, {});
    record_.put("reached_evaluation", std::int64_t{-1});
    write_tests(std::vector<std::uint8_t>());
    write_rounds(result);
  }

  void write_no_rounds() {
    CoevolutionResult none;
    none.rounds = missing_integer;
    write_rounds(none);
  }

  void write_rounds(const CoevolutionResult& result) {
    const bool is_one = result.rounds != missing_integer;
    record_.put("rounds_played", result.rounds);
    record_.put("lead_changes",
                is_one ? static_cast<std::int64_t>(result.lead_changes.size()) : std::int64_t{missing_integer});
    record_.dimension("lead_change", result.lead_changes.size());
    record_.put("lead_change_round", result.lead_changes);
    record_.put("last_winner", static_cast<std::int8_t>(is_one ? result.game.captures : missing_integer));
    std::vector<std::int8_t> winner;
    std::vector<std::int32_t> plies;
    std::vector<double> distance;
    for (const RoundResult& round : result.history) {
      winner.push_back(round.winner == Side::cat);
      plies.push_back(round.plies);
      distance.push_back(static_cast<double>(round.distance));
    }
    record_.dimension("round", winner.size());
    record_.put("round_winner", winner);
    record_.put("round_plies", plies);
    record_.put("round_distance", distance);
  }

  void write_policies() {
    if (!record_.keeps("policy_row") && !record_.keeps("policy_col")) return;
    const auto cells = static_cast<std::size_t>(game_.board().num_cells());
    std::vector<std::int32_t> row, col;
    for (const PolicyTable& table : tables_) {
      for (std::size_t pair = 0; pair < cells * cells; ++pair) {
        row.push_back(table.empty() ? no_policy : game_.board().row(table[pair]));
        col.push_back(table.empty() ? no_policy : game_.board().col(table[pair]));
      }
    }
    record_.dimension("cat_cells", cells);
    record_.dimension("mouse_cells", cells);
    record_.put("policy_row", row);
    record_.put("policy_col", col);
  }

  Run& run_;
  RecordBuilder& record_;
  const OptimiseKeys& keys_;
  std::string method_;
  const Game& game_;
  ExactTable exact_;
  std::array<PolicyTable, 2> tables_;  // [side]; empty: none
  SideColumns columns_;
};

Estimate estimate_optimise(const Config& config) {
  const auto& keys = config.as<OptimiseKeys>("optimise");
  const auto& rules = config.as<Rules>("model");
  const double cells = static_cast<double>(rules.num_rows() * rules.num_cols());
  double bytes = exact_bytes(rules) + 60 * cells * cells;
  const bool at_random = keys.opponent == Opponent::random || keys.opponent == Opponent::careful;
  if (at_random) {
    bytes += 2 * static_cast<double>(keys.games) * keys.moves_to_escape(rules.num_rows(), rules.num_cols());
  }
  if (config.section("optimise").selected().name == coevolution_name) {
    return {static_cast<double>(keys.rounds) * 0.3e-6, bytes, 1'000};
  }
  const double one = keys.opponent == Opponent::best_response ? 20e-9 * cells * cells
                     : keys.opponent == Opponent::optimal     ? (keys.all_starts ? 50e-9 * cells * cells : 1e-6)
                                                              : 50e-9 * static_cast<double>(keys.games);
  return {static_cast<double>(keys.evaluations) * one, bytes, 2'000};
}

}  // namespace

Task optimise_task() {
  return {optimise_section(),
          "policies by local search, measured against the exact answer",
          false,
          optimise_outputs(),
          check_optimise,
          estimate_optimise,
          [](Run& run) { Optimiser{run}(); }};
}

}  // namespace aleator::cat_and_mouse
