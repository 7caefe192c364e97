// Strongly connected components and maximal end components.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mdp/graph/predecessor_rows.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// Component c holds the states states[begin[c]] ... states[begin[c + 1] - 1]. Every transition leads into the same
/// component or one with a smaller number: solved in ascending order, each finds its successors done.
/// Within a component most transitions lead to states that stand before: the order is that in which a depth-first
/// search leaves them.
struct Components {
  std::vector<State> component;  // |S|
  std::vector<State> states;     // |S|
  std::vector<State> begin;      // the number of components + 1

  State count() const noexcept { return static_cast<State>(begin.size()) - 1; }
  std::span<const State> states_of(State c) const noexcept {
    return {states.data() + begin[c], static_cast<std::size_t>(begin[c + 1] - begin[c])};
  }
};

/// Linear in the transitions, without recursion.
/// @param rows  |SA|: 1 in the rows that count; empty: all do
/// Source: Tarjan, Depth-first search and linear graph algorithms, SIAM J. Computing 1 (1972).
Components strongly_connected_components(const SparseMdp& mdp, std::span<const std::uint8_t> rows = {});

/// In an end component some policy stays for ever, and may visit all of its states again and again.
struct EndComponents {
  std::vector<State> component;  // |S|: -1 in a state of none
  State count = 0;
};

/// The maximal end components that the rows marked in `rows` (|SA|) form. Strongly connected components are taken again
/// only where rows have been cut: in practice linear, at worst quadratic.
/// Source: de Alfaro, Formal verification of probabilistic systems (1997), section 3.3; Baier and Katoen, Principles of
/// model checking (2008), algorithm 47.
EndComponents maximal_end_components(const SparseMdp& mdp, std::vector<std::uint8_t> rows,
                                     const PredecessorRows& predecessors);

/// Whether all transitions of the row lead into states with `component[state] == c`.
inline bool stays_inside(const SparseMdp& mdp, std::int64_t row, std::span<const State> component, State c) noexcept {
  for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
    if (component[mdp.next_state[i]] != c) return false;
  }
  return true;
}

}  // namespace aleator
