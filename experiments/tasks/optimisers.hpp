// The optimisers of core/local_search as methods of a task [optimise]: their keys, and which of them a name means.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/local_search/hill_climbing.hpp"
#include "core/local_search/populations.hpp"
#include "core/problem.hpp"
#include "experiments/config/config.hpp"

namespace aleator {

/// What all optimisers take, and what some do: a base of the keys of a task.
struct OptimiserKeys {
  std::int64_t evaluations = 10'000;
  std::int64_t patience = 0;
  double step = 0.3;
  bool accept_equal = true;
  std::int64_t restart = 1'000;
  std::int64_t history = 50;
  std::int64_t population = 50;
  double elite_share = 0.2;
  double smoothing = 0.5;
  local_search::AnnealingOptions annealing;
  local_search::GeneticOptions genetic;  // but for its population
  local_search::SwarmOptions swarm;
};

/// A row of the section: an optimiser with the keys that only some have.
struct OptimiserRow {
  std::string name;
  std::string help;
  Keys keys;
  bool needs_numbers = false;  // candidates must be vectors of numbers
};

/// hill-climbing, random-restart, simulated-annealing, late-acceptance, genetic, cross-entropy, particle-swarm.
/// @param step  where in the keys the size of a change of a number is explained: "standard deviation of ..."
template <class K>
std::vector<OptimiserRow> optimiser_rows(const std::string& step);

/// evaluations and patience.
template <class K>
Keys optimiser_limit_keys();

/// What is wrong with the keys of a method in view of one another.
Problems check_optimiser(const std::string& method, const OptimiserKeys& keys);

template <local_search::Problem P>
local_search::Limits<P> optimiser_limits(const OptimiserKeys& keys, std::stop_token stop) {
  local_search::Limits<P> limits;
  limits.evaluations = keys.evaluations;
  limits.patience = keys.patience;
  limits.stop = std::move(stop);
  return limits;
}

/// @throws std::invalid_argument for a method that the problem cannot be given to
template <local_search::Problem P>
local_search::Found<P> run_optimiser(const std::string& method, const OptimiserKeys& keys, P& problem,
                                     const local_search::Limits<P>& limits, PhiloxStream& random) {
  using namespace local_search;
  if (method == "hill-climbing") return hill_climb(problem, {keys.accept_equal, 0}, limits, random);
  if (method == "random-restart") return hill_climb(problem, {keys.accept_equal, keys.restart}, limits, random);
  if (method == "late-acceptance") return late_acceptance(problem, keys.history, limits, random);
  if constexpr (MeasuredProblem<P>) {
    if (method == "simulated-annealing") return anneal(problem, keys.annealing, limits, random);
  }
  if constexpr (CrossedProblem<P>) {
    GeneticOptions options = keys.genetic;
    options.population = keys.population;
    if (method == "genetic") return genetic(problem, options, limits, random);
  }
  if constexpr (SampledProblem<P>) {
    const CrossEntropyOptions options{keys.population, keys.elite_share, keys.smoothing};
    if (method == "cross-entropy") return cross_entropy(problem, options, limits, random);
  }
  if constexpr (VectorProblem<P>) {
    if (method == "particle-swarm") return particle_swarm(problem, keys.swarm, limits, random);
  }
  throw std::invalid_argument("method = \"" + method + "\" is not for such candidates");
}

namespace detail {

/// A key for a member of a struct of options inside of the keys.
template <class K, class Options, class T>
Key nested_key(const char* name, Options OptimiserKeys::*options, T Options::*member, KeyOptions key_options) {
  Key result{name, value_type_of<T>(), std::move(key_options), {}, {}, {}, {}};
  result.get = [=](const void* keys) -> std::optional<Value> {
    return Value((static_cast<const K*>(keys)->*options).*member);
  };
  result.set = [=](void* keys, const Value& value) { (static_cast<K*>(keys)->*options).*member = std::get<T>(value); };
  const K defaults{};
  result.default_value = result.get(&defaults);
  return result;
}

template <class K>
Key cooling_key() {
  using local_search::Cooling;
  Key result{
      "cooling", ValueType::string, {.help = "how the temperature falls from evaluation to evaluation"}, {}, {}, {},
      {}};
  result.choices = {"geometric", "linear"};
  result.get = [](const void* keys) -> std::optional<Value> {
    return Value(
        std::string(static_cast<const K*>(keys)->annealing.cooling == Cooling::linear ? "linear" : "geometric"));
  };
  result.set = [](void* keys, const Value& value) {
    static_cast<K*>(keys)->annealing.cooling =
        std::get<std::string>(value) == "linear" ? Cooling::linear : Cooling::geometric;
  };
  const K defaults{};
  result.default_value = result.get(&defaults);
  return result;
}

}  // namespace detail

template <class K>
Keys optimiser_limit_keys() {
  std::int64_t K::*const evaluations = &OptimiserKeys::evaluations;
  std::int64_t K::*const patience = &OptimiserKeys::patience;
  return {key("evaluations", evaluations, {.help = "candidates that are judged", .range = between(1, 1e12)}),
          key("patience", patience,
              {.help = "evaluations without a better one, after which it ends; 0: none", .range = at_least(0)})};
}

template <class K>
std::vector<OptimiserRow> optimiser_rows(const std::string& step_help) {
  using S = OptimiserKeys;
  using detail::nested_key;
  using local_search::AnnealingOptions;
  using local_search::GeneticOptions;
  using local_search::SwarmOptions;
  const auto own = [](const char* name, auto S::*member, KeyOptions options) {
    return key(
        name,
        [member] {
          using T = std::remove_reference_t<decltype(std::declval<S&>().*member)>;
          T K::*const of_keys = member;
          return of_keys;
        }(),
        std::move(options));
  };
  const Key step = own("step", &S::step, {.help = step_help, .range = above(0)});
  const Key accept_equal = own("accept_equal", &S::accept_equal, {.help = "changes that are as good are kept"});
  const auto population = [&](const char* help) {
    return own("population", &S::population, {.help = help, .range = between(2, 1e6)});
  };
  return {
      {"hill-climbing", "One candidate that gives way to a neighbour that is better", {step, accept_equal}},
      {"random-restart",
       "Hill climbing that begins again at random when it is stuck",
       {step, accept_equal,
        own("restart", &S::restart,
            {.help = "neighbours without a better one, after which it begins again", .range = between(1, 1e12)})}},
      {"simulated-annealing",
       "One candidate that gives way to a worse one with a probability that falls",
       {step,
        nested_key<K>("start_temperature", &S::annealing, &AnnealingOptions::start_temperature,
                      {.help = "in units of the loss", .range = at_least(0)}),
        nested_key<K>("end_temperature", &S::annealing, &AnnealingOptions::end_temperature,
                      {.help = "at the last evaluation", .range = at_least(0)}),
        detail::cooling_key<K>()}},
      {"late-acceptance",
       "One candidate that gives way to what is no worse than it, or than some steps ago",
       {step, own("history", &S::history, {.help = "steps ago", .range = between(1, 1e6)})}},
      {"genetic",
       "Generations of children of the better ones",
       {step, population("candidates of a generation"),
        nested_key<K>("elite", &S::genetic, &GeneticOptions::elite,
                      {.help = "the best, which live on", .range = at_least(0)}),
        nested_key<K>("tournament", &S::genetic, &GeneticOptions::tournament,
                      {.help = "a parent is the best of so many that are drawn", .range = between(1, 1e6)}),
        nested_key<K>("crossover", &S::genetic, &GeneticOptions::crossover,
                      {.help = "probability that a child has two parents", .range = between(0, 1)}),
        nested_key<K>("mutation", &S::genetic, &GeneticOptions::mutation,
                      {.help = "probability that a child is changed", .range = between(0, 1)})}},
      {"cross-entropy",
       "Candidates that are drawn from a distribution that is fitted to the best of them",
       {population("candidates of a round"),
        own("elite_share", &S::elite_share, {.help = "of them, to which it is fitted", .range = between(0, 1)}),
        own("smoothing", &S::smoothing, {.help = "how far it moves there", .range = between(0, 1)})}},
      {"particle-swarm",
       "Candidates that fly towards the best that they, and all of them, have seen",
       {nested_key<K>("particles", &S::swarm, &SwarmOptions::particles,
                      {.help = "of the swarm", .range = between(1, 1e6)}),
        nested_key<K>("inertia", &S::swarm, &SwarmOptions::inertia,
                      {.help = "of the velocity", .range = between(0, 10)}),
        nested_key<K>("own", &S::swarm, &SwarmOptions::own,
                      {.help = "pull towards a particle's best", .range = between(0, 10)}),
        nested_key<K>("all", &S::swarm, &SwarmOptions::all,
                      {.help = "pull towards the best of all", .range = between(0, 10)})},
       true},
  };
}

}  // namespace aleator
