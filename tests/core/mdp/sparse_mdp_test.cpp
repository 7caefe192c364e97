#include "core/mdp/sparse_mdp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace aleator {
namespace {

struct Transition {
  State next;
  double probability;
  double reward;
};

/// A model spelled out: states, each with its actions, each with its transitions.
struct Spelled {
  std::vector<std::vector<std::vector<Transition>>> states;
  std::vector<double> fixed = std::vector<double>(states.size(), 0.0);

  State num_states() const { return static_cast<State>(states.size()); }
  Action num_actions(State s) const { return static_cast<Action>(states[static_cast<std::size_t>(s)].size()); }
  double fixed_value(State s) const { return fixed[static_cast<std::size_t>(s)]; }
  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    for (const auto& t : states[static_cast<std::size_t>(s)][static_cast<std::size_t>(a)]) {
      visit(t.next, t.probability, t.reward);
    }
  }
};
static_assert(Model<Spelled>);

std::string refusal(const std::function<void()>& build) {
  try {
    build();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal(const Spelled& model) {
  return refusal([&] { build_sparse(model); });
}

TEST(BuildSparse, lays_out_the_rows_as_drawn) {
  const SparseMdp mdp = build_sparse(
      Spelled{{{{{0, 0.5, 1}, {1, 0.5, 3}}, {{2, 1, -1}}}, {{{0, 0.25, 0}, {2, 0.75, 4}}}, {}}, {7, 8, 9}});
  EXPECT_EQ(mdp.action_begin, (std::vector<std::int64_t>{0, 2, 3, 3}));
  EXPECT_EQ(mdp.row_begin, (std::vector<std::int64_t>{0, 2, 3, 5}));
  EXPECT_EQ(mdp.next_state, (std::vector<State>{0, 1, 2, 0, 2}));
  EXPECT_EQ(mdp.probability, (std::vector<double>{0.5, 0.5, 1, 0.25, 0.75}));
  EXPECT_EQ(mdp.reward, (std::vector<double>{2, -1, 3}));
  EXPECT_EQ(mdp.fixed_value, (std::vector<double>{0, 0, 9}));
  EXPECT_EQ(mdp.num_states(), 3);
  EXPECT_EQ(mdp.num_rows(), 3);
  EXPECT_EQ(mdp.num_transitions(), 5);
  EXPECT_EQ(mdp.num_actions(0), 2);
  EXPECT_EQ(mdp.num_actions(2), 0);
}

TEST(BuildSparse, merges_equal_next_states_and_drops_what_cannot_happen) {
  const SparseMdp mdp = build_sparse(Spelled{{{{{1, 0.25, 4}, {0, 0, 1e6}, {1, 0.25, 8}, {0, 0.5, 0}}}, {}}});
  EXPECT_EQ(mdp.next_state, (std::vector<State>{1, 0}));
  EXPECT_EQ(mdp.probability, (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(mdp.reward, (std::vector<double>{3}));
}

TEST(BuildSparse, does_not_merge_across_rows) {
  const SparseMdp mdp = build_sparse(Spelled{{{{{1, 1, 0}}, {{1, 1, 0}}}, {{{1, 1, 0}}}}});
  EXPECT_EQ(mdp.next_state, (std::vector<State>{1, 1, 1}));
}

TEST(BuildSparse, refuses_what_is_no_probability) {
  const double nan = std::nan("");
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal(Spelled{{{}, {{{0, 1, 0}}, {{0, -0.5, 0}, {1, 1.5, 0}}}}}), "state 1, action 1: probability -0.5");
  EXPECT_EQ(refusal(Spelled{{{{{0, nan, 0}}}}}), "state 0, action 0: probability nan");
  EXPECT_EQ(refusal(Spelled{{{{{0, inf, 0}}}}}), "state 0, action 0: probability inf");
}

TEST(BuildSparse, refuses_next_states_that_do_not_exist) {
  EXPECT_EQ(refusal(Spelled{{{{{2, 1, 0}}}, {}}}), "state 0, action 0: next state 2 of 2 states");
  EXPECT_EQ(refusal(Spelled{{{{{-1, 1, 0}}}, {}}}), "state 0, action 0: next state -1 of 2 states");
  EXPECT_EQ(refusal(Spelled{{{{{2, 0, 0}, {0, 1, 0}}}, {}}}), "state 0, action 0: next state 2 of 2 states");
}

TEST(BuildSparse, refuses_rewards_and_fixed_values_that_are_no_numbers) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal(Spelled{{{{{0, 1, -inf}}}}}), "state 0, action 0: reward -inf");
  EXPECT_EQ(refusal(Spelled{{{{{1, 1, 0}}}, {}}, {0, std::nan("")}}), "state 1: fixed value nan");
  EXPECT_EQ(refusal(Spelled{{{}}, {inf}}), "state 0: fixed value inf");
}

TEST(BuildSparse, accepts_sums_within_1e_9_of_1_only) {
  for (const double off : {5e-10, -5e-10})
    EXPECT_EQ(refusal(Spelled{{{{{0, 0.5, 0}, {0, 0.5 + off, 0}}}}}), "accepted");
  EXPECT_EQ(refusal(Spelled{{{{{0, 0.5, 0}, {0, 0.5 + 2e-9, 0}}}}}),
            "state 0, action 0: the probabilities sum to 1.0000000020000002");
  EXPECT_EQ(refusal(Spelled{{{{{0, 0.5, 0}, {0, 0.5 - 2e-9, 0}}}}}),
            "state 0, action 0: the probabilities sum to 0.9999999980000001");
  EXPECT_EQ(refusal(Spelled{{{{}}}}), "state 0, action 0: the probabilities sum to 0");
}

TEST(SparseMdpBuilder, refuses_to_finish_before_the_last_state) {
  EXPECT_EQ(refusal([] {
              SparseMdpBuilder builder(2);
              builder.end_state(1);
              std::move(builder).finish();
            }),
            "1 of 2 states are given");
}

TEST(SparseBlocks, are_the_process_cut_into_runs_of_states) {
  // Next states come again in the row of the next block, where the merging must not take them for known.
  const Spelled model{{{{{0, 0.5, 1}, {1, 0.25, 1}, {0, 0.25, 1}}}, {{{0, 0.5, 2}, {1, 0.5, 2}}, {{2, 1, 3}}}, {}},
                      {0, 0, 9}};
  std::vector<SparseMdp> blocks;
  for_sparse_blocks(model, 1, [&](SparseMdp block) {
    blocks.push_back(std::move(block));
    return true;
  });
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].next_state, (std::vector<State>{0, 1}));
  EXPECT_EQ(blocks[0].probability, (std::vector<double>{0.75, 0.25}));
  EXPECT_EQ(blocks[1].action_begin, (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(blocks[1].row_begin, (std::vector<std::int64_t>{0, 2, 3}));
  EXPECT_EQ(blocks[1].next_state, (std::vector<State>{0, 1, 2}));
  EXPECT_EQ(blocks[1].reward, (std::vector<double>{2, 3}));
  EXPECT_EQ(blocks[2].num_rows(), 0);
  EXPECT_EQ(blocks[2].fixed_value, std::vector<double>{9});
}

TEST(SparseBlocks, end_when_no_more_are_wanted_or_with_the_last_state) {
  for (const auto& [states_per_block, sizes] :
       std::vector<std::pair<State, std::vector<State>>>{{2, {2, 2, 1}}, {5, {5}}, {4, {4, 1}}, {100, {5}}}) {
    std::vector<State> seen;
    for_sparse_blocks(Spelled{{{}, {}, {}, {}, {}}}, states_per_block, [&](const SparseMdp& block) {
      seen.push_back(block.num_states());
      return true;
    });
    EXPECT_EQ(seen, sizes);
  }
  int calls = 0;
  for_sparse_blocks(Spelled{{{}, {}, {}}}, 1, [&](const SparseMdp&) { return ++calls < 2; });
  EXPECT_EQ(calls, 2);
}

TEST(SparseBlocks, name_a_refused_state_by_its_number_in_the_process) {
  EXPECT_EQ(refusal([] {
              for_sparse_blocks(Spelled{{{}, {{{0, 0.5, 0}}}}}, 1, [](const SparseMdp&) { return true; });
            }),
            "state 1, action 0: the probabilities sum to 0.5");
}

TEST(RowFacts, are_those_of_the_rows) {
  const RowFacts facts = row_facts(build_sparse(
      Spelled{{{{{0, 0.5 + 5e-10, 1}, {1, 0.5, 1}}, {{1, 0.25, -8}, {0, 0.25, 0}, {2, 0.5 - 5e-10, 0}}}, {}, {}}}));
  EXPECT_EQ(facts.largest_sum, 0.5 + 5e-10 + 0.5);
  EXPECT_EQ(facts.smallest_sum, 0.25 + 0.25 + (0.5 - 5e-10));
  EXPECT_EQ(facts.longest, 3);
  EXPECT_EQ(facts.largest_reward, 2);
}

}  // namespace
}  // namespace aleator
