#include "core/games/connect_four/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/search/memoised.hpp"
#include "core/search/solve_all.hpp"
#include "tests/core/games/connect_four/known_scores.hpp"
#include "tests/core/refusal.hpp"
#include "tests/core/search/every_game.hpp"

namespace aleator::connect_four {
namespace {

/// @return nodes a position, each solved with an empty table
double solve_all_of(const std::string& name) {
  const ConnectFour game({});
  Solver solver(game);
  std::int64_t nodes = 0;
  for (const KnownScore& known : known_scores(name)) {
    solver.forget();
    const Solved solved = solver.solve(game.position_of(known.line));
    EXPECT_EQ(solved.score, known.score) << known.line;
    nodes += solved.counts.nodes;
  }
  return static_cast<double>(nodes) / 1000;
}

TEST(ConnectFourSolver, knows_1000_positions_near_the_end) {
  EXPECT_LE(solve_all_of("end"), 47.15);
}
TEST(ConnectFourSolver, knows_1000_positions_in_the_middle) {
  EXPECT_LE(solve_all_of("middle"), 313.8);
}
TEST(ConnectFourSolver, knows_1000_positions_near_the_beginning) {
  EXPECT_LE(solve_all_of("begin"), 1481.3);
}

/// What plain minimax over the rules says.
int slow_score(const ConnectFour& game, const Position& position) {
  const SearchResult found = MemoisedMinimax<ConnectFour>(game, {}).search(position);
  return score_of(found.value(), found.distance, std::popcount(position.all), game.shape());
}

TEST(ConnectFourSolver, agrees_with_minimax_on_boards_of_all_sizes) {
  std::mt19937_64 random(17);
  for (const Rules& rules : {Rules{4, 4}, Rules{5, 4}, Rules{4, 5}, Rules{7, 6}, Rules{7, 5}, Rules{6, 5}, Rules{8, 7},
                             Rules{5, 3}, Rules{3, 7}, Rules{2, 10}, Rules{1, 63}, Rules{32, 1}, Rules{9, 1},
                             Rules{4, 15}, Rules{3, 20}, Rules{1, 1}, Rules{2, 31}}) {
    const ConnectFour game(rules);
    Solver solver(game, 0);
    for (int i = 0; i < 40; ++i) {
      const Position position = random_position(game, 11, random);
      const Solved solved = solver.solve(position);
      ASSERT_EQ(solved.score, slow_score(game, position)) << game.text_of(position);
      const Outlook outlook = outlook_of(solved.score, position, game.shape());
      const SearchResult slow = MemoisedMinimax<ConnectFour>(game, {}).search(position);
      ASSERT_EQ(outlook, (Outlook{slow.value(), static_cast<std::int32_t>(slow.distance)}));
    }
  }
}

TEST(ConnectFourSolver, solves_small_boards_from_the_empty_one) {
  const auto score = [](std::int64_t cols, std::int64_t rows) {
    const ConnectFour game({cols, rows});
    return Solver(game).solve(game.start()).score;
  };
  EXPECT_EQ(score(4, 4), 0);
  EXPECT_EQ(score(5, 4), 0);
  EXPECT_EQ(score(6, 4), -1);
  EXPECT_EQ(score(4, 5), 0);
  EXPECT_EQ(score(5, 5), 0);
}

TEST(ConnectFourSolver, visits_the_same_nodes_on_a_board_whose_size_the_compiler_does_not_know) {
  const ConnectFour game({});
  for (const char* line : {"6146", "22144426444", "1233722555341451114725221333", "435453"}) {
    const auto solved_by = [&](const auto& board) {
      ScoreTable table(1 << 20);
      ScoreSearch search(board, table);
      EXPECT_TRUE(search.score(game.position_of(line), Budget(0, {})));
      return search.counts();
    };
    EXPECT_EQ(solved_by(AnyBoard({7, 6})), solved_by(FixedBoard<7, 6>())) << line;
  }
}

TEST(ConnectFourSolver, the_same_position_twice_takes_the_same_nodes_after_forgetting) {
  const ConnectFour game({});
  Solver solver(game);
  const Position position = game.position_of("32164625");
  const Solved first = solver.solve(position);
  EXPECT_EQ(first.score, 11);
  EXPECT_LT(solver.solve(position).counts.nodes, first.counts.nodes / 10);
  solver.forget();
  EXPECT_EQ(solver.solve(position).counts, first.counts);
}

TEST(ConnectFourSolver, scores_every_move_and_follows_the_best) {
  const ConnectFour game({});
  Solver solver(game);
  for (const char* line :
       {"2252576253462244111563365343671351441", "5554224333234511764415115", "1233722555341451114725221333"}) {
    Position position = game.position_of(line);
    const int score = solver.solve(position).score;
    const auto scores = solver.move_scores(position);
    EXPECT_EQ(std::max_element(scores.begin(), scores.end())->value(), score);
    for (int col = 0; col < 7; ++col) EXPECT_EQ(!scores[col], (position.all & game.shape().top(col)) != 0);
    const std::vector<Move> best = solver.principal_variation(position);
    const Outlook outlook = outlook_of(score, position, game.shape());
    EXPECT_EQ(static_cast<int>(best.size()), outlook.distance) << line;
    for (const Move move : best) position = game.after(position, move);
    EXPECT_EQ(*game.result(position), best.size() % 2 == 0 ? outlook.value : -outlook.value);
    const Move first_best = static_cast<Move>(std::max_element(scores.begin(), scores.end()) - scores.begin());
    EXPECT_EQ(best.front(), first_best) << "the leftmost of " << line;
  }
}

TEST(ConnectFourSolver, uses_a_book_and_answers_the_same) {
  const ConnectFour game({5, 4});
  Solver solver(game);
  const Solved without = solver.solve(game.start());
  const SolvedTable<ConnectFour> book = opening_book(game, game.start(), 4, 1 << 20, [&](const Position& position) {
    return outlook_of(solver.solve(position).score, position, game.shape());
  });
  solver.forget();
  solver.use(&book);
  const Solved with = solver.solve(game.start());
  EXPECT_EQ(with.score, without.score);
  EXPECT_GT(with.counts.table_hits, 0);
  EXPECT_LT(with.counts.nodes, without.counts.nodes / 10);
}

TEST(ConnectFourSolver, gives_up_when_asked_to) {
  const ConnectFour game({});
  Solver solver(game);
  const Solved limited = solver.solve(game.start(), 1000);
  EXPECT_EQ(limited.status, SearchStatus::node_limit);
  EXPECT_EQ(limited.counts.nodes, 1000);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(solver.solve(game.start(), 0, stop.get_token()).status, SearchStatus::stopped);
  solver.solve(game.start(), 300'000);  // what a search that gave up has left behind is true
  const KnownScore known{"32164625", 11};
  EXPECT_EQ(solver.solve(game.position_of(known.line)).score, known.score);
}

TEST(ConnectFourSolver, refuses_games_that_are_over) {
  const ConnectFour game({4, 4});
  Solver solver(game);
  EXPECT_EQ(refusal([&] { solver.solve(game.position_of("1212121")); }),
            "the game is over in x.../xo../xo../xo..: it is lost for the player to move");
}

}  // namespace
}  // namespace aleator::connect_four
