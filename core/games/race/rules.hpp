// A race of two players on the board of controlled chutes and ladders.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/games/chutes/rules.hpp"
#include "core/mdp/model.hpp"

namespace aleator {

/// All that is wrong with the rules of the board for a race, each by its key; empty if nothing is. Rewards do not count
/// in a race.
Problems race_problems_of(const ChutesRules& rules);

/// The turn game: player 1 and player 2 move in turn, each choosing a step on the same board with a piece of their own;
/// who first comes to the last tile wins. State (a * tiles + b) * 2 has player 1 on tile a, player 2 on tile b and
/// player 1 to move; the next one player 2. In the last two states player 1 has won, or player 2. Actions are those of
/// the board. Player 1 wants the largest, player 2 the smallest probability of "win".
class ChutesRace {
 public:
  /// @throws std::invalid_argument with the first of race_problems_of(rules).
  explicit ChutesRace(const ChutesRules& rules);

  const Chutes& board() const noexcept { return board_; }

  State won() const noexcept { return 2 * board_.goal() * board_.goal(); }
  State lost() const noexcept { return won() + 1; }

  /// @param player  1 or 2, who moves
  /// @param own     the tile of the one who moves, below the last
  State state(int player, State own, State other) const noexcept {
    return player == 1 ? (own * board_.goal() + other) * 2 : (other * board_.goal() + own) * 2 + 1;
  }

  /// The same tiles with the players exchanged. @pre the race is not over in s.
  State mirrored(State s) const noexcept {
    const auto [player, own, other] = place(s);
    return state(3 - player, own, other);
  }
  struct Place {
    int player;
    State own;
    State other;
  };
  /// @pre the race is not over in s.
  Place place(State s) const noexcept {
    const State tile_1 = s / 2 / board_.goal();
    const State tile_2 = s / 2 % board_.goal();
    return s % 2 == 0 ? Place{1, tile_1, tile_2} : Place{2, tile_2, tile_1};
  }

  State num_states() const noexcept { return won() + 2; }
  Action num_actions(State s) const noexcept { return s >= won() ? 0 : board_.num_actions(0); }
  double fixed_value(State) const noexcept { return 0; }
  Sense owner(State s) const noexcept { return s < won() && s % 2 == 1 ? Sense::min : Sense::max; }

  /// Both off the board, with player 1 or 2 to move.
  State start(int player) const noexcept { return state(player, 0, 0); }
  State initial_state() const noexcept { return start(1); }

  static std::vector<std::string> label_names() { return {"win", "loss"}; }
  bool has_label(std::string_view name, State s) const noexcept {
    return (name == "win" && s == won()) || (name == "loss" && s == lost());
  }

  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const auto [player, own, other] = place(s);
    const State end = player == 1 ? won() : lost();
    const auto landed = [&, mover = player, opponent_tile = other](State next) {
      return next == board_.goal() ? end : state(3 - mover, opponent_tile, next);
    };
    board_.for_each_transition(own, a, [&](State next, double p, double) { visit(landed(next), p, 0.0); });
  }

 private:
  Chutes board_;
};
static_assert(GameModel<ChutesRace>);

}  // namespace aleator
