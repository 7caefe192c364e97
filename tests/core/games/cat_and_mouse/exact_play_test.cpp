#include "core/games/cat_and_mouse/exact_play.hpp"

#include <gtest/gtest.h>

#include "core/games/cat_and_mouse/process.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator::cat_and_mouse {
namespace {

Rules board(std::int64_t rows, std::int64_t cols) {
  Rules rules;
  rules.rows = rows;
  rules.cols = cols;
  return rules;
}

ExactTable solved(const Game& game) {
  SerialExecutor serial;
  return solve_exact(game, serial);
}

TEST(CatAndMousePlay, the_best_line_is_as_long_as_the_table_says) {
  for (const std::int64_t cats : {1, 2}) {
    Rules rules = board(4, 5);
    rules.cats = cats;
    const Game game(rules);
    const ExactTable table = solved(game);
    for (std::size_t i = 0; i < table.space().size(); ++i) {
      const Position position = table.space().position(i, 0);
      if (Game::is_improper(position)) continue;
      const auto line = best_line(game, table, position);
      if (table(position) == never) {
        EXPECT_FALSE(Game::is_over(line.back()));
      } else {
        EXPECT_EQ(static_cast<std::int32_t>(line.size()) - 1, table(position));
        EXPECT_TRUE(Game::is_over(line.back()));
      }
    }
  }
}

TEST(CatAndMousePlay, the_best_line_ends_at_the_move_limit) {
  for (const std::int64_t limit : {1, 10, 11}) {
    Rules rules = board(4, 5);  // the cat takes 11 plies
    rules.move_limit = limit;
    const Game game(rules);
    const auto line = best_line(game, solved(game), game.start());
    EXPECT_EQ(static_cast<std::int64_t>(line.size()) - 1, limit);
    EXPECT_EQ(Game::is_over(line.back()), limit == 11);
  }
}

TEST(CatAndMousePlay, no_move_is_better_than_the_best) {
  const Game game(board(4, 5));
  const ExactTable table = solved(game);
  const auto moves = rated_moves(game, table, game.start());
  ASSERT_EQ(moves.size(), 2u);  // up and right
  EXPECT_EQ(best_move(game, table, game.start()).plies, 11);
  for (const RatedMove& move : moves) EXPECT_FALSE(is_better(Side::cat, move.plies, 11));
  EXPECT_TRUE(is_better(Side::cat, 3, never));
  EXPECT_TRUE(is_better(Side::cat, 3, 5));
  EXPECT_TRUE(is_better(Side::mouse, never, 5));
  EXPECT_FALSE(is_better(Side::mouse, never, never));
}

TEST(CatAndMousePlay, placements_are_the_best_of_the_worst) {
  Rules rules = board(4, 5);
  rules.cats = 2;
  rules.may_stay = true;
  const Game game(rules);
  const ExactTable table = solved(game);
  const Placement placed = best_placement(game, table);
  EXPECT_EQ(placed.plies, table(placed.position));
  EXPECT_EQ((placed.plies + 1) / 2, 3);
  rules.cats = 1;
  const Game alone(rules);
  EXPECT_EQ(best_placement(alone, solved(alone)).plies, never);
}

/// Values of the process by plain sweeps, cats for few plies, mice for many.
std::vector<double> swept(const GameProcess& process, int sweeps) {
  std::vector<double> value(static_cast<std::size_t>(process.num_states()), 0.0);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    std::vector<double> next(value.size(), 0.0);
    for (State s = 0; s < process.num_states(); ++s) {
      for (Action a = 0; a < process.num_actions(s); ++a) {
        double q = 0;
        process.for_each_transition(s, a, [&](State to, double p, double reward) { q += p * (reward + value[to]); });
        const bool better = process.owner(s) == Sense::min ? q < next[s] : q > next[s];
        if (a == 0 || better) next[s] = q;
      }
    }
    value = std::move(next);
  }
  return value;
}

TEST(CatAndMouseProcess, with_optimal_mice_counts_the_plies_of_the_exact_table) {
  ProcessRules rules;
  rules.rows = 3;
  rules.cols = 4;
  rules.mouse = MouseMoves::optimal;
  const GameProcess process(rules);
  const ExactTable table = solved(process.game());
  constexpr int sweeps = 40;
  const auto value = swept(process, sweeps);
  for (State s = 0; s < process.num_states(); ++s) {
    const std::int32_t plies = table(process.position(s));
    EXPECT_EQ(value[s], plies == never ? sweeps : plies);
    EXPECT_EQ(process.has_label("caught", s), plies == 0);
  }
}

TEST(CatAndMouseProcess, random_mice_go_everywhere_and_careful_ones_where_it_is_safe) {
  ProcessRules rules;
  rules.rows = 3;
  rules.cols = 3;
  rules.mice = 2;
  const Process random(rules);
  const Position before = parse_position(random.game(), "2,0 1,1 0,2 mouse");
  int outcomes = 0;
  double sum = 0;
  random.for_each_transition(random.state(before), 0, [&](State, double p, double reward) {
    EXPECT_EQ(p, 1.0 / 8);
    EXPECT_EQ(reward, 1);
    sum += p;
    ++outcomes;
  });
  EXPECT_EQ(outcomes, 8);  // four cells for the one, two for the other
  EXPECT_EQ(sum, 1);

  const Board& board = random.game().board();
  const auto cell = [&](int row, int col) { return board.cell_at(row, col); };
  using Cells = std::vector<std::int32_t>;
  // From (1, 2) one may go to (0, 2), (2, 2) and (1, 1); the cat on (2, 1) comes to (1, 1) and (2, 2).
  EXPECT_EQ(choices_of(board, {cell(2, 1)}, cell(1, 2), MouseMoves::careful), (Cells{cell(0, 2)}));
  EXPECT_EQ(choices_of(board, {cell(2, 1)}, cell(1, 2), MouseMoves::random).size(), 3u);
  // A cat that must move cannot come to where it is: there the mouse may run into it.
  EXPECT_EQ(choices_of(board, {cell(1, 1)}, cell(1, 2), MouseMoves::careful),
            (Cells{cell(0, 2), cell(2, 2), cell(1, 1)}));
  // Nothing is safe: everything is chosen from.
  EXPECT_EQ(choices_of(board, {cell(1, 1)}, cell(0, 0), MouseMoves::careful).size(), 2u);
}

}  // namespace
}  // namespace aleator::cat_and_mouse
