#include "core/mdp/formats/drn_writer.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/mdp/formats/prism_writer.hpp"
#include "core/mdp/formats/sorted_row.hpp"
#include "core/mdp/formats/text_scanner.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

/// The labels of one state after the other, "init" among them.
class LabelCursor {
 public:
  explicit LabelCursor(const LabelledMdp& model) : labels_(model.labels) {
    for (const auto& [name, states] : labels_) {
      if (name.empty() || name.find_first_of("\"\n") != std::string::npos) {
        throw std::invalid_argument("drn files cannot hold the label " + in_quotes(name));
      }
    }
    labels_.insert(labels_.begin(), {"init", model.initial});
    next_.assign(labels_.size(), 0);
  }
  /// @param s  one more than before
  void write(State s, bool is_end, TextWriter& writer) {
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const auto& [name, states] = labels_[i];
      if (next_[i] == states.size() || states[next_[i]] != s) continue;
      ++next_[i];
      if (name == "deadlock") is_end = false;  // has the label already
      const bool needs_marks = name.find_first_of(" \t\r[]{}!<>") != std::string::npos;
      const std::string_view mark = needs_marks ? "\"" : "";
      writer.write(' ', mark, std::string_view(name), mark);
    }
    if (is_end) writer.write(std::string_view(" deadlock"));
  }

 private:
  std::vector<std::pair<std::string, std::vector<State>>> labels_;
  std::vector<std::size_t> next_;
};

void check_action_names(const LabelledMdp& model) {
  for (const std::string& name : model.action_names) {
    if (name.empty() || name.find_first_of(" \t\r\n") != std::string::npos) {
      throw std::invalid_argument("drn files cannot hold the action " + in_quotes(name));
    }
  }
}

class DrnWriter {
 public:
  DrnWriter(const LabelledMdp& model, const TextSink& sink)
      : model_(model), mdp_(model.mdp), writer_(sink), labels_(model) {}

  void write() {
    write_header();
    for (State s = 0; s < mdp_.num_states(); ++s) write_state(s);
    writer_.finish();
  }

 private:
  void write_header() {
    const auto is_zero = [](double reward) { return reward == 0; };
    has_rewards_ = !std::all_of(mdp_.reward.begin(), mdp_.reward.end(), is_zero);
    std::int64_t choices = mdp_.num_rows();
    for (State s = 0; s < mdp_.num_states(); ++s) choices += mdp_.num_actions(s) == 0 ? 1 : 0;
    writer_.write("@type: ", is_written_as_chain(model_) ? "DTMC" : "MDP", "\n@parameters\n\n@reward_models\n",
                  has_rewards_ ? "reward" : "", "\n@nr_states\n", mdp_.num_states(), "\n@nr_choices\n", choices,
                  "\n@model\n");
  }
  void write_state(State s) {
    const bool is_end = mdp_.num_actions(s) == 0;
    writer_.write("state ", s, has_rewards_ ? " [0]" : "");
    labels_.write(s, is_end, writer_);
    writer_.write('\n');
    if (is_end) writer_.write("\taction 0", has_rewards_ ? " [0]" : "", "\n\t\t", s, " : 1\n");
    for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) write_action(s, row);
  }
  void write_action(State s, std::int64_t row) {
    writer_.write("\taction ");
    if (!model_.action_name.empty() && model_.action_name[row] >= 0) {
      writer_.write(std::string_view(model_.action_names[model_.action_name[row]]));
    } else {
      writer_.write(row - mdp_.action_begin[s]);
    }
    if (has_rewards_) writer_.write(" [", mdp_.reward[row], ']');
    writer_.write('\n');
    for (const std::int64_t i : sorted_.of(mdp_, row)) {
      writer_.write("\t\t", mdp_.next_state[i], " : ", mdp_.probability[i], '\n');
    }
  }

  const LabelledMdp& model_;
  const SparseMdp& mdp_;
  TextWriter writer_;
  LabelCursor labels_;
  SortedRow sorted_;
  bool has_rewards_ = false;
};

}  // namespace

void write_drn(const LabelledMdp& model, const TextSink& sink) {
  require_plain(model.mdp, "drn");
  check_action_names(model);
  DrnWriter(model, sink).write();
}

}  // namespace aleator
