#include "experiments/tasks/initial.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace aleator {

Problems check_initial(const InitialKeys& keys) {
  Problems problems;
  if (keys.initial_states && keys.initial_states->empty())
    problems.push_back({"initial_states", {}, "the list is empty"});
  if (keys.initial_states && keys.initial) {
    problems.push_back({"initial_states", {}, "stand in place of `initial`, which is given too"});
  }
  if (!keys.initial_probabilities || !problems.empty()) return problems;
  const auto& probabilities = *keys.initial_probabilities;
  const double sum = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  if (!keys.initial_states) {
    problems.push_back({"initial_probabilities", {}, "are those of initial_states, which is not given"});
  } else if (probabilities.size() != keys.initial_states->size()) {
    problems.push_back(
        {"initial_probabilities",
         {},
         fmt::format("{} probabilities for {} states", probabilities.size(), keys.initial_states->size())});
  } else if (!(std::abs(sum - 1) <= 1e-9)) {
    problems.push_back({"initial_probabilities", {}, fmt::format("they sum to {}", sum)});
  }
  return problems;
}

std::vector<double> initial_distribution(const InitialKeys& keys, const DecisionModel& model) {
  std::vector<double> distribution(static_cast<std::size_t>(model.num_states()), 0.0);
  if (!keys.initial_states) {
    const std::string label = keys.initial.value_or("init");
    const std::vector<std::uint8_t> has = model.labelled(label);
    const double count = std::accumulate(has.begin(), has.end(), 0.0);
    if (count == 0) throw std::invalid_argument(fmt::format("no state is labelled \"{}\"", label));
    for (std::size_t s = 0; s < has.size(); ++s) distribution[s] = has[s] / count;
    return distribution;
  }
  const auto& states = *keys.initial_states;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i] >= model.num_states()) {
      throw std::invalid_argument(fmt::format("initial state {} of {} states", states[i], model.num_states()));
    }
    const double share = 1 / static_cast<double>(states.size());
    distribution[states[i]] += keys.initial_probabilities ? (*keys.initial_probabilities)[i] : share;
  }
  return distribution;
}

}  // namespace aleator
