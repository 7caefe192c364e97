// Where the pieces of snakes and ladders go, whatever the dice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/games/snakes_and_ladders/rules.hpp"

namespace aleator {

/// The board of every phase. Phase p is a turn: the first turn of a game is played in phase 0, the next in 1, ...;
/// after num_phases(rules) turns it is 0 again. The jumps of phase p are those of set p / set_turns.
class SnakesMoves {
 public:
  /// @param without  the number of a jump that is left out
  /// @pre problems_of(rules) is empty, but for a last tile that cannot be reached.
  explicit SnakesMoves(const SnakesRules& rules, std::optional<std::size_t> without = {});

  std::int32_t tiles() const noexcept { return tiles_; }
  std::int32_t phases() const noexcept { return phases_; }
  std::int32_t next_phase(std::int32_t phase) const noexcept { return phase + 1 == phases_ ? 0 : phase + 1; }

  /// The tile that a piece of `tile` comes to by a roll of `total`, before any jump. @pre total >= 0
  std::int32_t landing(std::int32_t tile, std::int64_t total) const noexcept {
    const std::int64_t aim = tile + total;
    return aim <= tiles_ ? static_cast<std::int32_t>(aim) : past_last(tile, aim);
  }
  /// Where a piece that comes to `tile` ends up.
  std::int32_t jump_end(std::int32_t phase, std::int32_t tile) const noexcept {
    return jump_end_[static_cast<std::size_t>(phase / set_turns_) * (static_cast<std::size_t>(tiles_) + 1) +
                     static_cast<std::size_t>(tile)];
  }
  /// Where a piece of `tile` is after a roll of `total`.
  std::int32_t destination(std::int32_t phase, std::int32_t tile, std::int64_t total) const noexcept {
    return jump_end(phase, landing(tile, total));
  }

 private:
  std::int32_t past_last(std::int32_t tile, std::int64_t aim) const noexcept;

  std::int32_t tiles_;
  std::int32_t phases_;
  std::int32_t set_turns_;
  PastLast overshoot_;
  std::vector<std::int32_t> jump_end_;  // sets x (tiles + 1)
};

}  // namespace aleator
