// What states stand for: the values of a model's variables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/mdp/model.hpp"

namespace aleator {

class TextScanner;

enum class VariableType : std::int32_t { boolean, integer, real };

/// The values of the variables in every state; without variables there are none.
struct Valuations {
  std::vector<std::string> variables;
  std::vector<VariableType> types;  // of each variable
  /// |S| x |variables|, state by state: false is 0, true is 1; whole numbers are at most 2^53, which a double holds.
  std::vector<double> values;

  bool empty() const noexcept { return variables.empty(); }
  double value(State state, std::size_t variable) const noexcept {
    return values[static_cast<std::size_t>(state) * variables.size() + variable];
  }
};

/// Whether texts can hold the name: some characters, without blanks and ( ) , = & ".
bool is_variable_name(std::string_view name) noexcept;

/// @throws std::invalid_argument naming the array and the place, if lengths, names, types and values do not go together
void check_valuations(const Valuations& valuations, State num_states);

struct TypedValue {
  VariableType type;
  double value;
};

/// Takes true, false, a whole number or a decimal.
/// @throws ModelTextError
TypedValue read_value(TextScanner& scanner);

/// Whether a text is meant as a condition of states_where: one that begins with ( or has a =.
bool is_condition(std::string_view text) noexcept;

/// The states that a condition holds in, ascending: values of all variables, such as (1,2,true), or equalities of some,
/// such as x=1 & z=true.
/// @throws std::invalid_argument with the condition and what is wrong with it; for an unknown variable with those known
std::vector<State> states_where(const Valuations& valuations, std::string_view condition);

}  // namespace aleator
