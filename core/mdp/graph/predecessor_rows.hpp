// Which rows lead into a state: the transitions turned round, as graph searches need them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// A row of SparseMdp in four bytes: graph searches keep one for each transition.
using RowIndex = std::uint32_t;

/// For each state the rows with a transition into it, in ascending order (a row that names the state twice comes
/// twice). 4 bytes a transition, 4 a row, 8 a state: destroy it before the process is copied.
class PredecessorRows {
 public:
  /// @throws std::invalid_argument if the process has 2^32 rows or more.
  explicit PredecessorRows(const SparseMdp& mdp);

  std::span<const RowIndex> rows_into(State s) const noexcept {
    return {rows_.data() + begin_[s], static_cast<std::size_t>(begin_[s + 1] - begin_[s])};
  }
  State state_of(RowIndex row) const noexcept { return state_of_row_[row]; }

 private:
  std::vector<std::int64_t> begin_;  // |S| + 1
  std::vector<RowIndex> rows_;       // nnz
  std::vector<State> state_of_row_;  // |SA|
};

}  // namespace aleator
