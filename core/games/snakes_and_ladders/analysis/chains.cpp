#include "core/games/snakes_and_ladders/analysis/chains.hpp"

namespace aleator {

SnakesChains::SnakesChains(const SnakesAndLadders& game) : game_(game), rolls_(eliminate_rolls(moves(), dice())) {
  if (dice().again) turns_ = eliminate_turns(moves(), dice());
  expected_turns_ = known(rolls_.solve(turn_ends(moves(), dice())));
}

std::vector<double> SnakesChains::expected_rolls() const {
  return known(rolls_.solve(std::vector<double>(rolls_.size(), 1.0)));
}

std::vector<double> SnakesChains::known(std::vector<double> values) const {
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    if (rolls_.is_lost(cell)) values[cell] = std::numeric_limits<double>::infinity();
  }
  return values;
}

}  // namespace aleator
