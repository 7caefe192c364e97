#include "core/mdp/formats/check_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "core/text.hpp"

namespace aleator {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument(what);
}

void check_length(const char* name, std::size_t length, std::size_t expected) {
  if (length != expected) refuse(text(name, " has ", length, " entries, not ", expected));
}

/// Beginnings of `parts` parts of 0 ... end.
void check_begins(const char* name, const std::vector<std::int64_t>& begins, std::size_t parts, std::size_t end) {
  check_length(name, begins.size(), parts + 1);
  if (begins.front() != 0) refuse(text(name, "[0] is ", begins.front(), ", not 0"));
  for (std::size_t i = 0; i < parts; ++i) {
    if (begins[i + 1] < begins[i]) {
      refuse(text(name, "[", i + 1, "] is ", begins[i + 1], ", less than the ", begins[i], " before it"));
    }
  }
  if (begins.back() != static_cast<std::int64_t>(end)) {
    refuse(text(name, " ends with ", begins.back(), ", not ", end));
  }
}

void check_finite(const char* name, const std::vector<double>& values) {
  const auto found = std::find_if_not(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  if (found != values.end()) refuse(text(name, "[", found - values.begin(), "] is ", *found));
}

void check_row(const SparseMdp& mdp, State s, std::int64_t row) {
  double sum = 0;
  double expected = 0;
  double size = 0;
  for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
    const double p = mdp.probability[i];
    if (!(p > 0 && p <= 1 + 1e-9)) refuse(text("probability[", i, "] is ", p));
    if (mdp.next_state[i] < 0 || mdp.next_state[i] >= mdp.num_states()) {
      refuse(text("next_state[", i, "] is ", mdp.next_state[i], " of ", mdp.num_states(), " states"));
    }
    sum += p;
    if (mdp.transition_reward.empty()) continue;
    expected += p * mdp.transition_reward[i];
    size += p * std::abs(mdp.transition_reward[i]);
  }
  const auto where = [&] { return text("state ", s, ", action ", row - mdp.action_begin[s], ": "); };
  if (!(std::abs(sum - 1) <= 1e-9)) refuse(where() + text("the probabilities sum to ", sum));
  if (!mdp.transition_reward.empty() && !(std::abs(expected - mdp.reward[row]) <= 1e-9 * std::max(1.0, size))) {
    refuse(where() + text("the reward is ", mdp.reward[row], ", the transitions' rewards expect ", expected));
  }
}

}  // namespace

void check_arrays(const SparseMdp& mdp) {
  const std::size_t states = mdp.fixed_value.size();
  if (states == 0) refuse("a process has at least one state");
  if (states > static_cast<std::size_t>(std::numeric_limits<State>::max()))
    refuse(text(states, " states are too many"));
  check_begins("action_begin", mdp.action_begin, states, mdp.reward.size());
  check_begins("row_begin", mdp.row_begin, mdp.reward.size(), mdp.next_state.size());
  check_length("probability", mdp.probability.size(), mdp.next_state.size());
  if (!mdp.transition_reward.empty()) {
    check_length("transition_reward", mdp.transition_reward.size(), mdp.next_state.size());
  }
  if (mdp.is_game()) check_length("owner", mdp.owner.size(), states);
  check_finite("reward", mdp.reward);
  check_finite("fixed_value", mdp.fixed_value);
  check_finite("transition_reward", mdp.transition_reward);
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.is_game() && mdp.owner[s] != Sense::max && mdp.owner[s] != Sense::min) {
      refuse(text("owner[", s, "] is ", static_cast<int>(mdp.owner[s]), ", not 0 or 1"));
    }
    if (mdp.num_actions(s) > 0 && mdp.fixed_value[s] != 0) {
      refuse(text("fixed_value[", s, "] is ", mdp.fixed_value[s], ", but the state has actions"));
    }
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) check_row(mdp, s, row);
  }
}

}  // namespace aleator
