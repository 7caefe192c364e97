#include "core/mdp/encodings/lanes.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/games/chutes/rules.hpp"
#include "tests/core/every_target.hpp"
#include "tests/core/mdp/reference/random_process.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::levelled;
using Bits = std::vector<std::uint64_t>;

Bits bits(const std::vector<double>& values) {
  Bits result;
  for (const double value : values) result.push_back(std::bit_cast<std::uint64_t>(value));
  return result;
}

Solution alone(const LaneProblem& problem, std::stop_token stop = {}) {
  SerialExecutor executor;
  return value_iteration(*problem.mdp, problem.options, executor, stop);
}

void expect_the_same(const Solution& lane, const Solution& alone, const std::string& which) {
  ASSERT_EQ(bits(lane.value), bits(alone.value)) << which;
  ASSERT_EQ(bits(lane.residual), bits(alone.residual)) << which;
  ASSERT_EQ(bits({lane.error_bound}), bits({alone.error_bound})) << which;
  ASSERT_EQ(lane.status, alone.status) << which;
  ASSERT_EQ(lane.transitions_processed, alone.transitions_processed) << which;
  ASSERT_TRUE(lane.lower.empty() && lane.upper.empty() && lane.message.empty()) << which;
}

void expect_as_one_by_one(const std::vector<LaneProblem>& problems, std::stop_token stop = {}) {
  const std::vector<Solution> solutions = value_iteration_lanes(problems, stop);
  ASSERT_EQ(solutions.size(), problems.size());
  for (std::size_t i = 0; i < problems.size(); ++i) {
    expect_the_same(solutions[i], alone(problems[i], stop), text("problem ", i, " of ", problems.size()));
  }
}

ValueIteration random_options(std::mt19937_64& random, bool maximise) {
  std::uniform_real_distribution<double> uniform;
  ValueIteration options;
  options.discount = 0.98 * uniform(random) + 0.001;
  options.tolerance = std::pow(10, 2 - 14 * uniform(random));
  options.stop = static_cast<StopRule>(random() % 3);
  options.max_sweeps = random() % 4 == 0 ? 1 + static_cast<std::int64_t>(random() % 30) : 3000;
  options.sense = maximise || random() % 2 == 0 ? Sense::max : Sense::min;
  return options;
}

/// What may differ between processes of one structure.
struct Differ {
  bool probabilities = false;
  bool rewards = false;
  bool fixed_values = false;
};

SparseMdp varied(const SparseMdp& mdp, const Differ& differ, std::mt19937_64& random) {
  std::normal_distribution<double> value;
  SparseMdp result = mdp;
  for (std::int64_t row = 0; row < mdp.num_rows(); ++row) {
    if (differ.rewards) result.reward[row] = value(random);
    if (!differ.probabilities) continue;
    const std::int64_t length = mdp.row_begin[row + 1] - mdp.row_begin[row];
    const auto p = reference::random_probabilities(random, length, 100);
    std::copy(p.begin(), p.end(), result.probability.begin() + mdp.row_begin[row]);
  }
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (differ.fixed_values && mdp.num_actions(s) == 0) result.fixed_value[s] = value(random);
  }
  return result;
}

void expect_random_problems_as_one_by_one(std::mt19937_64& random, std::size_t count,
                                          const reference::LevelledShape& shape, const Differ& differ, bool maximise) {
  const SparseMdp mdp = levelled(random, shape);
  std::vector<SparseMdp> processes;
  for (std::size_t i = 0; i < count; ++i) processes.push_back(varied(mdp, differ, random));
  std::vector<LaneProblem> problems;
  for (const SparseMdp& process : processes) problems.push_back({&process, random_options(random, maximise)});
  expect_as_one_by_one(problems);
}

TEST(Lanes, of_every_number_are_to_the_last_bit_solved_as_one_by_one) {
  for_every_target([](const std::string& target) {
    SCOPED_TRACE(target);
    std::mt19937_64 random(1);
    for (std::size_t count = 1; count <= 40; ++count) {
      expect_random_problems_as_one_by_one(random, count, {20, 0, 0, 64, false}, {}, true);
    }
  });
}

TEST(Lanes, may_differ_in_any_of_their_numbers) {
  for_every_target([](const std::string& target) {
    SCOPED_TRACE(target);
    std::mt19937_64 random(2);
    for (const bool probabilities : {false, true}) {
      for (const bool rewards : {false, true}) {
        for (const bool fixed_values : {false, true}) {
          for (const std::size_t count : {3u, 16u, 21u}) {
            const Differ differ{probabilities, rewards, fixed_values};
            const std::int64_t length = static_cast<std::int64_t>(random() % 5);  // 0: any
            expect_random_problems_as_one_by_one(random, count, {25, 0, length, 64, false}, differ, true);
            expect_random_problems_as_one_by_one(random, count, {25, 0, length, 64, false}, differ, false);
          }
        }
      }
    }
  });
}

