// Nim: players in turn take any number from one heap; who takes the last wins; misere: loses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "core/search/game.hpp"

namespace aleator::nim {

struct Rules {
  std::vector<std::int64_t> heaps = {3, 4, 5};
  bool misere = false;
};

Problems problems_of(const Rules& rules);

/// All heaps, the first in the lowest bits, each with as many bits as the largest of the start needs. A move is
/// heap * (largest + 1) + taken. The text of a position is its heaps, as in "3 4 5", of a move "2:4": from the second
/// heap, take four. The order of the heaps does not matter: canonical positions have the largest first.
class Nim {
 public:
  using Position = std::uint64_t;
  using Key = std::uint64_t;

  /// @throws std::invalid_argument as problems_of says
  explicit Nim(const Rules& rules);

  const Rules& rules() const noexcept { return rules_; }
  int num_heaps() const noexcept { return num_heaps_; }
  std::int64_t heap(Position position, int i) const noexcept {
    return static_cast<std::int64_t>(position >> i * bits_ & mask_);
  }

  Position start() const noexcept { return start_; }

  std::optional<int> result(Position position) const noexcept {
    if (position != 0) return std::nullopt;
    return rules_.misere ? 1 : -1;
  }

  template <class Visit>
  bool any_move(Position position, Visit&& visit) const {
    for (int i = 0; i < num_heaps_; ++i) {
      const auto most = static_cast<Move>(heap(position, i));
      for (Move taken = 1; taken <= most; ++taken) {
        if (visit(i * moves_of_heap_ + taken)) return true;
      }
    }
    return false;
  }

  Position after(Position position, Move move) const noexcept {
    return position - (static_cast<Position>(move % moves_of_heap_) << move / moves_of_heap_ * bits_);
  }

  std::int64_t longest(Position position) const noexcept;
  Position canonical(Position position) const noexcept;
  Key key(Position position) const noexcept { return position; }
  /// The most.
  int preference(Position, Move move) const noexcept { return move % moves_of_heap_; }

  Position position_of(std::string_view line) const;
  std::string text_of(Position position) const;
  std::string move_text(Move move) const { return text(move / moves_of_heap_ + 1, ":", move % moves_of_heap_); }

 private:
  Rules rules_;
  int num_heaps_;
  int bits_;
  std::uint64_t mask_;
  Move moves_of_heap_;
  Position start_;
};
static_assert(TwoPlayerGame<Nim>);

/// What perfect play brings the player to move, by the binary sum of the heaps.
/// Source: Bouton, Nim, a game with a complete mathematical theory (1901).
int value(const Nim& game, Nim::Position position) noexcept;

}  // namespace aleator::nim
