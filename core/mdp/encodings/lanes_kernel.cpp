#include "core/mdp/encodings/lanes_kernel.hpp"

// Vectors of these targets have no size, and so cannot be elements of an array; the machines fall back to NEON.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/mdp/encodings/lanes_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h
#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace aleator {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 16>;
using Vector = hn::Vec<Tag>;
constexpr Tag tag;
constexpr std::size_t lanes = hn::MaxLanes(tag);
/// Four vectors: more sums would not stay in registers.
constexpr std::size_t width = std::min<std::size_t>(16, 4 * lanes);

/// std::max(best, x), also of zeros of both signs. On x86 that is the instruction with its operands in this order.
HWY_INLINE Vector Larger(Vector best, Vector x) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
  return hn::Max(x, best);
#else
  return hn::IfThenElse(hn::Lt(best, x), x, best);
#endif
}

HWY_INLINE Vector Smaller(Vector best, Vector x) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
  return hn::Min(x, best);
#else
  return hn::IfThenElse(hn::Lt(x, best), x, best);
#endif
}

template <bool shared>
HWY_INLINE Vector Element(const double* data, std::int64_t i, std::size_t vector) {
  if constexpr (shared) return hn::Set(tag, data[i]);
  return hn::Load(tag, data + static_cast<std::size_t>(i) * width + vector * lanes);
}

/// The sums of P(next) v[next] of one row, added in the order of expected_value() in core/mdp/bellman.hpp.
template <std::size_t vectors, bool shared>
HWY_INLINE void ExpectedValues(const LaneBackup& backup, std::int64_t begin, std::int64_t end, const double* v,
                               Vector (&sum)[vectors]) {
  const State* next = backup.structure.next_state.data();
  const double* p = backup.probability.data;
  const auto from = [&](std::int64_t i) { return v + static_cast<std::size_t>(next[i]) * width; };
  if (end - begin == 3) {
    const double* first = from(begin);
    const double* second = from(begin + 1);
    const double* third = from(begin + 2);
    for (std::size_t k = 0; k < vectors; ++k) {
      sum[k] = hn::Add(hn::Add(hn::Mul(Element<shared>(p, begin, k), hn::Load(tag, first + k * lanes)),
                               hn::Mul(Element<shared>(p, begin + 1, k), hn::Load(tag, second + k * lanes))),
                       hn::Mul(Element<shared>(p, begin + 2, k), hn::Load(tag, third + k * lanes)));
    }
    return;
  }
  for (std::size_t k = 0; k < vectors; ++k) sum[k] = hn::Zero(tag);
  for (std::int64_t i = begin; i < end; ++i) {
    const double* values = from(i);
    for (std::size_t k = 0; k < vectors; ++k) {
      sum[k] = hn::Add(sum[k], hn::Mul(Element<shared>(p, i, k), hn::Load(tag, values + k * lanes)));
    }
  }
}

/// LaneChanges in registers.
template <std::size_t vectors>
struct Changes {
  Vector smallest[vectors];
  Vector largest[vectors];
  Vector total[vectors];
  Vector largest_value[vectors];

  HWY_INLINE void Clear() {
    for (std::size_t k = 0; k < vectors; ++k) {
      smallest[k] = hn::Set(tag, std::numeric_limits<double>::infinity());
      largest[k] = hn::Set(tag, -std::numeric_limits<double>::infinity());
      total[k] = largest_value[k] = hn::Zero(tag);
    }
  }

  HWY_INLINE void Add(std::size_t k, Vector before, Vector after) {
    const Vector difference = hn::Sub(after, before);
    smallest[k] = Smaller(smallest[k], difference);
    largest[k] = Larger(largest[k], difference);
    total[k] = hn::Add(total[k], hn::Abs(difference));
    largest_value[k] = Larger(largest_value[k], hn::Abs(after));
  }

  HWY_INLINE void Store(const LaneChanges& to) const {
    for (std::size_t k = 0; k < vectors; ++k) {
      hn::StoreU(smallest[k], tag, to.smallest + k * lanes);
      hn::StoreU(largest[k], tag, to.largest + k * lanes);
      hn::StoreU(total[k], tag, to.total + k * lanes);
      hn::StoreU(largest_value[k], tag, to.largest_value + k * lanes);
    }
  }
};

