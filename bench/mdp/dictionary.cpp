// Sweeps over a garnet with one-byte probabilities beside the plain rows.
#include <benchmark/benchmark.h>

#include "core/mdp/encodings/dictionary_mdp.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "core/mdp/models/garnet.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {
namespace {

constexpr double discount = 0.95;
constexpr int sweeps = 3;

const Garnet& garnet() {
  static const Garnet model({1'000'000, 8, 8, 1, GarnetProbabilities::levels});
  return model;
}

const SparseMdp& plain() {
  static const SparseMdp mdp = build_sparse(garnet());
  return mdp;
}

const DictionaryMdp& dictionary() {
  static const DictionaryMdp mdp = build_dictionary(garnet());
  return mdp;
}

/// The values after a few sweeps from 0, and the total change of the last one.
template <class Mdp>
double sweep(const Mdp& mdp, std::vector<double>& v, std::vector<double>& v_next, TbbExecutor& executor) {
  std::fill(v.begin(), v.end(), 0.0);
  double total = 0;
  for (int k = 0; k < sweeps; ++k) {
    total = detail::sweep(mdp, discount, Sense::max, v, v_next, executor).total;
    v.swap(v_next);
  }
  return total;
}

const std::pair<std::vector<double>, double>& expected() {
  static const auto result = [] {
    TbbExecutor executor(1);
    std::vector<double> v(static_cast<std::size_t>(plain().num_states()));
    std::vector<double> v_next(v.size());
    const double total = sweep(plain(), v, v_next, executor);
    return std::pair(v, total);
  }();
  return result;
}

template <class Mdp>
void garnet_sweeps(benchmark::State& state, const Mdp& mdp) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  std::vector<double> v(static_cast<std::size_t>(mdp.num_states()));
  std::vector<double> v_next(v.size());
  for (auto _ : state) {
    const double total = sweep(mdp, v, v_next, executor);
    benchmark::DoNotOptimize(total);
  }
  if (sweep(mdp, v, v_next, executor) != expected().second || v != expected().first) {
    state.SkipWithError("not the values of the plain rows");
  }
  state.counters["transition_sweep"] =
      benchmark::Counter(static_cast<double>(mdp.num_transitions() * sweeps),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["bytes"] = static_cast<double>(mdp.bytes()) / static_cast<double>(mdp.num_transitions());
}

void garnet_plain(benchmark::State& state) {
  garnet_sweeps(state, plain());
}
BENCHMARK(garnet_plain)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void garnet_dictionary(benchmark::State& state) {
  garnet_sweeps(state, dictionary());
}
BENCHMARK(garnet_dictionary)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace aleator
