// The images of many boards of 2048, in vectors. Included once for each set of instructions.
#if defined(ALEATOR_G2048_CANONICAL_IMAGES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALEATOR_G2048_CANONICAL_IMAGES_INL
#undef ALEATOR_G2048_CANONICAL_IMAGES_INL
#else
#define ALEATOR_G2048_CANONICAL_IMAGES_INL
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/games/g2048/symmetry.hpp"

HWY_BEFORE_NAMESPACE();
namespace aleator::g2048 {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::ScalableTag<std::uint64_t> quads;
constexpr hn::Repartition<std::uint8_t, decltype(quads)> bytes;
constexpr hn::RebindToSigned<decltype(quads)> signed_quads;
constexpr std::size_t width = hn::MaxLanes(quads);
using V = hn::Vec<decltype(quads)>;
constexpr std::uint64_t low_cells = 0x0f0f'0f0f'0f0f'0f0f;  // of each byte

// Makers of images call use(image...) with all of them, by symmetry.

using ByteOrder = std::array<std::uint8_t, 16>;  // of each half of 128 bits; from 128 on: a 0

HWY_INLINE V Shuffled(V board, const ByteOrder& order) {
  return hn::BitCast(quads, hn::TableLookupBytesOr0(hn::BitCast(bytes, board), hn::LoadDup128(bytes, order.data())));
}

HWY_INLINE V RowsReversed(V board) {
  return Shuffled(board, {6, 7, 4, 5, 2, 3, 0, 1, 14, 15, 12, 13, 10, 11, 8, 9});
}
HWY_INLINE V BytesReversed(V board) {
  return Shuffled(board, {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8});
}
HWY_INLINE V RowsBytesReversed(V board) {
  return Shuffled(board, {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14});
}

#if HWY_TARGET == HWY_AVX3_DL

/// Any permutation of cells: of each byte's two cells, the high one is taken from one byte of the board, which may
/// start at any of its cells, and the low one from another.
class Permutation {
 public:
  Permutation() = default;
  /// @param sources  cell i, counted from the lowest bits, is the one of the board that comes to its place
  explicit Permutation(Board sources) {
    const PairStarts starts = pair_starts(sources);
    high_ = hn::Set(quads, starts.high);
    low_ = hn::Set(quads, starts.low);
  }

  HWY_INLINE V operator()(V board) const {
    const __m512i high = _mm512_multishift_epi64_epi8(high_.raw, board.raw);
    const __m512i low = _mm512_multishift_epi64_epi8(low_.raw, board.raw);
    return V{_mm512_ternarylogic_epi64(low, high, _mm512_set1_epi8(0x0F), 0xE4)};  // the last one selects
  }

