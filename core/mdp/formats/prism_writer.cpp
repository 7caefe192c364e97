#include "core/mdp/formats/prism_writer.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/mdp/formats/sorted_row.hpp"
#include "core/mdp/formats/text_scanner.hpp"
#include "core/text.hpp"

namespace aleator {

void require_plain(const SparseMdp& mdp, const char* format) {
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument(text(format, " files cannot hold ", what, "; hdf5 can"));
  };
  if (mdp.is_game()) refuse("the owners of a game's states");
  SortedRow sorted;
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.fixed_value[s] != 0) refuse(text("the value ", mdp.fixed_value[s], " of the end in state ", s));
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      const auto& entries = sorted.of(mdp, row);
      for (std::size_t i = 1; i < entries.size(); ++i) {
        if (mdp.next_state[entries[i]] != mdp.next_state[entries[i - 1]]) continue;
        refuse(text("two transitions of state ", s, ", action ", row - mdp.action_begin[s], " to state ",
                    mdp.next_state[entries[i]]));
      }
    }
  }
}

bool is_written_as_chain(const LabelledMdp& model) {
  return model.action_name.empty() && model.mdp.is_chain();
}

void write_prism_transitions(const LabelledMdp& model, const TextSink& sink) {
  const SparseMdp& mdp = model.mdp;
  require_plain(mdp, "prism");
  const bool chain = is_written_as_chain(model);
  TextWriter writer(sink);
  writer.write(mdp.num_states(), ' ');
  if (!chain) writer.write(mdp.num_rows(), ' ');
  writer.write(mdp.num_transitions(), '\n');
  SortedRow sorted;
  for (State s = 0; s < mdp.num_states(); ++s) {
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      for (const std::int64_t i : sorted.of(mdp, row)) {
        writer.write(s, ' ');
        if (!chain) writer.write(row - mdp.action_begin[s], ' ');
        writer.write(mdp.next_state[i], ' ', mdp.probability[i]);
        if (!model.action_name.empty() && model.action_name[row] >= 0) {
          writer.write(' ', std::string_view(model.action_names[model.action_name[row]]));
        }
        writer.write('\n');
      }
    }
  }
  writer.finish();
}

void write_prism_labels(const LabelledMdp& model, const TextSink& sink) {
  LabelledMdp all;  // of the labels only
  add_to_label(all, "init", model.initial);
  add_to_label(all, "deadlock", end_states(model.mdp));
  for (const auto& [name, states] : model.labels) {
    if (name.empty() || name.find_first_of("\"\n") != std::string::npos) {
      throw std::invalid_argument("prism files cannot hold the label " + in_quotes(name));
    }
    add_to_label(all, name, states);
  }
  TextWriter writer(sink);
  for (std::size_t i = 0; i < all.labels.size(); ++i) {
    writer.write(i == 0 ? "" : " ", i, "=\"", std::string_view(all.labels[i].first), '"');
  }
  writer.write('\n');
  std::vector<std::size_t> next(all.labels.size(), 0);  // of each label's states
  for (State s = 0; s < model.mdp.num_states(); ++s) {
    bool is_first = true;
    for (std::size_t i = 0; i < next.size(); ++i) {
      const std::vector<State>& states = all.labels[i].second;
      if (next[i] == states.size() || states[next[i]] != s) continue;
      ++next[i];
      if (is_first) writer.write(s, ':');
      writer.write(' ', i);
      is_first = false;
    }
    if (!is_first) writer.write('\n');
  }
  writer.finish();
}

namespace {

/// Whether all actions of each state earn the same, whatever comes of them.
bool has_state_rewards(const SparseMdp& mdp) {
  if (!mdp.transition_reward.empty()) return false;
  for (State s = 0; s < mdp.num_states(); ++s) {
    const std::int64_t first = mdp.action_begin[s];
    for (std::int64_t row = first + 1; row < mdp.action_begin[s + 1]; ++row) {
      if (mdp.reward[row] != mdp.reward[first]) return false;
    }
  }
  return true;
}

}  // namespace

void write_prism_state_rewards(const LabelledMdp& model, const TextSink& sink) {
  const SparseMdp& mdp = model.mdp;
  const bool per_state = has_state_rewards(mdp);
  const auto reward = [&](State s) {
    return per_state && mdp.num_actions(s) > 0 ? mdp.reward[mdp.action_begin[s]] : 0.0;
  };
  std::int64_t entries = 0;
  for (State s = 0; s < mdp.num_states(); ++s) entries += reward(s) != 0 ? 1 : 0;
  TextWriter writer(sink);
  writer.write(mdp.num_states(), ' ', entries, '\n');
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (reward(s) != 0) writer.write(s, ' ', reward(s), '\n');
  }
  writer.finish();
}

void write_prism_transition_rewards(const LabelledMdp& model, const TextSink& sink) {
  const SparseMdp& mdp = model.mdp;
  const bool chain = is_written_as_chain(model);
  const bool per_state = has_state_rewards(mdp);
  const auto reward = [&](std::int64_t row, std::int64_t i) {
    if (per_state) return 0.0;
    return mdp.transition_reward.empty() ? mdp.reward[row] : mdp.transition_reward[i];
  };
  std::int64_t entries = 0;
  for (std::int64_t row = 0; row < mdp.num_rows(); ++row) {
    for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) entries += reward(row, i) != 0 ? 1 : 0;
  }
  TextWriter writer(sink);
  writer.write(mdp.num_states(), ' ');
  if (!chain) writer.write(mdp.num_rows(), ' ');
  writer.write(entries, '\n');
  SortedRow sorted;
  for (State s = 0; s < mdp.num_states(); ++s) {
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      for (const std::int64_t i : sorted.of(mdp, row)) {
        if (reward(row, i) == 0) continue;
        writer.write(s, ' ');
        if (!chain) writer.write(row - mdp.action_begin[s], ' ');
        writer.write(mdp.next_state[i], ' ', reward(row, i), '\n');
      }
    }
  }
  writer.finish();
}

}  // namespace aleator
