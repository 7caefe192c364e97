#include "core/games/g2048/search/expectimax.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stop_token>
#include <string>
#include <vector>

#include "core/games/g2048/play.hpp"
#include "tests/core/games/g2048/random_boards.hpp"
#include "tests/core/games/g2048/solved_games.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::g2048 {
namespace {

constexpr EvaluationWeights any_weights{31.5, 0.7, 13, -71, 19, 0.3};
constexpr EvaluationWeights without_corner{31.5, 0.7, 13, -71, 0, 0.3};
constexpr EvaluationWeights no_weights{0, 0, 0, 0, 0, 0};

/// The search from the words of its definition: no tables, no images, wide boards.
class SlowSearch {
 public:
  SlowSearch(const Rules& rules, const EvaluationWeights& weights, const ExpectimaxOptions& options)
      : shape_(shape_of(rules)),
        four_(rules.four_probability),
        end_(end_exponent(rules)),
        weights_(weights),
        options_(options) {}

  MoveValues values(WideBoard board) const { return values(board, options_.depth, 1); }

 private:
  MoveValues values(WideBoard board, std::int64_t depth, double probability) const {
    MoveValues values;
    if (largest_tile(board) >= end_) return values;
    for (const Direction direction : directions) {
      const auto moved = move_cell_by_cell(board, shape_, direction);
      if (moved.board == board) continue;
      const double on = largest_tile(moved.board) >= end_ ? 0
                        : depth == 1                      ? evaluate_cell_by_cell(moved.board, shape_, weights_)
                                                          : spawned(moved.board, depth - 1, probability);
      values[static_cast<std::size_t>(direction)] = static_cast<double>(moved.reward) + on;
    }
    return values;
  }

  double spawned(WideBoard board, std::int64_t depth, double probability) const {
    double mean = 0;
    for (int cell = 0; cell < shape_.cells(); ++cell) {
      if (exponent_at(board, shape_, cell) != 0) continue;
      for (int tile = 1; tile <= 2; ++tile) {
        const double p = (tile == 2 ? four_ : 1 - four_) / num_empty(board, shape_);
        if (p == 0) continue;
        const bool is_cut = probability * p < options_.probability_cutoff;
        const MoveValues after = values(with_tile(board, shape_, cell, tile), is_cut ? 1 : depth, probability * p);
        const auto best = best_move(after);
        if (best) mean += p * *after[static_cast<std::size_t>(*best)];
      }
    }
    return mean;
  }

  Shape shape_;
  double four_;
  int end_;
  EvaluationWeights weights_;
  ExpectimaxOptions options_;
};

void expect_close(const MoveValues& values, const MoveValues& expected) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(values[i].has_value(), expected[i].has_value());
    if (!values[i]) continue;
    ASSERT_NEAR(*values[i], *expected[i], 1e-12 * (1e5 + std::abs(*expected[i])));
  }
}

void expect_as_slow(Shape shape, const EvaluationWeights& weights, double four, const ExpectimaxOptions& options,
                    int boards, std::int64_t target = 0) {
  SCOPED_TRACE(std::to_string(shape.rows) + " x " + std::to_string(shape.cols) + " depth " +
               std::to_string(options.depth));
  const Rules rules{.rows = shape.rows, .cols = shape.cols, .four_probability = four, .target = target};
  const Expectimax expectimax(rules, weights, options);
  const SlowSearch slow(rules, weights, options);
  SearchMemory memory(options.table);
  std::mt19937_64 random(static_cast<std::uint64_t>(options.depth + 10 * shape.rows));
  for (int i = 0; i < boards; ++i) {
    const Board board = random_board(shape, random);
    const MoveValues expected = slow.values(widened(board));
    ASSERT_NO_FATAL_FAILURE(expect_close(expectimax.search(board, memory).values, expected));
    ASSERT_NO_FATAL_FAILURE(expect_close(expectimax.search(widened(board), memory).values, expected));
  }
}

