// Pig: roll as often as you dare; whoever first brings the goal home wins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/mdp/model.hpp"
#include "core/problem.hpp"

namespace aleator {

/// What a die adds to the turn's total.
enum class PigPoints : std::uint8_t {
  face,  // its face
  one    // 1, whatever its face; Piglet is die = 2 with it
};

/// Two players in turn. The one to move rolls at least once; a 1 ends the turn and loses its total, any other roll adds
/// to it. Holding adds the turn's total to the score and ends the turn. Who has the goal in score and turn total
/// together has won.
struct PigRules {
  std::int64_t goal = 100;
  std::int64_t die = 6;   // faces
  std::int64_t dice = 1;  // 1 or 2; of two dice one 1 loses the turn's total, a double 1 the whole score
  PigPoints points = PigPoints::face;
  std::int64_t hold_at_least = 1;  // the least turn total with which a player may hold
};

/// All that is wrong with the rules, each by its key; empty if nothing is.
Problems problems_of(const PigRules& rules);

/// What a roll may be. The probabilities sum to 1.
struct PigRoll {
  struct Gain {
    std::int64_t points;
    double probability;
  };
  std::vector<Gain> gains;  // by points, ascending
  double lose_turn = 0;
  double lose_score = 0;
};

/// @pre problems_of(rules) is empty.
PigRoll roll_of(const PigRules& rules);

/// Where a game is, as the player to move sees it.
struct PigPosition {
  std::int64_t own;    // score
  std::int64_t other;  // the opponent's score
  std::int64_t turn;   // the turn's total so far
};

/// The turn game. Player 1 wants the largest, player 2 the smallest probability of "win". A state is who moves and the
/// position, own + turn and other below the goal; states with the same two scores stand together. In the last two
/// states player 1 has won, or player 2. Action 0 rolls, action 1 holds. Source: Neller and Presser, Optimal play of
/// the dice game Pig, The UMAP Journal 25 (2004).
class Pig {
 public:
  static constexpr std::int64_t largest_goal = 1000;
  static constexpr Action roll_action = 0;
  static constexpr Action hold_action = 1;

  /// @throws std::invalid_argument with the first of problems_of(rules).
  explicit Pig(const PigRules& rules);

  const PigRules& rules() const noexcept { return rules_; }
  const PigRoll& roll() const noexcept { return roll_; }

  State won() const noexcept { return begin_.back(); }
  State lost() const noexcept { return won() + 1; }

  /// @param player  1 or 2, who moves
  State state(int player, const PigPosition& p) const noexcept {
    return player == 1 ? first_state(p.own, p.other) + static_cast<State>(p.turn)
                       : first_state(p.other, p.own) + static_cast<State>(rules_.goal - p.other + p.turn);
  }
  struct Place {
    int player;
    PigPosition position;
  };
  /// @pre the game is not over in s.
  Place place(State s) const noexcept;
  /// The same position with the players exchanged. @pre the game is not over in s.
  State mirrored(State s) const noexcept {
    const auto [player, position] = place(s);
    return state(3 - player, position);
  }

  State num_states() const noexcept { return won() + 2; }
  Action num_actions(State s) const noexcept {
    return s >= won() ? 0 : place(s).position.turn >= rules_.hold_at_least ? 2 : 1;
  }
  double fixed_value(State) const noexcept { return 0; }
  Sense owner(State s) const noexcept { return s < won() && place(s).player == 2 ? Sense::min : Sense::max; }

  /// The beginning, with player 1 or 2 to move.
  State start(int player) const noexcept { return state(player, {0, 0, 0}); }
  State initial_state() const noexcept { return start(1); }

  static std::vector<std::string> label_names() { return {"win", "loss"}; }
  bool has_label(std::string_view name, State s) const noexcept {
    return (name == "win" && s == won()) || (name == "loss" && s == lost());
  }

  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const auto [player, p] = place(s);
    const int opponent = 3 - player;
    if (a == hold_action) {
      visit(state(opponent, {p.other, p.own + p.turn, 0}), 1.0, 0.0);
      return;
    }
    double wins = 0;
    for (const PigRoll::Gain& gain : roll_.gains) {
      if (p.own + p.turn + gain.points >= rules_.goal) {
        wins += gain.probability;
      } else {
        visit(s + static_cast<State>(gain.points), gain.probability, 0.0);
      }
    }
    if (wins > 0) visit(player == 1 ? won() : lost(), wins, 0.0);
    visit(state(opponent, {p.other, p.own, 0}), roll_.lose_turn, 0.0);
    if (roll_.lose_score > 0) visit(state(opponent, {p.other, 0, 0}), roll_.lose_score, 0.0);
  }

 private:
  static constexpr State stride = 64;

  /// Of the states with these scores of player 1 and player 2.
  State first_state(std::int64_t score_1, std::int64_t score_2) const noexcept {
    return begin_[static_cast<std::size_t>(score_1 * rules_.goal + score_2)];
  }

  PigRules rules_;
  PigRoll roll_;
  std::vector<State> begin_;  // [score of player 1 * goal + score of player 2]: the first state; and won()
  std::vector<State> pair_;   // [s / stride]: which pair of scores the state s has
};
static_assert(GameModel<Pig>);

}  // namespace aleator
