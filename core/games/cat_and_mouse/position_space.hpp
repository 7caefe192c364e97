// Numbers for all positions of a game: tables over them are indexed by phase, cells of the cats, cells of the mice.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/games/cat_and_mouse/game.hpp"

namespace aleator::cat_and_mouse {

/// The first cat's cell counts most, the last mouse's least. With several mice a mouse has one more cell, the last one,
/// when it is caught; with one mouse the positions with a cat on its cell are those where it is.
class PositionSpace {
 public:
  explicit PositionSpace(const Game& game)
      : cats_(static_cast<std::size_t>(game.cats())),
        mice_(static_cast<std::size_t>(game.mice())),
        cells_(static_cast<std::size_t>(game.board().num_cells())) {}

  std::size_t cells() const noexcept { return cells_; }
  std::size_t mouse_cells() const noexcept { return cells_ + (mice_ > 1 ? 1 : 0); }
  std::size_t cat_tuples() const noexcept { return power(cells_, cats_); }
  std::size_t mouse_tuples() const noexcept { return power(mouse_cells(), mice_); }
  /// Positions of one phase.
  std::size_t size() const noexcept { return cat_tuples() * mouse_tuples(); }

  /// The number within its phase.
  std::size_t index(const Position& position) const noexcept {
    std::size_t index = 0;
    for (const std::int32_t cat : position.cats) index = index * cells_ + static_cast<std::size_t>(cat);
    for (std::size_t i = 0; i < position.mice.size(); ++i) {
      const std::int32_t mouse = position.mice[i];
      // A single mouse that is caught is with the first cat.
      const auto cell = mouse != caught ? static_cast<std::size_t>(mouse)
                        : mice_ > 1     ? cells_
                                        : static_cast<std::size_t>(position.cats.front());
      index = index * mouse_cells() + cell;
    }
    return index;
  }

  Position position(std::size_t index, int phase) const {
    Position result{std::vector<std::int32_t>(cats_), std::vector<std::int32_t>(mice_), phase};
    for (std::size_t i = mice_; i-- > 0; index /= mouse_cells()) {
      const std::size_t cell = index % mouse_cells();
      result.mice[i] = cell == cells_ ? caught : static_cast<std::int32_t>(cell);
    }
    for (std::size_t i = cats_; i-- > 0; index /= cells_) result.cats[i] = static_cast<std::int32_t>(index % cells_);
    return result;
  }

 private:
  static std::size_t power(std::size_t base, std::size_t exponent) noexcept {
    std::size_t result = 1;
    for (std::size_t i = 0; i < exponent; ++i) result *= base;
    return result;
  }

  std::size_t cats_;
  std::size_t mice_;
  std::size_t cells_;
};

}  // namespace aleator::cat_and_mouse
