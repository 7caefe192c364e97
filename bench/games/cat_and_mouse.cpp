// Cat and mouse: boards solved exactly, co-evolution, games of local policies.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "core/games/cat_and_mouse/coevolution.hpp"
#include "core/games/cat_and_mouse/exact.hpp"
#include "core/games/cat_and_mouse/local_policy.hpp"
#include "core/games/cat_and_mouse/random_games.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator::cat_and_mouse {
namespace {

Rules board(std::int64_t rows, std::int64_t cols) {
  Rules rules;
  rules.rows = rows;
  rules.cols = cols;
  return rules;
}

/// 64 x 64 cells, 33,554,432 positions, with the plies of each: from the corners d = 126 and so 2 d - 2 plies.
void cat_mouse_exact(benchmark::State& state) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  Rules rules = board(64, 64);
  rules.first_mover = Side::mouse;
  const Game game(rules);
  for (auto _ : state) {
    const ExactTable table = solve_exact(game, executor);
    if (table(game.start()) != 250 || table.longest() != 250) state.SkipWithError("wrong plies");
  }
  state.counters["MB"] = exact_bytes(rules) / 1e6;
}
BENCHMARK(cat_mouse_exact)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Two cats on 16 x 16 cells, also 33,554,432 positions: they catch the mouse from everywhere.
void cat_mouse_two_cats(benchmark::State& state) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  Rules rules = board(16, 16);
  rules.cats = 2;
  rules.may_stay = true;
  const Game game(rules);
  for (auto _ : state) {
    const ExactTable table = solve_exact(game, executor);
    if (table.longest() != 60) state.SkipWithError(std::to_string(table.longest()).c_str());
  }
}
BENCHMARK(cat_mouse_two_cats)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

CoevolutionResult evolved(const Game& game, std::uint64_t seed, bool play_every_candidate) {
  CoevolutionOptions options;
  options.play_every_candidate = play_every_candidate;
  return coevolve(game, options, PhiloxStream(StreamKey{1, 1}, seed, 0));
}

/// 100,000 rounds of up to 10 candidates on 8 x 7 cells; all are played, or only those that can change the game. Both
/// must come to the same tables.
void cat_mouse_coevolution(benchmark::State& state) {
  const Game game(board(8, 7));
  const bool play_every_candidate = state.range(0) != 0;
  const CoevolutionResult expected = evolved(game, 0, !play_every_candidate);
  for (auto _ : state) {
    const CoevolutionResult found = evolved(game, 0, play_every_candidate);
    const bool right = found.cat == expected.cat && found.mouse == expected.mouse && found.game == expected.game &&
                       found.lead_changes == expected.lead_changes && found.rounds == 100'000;
    if (!right) state.SkipWithError("wrong tables");
  }
}
BENCHMARK(cat_mouse_coevolution)->ArgName("play_all")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// 32 co-evolutions, each from a seed of its own.
void cat_mouse_seeds(benchmark::State& state) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  const Game game(board(8, 7));
  const CoevolutionResult expected = evolved(game, 31, false);
  std::vector<CoevolutionResult> found(32);
  for (auto _ : state) {
    executor.for_blocks(found.size(), [&](std::size_t seed) { found[seed] = evolved(game, seed, false); });
    if (found[31].cat != expected.cat || found[31].mouse != expected.mouse) state.SkipWithError("wrong tables");
  }
}
BENCHMARK(cat_mouse_seeds)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

/// 1000 games of a local policy on 5 x 5 cells, from its 729 moves to the sums. A random policy against a mouse that it
/// hardly ever catches plays nearly all games to their end, 40 plies.
void cat_mouse_games(benchmark::State& state) {
  const Game game(board(5, 5));
  const bool long_games = state.range(0) != 0;
  RandomGames games(game, {Side::cat, MouseMoves::random, 1'000, 0}, PhiloxStream(StreamKey{1, 1}, 0, 0));
  LocalPolicy policy(game.board(), FarRule::euclidean);
  // All entries "left": the cat stands with its back to the wall. Or those of the far rule: it goes nearer.
  const std::vector<std::uint8_t> moves(near_entries, 3);
  const PolicyTable near = far_table(game.board());
  std::int64_t plies = 0;
  for (auto _ : state) {
    const Outcome outcome = long_games ? games.play(policy.on_board(moves)) : games.play(near);
    plies = outcome.plies;
    const bool right =
        outcome.games == 1'000 && (long_games ? plies > 30'000 : outcome.captures > 990 && plies < 16'000);
    if (!right) state.SkipWithError(std::to_string(plies).c_str());
  }
  state.counters["plies"] = static_cast<double>(plies);
}
BENCHMARK(cat_mouse_games)->ArgName("long")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace aleator::cat_and_mouse
