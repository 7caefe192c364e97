// The Bellman backup of many processes of one structure at once, one a SIMD lane.
#pragma once

#include <cstddef>

#include "core/mdp/bellman.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// How many processes stand side by side: w values a state. It depends on the SIMD target that the machine chose.
std::size_t lanes_width();

/// An array of the process: one number for all lanes, or w of them. Those of lane l stand at [i * w + l].
struct LaneArray {
  const double* data;
  bool shared;
};

struct LaneBackup {
  const SparseMdp& structure;  // action_begin, row_begin, next_state and owner
  LaneArray probability;       // nnz
  LaneArray reward;            // |SA|
  const double* discount;      // w
  const double* sign;          // w: 1 to maximise, -1 to minimise; in a game it is the owner's
  bool all_maximise;           // all signs are 1, and it is no game
  std::size_t active;          // lanes 0 ... active - 1; the others may be worked on, or not
};

/// How the values of each lane changed, w each.
struct LaneChanges {
  double* smallest;
  double* largest;
  double* total;
  double* largest_value;  // absolute, of v_next
};

/// Does in each lane what bellman_backup does with its process, to the last bit.
/// @param v, v_next  |S| w values, aligned to 64 bytes, that do not overlap. Never throws.
void lanes_backup(const LaneBackup& backup, StateRange block, const double* v, double* v_next,
                  const LaneChanges& changes) noexcept;

}  // namespace aleator
