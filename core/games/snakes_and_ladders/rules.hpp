// Snakes and ladders: dice alone decide. What a user may say of the game, and what is wrong with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/games/board.hpp"
#include "core/problem.hpp"

namespace aleator {

/// What becomes of a roll that would pass the last tile.
enum class PastLast : std::uint8_t {
  arrive,  // the piece arrives
  stay,    // the piece is not moved
  bounce   // it is reflected off the last tile, and off tile 0, as often as it takes
};

/// A turn is one roll of all dice, whose faces are added up. First the overshoot, then the jump, always: a piece that
/// stays on the foot of a jump takes it.
struct SnakesRules : BoardRules {                        // the board is milton-bradley, unless jumps are given
  std::optional<std::int64_t> die;                       // faces 1 ... die; 6, unless die_probabilities are given
  std::optional<std::vector<double>> die_probabilities;  // of the faces 1, 2, ...; divided by their sum
  std::int64_t dice = 1;
  bool six_again = false;  // if all dice show the top face, the player rolls again in the same turn
  PastLast overshoot = PastLast::stay;
  std::int64_t players = 1;
  // Moving jumps: sets of them, each in force for set_turns turns, one after the other and over again.
  std::int64_t sets = 1;
  std::optional<std::vector<std::int64_t>> jump_sets;  // the set that each jump belongs to, -1: all of them
  std::int64_t set_turns = 1;
};

inline constexpr std::string_view snakes_default_board = "milton-bradley";
inline constexpr std::int64_t snakes_most_total = 10'000;  // of a roll of all dice
inline constexpr std::int64_t snakes_most_players = 1'000;
inline constexpr std::int64_t snakes_most_cells = 10'000'000;  // tiles times phases

/// The jumps that the rules mean, of all sets. @pre a board that is given is a built-in one.
inline std::span<const Jump> jumps_of(const SnakesRules& rules) {
  return jumps_of(rules, snakes_default_board);
}

/// Whether a jump is there while a set is in force.
inline bool is_in_force(const SnakesRules& rules, std::size_t jump, std::int64_t set) {
  const std::int64_t of = rules.jump_sets ? (*rules.jump_sets)[jump] : -1;
  return of < 0 || of == set;
}

/// How many faces a die has, and how many turns pass until the jumps are the first ones again.
inline std::int64_t num_faces(const SnakesRules& rules) {
  return rules.die_probabilities ? static_cast<std::int64_t>(rules.die_probabilities->size()) : rules.die.value_or(6);
}
inline std::int64_t num_phases(const SnakesRules& rules) {
  return rules.sets * rules.set_turns;
}

/// All that is wrong with the rules, each by its key; empty if nothing is. If nothing else is wrong: a tile that can be
/// reached from where the last one cannot be.
Problems problems_of(const SnakesRules& rules);

}  // namespace aleator
