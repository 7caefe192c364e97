#include <algorithm>
#include <array>
#include <cstddef>

#include "core/games/g2048/symmetry.hpp"

// Vectors of these targets have no size, and so cannot be elements of an array; the machines fall back to NEON.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/games/g2048/canonical_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace aleator::g2048 {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

void CanonicalBoards(const Symmetries<Board>& symmetries, std::span<const Board> boards, Board* canonical,
                     Symmetry* symmetry) {
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const CanonicalForm<Board> form = symmetries.canonical_form(boards[i]);
    canonical[i] = form.board;
    if (symmetry != nullptr) symmetry[i] = form.symmetry;
  }
}

#else

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::ScalableTag<std::uint64_t> quads;
constexpr hn::Repartition<std::uint8_t, decltype(quads)> bytes;
constexpr hn::RebindToSigned<decltype(quads)> signed_quads;
constexpr std::size_t width = hn::MaxLanes(quads);
using V = hn::Vec<decltype(quads)>;

// Makers of images call use(image...) with all of them, by symmetry.

using ByteOrder = std::array<std::uint8_t, 16>;  // of each half of 128 bits; from 128 on: a 0

HWY_INLINE V Shuffled(V board, const ByteOrder& order) {
  return hn::BitCast(quads, hn::TableLookupBytesOr0(hn::BitCast(bytes, board), hn::LoadDup128(bytes, order.data())));
}

HWY_INLINE V RowsReversed(V board) {
  return Shuffled(board, {6, 7, 4, 5, 2, 3, 0, 1, 14, 15, 12, 13, 10, 11, 8, 9});
}

#if HWY_TARGET == HWY_AVX3_DL

