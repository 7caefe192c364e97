#include "core/games/play_blocks.hpp"

#include <stdexcept>

#include "core/text.hpp"

namespace aleator {

std::int64_t num_blocks(const PlayOptions& options) {
  const auto require = [](bool valid, const char* name, std::int64_t value) {
    if (!valid) throw std::invalid_argument(text(name, " ", value));
  };
  require(options.games >= 0, "games", options.games);
  require(options.max_turns >= 0, "max_turns", options.max_turns);
  require(options.block_games >= 1, "block_games", options.block_games);
  return options.games / options.block_games + (options.games % options.block_games == 0 ? 0 : 1);
}

}  // namespace aleator
