// The vector kernel of stencil rows, for the best instructions of the processor that it runs on.
#include "core/mdp/encodings/stencil_mdp.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/mdp/encodings/stencil_kernel.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace aleator::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <Sense sense, class V>
HWY_INLINE V better(V a, V b) {
  return sense == Sense::max ? hn::Max(a, b) : hn::Min(a, b);
}

/// Sum and best of N values, as trees: a chain of additions would be longer than what the processor can look ahead.
template <Sense sense, std::size_t N, class V>
struct SumAndBest {
  V sum, best;

  template <class Load>
  static HWY_INLINE SumAndBest of(const Load& load, std::size_t first = 0) {
    if constexpr (N == 1) {
      const V value = load(first);
      return {value, value};
    } else {
      const auto left = SumAndBest<sense, N / 2, V>::of(load, first);
      const auto right = SumAndBest<sense, N - N / 2, V>::of(load, first + N / 2);
      return {hn::Add(left.sum, right.sum), better<sense>(left.best, right.best)};
    }
  }
};

/// The best Q of a vector of states where one extra term of each action has an offset that is shared as well, N in all,
/// and all shared terms have one weight: each value is read once, for all actions.
template <Sense sense, std::size_t N, class D>
struct OneWeight {
  using V = hn::Vec<D>;
  D d;
  V shared, extra, reward, discount;
  std::ptrdiff_t offset[N];

  OneWeight(const StencilPattern& p, double gamma)
      : shared(hn::Set(d, p.shared[0])),
        extra(hn::Set(d, p.extra[0])),
        reward(hn::Set(d, p.reward[0])),
        discount(hn::Set(d, gamma)) {
    for (std::size_t j = 0; j < N; ++j) offset[j] = p.shared_offset[j];
  }

  HWY_INLINE V operator()(const double* HWY_RESTRICT v) const {
    const auto all = SumAndBest<sense, N, V>::of([&](std::size_t j) HWY_ATTR { return hn::LoadU(d, v + offset[j]); });
    return hn::MulAdd(discount, hn::MulAdd(extra, all.best, hn::Mul(shared, all.sum)), reward);
  }
};

/// One extra term of equal weight in every action, any shared weights.
template <Sense sense, class D>
struct OneExtra {
  using V = hn::Vec<D>;
  const StencilPattern& pattern;
  D d;
  V extra, reward, discount;

  OneExtra(const StencilPattern& p, double gamma)
      : pattern(p), extra(hn::Set(d, p.extra[0])), reward(hn::Set(d, p.reward[0])), discount(hn::Set(d, gamma)) {}

  HWY_INLINE V operator()(const double* HWY_RESTRICT v) const {
    V sum = hn::Zero(d);
    for (std::size_t j = 0; j < pattern.shared.size(); ++j) {
      sum = hn::MulAdd(hn::Set(d, pattern.shared[j]), hn::LoadU(d, v + pattern.shared_offset[j]), sum);
    }
    V best = hn::LoadU(d, v + pattern.extra_offset[0]);
    for (std::size_t k = 1; k < pattern.extra_offset.size(); ++k) {
      best = better<sense>(best, hn::LoadU(d, v + pattern.extra_offset[k]));
    }
    return hn::MulAdd(discount, hn::MulAdd(extra, best, sum), reward);
  }
};

/// Any pattern.
template <Sense sense, class D>
struct AnyPattern {
  using V = hn::Vec<D>;
  const StencilPattern& pattern;
  D d;
  V discount;

  AnyPattern(const StencilPattern& p, double gamma) : pattern(p), discount(hn::Set(d, gamma)) {}

  HWY_INLINE V operator()(const double* HWY_RESTRICT v) const {
    V shared = hn::Zero(d);
    for (std::size_t j = 0; j < pattern.shared.size(); ++j) {
      shared = hn::MulAdd(hn::Set(d, pattern.shared[j]), hn::LoadU(d, v + pattern.shared_offset[j]), shared);
    }
    V best = q(v, 0, shared);
    for (std::size_t a = 1; a < pattern.reward.size(); ++a) best = better<sense>(best, q(v, a, shared));
    return best;
  }

  HWY_INLINE V q(const double* HWY_RESTRICT v, std::size_t a, V sum) const {
    for (auto k = static_cast<std::size_t>(pattern.extra_begin[a]);
         k < static_cast<std::size_t>(pattern.extra_begin[a + 1]); ++k) {
      sum = hn::MulAdd(hn::Set(d, pattern.extra[k]), hn::LoadU(d, v + pattern.extra_offset[k]), sum);
    }
    return hn::MulAdd(discount, sum, hn::Set(d, pattern.reward[a]));
  }
};

