// King's grids: plain rows against stencil rows, one sweep and whole solves, and the methods that might beat both.
#include "core/mdp/encodings/stencil_mdp.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <map>

#include "core/mdp/methods/discounted.hpp"
#include "core/mdp/methods/modified_policy_iteration.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "core/mdp/models/grid.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {
namespace {

Grid grid(State side) {
  GridRules rules;
  rules.rows = rules.cols = side;
  rules.slip = 0.35;
  return Grid(rules);
}

const SparseMdp& plain_rows(State side) {
  static std::map<State, SparseMdp> kept;
  if (!kept.contains(side)) kept.emplace(side, build_sparse(grid(side)));
  return kept.at(side);
}

StencilMdp stencil_rows(State side) {
  SerialExecutor executor;
  const Grid model = grid(side);
  return build_stencil(model, plan_stencil(model, executor));
}

std::vector<double> some_values(State n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  for (State s = 0; s < n; ++s) values[s] = -static_cast<double>(s * 7919LL % 1000) / 10;
  return values;
}

void check_same(benchmark::State& state, const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t s = 0; s < a.size(); ++s) {
    if (!(std::abs(a[s] - b[s]) <= 1e-11)) return state.SkipWithError("wrong values");
  }
}

/// One sweep of a grid of 1000 x 1000.
template <class Rows>
void one_sweep(benchmark::State& state, const Rows& rows) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  const std::vector<double> v = some_values(rows.num_states());
  std::vector<double> next(v.size());
  for (auto _ : state) benchmark::DoNotOptimize(detail::sweep(rows, 0.99, Sense::max, v, next, executor));
  std::vector<double> expected(v.size());
  detail::sweep(plain_rows(1000), 0.99, Sense::max, v, expected, executor);
  check_same(state, next, expected);
  state.counters["transition"] =
      benchmark::Counter(static_cast<double>(rows.num_transitions()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void grid_sweep_plain(benchmark::State& state) {
  one_sweep(state, plain_rows(1000));
}
BENCHMARK(grid_sweep_plain)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void grid_sweep_stencil(benchmark::State& state) {
  one_sweep(state, stencil_rows(1000));
}
BENCHMARK(grid_sweep_stencil)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

constexpr double discount = 0.99;
constexpr double tolerance = 1e-6;

/// A grid of 316 x 316 on two threads, certified to 1e-6.
template <class Solve>
void grid_solve(benchmark::State& state, Solve solve) {
  TbbExecutor executor(2);
  Solution solution;
  for (auto _ : state) solution = solve(executor);
  if (!(solution.error_bound <= tolerance)) state.SkipWithError("not solved");
  if (!(std::abs(solution.value[0] + 99.52969306) <= 1e-5)) state.SkipWithError("wrong value of the corner");
  state.counters["sweeps"] = static_cast<double>(solution.sweeps());
}

void grid_solve_plain_jacobi(benchmark::State& state) {
  const SparseMdp& rows = plain_rows(316);
  grid_solve(state, [&](TbbExecutor& executor) {
    return value_iteration(rows, ValueIteration{discount, tolerance}, executor);
  });
}
BENCHMARK(grid_solve_plain_jacobi)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The rows are made from the rules each time.
void grid_solve_stencil_jacobi(benchmark::State& state) {
  grid_solve(state, [&](TbbExecutor& executor) {
    const Grid model = grid(316);
    return value_iteration(build_stencil(model, plan_stencil(model, executor)), ValueIteration{discount, tolerance},
                           executor);
  });
}
BENCHMARK(grid_solve_stencil_jacobi)->Unit(benchmark::kMillisecond)->UseRealTime();

void grid_solve_modified_policy_iteration(benchmark::State& state) {
  const SparseMdp& rows = plain_rows(316);
  grid_solve(state, [&](TbbExecutor& executor) {
    Effort effort;
    const Method method = [&](const BellmanEquation& equation, double target, std::vector<double>& v, Effort& spent) {
      return modified_policy_iteration(equation, {}, target, v, spent, executor);
    };
    return solve_discounted({rows, discount}, tolerance, method, effort, executor);
  });
}
BENCHMARK(grid_solve_modified_policy_iteration)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace aleator
