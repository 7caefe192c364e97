// Whether the play ends whatever is done.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator::reference {

/// Whether every policy of the marked rows comes to a state without actions: whether there is no set of states of which
/// each has a marked row that stays in the set.
inline bool all_policies_end(const SparseMdp& mdp, std::span<const std::uint8_t> rows) {
  std::vector<bool> inside(mdp.fixed_value.size(), true);
  const auto may_stay = [&](State s) {
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      bool stays = rows[row] != 0;
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        stays = stays && inside[mdp.next_state[i]];
      }
      if (stays) return true;
    }
    return false;
  };
  std::size_t left = inside.size();
  for (bool changed = true; changed;) {
    changed = false;
    for (State s = 0; s < mdp.num_states(); ++s) {
      if (!inside[s] || may_stay(s)) continue;
      inside[s] = false;
      changed = true;
      --left;
    }
  }
  return left == 0;
}

/// The process of the marked rows alone.
inline SparseMdp of_rows(const SparseMdp& mdp, std::span<const std::uint8_t> rows) {
  SparseMdpBuilder builder(mdp.num_states());
  for (State s = 0; s < mdp.num_states(); ++s) {
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      if (rows[row] == 0) continue;
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        builder.add_transition(mdp.next_state[i], mdp.probability[i], 0);
      }
      builder.end_action(mdp.reward[row]);
    }
    builder.end_state(mdp.fixed_value[s], mdp.is_game() ? mdp.owner[s] : Sense::max);
  }
  return std::move(builder).finish();
}

}  // namespace aleator::reference
