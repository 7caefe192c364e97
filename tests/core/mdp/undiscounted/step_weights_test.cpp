#include "core/mdp/undiscounted/step_weights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stop_token>
#include <string>
#include <vector>

#include "tests/core/mdp/reference/exact_values.hpp"
#include "tests/core/mdp/reference/proper.hpp"
#include "tests/core/mdp/reference/random_process.hpp"
#include "tests/core/mdp/reference/spelled_process.hpp"

namespace aleator {
namespace {

using Marks = std::vector<std::uint8_t>;
using reference::below;
using reference::Real;

/// Some of the rows, at least one in each state with actions.
Marks random_rows(std::mt19937_64& random, const SparseMdp& mdp) {
  Marks rows(mdp.reward.size());
  for (auto& row : rows) row = random() % 4 != 0;
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) > 0) rows[mdp.action_begin[s] + below(random, mdp.num_actions(s))] = 1;
  }
  return rows;
}

/// The largest expected number of steps by the marked rows, which all end.
reference::Vector most_steps(const SparseMdp& mdp, const Marks& rows) {
  SparseMdp counted = reference::of_rows(mdp, rows);
  std::fill(counted.reward.begin(), counted.reward.end(), 1.0);
  std::fill(counted.fixed_value.begin(), counted.fixed_value.end(), 0.0);
  counted.owner.clear();
  return reference::exact_values({counted, 1});
}

void expect_proof(const SparseMdp& mdp, const Marks& rows, const std::vector<double>& w) {
  ASSERT_EQ(w.size(), mdp.fixed_value.size());
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) == 0) {
      ASSERT_EQ(w[s], 0) << "state " << s;
    }
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      if (rows[row] == 0) continue;
      Real needed = 1;
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        needed += static_cast<Real>(mdp.probability[i]) * w[mdp.next_state[i]];
      }
      ASSERT_GE(w[s], needed) << "state " << s << ", row " << row;
    }
  }
}

SparseMdp any_process(std::mt19937_64& random, int number) {
  return number % 2 == 0 ? reference::any_process(random, number / 2) : reference::tangle(random, {12, 3});
}

TEST(StepWeights, are_proved_and_hardly_more_than_the_steps_of_proper_rows_and_refused_for_others) {
  std::mt19937_64 random(1);
  int proper = 0;
  int improper = 0;
  for (int i = 0; i < 2500; ++i) {
    SCOPED_TRACE("process " + std::to_string(i));
    const SparseMdp mdp = any_process(random, i);
    const Marks rows = random_rows(random, mdp);
    Effort effort;
    const auto w = step_weights(mdp, rows, effort);
    const bool ends = reference::all_policies_end(mdp, rows);
    ++(ends ? proper : improper);
    if (!ends) {
      ASSERT_FALSE(w);
      continue;
    }
    const reference::Vector steps = most_steps(mdp, rows);
    if (!w) {
      ASSERT_GT(*std::max_element(steps.begin(), steps.end()), 1e8);
      continue;
    }
    ASSERT_NO_FATAL_FAILURE(expect_proof(mdp, rows, *w));
    for (std::size_t s = 0; s < steps.size(); ++s) ASSERT_LE((*w)[s], 1.25L * steps[s]);
  }
  EXPECT_GT(proper, 1000);
  EXPECT_GT(improper, 500);
}

/// From each state a step on with probability p, else back to the first; beyond the last it ends.
SparseMdp climb(State states, double p) {
  std::vector<std::vector<reference::SpelledRow>> rows(static_cast<std::size_t>(states) + 1);
  for (State s = 0; s < states; ++s) rows[s] = {{{{s + 1, p}, {0, 1 - p}}}};
  return reference::process(rows);
}

TEST(StepWeights, are_proved_where_it_takes_very_long_to_end) {
  for (const State states : {1, 2, 5, 10, 20, 35}) {
    const SparseMdp mdp = climb(states, 0.5);
    const Marks rows(mdp.reward.size(), 1);
    Effort effort;
    const auto w = step_weights(mdp, rows, effort);
    ASSERT_TRUE(w) << states << " states";
    expect_proof(mdp, rows, *w);
    EXPECT_LE((*w)[0], 1.25 * (std::exp2(states + 1) - 2));
    EXPECT_GT(effort.transitions_processed, 0);
  }
}

TEST(StepWeights, are_found_soon_where_the_largest_row_changes_on_the_way) {
  std::mt19937_64 random(2);
  const SparseMdp mdp = reference::proper(random, 1000);
  Effort effort;
  const auto w = step_weights(mdp, Marks(mdp.reward.size(), 1), effort);
  ASSERT_TRUE(w);
  EXPECT_GT(*std::max_element(w->begin(), w->end()), 10'000);
  EXPECT_LT(effort.transitions_processed, 300 * mdp.num_transitions());
}

TEST(StepWeights, are_refused_where_rounding_would_take_the_one_away) {
  for (const State states : {45, 60, 500}) {
    const SparseMdp mdp = climb(states, 0.5);
    Effort effort;
    EXPECT_FALSE(step_weights(mdp, Marks(mdp.reward.size(), 1), effort)) << states << " states";
  }
}

TEST(StepWeights, are_not_looked_for_when_asked_to_stop) {
  const SparseMdp mdp = climb(3, 0.5);
  std::stop_source source;
  source.request_stop();
  Effort effort;
  effort.stop = source.get_token();
  EXPECT_FALSE(step_weights(mdp, Marks(mdp.reward.size(), 1), effort));
}

}  // namespace
}  // namespace aleator
