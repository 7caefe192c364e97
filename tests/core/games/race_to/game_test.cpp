#include "core/games/race_to/game.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/core/refusal.hpp"

namespace aleator::race_to {
namespace {

/// [total], by trying every step.
std::vector<Outlook> slow_outlooks(const Rules& rules) {
  std::vector<Outlook> all(rules.target + 1);
  all[rules.target] = {rules.misere ? 1 : -1, 0};
  for (std::int64_t total = rules.target - 1; total >= 0; --total) {
    std::vector<Outlook> choices;
    for (std::int64_t step = 1; step <= rules.largest_step && total + step <= rules.target; ++step) {
      choices.push_back({-all[total + step].value, all[total + step].distance + 1});
    }
    all[total] = *std::max_element(choices.begin(), choices.end(), [](const Outlook& a, const Outlook& b) {
      if (a.value != b.value) return a.value < b.value;
      return a.value > 0 ? a.distance > b.distance : a.distance < b.distance;
    });
  }
  return all;
}

TEST(RaceTo, period_gives_what_trying_every_step_gives) {
  for (const bool misere : {false, true}) {
    for (std::int64_t step = 1; step <= 9; ++step) {
      for (std::int64_t target = 1; target <= 40; ++target) {
        const RaceTo game({target, step, misere});
        const std::vector<Outlook> slow = slow_outlooks(game.rules());
        for (std::int64_t total = 0; total <= target; ++total) {
          ASSERT_EQ(outlook(game, total), slow[total]) << target << " by " << step << " at " << total << " " << misere;
        }
      }
    }
  }
}

TEST(RaceTo, first_player_wins_to_30_by_taking_2_and_misere_by_taking_1) {
  const auto winning = [](const RaceTo& game, RaceTo::Position total) {
    std::vector<Move> moves;
    for (const Move step : legal_moves(game, total)) {
      if (outlook(game, game.after(total, step)).value < 0) moves.push_back(step);
    }
    return moves;
  };
  const RaceTo game({30, 3});
  EXPECT_EQ(winning(game, 0), std::vector<Move>{2});
  EXPECT_EQ(winning(RaceTo({30, 3, true}), 0), std::vector<Move>{1});
  std::vector<std::int64_t> totals;  // good to have reached
  for (std::int64_t total = 1; total <= 30; ++total) {
    if (outlook(game, total).value < 0) totals.push_back(total);
  }
  EXPECT_EQ(totals, (std::vector<std::int64_t>{2, 6, 10, 14, 18, 22, 26, 30}));
}

TEST(RaceTo, a_billion_is_no_further_than_thirty) {
  const RaceTo game({1'000'000'000, 2});
  EXPECT_EQ(outlook(game, 0), (Outlook{1, 666'666'667}));
  EXPECT_EQ(outlook(game, 1), (Outlook{-1, 666'666'666}));
}

TEST(RaceTo, no_move_passes_the_target) {
  const RaceTo game({10, 3});
  EXPECT_EQ(legal_moves(game, 8), (std::vector<Move>{1, 2}));
  EXPECT_EQ(legal_moves(game, 10), std::vector<Move>{});
  EXPECT_EQ(game.result(10), -1);
  EXPECT_EQ(RaceTo({10, 3, true}).result(10), 1);
}

TEST(RaceTo, refuses_bad_rules_and_positions_with_the_reason) {
  EXPECT_EQ(refusal([] { RaceTo({30, 0}); }), "largest_step: with steps of at most 0 nobody could move");
  EXPECT_EQ(refusal([] { RaceTo({0, 3}); }), "target: 0 is out of range: 1 to 1000000000");
  const RaceTo game({30, 3});
  EXPECT_EQ(refusal([&] { game.position_of("31"); }), "the total 31 is out of range: 0 to the target of 30");
  EXPECT_EQ(refusal([&] { game.position_of("3a"); }), "\"3a\" is no total");
  EXPECT_EQ(refusal([&] { move_of(game, 28, "3"); }), "move 3 is not legal in 28: legal are 1, 2");
  EXPECT_EQ(refusal([&] { require_ongoing(game, game.position_of("30")); }),
            "the game is over in 30: it is lost for the player to move");
}

}  // namespace
}  // namespace aleator::race_to
