#include "experiments/models/perfect/play.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/stats/proportion.hpp"
#include "experiments/models/perfect/search.hpp"
#include "experiments/models/perfect/table_file.hpp"

namespace aleator::perfect {
namespace {

constexpr std::array<const char*, 3> outcomes = {"win", "draw", "loss"};

std::vector<Output> play_outputs() {
  using enum ElementType;
  std::vector<Output> outputs = {
      {"wins", i64, {"beginner"}, "games", "games that the player won, by who began"},
      {"draws", i64, {"beginner"}, "games", "games that were drawn"},
      {"losses", i64, {"beginner"}, "games", "games that the opponent won"},
  };
  for (const std::string outcome : outcomes) {
    const std::string what = outcome == "win" ? "won by the player" : outcome == "draw" ? "drawn" : "lost";
    outputs.push_back({outcome + "_share", f64, {}, "1", "share of the games " + what});
    outputs.push_back({outcome + "_share_low", f64, {}, "1", "lower end of its 95 % confidence interval (Wilson)"});
    outputs.push_back({outcome + "_share_high", f64, {}, "1", "upper end of its 95 % confidence interval (Wilson)"});
    outputs.push_back({outcome + "_exact", f64, {}, "1", "its exact probability; NaN if not computed"});
  }
  const std::vector<Output> more = {
      {"agrees_with_exact",
       i8,
       {},
       "1",
       "whether all shares are within 4 standard errors and one game of the exact probabilities",
       {{-1, "not_applicable"}, {0, "no"}, {1, "yes"}}},
      {"plies_mean", f64, {}, "plies", "mean length of a game"},
      {"given_away_games", i64, {"side"}, "games", "games in which a player gave a won game away; -1: not looked for"},
      {"given_away_cost",
       f64,
       {"side"},
       "games",
       "games lost by that: 1 for a loss, 1/2 for a draw of a game that had been won; NaN: not looked for"},
      {"error_side", i8, {"error"}, "1", "who gave a won game away", {{-1, "missing"}, {0, "player"}, {1, "opponent"}}},
      {"error_times", i64, {"error"}, "1", "how often in this position"},
      {"error_cost", f64, {"error"}, "games", "games lost by it, each charged to the player's last error in it"},
      {"error_positions", i8, {"error_text"}, "1", "the positions of these errors, with | between"},
  };
  outputs.insert(outputs.end(), more.begin(), more.end());
  return outputs;
}

bool searches(const PlayKeys& keys) {
  return keys.player == PlayerName::search || keys.opponent == PlayerName::search;
}

/// Of an outcome, over both beginners.
std::int64_t total(const MatchReport& report, std::size_t outcome) {
  return report.games[0][outcome] + report.games[1][outcome];
}

double probability(const ResultProbabilities& exact, std::size_t outcome) {
  return outcome == 0 ? exact.win : outcome == 1 ? exact.draw : exact.loss;
}

/// What is expected of an outcome with these numbers of games by each beginner; none without exact probabilities.
struct Expected {
  double count = 0;
  double variance = 0;
};
std::optional<Expected> expected(const MatchReport& report, std::size_t outcome) {
  Expected sum;
  for (std::size_t beginner = 0; beginner < 2; ++beginner) {
    const auto& games = report.games[beginner];
    const double n = static_cast<double>(games[0] + games[1] + games[2]);
    if (n == 0) continue;
    if (!report.exact[beginner]) return std::nullopt;
    const double p = probability(*report.exact[beginner], outcome);
    sum.count += n * p;
    sum.variance += n * std::max(0.0, p * (1 - p));
  }
  return sum;
}

void write_shares(RecordBuilder& record, const MatchReport& report) {
  const std::int64_t games = total(report, 0) + total(report, 1) + total(report, 2);
  std::int8_t agrees = 1;
  for (std::size_t outcome = 0; outcome < 3; ++outcome) {
    const std::string name = outcomes[outcome];
    const std::int64_t count = total(report, outcome);
    const Interval interval = wilson_interval(count, games);
    const auto exact = expected(report, outcome);
    record.put(name + "_share", static_cast<double>(count) / static_cast<double>(games));
    record.put(name + "_share_low", interval.low);
    record.put(name + "_share_high", interval.high);
    record.put(name + "_exact", exact ? exact->count / static_cast<double>(games) : missing_float);
    if (!exact) {
      agrees = -1;
    } else if (std::abs(static_cast<double>(count) - exact->count) > 4 * std::sqrt(exact->variance) + 1) {
      agrees = 0;
    }
  }
  record.put("agrees_with_exact", agrees);
  record.put("plies_mean", static_cast<double>(report.plies) / static_cast<double>(games));
}

void write_errors(RecordBuilder& record, const MatchReport& report, bool looked_for) {
  std::vector<std::int8_t> side;
  std::vector<std::int64_t> times;
  std::vector<double> cost;
  std::string positions;
  for (const MatchReport::Error& error : report.errors) {
    if (!side.empty()) positions += " | ";
    side.push_back(static_cast<std::int8_t>(error.side));
    times.push_back(error.times);
    cost.push_back(error.cost);
    positions += error.position;
  }
  const std::vector<std::int64_t> none(2, -1);
  const std::vector<double> no_cost(2, missing_float);
  record.dimension("side", 2);
  record.put("given_away_games", looked_for ? std::span<const std::int64_t>(report.given_away_games) : none);
  record.put("given_away_cost", looked_for ? std::span<const double>(report.given_away_cost) : no_cost);
  record.dimension("error", side.size());
  record.put("error_side", side);
  record.put("error_times", times);
  record.put("error_cost", cost);
  record.put_text("error_positions", positions);
}

void run_play(Run& run) {
  const auto& keys = run.config.as<PlayKeys>("play");
  const SearchKeys* search = searches(keys) ? &run.config.as<SearchKeys>("search") : nullptr;
  std::optional<TableColumns> known;
  if (search && search->book_file) known = read_table_file(*search->book_file, run);
  const MatchReport report =
      game_of(run).play(keys, search, search ? method_of(run.config) : Method::alpha_beta,
                        {known ? &*known : nullptr, run.memory, stream_key(run, "play"), &run.executor}, run.stop);
  if (run.stop.stop_requested()) return;
  run.record.dimension("beginner", 2);
  constexpr std::array<const char*, 3> names = {"wins", "draws", "losses"};
  for (std::size_t outcome = 0; outcome < 3; ++outcome) {
    run.record.put(names[outcome], std::vector<std::int64_t>{report.games[0][outcome], report.games[1][outcome]});
  }
  write_shares(run.record, report);
  write_errors(run.record, report, keys.errors);
}

Problems check_play(const Config& config) {
  const auto& keys = config.as<PlayKeys>("play");
  Problems problems = game_of(config)->check(keys);
  const bool has_search = config.has("search");
  if (searches(keys) && !has_search) {
    problems.push_back({keys.player == PlayerName::search ? "player" : "opponent", {}, "there is no [search]"});
  }
  if (searches(keys) && has_search && config.as<SearchKeys>("search").time_limit > 0) {
    problems.push_back({"player", {}, "search.time_limit does not go with play: games would not be reproducible"});
  }
  return problems;
}

Estimate estimate_play(const Config& config) {
  const auto& keys = config.as<PlayKeys>("play");
  const double ply_seconds = searches(keys) ? 1e-3 : 1e-6;
  return {static_cast<double>(keys.games) * 20 * ply_seconds, 100e6, 500};
}

}  // namespace

Task play_task() {
  return {play_section(),
          "matches of two players: how often each wins, what their errors cost, and whether that agrees with the exact "
          "probabilities",
          true,
          play_outputs(),
          check_play,
          estimate_play,
          run_play};
}

}  // namespace aleator::perfect
