// Which states reach a target with probability 0, with probability 1, or neither: by graph search alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/graph/predecessor_rows.hpp"

namespace aleator {

/// The probability of reaching a target when both sides play at their best.
enum class Chance : std::uint8_t { zero, between, one };

struct Reachability {
  std::vector<Chance> chance;  // |S|; one in a target state
  /// |S|: what makes it so; -1 where any action will do.
  /// Chance::one: the action of a reacher that comes to the target, wherever its transitions lead.
  /// Otherwise: the action of a hinderer by which the target is missed with positive probability (zero: surely).
  std::vector<Action> choice;
};

/// States whose sense (`equation.sense_of`) is `reacher` try to reach a state of `target` (|S|), the others hinder it;
/// a target state ends the play. Chances for max reach-probability: reacher max; for reach-reward (which is infinite
/// if the target is missed): reacher min. Each round is linear; a second one is needed unless all states hinder.
/// Source: Baier and Katoen, Principles of model checking (2008), section 10.6.1; for games de Alfaro, Henzinger and
/// Kupferman, Concurrent reachability games, TCS 386 (2007), the turn-based case.
Reachability reachability(const BellmanEquation& equation, Sense reacher, std::span<const std::uint8_t> target,
                          const PredecessorRows& predecessors);

}  // namespace aleator