TEST(Lanes, of_games_do_what_the_owners_want) {
  for_every_target([](const std::string& target) {
    SCOPED_TRACE(target);
    std::mt19937_64 random(3);
    for (const std::size_t count : {1u, 7u, 20u}) {
      for (int i = 0; i < 5; ++i) {
        expect_random_problems_as_one_by_one(random, count, {25, 0, 0, 64, true}, {true, true, true}, false);
      }
    }
  });
}

TEST(Lanes, sum_changes_by_the_blocks_of_the_plain_sweep) {
  // More than one block of 4096 states, and the stop rule that sums.
  std::mt19937_64 random(4);
  const SparseMdp mdp = levelled(random, {9000, 2, 4, 64, false});
  std::vector<LaneProblem> problems;
  for (const double tolerance : {1.0, 0.1, 0.01}) {
    problems.push_back({&mdp, {0.7, tolerance, StopRule::total_change, 1000}});
  }
  for_every_target([&](const std::string& target) {
    SCOPED_TRACE(target);
    expect_as_one_by_one(problems);
  });
}

TEST(Lanes, solve_chutes_over_a_range_of_discounts) {
  const SparseMdp mdp = build_sparse(Chutes({}));
  std::vector<LaneProblem> problems;
  for (int i = 0; i < 50; ++i) problems.push_back({&mdp, {0.5 + 0.0099 * i, 1e-9}});
  for_every_target([&](const std::string& target) {
    SCOPED_TRACE(target);
    expect_as_one_by_one(problems);
  });
}

TEST(Lanes, keep_the_sign_of_zeros) {
  // Rewards of -0 and rows of one to four: plain rows of three do not start from +0.
  SparseMdpBuilder builder(8);
  for (State s = 0; s < 4; ++s) {
    for (State k = 0; k <= s; ++k) builder.add_transition(4 + k, 1.0 / (s + 1), 0);
    builder.end_action();
    builder.end_state(0);
  }
  for (State s = 4; s < 8; ++s) builder.end_state(-0.0);
  SparseMdp mdp = std::move(builder).finish();
  for (double& reward : mdp.reward) reward = -0.0;
  const SparseMdp first = mdp;
  mdp.reward = {-0.0, -0.0, -0.0, 0.0};
  for_every_target([&](const std::string& target) {
    SCOPED_TRACE(target);
    for (const Sense sense : {Sense::max, Sense::min}) {
      const ValueIteration options{0.9, 1e-9, StopRule::sup, 5, sense};
      expect_as_one_by_one({{&first, options}, {&mdp, options}, {&first, options}});
    }
  });
}

TEST(Lanes, stop_when_they_are_asked_to) {
  std::stop_source source;
  source.request_stop();
  const SparseMdp mdp = build_sparse(Chutes({}));
  const std::vector<LaneProblem> problems(20, {&mdp, {0.9, 1e-9}});
  expect_as_one_by_one(problems, source.get_token());
}

TEST(Lanes, of_nothing_are_nothing) {
  EXPECT_TRUE(value_iteration_lanes({}).empty());
  const SparseMdp empty = SparseMdpBuilder(0).finish();
  expect_as_one_by_one({{&empty, {}}, {&empty, {}}});
  SparseMdpBuilder builder(2);
  builder.end_state(3);
  builder.end_state(-4);
  const SparseMdp ended = std::move(builder).finish();
  expect_as_one_by_one({{&ended, {}}, {&ended, {0.5, 1e-3, StopRule::span}}});
}

std::string refusal_of(const std::vector<LaneProblem>& problems) {
  return refusal([&] { value_iteration_lanes(problems); });
}

TEST(Lanes, refuse_processes_of_different_structure) {
  std::mt19937_64 random(5);
  const SparseMdp mdp = levelled(random, {10, 2, 3, 64, false});
  SparseMdp other = mdp;
  other.next_state[5] = (other.next_state[5] + 1) % 10;
  EXPECT_EQ(refusal_of({{&mdp, {}}, {&mdp, {}}, {&other, {}}}), "processes 0 and 2 have different transitions");
  other = mdp;
  other.owner.assign(10, Sense::min);
  EXPECT_EQ(refusal_of({{&mdp, {}}, {&other, {}}}), "processes 0 and 1 have different transitions");
}

TEST(Lanes, refuse_what_value_iteration_refuses) {
  const SparseMdp mdp = build_sparse(Chutes({}));
  std::vector<LaneProblem> problems(30, {&mdp, {0.9, 1e-9}});
  problems[25].options.tolerance = -1;
  EXPECT_EQ(refusal_of(problems), "tolerance -1");
}

}  // namespace
}  // namespace aleator
