#include "core/mdp/chain/policy_chain.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/games/chutes/rules.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

/// State 0 goes to 1 (reward 2) or, by chance, to 1 or 2 (rewards 4 and -4); 1 goes back or on; 2 is worth 7.
SparseMdp small(Rewards rewards) {
  SparseMdpBuilder builder(3, rewards);
  builder.add_transition(1, 1, 2);
  builder.end_action();
  builder.add_transition(1, 0.25, 4);
  builder.add_transition(2, 0.75, -4);
  builder.end_action();
  builder.end_state(0);
  builder.add_transition(0, 1, 1);
  builder.end_action();
  builder.add_transition(2, 1, 3);
  builder.end_action();
  builder.end_state(0, Sense::min);
  builder.end_state(7);
  return std::move(builder).finish();
}

TEST(PolicyChain, keeps_the_rows_of_the_chosen_actions) {
  const SparseMdp chain = policy_chain(small(Rewards::per_transition), {1, 0, -1});
  EXPECT_TRUE(chain.is_chain());
  EXPECT_FALSE(chain.is_game());
  EXPECT_EQ(chain.action_begin, (std::vector<std::int64_t>{0, 1, 2, 2}));
  EXPECT_EQ(chain.row_begin, (std::vector<std::int64_t>{0, 2, 3}));
  EXPECT_EQ(chain.next_state, (std::vector<State>{1, 2, 0}));
  EXPECT_EQ(chain.probability, (std::vector<double>{0.25, 0.75, 1}));
  EXPECT_EQ(chain.transition_reward, (std::vector<double>{4, -4, 1}));
  EXPECT_EQ(chain.reward, (std::vector<double>{-2, 1}));
  EXPECT_EQ(chain.fixed_value, (std::vector<double>{0, 0, 7}));
  EXPECT_TRUE(policy_chain(small(Rewards::per_action), {1, 0, -1}).transition_reward.empty());
}

TEST(PolicyChain, from_rules_is_the_chain_from_their_rows) {
  const Chutes game({});
  std::vector<Action> policy;
  for (State s = 0; s < game.num_states(); ++s) policy.push_back(s % 6);
  for (const Rewards rewards : {Rewards::per_action, Rewards::per_transition}) {
    const SparseMdp direct = policy_chain(game, policy, rewards);
    const SparseMdp rows = policy_chain(build_sparse(game, rewards), policy);
    EXPECT_EQ(direct.next_state, rows.next_state);
    EXPECT_EQ(direct.probability, rows.probability);
    EXPECT_EQ(direct.reward, rows.reward);
    EXPECT_EQ(direct.transition_reward, rows.transition_reward);
    EXPECT_EQ(direct.action_begin, rows.action_begin);
    EXPECT_EQ(direct.row_begin, rows.row_begin);
    EXPECT_EQ(direct.fixed_value, rows.fixed_value);
  }
}

TEST(PolicyChain, of_a_random_policy_mixes_the_rows_and_keeps_their_rewards_apart) {
  const SparseMdp mdp = small(Rewards::per_action);
  EXPECT_EQ(uniform_policy(mdp), (std::vector<double>{0.5, 0.5, 0.5, 0.5}));
  const SparseMdp chain = randomised_policy_chain(mdp, std::vector<double>{0.5, 0.5, 0.125, 0.875});
  EXPECT_EQ(chain.next_state, (std::vector<State>{1, 1, 2, 0, 2}));
  EXPECT_EQ(chain.probability, (std::vector<double>{0.5, 0.125, 0.375, 0.125, 0.875}));
  EXPECT_EQ(chain.transition_reward, (std::vector<double>{2, -2, -2, 1, 3}));
  EXPECT_EQ(chain.reward, (std::vector<double>{0, 2.75}));
  const SparseMdp apart = randomised_policy_chain(small(Rewards::per_transition), uniform_policy(mdp));
  EXPECT_EQ(apart.transition_reward, (std::vector<double>{2, 4, -4, 1, 3}));
}

TEST(PolicyChain, of_a_certain_policy_is_the_same_either_way) {
  const SparseMdp mdp = small(Rewards::per_transition);
  const SparseMdp fixed = policy_chain(mdp, {1, 0, -1});
  const SparseMdp random = randomised_policy_chain(mdp, std::vector<double>{0, 1, 1, 0});
  EXPECT_EQ(fixed.next_state, random.next_state);
  EXPECT_EQ(fixed.probability, random.probability);
  EXPECT_EQ(fixed.transition_reward, random.transition_reward);
}

TEST(PolicyChain, refuses_what_is_no_policy) {
  const SparseMdp mdp = small(Rewards::per_action);
  EXPECT_EQ(refusal([&] { policy_chain(mdp, {0, 0}); }), "a policy of 2 states for 3 states");
  EXPECT_EQ(refusal([&] { policy_chain(mdp, {0, 2, -1}); }), "the policy takes action 2 of 2 in state 1");
  EXPECT_EQ(refusal([&] { policy_chain(mdp, {-1, 0, -1}); }), "the policy takes action -1 of 2 in state 0");
  EXPECT_EQ(refusal([&] { randomised_policy_chain(mdp, std::vector<double>{1}); }),
            "1 action probabilities for 4 actions");
  EXPECT_EQ(refusal([&] {
              randomised_policy_chain(mdp, std::vector<double>{0.5, 0.4, 1, 0});
            }),
            "state 0: the probabilities of the actions sum to 0.9");
  EXPECT_EQ(refusal([&] {
              randomised_policy_chain(mdp, std::vector<double>{1.5, -0.5, 1, 0});
            }),
            "state 0: an action of probability -0.5");
}

}  // namespace
}  // namespace aleator
