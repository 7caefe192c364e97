// Counting and valuing matches; the games themselves have tests of their own.
#include "core/games/match.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace aleator {
namespace {

/// Who moves wins with probability 1/2 by action 0 and with 1/4 by action 1; else the other one moves.
struct Flip {
  State num_states() const { return 4; }
  Action num_actions(State s) const { return s < 2 ? 2 : 0; }
  double fixed_value(State) const { return 0; }
  Sense owner(State s) const { return s == 1 ? Sense::min : Sense::max; }
  State start(int player) const { return player - 1; }
  State won() const { return 2; }
  State mirrored(State s) const { return 1 - s; }
  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const double wins = a == 0 ? 0.5 : 0.25;
    visit(s + 2, wins, 0.0);
    visit(1 - s, 1 - wins, 0.0);
  }
};
static_assert(MatchGame<Flip>);

MatchValue value(const TurnPolicy& player_1, const TurnPolicy& player_2) {
  Effort effort;
  return match_value(Flip{}, match_of(Flip{}, player_1, player_2), effort);
}

TEST(Match, is_valued_exactly) {
  const TurnPolicy good(4, 0), bad(4, 1), any(4, any_action);
  EXPECT_NEAR(value(good, good).first, 2 / 3., 1e-13);
  EXPECT_NEAR(value(good, good).second, 1 / 3., 1e-13);
  EXPECT_NEAR(value(good, bad).first, 0.5 / (1 - 0.5 * 0.75), 1e-13);
  EXPECT_NEAR(value(bad, good).first, 0.25 / (1 - 0.5 * 0.75), 1e-13);
  EXPECT_NEAR(value(good, bad).second, 1 - value(bad, good).first, 1e-13);
  EXPECT_NEAR(value(any, good).first, 0.375 / (1 - 0.5 * 0.625), 1e-13);
  EXPECT_LE(value(any, good).error_bound, 1e-12);
}

TEST(Match, refuses_an_action_that_does_not_exist) {
  EXPECT_THROW(value(TurnPolicy(4, 2), TurnPolicy(4, 0)), std::invalid_argument);
  EXPECT_THROW(value(TurnPolicy(4, 0), TurnPolicy(4, -2)), std::invalid_argument);
}

TEST(Match, takes_the_policy_of_player_1_for_both) {
  EXPECT_EQ(as_player_1(Flip{}, {1, 0, -1, -1}), (TurnPolicy{1, 1, -1, -1}));
}

/// Nobody ever wins, or who moves does.
MatchCounts play(std::int64_t matches, std::int64_t max_turns, std::int64_t turns_to_win, int first,
                 const std::stop_token& stop = {}) {
  const auto turn = [&](int, std::int64_t& turns, PhiloxStream&) { return ++turns == turns_to_win; };
  return play_matches(matches, max_turns, std::int64_t{0}, first, turn, PhiloxStream({1, 2}, 0, 0), stop);
}

TEST(PlayMatches, count_who_made_the_last_turn) {
  EXPECT_EQ(play(5, 100, 3, 1).won, (std::vector<std::int64_t>{0, 0, 0, 5}));
  EXPECT_EQ(play(5, 100, 3, 2).lost, (std::vector<std::int64_t>{0, 0, 0, 5}));
  EXPECT_EQ(play(5, 100, 4, 1).lost, (std::vector<std::int64_t>{0, 0, 0, 0, 5}));
  EXPECT_EQ(play(5, 4, 4, 1).cut, 0);
  EXPECT_EQ(play(5, 3, 4, 1).cut, 5);
  EXPECT_EQ(play(5, 0, 1, 1).cut, 5);
  EXPECT_EQ(play(7, 100, 4, 1).matches(), 7);
}

TEST(PlayMatches, stop_when_asked_to) {
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(play(1, std::numeric_limits<std::int64_t>::max(), -1, 1, source.get_token()).matches(), 0);
}

TEST(MatchCounts, add_up_in_any_order) {
  MatchCounts a = play(2, 100, 3, 1), b = play(3, 100, 5, 1), c = play(1, 1, 5, 1);
  MatchCounts abc = a, cba = c;
  abc.merge(b), abc.merge(c);
  cba.merge(b), cba.merge(a);
  EXPECT_EQ(abc.won, (std::vector<std::int64_t>{0, 0, 0, 2, 0, 3}));
  EXPECT_EQ(abc.won, cba.won);
  EXPECT_EQ(abc.cut, 1);
  EXPECT_EQ(cba.cut, 1);
}

TEST(MatchStatistics, are_those_of_the_list_of_matches) {
  MatchCounts counts;
  counts.won = {0, 0, 2};  // 2 2
  counts.lost = {0, 1};    // 1
  counts.cut = 1;
  const MatchStatistics statistics = match_statistics(counts);
  EXPECT_EQ(statistics.win_share, 0.5);
  EXPECT_NEAR(statistics.win_share_se, std::sqrt(1 / 3. / 4), 1e-15);
  EXPECT_NEAR(statistics.turns_mean, 5 / 3., 1e-15);
  EXPECT_NEAR(statistics.turns_mean_se, 1 / 3., 1e-15);
  EXPECT_EQ(statistics.cut_share, 0.25);
}

}  // namespace
}  // namespace aleator
