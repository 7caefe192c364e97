#include "core/mdp/formats/prism_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/mdp/formats/model_size.hpp"
#include "core/mdp/formats/row_assembler.hpp"
#include "core/mdp/formats/text_scanner.hpp"

namespace aleator {
namespace {

constexpr std::string_view comment = "#";

// ---- headers

struct Header {
  std::int64_t line = 0;
  std::int64_t states = 0;
  std::optional<std::int64_t> choices;  // of a decision process
  std::int64_t entries = 0;
};

Header read_header(TextScanner& scanner) {
  if (!scanner.find_line()) scanner.fail("the file is empty");
  Header header;
  header.line = scanner.line();
  header.states = scanner.integer("the number of states");
  header.entries = scanner.integer("the number of choices or transitions");
  if (!scanner.at_line_end()) {
    header.choices = header.entries;
    header.entries = scanner.integer("the number of transitions");
  }
  if (!scanner.at_line_end()) scanner.fail("partially observable processes (4 numbers here) are not supported");
  scanner.end_line();
  return header;
}

void check_count(const char* what, std::int64_t announced, std::int64_t found, std::int64_t line) {
  if (announced == found) return;
  throw ModelTextError(line, text("the header announces ", announced, " ", what, ", the file has ", found));
}

State read_state(TextScanner& scanner, std::int64_t states, const char* what, std::string_view stops = {}) {
  const std::int64_t state = scanner.integer(what, stops);
  if (state >= states) scanner.fail(text("state ", state, " of ", states, " states"));
  return static_cast<State>(state);
}

Action read_choice(TextScanner& scanner) {
  const std::int64_t choice = scanner.integer("a choice");
  if (choice > std::numeric_limits<Action>::max()) scanner.fail(text("choice ", choice, " is too large"));
  return static_cast<Action>(choice);
}

/// What .tra and .trew have in common: the beginning of a line.
struct LineStart {
  State state;
  Action choice;
};

LineStart read_line_start(TextScanner& scanner, std::int64_t states, bool has_choices) {
  const State state = read_state(scanner, states, "a state");
  return {state, has_choices ? read_choice(scanner) : 0};
}

bool comes_before(const LineStart& a, const LineStart& b) {
  return a.state != b.state ? a.state < b.state : a.choice < b.choice;
}

bool is_same(const LineStart& a, const LineStart& b) {
  return a.state == b.state && a.choice == b.choice;
}

// ---- transitions

/// Takes in the rows of a .tra one after the other.
class TransitionReader {
 public:
  TransitionReader(const Header& header, std::size_t bytes)
      : states_(header.states),
        has_choices_(header.choices.has_value()),
        rows_(static_cast<State>(header.states), "choice") {
    constexpr std::size_t shortest_line = sizeof "0 0 1";
    const std::size_t lines = std::min(static_cast<std::size_t>(header.entries), bytes / shortest_line + 1);
    rows_.reserve(std::min(static_cast<std::size_t>(header.choices.value_or(header.states)), lines), lines);
  }

  /// Reads lines until a row comes that does not follow the last one; returns whether all were read.
  bool read_ascending(TextScanner& scanner) {
    while (scanner.find_line()) {
      const LineStart start = read_line_start(scanner, states_, has_choices_);
      if (!is_same(start, row_)) {
        if (comes_before(start, row_) || start.choice != expected_choice(start.state)) return false;
        end_row();
        begin_row(scanner, start);
      }
      read_rest(scanner);
    }
    end_row();
    return true;
  }

  /// Reads one row.
  void read_row(TextScanner& scanner) {
    LineStart start = read_line_start(scanner, states_, has_choices_);
    begin_row(scanner, start);
    do {
      read_rest(scanner);
      if (!scanner.find_line()) break;
      start = read_line_start(scanner, states_, has_choices_);
    } while (is_same(start, row_));
    end_row();
  }

  std::int64_t lines() const noexcept { return lines_; }
  LabelledMdp finish(const Header& header) && {
    check_count("transitions", header.entries, lines_, header.line);
    if (header.choices) check_count("choices", *header.choices, rows_.num_rows(), header.line);
    LabelledMdp model = std::move(rows_).finish();
    model.initial = {0};
    return model;
  }

 private:
  Action expected_choice(State state) const noexcept { return state == row_.state ? row_.choice + 1 : 0; }
  void begin_row(const TextScanner& scanner, const LineStart& start) {
    const Action expected = expected_choice(start.state);
    if (start.choice != expected) {
      scanner.fail(text("state ", start.state, ": choice ", expected, " is missing before choice ", start.choice));
    }
    row_ = start;
    rows_.begin_row(start.state);
    is_first_ = true;
  }
  void read_rest(TextScanner& scanner) {
    const State next = read_state(scanner, states_, "a next state");
    if (scanner.peek() == '[') scanner.fail("intervals of probabilities are not supported");
    rows_.add(scanner, next, scanner.number("a probability"));
    const std::string_view action = scanner.word();
    if (has_choices_) {
      if (is_first_) rows_.name_row(action);
      if (!is_first_ && action != rows_.row_name()) {
        scanner.fail(text("state ", row_.state, ", choice ", row_.choice, ": action ", in_quotes(action), " after ",
                          in_quotes(rows_.row_name())));
      }
    }
    is_first_ = false;
    ++lines_;
    line_ = scanner.line();
    scanner.end_line();
  }
  void end_row() {
    if (row_.state >= 0) rows_.end_row(line_);
  }

