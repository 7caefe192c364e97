#include "core/games/connect_four/evaluation.hpp"

namespace aleator::connect_four {

std::vector<Bits> lines_of(Shape shape) {
  const Bits board = shape.board();
  std::vector<Bits> lines;
  for (const int step : {1, shape.rows, shape.rows + 1, shape.rows + 2}) {
    if (3 * step >= 64) break;
    const Bits first = 1 | Bits{1} << step | Bits{1} << 2 * step | Bits{1} << 3 * step;
    for (int at = 0; at + 3 * step < 64; ++at) {
      if ((first << at & ~board) == 0) lines.push_back(first << at);
    }
  }
  return lines;
}

}  // namespace aleator::connect_four
