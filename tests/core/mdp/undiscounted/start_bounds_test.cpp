#include "core/mdp/undiscounted/start_bounds.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/mdp/undiscounted/reduction.hpp"
#include "tests/core/mdp/reference/proper.hpp"
#include "tests/core/mdp/undiscounted/check.hpp"

namespace aleator {
namespace {

using Marks = std::vector<std::uint8_t>;

/// What is left of the problem; nothing if it is decided, or refused.
std::optional<Reduction> left_of(const SparseMdp& mdp, const Objective& objective) {
  try {
    Reduction reduction = reduce(mdp, objective);
    if (!reduction.doubt.empty() || reduction.num_unknown == 0) return std::nullopt;
    return reduction;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

void expect_enclosed(const reference::Vector& exact, const std::vector<double>& lower,
                     const std::vector<double>& upper) {
  for (std::size_t s = 0; s < exact.size(); ++s) {
    EXPECT_LE(lower[s], exact[s] + 1e-15L) << "state " << s;
    EXPECT_GE(upper[s], exact[s] - 1e-15L) << "state " << s;
  }
}

/// The rows that are best for v, the first of equals.
Marks best_rows(const BellmanEquation& equation, const std::vector<double>& v) {
  Marks rows(equation.mdp.reward.size(), 0);
  for (State s = 0; s < equation.mdp.num_states(); ++s) {
    if (equation.mdp.num_actions(s) == 0) continue;
    const double best = best_row_value(equation, s, v);
    std::int64_t row = equation.mdp.action_begin[s];
    while (row_value(equation.mdp, 1, row, v) != best) ++row;
    rows[row] = 1;
  }
  return rows;
}

/// @return whether bounds were found
bool check(const SparseMdp& mdp, const Objective& objective, const Reduction& reduction) {
  const BellmanEquation equation{reduction.mdp, 1, reduction.sense};
  Effort effort;
  const bool probabilities = objective.kind == ObjectiveKind::reach_probability;
  const auto bounds = start_bounds(equation, probabilities, effort);
  if (!bounds) return false;
  expect_enclosed(reference::optimum(mdp, objective), original_values(reduction, bounds->lower),
                  original_values(reduction, bounds->upper));
  if (probabilities) return true;
  EXPECT_TRUE(reference::all_policies_end(reduction.mdp, ending_rows(equation)));
  const auto loss = bound_of_ending_policy(equation, effort);
  EXPECT_TRUE(loss.has_value());
  if (loss && !mdp.is_game()) {
    EXPECT_TRUE(reference::all_policies_end(reduction.mdp, best_rows(equation, *loss)));
  }
  return true;
}

/// @param draw  a problem from a generator of random numbers
template <class Draw>
void expect_bounds_of_many(unsigned seed, Draw draw) {
  std::mt19937_64 random(seed);
  int unknown = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto [mdp, objective] = draw(random);
    SCOPED_TRACE("problem " + std::to_string(i));
    const auto reduction = left_of(mdp, objective);
    if (!reduction) continue;
    ++unknown;
    ASSERT_TRUE(check(mdp, objective, *reduction));
    ASSERT_FALSE(testing::Test::HasFailure());
  }
  EXPECT_GT(unknown, 1000);
}

TEST(StartBounds, enclose_the_values_of_random_processes) {
  expect_bounds_of_many(1, [](std::mt19937_64& random) { return reference::random_problem(random); });
}

TEST(StartBounds, enclose_the_values_of_random_games) {
  expect_bounds_of_many(2, [](std::mt19937_64& random) { return reference::random_game(random); });
}

}  // namespace
}  // namespace aleator
