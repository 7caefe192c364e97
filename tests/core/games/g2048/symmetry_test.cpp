#include "core/games/g2048/symmetry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/core/every_target.hpp"
#include "tests/core/games/g2048/cases.hpp"
#include "tests/core/games/g2048/random_boards.hpp"

namespace aleator::g2048 {
namespace {

/// The image cell by cell, from the words of its definition.
template <AnyBoard B>
B slow_image(B board, Shape shape, Symmetry symmetry) {
  B image = 0;
  for (int row = 0; row < shape.rows; ++row) {
    for (int col = 0; col < shape.cols; ++col) {
      int to_row = symmetry & 4 ? col : row;
      int to_col = symmetry & 4 ? row : col;
      if (symmetry & 2) to_row = shape.rows - 1 - to_row;
      if (symmetry & 1) to_col = shape.cols - 1 - to_col;
      image = with_tile(image, shape, to_row * shape.cols + to_col, exponent_at(board, shape, row * shape.cols + col));
    }
  }
  return image;
}

TEST(G2048Symmetry, canonical_boards_that_are_known) {
  for (const Case& known : cases) {
    EXPECT_EQ(Symmetries<Board>(known.shape).canonical(known.board), known.canonical) << known.source;
  }
  EXPECT_EQ(Symmetries<Board>({2, 2}).canonical(0x2301), 0x0123U);
  EXPECT_EQ(canonical_4x4(0x0000'0000'0000'2211), 0x1122U);
}

TEST(G2048Symmetry, images_are_those_of_the_definition) {
  std::mt19937_64 random(8);
  for (const Shape shape : all_shapes()) {
    const Symmetries<Board> symmetries(shape);
    const Symmetries<WideBoard> wide_symmetries(shape);
    for (int i = 0; i < 200; ++i) {
      const Board board = random_board(shape, random);
      for (Symmetry s = 0; s < num_symmetries(shape); ++s) {
        const Board image = symmetries.image(board, s);
        ASSERT_EQ(image, slow_image(board, shape, s));
        ASSERT_TRUE(wide_symmetries.image(widened(board), s) == widened(image));
      }
      ASSERT_TRUE(wide_symmetries.canonical(widened(board)) == widened(symmetries.canonical(board)));
    }
  }
}

TEST(G2048Symmetry, all_images_have_the_same_canonical_board_and_the_lowest_symmetry_gives_it) {
  std::mt19937_64 random(88);
  for (const Shape shape : all_shapes()) {
    const Symmetries<Board> symmetries(shape);
    for (int i = 0; i < 2000; ++i) {
      const Board board = random_board(shape, random);
      std::vector<Board> images;
      for (Symmetry s = 0; s < num_symmetries(shape); ++s) images.push_back(symmetries.image(board, s));
      const auto smallest = std::min_element(images.begin(), images.end());
      const CanonicalForm<Board> form = symmetries.canonical_form(board);
      ASSERT_EQ(form.board, *smallest);
      ASSERT_EQ(form.symmetry, smallest - images.begin());
      for (const Board image : images) ASSERT_EQ(symmetries.canonical(image), form.board);
      if (shape == square_4x4) {
        ASSERT_EQ(canonical_4x4(board), form.board);
      }
    }
  }
}

TEST(G2048Symmetry, moves_are_carried_to_images_and_back) {
  std::mt19937_64 random(4);
  for (const Shape shape : {Shape{4, 4}, Shape{2, 3}, Shape{3, 3}, Shape{1, 5}}) {
    const Symmetries<Board> symmetries(shape);
    for (int i = 0; i < 200; ++i) {
      const Board board = random_board(shape, random);
      for (Symmetry s = 0; s < num_symmetries(shape); ++s) {
        for (const Direction direction : directions) {
          const auto moved = move_cell_by_cell(board, shape, direction);
          const auto image = move_cell_by_cell(symmetries.image(board, s), shape, image_of(direction, s));
          ASSERT_EQ(image.board, symmetries.image(moved.board, s));
          ASSERT_EQ(image.reward, moved.reward);
          ASSERT_EQ(original_of(image_of(direction, s), s), direction);
        }
      }
    }
  }
}

void expect_batch(const Symmetries<Board>& symmetries, const std::vector<Board>& boards) {
  std::vector<Board> canonical(boards.size());
  std::vector<Symmetry> symmetry(boards.size());
  canonical_boards(symmetries, boards, canonical, symmetry);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    ASSERT_EQ((CanonicalForm<Board>{canonical[i], symmetry[i]}), symmetries.canonical_form(boards[i]));
  }
  std::vector<Board> in_place = boards;
  canonical_boards(symmetries, in_place, in_place);
  ASSERT_EQ(in_place, canonical);
}

TEST(G2048Symmetry, batches_are_boards_one_by_one_on_every_target) {
  for_every_target([](const std::string& target) {
    std::mt19937_64 random(512);
    for (const Shape shape : all_shapes()) {
      SCOPED_TRACE(target + " " + std::to_string(shape.rows) + " x " + std::to_string(shape.cols));
      const Symmetries<Board> symmetries(shape);
      for (const std::size_t count : {0, 1, 7, 8, 9, 31, 200}) {
        std::vector<Board> boards;
        for (std::size_t i = 0; i < count; ++i) boards.push_back(random_board(shape, random));
        ASSERT_NO_FATAL_FAILURE(expect_batch(symmetries, boards));
      }
    }
  });
}

TEST(G2048Symmetry, batches_of_millions) {
  std::mt19937_64 random(2);
  const Symmetries<Board> symmetries(square_4x4);
  std::vector<Board> boards(2'000'000);
  for (Board& board : boards) board = random();
  for_every_target([&](const std::string& target) {
    std::vector<Board> canonical(boards.size());
    canonical_boards(symmetries, boards, canonical);
    for (std::size_t i = 0; i < boards.size(); ++i) ASSERT_EQ(canonical[i], canonical_4x4(boards[i])) << target;
  });
}

}  // namespace
}  // namespace aleator::g2048
