#include "core/mdp/formats/drn_reader.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/mdp/formats/model_size.hpp"
#include "core/mdp/formats/row_assembler.hpp"
#include "core/mdp/formats/text_scanner.hpp"

namespace aleator {
namespace {

// ---- the sections before @model

struct Header {
  bool is_chain = false;
  std::int64_t states = 0;
  std::optional<std::int64_t> choices;
  std::int64_t choices_line = 0;
  std::vector<std::string> reward_models;
};

class HeaderReader {
 public:
  HeaderReader(TextScanner& scanner, std::size_t bytes) : scanner_(scanner), bytes_(bytes) {}

  Header read() {
    for (;;) {
      if (!scanner_.find_line()) scanner_.fail("there is no @model section");
      const std::string section(scanner_.word());
      if (section == "@model") break;
      if (std::find(seen_.begin(), seen_.end(), section) != seen_.end()) {
        scanner_.fail(text(in_quotes(section), " comes twice"));
      }
      seen_.push_back(section);
      read_section(section);
    }
    for (const char* needed : {"@type:", "@nr_states"}) {
      if (std::find(seen_.begin(), seen_.end(), needed) == seen_.end()) scanner_.fail(text(needed, " is missing"));
    }
    scanner_.end_line();
    return std::move(header_);
  }

 private:
  void read_section(const std::string& section) {
    if (section == "@type:") {
      read_type();
    } else if (section == "@value_type:") {
      read_value_type();
    } else if (section == "@parameters") {
      read_parameters();
    } else if (section == "@placeholders") {
      scanner_.fail("placeholders are not supported");
    } else if (section == "@reward_models") {
      read_reward_models();
    } else if (section == "@nr_states") {
      header_.states = read_count("the number of states");
    } else if (section == "@nr_choices") {
      header_.choices_line = scanner_.line() + 1;
      header_.choices = read_count("the number of choices");
    } else {
      scanner_.fail(text("expected a section such as @model, found ", in_quotes(section)));
    }
  }
  void read_type() {
    const std::int64_t line = scanner_.line();
    const std::string type(scanner_.rest_of_line());
    if (type != "DTMC" && type != "MDP") {
      throw ModelTextError(line, text("models of type ", in_quotes(type), " are not supported, only DTMC and MDP"));
    }
    header_.is_chain = type == "DTMC";
  }
  void read_value_type() {
    const std::int64_t line = scanner_.line();
    const std::string type(scanner_.rest_of_line());
    if (type != "double" && type != "rational") {
      throw ModelTextError(line,
                           text("values of type ", in_quotes(type), " are not supported, only double and rational"));
    }
  }
  void read_reward_models() {
    scanner_.end_line();
    if (scanner_.peek() == '@') return;
    while (!scanner_.at_line_end()) header_.reward_models.emplace_back(scanner_.word());
    scanner_.end_line();
  }
  std::int64_t read_count(const char* what) {
    scanner_.end_line();
    const std::int64_t line = scanner_.line();
    const std::int64_t count = scanner_.integer(what);
    scanner_.end_line();
    if (what == std::string_view("the number of states")) check_num_states(count, bytes_, line);
    return count;
  }
  /// The names stand on the line after the section's, which may be empty or left out.
  void read_parameters() {
    scanner_.end_line();
    if (scanner_.peek() == '@') return;
    if (!scanner_.at_line_end()) scanner_.fail("processes with parameters are not supported");
    scanner_.end_line();
  }

