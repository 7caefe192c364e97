// 10,000 chutes solves that differ in the discount: one by one, and side by side in SIMD lanes.
#include "core/mdp/encodings/lanes.hpp"

#include <benchmark/benchmark.h>

#include "core/games/chutes/rules.hpp"

namespace aleator {
namespace {

constexpr int solves = 10'000;

const std::vector<LaneProblem>& problems() {
  static const SparseMdp mdp = build_sparse(Chutes({}));
  static const auto all = [] {
    std::vector<LaneProblem> list;
    for (int i = 0; i < solves; ++i) list.push_back({&mdp, {0.5 + 0.49 * i / (solves - 1), 1e-9}});
    return list;
  }();
  return all;
}

std::vector<Solution> solve_one_by_one() {
  std::vector<Solution> solutions;
  SerialExecutor executor;
  for (const auto& [mdp, options] : problems()) solutions.push_back(value_iteration(*mdp, options, executor));
  return solutions;
}

bool same(const std::vector<Solution>& a, const std::vector<Solution>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Solution& x, const Solution& y) {
    return x.value == y.value && x.residual == y.residual && x.error_bound == y.error_bound && x.status == y.status;
  });
}

template <class Solve>
void chutes_solves(benchmark::State& state, Solve solve) {
  for (auto _ : state) benchmark::DoNotOptimize(solve());
  if (!same(solve(), solve_one_by_one())) state.SkipWithError("not the solutions of one by one");
  state.SetItemsProcessed(state.iterations() * solves);
}

void chutes_one_by_one(benchmark::State& state) {
  chutes_solves(state, solve_one_by_one);
}
BENCHMARK(chutes_one_by_one)->Unit(benchmark::kMillisecond);

void chutes_lanes(benchmark::State& state) {
  chutes_solves(state, [] { return value_iteration_lanes(problems()); });
}
BENCHMARK(chutes_lanes)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace aleator
