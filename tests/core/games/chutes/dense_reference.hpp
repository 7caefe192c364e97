// Controlled chutes and ladders once more, slowly: dense matrices in long double, straight from the rules as a player
// would read them. Shares only the struct of the rules with core.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "core/games/chutes/rules.hpp"
#include "tests/core/mdp/reference/dense.hpp"

namespace aleator::reference {

class DenseChutes {
 public:
  /// @param rules with jumps given, valid.
  explicit DenseChutes(const ChutesRules& rules) : rules_(rules), steps_(rules.actions) {
    std::sort(steps_.begin(), steps_.end());
    for (const auto& jump : *rules.jumps) jumps_[jump[0]] = jump[1];
    for (std::int64_t s = 0; s < rules.tiles; ++s) {
      rows_.emplace_back();
      for (const std::int64_t step : steps_) {
        Vector row(static_cast<std::size_t>(rules.tiles) + 1, 0);
        for (std::size_t i = 0; i < rules.slip.size(); ++i) {
          row[static_cast<std::size_t>(tile_after(s, s + step + rules.slip_offsets[i]))] += rules.slip[i];
        }
        rows_.back().push_back(row);
      }
    }
  }

  std::int64_t tile_after(std::int64_t from, std::int64_t raw) const {
    std::int64_t tile = raw;
    if (raw > rules_.tiles) {
      if (rules_.overshoot == Overshoot::to_tile)
        tile = rules_.overshoot_tile ? *rules_.overshoot_tile : rules_.tiles - 1;
      if (rules_.overshoot == Overshoot::stay) tile = from;
      if (rules_.overshoot == Overshoot::bounce) tile = rules_.tiles - (raw - rules_.tiles);
      if (rules_.overshoot == Overshoot::arrive) tile = rules_.tiles;
    }
    if (tile < 0) tile = 0;
    while (jumps_.contains(tile)) tile = jumps_.at(tile);
    return tile;
  }

  std::size_t tiles() const { return static_cast<std::size_t>(rules_.tiles); }
  std::size_t actions() const { return steps_.size(); }

  using Mix = std::vector<Vector>;  // [tile][action]: with which probability it is chosen

  Mix uniform() const { return Mix(tiles(), Vector(actions(), 1 / static_cast<Real>(actions()))); }
  Mix pure(const std::vector<std::size_t>& policy) const {
    Mix mix(tiles(), Vector(actions(), 0));
    for (std::size_t s = 0; s < tiles(); ++s) mix[s][policy[s]] = 1;
    return mix;
  }

  Matrix chain(const Mix& mix) const {
    Matrix p(tiles(), Vector(tiles() + 1, 0));
    for (std::size_t s = 0; s < tiles(); ++s) {
      for (std::size_t a = 0; a < actions(); ++a) {
        for (std::size_t t = 0; t <= tiles(); ++t) p[s][t] += mix[s][a] * rows_[s][a][t];
      }
    }
    return p;
  }

  /// x(s) = reward + discount * sum P x, x(last tile) = end. For returns, and for turns with reward 1, discount 1, end
  /// 0.
  Vector accumulate(const Mix& mix, Real reward, Real discount, Real end) const {
    const Matrix p = chain(mix);
    Matrix a(tiles(), Vector(tiles(), 0));
    Vector b(tiles());
    for (std::size_t s = 0; s < tiles(); ++s) {
      Real sum = 0;
      for (std::size_t t = 0; t <= tiles(); ++t) sum += p[s][t];
      for (std::size_t t = 0; t < tiles(); ++t) a[s][t] = (s == t ? 1 : 0) - discount * p[s][t];
      b[s] = reward * sum + discount * p[s][tiles()] * end;
    }
    Vector x = solve_dense(a, b);
    x.push_back(end);
    return x;
  }

  Vector values(const Mix& mix, Real discount) const {
    return accumulate(mix, rules_.step_reward, discount, rules_.win_reward);
  }

  Real q(std::size_t s, std::size_t a, Real discount, const Vector& v) const {
    Real sum = 0;
    for (std::size_t t = 0; t <= tiles(); ++t) sum += rows_[s][a][t] * (rules_.step_reward + discount * v[t]);
    return sum;
  }

  /// The optimal values, by policy iteration.
  Vector optimal_values(Real discount) const {
    std::vector<std::size_t> policy(tiles(), 0);
    for (;;) {
      const Vector v = values(pure(policy), discount);
      bool better = false;
      for (std::size_t s = 0; s < tiles(); ++s) {
        for (std::size_t a = 0; a < actions(); ++a) {
          const Real now = q(s, policy[s], discount, v);
          if (q(s, a, discount, v) <= now + 1e-15L * (1 + std::fabs(now))) continue;
          policy[s] = a;
          better = true;
        }
      }
      if (!better) return v;
    }
  }