/// The states of `part` as whole vectors; returns the first state left over.
template <class D, class BestQ>
HWY_INLINE State backup_vectors(D d, const BestQ& best_q, StateRange part, const double* HWY_RESTRICT v,
                                double* HWY_RESTRICT v_next, Change& change) {
  const auto lanes = static_cast<State>(hn::Lanes(d));
  auto smallest = hn::Set(d, change.smallest);
  auto largest = hn::Set(d, change.largest);
  auto total = hn::Zero(d);
  State s = part.begin;
  for (; s + lanes <= part.end; s += lanes) {
    const auto value = best_q(v + s);
    const auto difference = hn::Sub(value, hn::LoadU(d, v + s));
    hn::StoreU(value, d, v_next + s);
    smallest = hn::Min(smallest, difference);
    largest = hn::Max(largest, difference);
    total = hn::Add(total, hn::Abs(difference));
  }
  change.smallest = hn::GetLane(hn::MinOfLanes(d, smallest));
  change.largest = hn::GetLane(hn::MaxOfLanes(d, largest));
  change.total += hn::GetLane(hn::SumOfLanes(d, total));
  return s;
}

template <template <class> class BestQ>
HWY_INLINE Change backup_run(const StencilPattern& pattern, double discount, StateRange part, const double* v,
                             double* v_next) {
  const hn::ScalableTag<double> whole;
  const hn::CappedTag<double, 1> single;
  Change change;
  if (part.end - part.begin >= static_cast<State>(hn::Lanes(whole))) {
    part.begin = backup_vectors(whole, BestQ<decltype(whole)>(pattern, discount), part, v, v_next, change);
  }
  backup_vectors(single, BestQ<decltype(single)>(pattern, discount), part, v, v_next, change);
  return change;
}

template <Sense sense>
struct Kernels {
  template <class D>
  using Eight = OneWeight<sense, 8, std::remove_const_t<D>>;
  template <class D>
  using Four = OneWeight<sense, 4, std::remove_const_t<D>>;
  template <class D>
  using One = OneExtra<sense, std::remove_const_t<D>>;
  template <class D>
  using Any = AnyPattern<sense, std::remove_const_t<D>>;

  static Change run(const StencilPattern& pattern, double discount, StateRange part, const double* v, double* v_next) {
    const std::size_t n = pattern.one_weight;
    if (n == 8) return backup_run<Eight>(pattern, discount, part, v, v_next);
    if (n == 4) return backup_run<Four>(pattern, discount, part, v, v_next);
    if (pattern.one_extra) return backup_run<One>(pattern, discount, part, v, v_next);
    return backup_run<Any>(pattern, discount, part, v, v_next);
  }
};

/// General rows of the states of `part`, which belong to `run`.
Change backup_general(const StencilMdp& mdp, const StencilRun& run, double discount, Sense sense, StateRange part,
                      std::span<const double> v, std::span<double> v_next) noexcept {
  const BellmanEquation equation{mdp.general, discount, sense};
  Change change;
  for (State s = part.begin; s < part.end; ++s) {
    const State number = run.first_general + (s - run.begin);
    v_next[s] = mdp.general.num_actions(number) == 0 ? v[s] : best_row_value(equation, number, v);
    change.add(v_next[s] - v[s]);
  }
  return change;
}

template <Sense sense>
Change backup_runs(const StencilMdp& mdp, double discount, StateRange block, std::span<const double> v,
                   std::span<double> v_next) {
  Change change;
  const StencilRun* run = &mdp.run_of(block.begin);
  for (State s = block.begin; s < block.end; ++run) {
    const StateRange part{s, std::min(run->end, block.end)};
    change.merge(run->pattern < 0
                     ? backup_general(mdp, *run, discount, sense, part, v, v_next)
                     : Kernels<sense>::run(mdp.patterns[run->pattern], discount, part, v.data(), v_next.data()));
    s = part.end;
  }
  return change;
}

Change backup_block(const StencilMdp& mdp, double discount, Sense sense, StateRange block, std::span<const double> v,
                    std::span<double> v_next) {
  return sense == Sense::max ? backup_runs<Sense::max>(mdp, discount, block, v, v_next)
                             : backup_runs<Sense::min>(mdp, discount, block, v, v_next);
}

}  // namespace aleator::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace aleator {

HWY_EXPORT(backup_block);

Change bellman_backup(const StencilMdp& mdp, double discount, Sense sense, StateRange block, std::span<const double> v,
                      std::span<double> v_next) noexcept {
  return HWY_DYNAMIC_DISPATCH(backup_block)(mdp, discount, sense, block, v, v_next);
}

}  // namespace aleator
#endif
