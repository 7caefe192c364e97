#include "core/games/snakes_and_ladders/analysis/length.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/games/snakes_and_ladders/analysis/expected.hpp"

namespace aleator {
namespace {

/// The turns from every cell as rows.
struct TurnRows {
  std::vector<std::size_t> begin = {0};
  std::vector<std::size_t> next;
  std::vector<double> probability;
};

TurnRows turn_rows(const SnakesAndLadders& game) {
  const SnakesMoves& moves = game.moves();
  TurnRows rows;
  for (std::size_t cell = 0; cell < num_cells(moves); ++cell) {
    const std::int32_t phase = phase_of(moves, cell);
    for_each_turn(moves, game.dice(), phase, tile_of(moves, cell), [&](std::int32_t next, double p) {
      rows.next.push_back(next_cell(moves, phase, next, true));
      rows.probability.push_back(p);
    });
    rows.begin.push_back(rows.next.size());
  }
  return rows;
}

/// The probability of every cell, and last that of having arrived, turn after turn.
class Forward {
 public:
  explicit Forward(const SnakesAndLadders& game)
      : moves_(game.moves()), rows_(turn_rows(game)), here_(num_cells(moves_) + 1, 0.0), after_(here_.size()) {
    here_.front() = 1;
  }

  void turn() {
    std::fill(after_.begin(), after_.end(), 0.0);
    after_.back() = here_.back();
    for (std::size_t cell = 0; cell + 1 < here_.size(); ++cell) {
      const double weight = here_[cell];
      if (weight == 0) continue;
      for (std::size_t k = rows_.begin[cell]; k < rows_.begin[cell + 1]; ++k) {
        (rows_.next[k] + 1 == here_.size() ? arrived_now_ : after_[rows_.next[k]]) += weight * rows_.probability[k];
      }
    }
    here_.swap(after_);
    here_.back() += arrived_now_;
  }

  double take_arrived() { return std::exchange(arrived_now_, 0.0); }
  double on_their_way() const { return std::accumulate(here_.begin(), here_.end() - 1, 0.0); }

  void append_to(Occupation& occupation) const {
    const std::size_t row = occupation.size();
    occupation.resize(row + static_cast<std::size_t>(moves_.tiles()) + 1, 0.0);
    for (std::size_t cell = 0; cell + 1 < here_.size(); ++cell) occupation[row + tile_of(moves_, cell)] += here_[cell];
    occupation.back() = here_.back();
  }

 private:
  const SnakesMoves& moves_;
  TurnRows rows_;
  std::vector<double> here_;
  std::vector<double> after_;
  double arrived_now_ = 0;
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
  if (occupation) forward.append_to(*occupation);
  for (std::int64_t t = 1; t <= limits.max_turns && turns.tail_mass > limits.rest && !stop.stop_requested(); ++t) {
    forward.turn();
    turns.probability.push_back(forward.take_arrived());
    turns.tail_mass = forward.on_their_way();
    if (occupation) forward.append_to(*occupation);
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
    double wins = turns.probability[t] * std::pow(longer[t], n - 1);
    for (std::size_t player = 0; wins > 0 && player < outcome.win_probability.size(); ++player) {
      outcome.win_probability[player] += wins;
      wins *= longer[t + 1] / longer[t];
    }
    outcome.rounds_until_first += std::pow(longer[t + 1], n);
    outcome.rounds_until_all += at_least_one(longer[t + 1], n);
  }
  return outcome;
}

}  // namespace aleator
