// Policies for boards of any size, and the games by which they are judged.
#include "core/games/cat_and_mouse/local_policy.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

#include "core/games/cat_and_mouse/judge.hpp"
#include "core/local_search/hill_climbing.hpp"
#include "core/local_search/populations.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::cat_and_mouse {
namespace {

PhiloxStream stream(std::uint64_t number) {
  return {StreamKey{5, 6}, number, 0};
}

Rules board(std::int64_t rows, std::int64_t cols, Side first = Side::cat) {
  Rules rules;
  rules.rows = rows;
  rules.cols = cols;
  rules.first_mover = first;
  return rules;
}

TEST(LocalPolicy, windows_are_the_first_at_an_edge_or_in_the_middle) {
  const Board five(5, 5);
  const auto window = [](const Board& b, int cat_row, int cat_col, int mouse_row, int mouse_col) {
    const auto found = window_of(b, b.cell_at(cat_row, cat_col), b.cell_at(mouse_row, mouse_col));
    return found ? std::array{found->top, found->left} : std::array{-1, -1};
  };
  using At = std::array<int, 2>;
  EXPECT_EQ(window(five, 4, 0, 4, 3), (At{-1, -1}));  // three columns apart
  EXPECT_EQ(window(five, 4, 0, 2, 2), (At{2, 0}));
  EXPECT_EQ(window(five, 2, 2, 2, 1), (At{0, 0}));  // many hold both: the first at an edge
  EXPECT_EQ(window(five, 1, 3, 3, 3), (At{1, 2}));  // of (1, 1) and (1, 2) only the latter touches one
  EXPECT_EQ(window(five, 1, 1, 3, 3), (At{1, 1}));  // the only one, in the middle
  const Board nine(9, 9);
  EXPECT_EQ(window(nine, 4, 4, 4, 5), (At{3, 3}));  // none at an edge: the middle between 4 and 5, rounded down
  EXPECT_EQ(window(nine, 4, 4, 6, 4), (At{4, 3}));
  EXPECT_EQ(window(Board(2, 9), 0, 0, 1, 1), (At{-1, -1}));  // no room for a window
}

TEST(LocalPolicy, every_pair_in_a_window_has_its_entry) {
  for (const auto& [rows, cols] : {std::pair(3, 3), {3, 6}, {5, 5}, {9, 7}}) {
    const Board b(rows, cols);
    std::set<std::size_t> entries;
    for (int cat = 0; cat < b.num_cells(); ++cat) {
      for (int mouse = 0; mouse < b.num_cells(); ++mouse) {
        const auto window = window_of(b, cat, mouse);
        const bool near = std::abs(b.row(cat) - b.row(mouse)) <= 2 && std::abs(b.col(cat) - b.col(mouse)) <= 2;
        ASSERT_EQ(window.has_value(), near);
        if (!window) {
          const std::size_t entry = far_entry(b, cat, mouse);
          ASSERT_GE(entry, near_entries);
          ASSERT_LT(entry, near_entries + far_entries);
          continue;
        }
        for (const int cell : {cat, mouse}) {
          ASSERT_TRUE(b.row(cell) >= window->top && b.row(cell) <= window->top + 2);
          ASSERT_TRUE(b.col(cell) >= window->left && b.col(cell) <= window->left + 2);
        }
        ASSERT_TRUE(window->top >= 0 && window->top + 3 <= rows && window->left >= 0 && window->left + 3 <= cols);
        const std::size_t entry = near_entry(b, cat, mouse, *window);
        ASSERT_LT(entry, near_entries);
        entries.insert(entry);
      }
    }
    EXPECT_GT(entries.size(), 50u);
  }
  // By hand: the window of the corner bottom left, cat in its corner, mouse two right and one up.
  const Board b(6, 6);
  const int cat = b.cell_at(5, 0);
  const int mouse = b.cell_at(4, 2);
  const auto window = window_of(b, cat, mouse);
  EXPECT_EQ(near_entry(b, cat, mouse, *window), ((((0 * 3 + 0) * 3 + 2) * 3 + 1) * 3 + 0) * 3 + 0u);
}

TEST(LocalPolicy, far_rules_go_nearer) {
  const Board b(9, 9);
  const std::vector<std::uint8_t> up(near_entries + far_entries, 0);
  const int cat = b.cell_at(8, 0);
  const auto pair = [&](int mouse) { return static_cast<std::size_t>(cat * b.num_cells() + mouse); };
  LocalPolicy euclidean(b, FarRule::euclidean);
  LocalPolicy manhattan(b, FarRule::manhattan);
  LocalPolicy learned(b, FarRule::learned);
  const int beside = b.cell_at(7, 8);  // the columns are farther apart
  EXPECT_EQ(euclidean.on_board(up)[pair(beside)], b.cell_at(8, 1));
  EXPECT_EQ(manhattan.on_board(up)[pair(beside)], b.cell_at(7, 0));  // as near: the first direction
  std::vector<std::uint8_t> moves(up);
  moves[far_entry(b, cat, beside)] = 1;
  EXPECT_EQ(learned.on_board(moves)[pair(beside)], b.cell_at(8, 1));
  // A move off the board is made as the Euclidean rule says.
  moves[far_entry(b, cat, beside)] = 2;
  EXPECT_EQ(learned.on_board(moves)[pair(beside)], b.cell_at(8, 1));
  EXPECT_EQ(LocalPolicy::choices(Board(3, 3, true, true)), 9);
}

TEST(LocalPolicy, can_begin_with_the_moves_of_the_far_rule) {
  for (const bool eight : {false, true}) {
    for (const auto& [rows, cols] : {std::pair(3, 3), {5, 5}, {9, 7}}) {
      const Board b(rows, cols, eight);
      for (const FarRule far : {FarRule::euclidean, FarRule::learned}) {
        const auto moves = LocalPolicy::far_moves(b, far);
        ASSERT_EQ(moves.size(), LocalPolicy::entries(far));
        if (eight && far == FarRule::learned) continue;  // the signs do not tell when to go straight
        EXPECT_EQ(LocalPolicy(b, far).on_board(moves), far_table(b)) << rows << " x " << cols << " " << eight;
      }
    }
  }
}

/// Games once more, one by one; the same random numbers.
Outcome slow_games(const Game& game, const RandomGamesOptions& options, const PolicyTable& policy,
                   PhiloxStream random) {
  std::uint32_t denominator = 1;
  const int cells = game.board().num_cells();
  const auto choices = [&](const Position& p) {
    if (options.side == Side::cat) return choices_of(game.board(), p.cats, p.mice[0], options.opponent);
    const auto moves = game.board().moves(p.cats[0]);
    return std::vector<std::int32_t>(moves.begin(), moves.end());
  };
  for (int cat = 0; cat < cells; ++cat) {
    for (int mouse = 0; mouse < cells; ++mouse) {
      denominator = std::lcm(denominator, static_cast<std::uint32_t>(choices({{cat}, {mouse}, 0}).size()));
    }
  }
  const std::int64_t escape = 2 * (game.board().rows() + game.board().cols());
  std::vector<std::vector<std::uint64_t>> numbers(100);  // [ply of the opponent][game]
  for (auto& of_ply : numbers) {
    for (std::int64_t g = 0; g < options.games; ++g) of_ply.push_back(uniform_below(random, denominator));
  }
  Outcome outcome;
  for (std::int64_t g = 0; g < options.games; ++g) {
    Position p = game.start();
    Outcome one{1, 0, 0, 0};
    std::size_t drawn = 0;
    for (std::int64_t mouse_moves = 0; mouse_moves < escape && !Game::is_over(p);) {
      const Side side = game.mover(p.phase);
      mouse_moves += side == Side::mouse;
      if (side == options.side) {
        p = game.after(p, {policy[static_cast<std::size_t>(p.cats[0] * cells + p.mice[0])]});
      } else {
        const auto cells_to = choices(p);
        p = game.after(p, {cells_to[numbers[drawn++][static_cast<std::size_t>(g)] % cells_to.size()]});
      }
      ++one.plies;
      one.captures = Game::is_over(p);
      if (!Game::is_over(p)) one.distance += game.board().manhattan(p.cats[0], p.mice[0]);
    }
    outcome.add(one);
  }
  return outcome;
}

TEST(RandomGames, are_those_that_are_played_one_by_one) {
  std::vector<Rules> all = {board(5, 5), board(4, 6, Side::mouse), board(3, 3)};
  all.push_back(board(4, 4));
  all.back().eight_neighbours = all.back().may_stay = true;
  all.push_back(board(4, 5));
  all.back().mouse_steps = 2;
  for (const Rules& rules : all) {
    const Game game(rules);
    PhiloxStream random = stream(1);
    for (const Side side : {Side::cat, Side::mouse}) {
      for (const MouseMoves moves : {MouseMoves::random, MouseMoves::careful}) {
        if (side == Side::mouse && moves == MouseMoves::careful) continue;
        const RandomGamesOptions options{side, moves, 200, 0};
        RandomGames games(game, options, stream(2));
        for (int i = 0; i < 5; ++i) {
          const PolicyTable policy = random_table(game.board(), side, random);
          ASSERT_EQ(games.play(policy), slow_games(game, options, policy, stream(2)));
        }
      }
    }
  }
}

TEST(RandomGames, refuse_what_makes_no_sense) {
  const Game game(board(3, 3));
  const auto refused = [&](const RandomGamesOptions& options) {
    return refusal([&] { RandomGames(game, options, stream(0)); });
  };
  EXPECT_EQ(refused({Side::mouse, MouseMoves::careful, 10, 0}), "a cat that moves at random is not careful");
  EXPECT_EQ(refused({Side::cat, MouseMoves::optimal, 10, 0}), "an optimal opponent does not move at random");
  EXPECT_EQ(refused({Side::cat, MouseMoves::random, 0, 0}), "games: 0 is not 1 to 2147483647");
}

// Optimisers on policies

struct Solved {
  explicit Solved(const Rules& rules) : game(rules), exact(solved()) {}
  ExactTable solved() {
    SerialExecutor serial;
    return solve_exact(game, serial);
  }
  Game game;
  ExactTable exact;
};

TEST(PolicySearch, optimal_policies_measure_as_exact) {
  for (const Rules& rules : {board(4, 5), board(4, 4, Side::mouse), board(3, 3)}) {
    const Solved solved(rules);
    for (const Side side : {Side::cat, Side::mouse}) {
      const PolicyTable best = optimal_table(solved.game, solved.exact, side);
      const Measured measured = measure(solved.game, solved.exact, side, best);
      EXPECT_EQ(measured.optimal, measured.positions);
      EXPECT_EQ(measured.kept, measured.positions);
      EXPECT_TRUE(measured.is_exact());
      EXPECT_EQ(measured.regret, 0);
      PhiloxStream random = stream(3);
      const Measured bad = measure(solved.game, solved.exact, side, random_table(solved.game.board(), side, random));
      EXPECT_LT(bad.optimal, bad.positions);
      EXPECT_GT(bad.optimal, 0);
    }
  }
}

TEST(PolicySearch, climbing_reaches_the_exact_answer_on_small_boards_from_most_seeds) {
  for (const Rules& rules : {board(3, 4), board(3, 3, Side::mouse), board(4, 3)}) {
    const Solved solved(rules);
    int reached = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      JudgeOptions options;
      options.all_starts = true;
      Judge judge(solved.game, options, solved.exact, stream(seed));
      TableProblem problem(solved.game, Side::cat, 1, judge);
      local_search::Limits<TableProblem> limits;
      limits.evaluations = 20'000;
      PhiloxStream random = stream(100 + seed);
      const auto found = local_search::hill_climb(problem, {}, limits, random);
      const Measured measured = measure(solved.game, solved.exact, Side::cat, problem.table(found.best));
      EXPECT_NE(measured.exact, never);
      reached += measured.is_exact();
    }
    EXPECT_GE(reached, 8);
  }
}

