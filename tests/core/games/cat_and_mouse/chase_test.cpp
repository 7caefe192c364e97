// Policies of one cat and one mouse: their games, best responses and co-evolution, against slow ones written here.
#include "core/games/cat_and_mouse/chase.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "core/games/cat_and_mouse/coevolution.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::cat_and_mouse {
namespace {

Rules board(std::int64_t rows, std::int64_t cols, Side first = Side::cat) {
  Rules rules;
  rules.rows = rows;
  rules.cols = cols;
  rules.first_mover = first;
  return rules;
}

std::vector<Rules> variants() {
  std::vector<Rules> all = {board(3, 4), board(4, 4, Side::mouse), board(4, 5), board(3, 3, Side::mouse)};
  all.push_back(board(4, 4));
  all.back().may_stay = true;
  all.push_back(board(4, 4));
  all.back().eight_neighbours = true;
  all.push_back(board(3, 5));
  all.back().cat_steps = 2;
  all.push_back(board(5, 4));
  all.back().obstacles = {{1, 1}, {2, 1}, {3, 3}};
  all.push_back(board(3, 4));
  all.back().move_limit = 9;
  all.back().repetition_is_escape = false;
  return all;
}

PhiloxStream stream(std::uint64_t number) {
  return {StreamKey{7, 7}, number, 0};
}

/// The game once more, from positions alone.
Outcome slow_game(const Game& game, const PolicyTable& cat, const PolicyTable& mouse, Pair at) {
  const int cells = game.board().num_cells();
  Position position{{at.cat}, {at.mouse}, at.phase};
  std::set<std::tuple<int, int, int>> seen;
  Outcome outcome{1, 0, 0, 0};
  while (game.rules().move_limit == 0 || outcome.plies < game.rules().move_limit) {
    const std::tuple key(position.phase, position.cats[0], position.mice[0]);
    if (game.rules().repetition_is_escape && !seen.insert(key).second) break;
    const auto pair = static_cast<std::size_t>(position.cats[0] * cells + position.mice[0]);
    position = game.after(position, {game.mover(position.phase) == Side::cat ? cat[pair] : mouse[pair]});
    ++outcome.plies;
    if (Game::is_over(position)) {
      outcome.captures = 1;
      break;
    }
    outcome.distance += game.board().manhattan(position.cats[0], position.mice[0]);
  }
  return outcome;
}

TEST(Chase, games_are_as_the_rules_say) {
  for (const Rules& rules : variants()) {
    const Game game(rules);
    Chase chase(game);
    PhiloxStream random = stream(1);
    for (int i = 0; i < 20; ++i) {
      const PolicyTable cat = random_table(game.board(), Side::cat, random);
      const PolicyTable mouse = random_table(game.board(), Side::mouse, random);
      for (const Pair& start : chase.all_starts()) {
        ASSERT_EQ(chase.play(cat, mouse, start), slow_game(game, cat, mouse, start));
      }
    }
  }
}

TEST(Chase, optimal_tables_play_the_exact_plies) {
  for (const Rules& rules : {board(4, 5), board(4, 4, Side::mouse), board(8, 7), board(5, 6, Side::cat)}) {
    const Game game(rules);
    SerialExecutor serial;
    const ExactTable exact = solve_exact(game, serial);
    Chase chase(game);
    const PolicyTable cat = optimal_table(game, exact, Side::cat);
    const PolicyTable mouse = optimal_table(game, exact, Side::mouse);
    for (const Pair& start : chase.all_starts()) {
      const Outcome outcome = chase.play(cat, mouse, start);
      const std::int32_t plies = exact({{start.cat}, {start.mouse}, start.phase});
      ASSERT_EQ(outcome.captures, plies != never);
      if (plies != never) {
        ASSERT_EQ(outcome.plies, plies);
      }
    }
  }
}

TEST(Chase, refuses_several_pieces) {
  Rules rules = board(3, 3);
  rules.cats = 2;
  const Game game(rules);
  EXPECT_EQ(refusal([&] { Chase chase(game); }), "policies are for one cat and one mouse, not 2 and 1");
}

/// Plies to the capture by value iteration, a level at a time, with the moves of one side fixed.
std::vector<std::int32_t> slow_response(const Game& game, Side fixed, const PolicyTable& table) {
  const int cells = game.board().num_cells();
  const auto number = [&](int phase, int cat, int mouse) {
    return static_cast<std::size_t>((phase * cells + cat) * cells + mouse);
  };
  std::vector<std::int32_t> plies(static_cast<std::size_t>(game.phases() * cells * cells), never);
  for (int phase = 0; phase < game.phases(); ++phase) {
    for (int cell = 0; cell < cells; ++cell) plies[number(phase, cell, cell)] = 0;
  }
  for (int level = 1;; ++level) {
    const std::vector<std::int32_t> before = plies;
    for (int phase = 0; phase < game.phases(); ++phase) {
      for (int cat = 0; cat < cells; ++cat) {
        for (int mouse = 0; mouse < cells; ++mouse) {
          if (before[number(phase, cat, mouse)] != never) continue;
          const Side side = game.mover(phase);
          bool some = false;
          bool every = true;
          for (const std::int32_t to : game.board().moves(side == Side::cat ? cat : mouse)) {
            if (side == fixed && to != table[static_cast<std::size_t>(cat * cells + mouse)]) continue;
            const std::int32_t after =
                before[number(game.phase_after(phase), side == Side::cat ? to : cat, side == Side::cat ? mouse : to)];
            (after == never ? every : some) = after != never;
          }
          if (side == Side::cat ? some : every) plies[number(phase, cat, mouse)] = level;
        }
      }
    }
    if (plies == before && level > game.phases()) return plies;
  }
}

TEST(BestResponse, is_that_of_value_iteration) {
  for (const Rules& rules : variants()) {
    const Game game(rules);
    PhiloxStream random = stream(2);
    BestResponse response(game);
    for (int i = 0; i < 10; ++i) {
      for (const Side fixed : {Side::cat, Side::mouse}) {
        const PolicyTable table = random_table(game.board(), fixed, random);
        ASSERT_EQ(response(fixed, table), slow_response(game, fixed, table));
      }
    }
  }
}

TEST(BestResponse, holds_when_it_is_played) {
  for (const Rules& rules : {board(3, 4), board(4, 4, Side::mouse), board(4, 5), board(5, 5)}) {
    const Game game(rules);
    Chase chase(game);
    SerialExecutor serial;
    const ExactTable exact = solve_exact(game, serial);
    PhiloxStream random = stream(3);
    int escapes = 0;
    int captures = 0;
    for (int i = 0; i < 12; ++i) {
      for (const Side fixed : {Side::cat, Side::mouse}) {
        PolicyTable table = optimal_table(game, exact, fixed);
        const PolicyTable other_moves = random_table(game.board(), fixed, random);
        for (PolicyTable::size_type pair = 0; pair < table.size(); ++pair) {
          if (uniform_below(random, 12) < static_cast<std::uint64_t>(i)) table[pair] = other_moves[pair];
        }
        BestResponse response(game);
        response(fixed, table);
        const PolicyTable reply = best_reply(game, fixed, table);
        for (const Pair& start : chase.all_starts()) {
          const Outcome outcome =
              fixed == Side::cat ? chase.play(table, reply, start) : chase.play(reply, table, start);
          const std::int32_t plies = response.plies(start);
          ASSERT_EQ(outcome.captures, plies != never);
          if (plies != never) {
            ASSERT_EQ(outcome.plies, plies);
          }
          ++(plies == never ? escapes : captures);
          // The best opponent does at least as well as against the best.
          const std::int32_t best = exact({{start.cat}, {start.mouse}, start.phase});
          if (fixed == Side::cat) {
            ASSERT_TRUE(plies == never || (best != never && plies >= best));
          } else {
            ASSERT_TRUE(best == never || (plies != never && plies <= best));
          }
        }
      }
    }
    EXPECT_GT(escapes, 0);
    EXPECT_GT(captures, 0);
  }
}

TEST(Order, compares_by_the_first_difference) {
  const Outcome caught{1, 1, 9, 20}, late{1, 1, 11, 20}, near{1, 0, 10, 20}, far{1, 0, 10, 40};
  const Order order({Criterion::win, Criterion::distance, Criterion::plies});
  EXPECT_TRUE(order.better(Side::cat, caught, far));
  EXPECT_TRUE(order.better(Side::mouse, near, caught));
  EXPECT_TRUE(order.better(Side::cat, near, far));
  EXPECT_TRUE(order.better(Side::mouse, far, near));
  EXPECT_TRUE(order.better(Side::cat, late, caught));  // nearer in the mean: 20/11 is less than 20/9
  EXPECT_FALSE(order.better(Side::cat, caught, caught));
  const Order plies({Criterion::win, Criterion::plies});
  EXPECT_TRUE(plies.better(Side::cat, caught, late));
  EXPECT_TRUE(plies.better(Side::mouse, late, caught));
  EXPECT_FALSE(plies.better(Side::mouse, far, near));
  EXPECT_LT(order.loss(Side::cat, caught, 7, 100), order.loss(Side::cat, far, 7, 100));
  EXPECT_GT(order.loss(Side::mouse, near, 7, 100), order.loss(Side::mouse, far, 7, 100));
}

// Co-evolution

CoevolutionResult evolved(const Game& game, CoevolutionOptions options, std::uint64_t seed, bool play_all) {
  options.play_every_candidate = play_all;
  return coevolve(game, options, stream(seed), true);
}

void expect_equal(const CoevolutionResult& a, const CoevolutionResult& b) {
  EXPECT_EQ(a.cat, b.cat);
  EXPECT_EQ(a.mouse, b.mouse);
  EXPECT_EQ(a.game, b.game);
  EXPECT_EQ(a.rounds, b.rounds);
  EXPECT_EQ(a.candidates, b.candidates);
  EXPECT_EQ(a.improvements, b.improvements);
  EXPECT_EQ(a.lead_changes, b.lead_changes);
  ASSERT_EQ(a.history.size(), b.history.size());
  for (std::size_t i = 0; i < a.history.size(); ++i) {
    ASSERT_EQ(a.history[i].winner, b.history[i].winner);
    ASSERT_EQ(a.history[i].plies, b.history[i].plies);
    ASSERT_EQ(a.history[i].distance, b.history[i].distance);
  }
}

TEST(Coevolution, candidates_that_need_not_be_played_change_nothing) {
  std::uint64_t seed = 0;
  std::int64_t skipped = 0;
  for (const Rules& rules : variants()) {
    const Game game(rules);
    for (const std::int64_t entries : {1, 4}) {
      for (const std::int64_t hall : {1, 5}) {
        for (const bool equal : {true, false}) {
          CoevolutionOptions options;
          options.rounds = 300;
          options.entries = entries;
          options.hall_of_fame = hall;
          options.accept_equal = equal;
          options.patience = seed % 3 == 0 ? 20 : 0;
          const CoevolutionResult fast = evolved(game, options, ++seed, false);
          const CoevolutionResult slow = evolved(game, options, seed, true);
          expect_equal(fast, slow);
          EXPECT_EQ(slow.played, slow.candidates);
          skipped += fast.candidates - fast.played;
        }
      }
    }
  }
  EXPECT_GT(skipped, 100'000);
}

TEST(Coevolution, tells_the_games_of_its_tables) {
  const Game game(board(5, 5, Side::mouse));
  CoevolutionOptions options;
  options.rounds = 2'000;
  const CoevolutionResult result = evolved(game, options, 5, false);
  Chase chase(game);
  EXPECT_EQ(result.game, chase.play(result.cat, result.mouse, chase.start()));
  EXPECT_EQ(result.rounds, 2'000);
  EXPECT_LE(result.candidates, 20'000);
  EXPECT_GT(result.improvements, 0);
  ASSERT_FALSE(result.lead_changes.empty());
  std::vector<std::int64_t> changes;
  for (std::size_t i = 1; i < result.history.size(); ++i) {
    if (result.history[i].winner != result.history[i - 1].winner) changes.push_back(static_cast<std::int64_t>(i));
  }
  std::vector<std::int64_t> told = result.lead_changes;
  if (told.front() == 0) told.erase(told.begin());
  EXPECT_EQ(told, changes);
}

TEST(Coevolution, stops_when_neither_improves) {
  const Game game(board(2, 3));
  CoevolutionOptions options;
  options.rounds = 100'000;
  options.patience = 500;
  const CoevolutionResult result = evolved(game, options, 1, false);
  EXPECT_LT(result.rounds, 100'000);
  EXPECT_GE(result.rounds, 500);

  const Game line(board(1, 2, Side::cat));  // there is one table for each side
  options.patience = 3;
  EXPECT_EQ(evolved(line, options, 1, false).rounds, 3);
}

TEST(Coevolution, refuses_what_makes_no_sense) {
  const Game game(board(3, 3));
  CoevolutionOptions options;
  options.changes = 0;
  EXPECT_EQ(refusal([&] { coevolve(game, options, stream(0)); }), "changes: 0 is below 1");
  options.changes = 1;
  options.rounds = -1;
  EXPECT_EQ(refusal([&] { coevolve(game, options, stream(0)); }), "rounds: -1 is below 0");
}

}  // namespace
}  // namespace aleator::cat_and_mouse
