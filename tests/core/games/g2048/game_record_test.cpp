#include "core/games/g2048/game_record.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace aleator::g2048 {
namespace {

/// Replays a game from its text by the rules alone.
class Replay {
 public:
  explicit Replay(Shape shape) : shape_(shape) {}

  void line(const std::string& text) {
    std::istringstream words(text);
    std::string first;
    words >> first;
    if (first == "end") {
      std::string name;
      words >> name >> end_.score >> name >> end_.moves >> name >> largest_;
      return;
    }
    std::string word;
    if (first != "start") {
      constexpr std::array<std::string_view, 4> names{"left", "right", "up", "down"};
      const auto direction = std::find(names.begin(), names.end(), first) - names.begin();
      ASSERT_LT(direction, 4);
      const auto moved = move_cell_by_cell(board_, shape_, directions[static_cast<std::size_t>(direction)]);
      ASSERT_NE(moved.board, board_) << "an illegal move";
      words >> word;
      ASSERT_EQ(word, "+" + std::to_string(moved.reward));
      board_ = moved.board;
      score_ += moved.reward;
      ++moves_;
    }
    int tiles = 0;
    for (; words >> word; ++tiles) spawn(word);
    ASSERT_EQ(tiles, first == "start" ? 2 : 1);
  }

  void expect_end(const GameRecord& record) {
    EXPECT_TRUE(board_ == record.end);
    EXPECT_EQ(end_.score, score_);
    EXPECT_EQ(end_.moves, moves_);
    EXPECT_EQ(largest_, std::int64_t{1} << largest_tile(board_));
    EXPECT_FALSE(has_moves(board_, shape_));
  }

 private:
  void spawn(const std::string& text) {
    int tile = 0, row = 0, col = 0;
    ASSERT_EQ(std::sscanf(text.c_str(), "%d@%d,%d", &tile, &row, &col), 3);
    ASSERT_TRUE(tile == 2 || tile == 4);
    const int cell = (row - 1) * shape_.cols + col - 1;
    ASSERT_EQ(exponent_at(board_, shape_, cell), 0);
    board_ = with_tile(board_, shape_, cell, tile / 2);
  }

  Shape shape_;
  WideBoard board_ = 0;
  std::int64_t score_ = 0;
  std::int64_t moves_ = 0;
  GameResult end_;
  std::int64_t largest_ = 0;
};

TEST(G2048Record, can_be_replayed) {
  for (const Shape shape : {square_4x4, Shape{2, 3}, Shape{1, 6}, Shape{5, 3}}) {
    PhiloxStream random({7, 7}, 0, 0);
    const GameRecord record = record_game(Moves(shape), Spawner(shape, 0.1), CornerMove(), random, no_end);
    Replay replay(shape);
    std::istringstream lines(record_text(record, shape));
    for (std::string line; std::getline(lines, line);) ASSERT_NO_FATAL_FAILURE(replay.line(line)) << line;
    replay.expect_end(record);
  }
}

TEST(G2048Record, is_the_game_that_is_played) {
  PhiloxStream random({7, 8}, 0, 0);
  PhiloxStream again({7, 8}, 0, 0);
  const Moves moves(square_4x4);
  const Spawner spawner(square_4x4, 0.1);
  EXPECT_EQ(record_game(moves, spawner, RandomMove(), random, 6).result,
            play_game(moves, spawner, RandomMove(), again, 6));
}

}  // namespace
}  // namespace aleator::g2048
