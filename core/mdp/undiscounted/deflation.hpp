// End components of games: what bounds backups alone would never leave.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/graph/components.hpp"
#include "core/mdp/undiscounted/start_bounds.hpp"

namespace aleator {

/// In an end component without rewards the player who must not stay for ever (the maximiser of a probability, the
/// minimiser of rewards until a target) leaves by the best exit, or the other one lets them: no state is worth more to
/// them than the best exit, as long as the other player can stay. That is so in every end component; it is needed in
/// those where staying is also the other's best, which the opposite bound tells in the limit.
/// Source: Kelmendi, Krämer, Křetínský and Weininger, Value iteration for simple stochastic games: stopping criterion
/// and learning algorithm, CAV 2018 (for probabilities; rewards are the mirror image).
class Deflation {
 public:
  /// @param equation  of a reduced game; must outlive this
  /// @param probabilities  or else rewards until a target, not negative in end components
  Deflation(const BellmanEquation& equation, bool probabilities);

  /// Upper bounds of probabilities are lowered to the best exit; lower bounds of rewards raised. The policy of the
  /// other player becomes to stay. `from` are the bounds that tell the exits' values, `to` those that are changed (they
  /// may be the same). The end components are taken with a different tolerance for ties at each call. Returns the
  /// largest change.
  /// @param held  if given, becomes 1 (|S|) in states of components whose best exit is not beyond the bound in `from`
  double apply(const Bounds& from, std::vector<double>& to, std::vector<RowIndex>& policy,
               std::vector<std::uint8_t>* held = nullptr);

 private:
  std::vector<std::uint8_t> rows_to_stay(const Bounds& bounds);
  double tie_tolerance(const Bounds& bounds);
  std::vector<double> best_exits(const EndComponents& ends, const std::vector<double>& value) const;
  void stay(State s, const EndComponents& ends, const std::vector<std::uint8_t>& rows,
            std::vector<RowIndex>& policy) const;

  const BellmanEquation& equation_;
  Sense leaver_;
  PredecessorRows predecessors_;
  std::int64_t calls_ = 0;
};

}  // namespace aleator
