#include "core/mdp/formats/valuations.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <system_error>

#include "core/mdp/formats/text_scanner.hpp"

namespace aleator {
namespace {

constexpr std::int64_t largest_integer = std::int64_t{1} << 53;

bool fits(VariableType type, double value) noexcept {
  if (type == VariableType::boolean) return value == 0 || value == 1;
  if (type == VariableType::integer)
    return std::trunc(value) == value && std::abs(value) <= static_cast<double>(largest_integer);
  return std::isfinite(value);
}

}  // namespace

bool is_variable_name(std::string_view name) noexcept {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte != 0x7f && std::string_view("(),=&\"").find(c) == std::string_view::npos;
  });
}

void check_valuations(const Valuations& valuations, State num_states) {
  const auto refuse = [](const auto&... what) { throw std::invalid_argument(text(what...)); };
  const auto& [variables, types, values] = valuations;
  for (auto name = variables.begin(); name != variables.end(); ++name) {
    if (!is_variable_name(*name)) refuse("a variable cannot be named ", in_quotes(*name));
    if (std::find(variables.begin(), name, *name) != name) refuse("the variable ", *name, " is listed twice");
  }
  if (types.size() != variables.size()) {
    refuse("the types of ", types.size(), " variables are given, not of ", variables.size());
  }
  for (std::size_t v = 0; v < types.size(); ++v) {
    const auto type = static_cast<std::int32_t>(types[v]);
    if (type < 0 || type > 2) refuse("the type of variable ", variables[v], " is ", type, ", not 0, 1 or 2");
  }
  const std::size_t entries = static_cast<std::size_t>(num_states) * variables.size();
  if (values.size() != entries) refuse("the variables have ", values.size(), " values, not ", entries);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t v = i % variables.size();
    if (fits(types[v], values[i])) continue;
    constexpr const char* names[] = {"boolean", "integer", "real"};
    refuse("state ", i / variables.size(), ": ", variables[v], " is ", values[i], ", but its type is ",
           names[static_cast<std::size_t>(types[v])]);
  }
}

TypedValue read_value(TextScanner& scanner) {
  constexpr const char* expected = "expected a number, true or false, found ";
  if (scanner.at_line_end()) scanner.fail(text(expected, "the end of the line"));
  const std::string_view word = scanner.word("(),=&");
  if (word == "true" || word == "false") return {VariableType::boolean, word == "true" ? 1.0 : 0.0};
  const char* const end = word.data() + word.size();
  std::int64_t integer = 0;
  const auto [last, error] = std::from_chars(word.data(), end, integer);
  if (error != std::errc::invalid_argument && last == end) {
    if (error != std::errc{} || integer > largest_integer || integer < -largest_integer) {
      scanner.fail(text("the whole number ", word, " is beyond 2^53"));
    }
    return {VariableType::integer, static_cast<double>(integer)};
  }
  double value = 0;
  const auto [last_of_real, error_of_real] = std::from_chars(word.data(), end, value);
  if (error_of_real != std::errc{} || last_of_real != end || !std::isfinite(value)) {
    scanner.fail(text(expected, in_quotes(word.empty() ? scanner.word() : word)));
  }
  return {VariableType::real, value};
}

// ---- conditions

namespace {

struct Equality {
  std::size_t variable;
  double value;
};

/// Reads conditions on the variables of a model.
class ConditionReader {
 public:
  ConditionReader(const Valuations& valuations, std::string_view condition)
      : valuations_(valuations), scanner_(condition, {}) {}

  std::vector<Equality> read() {
    if (scanner_.take('(')) {
      read_tuple();
    } else {
      do {
        read_equality();
      } while (scanner_.take('&'));
    }
    scanner_.end_line();
    if (scanner_.find_line()) scanner_.fail("it has more than one line");
    return std::move(equalities_);
  }

 private:
  void read_tuple() {
    const std::size_t variables = valuations_.variables.size();
    for (std::size_t v = 0; v < variables; ++v) {
      if (v > 0 && !scanner_.take(',')) fail_of_tuple();
      add(v);
    }
    if (!scanner_.take(')')) fail_of_tuple();
  }
  [[noreturn]] void fail_of_tuple() const { scanner_.fail(text("expected (", known(), "), a value of each")); }
  void read_equality() {
    const std::string_view name = scanner_.word("(),=&");
    if (name.empty()) scanner_.fail("expected a variable, = and its value");
    const auto& names = valuations_.variables;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      scanner_.fail(text("there is no variable ", in_quotes(name), ": the model has ", known()));
    if (!scanner_.take('=')) scanner_.fail(text("= is missing after ", name));
    add(static_cast<std::size_t>(found - names.begin()));
  }
  void add(std::size_t variable) {
    const auto [type, value] = read_value(scanner_);
    const bool is_boolean = valuations_.types[variable] == VariableType::boolean;
    if (is_boolean != (type == VariableType::boolean)) {
      scanner_.fail(text(valuations_.variables[variable], is_boolean ? " is true or false" : " is a number"));
    }
    equalities_.push_back({variable, value});
  }
  std::string known() const {
    std::string names;
    for (const std::string& name : valuations_.variables) names += (names.empty() ? "" : ", ") + name;
    return names;
  }

  const Valuations& valuations_;
  TextScanner scanner_;
  std::vector<Equality> equalities_;
};

}  // namespace

bool is_condition(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(" \t");
  return first != std::string_view::npos && (text[first] == '(' || text.find('=') != std::string_view::npos);
}

std::vector<State> states_where(const Valuations& valuations, std::string_view condition) {
  const auto refuse = [&](const std::string& reason) {
    throw std::invalid_argument(text("the condition ", in_quotes(condition), ": ", reason));
  };
  if (valuations.empty()) refuse("the model has no variables");
  std::vector<Equality> equalities;
  try {
    equalities = ConditionReader(valuations, condition).read();
  } catch (const ModelTextError& error) {
    refuse(error.rule);
  }
  std::vector<State> states;
  const auto num_states = static_cast<State>(valuations.values.size() / valuations.variables.size());
  for (State s = 0; s < num_states; ++s) {
    const auto holds = [&](const Equality& e) { return valuations.value(s, e.variable) == e.value; };
    if (std::all_of(equalities.begin(), equalities.end(), holds)) states.push_back(s);
  }
  return states;
}

}  // namespace aleator
