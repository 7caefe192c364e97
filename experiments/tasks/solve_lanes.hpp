// Points of a sweep whose processes have one structure, solved side by side: one a SIMD lane.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/mdp/encodings/lanes.hpp"
#include "experiments/decision/rules_model.hpp"
#include "experiments/run/kind.hpp"

namespace aleator {

/// Processes up to this size are solved side by side; larger ones have encodings, and fill the cache alone.
inline constexpr State most_lane_states = least_encoded_states - 1;

/// Whether points like this one are solved side by side as a rule.
bool may_use_lanes(const Config& config);

/// What discounted value iteration would find for each of some points, to the last bit; so that it does not matter
/// which points are taken together.
class SolveLanes {
 public:
  /// Whether the point can be solved here; then it will be.
  bool add(std::size_t point, const Config& config, const Game& game);

  /// Solves what was added, as far as there is more than one of a structure.
  void solve(std::stop_token stop);

  struct Found {
    Solution solution;
    double seconds;  // its share of the time
  };
  /// Nothing if the point must be solved alone.
  std::optional<Found> take(std::size_t point);

 private:
  struct Group {
    std::vector<LaneProblem> problems;
    std::vector<std::size_t> points;
  };
  std::vector<std::shared_ptr<const SparseMdp>> rows_;  // kept alive for the problems
  std::vector<Group> groups_;
  std::map<std::size_t, Found> found_;
};

}  // namespace aleator
