#include "core/games/cat_and_mouse/exact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/core/games/cat_and_mouse/slow_pursuit.hpp"

namespace aleator::cat_and_mouse {
namespace {

Rules board(std::int64_t rows, std::int64_t cols, Side first = Side::cat) {
  Rules rules;
  rules.rows = rows;
  rules.cols = cols;
  rules.first_mover = first;
  return rules;
}

ExactTable solved(const Game& game) {
  SerialExecutor serial;
  return solve_exact(game, serial);
}

std::pair<int, int> place(const Board& board, std::int32_t cell) {
  return cell == caught ? std::pair(-1, -1) : std::pair(board.row(cell), board.col(cell));
}

SlowPosition slow(const Game& game, const Position& position) {
  SlowPosition result;
  for (const std::int32_t cat : position.cats) result.cats.push_back(place(game.board(), cat));
  for (const std::int32_t mouse : position.mice) result.mice.push_back(place(game.board(), mouse));
  result.cats_move = game.mover(position.phase) == Side::cat;
  const auto steps = static_cast<int>(result.cats_move ? game.rules().cat_steps : game.rules().mouse_steps);
  result.plies_left = steps - (position.phase - game.first_phase(game.mover(position.phase)));
  return result;
}

/// That every position has the plies of the slow solver.
void expect_as_slow(const Rules& rules, const std::string& what) {
  SCOPED_TRACE(what);
  const Game game(rules);
  const ExactTable table = solved(game);
  const auto plies = SlowPursuit(rules).solve();
  std::size_t proper = 0;
  for (int phase = 0; phase < game.phases(); ++phase) {
    for (std::size_t i = 0; i < table.space().size(); ++i) {
      const Position position = table.space().position(i, phase);
      if (Game::is_improper(position)) {
        ASSERT_EQ(table.phase(phase)[i], rules.mice > 1 ? no_position : 0) << position_text(game, position);
        continue;
      }
      ++proper;
      const auto found = plies.find(slow(game, position));
      ASSERT_EQ(table(position), found == plies.end() ? never : found->second) << position_text(game, position);
    }
  }
  const std::size_t only_caught =
      rules.mice == 1 ? table.space().cat_tuples() * static_cast<std::size_t>(game.phases()) : 0;
  EXPECT_EQ(proper + only_caught, SlowPursuit(rules).positions().size());
}

TEST(CatAndMouse, every_position_is_as_the_slow_solver_says) {
  for (const auto& [rows, cols] : {std::pair(1, 2), {1, 5}, {2, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 4}, {5, 4}}) {
    expect_as_slow(board(rows, cols), std::to_string(rows) + " x " + std::to_string(cols));
  }
}

TEST(CatAndMouse, every_variant_is_as_the_slow_solver_says) {
  for (const bool stay : {false, true}) {
    for (const bool eight : {false, true}) {
      for (const auto& [cat_steps, mouse_steps] : {std::pair(1, 1), {2, 1}, {1, 2}, {3, 2}}) {
        Rules rules = board(3, 4);
        rules.may_stay = stay;
        rules.eight_neighbours = eight;
        rules.cat_steps = cat_steps;
        rules.mouse_steps = mouse_steps;
        rules.obstacles = {{1, 1}};
        const std::string what = "stay " + std::to_string(stay) + " eight " + std::to_string(eight) + " steps " +
                                 std::to_string(cat_steps) + " " + std::to_string(mouse_steps);
        expect_as_slow(rules, what);
        rules.obstacles = {{0, 1}, {1, 0}};  // (0, 0) has no neighbour but a diagonal one
        expect_as_slow(rules, what + ", a corner cut off");
      }
    }
  }
}

TEST(CatAndMouse, several_pieces_are_as_the_slow_solver_says) {
  for (const auto& [cats, mice] : {std::pair(2, 1), {3, 1}, {1, 2}, {2, 2}, {1, 3}}) {
    Rules rules = cats + mice > 3 ? board(2, 3) : board(3, 3);
    rules.cats = cats;
    rules.mice = mice;
    expect_as_slow(rules, std::to_string(cats) + " cats, " + std::to_string(mice) + " mice");
    rules.cat_steps = 2;
    rules.may_stay = true;
    expect_as_slow(rules, std::to_string(cats) + " cats of two steps, " + std::to_string(mice) + " mice");
    if (mice > 1) {
      rules.mouse_steps = 2;
      rules.obstacles = {{0, 1}};
      expect_as_slow(rules, "two steps each, an obstacle");
    }
  }
}

/// Published figures of the game; -1: never.
struct Known {
  std::int64_t rows, cols;
  Side first;
  std::int64_t start_plies, win_states, states, most_plies, attaining;
};
constexpr Known known[] = {
    {3, 3, Side::cat, -1, 40, 72, 5, 8},        {3, 3, Side::mouse, 6, 32, 72, 6, 16},
    {4, 4, Side::cat, -1, 128, 240, 9, 24},     {4, 4, Side::mouse, 10, 112, 240, 10, 28},
    {4, 5, Side::cat, 11, 200, 380, 11, 32},    {4, 5, Side::mouse, -1, 180, 380, 12, 36},
    {8, 7, Side::cat, 23, 1568, 3080, 23, 104}, {8, 7, Side::mouse, -1, 1512, 3080, 24, 108},
};

TEST(CatAndMouse, boards_have_their_known_numbers) {
  for (const Known& k : known) {
    const Game game(board(k.rows, k.cols, k.first));
    const ExactTable table = solved(game);
    EXPECT_EQ(table(game.start()), k.start_plies);
    const auto plies = table.phase(game.start().phase);
    const auto wins = std::count_if(plies.begin(), plies.end(), [](std::int32_t p) { return p > 0; });
    const auto states = std::count_if(plies.begin(), plies.end(), [](std::int32_t p) { return p != 0; });
    const std::int32_t most = *std::max_element(plies.begin(), plies.end());
    EXPECT_EQ(wins, k.win_states);
    EXPECT_EQ(states, k.states);
    EXPECT_EQ(most, k.most_plies);
    EXPECT_EQ(std::count(plies.begin(), plies.end(), most), k.attaining);
  }
}

TEST(CatAndMouse, parity_decides_from_the_corners) {
  for (std::int64_t rows = 2; rows <= 8; ++rows) {
    for (std::int64_t cols = 2; cols <= 8; ++cols) {
      for (const Side first : {Side::cat, Side::mouse}) {
        const Game game(board(rows, cols, first));
        const std::int64_t d = rows + cols - 2;
        const bool cat_wins = (d % 2 == 1) == (first == Side::cat);
        const std::int64_t plies = first == Side::cat ? 2 * d - 3 : 2 * d - 2;
        EXPECT_EQ(solved(game)(game.start()), cat_wins ? plies : never) << rows << " x " << cols;
      }
    }
  }
}

/// Turns of the cats if they choose their cells first and the mouse then chooses its own; never.
std::int64_t turns_when_placed(const Game& game) {
  const ExactTable table = solved(game);
  const auto plies = table.phase(0);
  const std::size_t mice = table.space().mouse_tuples();
  std::int64_t best = never;
  for (std::size_t cats = 0; cats < table.space().cat_tuples(); ++cats) {
    const auto row = plies.subspan(cats * mice, mice);
    if (std::find(row.begin(), row.end(), never) != row.end()) continue;
    const std::int64_t worst = *std::max_element(row.begin(), row.end());
    if (best == never || worst < best) best = worst;
  }
  return best == never ? never : (best + 1) / 2;
}

TEST(CatAndMouse, two_cats_that_may_stay_catch_a_mouse_on_a_grid_and_one_does_not) {
  for (std::int64_t rows = 2; rows <= 7; ++rows) {
    for (std::int64_t cols = 2; cols <= 7; ++cols) {
      Rules rules = board(rows, cols);
      rules.may_stay = true;
      EXPECT_EQ(turns_when_placed(Game(rules)), never);
      rules.cats = 2;
      EXPECT_EQ(turns_when_placed(Game(rules)), (rows + cols - 2) / 2) << rows << " x " << cols;
    }
  }
}

TEST(CatAndMouse, wide_boards_are_solved_across_words) {
  for (const auto& [rows, cols] : {std::pair(1, 70), {2, 63}, {2, 64}, {3, 66}, {40, 3}}) {
    Rules rules = board(rows, cols, (rows + cols) % 2 == 1 ? Side::cat : Side::mouse);
    const Game game(rules);
    const std::int64_t d = rows + cols - 2;
    EXPECT_EQ(solved(game)(game.start()), rules.first_mover == Side::cat ? 2 * d - 3 : 2 * d - 2)
        << rows << " x " << cols;
  }
}

TEST(CatAndMouse, tells_the_bytes_it_needs_and_refuses_what_might_overflow) {
  Rules rules = board(64, 64);
  EXPECT_LT(exact_bytes(rules), 300e6);
  EXPECT_GE(exact_bytes(rules), 2.0 * 4096 * 4096 * 4);
  rules.cats = 2;
  const Game game(rules);
  EXPECT_THROW(solved(game), std::length_error);
}

}  // namespace
}  // namespace aleator::cat_and_mouse
