// Many games of snakes and ladders at once, one byte a piece.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace aleator {

/// Pieces that move together, whatever the width of the vectors: a block's games do not depend on it.
constexpr std::size_t snakes_lanes = 128;
/// Their steps that are played at a time.
constexpr std::size_t snakes_steps = 256;

/// How a roll is drawn from random bits.
enum class RollKind : std::uint8_t {
  fair_pair,  // one fair die: two pieces' rolls from one 16-bit word, rejected where that would favour some
  thresholds  // any distribution of the total: one 32-bit word a roll, probabilities to within 2^-32
};

/// The moves of a game whose tiles and rolls fit into a byte.
struct LaneRules {
  std::uint8_t last_tile = 0;
  bool stay = false;                            // a roll past the last tile is not moved
  std::array<std::uint8_t, 256> destination{};  // by tile + total; above the last tile too, unless `stay`
  RollKind roll = RollKind::fair_pair;
  std::uint8_t faces = 0;                // of fair_pair
  std::vector<std::uint32_t> threshold;  // a roll is lowest_total + how many of these are <= the random word
  std::uint8_t lowest_total = 0;         // of thresholds
  std::uint8_t again_total = 0;          // the total after which the same turn goes on; 0: none

  /// @pre last_tile - 1 + largest_total() <= 255
  std::size_t largest_total() const noexcept {
    return roll == RollKind::fair_pair ? faces : lowest_total + threshold.size();
  }
};

/// Whether a fair die of so many faces can be drawn as fair_pair.
bool is_fair_pair(std::int64_t faces) noexcept;

/// xoshiro256++, one generator for eight pieces in a row. Source: Blackman and Vigna, Scrambled linear pseudorandom
/// number generators, ACM TOMS 47 (2021).
struct LaneState {
  alignas(64) std::array<std::uint8_t, snakes_lanes> tile{};
  alignas(64) std::array<std::array<std::uint64_t, snakes_lanes / 8>, 4> random{};  // [word of the state][generator]
};

/// What happens in one step to whom: piece + snakes_lanes * step.
using LaneEvent = std::uint16_t;
using LaneEventList = std::array<LaneEvent, snakes_steps * snakes_lanes + 64>;  // with room for vectors

/// What happens in `snakes_steps` steps, in the order of the steps. Each piece makes a roll in each step that does not
/// reject its bits.
struct LaneEvents {
  std::size_t num_arrived = 0;   // on the last tile; the piece is back on 0 for its next game
  std::size_t num_rejected = 0;  // no roll was made
  std::size_t num_again = 0;     // the roll was again_total, and did not arrive: the turn goes on
  LaneEventList arrived;
  LaneEventList rejected;
  LaneEventList again;
};

/// Plays snakes_steps steps.
void play_steps(const LaneRules& rules, LaneState& state, LaneEvents& events);

/// The same, one piece after the other: the reference.
void play_steps_one_by_one(const LaneRules& rules, LaneState& state, LaneEvents& events);

}  // namespace aleator
