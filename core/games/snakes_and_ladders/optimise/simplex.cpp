#include "core/games/snakes_and_ladders/optimise/simplex.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace aleator {
namespace {

constexpr double shortest_step = 1e-10;
constexpr double longest_step = 1e10;

double least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

/// The sum of a(i) b(i), where 0 times infinity is 0.
double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] == 0 ? 0 : a[i] * b[i];
  return sum;
}

std::vector<double> moved(const std::vector<double>& from, double step, const std::vector<double>& direction) {
  std::vector<double> to = from;
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += direction[i] == 0 ? 0 : step * direction[i];
  return to;
}

/// Where to go from here: towards the nearest distribution of a step along the gradient.
std::vector<double> direction_of(const std::vector<double>& here, const std::vector<double>& gradient, double step) {
  std::vector<double> direction = nearest_distribution(moved(here, -step, gradient));
  for (std::size_t i = 0; i < here.size(); ++i) direction[i] -= here[i];
  return direction;
}

/// The last values, of which a step must beat the worst.
class RecentValues {
 public:
  void add(double value) {
    values_[next_] = value;
    next_ = (next_ + 1) % values_.size();
  }
  double worst() const { return *std::max_element(values_.begin(), values_.end()); }

 private:
  std::vector<double> values_ = std::vector<double>(10, -std::numeric_limits<double>::infinity());
  std::size_t next_ = 0;
};

/// The step that the curvature along the last move suggests (Barzilai and Borwein).
double spectral_step(const std::vector<double>& move, const std::vector<double>& before,
                     const std::vector<double>& after) {
  double turn = 0;
  for (std::size_t i = 0; i < move.size(); ++i) turn += move[i] == 0 ? 0 : move[i] * (after[i] - before[i]);
  if (!(turn > 0)) return longest_step;
  return std::clamp(product(move, move) / turn, shortest_step, longest_step);
}

/// One search for a minimum.
class Descent {
 public:
  Descent(const SimplexFunction& f, std::vector<double> start, const SimplexSearch& options)
      : f_(f), options_(options), here_(std::move(start)), at_(look(here_)) {}

  SimplexMinimum run() && {
    while (least(at_.gradient) < -options_.tolerance && evaluations_ < options_.max_evaluations) {
      if (go(direction_of(here_, at_.gradient, step_))) continue;
      if (bar_jumps()) continue;
      // Elements that no one may leave 0 with another one: one at a time.
      if (!go(direction_to(steepest()))) break;
    }
    return {std::move(here_), at_.value, least(at_.gradient), evaluations_};
  }

 private:
  static constexpr double rounding = 1e-13;  // below it values tell nothing, but gradients do

  Sloped look(const std::vector<double>& point) {  // slopes differ from the gradient by a constant
    Sloped seen = f_(point);
    ++evaluations_;
    if (!seen.gradient.empty()) seen.gradient = slopes_to_vertices(point, seen.gradient);
    return seen;
  }

  /// As far in this direction as the value falls; false if it does not.
  bool go(const std::vector<double>& direction) {
    constexpr double enough = 1e-4;  // of the descent that the slope promises
    constexpr double shortest = 1e-12;
    const double descent = product(direction, at_.gradient);
    if (!(descent < 0)) return false;
    recent_.add(at_.value);
    for (double share = 1; share > shortest; share /= 2) {
      std::vector<double> next = nearest_distribution(moved(here_, share, direction));
      Sloped there = look(next);
      if (there.value > recent_.worst() + enough * share * descent + rounding * std::abs(at_.value)) continue;
      step_ = spectral_step(moved(next, -1, here_), at_.gradient, there.gradient);
      here_ = std::move(next);
      at_ = std::move(there);
      return true;
    }
    return false;
  }

  /// Where the value jumps up as soon as an element leaves 0 (or becomes infinite), the slope is +infinity, whatever
  /// the gradient at 0 says. Returns whether there was such an element that seemed to lead down.
  bool bar_jumps() {
    bool any = false;
    for (std::size_t i = 0; i < here_.size(); ++i) {
      if (here_[i] > 0 || !(at_.gradient[i] < -options_.tolerance) || !jumps_towards(i)) continue;
      at_.gradient[i] = std::numeric_limits<double>::infinity();
      any = true;
    }
    return any;
  }

  bool jumps_towards(std::size_t vertex) {
    const std::vector<double> direction = direction_to(vertex);
    for (const double share : {0x1p-20, 0x1p-40}) {
      if (!(look(moved(here_, share, direction)).value > at_.value + rounding * std::abs(at_.value))) return false;
    }
    return true;
  }

  std::size_t steepest() const {
    const auto& slopes = at_.gradient;
    return static_cast<std::size_t>(std::min_element(slopes.begin(), slopes.end()) - slopes.begin());
  }

  std::vector<double> direction_to(std::size_t vertex) const {
    std::vector<double> direction = moved(std::vector<double>(here_.size(), 0.0), -1, here_);
    direction[vertex] += 1;
    return direction;
  }

  const SimplexFunction& f_;
  SimplexSearch options_;
  std::int64_t evaluations_ = 0;
  std::vector<double> here_;
  Sloped at_;
  RecentValues recent_;
  double step_ = 1;
};

}  // namespace

std::vector<double> nearest_distribution(const std::vector<double>& point) {
  std::vector<double> sorted = point;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0;
  double shift = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    sum += sorted[i];
    const double candidate = (sum - 1) / static_cast<double>(i + 1);
    if (sorted[i] > candidate) shift = candidate;
  }
  std::vector<double> nearest = point;
  constexpr double dust = 1e-15;  // of rounding
  for (double& probability : nearest) probability = probability - shift > dust ? probability - shift : 0.0;
  const double total = product(nearest, std::vector<double>(nearest.size(), 1.0));
  for (double& probability : nearest) probability /= total;
  return nearest;
}

std::vector<double> slopes_to_vertices(const std::vector<double>& distribution, const std::vector<double>& gradient) {
  const double mean = product(distribution, gradient);
  std::vector<double> slopes = gradient;
  for (double& slope : slopes) slope -= mean;
  return slopes;
}

SimplexMinimum minimise_on_simplex(const SimplexFunction& f, std::vector<double> start, const SimplexSearch& options) {
  return Descent(f, std::move(start), options).run();
}

}  // namespace aleator
