// A decision process as model checkers exchange it: arrays, labels, initial states, names of actions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/mdp/formats/valuations.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// The row whose probabilities are farthest from a sum of 1 (at most 1e-9: they are taken as given, not renormalised).
struct RowSumDeviation {
  double largest = 0;  // |sum - 1|
  State state = -1;    // -1: every row sums to exactly 1
  Action action = -1;
};

struct LabelledMdp {
  SparseMdp mdp;
  std::vector<State> initial;  // sorted; the states labelled "init", or 0 if a file says nothing
  /// The other labels in the order of the file, each with its states, sorted.
  std::vector<std::pair<std::string, std::vector<State>>> labels;
  std::vector<std::string> action_names;  // distinct, in the order of their first use
  std::vector<std::int32_t> action_name;  // |SA|: which of action_names a row has, -1: none; or empty: no row has one
  Valuations valuations;                  // empty: not known
  RowSumDeviation row_sums;

  /// The states of a label ("init" is one too), or nullptr if there is no such label.
  const std::vector<State>* find_label(std::string_view name) const noexcept;
};

/// Adds states to a label, which is made if there is none; their order and repetitions do not matter.
void add_to_label(LabelledMdp& model, std::string_view name, const std::vector<State>& states);

/// States without actions, which end the process.
std::vector<State> end_states(const SparseMdp& mdp);

/// Model checkers give every deadlock a loop of probability 1, and the label "deadlock". Takes such loops back where
/// they are the only action and earn nothing: the state ends the process, with value 0.
void remove_deadlock_loops(LabelledMdp& model);

/// The deviation of the rows' sums from 1. Sums run from left to right.
RowSumDeviation row_sum_deviation(const SparseMdp& mdp);

}  // namespace aleator
