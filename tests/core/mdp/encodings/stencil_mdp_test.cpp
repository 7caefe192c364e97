#include "core/mdp/encodings/stencil_mdp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/core/every_target.hpp"

namespace aleator {
namespace {

/// A line of states with rows made by a function; the last state ends.
struct Line {
  struct Step {
    State next;
    double probability;
    double reward;
  };
  State states;
  std::function<std::vector<std::vector<Step>>(State)> rows;

  State num_states() const { return states; }
  Action num_actions(State s) const { return static_cast<Action>(rows(s).size()); }
  double fixed_value(State s) const { return 0.5 * s; }
  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const auto all = rows(s);
    for (const auto& [next, probability, reward] : all[static_cast<std::size_t>(a)]) visit(next, probability, reward);
  }
};

/// Eight moves on a board; off the board is stay; `holes` end the process.
struct King {
  State rows;
  State cols;
  double slip;
  double reward;
  std::vector<std::uint8_t> hole;

  State num_states() const { return rows * cols; }
  Action num_actions(State s) const { return hole[static_cast<std::size_t>(s)] ? 0 : 8; }
  double fixed_value(State s) const { return s % 7; }
  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    static constexpr int dr[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
    static constexpr int dc[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
    for (int k = 0; k < 8; ++k) {
      const State r = s / cols + dr[k];
      const State c = s % cols + dc[k];
      const bool outside = r < 0 || r >= rows || c < 0 || c >= cols;
      visit(outside ? s : r * cols + c, k == a ? 1 - slip : slip / 7, reward);
    }
  }
};

King king(State rows, State cols, double hole_share, std::mt19937& random) {
  King result{rows, cols, 0.35, -1, std::vector<std::uint8_t>(static_cast<std::size_t>(rows * cols), 0)};
  for (auto& hole : result.hole) hole = std::uniform_real_distribution<>()(random) < hole_share;
  result.hole.back() = 1;
  return result;
}

StencilMdp stencil(const auto& model) {
  SerialExecutor executor;
  return build_stencil(model, plan_stencil(model, executor));
}

std::vector<double> random_values(State n, std::mt19937& random) {
  std::vector<double> values(static_cast<std::size_t>(n));
  for (double& value : values) value = std::uniform_real_distribution<>(-100, 100)(random);
  return values;
}

/// One sweep in blocks gives what plain rows give, whatever the blocks.
void expect_same_backup(const auto& model, const StencilMdp& mdp, std::mt19937& random) {
  const SparseMdp plain = build_sparse(model);
  const State n = plain.num_states();
  ASSERT_EQ(mdp.num_states(), n);
  ASSERT_EQ(mdp.num_transitions(), plain.num_transitions());
  const std::vector<double> v = random_values(n, random);
  for (const Sense sense : {Sense::max, Sense::min}) {
    std::vector<double> expected(v.size());
    std::vector<double> found(v.size(), NAN);
    const Change whole = bellman_backup({plain, 0.97, sense}, {0, n}, v, expected);
    Change change;
    for (State begin = 0; begin < n;) {
      const State end = std::min<State>(n, begin + 1 + static_cast<State>(random() % 700));
      change.merge(bellman_backup(mdp, 0.97, sense, {begin, end}, v, found));
      begin = end;
    }
    for (State s = 0; s < n; ++s) ASSERT_NEAR(found[s], expected[s], 1e-12) << "state " << s;
    EXPECT_NEAR(change.largest, whole.largest, 1e-12);
    EXPECT_NEAR(change.smallest, whole.smallest, 1e-12);
    EXPECT_NEAR(change.total, whole.total, 1e-9 * n);
  }
}

TEST(StencilMdp, keeps_one_pattern_of_the_inside_of_a_grid_and_one_of_each_edge) {
  std::mt19937 random(1);
  const StencilMdp mdp = stencil(king(40, 50, 0, random));
  EXPECT_EQ(mdp.patterns.size(), 5u);
  EXPECT_EQ(mdp.general.num_states(), 4) << "the corners, of which the last ends";
  EXPECT_LT(mdp.bytes(), 20000u);
  const StencilPattern& inside = mdp.patterns[static_cast<std::size_t>(mdp.run_of(51).pattern)];
  EXPECT_TRUE(inside.one_extra);
  EXPECT_EQ(inside.one_weight, 8u);
  EXPECT_EQ(inside.shared_offset, (std::vector<std::int32_t>{-51, -50, -49, -1, 1, 49, 50, 51}));
}

TEST(StencilMdp, backs_up_as_plain_rows_do_on_every_target) {
  for_every_target([](const std::string& target) {
    SCOPED_TRACE(target);
    std::mt19937 random(2);
    for (int round = 0; round < 15; ++round) {
      const auto rows = static_cast<State>(1 + random() % 40);
      const auto cols = static_cast<State>(20 + random() % 60);
      const King model = king(rows, cols, round % 3 * 0.02, random);
      expect_same_backup(model, stencil(model), random);
    }
  });
}

TEST(StencilMdp, takes_any_pattern_of_offsets_probabilities_and_rewards) {
  for_every_target([](const std::string& target) {
    SCOPED_TRACE(target);
    std::mt19937 random(3);
    for (int round = 0; round < 25; ++round) {
      // One to four actions with one to five successors, some shared, some not; another set in the second half.
      std::vector<std::vector<std::vector<Line::Step>>> rows(2);
      const State states = 300;
      for (auto& half : rows) {
        half.resize(1 + random() % 4);
        for (auto& row : half) {
          const int entries = 1 + static_cast<int>(random() % 5);
          for (int i = 0; i < entries; ++i) {
            row.push_back({static_cast<State>(random() % 21) - 10, 1.0 / entries, static_cast<double>(random() % 3)});
          }
        }
      }
      const Line model{states, [&](State s) {
                         auto moved = s >= 20 && s < states - 20 ? rows[s < 160 ? 0 : 1] : rows[0];
                         if (s < 20 || s >= states - 20) moved.clear();
                         for (auto& row : moved) {
                           for (auto& step : row) step.next += s;
                         }
                         return moved;
                       }};
      expect_same_backup(model, stencil(model), random);
    }
  });
}

TEST(StencilMdp, gives_the_rows_it_was_made_from) {
  std::mt19937 random(4);
  const King model = king(30, 40, 0.05, random);
  const SparseMdp expected = build_sparse(model);
  const SparseMdp found = build_sparse(stencil(model));
  EXPECT_EQ(found.action_begin, expected.action_begin);
  EXPECT_EQ(found.row_begin, expected.row_begin);
  EXPECT_EQ(found.reward, expected.reward);
  EXPECT_EQ(found.fixed_value, expected.fixed_value);
  EXPECT_EQ(row_facts(found).largest_sum, row_facts(expected).largest_sum);
}

TEST(StencilMdp, does_not_pay_where_states_have_nothing_in_common) {
  SerialExecutor executor;
  std::int64_t looked_at = 0;
  const Line model{1'000'000, [&](State s) {
                     ++looked_at;
                     return std::vector<std::vector<Line::Step>>{{{static_cast<State>(s * 7919LL % 1'000'000), 1, 0}}};
                   }};
  EXPECT_FALSE(plan_stencil(model, executor).pays);
  EXPECT_LT(looked_at, 200'000) << "gives up early";
}

TEST(StencilMdp, refuses_a_run_that_leaves_the_process) {
  const Line model{100, [](State s) { return std::vector<std::vector<Line::Step>>{{{s + 1, 1, 0}}}; }};
  try {
    stencil(model);
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "states 0 to 99: a next state outside of 100 states");
  }
}

TEST(StencilMdp, refuses_rows_that_do_not_sum_to_1) {
  const Line model{100, [](State s) { return std::vector<std::vector<Line::Step>>{{{s, 0.9, 0}}}; }};
  EXPECT_THROW(stencil(model), std::invalid_argument);
}

TEST(StencilMdp, an_empty_process_is_no_trouble) {
  SerialExecutor executor;
  const Line model{0, [](State) { return std::vector<std::vector<Line::Step>>{}; }};
  EXPECT_FALSE(plan_stencil(model, executor).pays);
}

}  // namespace
}  // namespace aleator
