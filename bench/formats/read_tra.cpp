// Reading model text that is in memory: about 20 MB of transitions.
#include <benchmark/benchmark.h>

#include <random>
#include <string>

#include "core/mdp/formats/drn_reader.hpp"
#include "core/mdp/formats/drn_writer.hpp"
#include "core/mdp/formats/prism_reader.hpp"
#include "core/mdp/formats/prism_writer.hpp"

namespace aleator {
namespace {

enum Digits : std::int64_t { short_decimals, all_digits };

/// A process of `states` states with 2 actions of 4 next states each.
LabelledMdp random_process(State states, Digits digits) {
  std::mt19937_64 random(1);
  SparseMdpBuilder builder(states);
  for (State s = 0; s < states; ++s) {
    for (int action = 0; action < 2; ++action) {
      const double first = digits == short_decimals ? static_cast<double>(1 + random() % 99) / 200
                                                    : std::uniform_real_distribution<>(0, 0.5)(random);
      const State next = static_cast<State>(random() % static_cast<std::uint64_t>(states - 3));
      const double probability[] = {first, 0.5 - first, 0.25, 0.25};
      for (State i = 0; i < 4; ++i) builder.add_transition(next + i, probability[i], 0);
      builder.end_action(1);
    }
    builder.end_state(0);
  }
  LabelledMdp model;
  model.mdp = std::move(builder).finish();
  model.initial = {0};
  return model;
}

template <class Write>
std::string written(Write write, const LabelledMdp& model) {
  std::string all;
  write(model, [&](std::string_view piece) { all += piece; });
  return all;
}

void count(benchmark::State& state, const std::string& text, const LabelledMdp& model) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  state.counters["MB"] = static_cast<double>(text.size()) / 1e6;
  state.counters["transitions"] = static_cast<double>(model.mdp.num_transitions());
}

void read_tra(benchmark::State& state) {
  const LabelledMdp model = random_process(115'000, static_cast<Digits>(state.range(0)));
  const std::string tra = written(write_prism_transitions, model);
  for (auto _ : state) {
    const LabelledMdp copy = read_prism_transitions(tra);
    if (copy.mdp.probability != model.mdp.probability) state.SkipWithError("wrong probabilities");
  }
  count(state, tra, model);
}
BENCHMARK(read_tra)->ArgName("all_digits")->Arg(short_decimals)->Arg(all_digits)->Unit(benchmark::kMillisecond);

void read_drn_text(benchmark::State& state) {
  const LabelledMdp model = random_process(140'000, static_cast<Digits>(state.range(0)));
  const std::string drn = written(write_drn, model);
  for (auto _ : state) {
    const LabelledMdp copy = read_drn(drn);
    if (copy.mdp.probability != model.mdp.probability) state.SkipWithError("wrong probabilities");
  }
  count(state, drn, model);
}
BENCHMARK(read_drn_text)->ArgName("all_digits")->Arg(short_decimals)->Arg(all_digits)->Unit(benchmark::kMillisecond);

void write_tra(benchmark::State& state) {
  const LabelledMdp model = random_process(115'000, static_cast<Digits>(state.range(0)));
  const std::string tra = written(write_prism_transitions, model);
  for (auto _ : state) {
    std::size_t bytes = 0;
    write_prism_transitions(model, [&](std::string_view piece) { bytes += piece.size(); });
    if (bytes != tra.size()) state.SkipWithError("wrong size");
  }
  count(state, tra, model);
}
BENCHMARK(write_tra)->ArgName("all_digits")->Arg(short_decimals)->Arg(all_digits)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace aleator
