#include "core/games/snakes_and_ladders/optimise/simplex.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

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
  constexpr double enough = 1e-4;     // of the descent that the slope promises
  constexpr double rounding = 1e-13;  // below it values tell nothing, but gradients do
  std::vector<double> here = std::move(start);
  std::int64_t evaluations = 0;
  const auto look = [&](const std::vector<double>& point) {  // slopes differ from the gradient by a constant
    Sloped seen = f(point);
    ++evaluations;
    if (!seen.gradient.empty()) seen.gradient = slopes_to_vertices(point, seen.gradient);
    return seen;
  };
  Sloped at = look(here);
  RecentValues recent;
  double step = 1;
  while (least(at.gradient) < -options.tolerance && evaluations < options.max_evaluations) {
    const std::vector<double> direction = direction_of(here, at.gradient, step);
    const double descent = product(direction, at.gradient);
    if (!(descent < 0)) break;
    recent.add(at.value);
    double share = 1;
    Sloped there;
    std::vector<double> next;
    do {
      next = nearest_distribution(moved(here, share, direction));
      there = look(next);
      if (there.value <= recent.worst() + enough * share * descent + rounding * std::abs(at.value)) break;
      share /= 2;
    } while (share > 1e-12);
    if (share <= 1e-12) break;
    step = spectral_step(moved(next, -1, here), at.gradient, there.gradient);
    here = std::move(next);
    at = std::move(there);
  }
  return {std::move(here), at.value, least(at.gradient), evaluations};
}

}  // namespace aleator
