#include "experiments/models/snakes_and_ladders/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/games/snakes_and_ladders/analysis/expected.hpp"
#include "core/games/snakes_and_ladders/analysis/length.hpp"
#include "core/games/snakes_and_ladders/simulate.hpp"
#include "core/stats/moments.hpp"

namespace aleator {
namespace {

/// [simulate]
struct SnakesSimulateKeys {
  std::int64_t games = 1'000'000;
  std::int64_t block_games = 1 << 16;
};

SectionSpec simulate_section() {
  using S = SnakesSimulateKeys;
  return {"simulate",
          "",
          {variant<S>("", "Plays games from tile 0 on all cores, each to its end",
                      {key("games", &S::games,
                           {.help = "games to play, of all players", .unit = "games", .range = between(1, 1e15)}),
                       key("block_games", &S::block_games,
                           {.help = "games that share a random stream", .unit = "games", .range = between(1, 1e9)})})}};
}

std::vector<Output> simulate_outputs() {
  using enum ElementType;
  return {
      {"turns_mean", f64, {}, "turns", "mean turns of a player until he arrives"},
      {"turns_mean_se", f64, {}, "turns", "standard error of turns_mean"},
      {"rolls_mean", f64, {}, "rolls", "mean rolls of a player until he arrives"},
      {"first_in_mean", f64, {}, "turns", "mean rounds until the first player has arrived"},
      {"first_in_mean_se", f64, {}, "turns", "standard error of first_in_mean"},
      {"all_in_mean", f64, {}, "turns", "mean rounds until all players have arrived"},
      {"all_in_mean_se", f64, {}, "turns", "standard error of all_in_mean"},
      {"arrivals", i64, {"played_turn"}, "1", "players who arrived in exactly so many turns"},
      {"first_in_games", i64, {"played_turn"}, "1", "games in which the first player arrived in so many rounds"},
      {"all_in_games", i64, {"played_turn"}, "1", "games in which the last player arrived in so many rounds"},
      {"wins", i64, {"player"}, "1", "games that the player won"},
      {"agrees_with_exact",
       i8,
       {},
       "1",
       "whether the means and the share of wins of each player are within 4 standard errors of the exact values; asked "
       "where there is [analyse]",
       {{-1, "not_applicable"}, {0, "no"}, {1, "yes"}}},
      {"turns_z", f64, {}, "1", "(turns_mean - mean_turns) / turns_mean_se; missing without [analyse]"},
  };
}

Moments moments_of(const std::vector<std::int64_t>& counts) {
  Moments moments;
  for (std::size_t i = 0; i < counts.size(); ++i) moments.add(static_cast<double>(i), counts[i]);
  return moments;
}

bool agrees(const Moments& played, double exact) {
  const double error = played.standard_error();
  return std::abs(played.mean() - exact) <= 4 * error + 1e-9 * exact;
}

bool wins_agree(const std::vector<std::int64_t>& wins, const std::vector<double>& exact) {
  const auto games = static_cast<double>(std::accumulate(wins.begin(), wins.end(), std::int64_t{0}));
  for (std::size_t i = 0; i < wins.size(); ++i) {
    const double error = std::sqrt(std::max(exact[i] * (1 - exact[i]), 0.0) / games);
    if (!(std::abs(static_cast<double>(wins[i]) / games - exact[i]) <= 4 * error + 1e-9)) return false;
  }
  return true;
}

class Simulation {
 public:
  explicit Simulation(Run& run)
      : run_(run),
        record_(run.record),
        game_(std::any_cast<const SnakesAndLadders&>(run.game.rules)),
        keys_(run.config.as<SnakesSimulateKeys>("simulate")) {}

  void write() {
    counts_ = play_games(SnakesPlayer(game_), keys_.games, keys_.block_games, stream_key(run_, "simulate"),
                         run_.executor, run_.stop);
    turns_ = moments_of(counts_.turns);
    first_in_ = moments_of(counts_.first_in);
    all_in_ = moments_of(counts_.all_in);
    write_means();
    write_counts();
    write_agreement();
  }

 private:
  void write_means() {
    record_.put("turns_mean", turns_.mean());
    record_.put("turns_mean_se", turns_.standard_error());
    record_.put("rolls_mean", static_cast<double>(counts_.rolls) / static_cast<double>(turns_.count()));
    record_.put("first_in_mean", first_in_.mean());
    record_.put("first_in_mean_se", first_in_.standard_error());
    record_.put("all_in_mean", all_in_.mean());
    record_.put("all_in_mean_se", all_in_.standard_error());
  }

  void write_counts() {
    const std::size_t turns = counts_.turns.size();  // of the longest game of all
    record_.dimension("played_turn", turns);
    for (const auto& [name, counts] : {std::pair("arrivals", &counts_.turns),
                                       {"first_in_games", &counts_.first_in},
                                       {"all_in_games", &counts_.all_in}}) {
      std::vector<std::int64_t> padded = *counts;
      padded.resize(turns, 0);
      record_.put(name, padded);
    }
    std::vector<std::int64_t> players(counts_.wins.size());
    std::iota(players.begin(), players.end(), 1);
    record_.dimension("player", players);
    record_.put("wins", counts_.wins);
  }

  void write_agreement() {
    std::int8_t agreement = -1;
    double z = missing_float;
    if (run_.config.has("analyse") && keys_.games >= least_games) {
      const double exact = expected_turns(game_.moves(), game_.dice());
      const PlayersOutcome outcome = players_outcome(turns_distribution(game_, {}, run_.stop), game_.rules().players);
      agreement = agrees(turns_, exact) && agrees(first_in_, outcome.rounds_until_first) &&
                  agrees(all_in_, outcome.rounds_until_all) && wins_agree(counts_.wins, outcome.win_probability);
      if (turns_.standard_error() > 0) z = (turns_.mean() - exact) / turns_.standard_error();
    }
    record_.put("agrees_with_exact", agreement);
    record_.put("turns_z", z);
  }

  static constexpr std::int64_t least_games = 30;  // for a standard error to mean anything

  Run& run_;
  RecordBuilder& record_;
  const SnakesAndLadders& game_;
  const SnakesSimulateKeys& keys_;
  SnakesCounts counts_;
  Moments turns_;
  Moments first_in_;
  Moments all_in_;
};

/// As if a game took as many turns as half of its tiles.
Estimate estimate_simulate(const Config& config) {
  const auto& rules = config.as<SnakesRules>("model");
  const double turns = 0.5 * static_cast<double>(rules.tiles);
  const bool lanes = rules.sets == 1 && rules.tiles + num_faces(rules) * rules.dice <= 256;
  const double games = static_cast<double>(config.as<SnakesSimulateKeys>("simulate").games * rules.players);
  return {games * turns * (lanes ? 0.5e-9 : 10e-9), 64 * turns, 3 * 8 * 20 * turns};
}

}  // namespace

Task snakes_simulate_task() {
  return {simulate_section(),
          "games played: turns, rounds, wins, and whether they agree with the exact answers",
          false,
          simulate_outputs(),
          [](const Config&) { return Problems(); },
          estimate_simulate,
          [](Run& run) { Simulation(run).write(); }};
}

}  // namespace aleator
