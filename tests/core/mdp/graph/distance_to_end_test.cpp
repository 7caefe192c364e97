#include "core/mdp/graph/distance_to_end.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/mdp/reference/random_process.hpp"

namespace aleator {
namespace {

/// Until nothing changes: one more than the nearest successor.
std::vector<State> distances_by_definition(const SparseMdp& mdp) {
  std::vector<State> distance(mdp.fixed_value.size(), never_ends);
  for (bool changed = true; changed;) {
    changed = false;
    for (State s = 0; s < mdp.num_states(); ++s) {
      State nearest = mdp.num_actions(s) == 0 ? 0 : never_ends;
      for (std::int64_t i = mdp.row_begin[mdp.action_begin[s]]; i < mdp.row_begin[mdp.action_begin[s + 1]]; ++i) {
        const State next = distance[mdp.next_state[i]];
        if (next != never_ends) nearest = std::min(nearest, next + 1);
      }
      changed = changed || nearest < distance[s];
      distance[s] = std::min(distance[s], nearest);
    }
  }
  return distance;
}

TEST(DistancesToEnd, are_those_of_the_definition) {
  std::mt19937_64 random(1);
  int endless = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const SparseMdp mdp = reference::tangle(random, {9, 2});
    const std::vector<State> distance = distances_to_end(mdp, PredecessorRows(mdp));
    ASSERT_EQ(distance, distances_by_definition(mdp)) << "trial " << trial;
    endless += std::count(distance.begin(), distance.end(), never_ends) > 0;
  }
  EXPECT_GT(endless, 100);
}

TEST(NearestEndFirst, is_by_distance_and_has_every_state_once) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 1000; ++trial) {
    const SparseMdp mdp = reference::tangle(random, {9, 2});
    const std::vector<State> distance = distances_by_definition(mdp);
    std::vector<State> order = nearest_end_first(mdp);
    const auto nearer = [&](State a, State b) { return distance[a] < distance[b]; };
    ASSERT_TRUE(std::is_sorted(order.begin(), order.end(), nearer)) << "trial " << trial;
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order.size(), distance.size());
    for (State s = 0; s < mdp.num_states(); ++s) ASSERT_EQ(order[s], s);
  }
}

TEST(NearestEndFirst, starts_at_the_ends_and_takes_in_what_leads_nowhere) {
  SparseMdpBuilder builder(5);  // 0 -> 2 -> 1 (end); 3 <-> 4
  for (const State next : {2, -1, 1, 4, 3}) {
    if (next >= 0) {
      builder.add_transition(next, 1, 0);
      builder.end_action();
    }
    builder.end_state(0);
  }
  const SparseMdp mdp = std::move(builder).finish();
  EXPECT_EQ(nearest_end_first(mdp), (std::vector<State>{1, 2, 0, 3, 4}));
}

}  // namespace
}  // namespace aleator
