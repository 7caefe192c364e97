// The entries of a row in the order of their next states.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

class SortedRow {
 public:
  /// Places of the row's entries; good until the next call.
  const std::vector<std::int64_t>& of(const SparseMdp& mdp, std::int64_t row) {
    entries_.clear();
    for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) entries_.push_back(i);
    const auto before = [&](std::int64_t a, std::int64_t b) { return mdp.next_state[a] < mdp.next_state[b]; };
    if (!std::is_sorted(entries_.begin(), entries_.end(), before)) {
      std::stable_sort(entries_.begin(), entries_.end(), before);
    }
    return entries_;
  }

 private:
  std::vector<std::int64_t> entries_;
};

}  // namespace aleator