/// The best of each lane's rows of a state that has some.
template <std::size_t vectors, bool shared, bool all_maximise>
HWY_INLINE void BestRows(const LaneBackup& backup, State s, const Vector (&discount)[vectors],
                         const Vector (&sign)[vectors], const double* v, Vector (&best)[vectors]) {
  const SparseMdp& mdp = backup.structure;
  for (std::size_t k = 0; k < vectors; ++k) best[k] = hn::Set(tag, -std::numeric_limits<double>::infinity());
  std::int64_t row = mdp.action_begin[s];
  std::int64_t begin = mdp.row_begin[row];
  for (; row < mdp.action_begin[s + 1]; ++row) {
    const std::int64_t end = mdp.row_begin[row + 1];
    Vector q[vectors];
    ExpectedValues<vectors, shared>(backup, begin, end, v, q);
    for (std::size_t k = 0; k < vectors; ++k) {
      const Vector reward =
          backup.reward.shared ? Element<true>(backup.reward.data, row, k) : Element<false>(backup.reward.data, row, k);
      q[k] = hn::Add(reward, hn::Mul(discount[k], q[k]));
      if constexpr (!all_maximise) q[k] = hn::Mul(sign[k], q[k]);
      best[k] = Larger(best[k], q[k]);
    }
    begin = end;
  }
  if constexpr (!all_maximise) {
    for (std::size_t k = 0; k < vectors; ++k) best[k] = hn::Mul(best[k], sign[k]);
  }
}

template <std::size_t vectors, bool shared, bool all_maximise>
void BackupBlock(const LaneBackup& backup, StateRange block, const double* v, double* v_next,
                 const LaneChanges& result) {
  const SparseMdp& mdp = backup.structure;
  Changes<vectors> changes;
  changes.Clear();
  Vector discount[vectors];
  Vector sign[vectors];
  for (std::size_t k = 0; k < vectors; ++k) {
    discount[k] = hn::LoadU(tag, backup.discount + k * lanes);
    sign[k] = hn::LoadU(tag, backup.sign + k * lanes);
  }
  for (State s = block.begin; s < block.end; ++s) {
    const double* here = v + static_cast<std::size_t>(s) * width;
    double* there = v_next + static_cast<std::size_t>(s) * width;
    Vector best[vectors];
    if (mdp.action_begin[s] == mdp.action_begin[s + 1]) {
      for (std::size_t k = 0; k < vectors; ++k) best[k] = hn::Load(tag, here + k * lanes);
    } else {
      if (!all_maximise && mdp.is_game()) {
        for (Vector& each : sign) each = hn::Set(tag, mdp.owner[s] == Sense::max ? 1.0 : -1.0);
      }
      BestRows<vectors, shared, all_maximise>(backup, s, discount, sign, v, best);
    }
    for (std::size_t k = 0; k < vectors; ++k) {
      hn::Store(best[k], tag, there + k * lanes);
      changes.Add(k, hn::Load(tag, here + k * lanes), best[k]);
    }
  }
  changes.Store(result);
}

template <std::size_t vectors>
void BackupVectors(const LaneBackup& backup, StateRange block, const double* v, double* v_next,
                   const LaneChanges& changes) {
  if (backup.probability.shared) {
    backup.all_maximise ? BackupBlock<vectors, true, true>(backup, block, v, v_next, changes)
                        : BackupBlock<vectors, true, false>(backup, block, v, v_next, changes);
  } else {
    backup.all_maximise ? BackupBlock<vectors, false, true>(backup, block, v, v_next, changes)
                        : BackupBlock<vectors, false, false>(backup, block, v, v_next, changes);
  }
}

/// With no more vectors than hold active lanes.
template <std::size_t vectors>
void BackupActive(const LaneBackup& backup, StateRange block, const double* v, double* v_next,
                  const LaneChanges& changes) {
  if constexpr (vectors > 1) {
    if (backup.active <= (vectors - 1) * lanes) {
      BackupActive<vectors - 1>(backup, block, v, v_next, changes);
      return;
    }
  }
  BackupVectors<vectors>(backup, block, v, v_next, changes);
}

}  // namespace

void Backup(const LaneBackup& backup, StateRange block, const double* v, double* v_next, const LaneChanges& changes) {
  BackupActive<width / lanes>(backup, block, v, v_next, changes);
}

std::size_t Width() {
  return width;
}

}  // namespace HWY_NAMESPACE
}  // namespace aleator
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace aleator {
namespace {

HWY_EXPORT(Backup);
HWY_EXPORT(Width);

}  // namespace

std::size_t lanes_width() {
  return HWY_DYNAMIC_DISPATCH(Width)();
}

void lanes_backup(const LaneBackup& backup, StateRange block, const double* v, double* v_next,
                  const LaneChanges& changes) noexcept {
  HWY_DYNAMIC_DISPATCH(Backup)(backup, block, v, v_next, changes);
}

}  // namespace aleator
#endif  // HWY_ONCE
