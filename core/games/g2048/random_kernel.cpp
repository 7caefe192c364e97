#include "core/games/g2048/random_kernel.hpp"

#include "core/games/g2048/permutation.hpp"

// Vectors of these targets have no size, and so cannot be elements of an array; the machines fall back to NEON.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/games/g2048/random_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace aleator::g2048 {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

void PlayRandomSteps(std::uint64_t fours, RandomLanes& lanes, EndedGames& ended) {
  play_random_steps_one_by_one(fours, lanes, ended);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using Quads = hn::CappedTag<std::uint64_t, random_lanes>;
constexpr Quads quads;
constexpr hn::RebindToSigned<Quads> signed_quads;
constexpr hn::Repartition<std::uint32_t, Quads> longs;
constexpr hn::Repartition<std::uint16_t, Quads> words;
constexpr hn::Repartition<std::uint8_t, Quads> bytes;
constexpr std::size_t width = hn::MaxLanes(quads);
constexpr std::size_t vectors = random_lanes / width;
using V = hn::Vec<Quads>;
using Rows = hn::Vec<decltype(words)>;
using Mask = hn::Mask<Quads>;
using RowMask = hn::Mask<decltype(words)>;

#if HWY_TARGET <= HWY_AVX3

/// Whether all of the bits are 0.
HWY_INLINE Mask HasNone(V v, std::uint64_t bits) {
  return Mask{_mm512_testn_epi64_mask(v.raw, hn::Set(quads, bits).raw)};
}
HWY_INLINE RowMask HasNone(Rows rows, std::uint16_t bits) {
  return RowMask{_mm512_testn_epi16_mask(rows.raw, hn::Set(words, bits).raw)};
}

/// The bits of cells that are 0 in both.
HWY_INLINE V InNeither(V a, V b, V cells) {
  return V{_mm512_ternarylogic_epi64(a.raw, b.raw, cells.raw, 0x02)};
}

/// Where asked for, bits that are not kept become those of the other one.
HWY_INLINE Rows Replaced(RowMask where, Rows rows, std::uint16_t kept, Rows other) {
  const __m512i kept_bits = hn::Set(words, kept).raw;
  const __m512i replaced = _mm512_ternarylogic_epi64(rows.raw, other.raw, kept_bits, 0xE4);  // the last one selects
  return Rows{_mm512_mask_mov_epi16(rows.raw, where.raw, replaced)};
}

#else

HWY_INLINE Mask HasNone(V v, std::uint64_t bits) {
  return hn::Eq(hn::And(v, hn::Set(quads, bits)), hn::Zero(quads));
}
HWY_INLINE RowMask HasNone(Rows rows, std::uint16_t bits) {
  return hn::Eq(hn::And(rows, hn::Set(words, bits)), hn::Zero(words));
}
HWY_INLINE V InNeither(V a, V b, V cells) {
  return hn::AndNot(hn::Or(a, b), cells);
}
HWY_INLINE Rows Replaced(RowMask where, Rows rows, std::uint16_t kept, Rows other) {
  const Rows kept_bits = hn::Set(words, kept);
  return hn::IfThenElse(where, hn::Or(hn::And(kept_bits, rows), hn::AndNot(kept_bits, other)), rows);
}

#endif

/// Numbers below 2^63.
HWY_INLINE Mask Below(V a, V b) {
  return hn::RebindMask(quads, hn::Lt(hn::BitCast(signed_quads, a), hn::BitCast(signed_quads, b)));
}

struct Random {
  V s0, s1, s2, s3;

  HWY_INLINE V Next() {
    const V sum = hn::Add(s0, s3);
    const V result = hn::Add(hn::RotateRight<41>(sum), s0);
    const V t = hn::ShiftLeft<17>(s1);
    s2 = hn::Xor(s2, s0);
    s3 = hn::Xor(s3, s1);
    s1 = hn::Xor(s1, s2);
    s0 = hn::Xor(s0, s3);
    s2 = hn::Xor(s2, t);
    s3 = hn::RotateRight<19>(s3);
    return result;
  }
  /// Other lanes' generators stay as they are.
  HWY_INLINE V NextWhere(Mask where) {
    const Random before = *this;
    const V result = Next();
    s0 = hn::IfThenElse(where, s0, before.s0);
    s1 = hn::IfThenElse(where, s1, before.s1);
    s2 = hn::IfThenElse(where, s2, before.s2);
    s3 = hn::IfThenElse(where, s3, before.s3);
    return result;
  }
};

// ---- turns

#if HWY_TARGET == HWY_AVX3_DL

/// One of four images. As in canonical boards, each byte takes its cells from two places of the board.
class Turn {
 public:
  Turn() {
    constexpr Board cells = 0xfedc'ba98'7654'3210;
    constexpr std::array<Board, 4> sources{cells, cols_reversed_4x4(cells), transposed_4x4(cells),
                                           cols_reversed_4x4(transposed_4x4(cells))};
    alignas(64) std::array<std::array<std::uint8_t, 8>, 8> low;
    alignas(64) std::array<std::array<std::uint8_t, 8>, 8> high;
    for (std::size_t turn = 0; turn < 8; ++turn) {
      for (std::size_t byte = 0; byte < 8; ++byte) {
        const std::uint64_t pair = sources[turn % 4] >> (8 * byte) & 0xFF;
        low[turn][byte] = static_cast<std::uint8_t>(4 * (pair & 15));
        high[turn][byte] = static_cast<std::uint8_t>((4 * (pair >> 4) + 60) % 64);
      }
    }
    low_ = _mm512_load_si512(low.data());
    high_ = _mm512_load_si512(high.data());
  }

  HWY_INLINE V operator()(V board, V word) const {
    const __m512i turn = _mm512_srli_epi64(word.raw, 32);  // its low three bits count
    const __m512i low = _mm512_multishift_epi64_epi8(_mm512_permutexvar_epi64(turn, low_), board.raw);
    const __m512i high = _mm512_multishift_epi64_epi8(_mm512_permutexvar_epi64(turn, high_), board.raw);
    return V{_mm512_ternarylogic_epi64(low, high, _mm512_set1_epi8(0x0F), 0xE4)};  // the last one selects
  }

 private:
  __m512i low_;
  __m512i high_;
};

#else

struct Turn {
  HWY_INLINE V operator()(V board, V word) const {
    const V in_pairs = hn::And(hn::Xor(board, hn::ShiftRight<12>(board)), hn::Set(quads, 0x0000'f0f0'0000'f0f0));
    V transposed = hn::Xor(board, hn::Xor(in_pairs, hn::ShiftLeft<12>(in_pairs)));
    const V of_pairs = hn::And(hn::Xor(transposed, hn::ShiftRight<24>(transposed)), hn::Set(quads, 0xff00'ff00));
    transposed = hn::Xor(transposed, hn::Xor(of_pairs, hn::ShiftLeft<24>(of_pairs)));
    board = hn::IfThenElse(hn::TestBit(word, hn::Set(quads, std::uint64_t{1} << 33)), transposed, board);
    const V low = hn::Set(quads, 0x0f0f'0f0f'0f0f'0f0f);
    const Rows swapped =
        hn::BitCast(words, hn::Or(hn::And(hn::ShiftRight<4>(board), low), hn::ShiftLeft<4>(hn::And(board, low))));
    const V reversed = hn::BitCast(quads, hn::Or(hn::ShiftLeft<8>(swapped), hn::ShiftRight<8>(swapped)));
    return hn::IfThenElse(hn::TestBit(word, hn::Set(quads, std::uint64_t{1} << 32)), reversed, board);
  }
};

#endif

// ---- moves and spawns

/// Empties a cell of each row by moving up those after it, if it is empty. @param before  the cells before it
HWY_INLINE Rows Closed(Rows rows, std::uint16_t cell, std::uint16_t before) {
  return Replaced(HasNone(rows, cell), rows, before, hn::ShiftLeft<4>(rows));
}

/// Makes a cell of each row and the next one into one, and closes up, if they are equal tiles.
/// @param lowest  bit of the cell
HWY_INLINE Rows Merged(Rows rows, std::uint16_t cell, std::uint16_t before, std::uint16_t lowest) {
  const Rows raised = hn::ShiftLeft<4>(rows);
  const RowMask merges = hn::AndNot(HasNone(rows, cell), HasNone(hn::Xor(rows, raised), cell));
  const Rows closed = before == 0 ? raised : Replaced(merges, rows, before, raised);
  return hn::IfThenElse(merges, hn::Add(closed, hn::Set(words, lowest)), rows);
}

HWY_INLINE V MovedLeft(V board) {
  Rows rows = hn::BitCast(words, board);
  rows = Closed(rows, 0x00F0, 0xFF00);
  rows = Closed(rows, 0x0F00, 0xF000);
  rows = hn::IfThenElse(HasNone(rows, 0xF000), hn::ShiftLeft<4>(rows), rows);
  rows = Merged(rows, 0xF000, 0, 0x1000);
  rows = Merged(rows, 0x0F00, 0xF000, 0x0100);
  rows = Merged(rows, 0x00F0, 0xFF00, 0x0010);
  return hn::BitCast(quads, rows);
}

/// Those of the cells, given by their lowest bits, that are empty.
HWY_INLINE V Empty(V board, V cells) {
  const V pairs = hn::Or(board, hn::ShiftRight<1>(board));
  return InNeither(pairs, hn::ShiftRight<2>(pairs), cells);
}

/// Lanes that are full and without equal neighbours. The boards have no empty cell: above the first row and left of
/// the first column 0 is shifted in, which is no neighbour's equal.
HWY_INLINE Mask IsStuck(V board) {
  const V ones = hn::Set(quads, 0x1111'1111'1111'1111);
  const V left = hn::Xor(board, hn::BitCast(quads, hn::ShiftRight<4>(hn::BitCast(words, board))));
  const V above = hn::Xor(board, hn::ShiftRight<16>(board));
  // A borrow goes into a cell's highest bit only from a cell that is 0, or across one.
  const V zeros = hn::Or(hn::AndNot(left, hn::Sub(left, ones)), hn::AndNot(above, hn::Sub(above, ones)));
  return HasNone(zeros, 0x8888'8888'8888'8888);
}

/// Games of one vector.
struct Games {
  V board;
  V fours;
  Random random;

  HWY_INLINE void Load(const RandomLanes& lanes, std::size_t at) {
    board = hn::Load(quads, lanes.board.data() + at);
    fours = hn::Load(quads, lanes.fours.data() + at);
    random = {hn::Load(quads, lanes.random[0].data() + at), hn::Load(quads, lanes.random[1].data() + at),
              hn::Load(quads, lanes.random[2].data() + at), hn::Load(quads, lanes.random[3].data() + at)};
  }
  HWY_INLINE void Store(RandomLanes& lanes, std::size_t at) const {
    hn::Store(board, quads, lanes.board.data() + at);
    hn::Store(fours, quads, lanes.fours.data() + at);
    hn::Store(random.s0, quads, lanes.random[0].data() + at);
    hn::Store(random.s1, quads, lanes.random[1].data() + at);
    hn::Store(random.s2, quads, lanes.random[2].data() + at);
    hn::Store(random.s3, quads, lanes.random[3].data() + at);
  }

  /// Products of 32-bit numbers and the numbers of empty cells: the drawn cell is in the upper 32 bits. Seldom is the
  /// lower half so low that the number must be drawn again, and less often still is that so after a closer look.
  HWY_INLINE V DrawCell(V word, V num_empty, Mask where) {
    V product = hn::MulEven(hn::BitCast(longs, word), hn::BitCast(longs, num_empty));
    const Mask suspect = hn::And(where, HasNone(product, 0xffff'ffff - (most_cells - 1)));
    if (HWY_UNLIKELY(!hn::AllFalse(quads, suspect))) {
      Random copy = random;  // so that the generators themselves stay in registers
      product = DrawAgain(product, num_empty, where, copy);
      random = copy;
    }
    return hn::ShiftRight<32>(product);
  }
  static HWY_NOINLINE V DrawAgain(V product, V num_empty, Mask where, Random& random) {
    // 2^32 mod n by n
    alignas(16) static constexpr std::array<std::uint8_t, 16> unfair{0, 0, 0, 1, 0, 1, 4, 4, 0, 4, 6, 4, 4, 9, 4, 1};
    const V limit =
        hn::BitCast(quads, hn::TableLookupBytes(hn::LoadDup128(bytes, unfair.data()),
                                                hn::BitCast(bytes, hn::And(num_empty, hn::Set(quads, 15)))));
    while (true) {
      const Mask again = hn::And(where, Below(hn::And(product, hn::Set(quads, 0xffff'ffff)), limit));
      if (hn::AllFalse(quads, again)) return product;
      const V word = random.NextWhere(again);
      product = hn::IfThenElse(again, hn::MulEven(hn::BitCast(longs, word), hn::BitCast(longs, num_empty)), product);
    }
  }

  /// A tile in the lanes `where`, which have an empty cell. @return the number of empty cells before
  HWY_INLINE V Spawn(V word, V threshold, Mask where) {
    const V empty = Empty(board, hn::Set(quads, 0x1111'1111'1111'1111));
    const V num_empty = hn::PopulationCount(empty);
    const V number = DrawCell(word, num_empty, where);
    const V number_in_half = hn::MulEven(hn::BitCast(longs, number), hn::Set(longs, 0x1111'1111));
    const V number_in_cells = hn::BitCast(quads, hn::DupEven(hn::BitCast(longs, number_in_half)));
    const V empty_below = hn::Mul(empty, hn::Set(quads, 0x1111'1111'1111'1110));
    const V cell = hn::IfThenElseZero(where, Empty(hn::Xor(empty_below, number_in_cells), empty));
    const Mask is_four = hn::And(where, Below(hn::ShiftRight<64 - four_bits>(word), threshold));
    board = hn::Add(board, cell);
    board = hn::IfThenElse(is_four, hn::Add(board, cell), board);
    fours = hn::IfThenElse(is_four, hn::Add(fours, hn::Set(quads, 1)), fours);
    return num_empty;
  }

  static HWY_NOINLINE void EndAndStart(Games& games, Mask over, V threshold, std::size_t at, EndedGames& ended) {
    hn::CompressStore(games.board, over, quads, ended.board.data() + ended.count);
    hn::CompressStore(games.fours, over, quads, ended.fours.data() + ended.count);
    ended.count += hn::CompressStore(hn::Iota(quads, at), over, quads, ended.lane.data() + ended.count);
    games.board = hn::IfThenZeroElse(over, games.board);
    games.fours = hn::IfThenZeroElse(over, games.fours);
    for (int tile = 0; tile < 2; ++tile) games.Spawn(games.random.NextWhere(over), threshold, over);
  }

  HWY_INLINE void Step(const Turn& turn, V threshold, std::size_t at, EndedGames& ended) {
    const V word = random.Next();
    const V image = turn(board, word);
    board = MovedLeft(image);
    const Mask legal = hn::Ne(board, image);
    const V num_empty = Spawn(word, threshold, legal);
    const Mask filled = hn::And(legal, hn::Eq(num_empty, hn::Set(quads, 1)));
    const Mask over = hn::And(filled, IsStuck(board));
    if (HWY_UNLIKELY(!hn::AllFalse(quads, over))) {
      Games copy = *this;
      EndAndStart(copy, over, threshold, at, ended);
      *this = copy;
    }
  }
};

/// Two vectors at a time: a step waits for its results, which another one can use.
void PlayRandomSteps(std::uint64_t fours, RandomLanes& lanes, EndedGames& ended) {
  const Turn turn;
  const V threshold = hn::Set(quads, fours);
  ended.count = 0;
  for (std::size_t at = 0; at < random_lanes; at += 2 * width) {
    Games first;
    Games second;
    first.Load(lanes, at);
    second.Load(lanes, at + width);
    for (std::size_t step = 0; step < random_steps; ++step) {
      first.Step(turn, threshold, at, ended);
      second.Step(turn, threshold, at + width, ended);
    }
    first.Store(lanes, at);
    second.Store(lanes, at + width);
  }
}

#endif  // HWY_SCALAR

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace aleator::g2048
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace aleator::g2048 {

HWY_EXPORT(PlayRandomSteps);

void play_random_steps(std::uint64_t fours, RandomLanes& lanes, EndedGames& ended) {
  HWY_DYNAMIC_DISPATCH(PlayRandomSteps)(fours, lanes, ended);
}

}  // namespace aleator::g2048
#endif
