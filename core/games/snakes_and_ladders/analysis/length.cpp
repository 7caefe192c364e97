#include "core/games/snakes_and_ladders/analysis/length.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/games/snakes_and_ladders/analysis/expected.hpp"

namespace aleator {
namespace {

/// The rolls of one phase that end a turn, by the tile that they lead to.
struct Arrivals {
  std::vector<std::size_t> begin;  // of tile 0 ... tiles; tiles + 2 entries
  std::vector<std::int32_t> from;
  std::vector<double> probability;
};

template <class F>
void for_each_last_roll(const SnakesAndLadders& game, std::int32_t phase, F f) {
  for (std::int32_t tile = 0; tile < game.moves().tiles(); ++tile) {
    for_each_roll(game.moves(), game.dice(), phase, tile,
                  [&](std::int64_t, double p, std::int32_t next, bool turn_ends) {
                    if (turn_ends) f(tile, next, p);
                  });
  }
}

Arrivals arrivals(const SnakesAndLadders& game, std::int32_t phase) {
  Arrivals by_tile;
  by_tile.begin.assign(static_cast<std::size_t>(game.moves().tiles()) + 2, 0);
  for_each_last_roll(game, phase, [&](std::int32_t, std::int32_t next, double) { ++by_tile.begin[next + 1]; });
  std::partial_sum(by_tile.begin.begin(), by_tile.begin.end(), by_tile.begin.begin());
  by_tile.from.resize(by_tile.begin.back());
  by_tile.probability.resize(by_tile.begin.back());
  std::vector<std::size_t> end = by_tile.begin;
  for_each_last_roll(game, phase, [&](std::int32_t tile, std::int32_t next, double p) {
    by_tile.from[end[next]] = tile;
    by_tile.probability[end[next]++] = p;
  });
  return by_tile;
}

/// The rolls of one phase after which the player rolls again.
Elimination<double> rolls_again(const SnakesAndLadders& game, std::int32_t phase) {
  const auto tiles = static_cast<std::size_t>(game.moves().tiles());
  return Elimination<double>(tiles, [&](std::size_t tile, const auto& add) {
    for_each_roll(game.moves(), game.dice(), phase, static_cast<std::int32_t>(tile),
                  [&](std::int64_t, double p, std::int32_t next, bool turn_ends) {
                    add(turn_ends ? tiles : static_cast<std::size_t>(next), p);
                  });
  });
}

/// The probability of every tile, turn after turn.
class Forward {
 public:
  explicit Forward(const SnakesAndLadders& game)
      : moves_(game.moves()), here_(static_cast<std::size_t>(moves_.tiles()) + 1, 0.0) {
    here_.front() = 1;
    for (std::int32_t phase = 0; phase < moves_.phases(); ++phase) {
      arrivals_.push_back(arrivals(game, phase));
      if (game.dice().again) again_.push_back(rolls_again(game, phase));
    }
  }

  /// Returns the probability to arrive in this turn.
  double turn() {
    const double arrived = std::exchange(here_.back(), 0.0);
    const Arrivals& by_tile = arrivals_[phase_];
    const std::vector<double> rolls = again_.empty() ? here_ : within_turn();
    for (std::size_t tile = 0; tile < here_.size(); ++tile) {
      double sum = 0;
      for (std::size_t k = by_tile.begin[tile]; k < by_tile.begin[tile + 1]; ++k) {
        sum += rolls[by_tile.from[k]] * by_tile.probability[k];
      }
      here_[tile] = sum;
    }
    const double now = here_.back();
    here_.back() += arrived;
    phase_ = moves_.next_phase(phase_);
    return now;
  }

  double on_their_way() const { return std::accumulate(here_.begin(), here_.end() - 1, 0.0); }
  const std::vector<double>& here() const { return here_; }

 private:
  /// The expected rolls of a turn from every tile.
  std::vector<double> within_turn() const {
    return again_[phase_].solve_transposed(std::vector<double>(here_.begin(), here_.end() - 1));
  }

  const SnakesMoves& moves_;
  std::vector<Arrivals> arrivals_;          // of every phase
  std::vector<Elimination<double>> again_;  // of every phase, if players roll again
  std::vector<double> here_;                // by tile; the last one is that of all who have arrived
  std::int32_t phase_ = 0;
};

/// 1 - (1 - p)^n without cancellation.
double at_least_one(double p, double n) {
  return -std::expm1(n * std::log1p(-std::min(p, 1.0)));
}

}  // namespace

Distribution turns_distribution(const SnakesAndLadders& game, const LengthLimits& limits, std::stop_token stop,
                                Occupation* occupation) {
  Forward forward(game);
  Distribution turns;
  turns.probability = {0.0};
  turns.tail_mass = 1;
  const auto keep = [&] {
    if (occupation) occupation->insert(occupation->end(), forward.here().begin(), forward.here().end());
  };
  keep();
  for (std::int64_t t = 1; t <= limits.max_turns && turns.tail_mass > limits.rest && !stop.stop_requested(); ++t) {
    turns.probability.push_back(forward.turn());
    turns.tail_mass = forward.on_their_way();
    keep();
  }
  return turns;
}

PlayersOutcome players_outcome(const Distribution& turns, std::int64_t players) {
  const auto n = static_cast<double>(players);
  std::vector<double> longer(turns.probability.size() + 1, turns.tail_mass);  // [t]: P(turns >= t), from the end
  for (std::size_t t = turns.probability.size(); t-- > 0;) longer[t] = longer[t + 1] + turns.probability[t];
  PlayersOutcome outcome;
  outcome.win_probability.assign(static_cast<std::size_t>(players), 0.0);
  for (std::size_t t = 0; t < turns.probability.size(); ++t) {
    // Who moves before the winner needs longer, who moves after it as long or longer.
    double win = turns.probability[t] * std::pow(longer[t], n - 1);
    for (std::size_t player = 0; win > 0 && player < outcome.win_probability.size(); ++player) {
      outcome.win_probability[player] += win;
      win *= longer[t + 1] / longer[t];
    }
    outcome.rounds_until_first += std::pow(longer[t + 1], n);
    outcome.rounds_until_all += at_least_one(longer[t + 1], n);
  }
  auto& wins = outcome.win_probability;
  const double somebody = std::accumulate(wins.begin(), wins.end(), 0.0);  // 1, but for rounding and the tail
  for (double& win : wins) win /= somebody;
  return outcome;
}

}  // namespace aleator
