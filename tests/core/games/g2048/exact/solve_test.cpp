#include "core/games/g2048/exact/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/games/g2048/simulate.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::g2048 {
namespace {

PolicyValues solved(const Rules& rules, const Objective& objective = {}) {
  SerialExecutor executor;
  const LayerRules layer_rules(rules);
  return solve_layers(layer_rules, enumerate_layers(layer_rules, executor), {.objective = objective}, executor)
      .expected;
}

void expect_score(const Rules& rules, double optimal, double random) {
  const PolicyValues values = solved(rules);
  EXPECT_NEAR(values.optimal, optimal, 1e-9 * optimal) << rules.rows << " x " << rules.cols;
  EXPECT_NEAR(values.random, random, 1e-9 * random) << rules.rows << " x " << rules.cols;
}

TEST(G2048Solve, scores_are_as_known) {
  expect_score({.rows = 1, .cols = 3}, 12.5856808704, 8.26101943226);
  expect_score({.rows = 1, .cols = 4}, 33.3113496893, 21.7372772287);
  expect_score({.rows = 2, .cols = 2}, 66.9641494571, 19.6565401755);
  expect_score({.rows = 2, .cols = 3}, 480.258271776, 61.1688802953);
  expect_score({.rows = 3, .cols = 2}, 480.258271776, 61.1688802953);
}

TEST(G2048Solve, probabilities_of_tiles_are_as_known) {
  const auto reach = [](const Rules& rules, int target) {
    return solved(rules, {.goal = Goal::reach, .target = target}).optimal;
  };
  const Rules small{.rows = 2, .cols = 2};
  EXPECT_NEAR(reach(small, 4), 0.96251125375, 1e-9);
  EXPECT_NEAR(reach(small, 5), 0.0828872890716, 1e-9);
  const Rules larger{.rows = 2, .cols = 3};
  EXPECT_NEAR(reach(larger, 6), 0.939263692431, 1e-9);
  EXPECT_NEAR(reach(larger, 7), 0.0569921604956, 1e-9);
  EXPECT_NEAR(reach(larger, 1), 1, 1e-15);
  EXPECT_EQ(reach(larger, 12), 0);
}

/// Values by recursion over boards as they are, without symmetry.
class SlowGame {
 public:
  SlowGame(const Rules& rules, const Objective& objective)
      : shape_(shape_of(rules)), four_(rules.four_probability), objective_(objective) {}

  PolicyValues expected() { return spawned(0, 2); }

 private:
  /// Of a board before the spawn of so many tiles.
  PolicyValues spawned(Board board, int tiles) {
    PolicyValues mean;
    for (Board empty = empty_cells(board, shape_); empty != 0; empty &= empty - 1) {
      for (int exponent = 1; exponent <= 2; ++exponent) {
        const double p = (exponent == 2 ? four_ : 1 - four_) / num_empty(board, shape_);
        if (p == 0) continue;
        const Board next = board | (empty & -empty) << (exponent - 1);
        const PolicyValues value = tiles > 1 ? spawned(next, tiles - 1) : position(next);
        mean.optimal += p * value.optimal;
        mean.random += p * value.random;
      }
    }
    return mean;
  }

  PolicyValues position(Board board) {
    if (objective_.goal == Goal::reach && largest_tile(board) >= objective_.target) return {1, 1};
    if (const auto known = values_.find(board); known != values_.end()) return known->second;
    PolicyValues value;
    int legal = 0;
    for (const Direction direction : directions) {
      const auto moved = move_cell_by_cell(board, shape_, direction);
      if (moved.board == board) continue;
      PolicyValues after = spawned(moved.board, 1);
      const double reward = objective_.goal == Goal::score   ? static_cast<double>(moved.reward)
                            : objective_.goal == Goal::moves ? 1
                                                             : 0;
      value.optimal = std::max(value.optimal, reward + after.optimal);
      value.random += reward + after.random;
      ++legal;
    }
    if (legal > 0) value.random /= legal;
    return values_[board] = value;
  }

  Shape shape_;
  double four_;
  Objective objective_;
  std::map<Board, PolicyValues> values_;
};

TEST(G2048Solve, agrees_with_recursion_for_any_rules) {
  for (const double four : {0.0, 0.1, 0.6, 1.0}) {
    for (const Shape shape : {Shape{2, 2}, Shape{1, 4}, Shape{4, 1}, Shape{1, 2}}) {
      for (const Goal goal : {Goal::score, Goal::reach, Goal::moves}) {
        const Rules rules{.rows = shape.rows, .cols = shape.cols, .four_probability = four};
        const Objective objective{.goal = goal, .target = 4};
        const PolicyValues expected = SlowGame(rules, objective).expected();
        const PolicyValues values = solved(rules, objective);
        EXPECT_NEAR(values.optimal, expected.optimal, 1e-12 * (1 + expected.optimal));
        EXPECT_NEAR(values.random, expected.random, 1e-12 * (1 + expected.random));
      }
    }
  }
}

TEST(G2048Solve, largest_tiles_at_the_end_are_as_known) {
  SerialExecutor executor;
  const LayerRules rules({.rows = 2, .cols = 3});
  const auto layers = enumerate_layers(rules, executor);
  const auto final_tiles = [&](Policy policy) {
    return solve_layers(rules, layers, {.final_tiles = policy}, executor).final_tiles;
  };
  const FinalTiles tiles = final_tiles(Policy::optimal);
  EXPECT_NEAR(tiles[4], 0.000269246663, 1e-12);
  EXPECT_NEAR(tiles[5], 0.06104262467, 1e-10);
  EXPECT_NEAR(tiles[6], 0.8839805188, 1e-10);
  EXPECT_NEAR(tiles[7], 0.05470760989, 1e-10);
  EXPECT_NEAR(std::accumulate(tiles.begin(), tiles.end(), 0.0), 1, 1e-12);
  const FinalTiles by_chance = final_tiles(Policy::random);
  const PolicyValues reach = solved({.rows = 2, .cols = 3}, {.goal = Goal::reach, .target = 5});
  EXPECT_NEAR(std::accumulate(by_chance.begin() + 5, by_chance.end(), 0.0), reach.random, 1e-12);
}

TEST(G2048Solve, starts_have_all_the_probability) {
  double probability = 0;
  for (const Start& start : starts_of(LayerRules({.rows = 3, .cols = 3}))) probability += start.probability;
  EXPECT_NEAR(probability, 1, 1e-15);
}

}  // namespace
}  // namespace aleator::g2048
