#include "core/mdp/methods/topological.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/core/mdp/reference/spelled_process.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::line;
using reference::loop;
using reference::process;

TEST(Topological, solves_an_acyclic_process_in_one_sweep) {
  const SparseMdp mdp = line(50);
  std::vector<double> value = mdp.fixed_value;
  Effort effort;
  EXPECT_EQ(topological_value_iteration({mdp, 1}, 1e-9, value, effort), SolveStatus::converged);
  EXPECT_EQ(value[49], -49);
  EXPECT_EQ(effort.residual, (std::vector<double>{49}));
  EXPECT_EQ(effort.transitions_processed, 2 * mdp.num_transitions());  // and the search for components
}

TEST(Topological, needs_few_sweeps_where_all_ways_back_lead_through_few_states) {
  // Two rows of 50 states: on in the row, to the beginning of the other one, or to the end.
  SparseMdpBuilder builder(101);
  for (State s = 0; s < 100; ++s) {
    builder.add_transition(s % 50 == 49 ? 100 : s + 1, 0.9, 1);
    builder.add_transition(s < 50 ? 50 : 0, 0.099, 1);
    builder.add_transition(100, 0.001, 1);
    builder.end_action();
    builder.end_state(0);
  }
  builder.end_state(0);
  const SparseMdp mdp = std::move(builder).finish();
  std::vector<double> value(101);
  Effort effort;
  EXPECT_EQ(topological_value_iteration({mdp, 1}, 1e-11, value, effort), SolveStatus::converged);
  EXPECT_LE(effort.residual.size(), 60u);  // 0.98 of the error would be left by each
  // x = (1 + 0.9 + ... + 0.9^49) (1 + 0.099 x)
  const double row = (1 - std::pow(0.9, 50)) / 0.1;
  EXPECT_NEAR(value[0], row / (1 - 0.099 * row), 1e-8);
  EXPECT_NEAR(value[50], value[0], 1e-8);
}

/// The value of state 0, with discount 1.
double value_of(const SparseMdp& mdp, Sense sense, double discount = 1) {
  std::vector<double> value = mdp.fixed_value;
  Effort effort;
  EXPECT_EQ(topological_value_iteration({mdp, discount, sense}, 1e-12, value, effort), SolveStatus::converged);
  return value[0];
}

TEST(Topological, sums_up_a_loop_to_itself) {
  const SparseMdp mdp = process({{{{{0, 0.75}, {1, 0.25}}, 3}}, {}}, {0, 8});
  EXPECT_EQ(value_of(mdp, Sense::max), 20);
  EXPECT_EQ(value_of(mdp, Sense::max, 0.5), (3 + 0.5 * 0.25 * 8) / (1 - 0.5 * 0.75));
  EXPECT_EQ(value_of(loop(3), Sense::min, 0.75), 12);
}

TEST(Topological, takes_no_action_that_loses_for_ever_where_there_is_another) {
  const SparseMdp costs = process({{{{{0, 1}}, -0.001}, {{{1, 1}}, -1000}}, {}}, {0, 8});
  EXPECT_EQ(value_of(costs, Sense::max), -992);
  const SparseMdp pays = process({{{{{1, 1}}, 1000}, {{{0, 1}}, 0.001}}, {}}, {0, 8});
  EXPECT_EQ(value_of(pays, Sense::min), 1008);
}

TEST(Topological, takes_no_way_round_that_loses_for_ever_where_there_is_another) {
  const SparseMdp mdp = process({{{{{1, 1}}, -1}, {{{2, 1}}, -30}}, {{{{0, 1}}, -1}, {{{2, 1}}, -40}}, {}});
  EXPECT_EQ(value_of(mdp, Sense::max), -30);
}

TEST(Topological, tells_where_all_actions_lose_for_ever) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(value_of(loop(-2), Sense::max), -infinity);
  EXPECT_EQ(value_of(loop(2), Sense::min), infinity);
}

/// Changes that do not shrink, or only after very many sweeps, are no geometric series, however alike two of them are.
TEST(Topological, takes_back_what_gained_nothing) {
  // The way to the end is rare, and so is the way out of the wrong one.
  const SparseMdp rare =
      process({{{{{0, 0.02}, {2, 0.92}, {3, 0.06}}, 1},
                {{{0, 0.731235}, {3, 0.26876}, {4, 0.000005}}, 1},
                {{{0, 1.0 / 3}, {1, 2.0 / 3}}, 1}},
               {{{{0, 0.00006}, {1, 0.9992}, {2, 0.00074}}, 1}},
               {{{{0, 1.0 / 7}, {1, 2.0 / 7}, {3, 4.0 / 7}}, 1}, {{{2, 0.83}, {4, 0.17}}, 1}, {{{3, 1}}, 1}},
               {{{{0, 0.5}, {3, 0.5}}, 1}},
               {}});
  // 2 is left after 1 / 0.17 steps; 0 comes to 2, or back by way of 3.
  const double from_2 = 1 / 0.17;
  const double from_0 = (1 + 0.92 * from_2 + 0.06 * 2) / (1 - 0.02 - 0.06);
  std::vector<double> steps = rare.fixed_value;
  Effort first;
  EXPECT_EQ(topological_value_iteration({rare, 1, Sense::min}, 1e-10, steps, first), SolveStatus::converged);
  EXPECT_NEAR(steps[0], from_0, 1e-8);

  const SparseMdp loops =
      process({{{{{0, 0.5}, {1, 1.0 / 6}, {3, 1.0 / 3}}, 1},
                {{{0, 0.00631}, {2, 0.000005}, {3, 0.993685}}, 2},
                {{{0, 0.375}, {1, 0.25}, {2, 0.375}}, 0}},
               {{{{1, 1}}, 2}, {{{1, 0.1}, {2, 0.2}, {3, 0.7}}, 2}, {{{1, 0.4}, {2, 0.4}, {3, 0.2}}, 3}},
               {{{{0, 0.4}, {1, 0.3}, {3, 0.3}}, 3}, {{{0, 1}}, 0}, {{{0, 0.0015}, {1, 0.0925}, {2, 0.906}}, 3}},
               {}});
  std::vector<double> value = loops.fixed_value;
  Effort effort;
  EXPECT_EQ(topological_value_iteration({loops, 0.999, Sense::max}, 1e-9, value, effort), SolveStatus::converged);
  EXPECT_NEAR(value[1], 2000, 1e-5);
}

TEST(Topological, refuses_a_loop_that_never_ends_and_does_not_lose) {
  const auto why = [](double reward, Sense sense) {
    const SparseMdp mdp = loop(reward);
    return refusal([&] { value_of(mdp, sense); });
  };
  const std::string never = "state 0, action 0: leads back to itself for ever, with discount 1";
  EXPECT_EQ(why(1, Sense::max), never);
  EXPECT_EQ(why(0, Sense::max), never);
  EXPECT_EQ(why(-1, Sense::min), never);
  EXPECT_EQ(why(0, Sense::min), never);
}

}  // namespace
}  // namespace aleator
