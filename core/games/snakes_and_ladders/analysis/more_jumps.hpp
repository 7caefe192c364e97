// The best and the worst places for one more ladder or snake.
#pragma once

#include <cstdint>
#include <limits>

#include "core/games/snakes_and_ladders/analysis/chain.hpp"

namespace aleator {

/// A jump that is not there yet, and the expected turns with it; -1 and NaN if none can be added.
struct OneMoreJump {
  std::int32_t from = -1;
  std::int32_t to = -1;
  double turns = std::numeric_limits<double>::quiet_NaN();
};

struct OneMoreJumps {
  OneMoreJump best_ladder;  // fewest expected turns
  OneMoreJump worst_ladder;
  OneMoreJump best_snake;
  OneMoreJump worst_snake;
};

/// Over all jumps that the rules of the board allow, those left out with which a game might never end. Of equally good
/// ones (to 1e-10) the one of least `from`, then `to`.
///
/// With one more jump from f to e every landing on f leads on to e. With N(s, f) = the expected rolls from f in a game
/// from s, turns h, and d = h'(e) - h'(f): h' = h + N(., f) d off f, and d = (h(e) - h(f)) / (N(f, f) - N(e, f)) (the
/// formula of Sherman and Morrison): one solution for each f, and a division for each e. Where N(f, f) - N(e, f) is
/// nearly 0 the board is solved anew.
/// @pre the jumps do not move: one set of them.
OneMoreJumps one_more_jump(const SnakesChain& chain);

}  // namespace aleator