 private:
  V high_;
  V low_;
};

HWY_INLINE V Transposed(V board) {
  return Permutation(transposed_4x4(0xfedc'ba98'7654'3210))(board);
}

class AnyShape {
 public:
  explicit AnyShape(const Symmetries<Board>& symmetries) {
    // The highest cell of a smaller board is always empty.
    const Board used = ~Board{0} >> (64 - 4 * symmetries.shape().cells());
    for (Symmetry s = 0; s < num_symmetries(symmetries.shape()); ++s) {
      permutation_[s] = Permutation(symmetries.image(0xfedc'ba98'7654'3210 & used, s) | ~used);
    }
  }

 protected:
  std::array<Permutation, 8> permutation_;  // by symmetry
};

class AnyRectangle : public AnyShape {
 public:
  using AnyShape::AnyShape;

  template <class Use>
  HWY_INLINE void operator()(V board, Use use) const {
    use(board, permutation_[1](board), permutation_[2](board), permutation_[3](board));
  }
};

class AnySquare : public AnyShape {
 public:
  using AnyShape::AnyShape;

  template <class Use>
  HWY_INLINE void operator()(V board, Use use) const {
    use(board, permutation_[1](board), permutation_[2](board), permutation_[3](board), permutation_[4](board),
        permutation_[5](board), permutation_[6](board), permutation_[7](board));
  }
};

#else

/// For each byte of a transposed board the one from which its low (0) or high (1) cell comes, where that is a low (0)
/// or a high (1) cell there; elsewhere nothing.
constexpr ByteOrder transposing(int to_high, int from_high) {
  ByteOrder order{};
  for (int byte = 0; byte < 16; ++byte) {
    const int cell = 2 * (byte % 8) + to_high;
    const int source = cell % 4 * 4 + cell / 4;
    order[byte] = source % 2 == from_high ? static_cast<std::uint8_t>(byte / 8 * 8 + source / 2) : 0x80;
  }
  return order;
}

HWY_INLINE V Transposed(V board) {
  alignas(16) static constexpr std::array<ByteOrder, 4> order{transposing(0, 0), transposing(1, 0), transposing(1, 1),
                                                              transposing(0, 1)};
  const V mask = hn::Set(quads, low_cells);
  const V low = hn::And(board, mask);
  const V high = hn::AndNot(mask, board);
  return hn::Or(hn::Or(Shuffled(low, order[0]), Shuffled(hn::ShiftLeft<4>(low), order[1])),
                hn::Or(Shuffled(high, order[2]), Shuffled(hn::ShiftRight<4>(high), order[3])));
}

HWY_INLINE V Permuted(const CellPermutation<Board>& permutation, V board) {
  V image = hn::Zero(quads);
  for (const auto& step : permutation.steps()) {
    const V cells = hn::And(board, hn::Set(quads, step.mask));
    image =
        hn::Or(image, hn::Or(hn::ShiftLeftSame(cells, step.distance), hn::ShiftRightSame(cells, 64 - step.distance)));
  }
  return image;
}

class AnyShape {
 public:
  explicit AnyShape(const Symmetries<Board>& symmetries) : symmetries_(symmetries) {}

 protected:
  HWY_INLINE V Transpose(V board) const { return Permuted(symmetries_.transposed(), board); }
  HWY_INLINE V ReverseRows(V board) const { return Permuted(symmetries_.rows_reversed(), board); }
  HWY_INLINE V ReverseCols(V board) const { return Permuted(symmetries_.cols_reversed(), board); }

 private:
  const Symmetries<Board>& symmetries_;
};

class AnyRectangle : public AnyShape {
 public:
  using AnyShape::AnyShape;

  template <class Use>
  HWY_INLINE void operator()(V board, Use use) const {
    const V reversed = ReverseCols(board);
    use(board, reversed, ReverseRows(board), ReverseRows(reversed));
  }
};

class AnySquare : public AnyShape {
 public:
  using AnyShape::AnyShape;

  template <class Use>
  HWY_INLINE void operator()(V board, Use use) const {
    const V transposed = Transpose(board);
    const V reversed = ReverseCols(board);
    const V transposed_reversed = ReverseCols(transposed);
    use(board, reversed, ReverseRows(board), ReverseRows(reversed), transposed, transposed_reversed,
        ReverseRows(transposed), ReverseRows(transposed_reversed));
  }
};

#endif

/// With the two cells of each byte exchanged.
HWY_INLINE V PairsReversed(V board) {
  const V mask = hn::Set(quads, low_cells);
#if HWY_TARGET <= HWY_AVX3
  return hn::IfVecThenElse(mask, hn::ShiftRight<4>(board), hn::ShiftLeft<4>(board));
#else
  return hn::Or(hn::ShiftLeft<4>(hn::And(board, mask)), hn::ShiftRight<4>(hn::AndNot(mask, board)));
#endif
}

class Square {
 public:
  template <class Use>
  HWY_INLINE void operator()(V board, Use use) const {
    const V transposed = Transposed(board);
    const V pairs = PairsReversed(board);
    const V transposed_pairs = PairsReversed(transposed);
    use(board, RowsBytesReversed(pairs), RowsReversed(board), BytesReversed(pairs), transposed,
        RowsBytesReversed(transposed_pairs), RowsReversed(transposed), BytesReversed(transposed_pairs));
  }
};

#endif  // HWY_SCALAR

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace aleator::g2048
HWY_AFTER_NAMESPACE();

#endif
