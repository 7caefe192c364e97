// What is asked of a process: which value of each state is sought.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mdp/model.hpp"

namespace aleator {

enum class ObjectiveKind : std::uint8_t {
  discounted,         // expected sum of discount^t reward_t
  reach_probability,  // probability of ever coming to a target state
  reach_reward,       // expected reward until a target state is reached; +infinity if it may be missed for ever
  expected_steps,     // the same with a reward of 1 for every step
  total_reward,       // expected reward accumulated for ever
  average_reward      // expected reward a step in the long run
};

/// A state without actions: it ends the process; what it is worth at the end (its fixed value) counts in discounted,
/// total_reward and (when it is a target) reach_reward, and in none of the others.
struct Objective {
  ObjectiveKind kind = ObjectiveKind::discounted;
  Sense sense = Sense::max;
  double discount = 1;                    // below 1 for discounted
  std::vector<std::uint8_t> target = {};  // |S|: 1 in a target state; for the reach objectives
};

}  // namespace aleator
