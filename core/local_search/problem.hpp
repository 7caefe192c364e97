// What the optimisers see of a problem: candidates, their scores, and which score is better. Every optimiser is a
// function of a problem, its options and a random stream, and knows nothing else.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/random/philox_stream.hpp"
#include "core/text.hpp"

namespace aleator::local_search {

/// score() may be anything that better() compares: better(a, b) is a strict weak order. It is called once for each
/// candidate that is looked at.
template <class P>
concept Problem = requires(P& problem, const typename P::Candidate& x, const typename P::Score& score,
                           PhiloxStream& random) {
  { problem.random(random) } -> std::same_as<typename P::Candidate>;
  { problem.neighbour(x, random) } -> std::same_as<typename P::Candidate>;
  { problem.score(x) } -> std::same_as<typename P::Score>;
  { problem.better(score, score) } -> std::same_as<bool>;
};

/// Its scores have a size: loss(score) is small where the score is good.
template <class P>
concept MeasuredProblem = Problem<P> && requires(P& problem, const typename P::Score& score) {
  { problem.loss(score) } -> std::convertible_to<double>;
};

/// Candidates have parents.
template <class P>
concept CrossedProblem = Problem<P> && requires(P& problem, const typename P::Candidate& x, PhiloxStream& random) {
  { problem.crossed(x, x, random) } -> std::same_as<typename P::Candidate>;
};

/// Candidates are drawn from a distribution that can be fitted to some of them: refit(d, elite, smoothing) moves d that
/// share of the way from what it was to what fits them.
template <class P>
concept SampledProblem = Problem<P> && requires(P& problem, typename P::Distribution& distribution,
                                                const std::vector<typename P::Candidate>& elite, PhiloxStream& random) {
  { problem.distribution() } -> std::same_as<typename P::Distribution>;
  { problem.sample(distribution, random) } -> std::same_as<typename P::Candidate>;
  problem.refit(distribution, elite, 0.5);
};

/// Candidates are vectors of numbers.
template <class P>
concept VectorProblem = Problem<P> && std::same_as<typename P::Candidate, std::vector<double>>;

/// When a search ends.
template <Problem P>
struct Limits {
  std::int64_t evaluations = 10'000;  // candidates that are scored
  std::int64_t patience = 0;          // evaluations without a better one, after which it ends; 0: none
  std::stop_token stop = {};
  /// Asked of each new best candidate: whether it is good enough to end the search.
  std::function<bool(const typename P::Candidate&, const typename P::Score&)> enough = {};
};

/// What a search found.
template <Problem P>
struct Found {
  typename P::Candidate best;
  typename P::Score score;
  std::int64_t evaluations = 0;
  std::vector<std::pair<std::int64_t, typename P::Score>> improvements;  // [evaluations until then, score]
};

/// Scores candidates, and remembers the best.
template <Problem P>
class Evaluator {
 public:
  /// @throws std::invalid_argument for less than one evaluation, or patience below 0
  Evaluator(P& problem, Limits<P> limits) : problem_(problem), limits_(std::move(limits)) {
    if (limits_.evaluations < 1) throw std::invalid_argument(text("evaluations: ", limits_.evaluations, " is below 1"));
    if (limits_.patience < 0) throw std::invalid_argument(text("patience: ", limits_.patience, " is below 0"));
  }

  typename P::Score operator()(const typename P::Candidate& x) {
    typename P::Score score = problem_.score(x);
    ++evaluations_;
    if (!found_ || problem_.better(score, found_->score)) {
      if (!found_) {
        found_.emplace(Found<P>{x, score, 0, {}});
      } else {
        found_->best = x;
        found_->score = score;
      }
      found_->improvements.emplace_back(evaluations_, score);
      if (limits_.enough && limits_.enough(x, score)) enough_ = true;
    }
    return score;
  }

  /// Not before something was evaluated.
  bool done() const noexcept {
    if (!found_) return false;
    if (enough_ || evaluations_ >= limits_.evaluations || limits_.stop.stop_requested()) return true;
    return limits_.patience > 0 && evaluations_ - found_->improvements.back().first >= limits_.patience;
  }
  /// Evaluations that are left.
  std::int64_t left() const noexcept { return limits_.evaluations - evaluations_; }
  std::int64_t evaluations() const noexcept { return evaluations_; }
  std::int64_t limit() const noexcept { return limits_.evaluations; }

  /// @pre something was evaluated
  Found<P> take() {
    found_->evaluations = evaluations_;
    return std::move(*found_);
  }

 private:
  P& problem_;
  Limits<P> limits_;
  std::int64_t evaluations_ = 0;
  bool enough_ = false;
  std::optional<Found<P>> found_;
};

}  // namespace aleator::local_search
