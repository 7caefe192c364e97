// Random processes for the tests of encodings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator::reference {

/// What the rows of a random process are like; a length of 0 is any from 1 to 20, a number of actions of 0 any up to 3.
struct Shape {
  State states = 50;
  Action actions = 0;
  std::int64_t length = 0;
  std::int64_t levels = 64;  // probabilities are multiples of 1/levels
  bool game = false;
};

/// `length` probabilities above 0, multiples of 1/levels, of sum 1.
inline std::vector<double> random_probabilities(std::mt19937_64& random, std::int64_t length, std::int64_t levels) {
  std::vector<double> count(static_cast<std::size_t>(length), 1);
  for (std::int64_t k = length; k < levels; ++k) count[random() % count.size()] += 1;
  for (double& c : count) c /= static_cast<double>(levels);
  return count;
}

/// Next states in no order and without repetition; rewards of both signs; with `actions` 0 some states end.
inline SparseMdp random_process(std::mt19937_64& random, const Shape& shape) {
  std::normal_distribution<double> reward;
  std::vector<State> order;
  for (State s = 0; s < shape.states; ++s) order.push_back(s);
  SparseMdpBuilder builder(shape.states);
  for (State s = 0; s < shape.states; ++s) {
    const Action actions = shape.actions > 0 ? shape.actions : static_cast<Action>(random() % 4);
    for (Action a = 0; a < actions; ++a) {
      const std::int64_t wanted = shape.length > 0 ? shape.length : 1 + static_cast<std::int64_t>(random() % 20);
      const std::int64_t length = std::min<std::int64_t>({wanted, shape.states, shape.levels});
      for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i) {
        std::swap(order[i], order[i + random() % (order.size() - i)]);
      }
      const auto probability = random_probabilities(random, length, shape.levels);
      for (std::size_t i = 0; i < probability.size(); ++i) builder.add_transition(order[i], probability[i], 0);
      builder.end_action(reward(random));
    }
    builder.end_state(actions == 0 ? reward(random) : 0, shape.game && random() % 2 ? Sense::min : Sense::max);
  }
  return std::move(builder).finish();
}

/// The rows of arrays as a model.
struct ArrayModel {
  const SparseMdp& mdp;

  State num_states() const { return mdp.num_states(); }
  Action num_actions(State s) const { return mdp.num_actions(s); }
  double fixed_value(State s) const { return mdp.fixed_value[s]; }
  Sense owner(State s) const { return mdp.is_game() ? mdp.owner[s] : Sense::max; }
  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const std::int64_t row = mdp.action_begin[s] + a;
    for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
      visit(mdp.next_state[i], mdp.probability[i], mdp.reward[row]);
    }
  }
};
static_assert(GameModel<ArrayModel>);

}  // namespace aleator::reference
