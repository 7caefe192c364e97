#include "core/search/mcts.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/executor.hpp"
#include "core/search/memoised.hpp"
#include "tests/core/refusal.hpp"
#include "tests/core/search/every_game.hpp"

namespace aleator {
namespace {

template <TwoPlayerGame G>
int value_of_position(const G& game, const typename G::Position& position) {
  if (const auto result = game.result(position)) return *result;
  return MemoisedMinimax<G>(game, {}).search(position).value();
}

TEST(Mcts, proves_nothing_that_is_not_so) {
  std::mt19937_64 random(9);
  int proven = 0;
  for_every_game([&](const auto& game, int plies_left) {
    for (int i = 0; i < 5; ++i) {
      const auto root = random_position(game, plies_left, random);
      SerialExecutor executor;
      for (const std::int64_t simulations : {20, 200, 20'000}) {
        const MctsResult found = Mcts(game, {.simulations = simulations, .trees = 2}).search(root, {1, 2}, 3, executor);
        for (const auto& each : found.moves) {
          if (!each.proven) continue;
          ++proven;
          EXPECT_EQ(*each.proven, -value_of_position(game, game.after(root, each.move))) << game.text_of(root);
        }
        const int value = value_of_position(game, root);
        if (found.proven()) {
          EXPECT_EQ(*found.proven(), value);
          EXPECT_EQ(-value_of_position(game, game.after(root, found.best().move)), value) << game.text_of(root);
        }
      }
    }
  });
  EXPECT_GT(proven, 150);
}

TEST(Mcts, finds_the_best_move_with_games_enough) {
  const tic_tac_toe::TicTacToe game({});
  SerialExecutor executor;
  for (const bool proven_wins : {false, true}) {
    const Mcts search(game, {.simulations = 20'000, .proven_wins = proven_wins});
    const auto position = game.position_of("x.o/.x./..o");
    const MctsResult found = search.search(position, {1, 1}, 0, executor);
    EXPECT_EQ(game.move_text(found.best().move), "c2");
    if (proven_wins) continue;
    EXPECT_EQ(found.simulations, 20'000);
    EXPECT_FALSE(found.best().proven);
  }
}

TEST(Mcts, counts_every_game) {
  const connect_four::ConnectFour game({});
  SerialExecutor executor;
  const MctsResult found = Mcts(game, {.simulations = 1003, .trees = 4}).search(game.start(), {1, 1}, 0, executor);
  std::int64_t visits = 0;
  for (const auto& each : found.moves) {
    visits += each.visits;
    EXPECT_LE(each.half_points, 2 * each.visits);
  }
  EXPECT_EQ(found.simulations, 1003);
  EXPECT_EQ(visits, 1003);
  EXPECT_EQ(found, Mcts(game, {.simulations = 1003, .trees = 4}).search(game.start(), {1, 1}, 0, executor));
  EXPECT_NE(found, Mcts(game, {.simulations = 1003, .trees = 4}).search(game.start(), {1, 1}, 1, executor));
}

TEST(Mcts, keeps_to_its_memory) {
  const connect_four::ConnectFour game({});
  SerialExecutor executor;
  const MctsResult found =
      Mcts(game, {.simulations = 5000, .trees = 1, .memory = 10'000}).search(game.start(), {1, 1}, 0, executor);
  EXPECT_EQ(found.simulations, 5000);
  EXPECT_LE(found.nodes, 10'000 / 56);
  EXPECT_THROW(Mcts(game, {.trees = 1, .memory = 100}).search(game.start(), {1, 1}, 0, executor), std::length_error);
}

TEST(Mcts, refuses_what_makes_no_sense) {
  const tic_tac_toe::TicTacToe game({});
  using Search = Mcts<tic_tac_toe::TicTacToe>;
  EXPECT_EQ(refusal([&] { Search(game, {.simulations = 0}); }), "simulations: 0 is below 1");
  EXPECT_EQ(refusal([&] { Search(game, {.trees = 0}); }), "trees: 0 is below 1");
  EXPECT_EQ(refusal([&] { Search(game, {.exploration = -1}); }), "exploration: -1 is not a number from 0 on");
  SerialExecutor executor;
  EXPECT_THROW(Search(game, {}).search(game.position_of("xxx/oo./..."), {1, 1}, 0, executor), std::invalid_argument);
}

}  // namespace
}  // namespace aleator
