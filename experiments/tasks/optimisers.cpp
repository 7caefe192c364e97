#include "experiments/tasks/optimisers.hpp"

#include <fmt/format.h>

namespace aleator {

Problems check_optimiser(const std::string& method, const OptimiserKeys& keys) {
  Problems problems;
  if (method == "genetic" && keys.genetic.elite >= keys.population) {
    problems.push_back(
        {"elite", {}, fmt::format("{} is not below the population of {}", keys.genetic.elite, keys.population)});
  }
  if (method != "simulated-annealing") return problems;
  const auto& annealing = keys.annealing;
  const bool geometric = annealing.cooling == local_search::Cooling::geometric;
  if (annealing.end_temperature > annealing.start_temperature || (geometric && annealing.end_temperature == 0)) {
    problems.push_back({"end_temperature", {}, "it is above the start_temperature, or 0 with geometric cooling"});
  }
  return problems;
}

}  // namespace aleator
