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

/// By symmetry.
template <std::size_t count>
using Images = std::array<V, count>;

HWY_INLINE V RowsReversed(V board) {
  alignas(16) static constexpr std::uint8_t order[16] = {6, 7, 4, 5, 2, 3, 0, 1, 14, 15, 12, 13, 10, 11, 8, 9};
  return hn::BitCast(quads, hn::TableLookupBytes(hn::BitCast(bytes, board), hn::LoadDup128(bytes, order)));
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
    return V{_mm512_ternarylogic_epi64(_mm512_set1_epi8(0x0F), low, high, 0xCA)};
  }

 private:
  V high_;
  V low_;
};

class Square {
 public:
  static constexpr std::size_t count = 8;

  HWY_INLINE Images<count> operator()(V board) const {
    const V transposed = transposed_(board);
    const V reversed = cols_reversed_(board);
    const V transposed_reversed = cols_reversed_(transposed);
    return {board,
            reversed,
            RowsReversed(board),
            RowsReversed(reversed),
            transposed,
            transposed_reversed,
            RowsReversed(transposed),
            RowsReversed(transposed_reversed)};
  }

 private:
  Permutation transposed_{transposed_4x4(0xfedc'ba98'7654'3210)};
  Permutation cols_reversed_{cols_reversed_4x4(0xfedc'ba98'7654'3210)};
};

template <std::size_t images>
class AnyShape {
 public:
  static constexpr std::size_t count = images;

  explicit AnyShape(const Symmetries<Board>& symmetries) {
    // The highest cell of a smaller board is always empty.
    const int bits = 4 * symmetries.shape().cells();
    const Board used = ~Board{0} >> (64 - bits);
    for (std::size_t s = 0; s < count; ++s) {
      permutation_[s] = Permutation(symmetries.image(0xfedc'ba98'7654'3210 & used, static_cast<Symmetry>(s)) | ~used);
    }
  }

  HWY_INLINE Images<count> operator()(V board) const {
    Images<count> images_of_it;
    for (std::size_t s = 0; s < count; ++s) images_of_it[s] = permutation_[s](board);
    return images_of_it;
  }

 private:
  std::array<Permutation, count> permutation_;
};

#else

HWY_INLINE V Transposed(V board) {
  const V in_pairs = hn::And(hn::Xor(board, hn::ShiftRight<12>(board)), hn::Set(quads, 0x0000'f0f0'0000'f0f0));
  board = hn::Xor(board, hn::Xor(in_pairs, hn::ShiftLeft<12>(in_pairs)));
  const V of_pairs = hn::And(hn::Xor(board, hn::ShiftRight<24>(board)), hn::Set(quads, 0x0000'0000'ff00'ff00));
  return hn::Xor(board, hn::Xor(of_pairs, hn::ShiftLeft<24>(of_pairs)));
}

/// With the order of all cells reversed within bytes, or of all bytes.
HWY_INLINE V PairsReversed(V board) {
  const V low = hn::Set(quads, 0x0f0f'0f0f'0f0f'0f0f);
  return hn::Or(hn::And(low, hn::ShiftRight<4>(board)), hn::AndNot(low, hn::ShiftLeft<4>(board)));
}
HWY_INLINE V BytesReversed(V board) {
  alignas(16) static constexpr std::uint8_t order[16] = {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};
  return hn::BitCast(quads, hn::TableLookupBytes(hn::BitCast(bytes, board), hn::LoadDup128(bytes, order)));
}
HWY_INLINE V BytesOfRowsReversed(V board) {
  alignas(16) static constexpr std::uint8_t order[16] = {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14};
  return hn::BitCast(quads, hn::TableLookupBytes(hn::BitCast(bytes, board), hn::LoadDup128(bytes, order)));
}

class Square {
 public:
  static constexpr std::size_t count = 8;

  HWY_INLINE Images<count> operator()(V board) const {
    const V transposed = Transposed(board);
    const V pairs = PairsReversed(board);
    const V transposed_pairs = PairsReversed(transposed);
    return {board,
            BytesOfRowsReversed(pairs),
            RowsReversed(board),
            BytesReversed(pairs),
            transposed,
            BytesOfRowsReversed(transposed_pairs),
            RowsReversed(transposed),
            BytesReversed(transposed_pairs)};
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

template <std::size_t images>
class AnyShape {
 public:
  static constexpr std::size_t count = images;

  explicit AnyShape(const Symmetries<Board>& symmetries) : symmetries_(symmetries) {}

  HWY_INLINE Images<count> operator()(V board) const {
    Images<count> images_of_it;
    for (std::size_t s = 0; s < count; s += 4) {
      images_of_it[s] = s == 0 ? board : Permuted(symmetries_.transposed(), board);
      images_of_it[s + 1] = Permuted(symmetries_.cols_reversed(), images_of_it[s]);
      images_of_it[s + 2] = Permuted(symmetries_.rows_reversed(), images_of_it[s]);
      images_of_it[s + 3] = Permuted(symmetries_.cols_reversed(), images_of_it[s + 2]);
    }
    return images_of_it;
  }

 private:
  const Symmetries<Board>& symmetries_;
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

template <std::size_t count>
HWY_INLINE V Smallest(const Images<count>& images) {
  Images<count> rest;
  for (std::size_t s = 0; s < count; ++s) rest[s] = Ordered(images[s]);
  for (std::size_t half = count / 2; half > 0; half /= 2) {
    for (std::size_t s = 0; s < half; ++s) rest[s] = Smaller(rest[s], rest[s + half]);
  }
  return Ordered(rest[0]);
}

template <std::size_t count>
HWY_INLINE V LowestSymmetry(const Images<count>& images, V smallest) {
  V symmetry = hn::Zero(quads);
  for (std::size_t s = count - 1; s > 0; --s) {
    symmetry = hn::IfThenElse(hn::Eq(images[s], smallest), hn::Set(quads, s), symmetry);
  }
  return hn::IfThenZeroElse(hn::Eq(images[0], smallest), symmetry);
}

template <class MakeImages>
struct Canonise {
  MakeImages images;

  HWY_INLINE void operator()(const Board* boards, Board* canonical, Symmetry* symmetry) const {
    const auto all = images(hn::LoadU(quads, boards));
    const V smallest = Smallest(all);
    hn::StoreU(smallest, quads, canonical);
    if (symmetry == nullptr) return;
    alignas(64) std::array<std::uint64_t, width> symmetries;
    hn::Store(LowestSymmetry(all, smallest), quads, symmetries.data());
    for (std::size_t i = 0; i < width; ++i) symmetry[i] = static_cast<Symmetry>(symmetries[i]);
  }

  HWY_INLINE void All(std::span<const Board> boards, Board* canonical, Symmetry* symmetry) const {
    const std::size_t whole = boards.size() / width * width;
    for (std::size_t i = 0; i < whole; i += width) {
      (*this)(boards.data() + i, canonical + i, symmetry == nullptr ? nullptr : symmetry + i);
    }
    if (whole == boards.size()) return;
    std::array<Board, width> rest{};
    std::array<Symmetry, width> rest_symmetry;
    std::copy(boards.begin() + static_cast<std::ptrdiff_t>(whole), boards.end(), rest.begin());
    (*this)(rest.data(), rest.data(), rest_symmetry.data());
    std::copy_n(rest.begin(), boards.size() - whole, canonical + whole);
    if (symmetry != nullptr) std::copy_n(rest_symmetry.begin(), boards.size() - whole, symmetry + whole);
  }
};

template <class MakeImages>
void CanonicalBy(const MakeImages& images, std::span<const Board> boards, Board* canonical, Symmetry* symmetry) {
  const Canonise<MakeImages> canonise{images};
  if (symmetry == nullptr) return canonise.All(boards, canonical, nullptr);
  canonise.All(boards, canonical, symmetry);
}

void CanonicalBoards(const Symmetries<Board>& symmetries, std::span<const Board> boards, Board* canonical,
                     Symmetry* symmetry) {
  if (symmetries.shape() == square_4x4) return CanonicalBy(Square(), boards, canonical, symmetry);
  if (symmetries.shape().is_square()) return CanonicalBy(AnyShape<8>(symmetries), boards, canonical, symmetry);
  CanonicalBy(AnyShape<4>(symmetries), boards, canonical, symmetry);
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
