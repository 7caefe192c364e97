// Controlled chutes and ladders: the player chooses the step, chance decides how exactly it is made.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/games/board.hpp"
#include "core/mdp/model.hpp"

namespace aleator {

/// What becomes of a move that would pass the last tile.
enum class Overshoot : std::uint8_t {
  to_tile,  // the piece goes to overshoot_tile
  stay,     // the piece is not moved
  bounce,   // the piece goes back from the last tile: 2 tiles - raw
  arrive    // the piece arrives
};

/// From tile s with the step a the piece comes to raw = s + a + slip_offsets[i] with probability slip[i]. First the
/// overshoot, then the jump, always: a piece that stays on the foot of a jump takes it.
struct ChutesRules : BoardRules {  // the board is hasbro, unless jumps are given
  std::vector<std::int64_t> actions = {1, 2, 3, 4, 5, 6};
  std::vector<double> slip = {0.25, 0.5, 0.25};
  std::vector<std::int64_t> slip_offsets = {-1, 0, 1};
  Overshoot overshoot = Overshoot::to_tile;
  std::optional<std::int64_t> overshoot_tile;  // tiles - 1
  double win_reward = 100;                     // the fixed value of the last tile
  double step_reward = 0;                      // received on every turn
};

inline constexpr std::string_view chutes_default_board = "hasbro";

/// All that is wrong with the rules, each by its key; empty if nothing is.
Problems problems_of(const ChutesRules& rules);

/// The game as a decision process: states are the tiles 0 ... tiles, the last one ends it; action i is the i-th
/// smallest step.
class Chutes {
 public:
  /// @throws std::invalid_argument with the first of problems_of(rules).
  explicit Chutes(const ChutesRules& rules);

  const ChutesRules& rules() const noexcept { return rules_; }
  /// The steps that can be chosen, ascending.
  const std::vector<std::int64_t>& steps() const noexcept { return rules_.actions; }
  /// Where a piece that comes to a tile ends up, by tile.
  const std::vector<std::int32_t>& destinations() const noexcept { return destination_; }
  State goal() const noexcept { return static_cast<State>(rules_.tiles); }

  State num_states() const noexcept { return goal() + 1; }
  Action num_actions(State s) const noexcept { return s == goal() ? 0 : static_cast<Action>(steps().size()); }
  double fixed_value(State s) const noexcept { return s == goal() ? rules_.win_reward : 0; }

  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const std::int64_t aim = s + steps()[static_cast<std::size_t>(a)];
    for (std::size_t i = 0; i < rules_.slip.size(); ++i) {
      visit(landing(s, aim + rules_.slip_offsets[i]), rules_.slip[i], rules_.step_reward);
    }
  }

  /// The tile where a piece of tile s that would come to `raw` ends its turn.
  State landing(State s, std::int64_t raw) const noexcept {
    return destination_[static_cast<std::size_t>(on_board(s, raw))];
  }

 private:
  std::int64_t on_board(State s, std::int64_t raw) const noexcept;

  ChutesRules rules_;
  std::vector<std::int32_t> destination_;
};
static_assert(Model<Chutes>);

}  // namespace aleator
