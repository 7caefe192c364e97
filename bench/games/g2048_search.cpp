// 2048 searched: expectimax by tables of lines against a plain recursion, MCTS against games without a tree.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/games/g2048/play.hpp"
#include "core/games/g2048/search/policies.hpp"

namespace aleator::g2048 {
namespace {

constexpr EvaluationWeights weights{
    .empty = 200, .monotonicity = 0.6, .smoothness = 6, .merges = 200, .corner = 0, .potential = 2};

/// 200 of games by expectimax, one every 80 moves.
const std::vector<Board>& positions() {
  static const std::vector<Board> all = [] {
    const Moves moves(square_4x4);
    const Spawner spawner(square_4x4, 0.1);
    const Expectimax expectimax({}, weights, {.depth = 2, .table = 1});
    const ExpectimaxMove player(expectimax);
    std::vector<Board> positions;
    std::int64_t fours = 0;
    for (std::uint64_t game = 0; positions.size() < 200; ++game) {
      PhiloxStream random({2048, 200}, 0, game);
      Board board = spawner.start<Board>(random, fours);
      for (int move = 1; has_moves(board, square_4x4) && positions.size() < 200; ++move) {
        if (move % 80 == 0) positions.push_back(board);
        board = spawner(player(board, moves, random), random, fours);
      }
    }
    return positions;
  }();
  return all;
}

/// One move deep after another, without a table and without images.
class PlainSearch {
 public:
  MoveValues values(Board board, int depth) {
    MoveValues values;
    for (const Direction direction : directions) {
      ++moves_tried_;
      const Moved<Board> moved = moves_(board, direction);
      if (moved.board == board) continue;
      values[static_cast<std::size_t>(direction)] =
          static_cast<double>(moved.reward) +
          (depth == 1 ? evaluation_(moved.board) : mean_of_spawns(moved.board, depth - 1));
    }
    return values;
  }

  std::int64_t moves_tried() const noexcept { return moves_tried_; }

 private:
  double mean_of_spawns(Board board, int depth) {
    double sum = 0;
    for (Board empty = empty_cells(board, square_4x4); empty != 0; empty &= empty - 1) {
      const Board cell = empty & -empty;
      sum += 0.9 * best_value(board | cell, depth) + 0.1 * best_value(board | cell << 1, depth);
    }
    return sum / num_empty(board, square_4x4);
  }

  double best_value(Board board, int depth) {
    const MoveValues all = values(board, depth);
    const auto best = best_move(all);
    return best ? *all[static_cast<std::size_t>(*best)] : 0;
  }

  Moves moves_{square_4x4};
  Evaluation evaluation_{square_4x4, weights};
  std::int64_t moves_tried_ = 0;
};

void count_moves(benchmark::State& state, std::int64_t moves) {
  state.counters["moves/s"] =
      benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsIterationInvariantRate);
}

const std::vector<MoveValues>& plain_values(int depth) {
  static std::vector<std::vector<MoveValues>> by_depth(8);
  std::vector<MoveValues>& all = by_depth[static_cast<std::size_t>(depth)];
  if (all.empty()) {
    PlainSearch search;
    for (const Board board : positions()) all.push_back(search.values(board, depth));
  }
  return all;
}

void g2048_expectimax_plain(benchmark::State& state) {
  const int depth = static_cast<int>(state.range(0));
  positions();
  PlainSearch search;
  for (auto _ : state) {
    search = PlainSearch();
    for (const Board board : positions()) benchmark::DoNotOptimize(search.values(board, depth));
  }
  count_moves(state, search.moves_tried());
}
BENCHMARK(g2048_expectimax_plain)->ArgName("depth")->Arg(3)->Arg(4)->Unit(benchmark::kMillisecond);

bool is_close(const MoveValues& values, const MoveValues& expected) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].has_value() != expected[i].has_value()) return false;
    if (values[i] && !(std::abs(*values[i] - *expected[i]) <= 1e-11 * (1e5 + std::abs(*expected[i])))) return false;
  }
  return true;
}

/// All positions, one thread. The values are those of the plain search.
void g2048_expectimax(benchmark::State& state) {
  const auto depth = state.range(0);
  const Expectimax expectimax({}, weights, {.depth = depth, .table = state.range(1)});
  SearchMemory memory(state.range(1));
  const std::vector<MoveValues>& expected = plain_values(static_cast<int>(std::min<std::int64_t>(depth, 4)));
  std::int64_t moves = 0;
  for (auto _ : state) {
    moves = 0;
    for (std::size_t i = 0; i < positions().size(); ++i) {
      const ExpectimaxResult result = expectimax.search(positions()[i], memory);
      moves += result.counts.moves_tried();
      if (depth <= 4 && !is_close(result.values, expected[i])) state.SkipWithError("wrong value");
    }
  }
  count_moves(state, moves);
}
BENCHMARK(g2048_expectimax)
    ->ArgNames({"depth", "MiB"})
    ->Args({3, 0})
    ->Args({3, 16})
    ->Args({4, 0})
    ->Args({4, 16})
    ->Args({5, 16})
    ->Unit(benchmark::kMillisecond);

// ---- MCTS

constexpr std::int64_t games = 20'000;

void count_games(benchmark::State& state) {
  state.counters["games/s"] =
      benchmark::Counter(static_cast<double>(games), benchmark::Counter::kIsIterationInvariantRate);
}

/// The mean score of games of random moves from positions on.
double play_without_tree() {
  const Moves moves(square_4x4);
  const Spawner spawner(square_4x4, 0.1);
  PhiloxStream random({2048, 201}, 0, 0);
  const auto all = static_cast<std::int64_t>(positions().size());
  std::int64_t score = 0;
  for (const Board board : positions()) {
    for (std::int64_t i = 0; i < games / all; ++i) {
      score += play_to_end(moves, spawner, RandomMove(), board, 0, random).score - potential(board);
    }
  }
  return static_cast<double>(score) / static_cast<double>(games);
}

void g2048_games_without_tree(benchmark::State& state) {
  positions();
  for (auto _ : state) benchmark::DoNotOptimize(play_without_tree());
  count_games(state);
}
BENCHMARK(g2048_games_without_tree)->Unit(benchmark::kMillisecond);

/// The same games as the first ones of trees, one a tree, score the same; in larger trees they score more.
void g2048_mcts(benchmark::State& state) {
  const auto all = static_cast<std::int64_t>(positions().size());
  const Mcts mcts({}, {.simulations = games / all, .trees = state.range(0)});
  const double random_score = play_without_tree();
  SerialExecutor executor;
  std::int64_t score = 0;
  for (auto _ : state) {
    score = 0;
    for (const Board board : positions()) {
      for (const std::int64_t part : mcts.search(board, {2048, 202}, board, executor).scores) score += part;
    }
  }
  const double mean = static_cast<double>(score) / static_cast<double>(games);
  if (!(mean > 0.97 * random_score)) state.SkipWithError("wrong mean");
  state.counters["gain"] = mean / random_score;
  count_games(state);
}
BENCHMARK(g2048_mcts)->ArgName("trees")->Arg(1)->Arg(8)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace aleator::g2048
