#include "core/games/snakes_and_ladders/lanes_kernel.hpp"

// Vectors of these targets have no size, and so cannot be elements of an array; the machines fall back to NEON.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/games/snakes_and_ladders/lanes_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace aleator {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

void PlaySteps(const LaneRules& rules, LaneState& state, LaneEvents& events) {
  play_steps_one_by_one(rules, state, events);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::CappedTag<std::uint8_t, snakes_lanes>;
using Words = hn::Repartition<std::uint16_t, Bytes>;
using Longs = hn::Repartition<std::uint32_t, Bytes>;
using Quads = hn::Repartition<std::uint64_t, Bytes>;
using ByteVector = hn::Vec<Bytes>;
constexpr Bytes bytes;
constexpr Words words;
constexpr Longs longs;
constexpr Quads quads;
constexpr std::size_t width = hn::MaxLanes(bytes);
constexpr std::size_t vectors = snakes_lanes / width;

/// The generators of one vector of pieces, in registers.
struct Random {
  using V = hn::Vec<Quads>;
  V s0, s1, s2, s3;

  HWY_INLINE void Load(const LaneState& state, std::size_t vector) {
    const std::size_t at = vector * hn::MaxLanes(quads);
    s0 = hn::Load(quads, state.random[0].data() + at);
    s1 = hn::Load(quads, state.random[1].data() + at);
    s2 = hn::Load(quads, state.random[2].data() + at);
    s3 = hn::Load(quads, state.random[3].data() + at);
  }
  HWY_INLINE void Store(LaneState& state, std::size_t vector) const {
    const std::size_t at = vector * hn::MaxLanes(quads);
    hn::Store(s0, quads, state.random[0].data() + at);
    hn::Store(s1, quads, state.random[1].data() + at);
    hn::Store(s2, quads, state.random[2].data() + at);
    hn::Store(s3, quads, state.random[3].data() + at);
  }
  HWY_INLINE V Next() {
    const V sum = hn::Add(s0, s3);
    const V result = hn::Add(hn::Or(hn::ShiftLeft<23>(sum), hn::ShiftRight<41>(sum)), s0);
    const V t = hn::ShiftLeft<17>(s1);
    s2 = hn::Xor(s2, s0);
    s3 = hn::Xor(s3, s1);
    s1 = hn::Xor(s1, s2);
    s0 = hn::Xor(s0, s3);
    s2 = hn::Xor(s2, t);
    s3 = hn::Or(hn::ShiftLeft<45>(s3), hn::ShiftRight<19>(s3));
    return result;
  }
};

struct Roll {
  ByteVector total;     // 0 where rejected
  ByteVector rejected;  // 0 or 255
};

/// floor(word faces^2 / 2^16) is uniform where the rest of the product is not below 2^16 mod faces^2.
class FairPair {
 public:
  static constexpr bool rejects = true;

  explicit FairPair(const LaneRules& rules)
      : pairs_(hn::Set(words, static_cast<std::uint16_t>(rules.faces * rules.faces))),
        unfair_(hn::Set(words, static_cast<std::uint16_t>(65536 % (rules.faces * rules.faces)))),
        inverse_(hn::Set(words, static_cast<std::uint16_t>((65536 + rules.faces - 1) / rules.faces))),
        apart_(hn::Set(words, static_cast<std::uint16_t>(256 * rules.faces - 1))) {}

  HWY_INLINE Roll Next(Random& random) const {
    const auto word = hn::BitCast(words, random.Next());
    const auto pair = hn::MulHigh(word, pairs_);
    const auto first = hn::MulHigh(pair, inverse_);
    // (pair - faces first) 2^8 + first, and 1 to each
    const auto dice = hn::Add(hn::Sub(hn::ShiftLeft<8>(pair), hn::Mul(first, apart_)), hn::Set(words, 0x0101));
    const auto rejected = hn::VecFromMask(words, hn::Lt(hn::Mul(word, pairs_), unfair_));
    return {hn::BitCast(bytes, hn::AndNot(rejected, dice)), hn::BitCast(bytes, rejected)};
  }

 private:
  hn::Vec<Words> pairs_;
  hn::Vec<Words> unfair_;
  hn::Vec<Words> inverse_;
  hn::Vec<Words> apart_;
};

/// Piece 4 i + k takes its roll from the i-th 32-bit number of the k-th draw.
class Thresholds {
 public:
  static constexpr bool rejects = false;

  explicit Thresholds(const LaneRules& rules) : rules_(rules) {}

  HWY_INLINE Roll Next(Random& random) const {
    auto total = hn::Zero(longs);
    for (int k = 0; k < 4; ++k) {
      const auto word = hn::BitCast(longs, random.Next());
      auto passed = hn::Set(longs, static_cast<std::uint32_t>(rules_.largest_total()));
      for (const std::uint32_t threshold : rules_.threshold) {
        passed = hn::Add(passed, hn::VecFromMask(longs, hn::Gt(hn::Set(longs, threshold), word)));
      }
      total = hn::Or(hn::ShiftRight<8>(total), hn::ShiftLeft<24>(passed));
    }
    return {hn::BitCast(bytes, total), hn::Zero(bytes)};
  }

 private:
  const LaneRules& rules_;
};

#if HWY_TARGET == HWY_AVX3_DL

/// destination[tile], by shuffles that take one of the 128 bytes of two registers.
class Destinations {
 public:
  explicit Destinations(const LaneRules& rules) : reaches_above_(rules.last_tile - 1 + rules.largest_total() >= 128) {
    for (std::size_t i = 0; i < 4; ++i) table_[i] = hn::LoadU(bytes, rules.destination.data() + 64 * i);
  }

  HWY_INLINE ByteVector operator()(ByteVector raw) const {
    const __m512i below = _mm512_permutex2var_epi8(table_[0].raw, raw.raw, table_[1].raw);
    if (!reaches_above_) return ByteVector{below};
    const __m512i above = _mm512_permutex2var_epi8(table_[2].raw, raw.raw, table_[3].raw);
    return ByteVector{_mm512_mask_blend_epi8(_mm512_movepi8_mask(raw.raw), below, above)};
  }

 private:
  bool reaches_above_;
  ByteVector table_[4];
};

#else

/// destination[tile] for tiles below 16 times the number of tables. A byte shuffle takes the low four bits of an index
/// below 128 and gives 0 above; as tables are subtracted away from the index, those up to the right one answer, and
/// each holds the difference to the one before.
class Destinations {
 public:
  explicit Destinations(const LaneRules& rules) {
    const std::size_t reach = rules.last_tile - 1 + rules.largest_total();
    low_tables_ = static_cast<int>(std::min<std::size_t>(reach / 16 + 1, 8));
    high_tables_ = reach < 128 ? 0 : static_cast<int>(reach / 16 + 1) - 8;
    for (std::size_t i = 0; i < 256; ++i) {
      const std::uint8_t before = i % 128 < 16 ? 0 : rules.destination[i - 16];
      for (std::size_t copy = 0; copy < width / 16; ++copy) {
        difference_[i / 16][copy * 16 + i % 16] = static_cast<std::uint8_t>(rules.destination[i] ^ before);
      }
    }
  }

  HWY_INLINE ByteVector operator()(ByteVector raw) const {
    ByteVector found = Look(raw, 0, low_tables_);
    if (high_tables_ == 0) return found;
    const ByteVector above = Look(hn::Sub(raw, hn::Set(bytes, 128)), 8, high_tables_);
    return hn::IfThenElse(hn::Gt(raw, hn::Set(bytes, 127)), above, found);
  }

 private:
  HWY_INLINE ByteVector Look(ByteVector index, int first, int tables) const {
    ByteVector found = hn::Zero(bytes);
    for (int i = 0; i < tables; ++i) {
      found = hn::Xor(found, hn::TableLookupBytesOr0(hn::Load(bytes, difference_[first + i].data()), Within(index)));
      index = hn::Sub(index, hn::Set(bytes, 16));
    }
    return found;
  }

  /// What the shuffle of x86 does by itself: of indices below 128 it reads the low four bits.
  static HWY_INLINE ByteVector Within(ByteVector index) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
    return index;
#else
    return hn::And(index, hn::Set(bytes, 0x8F));
#endif
  }

  int low_tables_ = 1;
  int high_tables_ = 0;
  alignas(64) std::array<std::array<std::uint8_t, width>, 16> difference_{};
};

