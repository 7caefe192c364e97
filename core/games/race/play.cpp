#include "core/games/race/play.hpp"

#include <stdexcept>

#include "core/text.hpp"

namespace aleator {

RacePlayer::RacePlayer(const ChutesRace& game, const TurnPolicy& match)
    : game_(game), match_(match), slip_(game.board().rules().slip), offsets_(game.board().rules().slip.size()) {
  if (match.size() != static_cast<std::size_t>(game.num_states())) {
    throw std::invalid_argument(text("a policy of ", match.size(), " states for ", game.num_states(), " states"));
  }
  const Chutes& board = game.board();
  for (State tile = 0; tile < board.goal(); ++tile) {
    for (const std::int64_t step : board.steps()) {
      for (const std::int64_t offset : board.rules().slip_offsets) {
        landing_.push_back(board.landing(tile, tile + step + offset));
      }
    }
  }
}

MatchCounts RacePlayer::play(std::int64_t matches, std::int64_t max_turns, int first, const PhiloxStream& random,
                             const std::stop_token& stop) const {
  return play_matches(
      matches, max_turns, Tiles{0, 0}, first,
      [this](int player, Tiles& tiles, PhiloxStream& stream) { return turn(player, tiles, stream); }, random, stop);
}

bool RacePlayer::turn(int player, Tiles& tiles, PhiloxStream& random) const noexcept {
  State& own = tiles[player - 1];
  const std::size_t actions = game_.board().steps().size();
  const Action chosen = match_[game_.state(player, own, tiles[2 - player])];
  const std::size_t action = chosen == any_action ? uniform_below(random, actions) : static_cast<std::size_t>(chosen);
  own = landing_[(static_cast<std::size_t>(own) * actions + action) * offsets_ + slip_(random)];
  return own == game_.board().goal();
}

}  // namespace aleator
