// Pig once more, slowly: value iteration in long double over (player, own score, other's score, turn total), die by die
// as a player would read the rules. Shares only the struct of the rules with core.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "core/games/pig/rules.hpp"

namespace aleator::reference {

class SlowPig {
 public:
  using Real = long double;
  /// The probability of holding at (own, other, turn); nothing: whatever is best.
  using Policy = std::function<std::optional<Real>(std::int64_t, std::int64_t, std::int64_t)>;

  static std::optional<Real> best(std::int64_t, std::int64_t, std::int64_t) { return std::nullopt; }

  SlowPig(const PigRules& rules, const std::array<Policy, 2>& policy) : rules_(rules), policy_(policy) {
    const auto n = static_cast<std::size_t>(rules.goal);
    for (auto& table : value_) table.assign(n, {n, std::vector<Real>(n, 0)});
    Real change = 1;
    while (change > 1e-19L) {
      change = 0;
      for_each([&](int player, std::int64_t own, std::int64_t other, std::int64_t turn) {
        const Real next = backup(player, own, other, turn);
        change = std::max(change, std::fabs(next - at(player, own, other, turn)));
        at(player, own, other, turn) = next;
      });
    }
  }

  /// What player 0 or 1, to move, wins with.
  Real win(int player, std::int64_t own, std::int64_t other, std::int64_t turn) const {
    if (own + turn >= rules_.goal) return 1;
    return value_[player][own][other][turn];
  }

  Real roll(int player, std::int64_t own, std::int64_t other, std::int64_t turn) const {
    Real sum = 0;
    const std::int64_t seconds = rules_.dice == 2 ? rules_.die : 1;
    for (std::int64_t first = 1; first <= rules_.die; ++first) {
      for (std::int64_t second = 1; second <= seconds; ++second) {
        sum += after(player, own, other, turn, first, rules_.dice == 2 ? second : 0);
      }
    }
    return sum / static_cast<Real>(rules_.die * seconds);
  }
  Real hold(int player, std::int64_t own, std::int64_t other, std::int64_t turn) const {
    return 1 - win(1 - player, other, own + turn, 0);
  }

  template <class F>
  void for_each(F f) const {
    for (std::int64_t own = rules_.goal; own-- > 0;) {
      for (std::int64_t other = rules_.goal; other-- > 0;) {
        for (std::int64_t turn = rules_.goal - own; turn-- > 0;) {
          f(0, own, other, turn);
          f(1, own, other, turn);
        }
      }
    }
  }

 private:
  /// @param second  0 if there is one die
  Real after(int player, std::int64_t own, std::int64_t other, std::int64_t turn, std::int64_t first,
             std::int64_t second) const {
    if (first == 1 && second == 1) return 1 - win(1 - player, other, 0, 0);
    if (first == 1 || second == 1) return 1 - win(1 - player, other, own, 0);
    const auto points = [&](std::int64_t face) { return rules_.points == PigPoints::one ? 1 : face; };
    return win(player, own, other, turn + points(first) + (second == 0 ? 0 : points(second)));
  }

  Real backup(int player, std::int64_t own, std::int64_t other, std::int64_t turn) const {
    const Real rolls = roll(player, own, other, turn);
    if (turn < rules_.hold_at_least) return rolls;
    const Real holds = hold(player, own, other, turn);
    const auto share = policy_[player](own, other, turn);
    return share ? *share * holds + (1 - *share) * rolls : std::max(holds, rolls);
  }

  Real& at(int player, std::int64_t own, std::int64_t other, std::int64_t turn) {
    return value_[player][own][other][turn];
  }

  PigRules rules_;
  std::array<Policy, 2> policy_;
  std::array<std::vector<std::vector<std::vector<Real>>>, 2> value_;
};

/// Rules of every kind with small goals.
inline std::vector<PigRules> small_pig_rules() {
  std::vector<PigRules> all;
  for (const std::int64_t goal : {1, 2, 6, 11}) {
    for (const std::int64_t die : {2, 3, 6}) {
      for (const std::int64_t dice : {1, 2}) {
        for (const PigPoints points : {PigPoints::face, PigPoints::one}) {
          for (const std::int64_t least : {1, 4}) {
            if (least <= goal) all.push_back({goal, die, dice, points, least});
          }
        }
      }
    }
  }
  return all;
}

}  // namespace aleator::reference
