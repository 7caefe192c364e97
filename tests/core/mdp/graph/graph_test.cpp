#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/mdp/graph/components.hpp"
#include "core/mdp/graph/predecessor_rows.hpp"
#include "core/mdp/graph/reachability.hpp"
#include "tests/core/mdp/reference/all_policies.hpp"
#include "tests/core/mdp/reference/random_process.hpp"

namespace aleator {
namespace {

using Marks = std::vector<std::uint8_t>;

Marks random_rows(const SparseMdp& mdp, std::mt19937_64& random) {
  Marks rows(mdp.reward.size());
  for (auto& row : rows) row = random() % 4 != 0;
  return rows;
}

/// reaches[s][t]: t can be reached from s by marked rows that stay inside.
reference::Relation reachable(const SparseMdp& mdp, const Marks& rows, const std::vector<bool>& inside) {
  const auto n = static_cast<std::size_t>(mdp.num_states());
  reference::Relation reaches(n, std::vector<bool>(n));
  for (State s = 0; s < mdp.num_states(); ++s) {
    reaches[s][s] = inside[s];
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      bool stays = rows[row] != 0 && inside[s];
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        stays = stays && inside[mdp.next_state[i]];
      }
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1] && stays; ++i) {
        reaches[s][mdp.next_state[i]] = true;
      }
    }
  }
  return reference::transitive_closure(std::move(reaches));
}

/// Every set of states, tried by the definition; the largest ones are kept.
std::set<std::set<State>> end_components_by_definition(const SparseMdp& mdp, const Marks& rows) {
  const State n = mdp.num_states();
  std::vector<std::set<State>> found;
  for (unsigned subset = 1; subset < (1U << n); ++subset) {
    std::vector<bool> inside(static_cast<std::size_t>(n));
    std::set<State> states;
    for (State s = 0; s < n; ++s) {
      inside[s] = (subset >> s & 1U) != 0;
      if (inside[s]) states.insert(s);
    }
    bool is_component = true;
    for (const State s : states) {
      bool may_stay = false;
      for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
        bool stays = rows[row] != 0;
        for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
          stays = stays && inside[mdp.next_state[i]];
        }
        may_stay = may_stay || stays;
      }
      is_component = is_component && may_stay;
    }
    const auto reaches = reachable(mdp, rows, inside);
    for (const State s : states) {
      for (const State t : states) is_component = is_component && reaches[s][t];
    }
    if (is_component) found.push_back(states);
  }
  std::set<std::set<State>> largest;
  for (const auto& c : found) {
    const bool inside_another = std::any_of(found.begin(), found.end(), [&](const auto& other) {
      return other.size() > c.size() && std::includes(other.begin(), other.end(), c.begin(), c.end());
    });
    if (!inside_another) largest.insert(c);
  }
  return largest;
}

TEST(PredecessorRows, are_the_transitions_turned_round) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const SparseMdp mdp = reference::tangle(random, {8, 3});
    const PredecessorRows predecessors(mdp);
    std::multiset<std::pair<State, RowIndex>> expected;
    std::multiset<std::pair<State, RowIndex>> found;
    for (State s = 0; s < mdp.num_states(); ++s) {
      for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
        EXPECT_EQ(predecessors.state_of(static_cast<RowIndex>(row)), s);
        for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
          expected.insert({mdp.next_state[i], static_cast<RowIndex>(row)});
        }
      }
      for (const RowIndex row : predecessors.rows_into(s)) found.insert({s, row});
      EXPECT_TRUE(std::is_sorted(predecessors.rows_into(s).begin(), predecessors.rows_into(s).end()));
    }
    EXPECT_EQ(found, expected);
  }
}

