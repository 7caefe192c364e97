// The optimisers on problems whose optima are known; the seeds are fixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "core/local_search/candidates.hpp"
#include "core/local_search/hill_climbing.hpp"
#include "core/local_search/populations.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::local_search {
namespace {

PhiloxStream stream(std::uint64_t number) {
  return {StreamKey{3, 1}, number, 0};
}

/// Choices that add up to as much as they can; many neighbours are as good.
struct LargestSum : ChoiceCandidates {
  using Score = std::int64_t;
  explicit LargestSum(std::size_t entries) : ChoiceCandidates(std::vector<std::uint8_t>(entries, 4)) {}
  std::int64_t score(const Candidate& x) {
    ++scored;
    return std::accumulate(x.begin(), x.end(), std::int64_t{0});
  }
  bool better(std::int64_t a, std::int64_t b) const { return a > b; }
  double loss(std::int64_t score) const { return -static_cast<double>(score); }
  std::int64_t scored = 0;
};

/// A slope up to a wide hill, away from a high one: numbers 0 ... 30 on a line, neighbours are one apart.
struct TwoHills {
  using Candidate = int;
  using Score = int;
  int random(PhiloxStream&) const { return 10; }
  int neighbour(int x, PhiloxStream& random) const {
    return std::clamp(x + (uniform_below(random, 2) == 0 ? -1 : 1), 0, 30);
  }
  int score(int x) const { return x < 15 ? 10 - std::abs(x - 8) : x < 18 ? 3 : 20 - std::abs(x - 24); }
  bool better(int a, int b) const { return a > b; }
  double loss(int score) const { return -score; }
};

/// A bowl, its axes of different widths, with the least value 0 at (1, 2, 3, ...).
struct Bowl : NumberCandidates {
  using Score = double;
  explicit Bowl(std::size_t size) : NumberCandidates(size, 10, 0.3) {}
  double score(const Candidate& x) const {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double off = x[i] - static_cast<double>(i + 1);
      sum += off * off * static_cast<double>(i + 1);
    }
    return sum;
  }
  bool better(double a, double b) const { return a < b; }
  double loss(double score) const { return score; }
};

/// A round trip through points on a circle: the shortest goes round it. Neighbours turn a part of the way around.
struct RoundTrip {
  using Candidate = std::vector<int>;
  using Score = double;
  static constexpr int points = 12;
  Candidate random(PhiloxStream& random) const {
    Candidate x(points);
    std::iota(x.begin(), x.end(), 0);
    for (std::size_t i = x.size(); i > 1; --i) std::swap(x[i - 1], x[uniform_below(random, i)]);
    return x;
  }
  Candidate neighbour(Candidate x, PhiloxStream& random) const {
    std::size_t a = uniform_below(random, x.size());
    std::size_t b = uniform_below(random, x.size());
    if (a > b) std::swap(a, b);
    std::reverse(x.begin() + static_cast<std::ptrdiff_t>(a), x.begin() + static_cast<std::ptrdiff_t>(b) + 1);
    return x;
  }
  double score(const Candidate& x) const {
    double length = 0;
    for (std::size_t i = 0; i < x.size(); ++i) length += chord(x[i] - x[(i + 1) % x.size()]);
    return length;
  }
  bool better(double a, double b) const { return a < b - 1e-9; }
  double loss(double score) const { return score; }
  static double chord(int apart) { return 2 * std::abs(std::sin(std::numbers::pi * apart / points)); }
};

template <Problem P>
Limits<P> limits(std::int64_t evaluations) {
  Limits<P> result;
  result.evaluations = evaluations;
  return result;
}

TEST(LocalSearch, every_method_finds_the_largest_sum) {
  constexpr std::int64_t most = 3 * 20;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    LargestSum problem(20);
    PhiloxStream random = stream(seed);
    const auto budget = limits<LargestSum>(6'000);
    EXPECT_EQ(hill_climb(problem, {}, budget, random).score, most);
    EXPECT_EQ(hill_climb(problem, {false, 500}, budget, random).score, most);
    EXPECT_EQ(anneal(problem, {1, 0.05, Cooling::geometric}, budget, random).score, most);
    EXPECT_EQ(anneal(problem, {1, 0, Cooling::linear}, budget, random).score, most);
    EXPECT_EQ(late_acceptance(problem, 10, budget, random).score, most);
    EXPECT_EQ(genetic(problem, {}, budget, random).score, most);
    EXPECT_EQ(cross_entropy(problem, {100, 0.2, 0.4}, budget, random).score, most);
  }
}

