// Many 4 x 4 games of random moves at once, one lane a game.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/games/g2048/board.hpp"

namespace aleator::g2048 {

/// Games that go on together, whatever the width of the vectors: a block's games do not depend on it.
inline constexpr std::size_t random_lanes = 32;
/// Their steps that are played at a time. In so many, boards without a tile of 2^12 do not get two of 2^15.
inline constexpr std::size_t random_steps = 256;
inline constexpr int largest_in_lanes = 11;

/// 4s are spawned with fours / 2^30.
inline constexpr int four_bits = 30;

/// In a step each lane draws one word, whose bits 32 and 33 choose an image of the board: 1 reverses its rows from end
/// to end, 2 transposes it before that. The image is moved left, and is not turned back: neither the moves nor the
/// spawns know up from down. A move that changes nothing is drawn again in the next step. Otherwise the low 32 bits
/// choose an empty cell, without bias, and bits 34 to 63 are compared with `fours`. A lane whose game is over starts
/// the next one at once, with a word for each of two tiles.
struct RandomLanes {
  alignas(64) std::array<Board, random_lanes> board{};
  alignas(64) std::array<std::uint64_t, random_lanes> fours{};  // spawned in the game so far
  /// xoshiro256++, one generator a lane. Source: Blackman and Vigna, Scrambled linear pseudorandom number generators,
  /// ACM TOMS 47 (2021).
  alignas(64) std::array<std::array<std::uint64_t, random_lanes>, 4> random{};  // [word of the state][lane]
};

/// The generator of one lane.
class LaneGenerator {
 public:
  LaneGenerator(RandomLanes& lanes, std::size_t lane) noexcept : lanes_(lanes), lane_(lane) {}

  std::uint64_t operator()() noexcept {
    auto& [s0, s1, s2, s3] = lanes_.random;
    const std::size_t i = lane_;
    const std::uint64_t result = std::rotl(s0[i] + s3[i], 23) + s0[i];
    const std::uint64_t t = s1[i] << 17;
    s2[i] ^= s0[i];
    s3[i] ^= s1[i];
    s1[i] ^= s2[i];
    s0[i] ^= s3[i];
    s2[i] ^= t;
    s3[i] = std::rotl(s3[i], 45);
    return result;
  }

 private:
  RandomLanes& lanes_;
  std::size_t lane_;
};

/// Games that ended, those of a lane in their order. No game is shorter than 14 moves.
struct EndedGames {
  static constexpr std::size_t most = random_lanes * (random_steps / 14 + 1);

  std::size_t count = 0;
  std::array<Board, most + 8> board;  // with room for vectors
  std::array<std::uint64_t, most + 8> fours;
  std::array<std::uint64_t, most + 8> lane;
};

/// Puts two tiles onto the empty board of a lane.
void start_game(std::uint64_t fours, RandomLanes& lanes, std::size_t lane);

/// Plays random_steps steps. @pre no tile is above 2^largest_in_lanes
void play_random_steps(std::uint64_t fours, RandomLanes& lanes, EndedGames& ended);

/// The same, one lane after the other: the reference.
void play_random_steps_one_by_one(std::uint64_t fours, RandomLanes& lanes, EndedGames& ended);

}  // namespace aleator::g2048