TEST(Components, are_states_that_reach_each_other_and_come_after_their_successors) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 2000; ++trial) {
    const SparseMdp mdp = reference::tangle(random, {9, 2});
    const bool masked = trial % 2 == 0;
    const Marks rows = masked ? random_rows(mdp, random) : Marks(mdp.reward.size(), 1);
    const Components found = strongly_connected_components(mdp, masked ? rows : Marks());
    const auto reaches = reachable(mdp, rows, std::vector<bool>(static_cast<std::size_t>(mdp.num_states()), true));
    for (State s = 0; s < mdp.num_states(); ++s) {
      for (State t = 0; t < mdp.num_states(); ++t) {
        EXPECT_EQ(found.component[s] == found.component[t], reaches[s][t] && reaches[t][s]);
        if (reaches[s][t]) {
          EXPECT_GE(found.component[s], found.component[t]);
        }
      }
    }
    std::set<State> all;
    for (State c = 0; c < found.count(); ++c) {
      for (const State s : found.states_of(c)) {
        EXPECT_EQ(found.component[s], c);
        all.insert(s);
      }
    }
    EXPECT_EQ(all.size(), mdp.fixed_value.size());
    ASSERT_FALSE(HasFailure()) << "trial " << trial;
  }
}

/// States 0 ... n-1, each leads to the next; the last one to `back`, or ends.
SparseMdp path(State n, State back) {
  SparseMdpBuilder builder(n);
  for (State s = 0; s < n; ++s) {
    const State next = s + 1 < n ? s + 1 : back;
    if (next >= 0) {
      builder.add_transition(next, 1, 0);
      builder.end_action();
    }
    builder.end_state(0);
  }
  return std::move(builder).finish();
}

TEST(Components, stand_so_that_their_states_find_most_successors_before_them) {
  constexpr State n = 5;
  SparseMdpBuilder builder(n);
  for (State s = 0; s < n; ++s) {
    for (const State next : {(s + 1) % n, std::min(s + 2, n - 1)}) builder.add_transition(next, 0.5, 0);
    builder.end_action();
    builder.end_state(0);
  }
  const Components components = strongly_connected_components(std::move(builder).finish());
  EXPECT_EQ(components.count(), 1);
  EXPECT_EQ(components.states, (std::vector<State>{4, 3, 2, 1, 0}));
}

TEST(Components, of_a_million_states_in_a_row_need_no_deep_stack) {
  const State n = 1'000'000;
  const Components open = strongly_connected_components(path(n, -1));
  EXPECT_EQ(open.count(), n);
  EXPECT_EQ(open.component[n - 1], 0);
  EXPECT_EQ(open.component[0], n - 1);
  const SparseMdp ring = path(n, 0);
  EXPECT_EQ(strongly_connected_components(ring).count(), 1);
  EXPECT_EQ(maximal_end_components(ring, Marks(static_cast<std::size_t>(n), 1), PredecessorRows(ring)).count, 1);
}

TEST(EndComponents, are_the_largest_sets_that_fit_the_definition) {
  std::mt19937_64 random(3);
  int several = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const SparseMdp mdp = reference::tangle(random, {6, 3});
    const Marks rows = trial % 2 == 0 ? random_rows(mdp, random) : Marks(mdp.reward.size(), 1);
    const EndComponents found = maximal_end_components(mdp, rows, PredecessorRows(mdp));
    std::vector<std::set<State>> sets(static_cast<std::size_t>(found.count));
    for (State s = 0; s < mdp.num_states(); ++s) {
      if (found.component[s] >= 0) sets[found.component[s]].insert(s);
    }
    EXPECT_EQ(std::set<std::set<State>>(sets.begin(), sets.end()), end_components_by_definition(mdp, rows));
    several += found.count > 1;
    ASSERT_FALSE(HasFailure()) << "trial " << trial;
  }
  EXPECT_GT(several, 200);
}

TEST(EndComponents, come_apart_in_many_rounds) {
  // s goes to s + 1 and s - 1 at once, or stays; only the last state ends. Cutting it off cuts all but the loops.
  const State n = 2000;
  SparseMdpBuilder builder(n);
  for (State s = 0; s < n; ++s) {
    if (s + 1 < n) {
      builder.add_transition(s + 1, 0.5, 0);
      builder.add_transition(std::max(s - 1, 0), 0.5, 0);
      builder.end_action();
      if (s % 2 == 0) {
        builder.add_transition(s, 1, 0);
        builder.end_action();
      }
    }
    builder.end_state(0);
  }
  const SparseMdp mdp = std::move(builder).finish();
  const EndComponents found = maximal_end_components(mdp, Marks(mdp.reward.size(), 1), PredecessorRows(mdp));
  EXPECT_EQ(found.count, n / 2);
  for (State s = 0; s < n; ++s) EXPECT_EQ(found.component[s] >= 0, s % 2 == 0);
}