  TextScanner& scanner_;
  std::size_t bytes_;
  Header header_;
  std::vector<std::string> seen_;
};

/// Which of the rewards in brackets is meant; -1: none.
std::int64_t reward_index(const Header& header, std::string_view reward_model, std::int64_t line) {
  const auto& models = header.reward_models;
  if (reward_model.empty()) return models.empty() ? -1 : 0;
  const auto found = std::find(models.begin(), models.end(), reward_model);
  if (found != models.end()) return found - models.begin();
  std::string known;
  for (const std::string& name : models) known += (known.empty() ? "" : ", ") + in_quotes(name);
  throw ModelTextError(
      line, text("there is no reward model ", in_quotes(reward_model), known.empty() ? "" : ", only " + known));
}

// ---- the states

class StatesReader {
 public:
  StatesReader(TextScanner& scanner, const Header& header, std::int64_t reward, std::size_t bytes)
      : scanner_(scanner), header_(header), reward_(reward), rows_(static_cast<State>(header.states), "action") {
    constexpr std::size_t shortest_row = sizeof "action 0\n0 : 1";
    constexpr std::size_t shortest_transition = sizeof "0 : 1";
    const std::size_t most_rows = bytes / shortest_row + 1;
    const auto announced = static_cast<std::size_t>(header.choices.value_or(header.is_chain ? header.states : 0));
    // The number of transitions is not announced: lines are counted.
    rows_.reserve(std::min(announced, most_rows), count_transitions(scanner, bytes / shortest_transition + 1));
  }

  LabelledMdp read() && {
    while (scanner_.find_line()) {
      const char first = scanner_.peek();
      if (first >= '0' && first <= '9') {
        read_transition();
        continue;
      }
      const std::string_view word = scanner_.word();
      if (word == "state") {
        read_state();
      } else if (word == "action") {
        read_action();
      } else {
        scanner_.fail(text("expected a state, an action or a transition, found ", in_quotes(word)));
      }
    }
    end_state();
    return std::move(*this).finish();
  }

 private:
  /// Lines that begin with a digit.
  static std::size_t count_transitions(TextScanner scanner, std::size_t most) {
    std::size_t count = 0;
    while (count < most && scanner.find_line()) {
      const char first = scanner.peek();
      if (first >= '0' && first <= '9') ++count;
      scanner.rest_of_line();
    }
    return count;
  }

  void read_state() {
    end_state();
    const std::int64_t state = scanner_.integer("a state");
    if (state != state_ + 1) scanner_.fail(text("state ", state, " where state ", state_ + 1, " is expected"));
    if (state >= header_.states) scanner_.fail(text("state ", state, " of ", header_.states, " states"));
    state_ = static_cast<State>(state);
    actions_ = 0;
    last_number_ = -1;
    state_reward_ = read_rewards();
    while (!scanner_.at_line_end()) {
      const std::string_view label = scanner_.peek() == '"' ? scanner_.quoted_text() : scanner_.word("\"");
      add_label(label);
    }
    state_line_ = scanner_.line();
    scanner_.end_line();
  }
  void add_label(std::string_view label) {
    if (label.empty()) scanner_.fail("a label has no name");
    auto found = label_index_.find(std::string(label));
    if (found == label_index_.end()) {
      found = label_index_.emplace(label, labels_.size()).first;
      labels_.emplace_back(std::string(label), std::vector<State>{});
    }
    std::vector<State>& states = labels_[found->second].second;
    if (states.empty() || states.back() != state_) states.push_back(state_);
  }

  void read_action() {
    end_row();
    if (state_ < 0) scanner_.fail("an action before the first state");
    if (header_.is_chain && actions_ > 0) scanner_.fail(text("state ", state_, " of a DTMC has a second action"));
    const std::string_view name = scanner_.word();
    if (name.empty()) scanner_.fail("expected the name of an action, found the end of the line");
    const std::optional<std::int64_t> number = number_of(name);
    if (number && *number <= last_number_) {
      scanner_.fail(text("state ", state_, ": action ", *number, " is listed twice or after a higher one"));
    }
    if (number) last_number_ = *number;
    const double reward = state_reward_ + read_rewards();
    if (!std::isfinite(reward)) scanner_.fail(text("state ", state_, ": rewards add up to ", reward));
    rows_.begin_row(state_, reward);
    if (number != actions_ && name != "__NOLABEL__") rows_.name_row(name);
    ++actions_;
    in_row_ = true;
    line_ = scanner_.line();
    scanner_.rest_of_line();  // labels of actions
  }
  static std::optional<std::int64_t> number_of(std::string_view name) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (name.size() > 18 || !std::all_of(name.begin(), name.end(), is_digit)) return std::nullopt;
    std::int64_t number = 0;
    for (const char c : name) number = number * 10 + (c - '0');
    return number;
  }