  std::int64_t states_;
  bool has_choices_;
  RowAssembler rows_;
  LineStart row_{-1, 0};
  bool is_first_ = false;
  std::int64_t lines_ = 0;
  std::int64_t line_ = 0;  // the last one of the row
};

/// Where a row begins.
struct RowPlace {
  LineStart start;
  TextScanner at;
};

/// The rows of a .tra in their order. Only lines' beginnings are read.
std::vector<RowPlace> sorted_rows(TextScanner scanner, std::int64_t states, bool has_choices) {
  std::vector<RowPlace> places;
  while (scanner.find_line()) {
    const TextScanner at = scanner;
    const LineStart start = read_line_start(scanner, states, has_choices);
    if (places.empty() || !is_same(start, places.back().start)) places.push_back({start, at});
    scanner.rest_of_line();
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const RowPlace& a, const RowPlace& b) { return comes_before(a.start, b.start); });
  for (std::size_t i = 1; i < places.size(); ++i) {
    const LineStart& start = places[i].start;
    if (!is_same(places[i - 1].start, start)) continue;
    places[i].at.fail(text("state ", start.state, ", choice ", start.choice, " is listed twice, first on line ",
                           places[i - 1].at.line()));
  }
  return places;
}

}  // namespace

LabelledMdp read_prism_transitions(std::string_view tra) {
  TextScanner scanner(tra, comment);
  const Header header = read_header(scanner);
  check_num_states(header.states, tra.size(), header.line);
  const TextScanner first_line = scanner;
  {
    TransitionReader reader(header, tra.size());
    if (reader.read_ascending(scanner)) return std::move(reader).finish(header);
  }
  TransitionReader reader(header, tra.size());
  for (RowPlace& place : sorted_rows(first_line, header.states, header.choices.has_value())) reader.read_row(place.at);
  return std::move(reader).finish(header);
}

// ---- labels

namespace {

/// The names in the first line of a .lab; numbers count from 0.
std::vector<std::string> read_label_names(TextScanner& scanner) {
  std::vector<std::string> names;
  if (!scanner.find_line()) scanner.fail("the file is empty");
  while (!scanner.at_line_end()) {
    const std::int64_t number = scanner.integer("the number of a label", "=");
    if (number != static_cast<std::int64_t>(names.size())) {
      scanner.fail(text("label ", number, " where label ", names.size(), " is expected"));
    }
    if (!scanner.take('=')) scanner.fail(text("= is missing after the number of label ", number));
    const std::string name(scanner.quoted_text());
    if (name.empty()) scanner.fail(text("label ", number, " has no name"));
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      scanner.fail(text("label ", in_quotes(name), " is listed twice"));
    }
    names.push_back(name);
  }
  scanner.end_line();
  return names;
}

}  // namespace

void read_prism_labels(std::string_view lab, LabelledMdp& model) {
  TextScanner scanner(lab, comment);
  const std::vector<std::string> names = read_label_names(scanner);
  std::vector<std::vector<State>> states(names.size());
  while (scanner.find_line()) {
    const State state = read_state(scanner, model.mdp.num_states(), "a state", ":");
    if (!scanner.take(':')) scanner.fail(text(": is missing after state ", state));
    while (!scanner.at_line_end()) {
      const std::int64_t label = scanner.integer("the number of a label");
      if (label >= static_cast<std::int64_t>(names.size())) {
        scanner.fail(text("label ", label, " of ", names.size(), " labels"));
      }
      states[label].push_back(state);
    }
    scanner.end_line();
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != "init") {
      add_to_label(model, names[i], states[i]);
    } else if (!states[i].empty()) {
      std::sort(states[i].begin(), states[i].end());
      states[i].erase(std::unique(states[i].begin(), states[i].end()), states[i].end());
      model.initial = states[i];
    }
  }
}

// ---- rewards

namespace {

/// Rewards of states and transitions are finite each; what an action then earns must be so too.
void check_sum(double reward, std::int64_t line, State state) {
  if (!std::isfinite(reward)) throw ModelTextError(line, text("state ", state, ": rewards add up to ", reward));
}

}  // namespace

