#include "core/games/pig/play.hpp"

#include <stdexcept>

#include "core/text.hpp"

namespace aleator {

PigPlayer::PigPlayer(const Pig& game, const TurnPolicy& match) : game_(game), match_(match) {
  if (match.size() != static_cast<std::size_t>(game.num_states())) {
    throw std::invalid_argument(text("a policy of ", match.size(), " states for ", game.num_states(), " states"));
  }
}

MatchCounts PigPlayer::play(std::int64_t matches, std::int64_t max_turns, int first, const PhiloxStream& random,
                            const std::stop_token& stop) const {
  return play_matches(
      matches, max_turns, Scores{0, 0}, first,
      [this](int player, Scores& scores, PhiloxStream& stream) { return turn(player, scores, stream); }, random, stop);
}

bool PigPlayer::holds(int player, const PigPosition& position, PhiloxStream& random) const noexcept {
  if (position.turn < game_.rules().hold_at_least) return false;
  const Action action = match_[game_.state(player, position)];
  return action == any_action ? uniform_below(random, 2) == 1 : action == Pig::hold_action;
}

bool PigPlayer::turn(int player, Scores& scores, PhiloxStream& random) const noexcept {
  const auto die = static_cast<std::uint64_t>(game_.rules().die);
  const auto roll = [&] { return static_cast<std::int64_t>(uniform_below(random, die)) + 1; };
  std::int64_t& own = scores[player - 1];
  PigPosition position{own, scores[2 - player], 0};
  do {
    const std::int64_t face = roll();
    const std::int64_t second = game_.rules().dice == 2 ? roll() : 0;
    if (face == 1 && second == 1) own = 0;
    if (face == 1 || second == 1) return false;
    position.turn += points(face) + (second == 0 ? 0 : points(second));
    if (own + position.turn >= game_.rules().goal) return true;
  } while (!holds(player, position, random));
  own += position.turn;
  return false;
}

}  // namespace aleator