#endif

/// One bit a piece.
using StepBits = std::array<std::uint64_t, snakes_lanes / 64>;

struct AllBits {
  std::array<StepBits, snakes_steps> arrived;
  std::array<StepBits, snakes_steps> rejected;
  std::array<StepBits, snakes_steps> again;
};

HWY_INLINE void StoreBits(hn::Mask<Bytes> mask, StepBits& bits, std::size_t vector) {
  hn::StoreMaskBits(bytes, mask, reinterpret_cast<std::uint8_t*>(bits.data()) + vector * (width / 8));
}

/// The pieces of one vector.
template <class Dice, bool stay, bool again>
struct Pieces {
  std::size_t vector;
  Random random;
  ByteVector tile;

  HWY_INLINE void Load(const LaneState& state, std::size_t which) {
    vector = which;
    random.Load(state, which);
    tile = hn::Load(bytes, state.tile.data() + which * width);
  }
  HWY_INLINE void Store(LaneState& state) const {
    random.Store(state, vector);
    hn::Store(tile, bytes, state.tile.data() + vector * width);
  }
  HWY_INLINE void Step(const LaneRules& rules, const Dice& dice, const Destinations& destinations, std::size_t step,
                       AllBits& bits) {
    const ByteVector last = hn::Set(bytes, rules.last_tile);
    const Roll roll = dice.Next(random);
    ByteVector raw = hn::Add(tile, roll.total);
    if constexpr (stay) raw = hn::IfThenElse(hn::Gt(raw, last), tile, raw);
    tile = destinations(raw);
    const auto arrived = hn::Eq(tile, last);
    tile = hn::IfThenZeroElse(arrived, tile);
    StoreBits(arrived, bits.arrived[step], vector);
    if constexpr (Dice::rejects) StoreBits(hn::MaskFromVec(roll.rejected), bits.rejected[step], vector);
    if constexpr (again) {
      const auto top = hn::Eq(roll.total, hn::Set(bytes, rules.again_total));
      StoreBits(hn::AndNot(arrived, top), bits.again[step], vector);
    }
  }
};

