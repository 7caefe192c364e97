// Snakes and ladders with cards in hand: when to lay them is a decision process.
#pragma once

#include <cstdint>
#include <vector>

#include "core/games/snakes_and_ladders/game.hpp"
#include "core/mdp/model.hpp"

namespace aleator {

/// Before a roll the player may lay a card of each kind. `skip`: should the roll lead onto snakes, the first of them is
/// not taken, the piece stays on its mouth, and the card is spent; else it comes back. `double`: the total counts
/// twice; the card is spent. One player, without rolling again and without moving jumps.
struct SnakesCardRules : SnakesRules {
  std::int64_t skip_cards = 1;    // in hand at the start
  std::int64_t double_cards = 1;  // in hand at the start
};

inline constexpr std::int64_t snakes_most_cards = 100;  // of a kind

/// All that is wrong with the rules, each by its key.
Problems problems_of(const SnakesCardRules& rules);

/// What stands in a state: it is tile + (tiles + 1) (skip + (skip_cards + 1) double).
struct SnakesHand {
  std::int32_t tile = 0;
  std::int32_t skip_cards = 0;
  std::int32_t double_cards = 0;
};

/// The process. Actions 0 ... 3 are to lay nothing, skip, double, both; a card that is not in hand is not laid. The
/// last tile ends it, with any cards; every turn has a reward of 1.
class SnakesWithCards {
 public:
  /// @throws std::invalid_argument with the first of problems_of(rules).
  explicit SnakesWithCards(const SnakesCardRules& rules);

  SnakesHand hand_of(State s) const noexcept;
  State state_of(const SnakesHand& hand) const noexcept;

  State num_states() const noexcept { return num_states_; }
  Action num_actions(State s) const noexcept { return hand_of(s).tile == moves_.tiles() ? 0 : 4; }
  double fixed_value(State) const noexcept { return 0; }
  /// On tile 0 with all cards.
  State initial_state() const noexcept { return num_states_ - moves_.tiles() - 1; }

  /// What is rolled.
  const SnakesDice<double>& dice() const noexcept { return dice_; }
  std::int32_t tiles() const noexcept { return moves_.tiles(); }
  /// After a roll of this total by the action.
  SnakesHand after(const SnakesHand& before, Action a, std::int64_t total) const noexcept;

  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const SnakesHand before = hand_of(s);
    for (std::int64_t total = 0; total <= dice_.top(); ++total) {
      const double probability = dice_.probability[static_cast<std::size_t>(total)];
      if (probability > 0) visit(state_of(after(before, a, total)), probability, 1.0);
    }
  }

 private:
  SnakesMoves moves_;
  SnakesDice<double> dice_;
  std::int32_t skip_cards_;
  State num_states_;
  std::vector<std::int32_t> first_mouth_;  // [tile]: of the first snake that who comes to the tile is led to, or -1
};
static_assert(Model<SnakesWithCards>);

}  // namespace aleator
