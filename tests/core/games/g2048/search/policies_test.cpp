#include "core/games/g2048/search/policies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/games/g2048/play.hpp"

namespace aleator::g2048 {
namespace {

template <class Policy>
GameResult game_of(const Policy& policy, Shape shape, std::uint64_t number) {
  PhiloxStream random({7, 7}, 0, number);
  return play_game(Moves(shape), Spawner(shape, 0.1), policy, random);
}

template <class Policy>
std::int64_t total_score(const Policy& policy, std::uint64_t games) {
  std::int64_t score = 0;
  for (std::uint64_t i = 0; i < games; ++i) score += game_of(policy, square_4x4, i).score;
  return score;
}

TEST(G2048Policies, games_follow_from_their_stream_alone) {
  const Rules rules{.rows = 3, .cols = 3};
  const Expectimax expectimax(rules, {}, {.depth = 2, .probability_cutoff = 0.01, .table = 1});
  const Mcts mcts(rules, {.simulations = 20, .trees = 2});
  const ExpectimaxMove by_expectimax(expectimax);
  const MctsMove by_mcts(mcts);
  std::vector<GameResult> results;
  for (std::uint64_t i = 0; i < 3; ++i) {
    results.push_back(game_of(by_expectimax, {3, 3}, i));
    results.push_back(game_of(by_mcts, {3, 3}, i));
  }
  EXPECT_NE(results[0], results[2]);
  EXPECT_NE(results[1], results[3]);
  for (std::uint64_t i = 3; i-- > 0;) {
    EXPECT_EQ(game_of(ExpectimaxMove(expectimax), {3, 3}, i), results[2 * i]);
    EXPECT_EQ(game_of(by_mcts, {3, 3}, i), results[2 * i + 1]);
  }
}

TEST(G2048Policies, make_the_best_move_of_a_search) {
  const Expectimax expectimax({}, {}, {.depth = 2});
  const Moves moves(square_4x4);
  SearchMemory memory(1);
  const ExpectimaxMove policy(expectimax);
  PhiloxStream random({7, 8}, 0, 0);
  const Board board = 0x1020'0301'1102'2053;
  EXPECT_EQ(policy(board, moves, random), moves(board, *best_move(expectimax.search(board, memory).values)).board);
  const Mcts mcts({}, {.simulations = 100});
  PhiloxStream same = random;
  const std::uint64_t first = same();
  const std::uint64_t second = same();
  SerialExecutor executor;
  const MctsResult result = mcts.search(board, {first, second}, 0, executor);
  EXPECT_EQ(MctsMove(mcts)(board, moves, random), moves(board, *result.best()).board);
  EXPECT_EQ(random(), same());
}

TEST(G2048Policies, play_on_past_what_narrow_boards_hold) {
  const Board board = parse_board<Board>("32768 32768 0 0 / 4 0 0 0 / 0 0 0 0 / 2 0 0 0", square_4x4);
  const Moves moves(square_4x4);
  const Spawner spawner(square_4x4, 0.1);
  const Expectimax expectimax({}, {}, {.depth = 1});
  const Mcts mcts({}, {.simulations = 8, .trees = 1});
  PhiloxStream random({7, 9}, 0, 0);
  EXPECT_GE(play_to_end(moves, spawner, ExpectimaxMove(expectimax), board, 0, random).largest, 16);
  EXPECT_GE(play_to_end(moves, spawner, MctsMove(mcts), board, 0, random).largest, 16);
}

TEST(G2048Policies, searchers_play_well) {
  const std::int64_t greedy = total_score(GreedyMove(), 20);
  const Expectimax expectimax({}, {}, {.depth = 2, .table = 1});
  EXPECT_GT(total_score(ExpectimaxMove(expectimax), 20), 6 * greedy);
  const Mcts mcts({}, {.simulations = 40, .trees = 1});
  EXPECT_GT(total_score(MctsMove(mcts), 4), 2 * greedy / 5);
}

TEST(G2048Policies, three_moves_deep_make_2048_in_most_games) {
  const Expectimax expectimax({}, {}, {.depth = 3});
  const ExpectimaxMove policy(expectimax);
  int reached = 0;
  for (std::uint64_t i = 0; i < 5; ++i) reached += game_of(policy, square_4x4, i).largest >= 11;
  EXPECT_GE(reached, 4);
}

}  // namespace
}  // namespace aleator::g2048