/// Two vectors at a time: a step waits for its results, which another one can use.
template <class Dice, bool stay, bool again>
HWY_INLINE void PlayPairs(const LaneRules& rules, LaneState& state, AllBits& bits) {
  const Dice dice(rules);
  const Destinations destinations(rules);
  for (std::size_t vector = 0; vector < vectors; vector += 2) {
    Pieces<Dice, stay, again> first;
    Pieces<Dice, stay, again> second;
    first.Load(state, vector);
    second.Load(state, vector + 1);
    for (std::size_t step = 0; step < snakes_steps; ++step) {
      first.Step(rules, dice, destinations, step, bits);
      second.Step(rules, dice, destinations, step, bits);
    }
    first.Store(state);
    second.Store(state);
  }
}

#if HWY_TARGET == HWY_AVX3_DL

/// Appends the pieces first + i where bit i is 1. @return the new length
HWY_INLINE std::size_t ListBits(std::uint64_t bits, std::size_t first, LaneEvent* list, std::size_t length) {
  alignas(64) static constexpr std::array<std::uint8_t, 64> numbers = [] {
    std::array<std::uint8_t, 64> all{};
    for (std::size_t i = 0; i < 64; ++i) all[i] = static_cast<std::uint8_t>(i);
    return all;
  }();
  const __m512i base = _mm512_set1_epi16(static_cast<short>(first));
  const __m512i pieces = _mm512_maskz_compress_epi8(bits, _mm512_load_si512(numbers.data()));
  const __m512i low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(pieces));
  _mm512_storeu_si512(list + length, _mm512_add_epi16(low, base));
  const std::size_t count = hwy::PopCount(bits);
  if (count > 32) {
    const __m512i high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(pieces, 1));
    _mm512_storeu_si512(list + length + 32, _mm512_add_epi16(high, base));
  }
  return length + count;
}

#else

/// As above. How many bits are 1 cannot be foretold, so nothing branches on it, as long as they are few.
HWY_INLINE std::size_t ListBits(std::uint64_t bits, std::size_t first, LaneEvent* list, std::size_t length) {
  constexpr std::size_t at_once = 4;
  std::size_t end = length;
  length += hwy::PopCount(bits);
  do {
    for (std::size_t i = 0; i < at_once; ++i, bits &= bits - 1) {
      const std::size_t piece = bits == 0 ? 0 : hwy::Num0BitsBelowLS1Bit_Nonzero64(bits);
      list[end++] = static_cast<LaneEvent>(first + piece);
    }
  } while (end < length);
  return length;
}

#endif

/// The bits that are 1, in the order of the steps. @return how many
/// @param rare  most steps have none
template <bool rare>
HWY_INLINE std::size_t ListAll(const std::array<StepBits, snakes_steps>& bits, LaneEventList& list) {
  std::size_t length = 0;
  for (std::size_t step = 0; step < snakes_steps; ++step) {
    for (std::size_t i = 0; i < bits[step].size(); ++i) {
      if (rare && bits[step][i] == 0) continue;
      length = ListBits(bits[step][i], step * snakes_lanes + 64 * i, list.data(), length);
    }
  }
  return length;
}

template <class Dice, bool stay, bool again>
void Play(const LaneRules& rules, LaneState& state, LaneEvents& events) {
  AllBits bits;
  PlayPairs<Dice, stay, again>(rules, state, bits);
  events.num_arrived = ListAll<false>(bits.arrived, events.arrived);
  events.num_rejected = Dice::rejects ? ListAll<true>(bits.rejected, events.rejected) : 0;
  events.num_again = again ? ListAll<false>(bits.again, events.again) : 0;
}

template <class Dice>
void PlayWith(const LaneRules& rules, LaneState& state, LaneEvents& events) {
  const bool again = rules.again_total > 0;
  if (rules.stay && again) return Play<Dice, true, true>(rules, state, events);
  if (rules.stay) return Play<Dice, true, false>(rules, state, events);
  if (again) return Play<Dice, false, true>(rules, state, events);
  return Play<Dice, false, false>(rules, state, events);
}

void PlaySteps(const LaneRules& rules, LaneState& state, LaneEvents& events) {
  if (rules.roll == RollKind::fair_pair) return PlayWith<FairPair>(rules, state, events);
  PlayWith<Thresholds>(rules, state, events);
}

#endif  // HWY_SCALAR

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace aleator
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace aleator {

HWY_EXPORT(PlaySteps);

void play_steps(const LaneRules& rules, LaneState& state, LaneEvents& events) {
  HWY_DYNAMIC_DISPATCH(PlaySteps)(rules, state, events);
}

}  // namespace aleator
#endif
