#include "core/mdp/formats/prism_states.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/mdp/formats/model_size.hpp"
#include "core/mdp/formats/text_scanner.hpp"

namespace aleator {
namespace {

/// Takes in a .sta line by line.
class StatesReader {
 public:
  StatesReader(std::string_view sta, State num_states)
      : scanner_(sta, "#"), num_states_(num_states), bytes_(sta.size()), seen_(static_cast<std::size_t>(num_states)) {}

  Valuations read() {
    read_variables();
    reserve();
    while (scanner_.find_line()) read_state();
    const auto missing = std::find(seen_.begin(), seen_.end(), false);
    if (missing != seen_.end()) {
      scanner_.fail(text("state ", missing - seen_.begin(), " of ", num_states_, " states is missing"));
    }
    // A variable that no line says otherwise of has whole numbers.
    for (const auto& type : types_) result_.types.push_back(type.value_or(VariableType::integer));
    return std::move(result_);
  }

 private:
  void read_variables() {
    if (!scanner_.find_line()) scanner_.fail("the file is empty");
    if (!scanner_.take('(')) scanner_.fail("expected the variables, such as (x,y,z)");
    std::vector<std::string>& names = result_.variables;
    if (!scanner_.take(')')) {
      do {
        const std::string_view name = scanner_.word("(),=&\"");
        if (!is_variable_name(name)) {
          scanner_.fail(
              text("expected the name of a variable, found ", in_quotes(name.empty() ? scanner_.word() : name)));
        }
        if (std::find(names.begin(), names.end(), name) != names.end()) {
          scanner_.fail(text("variable ", in_quotes(name), " is listed twice"));
        }
        names.emplace_back(name);
      } while (scanner_.take(','));
      if (!scanner_.take(')')) scanner_.fail("expected , or ) after the name of a variable");
    }
  }
  void reserve() {
    const std::size_t variables = result_.variables.size();
    check_num_values(static_cast<std::int64_t>(seen_.size()) * static_cast<std::int64_t>(variables), bytes_,
                     scanner_.line());
    scanner_.end_line();
    result_.values.resize(seen_.size() * variables);
    types_.resize(variables);
  }
  void read_state() {
    const std::int64_t state = scanner_.integer("a state", ":");
    if (state >= num_states_) scanner_.fail(text("state ", state, " of ", num_states_, " states"));
    if (seen_[static_cast<std::size_t>(state)]) scanner_.fail(text("state ", state, " is listed twice"));
    seen_[static_cast<std::size_t>(state)] = true;
    if (!scanner_.take(':')) scanner_.fail(text(": is missing after state ", state));
    if (!scanner_.take('(')) scanner_.fail(text("( is missing before the values of state ", state));
    const std::size_t variables = types_.size();
    double* const values = result_.values.data() + static_cast<std::size_t>(state) * variables;
    for (std::size_t v = 0; v < variables; ++v) {
      if (scanner_.peek() == ')') fail_of_count(state, text(v));
      if (v > 0 && !scanner_.take(',')) scanner_.fail(text("state ", state, ": expected , after value ", v));
      values[v] = read_value_of(v, state);
    }
    if (scanner_.peek() == ',') fail_of_count(state, text("more than ", variables));
    if (!scanner_.take(')')) scanner_.fail(text(") is missing after the values of state ", state));
    scanner_.end_line();
  }
  double read_value_of(std::size_t variable, std::int64_t state) {
    const auto [type, value] = read_value(scanner_);
    std::optional<VariableType>& known = types_[variable];
    if (!known) known = type;
    if ((*known == VariableType::boolean) != (type == VariableType::boolean)) {
      scanner_.fail(
          text("state ", state, ": variable ", result_.variables[variable], " is ",
               type == VariableType::boolean ? "true or false, a number before" : "a number, true or false before"));
    }
    if (type == VariableType::real) known = type;
    return value;
  }
  [[noreturn]] void fail_of_count(std::int64_t state, const std::string& values) const {
    scanner_.fail(text("state ", state, " has ", values, " values of ", types_.size(), " variables"));
  }

  TextScanner scanner_;
  State num_states_;
  std::size_t bytes_;
  std::vector<bool> seen_;
  std::vector<std::optional<VariableType>> types_;
  Valuations result_;
};

void write_value(TextWriter& writer, VariableType type, double value) {
  if (type == VariableType::boolean) {
    writer.write(value != 0 ? "true" : "false");
  } else if (type == VariableType::integer) {
    writer.write(static_cast<std::int64_t>(value));
  } else {
    // A point tells that the variable is real.
    const std::string digits = text(value);
    writer.write(std::string_view(digits), digits.find_first_of(".e") == std::string::npos ? ".0" : "");
  }
}

}  // namespace

void read_prism_states(std::string_view sta, LabelledMdp& model) {
  model.valuations = StatesReader(sta, model.mdp.num_states()).read();
}

void write_prism_states(const LabelledMdp& model, const TextSink& sink) {
  const Valuations& valuations = model.valuations;
  check_valuations(valuations, model.mdp.num_states());
  const std::size_t variables = valuations.variables.size();
  TextWriter writer(sink);
  writer.write('(');
  for (std::size_t v = 0; v < variables; ++v) {
    writer.write(v == 0 ? "" : ",", std::string_view(valuations.variables[v]));
  }
  writer.write(")\n");
  for (State s = 0; s < model.mdp.num_states(); ++s) {
    writer.write(s, ":(");
    for (std::size_t v = 0; v < variables; ++v) {
      if (v > 0) writer.write(',');
      write_value(writer, valuations.types[v], valuations.value(s, v));
    }
    writer.write(")\n");
  }
  writer.finish();
}

}  // namespace aleator
