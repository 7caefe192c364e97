#include "core/games/g2048/search/mcts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/games/g2048/play.hpp"
#include "tests/core/games/g2048/solved_games.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::g2048 {
namespace {

/// Blocks in the opposite order.
struct ReversedExecutor {
  template <class F>
  void for_blocks(std::size_t n, F&& f) {
    while (n-- > 0) f(n);
  }

  template <class T, class F, class Merge>
  T reduce_blocks(std::size_t n, T total, F&& f, Merge&& merge) {
    std::vector<decltype(f(n))> parts(n);
    for_blocks(n, [&](std::size_t i) { parts[i] = f(i); });
    for (auto& part : parts) merge(total, std::move(part));
    return total;
  }
};
static_assert(Executor<ReversedExecutor>);

MctsResult search(const Rules& rules, const MctsOptions& options, Board board, std::uint64_t stream = 0) {
  SerialExecutor executor;
  return Mcts(rules, options).search(board, {20, 48}, stream, executor);
}

std::int64_t sum(const std::array<std::int64_t, 4>& visits) {
  return std::accumulate(visits.begin(), visits.end(), std::int64_t{0});
}

TEST(G2048Mcts, every_simulation_visits_a_legal_move) {
  const Board board = parse_board<Board>("2 4 8 16 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", square_4x4);  // down only
  const Board other = parse_board<Board>("2 4 8 16 / 2 0 0 0 / 0 0 0 0 / 0 0 0 0", square_4x4);
  for (const std::int64_t simulations : {1, 3, 8, 100}) {
    for (const std::int64_t trees : {1, 3, 8}) {
      const MctsOptions options{.simulations = simulations, .trees = trees};
      EXPECT_EQ(search({}, options, board).visits, (std::array<std::int64_t, 4>{0, 0, 0, simulations}));
      EXPECT_EQ(sum(search({}, options, other).visits), simulations);
      EXPECT_EQ(search({}, options, other).visits[0], 0);
    }
  }
}

TEST(G2048Mcts, of_a_position_without_moves_says_nothing) {
  const MctsResult result = search({.rows = 1, .cols = 2}, {}, 0x12);
  EXPECT_EQ(result, MctsResult());
  EXPECT_EQ(result.best(), std::nullopt);
  EXPECT_EQ(result.values(), MoveValues());
}

TEST(G2048Mcts, trees_are_their_own_whoever_grows_them) {
  const Mcts mcts(Rules{}, {.simulations = 103, .trees = 5});
  SerialExecutor serial;
  ReversedExecutor reversed;
  const Board board = 0x1020'0300'1100'2000;
  const MctsResult result = mcts.search(board, {1, 2}, 3, serial);
  EXPECT_EQ(mcts.search(board, {1, 2}, 3, reversed), result);
  EXPECT_EQ(mcts.search(widened(board), {1, 2}, 3, serial), result);
  EXPECT_NE(mcts.search(board, {1, 2}, 4, serial), result);
  EXPECT_NE(mcts.search(board, {1, 1}, 3, serial), result);
  // The first of the five trees alone, with its 21 games; a second one would have been another.
  const Mcts one(Rules{}, {.simulations = 21, .trees = 1});
  const MctsResult first = one.search(board, {1, 2}, 3, serial);
  const Mcts two(Rules{}, {.simulations = 42, .trees = 2});
  MctsResult second = two.search(board, {1, 2}, 3, serial);
  for (std::size_t i = 0; i < 4; ++i) second.scores[i] -= first.scores[i];
  EXPECT_NE(second.scores, first.scores);
}

TEST(G2048Mcts, images_are_searched_as_one) {
  for (const Rollout rollout : {Rollout::random, Rollout::greedy, Rollout::corner}) {
    const MctsOptions options{.simulations = 100, .rollout = rollout, .trees = 2};
    const Symmetries<Board> symmetries(square_4x4);
    const Board board = 0x1020'0301'1102'2053;
    const MctsResult result = search({}, options, board);
    for (Symmetry s = 0; s < 8; ++s) {
      const MctsResult of_image = search({}, options, symmetries.image(board, s));
      for (const Direction direction : directions) {
        const auto i = static_cast<std::size_t>(direction);
        const auto image = static_cast<std::size_t>(image_of(direction, s));
        EXPECT_EQ(of_image.visits[image], result.visits[i]);
        EXPECT_EQ(of_image.scores[image], result.scores[i]);
      }
    }
  }
}

TEST(G2048Mcts, chooses_by_visits_then_by_value_then_in_order) {
  const auto best = [](const std::array<std::int64_t, 4>& visits, const std::array<std::int64_t, 4>& scores) {
    return MctsResult{visits, scores}.best();
  };
  EXPECT_EQ(best({1, 3, 2, 0}, {100, 3, 80, 0}), Direction::right);
  EXPECT_EQ(best({2, 3, 3, 3}, {100, 3, 5, 5}), Direction::up);
  EXPECT_EQ(best({0, 0, 0, 1}, {0, 0, 0, 0}), Direction::down);
  EXPECT_EQ(best({}, {}), std::nullopt);
}

TEST(G2048Mcts, many_simulations_find_the_best_move_and_its_value) {
  for (const Rules& rules : {Rules{.rows = 2, .cols = 2}, Rules{.rows = 1, .cols = 4}}) {
    const SolvedGame game = solved_game(rules);
    int tested = 0;
    for (const Layer& layer : game.layers()) {
      if (layer.positions.size() == 0 || layer.sum % 3 == 0) continue;
      const Board board = layer.positions[0];
      const MoveValues expected = game.move_values(board);
      const auto best = best_move(expected);
      if (!best) continue;
      const double value = *expected[static_cast<std::size_t>(*best)];
      bool is_clear = value > 0;
      for (const Direction other : directions) {
        const auto& of_other = expected[static_cast<std::size_t>(other)];
        is_clear &= other == *best || !of_other || *of_other < 0.95 * value;
      }
      for (const Rollout rollout : {Rollout::random, Rollout::greedy, Rollout::corner}) {
        const MctsOptions options{.simulations = 20'000, .rollout = rollout, .trees = 2};
        const MctsResult result = search(rules, options, board);
        if (is_clear) {
          EXPECT_EQ(result.best(), best) << board_text(board, shape_of(rules));
        }
        // A mean that has in it what was lost by trying other moves.
        EXPECT_NEAR(*result.values()[static_cast<std::size_t>(*best)], value, 0.15 * value + 0.1);
      }
      tested += is_clear;
    }
    EXPECT_GT(tested, 3);
  }
}

TEST(G2048Mcts, values_converge_to_those_of_the_best_moves) {
  const Rules rules{.rows = 2, .cols = 2};
  const Board board = parse_board<Board>("2 0 / 0 2", {2, 2});
  const double solved = *solved_game(rules).move_values(board)[0];
  const auto lost = [&](std::int64_t simulations) {
    return solved - *search(rules, {.simulations = simulations, .trees = 1}, board).values()[0];
  };
  EXPECT_GT(lost(100), 0.1 * solved);
  EXPECT_LT(std::abs(lost(300'000)), 0.02 * solved);
}

TEST(G2048Mcts, exploration_spreads_the_visits) {
  const Board board = 0x1020'0301'1102'2053;
  const auto fewest = [&](double exploration) {
    const auto visits = search({}, {.simulations = 400, .exploration = exploration, .trees = 1}, board).visits;
    return *std::min_element(visits.begin(), visits.end());
  };
  EXPECT_GT(fewest(1000), 95);
  EXPECT_LT(fewest(0), 10);
  EXPECT_GE(fewest(0), 1);
}

/// The expected score by a policy's moves, by recursion.
class SlowPolicy {
 public:
  SlowPolicy(const Rules& rules, Rollout policy)
      : moves_(shape_of(rules)), four_(rules.four_probability), policy_(policy) {}

  /// @param seen_as  the image of a position after the spawn that the policy sees
  template <class Image>
  double spawned(Board board, Image seen_as) {
    double mean = 0;
    for (Board empty = empty_cells(board, moves_.shape()); empty != 0; empty &= empty - 1) {
      const Board cell = empty & -empty;
      mean += (1 - four_) * position(seen_as(board | cell)) + four_ * position(seen_as(board | cell << 1));
    }
    return mean / num_empty(board, moves_.shape());
  }

 private:
  double position(Board board) {
    if (!has_moves(board, moves_.shape())) return 0;
    if (const auto known = values_.find(board); known != values_.end()) return known->second;
    double sum = 0;
    int count = 0;
    for (const Direction direction : directions) {
      const auto moved = moves_(board, direction);
      if (moved.board == board || (policy_ != Rollout::random && moved.board != chosen(board))) continue;
      sum += static_cast<double>(moved.reward) + spawned(moved.board, std::identity());
      ++count;
    }
    return values_[board] = sum / count;
  }

  Board chosen(Board board) const {
    PhiloxStream unused({0, 0}, 0, 0);
    return policy_ == Rollout::greedy ? GreedyMove()(board, moves_, unused) : CornerMove()(board, moves_, unused);
  }

  Moves moves_;
  double four_;
  Rollout policy_;
  std::map<Board, double> values_;
};

/// The first game of a tree makes the first legal move, and then those of the rollout.
TEST(G2048Mcts, rollouts_score_what_their_policy_does) {
  const Rules rules{.rows = 2, .cols = 3, .four_probability = 0.3};
  const Symmetries<Board> symmetries({2, 3});
  const auto canonical = [&](Board board) { return symmetries.canonical(board); };
  const auto largest_last_row = [&](Board board) {
    Board largest = 0;
    for (Symmetry s = 0; s < 4; ++s) {
      const Board image = symmetries.image(board, s);
      largest = std::max(largest, (image & 0xfff) << 12 | image >> 12);
    }
    return (largest & 0xfff) << 12 | largest >> 12;
  };
  const auto expect_mean = [&](Rollout rollout, double expected) {
    constexpr std::int64_t games = 40'000;
    const Board board = canonical(parse_board<Board>("2 0 8 / 0 0 64", {2, 3}));
    const MctsResult result = search(rules, {.simulations = games, .rollout = rollout, .trees = games}, board);
    EXPECT_EQ(sum(result.visits), games);
    const double mean = static_cast<double>(sum(result.scores)) / static_cast<double>(games);
    EXPECT_NEAR(mean, expected, 4 * 60 / std::sqrt(games));
  };
  const Board after = Moves({2, 3})(canonical(parse_board<Board>("2 0 8 / 0 0 64", {2, 3})), Direction::left).board;
  expect_mean(Rollout::random, SlowPolicy(rules, Rollout::random).spawned(after, canonical));
  expect_mean(Rollout::greedy, SlowPolicy(rules, Rollout::greedy).spawned(after, canonical));
  expect_mean(Rollout::corner, SlowPolicy(rules, Rollout::corner).spawned(after, largest_last_row));
}

TEST(G2048Mcts, boards_go_on_as_wide_ones_where_they_must) {
  const Board at_once = parse_board<Board>("32768 32768 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", square_4x4);
  EXPECT_GE(*search({}, {.simulations = 64}, at_once).values()[0], 65536);
}

/// What the narrow board cannot hold is left to rollouts: here whatever comes after the first move.
TEST(G2048Mcts, narrow_trees_end_where_boards_become_wide) {
  constexpr Shape shape{1, 4};
  constexpr int games = 100'000;
  const Board board = parse_board<Board>("32768 16384 16384 0", shape);
  const Moves moves(shape);
  const Spawner spawner(shape, 0.1);
  PhiloxStream random({20, 48}, 1, 0);
  std::int64_t score = 0;
  std::int64_t fours = 0;
  for (int i = 0; i < games; ++i) {
    const Board position = spawner(moves(board, Direction::left).board, random, fours);
    score += 32768 + play_to_end(moves, spawner, RandomMove(), position, 0, random).score - potential(position);
  }
  const MctsResult result = search({.rows = 1, .cols = 4}, {.simulations = games, .trees = 1}, board);
  EXPECT_NEAR(*result.values()[0], static_cast<double>(score) / games, 0.15);
}

TEST(G2048Mcts, a_tile_may_end_the_game) {
  const Rules rules{.target = 8};
  const Board board = parse_board<Board>("4 4 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", square_4x4);
  const MctsResult result = search(rules, {.simulations = 100}, board);
  EXPECT_EQ(*result.values()[0], 8);
  EXPECT_LE(*result.values()[3], 8 + 4 + 4);  // a merge of 4s, and two of 2s before it
  EXPECT_EQ(sum(search(rules, {}, parse_board<Board>("8 4 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", square_4x4)).visits), 0);
}

TEST(G2048Mcts, can_be_stopped) {
  SerialExecutor executor;
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(sum(Mcts({}, {}).search(Board{0x1100}, {1, 1}, 0, executor, source.get_token()).visits), 0);
}

TEST(G2048Mcts, refuses_what_is_no_search) {
  const auto refused = [](const MctsOptions& options) { return refusal([&] { Mcts({}, options); }); };
  EXPECT_EQ(refused({.simulations = 0}), "simulations: 0 is below 1");
  EXPECT_EQ(refused({.exploration = -1}), "exploration: -1 is not a number from 0 on");
  EXPECT_EQ(refused({.exploration = INFINITY}), "exploration: inf is not a number from 0 on");
  EXPECT_EQ(refused({.trees = 0}), "trees: 0 is below 1");
  EXPECT_EQ(refusal([] { Mcts(Rules{.four_probability = 2}, {}); }), "four_probability: 2 is not a probability");
}

}  // namespace
}  // namespace aleator::g2048
