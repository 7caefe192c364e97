#include "core/games/snakes_and_ladders/analysis/chain.hpp"

namespace aleator {

SnakesChain::SnakesChain(const SnakesAndLadders& game) : game_(game), rolls_(eliminate_rolls(moves(), dice())) {
  expected_turns_ = known(rolls_.solve(turn_ends(moves(), dice())));
}

std::vector<double> SnakesChain::expected_rolls() const {
  return known(rolls_.solve(std::vector<double>(rolls_.size(), 1.0)));
}

std::vector<double> SnakesChain::known(std::vector<double> values) const {
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    if (rolls_.is_lost(cell)) values[cell] = std::numeric_limits<double>::infinity();
  }
  return values;
}

}  // namespace aleator
