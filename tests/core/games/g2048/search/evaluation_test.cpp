#include "core/games/g2048/search/evaluation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/games/g2048/symmetry.hpp"
#include "tests/core/games/g2048/random_boards.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::g2048 {
namespace {

constexpr EvaluationWeights no_weights{0, 0, 0, 0, 0, 0};
constexpr EvaluationWeights any_weights{31.5, 0.7, 13, -71, 19, 0.3};

void expect_close(double value, double expected) {
  ASSERT_NEAR(value, expected, 1e-12 * (1e5 + std::abs(expected)));
}

/// Each term of a board that was counted by hand.
TEST(G2048Evaluation, counts_what_its_weights_say) {
  constexpr Shape shape{2, 3};
  const auto value = [&](std::string_view board, double EvaluationWeights::*weight) {
    EvaluationWeights weights = no_weights;
    weights.*weight = 1;
    return Evaluation(shape, weights)(parse_board<Board>(board, shape));
  };
  const auto expect_terms = [&](std::string_view board, const EvaluationWeights& terms) {
    for (const auto weight :
         {&EvaluationWeights::empty, &EvaluationWeights::monotonicity, &EvaluationWeights::smoothness,
          &EvaluationWeights::merges, &EvaluationWeights::corner, &EvaluationWeights::potential}) {
      EXPECT_EQ(value(board, weight), terms.*weight) << board;
    }
  };
  // 1 1 0    rows fall by 1 and rise by 0, fall by 81 and rise by 16; columns of two cells cannot be uneven
  // 3 0 2
  expect_terms("2 2 0 / 8 0 4", {.empty = 2,
                                 .monotonicity = -16,
                                 .smoothness = -(0 + 1 + 2),
                                 .merges = 1,
                                 .corner = 3,
                                 .potential = 0 + 0 + 2 * 8 + 4});
  // 2 0 2    an empty cell does not keep tiles from seeing each other, another tile does
  // 1 4 1
  expect_terms("4 0 4 / 2 16 2", {.empty = 1,
                                  .monotonicity = -(16 + 255),
                                  .smoothness = -(0 + 3 + 3 + 1 + 1),
                                  .merges = 1,
                                  .corner = 2,
                                  .potential = 4 + 4 + 3 * 16});
  expect_terms("0 0 0 / 0 2048 0", {.empty = 5,
                                    .monotonicity = -11.0 * 11 * 11 * 11,
                                    .smoothness = 0,
                                    .merges = 0,
                                    .corner = 0,
                                    .potential = 10 * 2048});
}

TEST(G2048Evaluation, tables_give_what_is_found_cell_by_cell) {
  std::mt19937_64 random(6);
  for (const Shape shape : all_shapes()) {
    const Evaluation evaluation(shape, any_weights);
    for (int i = 0; i < 200; ++i) {
      const Board board = random_board(shape, random);
      const double expected = evaluate_cell_by_cell(board, shape, any_weights);
      ASSERT_NO_FATAL_FAILURE(expect_close(evaluation(board), expected));
      ASSERT_EQ(evaluation(widened(board)), expected);
    }
  }
}

TEST(G2048Evaluation, is_the_same_for_all_images) {
  std::mt19937_64 random(60);
  for (const Shape shape : all_shapes()) {
    const Symmetries<Board> symmetries(shape);
    const Evaluation evaluation(shape, any_weights);
    for (int i = 0; i < 100; ++i) {
      const Board board = random_board(shape, random);
      for (Symmetry s = 0; s < num_symmetries(shape); ++s) {
        const Board image = symmetries.image(board, s);
        ASSERT_NO_FATAL_FAILURE(expect_close(evaluation(image), evaluation(board)));
        ASSERT_NO_FATAL_FAILURE(
            expect_close(evaluate_cell_by_cell(image, shape, any_weights), evaluation(widened(board))));
      }
    }
  }
}

TEST(G2048Evaluation, of_the_largest_tiles) {
  const WideBoard board = parse_board<WideBoard>("2147483648 0", {1, 2});
  EXPECT_EQ(evaluate_cell_by_cell(board, {1, 2}, {0, 0, 0, 0, 1, 0}), 31);
  EXPECT_EQ(evaluate_cell_by_cell(board, {1, 2}, {0, 0, 0, 0, 0, 1}), 30 * 0x1p31);
}

TEST(G2048Evaluation, refuses_what_is_not_a_weight_or_a_shape) {
  EXPECT_EQ(refusal([] { Evaluation(square_4x4, {.merges = std::numeric_limits<double>::quiet_NaN()}); }),
            "merges: nan is not a finite number");
  EXPECT_EQ(problems_of(EvaluationWeights{INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY}).size(), 6U);
  EXPECT_EQ(refusal([] { Evaluation({4, 5}, {}); }), "rows: 4 x 5 cells are more than 16");
}

}  // namespace
}  // namespace aleator::g2048