TEST(PolicySearch, weights_are_found_that_catch_a_random_mouse) {
  const Solved solved(board(5, 5));
  JudgeOptions options;
  options.opponent = Opponent::random;
  options.games = 300;
  Judge judge(solved.game, options, solved.exact, stream(1));
  WeightsProblem problem(solved.game, Side::cat, 0.3, judge);
  local_search::Limits<WeightsProblem> limits;
  limits.evaluations = 400;
  PhiloxStream random = stream(2);
  const auto swarm = local_search::particle_swarm(problem, {}, limits, random);
  const auto sampled = local_search::cross_entropy(problem, {}, limits, random);
  EXPECT_GT(swarm.score.capture_share(), 0.9);
  EXPECT_GT(sampled.score.capture_share(), 0.9);
}

TEST(PolicySearch, local_policies_learn_on_a_small_board_what_helps_on_a_large_one) {
  const Solved small(board(5, 5));
  const Game large(board(15, 15));
  JudgeOptions options;
  options.opponent = Opponent::random;
  options.games = 300;
  Judge judge(small.game, options, small.exact, stream(1));
  LocalProblem problem(small.game, FarRule::euclidean, false, 1, judge);
  local_search::Limits<LocalProblem> limits;
  limits.evaluations = 6'000;
  PhiloxStream random = stream(2);
  const auto first = problem.random(random);
  const auto found = local_search::hill_climb(problem, {}, limits, random);
  EXPECT_GT(found.score.captures, problem.score(first).captures);
  RandomGames test(large, {Side::cat, MouseMoves::random, 1'000, 0}, stream(3));
  LocalPolicy policy(large.board(), FarRule::euclidean);
  const Outcome trained = test.play(policy.on_board(found.best));
  const Outcome untrained = test.play(policy.on_board(first));
  EXPECT_GT(trained.captures, untrained.captures);
}

}  // namespace
}  // namespace aleator::cat_and_mouse