/// Any permutation of cells: of each byte's two cells, the high one is taken from one byte of the board, which may
/// start at any of its cells, and the low one from another.
class Permutation {
 public:
  Permutation() = default;
  /// @param sources  cell i, counted from the lowest bits, is the one of the board that comes to its place
  explicit Permutation(Board sources) {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    for (int byte = 0; byte < 8; ++byte) {
      const std::uint64_t cells = sources >> (8 * byte) & 0xFF;
      low |= 4 * (cells & 15) << (8 * byte);
      high |= (4 * (cells >> 4) + 60) % 64 << (8 * byte);
    }
    high_ = hn::Set(quads, high);
    low_ = hn::Set(quads, low);
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

class Square {
 public:
  template <class Use>
  HWY_INLINE void operator()(V board, Use use) const {
    const V transposed = transposed_(board);
    const V reversed = cols_reversed_(board);
    const V transposed_reversed = cols_reversed_(transposed);
    use(board, reversed, RowsReversed(board), RowsReversed(reversed), transposed, transposed_reversed,
        RowsReversed(transposed), RowsReversed(transposed_reversed));
  }

 private:
  Permutation transposed_{transposed_4x4(0xfedc'ba98'7654'3210)};
  Permutation cols_reversed_{cols_reversed_4x4(0xfedc'ba98'7654'3210)};
};

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

/// The cells of each byte, alone and in the other's place.
struct Halves {
  V low, low_raised, high, high_lowered;

  explicit HWY_INLINE Halves(V board) {
    const V mask = hn::Set(quads, 0x0f0f'0f0f'0f0f'0f0f);
    low = hn::And(board, mask);
    low_raised = hn::ShiftLeft<4>(low);
    high = hn::AndNot(mask, board);
    high_lowered = hn::ShiftRight<4>(high);
  }
  HWY_INLINE V Exchanged() const { return hn::Or(low_raised, high_lowered); }
  HWY_INLINE V Transposed() const {
    alignas(16) static constexpr std::array<ByteOrder, 4> order{transposing(0, 0), transposing(1, 0), transposing(1, 1),
                                                                transposing(0, 1)};
    return hn::Or(hn::Or(Shuffled(low, order[0]), Shuffled(low_raised, order[1])),
                  hn::Or(Shuffled(high, order[2]), Shuffled(high_lowered, order[3])));
  }
};

HWY_INLINE V BytesReversed(V board) {
  return Shuffled(board, {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8});
}
HWY_INLINE V RowsBytesReversed(V board) {
  return Shuffled(board, {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14});
}

class Square {
 public:
  template <class Use>
  HWY_INLINE void operator()(V board, Use use) const {
    const Halves halves(board);
    const V transposed = halves.Transposed();
    const V exchanged = halves.Exchanged();
    const V transposed_exchanged = Halves(transposed).Exchanged();
    use(board, RowsBytesReversed(exchanged), RowsReversed(board), BytesReversed(exchanged), transposed,
        RowsBytesReversed(transposed_exchanged), RowsReversed(transposed), BytesReversed(transposed_exchanged));
  }
};

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

// ---- the smallest image

/// Targets that compare signed numbers only are given those in the same order.
#if HWY_TARGET <= HWY_AVX3
HWY_INLINE V Ordered(V image) {
  return image;
}
HWY_INLINE V Smaller(V a, V b) {
  return hn::Min(a, b);
}
#else
HWY_INLINE V Ordered(V image) {
  return hn::Xor(image, hn::Set(quads, std::uint64_t{1} << 63));
}
HWY_INLINE V Smaller(V a, V b) {
  return hn::BitCast(quads, hn::Min(hn::BitCast(signed_quads, a), hn::BitCast(signed_quads, b)));
}
#endif

template <class... Rest>
HWY_INLINE V Smallest(V first, Rest... rest) {
  V smallest = Ordered(first);
  ((smallest = Smaller(smallest, Ordered(rest))), ...);
  return Ordered(smallest);
}

/// The number of the first image that is the smallest, counted from `number`. @pre one is
template <class... Rest>
HWY_INLINE V LowestSymmetry(V smallest, std::uint64_t number, V first, Rest... rest) {
  const V symmetry = hn::Set(quads, number);
  if constexpr (sizeof...(rest) == 0) {
    return symmetry;
  } else {
    return hn::IfThenElse(hn::Eq(first, smallest), symmetry, LowestSymmetry(smallest, number + 1, rest...));
  }
}

/// @param symmetry  nullptr if not asked for
template <bool with_symmetry, class MakeImages>
HWY_INLINE void Canonise(const MakeImages& make_images, const Board* boards, Board* canonical, Symmetry* symmetry) {
  make_images(hn::LoadU(quads, boards), [=](auto... images) HWY_ATTR {
    const V smallest = Smallest(images...);
    hn::StoreU(smallest, quads, canonical);
    if constexpr (with_symmetry) {
      alignas(64) std::array<std::uint64_t, width> numbers;
      hn::Store(LowestSymmetry(smallest, 0, images...), quads, numbers.data());
      for (std::size_t i = 0; i < width; ++i) symmetry[i] = static_cast<Symmetry>(numbers[i]);
    }
  });
}

template <bool with_symmetry, class MakeImages>
void CanoniseAll(const MakeImages& make_images, std::span<const Board> boards, Board* canonical, Symmetry* symmetry) {
  const std::size_t whole = boards.size() / width * width;
  for (std::size_t i = 0; i < whole; i += width) {
    Canonise<with_symmetry>(make_images, boards.data() + i, canonical + i, with_symmetry ? symmetry + i : nullptr);
  }
  const std::size_t left = boards.size() - whole;
  if (left == 0) return;
  std::array<Board, width> last{};
  std::array<Symmetry, width> last_symmetry;
  std::copy_n(boards.data() + whole, left, last.data());
  Canonise<with_symmetry>(make_images, last.data(), last.data(), last_symmetry.data());
  std::copy_n(last.data(), left, canonical + whole);
  if constexpr (with_symmetry) std::copy_n(last_symmetry.data(), left, symmetry + whole);
}

template <class MakeImages>
void CanonicalBy(const MakeImages& images, std::span<const Board> boards, Board* canonical, Symmetry* symmetry) {
  if (symmetry == nullptr) return CanoniseAll<false>(images, boards, canonical, symmetry);
  CanoniseAll<true>(images, boards, canonical, symmetry);
}

void CanonicalBoards(const Symmetries<Board>& symmetries, std::span<const Board> boards, Board* canonical,
                     Symmetry* symmetry) {
  if (symmetries.shape() == square_4x4) return CanonicalBy(Square(), boards, canonical, symmetry);
  if (symmetries.shape().is_square()) return CanonicalBy(AnySquare(symmetries), boards, canonical, symmetry);
  CanonicalBy(AnyRectangle(symmetries), boards, canonical, symmetry);
}

#endif  // HWY_SCALAR

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace aleator::g2048
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace aleator::g2048 {

HWY_EXPORT(CanonicalBoards);

void canonical_boards(const Symmetries<Board>& symmetries, std::span<const Board> boards, std::span<Board> canonical) {
  HWY_DYNAMIC_DISPATCH(CanonicalBoards)(symmetries, boards, canonical.data(), nullptr);
}

void canonical_boards(const Symmetries<Board>& symmetries, std::span<const Board> boards, std::span<Board> canonical,
                      std::span<Symmetry> symmetry) {
  HWY_DYNAMIC_DISPATCH(CanonicalBoards)(symmetries, boards, canonical.data(), symmetry.data());
}

}  // namespace aleator::g2048
#endif
