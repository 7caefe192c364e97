#include "core/games/cat_and_mouse/weighted_policy.hpp"

#include <cmath>
#include <cstdlib>

namespace aleator::cat_and_mouse {

WeightedPolicy::WeightedPolicy(const Board& board, Side side) : board_(board), side_(side) {
  const auto cells = static_cast<std::size_t>(board.num_cells());
  const double span = board.rows() + board.cols();
  const double most = (board.eight_neighbours() ? 8 : 4) + (board.may_stay() ? 1 : 0);
  features_.resize(cells * cells);
  table_.resize(cells * cells);
  for (std::size_t pair = 0; pair < features_.size(); ++pair) {
    const auto cat = static_cast<int>(pair / cells);
    const auto mouse = static_cast<int>(pair % cells);
    const int piece = side == Side::cat ? cat : mouse;
    const int rows = std::abs(board.row(cat) - board.row(mouse));
    const int cols = std::abs(board.col(cat) - board.col(mouse));
    const double from_centre =
        std::abs(board.row(piece) - 0.5 * (board.rows() - 1)) + std::abs(board.col(piece) - 0.5 * (board.cols() - 1));
    features_[pair] = {(rows + cols) / span,
                       std::sqrt(rows * rows + cols * cols) / span,
                       std::abs(rows - cols) / span,
                       from_centre / span,
                       static_cast<double>(board.moves(piece).size()) / most,
                       static_cast<double>((rows + cols) % 2)};
  }
}

const PolicyTable& WeightedPolicy::on_board(const std::vector<double>& weights) {
  const auto cells = static_cast<std::size_t>(board_.num_cells());
  std::vector<double> worth(features_.size());
  for (std::size_t pair = 0; pair < worth.size(); ++pair) {
    for (std::size_t i = 0; i < size; ++i) worth[pair] += weights[i] * features_[pair][i];
  }
  for (std::size_t pair = 0; pair < table_.size(); ++pair) {
    const std::size_t cat = pair / cells;
    const std::size_t mouse = pair % cells;
    double best = 0;
    bool any = false;
    for (const std::int32_t to : board_.moves(static_cast<int>(side_ == Side::cat ? cat : mouse))) {
      const auto cell = static_cast<std::size_t>(to);
      const double here = worth[side_ == Side::cat ? cell * cells + mouse : cat * cells + cell];
      if (any && !(here > best)) continue;
      any = true;
      best = here;
      table_[pair] = static_cast<std::uint16_t>(to);
    }
  }
  return table_;
}

}  // namespace aleator::cat_and_mouse
