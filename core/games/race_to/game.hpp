// The race to a number: players in turn add 1 to `largest_step` to a total, and who reaches the target wins; misere:
// loses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/problem.hpp"
#include "core/search/game.hpp"
#include "core/search/outlook.hpp"

namespace aleator::race_to {

struct Rules {
  std::int64_t target = 30;
  std::int64_t largest_step = 3;  // no move may pass the target
  bool misere = false;
};

Problems problems_of(const Rules& rules);

/// A move is what is added. The text of a position is its total.
class RaceTo {
 public:
  using Position = std::int64_t;  // the total
  using Key = std::uint64_t;

  static constexpr std::int64_t largest_target = 1'000'000'000;

  /// @throws std::invalid_argument as problems_of says
  explicit RaceTo(const Rules& rules);

  const Rules& rules() const noexcept { return rules_; }

  Position start() const noexcept { return 0; }

  std::optional<int> result(Position total) const noexcept {
    if (total < rules_.target) return std::nullopt;
    return rules_.misere ? 1 : -1;
  }

  template <class Visit>
  bool any_move(Position total, Visit&& visit) const {
    const auto most = static_cast<Move>(std::min(rules_.largest_step, rules_.target - total));
    for (Move step = 1; step <= most; ++step) {
      if (visit(step)) return true;
    }
    return false;
  }

  Position after(Position total, Move step) const noexcept { return total + step; }
  std::int64_t longest(Position total) const noexcept { return rules_.target - total; }
  Position canonical(Position total) const noexcept { return total; }
  Key key(Position total) const noexcept { return static_cast<Key>(total); }
  /// The most.
  int preference(Position, Move step) const noexcept { return step; }

  Position position_of(std::string_view line) const;
  std::string text_of(Position total) const { return text(total); }
  std::string move_text(Move step) const { return text(step); }

 private:
  Rules rules_;
};
static_assert(TwoPlayerGame<RaceTo>);

/// By the period, whatever the target: totals from which the target (misere: the total before it) is a multiple of
/// largest_step + 1 away are lost for who moves there, since every step can be made up to that.
Outlook outlook(const RaceTo& game, RaceTo::Position total) noexcept;

}  // namespace aleator::race_to
