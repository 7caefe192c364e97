// Small random processes of several kinds, whose rows sum to 1 exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator::reference {

inline int below(std::mt19937_64& random, int n) {
  return static_cast<int>(random() % static_cast<unsigned>(n));
}

inline double uniform(std::mt19937_64& random, double a, double b) {
  return a + (b - a) * std::uniform_real_distribution<double>(0, 1)(random);
}

template <class T>
T one_of(std::mt19937_64& random, const std::vector<T>& values) {
  return values[static_cast<std::size_t>(below(random, static_cast<int>(values.size())))];
}

inline Sense any_sense(std::mt19937_64& random) {
  return below(random, 2) == 0 ? Sense::min : Sense::max;
}

/// Spreads `mass` over up to 4 states, of which the same may be drawn again: in multiples of 2^-30 of it, so that
/// nothing is lost by rounding.
inline void add_row(std::mt19937_64& random, SparseMdpBuilder& builder, State states, double mass) {
  std::vector<double> p(static_cast<std::size_t>(1 + below(random, 4)));
  double sum = 0;
  for (double& x : p) sum += x = uniform(random, 0.01, 1);
  double left = 1;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double share = i + 1 < p.size() ? std::ldexp(std::floor(std::ldexp(p[i] / sum, 30)), -30) : left;
    left -= share;
    builder.add_transition(below(random, states), mass * share, 0);
  }
}

struct GarnetShape {
  State states = 10;
  bool game = false;
  bool ends = true;  // one state in eight
};

/// Up to 4 actions to up to 4 successors each; rewards and values at the end of both signs.
inline SparseMdp garnet(std::mt19937_64& random, const GarnetShape& shape) {
  SparseMdpBuilder builder(shape.states);
  for (State s = 0; s < shape.states; ++s) {
    const bool ends = shape.ends && below(random, 8) == 0;
    for (int actions = ends ? 0 : 1 + below(random, 4); actions > 0; --actions) {
      add_row(random, builder, shape.states, 1);
      builder.end_action(below(random, 3) == 0 ? 0 : uniform(random, -10, 5));
    }
    builder.end_state(ends ? uniform(random, -20, 20) : 0, shape.game ? any_sense(random) : Sense::max);
  }
  return std::move(builder).finish();
}

/// Every action leads to a lower state with probability 1/4 or more, and state 0 ends: every policy is proper.
inline SparseMdp proper(std::mt19937_64& random, State states, bool game = false) {
  SparseMdpBuilder builder(states);
  builder.end_state(uniform(random, -5, 5));
  for (State s = 1; s < states; ++s) {
    for (int actions = 1 + below(random, 4); actions > 0; --actions) {
      builder.add_transition(below(random, s), 0.25, 0);
      add_row(random, builder, states, 0.75);
      builder.end_action(uniform(random, -3, 3));
    }
    builder.end_state(0, game ? any_sense(random) : Sense::max);
  }
  return std::move(builder).finish();
}

/// Along states - 1 ... 0: one action goes down more often than not, the other jumps at a cost. Every policy is proper.
inline SparseMdp walk(std::mt19937_64& random, State states) {
  SparseMdpBuilder builder(states);
  builder.end_state(uniform(random, -5, 5));
  const double down = uniform(random, 0.55, 0.95);
  for (State s = 1; s < states; ++s) {
    builder.add_transition(s - 1, down, 0);
    builder.add_transition(std::min(s + 1, states - 1), 1 - down, 0);
    builder.end_action(-1);
    builder.add_transition(s / 2, 1, 0);
    builder.end_action(-3.5);
    builder.end_state(0);
  }
  return std::move(builder).finish();
}

/// Four moves on a board, the goal in a corner; a slip goes to any neighbour; off the board is where one was. Every
/// policy is proper.
inline SparseMdp grid(std::mt19937_64& random, int rows, int cols) {
  SparseMdpBuilder builder(static_cast<State>(rows * cols));
  const double slip = (4 + below(random, 28)) / 64.0;
  const auto cell = [&](int r, int c) {
    return static_cast<State>(std::clamp(r, 0, rows - 1) * cols + std::clamp(c, 0, cols - 1));
  };
  const int moves[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < cols; ++c) {
      if (r + c == 0) {
        builder.end_state(10);
        continue;
      }
      for (const auto& move : moves) {
        builder.add_transition(cell(r + move[0], c + move[1]), 1 - slip, -1);
        for (const auto& other : moves) builder.add_transition(cell(r + other[0], c + other[1]), slip / 4, -1);
        builder.end_action();
      }
      builder.end_state(0);
    }
  }
  return std::move(builder).finish();
}

/// Of a kind that goes round with `number`; of five one is a game, two have a chance to go on for ever.
inline SparseMdp any_process(std::mt19937_64& random, int number) {
  switch (number % 5) {
    case 0:
      return garnet(random, {1 + below(random, 12)});
    case 1:
      return proper(random, 2 + below(random, 12));
    case 2:
      return walk(random, 2 + below(random, 15));
    case 3:
      return grid(random, 1 + below(random, 4), 2 + below(random, 3));
    default:
      return garnet(random, {1 + below(random, 12), true});
  }
}

struct TangleShape {
  State max_states = 6;
  Action max_actions = 3;
  std::vector<double> rewards = {0, 0, 1, 2};
  bool game = false;
};

/// Loops, end components and ends are frequent; probabilities are multiples of 1/8.
inline SparseMdp tangle(std::mt19937_64& random, const TangleShape& shape) {
  const State n = 2 + below(random, shape.max_states - 1);
  SparseMdpBuilder builder(n);
  for (State s = 0; s < n; ++s) {
    const Action actions = below(random, 4) == 0 ? 0 : 1 + below(random, shape.max_actions);
    for (Action a = 0; a < actions; ++a) {
      int left = 8;
      while (left > 0) {
        const int part = below(random, 5) < 2 ? left : 1 + below(random, left);
        builder.add_transition(below(random, n), part / 8.0, 0);
        left -= part;
      }
      builder.end_action(one_of(random, shape.rewards));
    }
    const Sense owner = shape.game && (s == 0 || below(random, 2) == 0) ? Sense::min : Sense::max;
    builder.end_state(actions == 0 ? one_of<double>(random, {0, 3, -2}) : 0, owner);
  }
  return std::move(builder).finish();
}

/// A length of 0 is any from 1 to 20, a number of actions of 0 any up to 3.
struct LevelledShape {
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
inline SparseMdp levelled(std::mt19937_64& random, const LevelledShape& shape) {
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
    builder.end_state(actions == 0 ? reward(random) : 0, shape.game ? any_sense(random) : Sense::max);
  }
  return std::move(builder).finish();
}

/// Marks of one state in four.
inline std::vector<std::uint8_t> random_target(std::mt19937_64& random, State states) {
  std::vector<std::uint8_t> target(static_cast<std::size_t>(states));
  for (auto& t : target) t = random() % 4 == 0;
  return target;
}

}  // namespace aleator::reference
