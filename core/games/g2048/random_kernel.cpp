#include "core/games/g2048/random_kernel.hpp"

// Vectors of these targets have no size, and so cannot be elements of an array; the machines fall back to NEON.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/games/g2048/random_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

#include "core/games/g2048/random_moves-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace aleator::g2048 {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

void PlayRandomSteps(std::uint64_t fours, RandomLanes& lanes, EndedGames& ended) {
  play_random_steps_one_by_one(fours, lanes, ended);
}

#else

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
