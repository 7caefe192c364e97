// Searches with many candidates at a time: genetic, cross-entropy, particle swarm.
#pragma once

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "core/local_search/hill_climbing.hpp"

namespace aleator::local_search {

struct GeneticOptions {
  std::int64_t population = 50;
  std::int64_t elite = 2;       // the best, which live on
  std::int64_t tournament = 3;  // a parent is the best of so many that are drawn
  double crossover = 0.9;       // probability that a child has two parents
  double mutation = 0.7;        // probability that it is changed as a neighbour is
};

namespace detail {

template <Problem P>
void sort_by_score(const P& problem, std::vector<Scored<P>>& all) {
  std::stable_sort(all.begin(), all.end(),
                   [&](const Scored<P>& a, const Scored<P>& b) { return problem.better(a.score, b.score); });
}

inline void require_between(const char* name, double value, double least, double most) {
  if (value >= least && value <= most) return;
  throw std::invalid_argument(text(name, ": ", value, " is not ", least, " to ", most));
}

}  // namespace detail

/// Generations of children of the better ones. @throws std::invalid_argument for options out of range
template <CrossedProblem P>
Found<P> genetic(P& problem, const GeneticOptions& options, const Limits<P>& limits, PhiloxStream& random) {
  detail::require_between("population", static_cast<double>(options.population), 2, 1e9);
  detail::require_between("elite", static_cast<double>(options.elite), 0, static_cast<double>(options.population - 1));
  detail::require_between("tournament", static_cast<double>(options.tournament), 1, 1e9);
  detail::require_between("crossover", options.crossover, 0, 1);
  detail::require_between("mutation", options.mutation, 0, 1);
  const auto size = static_cast<std::size_t>(options.population);
  Evaluator<P> evaluate(problem, limits);
  std::vector<detail::Scored<P>> population;
  while (population.size() < size && !evaluate.done()) {
    population.push_back(detail::scored<P>(problem.random(random), evaluate));
  }
  const auto parent = [&]() -> const typename P::Candidate& {
    std::size_t best = uniform_below(random, population.size());
    for (std::int64_t i = 1; i < options.tournament; ++i) {
      const std::size_t rival = uniform_below(random, population.size());
      if (problem.better(population[rival].score, population[best].score)) best = rival;
    }
    return population[best].candidate;
  };
  while (!evaluate.done()) {
    detail::sort_by_score(problem, population);
    const auto elite = population.begin() + static_cast<std::ptrdiff_t>(options.elite);
    std::vector<detail::Scored<P>> next(population.begin(), elite);
    while (next.size() < size && !evaluate.done()) {
      const typename P::Candidate& first = parent();
      typename P::Candidate child =
          uniform_real(random) < options.crossover ? problem.crossed(first, parent(), random) : first;
      if (uniform_real(random) < options.mutation) child = problem.neighbour(child, random);
      next.push_back(detail::scored<P>(std::move(child), evaluate));
    }
    population = std::move(next);
  }
  return evaluate.take();
}

struct CrossEntropyOptions {
  std::int64_t population = 50;  // samples of a round
  double elite = 0.2;            // share of them to which the distribution is fitted
  double smoothing = 0.7;        // how far it moves there
};

/// Draws candidates, and fits their distribution to the best of them.
/// Source: Rubinstein and Kroese, The Cross-Entropy Method (2004).
/// @throws std::invalid_argument for options out of range
template <SampledProblem P>
Found<P> cross_entropy(P& problem, const CrossEntropyOptions& options, const Limits<P>& limits, PhiloxStream& random) {
  detail::require_between("population", static_cast<double>(options.population), 2, 1e9);
  detail::require_between("elite", options.elite, 0, 1);
  detail::require_between("smoothing", options.smoothing, 0, 1);
  const auto elites =
      std::max<std::size_t>(1, static_cast<std::size_t>(options.elite * static_cast<double>(options.population) + 0.5));
  Evaluator<P> evaluate(problem, limits);
  typename P::Distribution distribution = problem.distribution();
  while (!evaluate.done()) {
    std::vector<detail::Scored<P>> samples;
    while (static_cast<std::int64_t>(samples.size()) < options.population && !evaluate.done()) {
      samples.push_back(detail::scored<P>(problem.sample(distribution, random), evaluate));
    }
    detail::sort_by_score(problem, samples);
    std::vector<typename P::Candidate> elite;
    for (std::size_t i = 0; i < std::min(elites, samples.size()); ++i) elite.push_back(std::move(samples[i].candidate));
    problem.refit(distribution, elite, options.smoothing);
  }
  return evaluate.take();
}

struct SwarmOptions {
  std::int64_t particles = 20;
  double inertia = 0.7298;
  double own = 1.49618;  // pull towards the particle's best
  double all = 1.49618;  // pull towards the best of all
};

/// Particles that fly towards the best places that they, and all of them, have seen.
/// Source: Kennedy and Eberhart, Particle Swarm Optimization (1995); the constants of Clerc and Kennedy (2002).
/// @throws std::invalid_argument for options out of range
template <VectorProblem P>
Found<P> particle_swarm(P& problem, const SwarmOptions& options, const Limits<P>& limits, PhiloxStream& random) {
  detail::require_between("particles", static_cast<double>(options.particles), 1, 1e9);
  detail::require_between("inertia", options.inertia, 0, 10);
  detail::require_between("own", options.own, 0, 10);
  detail::require_between("all", options.all, 0, 10);
  struct Particle {
    std::vector<double> at, velocity;
    detail::Scored<P> best;
  };
  Evaluator<P> evaluate(problem, limits);
  std::vector<Particle> swarm;
  std::size_t leader = 0;
  while (static_cast<std::int64_t>(swarm.size()) < options.particles && !evaluate.done()) {
    auto begin = detail::scored<P>(problem.random(random), evaluate);
    swarm.push_back({begin.candidate, std::vector<double>(begin.candidate.size()), begin});
    if (problem.better(swarm.back().best.score, swarm[leader].best.score)) leader = swarm.size() - 1;
  }
  while (!evaluate.done()) {
    for (std::size_t i = 0; i < swarm.size() && !evaluate.done(); ++i) {
      Particle& particle = swarm[i];
      for (std::size_t d = 0; d < particle.at.size(); ++d) {
        const double to_own = particle.best.candidate[d] - particle.at[d];
        const double to_all = swarm[leader].best.candidate[d] - particle.at[d];
        const double own_pull = options.own * uniform_real(random);
        const double common_pull = options.all * uniform_real(random);
        particle.velocity[d] = options.inertia * particle.velocity[d] + own_pull * to_own + common_pull * to_all;
        particle.at[d] += particle.velocity[d];
      }
      auto here = detail::scored<P>(particle.at, evaluate);
      if (!problem.better(here.score, particle.best.score)) continue;
      particle.best = std::move(here);
      if (problem.better(particle.best.score, swarm[leader].best.score)) leader = i;
    }
  }
  return evaluate.take();
}

}  // namespace aleator::local_search