TEST(LocalSearch, every_method_finds_the_shortest_round_trip_or_the_bottom_of_a_bowl) {
  const double circle = RoundTrip::points * RoundTrip::chord(1);
  RoundTrip trip;
  PhiloxStream random = stream(9);
  EXPECT_NEAR(hill_climb(trip, {true, 300}, limits<RoundTrip>(20'000), random).score, circle, 1e-9);
  EXPECT_NEAR(anneal(trip, {1, 0.01, Cooling::geometric}, limits<RoundTrip>(20'000), random).score, circle, 1e-9);
  EXPECT_NEAR(late_acceptance(trip, 50, limits<RoundTrip>(20'000), random).score, circle, 1e-9);
  Bowl bowl(4);
  EXPECT_LT(hill_climb(bowl, {}, limits<Bowl>(20'000), random).score, 0.01);
  EXPECT_LT(genetic(bowl, {}, limits<Bowl>(20'000), random).score, 0.01);
  EXPECT_LT(cross_entropy(bowl, {}, limits<Bowl>(20'000), random).score, 1e-9);
  EXPECT_LT(particle_swarm(bowl, {}, limits<Bowl>(20'000), random).score, 1e-9);
}

TEST(LocalSearch, climbing_stays_on_the_near_hill_and_annealing_leaves_it) {
  TwoHills hills;
  int annealed = 0;
  int late = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    PhiloxStream random = stream(seed);
    EXPECT_EQ(hill_climb(hills, {}, limits<TwoHills>(20'000), random).score, 10);
    annealed += anneal(hills, {8, 0.2, Cooling::geometric}, limits<TwoHills>(20'000), random).score == 20;
    late += late_acceptance(hills, 1'000, limits<TwoHills>(20'000), random).score == 20;
  }
  EXPECT_GE(annealed, 18);
  EXPECT_EQ(late, 0);  // it never goes below what it began with: the valley is deeper
}

TEST(LocalSearch, counts_its_evaluations_and_tells_its_improvements) {
  LargestSum problem(20);
  PhiloxStream random = stream(1);
  const auto found = genetic(problem, {}, limits<LargestSum>(777), random);
  EXPECT_EQ(found.evaluations, 777);
  EXPECT_EQ(problem.scored, 777);
  EXPECT_EQ(found.score, found.improvements.back().second);
  EXPECT_EQ(problem.score(found.best), found.score);
  for (std::size_t i = 1; i < found.improvements.size(); ++i) {
    EXPECT_GT(found.improvements[i].first, found.improvements[i - 1].first);
    EXPECT_GT(found.improvements[i].second, found.improvements[i - 1].second);
  }
}

TEST(LocalSearch, ends_early_when_it_should) {
  LargestSum problem(20);
  PhiloxStream random = stream(1);
  auto limit = limits<LargestSum>(100'000);
  limit.enough = [](const auto&, std::int64_t score) { return score >= 50; };
  const auto found = hill_climb(problem, {}, limit, random);
  EXPECT_GE(found.score, 50);
  EXPECT_EQ(found.evaluations, found.improvements.back().first);
  limit.enough = {};
  limit.patience = 2'000;
  const auto patient = hill_climb(problem, {}, limit, random);
  EXPECT_EQ(patient.evaluations, patient.improvements.back().first + 2'000);
  std::stop_source stop;
  stop.request_stop();
  limit.stop = stop.get_token();
  EXPECT_EQ(late_acceptance(problem, 5, limit, random).evaluations, 1);
  EXPECT_EQ(hill_climb(problem, {}, limit, random).evaluations, 1);
  EXPECT_EQ(cross_entropy(problem, {}, limit, random).evaluations, 1);
}

TEST(LocalSearch, follows_from_its_stream) {
  Bowl bowl(3);
  const auto run = [&](std::uint64_t seed) {
    PhiloxStream random = stream(seed);
    return particle_swarm(bowl, {}, limits<Bowl>(500), random).best;
  };
  EXPECT_EQ(run(4), run(4));
  EXPECT_NE(run(4), run(5));
}

TEST(LocalSearch, refuses_what_makes_no_sense) {
  LargestSum problem(3);
  Bowl bowl(3);
  PhiloxStream random = stream(0);
  const auto budget = limits<LargestSum>(10);
  EXPECT_EQ(refusal([&] { hill_climb(problem, {}, limits<LargestSum>(0), random); }), "evaluations: 0 is below 1");
  EXPECT_EQ(refusal([&] { late_acceptance(problem, 0, budget, random); }), "history: 0 is below 1");
  EXPECT_EQ(refusal([&] {
              anneal(problem, {1, 2, Cooling::linear}, budget, random);
            }),
            "temperatures 1 to 2 do not fall, or not to a number above 0");
  EXPECT_EQ(refusal([&] { genetic(problem, {1, 0, 1, 1, 1}, budget, random); }), "population: 1 is not 2 to 1e+09");
  EXPECT_EQ(refusal([&] { cross_entropy(problem, {10, 2, 1}, budget, random); }), "elite: 2 is not 0 to 1");
  EXPECT_EQ(refusal([&] {
              particle_swarm(bowl, {0, 1, 1, 1}, limits<Bowl>(10), random);
            }),
            "particles: 0 is not 1 to 1e+09");
}

}  // namespace
}  // namespace aleator::local_search
