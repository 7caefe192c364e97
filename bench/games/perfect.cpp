// Games of perfect information: Connect Four solved by one thread and by two, sets of positions, plain minimax.
#include <benchmark/benchmark.h>

#include <chrono>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "core/games/connect_four/solver.hpp"
#include "core/games/tic_tac_toe/game.hpp"
#include "core/search/minimax.hpp"
#include "parallel/search/together.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {
namespace {

using connect_four::ConnectFour;
using connect_four::Position;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void expect(benchmark::State& state, int found, int known) {
  if (found != known)
    state.SkipWithError(("found " + std::to_string(found) + ", known " + std::to_string(known)).c_str());
}

struct KnownScore {
  Position position;
  int score;
};

std::vector<KnownScore> known_scores(const ConnectFour& game, const std::string& name) {
  std::ifstream file(ALEATOR_SOURCE_DIR "/tests/core/games/connect_four/" + name + "_easy.txt");
  file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');  // the source
  std::vector<KnownScore> all;
  std::string line;
  for (int score = 0; file >> line >> score;) all.push_back({game.position_of(line), score});
  return all;
}

/// 1000 positions of 7 x 6, the table of 64 MiB cleared before each, which is not timed.
void connect_four_set(benchmark::State& state, const std::string& name) {
  const ConnectFour game({});
  const std::vector<KnownScore> set = known_scores(game, name);
  if (set.size() != 1000) state.SkipWithError("the positions cannot be read");
  connect_four::Solver solver(game);
  double nodes = 0;
  for (auto _ : state) {
    double seconds = 0;
    for (const KnownScore& known : set) {
      solver.forget();
      const auto start = Clock::now();
      const connect_four::Solved solved = solver.solve(known.position);
      seconds += seconds_since(start);
      expect(state, solved.score, known.score);
      nodes += static_cast<double>(solved.counts.nodes);
    }
    state.SetIterationTime(seconds);
  }
  state.counters["nodes/s"] = benchmark::Counter(nodes, benchmark::Counter::kIsRate);
  state.counters["nodes_a_position"] = nodes / 1000 / static_cast<double>(state.iterations());
}
BENCHMARK_CAPTURE(connect_four_set, end_easy, "end")->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(connect_four_set, middle_easy, "middle")->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(connect_four_set, begin_easy, "begin")->UseManualTime()->Unit(benchmark::kMillisecond);

/// Boards from empty. Who wins on them is in John's Connect Four Playground (Tromp): 6 x 4 is lost, the others are
/// draws.
void connect_four_empty(benchmark::State& state, connect_four::Rules rules, int score) {
  const ConnectFour game(rules);
  connect_four::Solver solver(game);
  double nodes = 0;
  for (auto _ : state) {
    solver.forget();
    const connect_four::Solved solved = solver.solve(game.start());
    expect(state, solved.score, score);
    nodes += static_cast<double>(solved.counts.nodes);
  }
  state.counters["nodes/s"] = benchmark::Counter(nodes, benchmark::Counter::kIsRate);
  state.counters["nodes"] = nodes / static_cast<double>(state.iterations());
}
BENCHMARK_CAPTURE(connect_four_empty, 6x4, connect_four::Rules{6, 4}, -1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(connect_four_empty, 5x5, connect_four::Rules{5, 5}, 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(connect_four_empty, 6x5, connect_four::Rules{6, 5}, 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(connect_four_empty, 7x5, connect_four::Rules{7, 5}, 0)->Unit(benchmark::kMillisecond);

/// One position, one table, several threads: wall time.
void connect_four_together(benchmark::State& state) {
  const int threads = static_cast<int>(state.range(0));
  TbbExecutor executor(threads);
  const ConnectFour game({7, 5});
  connect_four::SolverTogether solver(game, connect_four::Solver::usual_table_bytes, threads);
  double nodes = 0;
  for (auto _ : state) {
    solver.forget();
    const auto start = Clock::now();
    const connect_four::Solved solved = solver.solve(game.start(), executor);
    state.SetIterationTime(seconds_since(start));
    expect(state, solved.score, 0);
    nodes += static_cast<double>(solved.counts.nodes);
  }
  state.counters["nodes/s"] = benchmark::Counter(nodes, benchmark::Counter::kIsRate);
  state.counters["nodes"] = nodes / static_cast<double>(state.iterations());
}
BENCHMARK(connect_four_together)->Arg(1)->Arg(2)->UseManualTime()->Unit(benchmark::kMillisecond);

void tic_tac_toe_minimax(benchmark::State& state) {
  const tic_tac_toe::TicTacToe game({});
  SearchOptions options;
  options.distances = state.range(0) != 0;
  Minimax<tic_tac_toe::TicTacToe> search(game, options);
  double nodes = 0;
  for (auto _ : state) {
    const SearchResult found = search.search(game.start());
    expect(state, static_cast<int>(found.counts.nodes), 549'946);
    expect(state, found.score, 0);
    nodes += static_cast<double>(found.counts.nodes);
  }
  state.counters["nodes/s"] = benchmark::Counter(nodes, benchmark::Counter::kIsRate);
}
BENCHMARK(tic_tac_toe_minimax)->ArgName("distances")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace aleator
