// Climbing: one candidate that gives way to neighbours that are no worse, or not much.
#pragma once

#include <cmath>
#include <stdexcept>

#include "core/local_search/problem.hpp"
#include "core/random/real.hpp"

namespace aleator::local_search {

namespace detail {

/// A candidate with its score.
template <Problem P>
struct Scored {
  typename P::Candidate candidate;
  typename P::Score score;
};

template <Problem P>
Scored<P> scored(typename P::Candidate candidate, Evaluator<P>& evaluate) {
  typename P::Score score = evaluate(candidate);
  return {std::move(candidate), std::move(score)};
}

}  // namespace detail

struct HillClimbingOptions {
  bool accept_equal = true;  // neighbours that are as good are gone to
  std::int64_t restart = 0;  // neighbours without a better one, after which it begins at random again; 0: never
};

/// Goes to a random neighbour if it is better. With restart it is random-restart hill climbing.
template <Problem P>
Found<P> hill_climb(P& problem, const HillClimbingOptions& options, const Limits<P>& limits, PhiloxStream& random) {
  if (options.restart < 0) throw std::invalid_argument(text("restart: ", options.restart, " is below 0"));
  Evaluator<P> evaluate(problem, limits);
  while (!evaluate.done()) {
    auto current = detail::scored<P>(problem.random(random), evaluate);
    std::int64_t failures = 0;
    while (!evaluate.done() && (options.restart == 0 || failures < options.restart)) {
      auto next = detail::scored<P>(problem.neighbour(current.candidate, random), evaluate);
      const bool better = problem.better(next.score, current.score);
      failures = better ? 0 : failures + 1;
      if (better || (options.accept_equal && !problem.better(current.score, next.score))) current = std::move(next);
    }
  }
  return evaluate.take();
}

enum class Cooling : std::uint8_t { geometric, linear };

struct AnnealingOptions {
  double start_temperature = 0.1;  // in units of the loss
  double end_temperature = 1e-4;
  Cooling cooling = Cooling::geometric;
};

/// Goes to a neighbour whose loss is larger by d with probability exp(-d / temperature), which falls from evaluation to
/// evaluation from the start temperature to the end temperature.
/// Source: Kirkpatrick, Gelatt, Vecchi, Optimization by Simulated Annealing (1983).
/// @throws std::invalid_argument unless start >= end > 0 (geometric) or end >= 0 (linear)
template <MeasuredProblem P>
Found<P> anneal(P& problem, const AnnealingOptions& options, const Limits<P>& limits, PhiloxStream& random) {
  const bool geometric = options.cooling == Cooling::geometric;
  if (!(options.start_temperature >= options.end_temperature) || options.end_temperature < 0 ||
      (geometric && options.end_temperature <= 0)) {
    throw std::invalid_argument(text("temperatures ", options.start_temperature, " to ", options.end_temperature,
                                     " do not fall, or not to a number above 0"));
  }
  Evaluator<P> evaluate(problem, limits);
  auto current = detail::scored<P>(problem.random(random), evaluate);
  while (!evaluate.done()) {
    const double time = static_cast<double>(evaluate.evaluations()) / static_cast<double>(evaluate.limit());
    const double temperature =
        geometric ? options.start_temperature * std::pow(options.end_temperature / options.start_temperature, time)
                  : options.start_temperature + time * (options.end_temperature - options.start_temperature);
    auto next = detail::scored<P>(problem.neighbour(current.candidate, random), evaluate);
    const double rise = problem.loss(next.score) - problem.loss(current.score);
    const double chance = uniform_real(random);
    if (rise <= 0 || (temperature > 0 && chance < std::exp(-rise / temperature))) current = std::move(next);
  }
  return evaluate.take();
}

/// Goes to a neighbour that is no worse than the current candidate, or than the one of `history` steps ago.
/// Source: Burke and Bykov, The Late Acceptance Hill-Climbing Heuristic (2017).
/// @throws std::invalid_argument for a history below 1
template <Problem P>
Found<P> late_acceptance(P& problem, std::int64_t history, const Limits<P>& limits, PhiloxStream& random) {
  if (history < 1) throw std::invalid_argument(text("history: ", history, " is below 1"));
  Evaluator<P> evaluate(problem, limits);
  auto current = detail::scored<P>(problem.random(random), evaluate);
  std::vector<typename P::Score> past(static_cast<std::size_t>(history), current.score);
  for (std::size_t i = 0; !evaluate.done(); i = (i + 1) % past.size()) {
    auto next = detail::scored<P>(problem.neighbour(current.candidate, random), evaluate);
    if (!problem.better(current.score, next.score) || !problem.better(past[i], next.score)) current = std::move(next);
    past[i] = current.score;
  }
  return evaluate.take();
}

}  // namespace aleator::local_search
