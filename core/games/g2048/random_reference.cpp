#include "core/games/g2048/moves.hpp"
#include "core/games/g2048/random_kernel.hpp"

namespace aleator::g2048 {
namespace {

Board turned(Board board, std::uint64_t word) noexcept {
  if (word >> 33 & 1) board = transposed_4x4(board);
  if (word >> 32 & 1) board = cols_reversed_4x4(board);
  return board;
}

/// The empty cell of this number, counted from the last one; another word is drawn where this would favour some.
Board drawn_cell(Board empty, std::uint64_t word, LaneGenerator& random) noexcept {
  const auto cells = static_cast<std::uint64_t>(std::popcount(empty));
  const std::uint64_t unfair = (std::uint64_t{1} << 32) % cells;
  std::uint64_t product = (word & 0xffff'ffff) * cells;
  while ((product & 0xffff'ffff) < unfair) product = (random() & 0xffff'ffff) * cells;
  for (std::uint64_t skip = product >> 32; skip > 0; --skip) empty &= empty - 1;
  return empty & -empty;
}

void spawn(std::uint64_t fours, std::uint64_t word, RandomLanes& lanes, std::size_t lane) noexcept {
  LaneGenerator random(lanes, lane);
  const Board cell = drawn_cell(empty_cells(lanes.board[lane], square_4x4), word, random);
  const bool is_four = word >> (64 - four_bits) < fours;
  lanes.board[lane] |= is_four ? cell << 1 : cell;
  lanes.fours[lane] += is_four;
}

}  // namespace

void start_game(std::uint64_t fours, RandomLanes& lanes, std::size_t lane) {
  LaneGenerator random(lanes, lane);
  lanes.board[lane] = lanes.fours[lane] = 0;
  for (int tile = 0; tile < 2; ++tile) spawn(fours, random(), lanes, lane);
}

void play_random_steps_one_by_one(std::uint64_t fours, RandomLanes& lanes, EndedGames& ended) {
  ended.count = 0;
  for (std::size_t lane = 0; lane < random_lanes; ++lane) {
    LaneGenerator random(lanes, lane);
    Board& board = lanes.board[lane];
    for (std::size_t step = 0; step < random_steps; ++step) {
      const std::uint64_t word = random();
      const Board image = turned(board, word);
      board = move_cell_by_cell(image, square_4x4, Direction::left).board;
      if (board == image) continue;
      spawn(fours, word, lanes, lane);
      if (has_moves(board, square_4x4)) continue;
      ended.board[ended.count] = board;
      ended.fours[ended.count] = lanes.fours[lane];
      ended.lane[ended.count++] = lane;
      start_game(fours, lanes, lane);
    }
  }
}

}  // namespace aleator::g2048