  /// The chosen one of the rewards in brackets; 0 if there are none.
  double read_rewards() {
    double chosen = 0;
    if (!scanner_.take('[')) return chosen;
    std::int64_t count = 0;
    do {
      const double reward = scanner_.number("a reward", ",]");
      if (count++ == reward_) chosen = reward;
    } while (scanner_.take(','));
    if (!scanner_.take(']')) scanner_.fail("] is missing after the rewards");
    const auto models = static_cast<std::int64_t>(header_.reward_models.size());
    if (count != models) scanner_.fail(text(count, " rewards for ", models, " reward models"));
    return chosen;
  }

  void read_transition() {
    const std::int64_t next = scanner_.integer("a next state", ":");
    if (!in_row_) scanner_.fail("a transition before the action that it belongs to");
    if (next >= header_.states) scanner_.fail(text("state ", next, " of ", header_.states, " states"));
    if (!scanner_.take(':')) scanner_.fail(text(": is missing after next state ", next));
    if (scanner_.peek() == '[') scanner_.fail("intervals of probabilities are not supported");
    rows_.add(scanner_, static_cast<State>(next), scanner_.number("a probability"));
    line_ = scanner_.line();
    scanner_.end_line();
  }
  void end_row() {
    if (in_row_) rows_.end_row(line_);
    in_row_ = false;
  }
  void end_state() {
    end_row();
    if (actions_ == 0 && state_reward_ != 0) {
      throw ModelTextError(state_line_,
                           text("state ", state_, " has no actions: nothing can earn its reward ", state_reward_));
    }
  }

  LabelledMdp finish() && {
    if (state_ + 1 != header_.states) {
      scanner_.fail(text("the header announces ", header_.states, " states, the file has ", state_ + 1));
    }
    if (header_.choices && *header_.choices != rows_.num_rows()) {
      throw ModelTextError(header_.choices_line, text("the header announces ", *header_.choices,
                                                      " choices, the file has ", rows_.num_rows()));
    }
    LabelledMdp model = std::move(rows_).finish();
    model.initial = {0};
    const auto init = std::find_if(labels_.begin(), labels_.end(), [](const auto& l) { return l.first == "init"; });
    if (init != labels_.end()) {
      model.initial = std::move(init->second);
      labels_.erase(init);
    }
    model.labels = std::move(labels_);
    remove_deadlock_loops(model);
    return model;
  }

  TextScanner& scanner_;
  const Header& header_;
  std::int64_t reward_;
  RowAssembler rows_;
  std::vector<std::pair<std::string, std::vector<State>>> labels_;
  std::unordered_map<std::string, std::size_t> label_index_;
  State state_ = -1;
  std::int64_t actions_ = 0;       // of the state
  std::int64_t last_number_ = -1;  // of the state's actions that have numbers for names
  double state_reward_ = 0;
  std::int64_t state_line_ = 0;
  bool in_row_ = false;
  std::int64_t line_ = 0;  // the last one of the row
};

}  // namespace

LabelledMdp read_drn(std::string_view drn, std::string_view reward_model) {
  TextScanner scanner(drn, "//");
  if (!scanner.find_line()) scanner.fail("the file is empty");
  const Header header = HeaderReader(scanner, drn.size()).read();
  const std::int64_t reward = reward_index(header, reward_model, scanner.line());
  return StatesReader(scanner, header, reward, drn.size()).read();
}

}  // namespace aleator