TEST(G2048Expectimax, is_what_its_definition_says_on_any_shape) {
  for (const Shape shape : all_shapes()) {
    for (const std::int64_t depth : {1, 2}) {
      ASSERT_NO_FATAL_FAILURE(expect_as_slow(shape, any_weights, 0.1, {.depth = depth, .table = 1}, 5));
    }
  }
}

TEST(G2048Expectimax, is_what_its_definition_says_at_any_depth) {
  for (const double four : {0.0, 0.1, 1.0}) {
    for (const std::int64_t table : {0, 1}) {
      const auto expect_at = [&](Shape shape, std::int64_t depth, int boards) {
        expect_as_slow(shape, any_weights, four, {.depth = depth, .table = table}, boards);
        expect_as_slow(shape, without_corner, four, {.depth = depth, .table = table}, boards);
      };
      ASSERT_NO_FATAL_FAILURE(expect_at({2, 2}, 5, 20));
      ASSERT_NO_FATAL_FAILURE(expect_at({1, 4}, 4, 20));
      ASSERT_NO_FATAL_FAILURE(expect_at({2, 3}, 3, 10));
      ASSERT_NO_FATAL_FAILURE(expect_at({4, 4}, 2, 30));
    }
  }
  ASSERT_NO_FATAL_FAILURE(expect_as_slow(square_4x4, any_weights, 0.1, {.depth = 3, .table = 1}, 8));
  ASSERT_NO_FATAL_FAILURE(expect_as_slow(square_4x4, without_corner, 0.1, {.depth = 3, .table = 1}, 8));
}

TEST(G2048Expectimax, is_what_its_definition_says_with_a_cutoff) {
  for (const double cutoff : {0.9, 0.123, 0.0123, 0.00123}) {
    for (const std::int64_t table : {0, 1}) {
      const ExpectimaxOptions deep{.depth = 4, .probability_cutoff = cutoff, .table = table};
      ASSERT_NO_FATAL_FAILURE(expect_as_slow({2, 2}, any_weights, 0.1, deep, 20));
      ASSERT_NO_FATAL_FAILURE(expect_as_slow({1, 5}, any_weights, 0.3, deep, 10));
      const ExpectimaxOptions less_deep{.depth = 3, .probability_cutoff = cutoff, .table = table};
      ASSERT_NO_FATAL_FAILURE(expect_as_slow({2, 3}, any_weights, 0.1, less_deep, 10));
      ASSERT_NO_FATAL_FAILURE(expect_as_slow({4, 4}, any_weights, 0.1, less_deep, 6));
    }
  }
}

TEST(G2048Expectimax, a_tile_may_end_the_game) {
  for (const std::int64_t target : {8, 16, 32, 1024, 32768, 65536}) {
    const auto expect_at = [&](Shape shape, std::int64_t depth, int boards) {
      expect_as_slow(shape, any_weights, 0.1, {.depth = depth, .table = 1}, boards, target);
    };
    ASSERT_NO_FATAL_FAILURE(expect_at({4, 4}, 1, 100));
    ASSERT_NO_FATAL_FAILURE(expect_at({4, 4}, 2, 40));
    ASSERT_NO_FATAL_FAILURE(expect_at({2, 2}, 4, 40));
  }
}

TEST(G2048Expectimax, to_the_end_of_the_game_gives_what_is_solved) {
  for (const Rules& rules :
       {Rules{.rows = 2, .cols = 2}, Rules{.rows = 1, .cols = 4}, Rules{.rows = 2, .cols = 2, .four_probability = 0.6},
        Rules{.rows = 2, .cols = 2, .target = 16}}) {
    const SolvedGame game = solved_game(rules);
    const Expectimax expectimax(rules, no_weights, {.depth = 0, .table = 1});
    SearchMemory memory(1);
    for (const Layer& layer : game.layers()) {
      for (std::size_t i = 0; i < layer.positions.size(); ++i) {
        const Board board = layer.positions[i];
        const ExpectimaxResult result = expectimax.search(board, memory);
        ASSERT_NO_FATAL_FAILURE(expect_close(result.values, game.move_values(board)));
        ASSERT_EQ(result.counts.evaluations, 0);
      }
    }
  }
}

