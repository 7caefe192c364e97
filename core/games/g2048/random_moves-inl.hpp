// Moves of many boards of 2048, in vectors. Included once for each set of instructions.
#if defined(ALEATOR_G2048_RANDOM_MOVES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALEATOR_G2048_RANDOM_MOVES_INL
#undef ALEATOR_G2048_RANDOM_MOVES_INL
#else
#define ALEATOR_G2048_RANDOM_MOVES_INL
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/games/g2048/permutation.hpp"
#include "core/games/g2048/random_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace aleator::g2048 {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

namespace hn = hwy::HWY_NAMESPACE;

using Quads = hn::CappedTag<std::uint64_t, random_lanes>;
constexpr Quads quads;
constexpr hn::RebindToSigned<Quads> signed_quads;
constexpr hn::Repartition<std::uint32_t, Quads> longs;
constexpr hn::Repartition<std::uint16_t, Quads> words;
constexpr hn::Repartition<std::uint8_t, Quads> bytes;
constexpr std::size_t width = hn::MaxLanes(quads);
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

// ---- turns

#if HWY_TARGET == HWY_AVX3_DL

/// One of four images. As in canonical boards, each byte takes its cells from two places of the board.
class Turn {
 public:
  Turn() {
    constexpr Board cells = 0xfedc'ba98'7654'3210;
    constexpr std::array<Board, 4> sources{cells, cols_reversed_4x4(cells), transposed_4x4(cells),
                                           cols_reversed_4x4(transposed_4x4(cells))};
    alignas(64) std::array<std::uint64_t, 8> low;
    alignas(64) std::array<std::uint64_t, 8> high;
    for (std::size_t turn = 0; turn < 8; ++turn) {
      const PairStarts starts = pair_starts(sources[turn % 4]);
      low[turn] = starts.low;
      high[turn] = starts.high;
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

#endif  // HWY_SCALAR

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace aleator::g2048
HWY_AFTER_NAMESPACE();

#endif
