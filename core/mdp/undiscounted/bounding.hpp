// What interval iteration and optimistic value iteration share: the reduced process, its bounds, and the way back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/mdp/undiscounted/certified.hpp"
#include "core/mdp/undiscounted/deflation.hpp"
#include "core/mdp/undiscounted/start_bounds.hpp"
#include "core/mdp/undiscounted/tighten.hpp"

namespace aleator {

/// One solve by a method that moves bounds. Not to be copied or moved: `equation` refers into it.
class BoundingSolve {
 public:
  static constexpr std::int64_t sweeps_between_deflations = 8;

  /// @throws std::invalid_argument for a tolerance not above 0, and for what reduce() refuses.
  BoundingSolve(const SparseMdp& mdp, const Objective& objective, double tolerance, Effort& effort);
  BoundingSolve(const BoundingSolve&) = delete;
  BoundingSolve& operator=(const BoundingSolve&) = delete;

  /// Nothing is left to solve: all values are known, or nothing can be proved.
  bool is_decided() const noexcept { return !doubt_.empty() || reduction_.num_unknown == 0; }
  const Reduction& reduction() const noexcept { return reduction_; }
  bool probabilities() const noexcept { return objective_.kind == ObjectiveKind::reach_probability; }
  /// So many sweeps without any change mean that there will be none.
  int sweeps_that_tell() const noexcept { return deflation ? 5 * sweeps_between_deflations : 0; }

  /// Deflates the bounds of a game in place; returns the largest change.
  double deflate();
  void count_sweep(double change, std::int64_t backups);
  UndiscountedSolution finish(SolveStatus status) &&;

 private:
  void start_policy();

  const SparseMdp& mdp_;
  const Objective& objective_;
  double tolerance_;
  Effort& effort_;
  Reduction reduction_;
  std::string doubt_;

 public:
  BellmanEquation equation;            // of the reduced process
  Bounds bounds;                       // proved ones
  std::vector<RowIndex> policy;        // reduced |S|
  std::optional<Deflation> deflation;  // in games with end components
};

}  // namespace aleator