  /// [t] the probability that a game from tile 0 takes t turns, t = 0 ... max_turns.
  Vector turn_probabilities(const Mix& mix, std::int64_t max_turns) const {
    const Matrix p = chain(mix);
    Vector result{0};
    Vector at(tiles() + 1, 0);
    at[0] = 1;
    for (std::int64_t t = 1; t <= max_turns; ++t) {
      Vector next(tiles() + 1, 0);
      for (std::size_t s = 0; s < tiles(); ++s) {
        for (std::size_t to = 0; to <= tiles(); ++to) next[to] += at[s] * p[s][to];
      }
      result.push_back(next[tiles()]);
      at = std::move(next);
    }
    return result;
  }

 private:
  ChutesRules rules_;
  std::vector<std::int64_t> steps_;
  std::map<std::int64_t, std::int64_t> jumps_;
  std::vector<std::vector<Vector>> rows_;  // [tile][action][next tile]
};

/// The Hasbro board with its jumps spelled out, so that DenseChutes can read them.
inline ChutesRules hasbro_rules() {
  ChutesRules rules;
  rules.jumps = {{1, 38},  {4, 14},  {9, 31},  {16, 6},  {21, 42},  {28, 84}, {36, 44}, {48, 26}, {49, 11}, {51, 67},
                 {56, 53}, {62, 18}, {64, 60}, {71, 91}, {80, 100}, {87, 24}, {93, 73}, {95, 76}, {98, 78}};
  return rules;
}

/// Rules of every kind on boards of 1 to 30 tiles.
class RandomRules {
 public:
  explicit RandomRules(std::uint64_t seed) : random_(seed) {}

  ChutesRules rules() {
    ChutesRules rules;
    rules.tiles = below(30) + 1;
    rules.chain_jumps = below(2) == 0;
    rules.jumps = jumps(rules.tiles, rules.chain_jumps);
    rules.actions.clear();
    for (std::int64_t step = 8; step >= 0; --step) {  // descending: core must not count on an order
      if (below(2) == 0) rules.actions.push_back(step);
    }
    if (rules.actions.empty()) rules.actions = {1};
    const std::int64_t slips = below(4) + 1;
    rules.slip.assign(static_cast<std::size_t>(slips), 0.0);
    rules.slip_offsets.clear();
    for (std::int64_t i = 0; i < slips; ++i) rules.slip_offsets.push_back(below(7) - 3);  // may be equal
    double sum = 0;
    for (double& p : rules.slip) sum += p = below(4) == 0 ? 0 : real(0.1, 1);
    if (sum == 0) sum = rules.slip[0] = 1;
    for (double& p : rules.slip) p /= sum;
    rules.overshoot = static_cast<Overshoot>(below(4));
    if (rules.overshoot == Overshoot::to_tile && below(2) == 0) rules.overshoot_tile = below(rules.tiles + 1);
    rules.win_reward = std::vector<double>{100, -50, 0, real(-1000, 1000)}[static_cast<std::size_t>(below(4))];
    rules.step_reward = std::vector<double>{0, -1, 2.5, real(-10, 10)}[static_cast<std::size_t>(below(4))];
    return rules;
  }

  double discount() {
    return std::vector<double>{0.9, 0.99, 0.999, real(0.01, 0.999)}[static_cast<std::size_t>(below(4))];
  }

  std::int64_t below(std::int64_t n) { return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random_); }
  double real(double from, double to) { return std::uniform_real_distribution<double>(from, to)(random_); }

 private:
  /// All up or all down if they may chain (so that there is no cycle), else never onto a foot.
  std::vector<Jump> jumps(std::int64_t tiles, bool chain) {
    std::map<std::int64_t, std::int64_t> chosen;
    const bool up = below(2) == 0;
    for (std::int64_t tries = below(tiles + 1); tries > 0; --tries) {
      const std::int64_t from = below(tiles) + 1;
      const std::int64_t to = below(tiles) + 1;
      if (from == tiles || from == to || chosen.contains(from)) continue;
      if (chain ? (to > from) != up : chosen.contains(to)) continue;
      const bool is_head =
          std::any_of(chosen.begin(), chosen.end(), [&](const auto& jump) { return jump.second == from; });
      if (!chain && is_head) continue;
      chosen[from] = to;
    }
    std::vector<Jump> result;
    for (const auto& [from, to] : chosen) result.push_back({from, to});
    return result;
  }

  std::mt19937_64 random_;
};

}  // namespace aleator::reference
