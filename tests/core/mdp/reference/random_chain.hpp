// Random chains with a reward for each transition.
#pragma once

#include <random>
#include <utility>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"
#include "tests/core/mdp/reference/random_process.hpp"

namespace aleator::reference {

struct RandomChain {
  State states = 10;
  double share_final = 0.2;  // of the states have no actions
  int reward_low = 0;        // whole rewards a transition, between these
  int reward_high = 0;
  int reward_scale = 1;  // they are divided by this
};

/// Every state leads to 1 to 4 states; fixed values are whole numbers of -3 ... 3.
inline SparseMdp random_chain(std::mt19937_64& random, const RandomChain& shape) {
  const auto whole = [&](int low, int high) { return low + below(random, high - low + 1); };
  SparseMdpBuilder builder(shape.states, Rewards::per_transition);
  for (State s = 0; s < shape.states; ++s) {
    if (uniform(random, 0, 1) < shape.share_final) {
      builder.end_state(whole(-3, 3));
      continue;
    }
    std::vector<double> p(static_cast<std::size_t>(whole(1, 4)));
    double sum = 0;
    for (double& x : p) sum += x = uniform(random, 0.05, 1.05);
    for (const double x : p) {
      const double reward = static_cast<double>(whole(shape.reward_low, shape.reward_high)) / shape.reward_scale;
      builder.add_transition(whole(0, shape.states - 1), x / sum, reward);
    }
    builder.end_action();
    builder.end_state(0);
  }
  return std::move(builder).finish();
}

}  // namespace aleator::reference
