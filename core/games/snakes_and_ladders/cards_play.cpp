#include "core/games/snakes_and_ladders/cards_play.hpp"

#include <stdexcept>

#include "core/text.hpp"

namespace aleator {

SnakesCardPlayer::SnakesCardPlayer(const SnakesWithCards& game, const std::vector<Action>& policy)
    : game_(game), policy_(policy), total_(game.dice().probability) {
  if (policy.size() != static_cast<std::size_t>(game.num_states())) {
    throw std::invalid_argument(text("a policy of ", policy.size(), " states for ", game.num_states(), " states"));
  }
  for (State s = 0; s < game.num_states(); ++s) {
    if (game.num_actions(s) == 0 || (policy[s] >= -1 && policy[s] < game.num_actions(s))) continue;
    throw std::invalid_argument(text("the policy takes action ", policy[s], " in state ", s));
  }
}

Action SnakesCardPlayer::action(const SnakesHand& hand, PhiloxStream& random) const noexcept {
  const State s = game_.state_of(hand);
  if (policy_[s] >= 0) return policy_[s];
  return static_cast<Action>(uniform_below(random, static_cast<std::uint64_t>(game_.num_actions(s))));
}

TurnCounts SnakesCardPlayer::play(std::int64_t games, std::int64_t max_turns, PhiloxStream random,
                                  const std::stop_token& stop) const {
  constexpr std::int64_t turns_between_questions = 1 << 16;
  std::int64_t all_turns = 0;
  const SnakesHand start = game_.hand_of(game_.initial_state());
  TurnCounts counts;
  for (std::int64_t game = 0; game < games; ++game) {
    SnakesHand hand = start;
    std::int64_t turns = 0;
    for (; hand.tile != game_.tiles() && turns < max_turns; ++turns) {
      const Action laid = action(hand, random);
      hand = game_.after(hand, laid, static_cast<std::int64_t>(total_(random)));
      if (++all_turns % turns_between_questions == 0 && stop.stop_requested()) return counts;
    }
    if (hand.tile == game_.tiles()) {
      counts.add(turns);
    } else {
      ++counts.cut;
    }
  }
  return counts;
}

}  // namespace aleator