void read_prism_state_rewards(std::string_view srew, LabelledMdp& model) {
  TextScanner scanner(srew, comment);
  const Header header = read_header(scanner);
  SparseMdp& mdp = model.mdp;
  check_count("states", header.states, mdp.num_states(), header.line);
  if (header.choices) throw ModelTextError(header.line, "state rewards have 2 numbers in their header");
  std::vector<bool> seen(static_cast<std::size_t>(mdp.num_states()));
  std::int64_t lines = 0;
  for (; scanner.find_line(); ++lines) {
    const State state = read_state(scanner, mdp.num_states(), "a state");
    const double reward = scanner.number("a reward");
    if (seen[state]) scanner.fail(text("state ", state, " is listed twice"));
    seen[state] = true;
    if (mdp.num_actions(state) == 0 && reward != 0) {
      scanner.fail(text("state ", state, " has no transitions: nothing can earn its reward ", reward));
    }
    const std::int64_t end = mdp.action_begin[state + 1];
    for (std::int64_t row = mdp.action_begin[state]; row < end; ++row) {
      check_sum(mdp.reward[row] += reward, scanner.line(), state);
      if (mdp.transition_reward.empty()) continue;
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        check_sum(mdp.transition_reward[i] += reward, scanner.line(), state);
      }
    }
    scanner.end_line();
  }
  check_count("rewards", header.entries, lines, header.line);
}

namespace {

/// Finds the entry of a next state in a row, first behind the one found before: rewards mostly come in the order of the
/// transitions.
class EntryFinder {
 public:
  explicit EntryFinder(const SparseMdp& mdp) : mdp_(mdp) {}
  /// @returns -1 if there is none
  std::int64_t find(std::int64_t row, State next) noexcept {
    const std::int64_t begin = mdp_.row_begin[row];
    const std::int64_t end = mdp_.row_begin[row + 1];
    const std::int64_t first = last_ + 1 > begin && last_ + 1 < end ? last_ + 1 : begin;
    for (std::int64_t i = first; i < end; ++i) {
      if (mdp_.next_state[i] == next) return last_ = i;
    }
    for (std::int64_t i = begin; i < first; ++i) {
      if (mdp_.next_state[i] == next) return last_ = i;
    }
    return -1;
  }

 private:
  const SparseMdp& mdp_;
  std::int64_t last_ = -1;
};

/// Rewards of transitions as listed, 0 for the others.
std::vector<double> listed_rewards(TextScanner& scanner, const Header& header, const SparseMdp& mdp) {
  std::vector<double> rewards(mdp.next_state.size());
  std::vector<bool> seen(mdp.next_state.size());
  EntryFinder finder(mdp);
  std::int64_t lines = 0;
  for (; scanner.find_line(); ++lines) {
    const LineStart start = read_line_start(scanner, mdp.num_states(), header.choices.has_value());
    const State next = read_state(scanner, mdp.num_states(), "a next state");
    const double reward = scanner.number("a reward");
    const std::int64_t entry = start.choice < mdp.num_actions(start.state)
                                   ? finder.find(mdp.action_begin[start.state] + start.choice, next)
                                   : -1;
    const auto where = [&] { return text("state ", start.state, ", choice ", start.choice, ", next state ", next); };
    if (entry < 0) scanner.fail(where() + ": there is no such transition");
    if (seen[entry]) scanner.fail(where() + " is listed twice");
    seen[entry] = true;
    rewards[entry] = reward;
    scanner.end_line();
  }
  check_count("rewards", header.entries, lines, header.line);
  return rewards;
}

bool rows_are_constant(const SparseMdp& mdp, const std::vector<double>& values) {
  for (std::int64_t row = 0; row < mdp.num_rows(); ++row) {
    for (std::int64_t i = mdp.row_begin[row] + 1; i < mdp.row_begin[row + 1]; ++i) {
      if (values[i] != values[i - 1]) return false;
    }
  }
  return true;
}

}  // namespace

void read_prism_transition_rewards(std::string_view trew, LabelledMdp& model) {
  TextScanner scanner(trew, comment);
  const Header header = read_header(scanner);
  SparseMdp& mdp = model.mdp;
  check_count("states", header.states, mdp.num_states(), header.line);
  if (header.choices) check_count("choices", *header.choices, mdp.num_rows(), header.line);
  std::vector<double> rewards = listed_rewards(scanner, header, mdp);
  if (header.entries == 0) return;
  const bool per_action = mdp.transition_reward.empty() && rows_are_constant(mdp, rewards);
  for (State s = 0; s < mdp.num_states(); ++s) {
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      const double before = mdp.reward[row];
      double expected = 0;
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        expected += mdp.probability[i] * rewards[i];
        rewards[i] += mdp.transition_reward.empty() ? before : mdp.transition_reward[i];
        check_sum(rewards[i], header.line, s);
      }
      mdp.reward[row] = per_action ? rewards[mdp.row_begin[row]] : before + expected;
      check_sum(mdp.reward[row], header.line, s);
    }
  }
  if (!per_action) mdp.transition_reward = std::move(rewards);
}

}  // namespace aleator
