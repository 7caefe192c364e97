#include "core/games/g2048/exact/solved_game.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator::g2048 {

SolvedGame::Place SolvedGame::place_of(Board canonical) const {
  const auto layer = std::lower_bound(layers_.begin(), layers_.end(), tile_sum(canonical),
                                      [](const Layer& each, std::int64_t sum) { return each.sum < sum; });
  const bool is_layer = layer != layers_.end() && layer->sum == tile_sum(canonical);
  const auto position = is_layer ? layer->positions.find(canonical) : std::nullopt;
  if (!position) {
    throw std::invalid_argument(text("the position ", board_text(canonical, rules_.shape()), " cannot be reached"));
  }
  return {static_cast<std::size_t>(layer - layers_.begin()), *position};
}

MoveValues SolvedGame::move_values(Board board) const {
  place_of(rules_.symmetries().canonical(board));
  return move_values_of(rules_, objective_, board, [this](Board canonical) {
    const Place place = place_of(canonical);
    return solved_.answers[place.layer].values[place.position].optimal;
  });
}

std::optional<Direction> SolvedGame::best_move(Board board) const {
  const CanonicalForm<Board> form = rules_.symmetries().canonical_form(board);
  const Place place = place_of(form.board);
  const std::int8_t best = solved_.answers[place.layer].best_move[place.position];
  if (best < 0) return std::nullopt;
  return original_of(static_cast<Direction>(best), form.symmetry);
}

}  // namespace aleator::g2048
