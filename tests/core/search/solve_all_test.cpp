#include "core/search/solve_all.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "core/search/memoised.hpp"
#include "tests/core/games/counting.hpp"
#include "tests/core/search/every_game.hpp"

namespace aleator {
namespace {

constexpr std::size_t plenty = std::size_t{1} << 30;

template <TwoPlayerGame G>
Outlook searched(const G& game, const typename G::Position& position) {
  if (const auto result = game.result(position)) return {*result, 0};
  const SearchResult found = MemoisedMinimax<G>(game, {}).search(position);
  return {found.value(), static_cast<std::int32_t>(found.distance)};
}

TEST(SolveAll, every_position_is_what_searching_it_says) {
  SerialExecutor serial;
  std::mt19937_64 random(1);
  for_every_game([&](const auto& game, int plies_left) {
    const auto root = random_position(game, plies_left, random);
    const auto table = solve_all(game, root, plenty, serial);
    for (std::size_t i = 0; i < table.size(); ++i) {
      ASSERT_EQ(table.outlook(i), searched(game, table.position(i))) << game.text_of(table.position(i));
      ASSERT_EQ(table.find(table.position(i)), table.outlook(i));
    }
  });
}

TEST(SolveAll, tic_tac_toe_has_765_positions_up_to_symmetry) {
  SerialExecutor serial;
  const tic_tac_toe::TicTacToe game({});
  const auto table = solve_all(game, game.start(), plenty, serial);
  EXPECT_EQ(table.size(), 765U);
  EXPECT_EQ(table.find(game.start()), (Outlook{0, 9}));
  EXPECT_EQ(table.find(game.position_of("xx./oo./...")), (Outlook{1, 1}));
  EXPECT_EQ(table.find(game.position_of("..x/.ox/o..")), table.find(game.position_of("x../xo./..o")));
}

TEST(SolveAll, connect_four_of_4_x_4_is_a_draw) {
  SerialExecutor serial;
  const connect_four::ConnectFour game({4, 4});
  const auto table = solve_all(game, game.start(), plenty, serial);
  EXPECT_EQ(table.find(game.start())->value, 0);
  std::size_t with_images = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto& position = table.position(i);
    with_images +=
        mirrored(position.all, game.shape()) == position.all && mirrored(position.own, game.shape()) == position.own
            ? 1
            : 2;
  }
  EXPECT_EQ(with_images, 161'029U);
}

TEST(SolveAll, what_does_not_come_up_is_not_found) {
  SerialExecutor serial;
  const connect_four::ConnectFour game({4, 4});
  const auto table = solve_all(game, game.position_of("11223"), plenty, serial);
  EXPECT_EQ(table.find(game.start()), std::nullopt);
  EXPECT_EQ(table.find(game.position_of("444432")), std::nullopt);
  EXPECT_TRUE(table.find(game.position_of("112233")));
  EXPECT_TRUE(table.find(game.position_of("443322")));  // its image
}

TEST(SolveAll, a_table_larger_than_the_memory_is_refused) {
  SerialExecutor serial;
  const connect_four::ConnectFour game({7, 6});
  try {
    solve_all(game, game.start(), 2'100'000, serial);
    FAIL() << "accepted";
  } catch (const std::length_error& error) {
    EXPECT_STREQ(
        error.what(),
        "the table has more than 100000 positions of 21 bytes each: more than the 2100000 bytes of memory that "
        "it may take");
  }
  EXPECT_THROW(opening_positions(game, game.start(), 8, 2'100'000), std::length_error);
}

TEST(SolveAll, positions_that_wait_to_be_looked_at_count_too) {
  SerialExecutor serial;
  const nim::Nim game({{255, 255, 255, 255, 255, 255, 255, 254}, false});  // each move leads to a layer of its own
  EXPECT_THROW(solve_all(game, game.start(), 1'000'000, serial), std::length_error);
}

TEST(OpeningBook, has_every_position_up_to_its_plies_and_its_outlook) {
  const connect_four::ConnectFour game({4, 4});
  const auto book = opening_book(game, game.start(), 3, plenty, [&](const auto& p) { return searched(game, p); });
  const auto counts = positions_by_ply(game, 3, true);
  EXPECT_EQ(book.size(), std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  for (const char* line : {"", "1", "4", "23", "444", "123", "321"}) {
    EXPECT_EQ(book.find(game.position_of(line)), searched(game, game.position_of(line))) << line;
  }
  EXPECT_EQ(book.find(game.position_of("1234")), std::nullopt);
}

TEST(OpeningBook, holds_positions_that_are_reached_after_different_plies) {
  const race_to::RaceTo game({9, 3});
  const auto book = opening_book(game, game.start(), 2, plenty, [&](const auto& p) { return searched(game, p); });
  EXPECT_EQ(book.size(), 7U);  // totals 0 to 6
  EXPECT_EQ(book.find(6), race_to::outlook(game, 6));
}

}  // namespace
}  // namespace aleator