/// Positions of games, which repeat themselves more than random boards do.
std::vector<Board> positions_of_games(Shape shape, std::size_t count) {
  const Moves moves(shape);
  const Spawner spawner(shape, 0.1);
  std::vector<Board> positions;
  std::int64_t fours = 0;
  for (std::uint64_t game = 0; positions.size() < count; ++game) {
    PhiloxStream random({2048, 48}, 0, game);
    for (Board board = spawner.start<Board>(random, fours); has_moves(board, shape);) {
      if (random() % 8 == 0) positions.push_back(board);
      board = spawner(CornerMove()(board, moves, random), random, fours);
    }
  }
  positions.resize(count);
  return positions;
}

TEST(G2048Expectimax, the_table_changes_no_value) {
  for (const double cutoff : {0.0, 0.01, 0.0001}) {
    for (const Shape shape : {square_4x4, Shape{3, 3}, Shape{2, 4}}) {
      const Rules rules{.rows = shape.rows, .cols = shape.cols};
      const std::int64_t depth = shape == square_4x4 && cutoff == 0 ? 3 : 4;
      ExpectimaxOptions options{.depth = depth, .probability_cutoff = cutoff, .table = 0};
      const Expectimax without(rules, any_weights, options);
      options.table = 1;
      const Expectimax with(rules, any_weights, options);
      SearchMemory none(0);
      SearchMemory memory(1);
      std::int64_t hits = 0;
      for (const Board board : positions_of_games(shape, 20)) {
        const ExpectimaxResult expected = without.search(board, none);
        const ExpectimaxResult result = with.search(board, memory);
        ASSERT_EQ(result.values, expected.values);  // to the last bit
        ASSERT_LE(result.counts.positions, expected.counts.positions);
        ASSERT_EQ(expected.counts.table_hits, 0);
        hits += result.counts.table_hits;
      }
      EXPECT_GT(hits, 100);
    }
  }
}

TEST(G2048Expectimax, a_search_that_is_repeated_does_the_same) {
  const Expectimax expectimax(Rules{}, any_weights, {.depth = 4, .probability_cutoff = 0.002, .table = 1});
  SearchMemory memory(1);
  std::vector<ExpectimaxResult> results;
  const std::vector<Board> boards = positions_of_games(square_4x4, 10);
  for (const Board board : boards) results.push_back(expectimax.search(board, memory));
  for (std::size_t i = boards.size(); i-- > 0;) ASSERT_EQ(expectimax.search(boards[i], memory), results[i]);
}

TEST(G2048Expectimax, images_have_the_same_values) {
  for (const Shape shape : {square_4x4, Shape{3, 3}, Shape{2, 3}}) {
    const Symmetries<Board> symmetries(shape);
    const Expectimax expectimax({.rows = shape.rows, .cols = shape.cols}, any_weights,
                                {.depth = 3, .probability_cutoff = 0.001, .table = 1});
    SearchMemory memory(1);
    for (const Board board : positions_of_games(shape, 10)) {
      const MoveValues values = expectimax.search(board, memory).values;
      for (Symmetry s = 0; s < num_symmetries(shape); ++s) {
        const MoveValues of_image = expectimax.search(symmetries.image(board, s), memory).values;
        for (const Direction direction : directions) {
          ASSERT_EQ(of_image[static_cast<std::size_t>(image_of(direction, s))],
                    values[static_cast<std::size_t>(direction)]);
        }
      }
    }
  }
}

