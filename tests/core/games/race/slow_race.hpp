// The race once more, slowly: dense tables in long double, moved by the rules as they are read in dense_reference.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "tests/core/games/chutes/dense_reference.hpp"

namespace aleator::reference {

/// Probabilities that player 0 wins, by value iteration from 0, which comes to the least solution: games without end
/// are not won.
class SlowRace {
 public:
  /// The probabilities of the steps, by (own tile, other's tile); nothing: whatever is best.
  using Policy = std::function<std::optional<Vector>(std::int64_t, std::int64_t)>;

  static std::optional<Vector> best(std::int64_t, std::int64_t) { return std::nullopt; }

  SlowRace(const ChutesRules& rules, const std::array<Policy, 2>& policy)
      : board_(rules), rules_(rules), policy_(policy) {
    const auto n = static_cast<std::size_t>(rules.tiles);
    std::sort(rules_.actions.begin(), rules_.actions.end());
    for (auto& table : value_) table.assign(n, Vector(n, 0));
    Real change = 1;
    for (std::int64_t sweep = 0; change > 1e-18L && sweep < 1'000'000; ++sweep) {
      change = 0;
      for (std::int64_t own = rules.tiles; own-- > 0;) {
        for (std::int64_t other = rules.tiles; other-- > 0;) {
          for (const int player : {0, 1}) {
            Real& value = value_[player][own][other];
            const Real next = backup(player, own, other);
            change = std::max(change, std::fabs(next - value));
            value = next;
          }
        }
      }
    }
    has_converged_ = change <= 1e-18L;
  }

  bool has_converged() const { return has_converged_; }

  /// What player 0 wins with when `player`, on tile `own`, is to move.
  Real win(int player, std::int64_t own, std::int64_t other) const { return value_[player][own][other]; }

  Real after(int player, std::int64_t own, std::int64_t other, std::size_t action) const {
    Real sum = 0;
    for (std::size_t i = 0; i < rules_.slip.size(); ++i) {
      const std::int64_t next = board_.tile_after(own, own + rules_.actions[action] + rules_.slip_offsets[i]);
      const Real value = next == rules_.tiles ? (player == 0 ? 1 : 0) : win(1 - player, other, next);
      sum += rules_.slip[i] * value;
    }
    return sum;
  }

 private:
  Real backup(int player, std::int64_t own, std::int64_t other) const {
    Vector values;
    for (std::size_t a = 0; a < rules_.actions.size(); ++a) values.push_back(after(player, own, other, a));
    const auto mix = policy_[player](own, other);
    if (!mix) {
      return player == 0 ? *std::max_element(values.begin(), values.end())
                         : *std::min_element(values.begin(), values.end());
    }
    Real sum = 0;
    for (std::size_t a = 0; a < values.size(); ++a) sum += (*mix)[a] * values[a];
    return sum;
  }

  DenseChutes board_;
  ChutesRules rules_;
  std::array<Policy, 2> policy_;
  std::array<std::vector<Vector>, 2> value_;  // [player][own tile][other's tile]
  bool has_converged_ = false;
};

/// A board of 12 tiles with everything on it.
inline ChutesRules small_race_rules(Overshoot overshoot = Overshoot::to_tile) {
  ChutesRules rules;
  rules.tiles = 12;
  rules.jumps = {{3, 7}, {9, 2}, {10, 5}};
  rules.actions = {1, 2, 3, 5};
  rules.overshoot = overshoot;
  return rules;
}

}  // namespace aleator::reference
