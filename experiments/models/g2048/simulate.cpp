#include "experiments/models/g2048/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/games/g2048/exact/solved_game.hpp"
#include "core/games/g2048/game_record.hpp"
#include "core/games/g2048/search/policies.hpp"
#include "core/games/g2048/simulate.hpp"
#include "experiments/models/g2048/search.hpp"
#include "experiments/models/g2048/solve.hpp"
#include "experiments/models/g2048/tiles.hpp"

namespace aleator::g2048 {

namespace {

SectionSpec simulate_section() {
  using S = SimulateKeys;
  using P = Player;
  return {
      "simulate",
      "",
      {variant<S>(
          "", "Plays games from their start on all cores, each to its end",
          {choice("policy", &S::policy,
                  {{"random", P::random},
                   {"greedy", P::greedy},
                   {"corner", P::corner},
                   {"optimal", P::optimal},
                   {"expectimax", P::expectimax},
                   {"mcts", P::mcts}},
                  {.help = "who plays: random (all legal moves equally likely), greedy (the largest reward; ties left, "
                           "right, up, down), corner (the first legal of left, down, right, up), optimal (by [solve]), "
                           "expectimax and mcts (by "
                           "[search])"}),
           key("games", &S::games, {.help = "games to play", .unit = "games", .range = between(1, 1e15)}),
           key("quantiles", &S::quantiles,
               {.help = "probabilities that quantiles are told for", .range = between(1e-12, 1)}),
           key("score_bin", &S::score_bin,
               {.help = "width of the bins of score_games", .unit = "points", .range = between(4, 1e9)}),
           key("move_bin", &S::move_bin, {.help = "width of the bins of moves_games", .range = between(1, 1e9)}),
           key("record_game", &S::record_game,
               {.help = "writes down the moves of one more game, which is not counted"}),
           key("block_games", &S::block_games,
               {.help = "games that share a random stream",
                .unit = "games",
                .range = between(1, 1e9),
                .default_text = "8192 with policy random, 1 with expectimax and mcts, else 256"})})}};
}

std::vector<Output> simulate_outputs() {
  using enum ElementType;
  return {
      {"score_mean", f64, {}, "points", "mean score"},
      {"score_mean_se", f64, {}, "points", "standard error of score_mean"},
      {"score_quantile", f64, {"quantile"}, "points", "least score with a share of at least quantile_level up to it"},
      {"score_games", i64, {"score"}, "1", "games with a score from the one of the bin on"},
      {"moves_mean", f64, {}, "1", "mean number of moves"},
      {"moves_mean_se", f64, {}, "1", "standard error of moves_mean"},
      {"moves_quantile", f64, {"quantile"}, "1", "least number of moves with a share of at least quantile_level"},
      {"moves_games", i64, {"moves"}, "1", "games with a number of moves from the one of the bin on"},
      {"quantile_level", f64, {"quantile"}, "1", "the probability that a quantile is for"},
      {"largest_games", i64, {largest_tile_dimension}, "1", "games by their largest tile"},
      {"largest_share", f64, {largest_tile_dimension}, "1", "share of the games by their largest tile"},
      {"largest_share_se", f64, {largest_tile_dimension}, "1", "standard error of largest_share"},
      {"reached_share", f64, {largest_tile_dimension}, "1", "share of the games with this tile or a larger one"},
      {"agrees_with_value",
       i8,
       {},
       "1",
       "whether the mean of what [solve] values is within 4 standard errors of it; asked of the policy of [solve]",
       {{-1, "not_applicable"}, {0, "no"}, {1, "yes"}}},
      {"value_z", f64, {}, "1", "(mean - value) / standard error; missing where agrees_with_value is not_applicable"},
      {"game_record", i8, {"record"}, "1", "the moves of one game; empty without record_game"},
  };
}

/// Sums of `width` counts each.
std::vector<std::int64_t> binned(std::span<const std::int64_t> counts, std::int64_t unit, std::int64_t width) {
  std::vector<std::int64_t> bins;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto bin = static_cast<std::size_t>(static_cast<std::int64_t>(i) * unit / width);
    bins.resize(std::max(bins.size(), bin + 1), 0);
    bins[bin] += counts[i];
  }
  return bins;
}

class Simulation {
 public:
  explicit Simulation(Run& run)
      : run_(run),
        record_(run.record),
        rules_(std::any_cast<const Rules&>(run.game.rules)),
        keys_(run.config.as<SimulateKeys>("simulate")) {}

