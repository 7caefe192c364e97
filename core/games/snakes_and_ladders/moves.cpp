#include "core/games/snakes_and_ladders/moves.hpp"

#include <algorithm>

namespace aleator {

SnakesMoves::SnakesMoves(const SnakesRules& rules, std::optional<std::size_t> without)
    : tiles_(static_cast<std::int32_t>(rules.tiles)),
      phases_(static_cast<std::int32_t>(num_phases(rules))),
      set_turns_(static_cast<std::int32_t>(rules.set_turns)),
      overshoot_(rules.overshoot) {
  const auto jumps = jumps_of(rules);
  for (std::int64_t set = 0; set < rules.sets; ++set) {
    std::vector<Jump> here;
    for (std::size_t i = 0; i < jumps.size(); ++i) {
      if (i != without && is_in_force(rules, i, set)) here.push_back(jumps[i]);
    }
    const auto ends = jump_destinations(here, rules.tiles);
    jump_end_.insert(jump_end_.end(), ends.begin(), ends.end());
  }
}

std::int32_t SnakesMoves::past_last(std::int32_t tile, std::int64_t aim) const noexcept {
  switch (overshoot_) {
    case PastLast::arrive:
      return tiles_;
    case PastLast::stay:
      return tile;
    case PastLast::bounce:
      break;
  }
  const std::int64_t around = aim % (2 * std::int64_t{tiles_});
  return static_cast<std::int32_t>(std::min(around, 2 * tiles_ - around));
}

}  // namespace aleator
