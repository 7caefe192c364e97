#include "core/games/nim/game.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "tests/core/refusal.hpp"

namespace aleator::nim {
namespace {

using Heaps = std::vector<int>;

/// The obvious way, on lists of heaps.
int slow_value(const Heaps& heaps, bool misere, std::map<Heaps, int>& known) {
  if (std::all_of(heaps.begin(), heaps.end(), [](int heap) { return heap == 0; })) return misere ? 1 : -1;
  if (const auto found = known.find(heaps); found != known.end()) return found->second;
  int best = -1;
  for (std::size_t i = 0; i < heaps.size(); ++i) {
    for (int left = 0; left < heaps[i]; ++left) {
      Heaps after = heaps;
      after[i] = left;
      best = std::max(best, -slow_value(after, misere, known));
    }
  }
  return known[heaps] = best;
}

TEST(Nim, value_by_the_binary_sum_is_that_of_trying_everything) {
  for (const bool misere : {false, true}) {
    const Nim game({{5, 5, 4, 3}, misere});
    std::map<Heaps, int> known;
    for (int code = 0; code < 6 * 6 * 5 * 4; ++code) {
      const Heaps heaps{code % 6, code / 6 % 6, code / 36 % 5, code / 180};
      const auto position = game.position_of(text(heaps[0], " ", heaps[1], " ", heaps[2], " ", heaps[3]));
      ASSERT_EQ(value(game, position), slow_value(heaps, misere, known)) << game.text_of(position);
    }
  }
}

TEST(Nim, moves_take_from_one_heap) {
  const Nim game({{2, 1}});
  std::vector<std::string> after;
  for (const Move move : legal_moves(game, game.start())) {
    after.push_back(game.move_text(move) + " -> " + game.text_of(game.after(game.start(), move)));
  }
  EXPECT_EQ(after, (std::vector<std::string>{"1:1 -> 1 1", "1:2 -> 0 1", "2:1 -> 2 0"}));
  EXPECT_EQ(game.longest(game.start()), 3);
  EXPECT_EQ(game.result(game.position_of("0 0")), -1);
  EXPECT_EQ(Nim({{2, 1}, true}).result(0), 1);
}

TEST(Nim, order_of_heaps_does_not_matter) {
  const Nim game({{7, 3, 5}});
  EXPECT_EQ(game.text_of(game.canonical(game.start())), "7 5 3");
  EXPECT_EQ(game.canonical(game.position_of("1 0 5")), game.canonical(game.position_of("5 1 0")));
  EXPECT_NE(game.canonical(game.position_of("1 1 5")), game.canonical(game.position_of("5 1 0")));
}

TEST(Nim, refuses_bad_rules_and_positions_with_the_reason) {
  EXPECT_EQ(refusal([] { Nim(Rules{{}}); }), "heaps: there must be at least one heap");
  EXPECT_EQ(refusal([] { Nim({{3, 0}}); }), "heaps: the heap of 0 is out of range: 1 to 1000000");
  EXPECT_EQ(refusal([] { Nim(Rules{std::vector<std::int64_t>(17, 15)}); }),
            "heaps: 17 heaps of up to 15 need 4 bits each, and there are 64");
  EXPECT_EQ(refusal([] { Nim(Rules{std::vector<std::int64_t>(16, 15)}); }), "accepted");
  const Nim game({{3, 5}});
  EXPECT_EQ(refusal([&] { game.position_of("1 x"); }), "\"x\" is no heap");
  EXPECT_EQ(refusal([&] { game.position_of("1"); }), "\"1\" has 1 heaps, and the game 2");
  EXPECT_EQ(refusal([&] { game.position_of("4 4"); }), "\"4 4\" does not come from the start: no heap of 3 becomes 4");
  EXPECT_EQ(refusal([&] { move_of(game, game.position_of("1 1"), "1:2"); }),
            "move 1:2 is not legal in 1 1: legal are 1:1, 2:1");
}

}  // namespace
}  // namespace aleator::nim