  void write() {
    play();
    if (run_.stop.stop_requested()) return;
    write_scores();
    write_moves();
    write_tiles();
    write_agreement();
  }

 private:
  void play() {
    switch (keys_.policy) {
      case Player::random:
        return play_random();
      case Player::greedy:
        return play_by(GreedyMove());
      case Player::corner:
        return play_by(CornerMove());
      case Player::optimal:
        return play_by(OptimalMove{*std::any_cast<const Found&>(run_.found).game});
      case Player::expectimax: {
        const auto& keys = run_.config.as<ExpectimaxKeys>("search");
        const Expectimax expectimax(rules_, keys, keys);
        return play_blocks_by([&] { return ExpectimaxMove(expectimax); }, 1);
      }
      case Player::mcts: {
        const Mcts mcts(rules_, run_.config.as<MctsKeys>("search"));
        return play_blocks_by([&] { return MctsMove(mcts); }, 1);
      }
    }
  }

  void play_random() {
    const RandomPlayer player(rules_);
    constexpr std::int64_t block_games = 8192;
    counts_ = play_games(player, keys_.games, keys_.block_games.value_or(block_games), key(), run_.executor, run_.stop);
    write_record(RandomMove());
  }

  template <class Policy>
  void play_by(const Policy& policy) {
    constexpr std::int64_t block_games = 256;
    play_blocks_by([&] { return policy; }, block_games);
  }

  /// @param make_policy  a policy for each block
  template <class MakePolicy>
  void play_blocks_by(MakePolicy make_policy, std::int64_t block_games) {
    const Moves moves(shape_of(rules_));
    const Spawner spawner(shape_of(rules_), rules_.four_probability);
    const PlayOptions options{.games = keys_.games, .block_games = keys_.block_games.value_or(block_games)};
    counts_ = play_blocks<PlayCounts>(
        options, key(), games_stream, run_.executor, run_.stop, [&](std::int64_t games, PhiloxStream random) {
          return play_one_by_one(moves, spawner, make_policy(), games, end_exponent(rules_), random, run_.stop);
        });
    write_record(make_policy());
  }

  template <class Policy>
  void write_record(const Policy& policy) {
    std::string text;
    if (keys_.record_game && !run_.stop.stop_requested()) {
      PhiloxStream random(key(), record_stream, 0);
      const Shape shape = shape_of(rules_);
      text = record_text(
          record_game(Moves(shape), Spawner(shape, rules_.four_probability), policy, random, end_exponent(rules_)),
          shape);
    }
    record_.put_text("game_record", text);
  }

  void write_scores() {
    record_.put("score_mean", counts_.score.mean(counts_.games));
    record_.put("score_mean_se", counts_.score.standard_error(counts_.games));
    constexpr std::int64_t unit = 4;  // a score is a multiple of it
    write_quantiles("score_quantile", counts_.scores_in_4, unit);
    write_bins("score", "score_games", counts_.scores_in_4, unit, keys_.score_bin);
  }

  void write_moves() {
    record_.put("moves_mean", counts_.moves.mean(counts_.games));
    record_.put("moves_mean_se", counts_.moves.standard_error(counts_.games));
    write_quantiles("moves_quantile", counts_.numbers_of_moves, 1);
    write_bins("moves", "moves_games", counts_.numbers_of_moves, 1, keys_.move_bin);
    record_.put("quantile_level", keys_.quantiles);
  }

  void write_quantiles(const char* name, const Histogram& histogram, std::int64_t unit) {
    std::vector<double> quantiles;
    for (const double level : keys_.quantiles) {
      quantiles.push_back(static_cast<double>(unit * static_cast<std::int64_t>(histogram.quantile(level))));
    }
    record_.dimension("quantile", quantiles.size());
    record_.put(name, quantiles);
  }

  void write_bins(const char* dimension, const char* name, const Histogram& histogram, std::int64_t unit,
                  std::int64_t width) {
    const std::vector<std::int64_t> bins = binned(histogram.counts(), unit, width);
    std::vector<std::int64_t> starts;
    for (std::size_t i = 0; i < bins.size(); ++i) starts.push_back(static_cast<std::int64_t>(i) * width);
    record_.dimension(dimension, starts);
    record_.put(name, bins);
  }

