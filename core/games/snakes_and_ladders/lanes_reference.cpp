#include <array>
#include <bit>
#include <cstdint>

#include "core/games/snakes_and_ladders/lanes_kernel.hpp"

namespace aleator {
namespace {

std::uint64_t next_random(LaneState& state, std::size_t generator) noexcept {
  auto& [s0, s1, s2, s3] = state.random;
  const std::size_t g = generator;
  const std::uint64_t result = std::rotl(s0[g] + s3[g], 23) + s0[g];
  const std::uint64_t t = s1[g] << 17;
  s2[g] ^= s0[g];
  s3[g] ^= s1[g];
  s1[g] ^= s2[g];
  s0[g] ^= s3[g];
  s2[g] ^= t;
  s3[g] = std::rotl(s3[g], 45);
  return result;
}

struct Rolls {
  std::array<std::uint8_t, 8> total{};  // of the pieces of one generator; 0 where rejected
  std::array<bool, 8> rejected{};
};

Rolls fair_pairs(const LaneRules& rules, std::uint64_t random) noexcept {
  Rolls rolls;
  const std::uint32_t pairs = std::uint32_t{rules.faces} * rules.faces;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint32_t product = static_cast<std::uint16_t>(random >> (16 * i)) * pairs;
    const bool rejected = (product & 0xFFFF) < 65536 % pairs;
    rolls.rejected[2 * i] = rolls.rejected[2 * i + 1] = rejected;
    if (rejected) continue;
    rolls.total[2 * i] = static_cast<std::uint8_t>((product >> 16) / rules.faces + 1);
    rolls.total[2 * i + 1] = static_cast<std::uint8_t>((product >> 16) % rules.faces + 1);
  }
  return rolls;
}

std::uint8_t passed_thresholds(const LaneRules& rules, std::uint32_t random) noexcept {
  std::size_t total = rules.lowest_total;
  for (const std::uint32_t threshold : rules.threshold) total += random >= threshold;
  return static_cast<std::uint8_t>(total);
}

Rolls by_thresholds(const LaneRules& rules, LaneState& state, std::size_t generator) noexcept {
  Rolls rolls;
  for (std::size_t draw = 0; draw < 4; ++draw) {
    const std::uint64_t random = next_random(state, generator);
    rolls.total[draw] = passed_thresholds(rules, static_cast<std::uint32_t>(random));
    rolls.total[draw + 4] = passed_thresholds(rules, static_cast<std::uint32_t>(random >> 32));
  }
  return rolls;
}

}  // namespace

bool is_fair_pair(std::int64_t faces) noexcept {
  if (faces < 1 || faces > 255) return false;
  const auto pairs = static_cast<std::uint32_t>(faces * faces);
  if (65536 % pairs > 65536 / 8) return false;  // too many would be rejected
  const auto inverse = static_cast<std::uint32_t>((65536 + faces - 1) / faces);
  if (inverse > 65535) return false;
  for (std::uint32_t pair = 0; pair < pairs; ++pair) {
    if (pair * inverse / 65536 != pair / static_cast<std::uint32_t>(faces)) return false;
  }
  return true;
}

void play_steps_one_by_one(const LaneRules& rules, LaneState& state, LaneEvents& events) {
  events.num_arrived = events.num_rejected = events.num_again = 0;
  for (std::size_t step = 0; step < snakes_steps; ++step) {
    for (std::size_t generator = 0; generator < snakes_lanes / 8; ++generator) {
      const Rolls rolls = rules.roll == RollKind::fair_pair ? fair_pairs(rules, next_random(state, generator))
                                                            : by_thresholds(rules, state, generator);
      for (std::size_t i = 0; i < 8; ++i) {
        const std::size_t piece = generator * 8 + i;
        const auto event = static_cast<LaneEvent>(step * snakes_lanes + piece);
        std::uint8_t& tile = state.tile[piece];
        const int raw = tile + rolls.total[i];
        tile = rules.destination[rules.stay && raw > rules.last_tile ? tile : static_cast<std::size_t>(raw)];
        if (rolls.rejected[i]) events.rejected[events.num_rejected++] = event;
        if (tile == rules.last_tile) {
          events.arrived[events.num_arrived++] = event;
          tile = 0;
        } else if (rules.again_total > 0 && rolls.total[i] == rules.again_total) {
          events.again[events.num_again++] = event;
        }
      }
    }
  }
}

}  // namespace aleator
