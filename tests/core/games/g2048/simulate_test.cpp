#include "core/games/g2048/simulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/games/g2048/random_kernel.hpp"
#include "tests/core/every_target.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::g2048 {
namespace {

constexpr std::uint64_t one_in_ten = (std::uint64_t{1} << four_bits) / 10;

RandomLanes started_lanes(std::uint64_t fours, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  RandomLanes lanes;
  for (auto& words : lanes.random) {
    for (std::uint64_t& word : words) word = random();
  }
  for (std::size_t lane = 0; lane < random_lanes; ++lane) start_game(fours, lanes, lane);
  return lanes;
}

/// The games of one lane, in their order.
std::vector<std::vector<std::uint64_t>> games_of(const EndedGames& ended, std::size_t lane) {
  std::vector<std::vector<std::uint64_t>> games;
  for (std::size_t i = 0; i < ended.count; ++i) {
    if (ended.lane[i] == lane) games.push_back({ended.board[i], ended.fours[i]});
  }
  return games;
}

void expect_equal_steps(std::uint64_t fours, RandomLanes lanes, int parts) {
  RandomLanes reference = lanes;
  const auto ended = std::make_unique<EndedGames>();
  const auto expected = std::make_unique<EndedGames>();
  for (int part = 0; part < parts; ++part) {
    play_random_steps(fours, lanes, *ended);
    play_random_steps_one_by_one(fours, reference, *expected);
    ASSERT_EQ(lanes.board, reference.board);
    ASSERT_EQ(lanes.fours, reference.fours);
    ASSERT_EQ(lanes.random, reference.random);
    ASSERT_EQ(ended->count, expected->count);
    for (std::size_t lane = 0; lane < random_lanes; ++lane) {
      ASSERT_EQ(games_of(*ended, lane), games_of(*expected, lane));
    }
  }
}

TEST(G2048Lanes, are_the_same_games_as_one_by_one) {
  for_every_target([](const std::string& target) {
    SCOPED_TRACE(target);
    for (const std::uint64_t fours : {std::uint64_t{0}, one_in_ten, std::uint64_t{1} << four_bits}) {
      ASSERT_NO_FATAL_FAILURE(expect_equal_steps(fours, started_lanes(fours, 7 + fours), 6));
    }
  });
}

TEST(G2048Lanes, move_any_board_as_one_by_one) {
  for_every_target([](const std::string& target) {
    SCOPED_TRACE(target);
    std::mt19937_64 random(5);
    for (int i = 0; i < 100; ++i) {
      RandomLanes lanes = started_lanes(one_in_ten, random());
      for (Board& board : lanes.board) {
        for (int cell = 0; cell < most_cells; ++cell) {
          const auto tile = static_cast<int>(random() % (largest_in_lanes + 1));
          if (random() % 4 > 0) board = (board & ~(Board{15} << (4 * cell))) | Board(tile) << (4 * cell);
        }
      }
      ASSERT_NO_FATAL_FAILURE(expect_equal_steps(one_in_ten, lanes, 1));
    }
  });
}

/// The state of a generator whose next word has the low 32 bits 0.
void make_next_low(RandomLanes& lanes, std::size_t lane) {
  lanes.random[3][lane] = 0 - lanes.random[0][lane];  // s0 + s3 = 0: the word is s0
  lanes.random[0][lane] &= ~std::uint64_t{0xffff'ffff};
  lanes.random[3][lane] = 0 - lanes.random[0][lane];
}

TEST(G2048Lanes, numbers_that_would_favour_some_cells_are_drawn_again) {
  for_every_target([](const std::string& target) {
    SCOPED_TRACE(target);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      RandomLanes lanes = started_lanes(one_in_ten, seed);
      for (std::size_t lane = 0; lane < random_lanes; lane += 1 + seed % 3) make_next_low(lanes, lane);
      ASSERT_NO_FATAL_FAILURE(expect_equal_steps(one_in_ten, lanes, 1));
    }
  });
}

TEST(G2048Simulation, counts_are_the_same_on_every_target) {
  SerialExecutor executor;
  const RandomPlayer player(Rules{});
  ASSERT_TRUE(player.is_vectorised());
  std::vector<PlayCounts> counts;
  for_every_target([&](const std::string&) { counts.push_back(play_games(player, 5000, 1000, {1, 2}, executor)); });
  for (const PlayCounts& other : counts) EXPECT_EQ(other, counts.front());
  EXPECT_EQ(counts.front().games, 5000);
}

/// Known means of 10^8 games of random moves.
void expect_known(const PlayCounts& counts) {
  constexpr double score = 1095.022;
  constexpr double score_error = 0.053;
  EXPECT_NEAR(counts.score.mean(counts.games), score,
              4 * std::hypot(counts.score.standard_error(counts.games), score_error));
  EXPECT_NEAR(counts.moves.mean(counts.games), 118.395, 4 * counts.moves.standard_error(counts.games) + 0.005);
  constexpr std::array<double, 6> percent{0.26486, 6.78104, 37.4632, 47.64985, 7.82037, 0.01894};  // of 2^4 to 2^9
  for (std::size_t i = 0; i < percent.size(); ++i) {
    const double expected = percent[i] / 100 * static_cast<double>(counts.games);
    EXPECT_NEAR(static_cast<double>(counts.largest[i + 4]), expected, 4.5 * std::sqrt(expected) + 1) << i;
  }
}

TEST(G2048Simulation, random_games_are_as_known) {
  SerialExecutor executor;
  expect_known(play_games(RandomPlayer(Rules{}), 1'000'000, 1 << 16, {2048, 1}, executor));
  expect_known(play_games(RandomPlayer(Rules{}, false), 20'000, 1 << 10, {2048, 2}, executor));
}

TEST(G2048Simulation, blocks_of_any_size_are_counted_whole) {
  SerialExecutor executor;
  const RandomPlayer player(Rules{});
  for (const std::int64_t games : {0, 1, 31, 32, 33, 100}) {
    EXPECT_EQ(play_games(player, games, 64, {3, 1}, executor).games, games);
  }
}

/// Lanes have games of their own length: were not all of them played to their end, short ones would be too many.
TEST(G2048Simulation, few_games_a_lane_favour_none) {
  SerialExecutor executor;
  const PlayCounts counts = play_games(RandomPlayer(Rules{}), 300'000, 40, {4, 1}, executor);
  expect_known(counts);
}

TEST(G2048Simulation, exact_sums_know_their_errors) {
  ExactSums sums;
  for (const std::int64_t value : {1, 2, 4, 9}) sums.add(value);
  EXPECT_DOUBLE_EQ(sums.mean(4), 4);
  EXPECT_DOUBLE_EQ(sums.standard_error(4), std::sqrt((9.0 + 4 + 0 + 25) / 3 / 4));
  EXPECT_TRUE(std::isnan(ExactSums().mean(0)));
  EXPECT_TRUE(std::isnan(sums.standard_error(1)));
  ExactSums large;
  large.add(std::int64_t{1} << 62);
  large.add(std::int64_t{1} << 62);
  EXPECT_DOUBLE_EQ(large.mean(2), 0x1p62);
  EXPECT_EQ(large.standard_error(2), 0);
}

TEST(G2048Simulation, large_tiles_go_on_past_what_lanes_and_narrow_boards_hold) {
  const Moves moves(square_4x4);
  const Spawner spawner(square_4x4, 0.1);
  PhiloxStream random({6, 1}, 0, 0);
  const Board board = parse_board<Board>("32768 32768 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", square_4x4);
  int largest = 0;
  for (int game = 0; game < 20; ++game) {
    const GameResult result = play_to_end(moves, spawner, RandomMove(), board, 0, random);
    largest = std::max(largest, result.largest);
    EXPECT_GE(result.score, 2 * 14 * 32768);
  }
  EXPECT_EQ(largest, 16);
}

TEST(G2048Simulation, other_shapes_and_probabilities) {
  SerialExecutor executor;
  const auto mean = [&](const Rules& rules) {
    const RandomPlayer player(rules);
    const PlayCounts counts = play_games(player, 20'000, 1'000, {5, 1}, executor);
    return std::pair(counts.score.mean(counts.games), counts.score.standard_error(counts.games));
  };
  const auto expect_mean = [&](const Rules& rules, double expected) {
    const auto [score, error] = mean(rules);
    EXPECT_NEAR(score, expected, 4 * error);
  };
  // Exact values of random play.
  expect_mean({.rows = 1, .cols = 3}, 8.26101943226);
  expect_mean({.rows = 1, .cols = 4}, 21.7372772287);
  expect_mean({.rows = 2, .cols = 2}, 19.6565401755);
  expect_mean({.rows = 2, .cols = 3}, 61.1688802953);
  expect_mean({.rows = 2, .cols = 4}, 124.659347476);
  expect_mean({.rows = 3, .cols = 3}, 178.743854074);
}

TEST(G2048Policy, greedy_takes_the_largest_reward_and_corner_the_first_legal_move) {
  const Moves moves(square_4x4);
  PhiloxStream random({1, 1}, 0, 0);
  const auto parse = [](std::string_view board) { return parse_board<Board>(board, square_4x4); };
  const Board board = parse("2 2 8 16 / 0 0 8 0 / 0 0 0 0 / 0 0 0 0");
  EXPECT_EQ(GreedyMove()(board, moves, random), parse("2 2 16 16 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0"));
  EXPECT_EQ(CornerMove()(board, moves, random), parse("4 8 16 0 / 8 0 0 0 / 0 0 0 0 / 0 0 0 0"));
  const Board no_reward = parse("2 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0");
  EXPECT_EQ(GreedyMove()(no_reward, moves, random), parse("0 0 0 2 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0"));
  EXPECT_EQ(CornerMove()(no_reward, moves, random), parse("0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 2 0 0 0"));
  const Board only_up = parse("0 0 0 0 / 0 0 0 0 / 2 4 8 16 / 4 8 16 32");
  EXPECT_EQ(CornerMove()(only_up, moves, random), parse("2 4 8 16 / 4 8 16 32 / 0 0 0 0 / 0 0 0 0"));
}

TEST(G2048Policy, better_policies_earn_more) {
  const Moves moves(square_4x4);
  const Spawner spawner(square_4x4, 0.1);
  const auto mean = [&](const auto& policy) {
    PhiloxStream random({9, 1}, 0, 0);
    return play_one_by_one(moves, spawner, policy, 2000, no_end, random, {}).score.mean(2000);
  };
  EXPECT_GT(mean(GreedyMove()), 2 * mean(RandomMove()));
  EXPECT_GT(mean(CornerMove()), 1.5 * mean(RandomMove()));
}

TEST(G2048Simulation, can_be_stopped_and_refuses_what_is_not_a_game) {
  SerialExecutor executor;
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(play_games(RandomPlayer(Rules{}), 1 << 20, 1 << 10, {1, 1}, executor, source.get_token()).games, 0);
  EXPECT_EQ(refusal([] { RandomPlayer(Rules{.rows = 17}); }), "rows: 17 x 4 cells are more than 16");
  EXPECT_EQ(refusal([] { RandomPlayer(Rules{.four_probability = -0.5}); }),
            "four_probability: -0.5 is not a probability");
}

}  // namespace
}  // namespace aleator::g2048