  void write_tiles() {
    const Shape shape = shape_of(rules_);
    const std::vector<std::int64_t> games = by_possible_tile<std::int64_t>(counts_.largest, shape);
    const auto all = static_cast<double>(counts_.games);
    std::vector<double> share, error, reached(games.size());
    for (const std::int64_t count : games) {
      share.push_back(static_cast<double>(count) / all);
      error.push_back(std::sqrt(share.back() * (1 - share.back()) / all));
    }
    std::int64_t from = 0;
    for (std::size_t i = games.size(); i-- > 0;) {
      from += games[i];
      reached[i] = static_cast<double>(from) / all;
    }
    record_.dimension(largest_tile_dimension, possible_tiles(shape));
    record_.put("largest_games", games);
    record_.put("largest_share", share);
    record_.put("largest_share_se", error);
    record_.put("reached_share", reached);
  }

  struct Estimated {
    double mean;
    double error;
  };

  /// What the games say of the objective; the error of a probability is that of the exact one.
  Estimated estimated(const Objective& objective, double value) const {
    const std::int64_t games = counts_.games;
    if (objective.goal == Goal::score) return {counts_.score.mean(games), counts_.score.standard_error(games)};
    if (objective.goal == Goal::moves) return {counts_.moves.mean(games), counts_.moves.standard_error(games)};
    std::int64_t reached = 0;
    for (std::size_t i = static_cast<std::size_t>(objective.target); i < counts_.largest.size(); ++i) {
      reached += counts_.largest[i];
    }
    const auto all = static_cast<double>(games);
    return {static_cast<double>(reached) / all, std::sqrt(std::max(0.0, value * (1 - value)) / all)};
  }

  bool plays_what_is_valued(const Found& found) const {
    return keys_.policy == (found.policy == Policy::optimal ? Player::optimal : Player::random);
  }

  void write_agreement() {
    constexpr std::int64_t least_games = 30;  // for a standard error to mean anything
    std::int8_t agrees = -1;
    double z = missing_float;
    const auto* found = std::any_cast<Found>(&run_.found);
    if (found && plays_what_is_valued(*found) && counts_.games >= least_games) {
      const Estimated played = estimated(found->objective, found->value);
      agrees = std::abs(played.mean - found->value) <= 4 * played.error + 1e-9 * std::abs(found->value);
      if (played.error > 0) z = (played.mean - found->value) / played.error;
    }
    record_.put("agrees_with_value", agrees);
    record_.put("value_z", z);
  }

  StreamKey key() const { return stream_key(run_, "simulate"); }

  static constexpr std::uint64_t games_stream = 0;
  static constexpr std::uint64_t record_stream = 1;

  Run& run_;
  RecordBuilder& record_;
  const Rules& rules_;
  const SimulateKeys& keys_;
  PlayCounts counts_;
};

Problems check_simulate(const Config& config) {
  const auto& keys = config.as<SimulateKeys>("simulate");
  if (keys.policy == Player::optimal && !config.has("solve")) {
    return {{"policy", {}, "\"optimal\" is what [solve] finds, and there is no [solve]"}};
  }
  for (const auto& [player, method, name] : {std::tuple(Player::expectimax, SearchMethod::expectimax, "expectimax"),
                                             {Player::mcts, SearchMethod::mcts, "mcts"}}) {
    if (keys.policy != player || (config.has("search") && search_method(config) == method)) continue;
    return {{"policy", {}, fmt::format("\"{}\" needs [search] with method = \"{}\"", name, name)}};
  }
  return {};
}

/// A move of a random game takes 4 ns in vectors and 50 ns else; random games of 16 cells have 119 moves.
Estimate estimate_simulate(const Config& config) {
  const auto& rules = config.as<Rules>("model");
  const auto& keys = config.as<SimulateKeys>("simulate");
  const bool lanes = keys.policy == Player::random && shape_of(rules) == square_4x4 && rules.target == 0;
  const bool search = keys.policy == Player::expectimax || keys.policy == Player::mcts;
  const double move_seconds = lanes ? 4e-9 : search ? search_seconds(config) : 50e-9;
  const double moves = (search ? 20 : 1) * std::pow(static_cast<double>(rules.rows * rules.cols), 2) / 2;
  return {static_cast<double>(keys.games) * moves * move_seconds, 1e6, 8e3};
}

}  // namespace

Task simulate_task() {
  return {simulate_section(),
          "games played: scores, moves and largest tiles with their distributions, and whether they agree with the "
          "exact value",
          false,
          simulate_outputs(),
          check_simulate,
          estimate_simulate,
          [](Run& run) { Simulation(run).write(); }};
}

}  // namespace aleator::g2048
