#include "core/mdp/graph/predecessor_rows.hpp"

#include <limits>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator {

PredecessorRows::PredecessorRows(const SparseMdp& mdp) {
  if (mdp.num_rows() >= std::numeric_limits<RowIndex>::max()) {
    throw std::invalid_argument(text("graph searches take less than 2^32 rows, not ", mdp.num_rows()));
  }
  const auto n = static_cast<std::size_t>(mdp.num_states());
  state_of_row_.resize(mdp.reward.size());
  for (State s = 0; s < mdp.num_states(); ++s) {
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) state_of_row_[row] = s;
  }
  // begin_[s + 1] is first where the list of s begins; filling the list moves it to where the next one does.
  begin_.assign(n + 2, 0);
  for (const State next : mdp.next_state) ++begin_[next + 2];
  for (std::size_t s = 2; s < n + 2; ++s) begin_[s] += begin_[s - 1];
  rows_.resize(mdp.next_state.size());
  for (std::int64_t row = 0; row < mdp.num_rows(); ++row) {
    for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
      rows_[begin_[mdp.next_state[i] + 1]++] = static_cast<RowIndex>(row);
    }
  }
}

}  // namespace aleator