TEST(G2048Expectimax, boards_go_on_as_wide_ones_where_they_must) {
  const Rules rules;
  const auto search = [&](std::string_view written, std::int64_t depth) {
    const Expectimax expectimax(rules, no_weights, {.depth = depth, .table = 1});
    SearchMemory memory(1);
    return expectimax.search(parse_board<Board>(written, square_4x4), memory).values;
  };
  EXPECT_EQ(search("32768 32768 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", 1)[0], 65536);
  // Another move makes the second tile of 2^15, and the one after that puts them together.
  const auto deep = search("32768 16384 16384 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", 2);
  EXPECT_GE(*deep[0], 32768 + 65536);
  EXPECT_LT(*search("32768 16384 16384 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", 1)[0], 65536);
}

TEST(G2048Expectimax, counts_what_it_does) {
  const Rules rules{.rows = 1, .cols = 3};
  const auto counts = [&](std::string_view board, const ExpectimaxOptions& options) {
    SearchMemory memory(options.table);
    return Expectimax(rules, no_weights, options).search(parse_board<Board>(board, {1, 3}), memory).counts;
  };
  EXPECT_EQ(counts("2 0 0", {.depth = 1, .table = 0}), (SearchCounts{1, 1, 0}));
  EXPECT_EQ(counts("2 0 0", {.depth = 1, .table = 0}).moves_tried(), 4);
  EXPECT_EQ(counts("2 4 2", {.depth = 3, .table = 0}), (SearchCounts{1, 0, 0}));
  // From 0 2 0: left to 2 0 0 and right to 0 0 2, images of each other. Four spawns: 2 2 0 and 2 0 2 have both moves,
  // 2 4 0 and 2 0 4 one each, and so have their images.
  EXPECT_EQ(counts("0 2 0", {.depth = 2, .table = 0}), (SearchCounts{9, 0 + 2 * (2 + 2 + 1 + 2), 0}));
  EXPECT_EQ(counts("0 2 0", {.depth = 2, .table = 1}), (SearchCounts{5, 0 + 1 * (2 + 2 + 1 + 2), 1}));
}

TEST(G2048Expectimax, of_equal_moves_the_first_is_best) {
  EXPECT_EQ(best_move({std::nullopt, -3.0, 2.0, 2.0}), Direction::up);
  EXPECT_EQ(best_move({std::nullopt, -3.0, std::nullopt, -4.0}), Direction::right);
  EXPECT_EQ(best_move({}), std::nullopt);
  const Expectimax expectimax(Rules{}, any_weights, {.depth = 3});
  SearchMemory memory(1);
  const Board symmetric = parse_board<Board>("0 0 0 0 / 0 2 2 0 / 0 2 2 0 / 0 0 0 0", square_4x4);
  EXPECT_EQ(best_move(expectimax.search(symmetric, memory).values), Direction::left);
}

TEST(G2048Expectimax, can_be_stopped) {
  const Expectimax expectimax(Rules{}, any_weights, {.depth = 0});
  SearchMemory memory(1);
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(expectimax.search(Board{0x1100}, memory, source.get_token()).counts.positions, 1);
}

TEST(G2048Expectimax, refuses_what_is_no_search) {
  const auto refused = [](const ExpectimaxOptions& options) {
    return refusal([&] { Expectimax(Rules{}, {}, options); });
  };
  EXPECT_EQ(refused({.depth = -1}), "depth: -1 is not between 0 and 1000000");
  EXPECT_EQ(refused({.probability_cutoff = -0.1}), "probability_cutoff: -0.1 is not a probability");
  EXPECT_EQ(refused({.probability_cutoff = 1.5}), "probability_cutoff: 1.5 is not a probability");
  EXPECT_EQ(refused({.table = -1}), "table: -1 is not between 0 and 1048576");
  EXPECT_EQ(refusal([] { Expectimax(Rules{.rows = 5}, {}, {}); }), "rows: 5 x 4 cells are more than 16");
  EXPECT_EQ(refusal([] { Expectimax(Rules{}, {.empty = INFINITY}, {}); }), "empty: inf is not a finite number");
}

}  // namespace
}  // namespace aleator::g2048
