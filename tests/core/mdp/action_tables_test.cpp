#include "core/mdp/action_tables.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace aleator {
namespace {

using Marks = std::vector<std::int8_t>;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// State 0 has an action to state `next` for each reward; states 1 and 2 end.
SparseMdp choice(const std::vector<double>& rewards, const std::vector<State>& next, Sense owner = Sense::max) {
  SparseMdpBuilder builder(3);
  for (std::size_t a = 0; a < rewards.size(); ++a) {
    builder.add_transition(next[a], 1, rewards[a]);
    builder.end_action();
  }
  builder.end_state(0, owner);
  builder.end_state(0);
  builder.end_state(0);
  return std::move(builder).finish();
}

/// The cells of state 0.
template <class T>
std::vector<T> of_first_state(const std::vector<T>& table) {
  return {table.begin(), table.begin() + static_cast<std::ptrdiff_t>(table.size() / 3)};
}

TEST(ActionTables, mark_all_that_may_be_best_within_the_bound) {
  const SparseMdp mdp = choice({1, 5, 4, 5}, {1, 1, 1, 1});
  const auto marks = [&](double error_bound) {
    return of_first_state(action_tables({mdp, 0.5}, {5, 0, 0}, error_bound).optimal);
  };
  EXPECT_EQ(of_first_state(action_tables({mdp, 0.5}, {5, 0, 0}, 0).q), (std::vector<double>{1, 5, 4, 5}));
  EXPECT_EQ(marks(0), (Marks{0, 1, 0, 1}));
  EXPECT_EQ(marks(0.999), (Marks{0, 1, 0, 1}));  // 2 discount error_bound
  EXPECT_EQ(marks(1), (Marks{0, 1, 1, 1}));
  EXPECT_EQ(action_tables({mdp, 0.5}, {5, 0, 0}, 0).policy, (std::vector<Action>{1, -1, -1}));
  EXPECT_EQ(action_tables({mdp, 0.5}, {5, 0, 0}, 4).policy, (std::vector<Action>{0, -1, -1}));
}

TEST(ActionTables, where_the_best_is_infinite_mark_what_equals_it) {
  const SparseMdp mdp = choice({3, 0, 1}, {1, 2, 2});
  const std::vector<double> value = {infinity, 7, infinity};
  for (const double error_bound : {0.0, 1e-9}) {
    const ActionTables most = action_tables({mdp, 1, Sense::max}, value, error_bound);
    EXPECT_EQ(of_first_state(most.optimal), (Marks{0, 1, 1}));
    EXPECT_EQ(most.policy[0], 1);
    const ActionTables least = action_tables({mdp, 1, Sense::min}, value, error_bound);
    EXPECT_EQ(of_first_state(least.optimal), (Marks{1, 0, 0}));
  }
}

TEST(ActionTables, of_states_with_fewer_actions_have_gaps) {
  const ActionTables tables = action_tables({choice({2, 1}, {1, 1}), 0.5}, {2, 0, 0}, 0);
  EXPECT_EQ(tables.optimal, (Marks{1, 0, 0, 0, 0, 0}));
  for (std::size_t cell = 2; cell < 6; ++cell) EXPECT_TRUE(std::isnan(tables.q[cell]));
  EXPECT_EQ(tables.policy, (std::vector<Action>{0, -1, -1}));
}

TEST(ActionTables, of_games_are_as_the_owner_wants) {
  EXPECT_EQ(action_tables({choice({2, 1}, {1, 1}, Sense::min), 0.5}, {1, 0, 0}, 0).policy[0], 1);
  EXPECT_EQ(action_tables({choice({2, 1}, {1, 1}, Sense::max), 0.5}, {2, 0, 0}, 0).policy[0], 0);
}

TEST(ActionTables, leave_out_what_is_not_wanted_and_where_play_has_ended) {
  const SparseMdp mdp = choice({2, 1}, {1, 2});
  const auto sense_of = [](State) { return Sense::max; };
  const auto reward_of = [](State, Action a, double) { return a == 1 ? 9.0 : 0.0; };  // an objective's own
  const auto tables = [&](bool has_ended, const WantedTables& wanted) {
    SerialExecutor executor;
    const auto ends = [has_ended](State s) { return s == 0 && has_ended; };
    return action_tables(SparseRules(mdp), 4, SeenBy{0.5, sense_of, reward_of, ends}, {0, 4, 2}, 0, wanted, executor);
  };
  const ActionTables all = tables(false, {});
  ASSERT_EQ(all.q.size(), 12u);
  EXPECT_EQ(all.q[0], 2);
  EXPECT_EQ(all.q[1], 10);
  EXPECT_EQ(all.policy[0], 1);
  EXPECT_EQ(tables(true, {}).policy[0], -1);
  EXPECT_TRUE(std::isnan(tables(true, {}).q[0]));
  const ActionTables marks = tables(false, {false, true, false});
  EXPECT_TRUE(marks.q.empty());
  EXPECT_TRUE(marks.policy.empty());
  EXPECT_EQ(marks.optimal[1], 1);
}

}  // namespace
}  // namespace aleator