/// Chances by the values of all memoryless policies, and whether the choices make them so.
void check_reachability(const SparseMdp& mdp, const BellmanEquation& equation, Sense reacher, const Marks& target) {
  const Reachability found = reachability(equation, reacher, target, PredecessorRows(mdp));
  SparseMdp game = mdp;  // the reacher maximises
  game.owner.resize(game.fixed_value.size());
  for (State s = 0; s < mdp.num_states(); ++s) {
    game.owner[s] = equation.sense_of(s) == reacher ? Sense::max : Sense::min;
  }
  const Objective objective{ObjectiveKind::reach_probability, Sense::max, 1, target};
  const reference::Vector value = reference::optimum(game, objective);
  std::vector<Action> policy(found.choice);
  std::vector<bool> reachers(value.size());
  for (State s = 0; s < mdp.num_states(); ++s) {
    const Chance expected = value[s] < 1e-12L ? Chance::zero : value[s] > 1 - 1e-12L ? Chance::one : Chance::between;
    EXPECT_EQ(found.chance[s], expected) << "state " << s;
    if (policy[s] < 0 && mdp.num_actions(s) > 0) policy[s] = 0;
    reachers[s] = game.owner[s] == Sense::max;
  }
  std::vector<bool> hinderers(reachers);
  hinderers.flip();
  reference::Vector least;
  reference::Vector most;
  reference::for_each_policy(mdp, policy, hinderers, [&](const std::vector<Action>& p) {
    reference::take_better(least, reference::Chain(mdp, p, objective).value(), Sense::min);
  });
  reference::for_each_policy(mdp, policy, reachers, [&](const std::vector<Action>& p) {
    reference::take_better(most, reference::Chain(mdp, p, objective).value(), Sense::max);
  });
  for (std::size_t s = 0; s < value.size(); ++s) {
    switch (found.chance[s]) {
      case Chance::one:
        EXPECT_NEAR(static_cast<double>(least[s]), 1, 1e-12) << "state " << s;
        break;
      case Chance::zero:
        EXPECT_EQ(most[s], 0) << "state " << s;
        break;
      case Chance::between:
        EXPECT_LT(most[s], 1 - 1e-12L) << "state " << s;
    }
  }
}

TEST(Reachability, agrees_with_all_policies_tried_one_by_one) {
  std::mt19937_64 random(4);
  for (int trial = 0; trial < 4000; ++trial) {
    const bool game = trial % 2 == 0;
    const SparseMdp mdp = reference::tangle(random, {5, 2, {0}, game});
    const Sense sense = random() % 2 == 0 ? Sense::max : Sense::min;
    const Sense reacher = random() % 2 == 0 ? Sense::max : Sense::min;
    check_reachability(mdp, {mdp, 1, sense}, reacher, reference::random_target(random, mdp.num_states()));
    ASSERT_FALSE(HasFailure()) << "trial " << trial;
  }
}

TEST(Reachability, along_a_million_states_is_linear) {
  // Whoever hinders can leave at each state; removing the end must take all with it in one round.
  const State n = 1'000'000;
  SparseMdpBuilder builder(n + 2);  // n: target, n + 1: missed
  for (State s = 0; s < n; ++s) {
    builder.add_transition(s + 1, 0.5, 0);
    builder.add_transition(s == 0 ? n + 1 : s - 1, 0.5, 0);
    builder.end_action();
    builder.end_state(0);
  }
  builder.end_state(0);
  builder.end_state(0);
  const SparseMdp mdp = std::move(builder).finish();
  Marks target(static_cast<std::size_t>(n) + 2, 0);
  target[n] = 1;
  for (const Sense reacher : {Sense::max, Sense::min}) {
    const Reachability found = reachability({mdp, 1, Sense::max}, reacher, target, PredecessorRows(mdp));
    EXPECT_EQ(std::count(found.chance.begin(), found.chance.end(), Chance::between), n);
  }
}

}  // namespace
}  // namespace aleator
