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

#include "core/games/g2048/canonical_images-inl.hpp"

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
