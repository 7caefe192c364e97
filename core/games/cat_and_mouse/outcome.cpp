#include "core/games/cat_and_mouse/outcome.hpp"

#include <algorithm>

namespace aleator::cat_and_mouse {

double Order::loss(Side side, const Outcome& outcome, double far, double long_game) const noexcept {
  double loss = 0;
  double scale = 1;
  for (const Criterion criterion : criteria_) {
    double of_cat = 0;
    if (criterion == Criterion::win) of_cat = 1 - outcome.capture_share();
    if (criterion == Criterion::distance) of_cat = outcome.mean_distance() / far;
    if (criterion == Criterion::plies) of_cat = std::min(1.0, outcome.mean_plies() / long_game);
    loss += scale * (side == Side::cat ? of_cat : 1 - of_cat);
    scale /= 10;
  }
  return loss;
}

}  // namespace aleator::cat_and_mouse
