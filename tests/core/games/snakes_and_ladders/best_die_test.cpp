#include "core/games/snakes_and_ladders/optimise/best_die.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/core/games/snakes_and_ladders/reference.hpp"

namespace aleator {
namespace {

namespace reference = snakes_reference;
using Point = std::vector<double>;

TEST(Simplex, the_nearest_distribution_by_hand) {
  EXPECT_EQ(nearest_distribution({0.25, 0.75}), (Point{0.25, 0.75}));
  EXPECT_EQ(nearest_distribution({2, 0, -5}), (Point{1, 0, 0}));
  EXPECT_EQ(nearest_distribution({1, 1}), (Point{0.5, 0.5}));
  EXPECT_EQ(nearest_distribution({0.5, 0.5, -std::numeric_limits<double>::infinity()}), (Point{0.5, 0.5, 0}));
}

TEST(Simplex, slopes_to_vertices_by_hand) {
  EXPECT_EQ(slopes_to_vertices({0.5, 0.5, 0}, {1, 3, 5}), (Point{-1, 1, 3}));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(slopes_to_vertices({1, 0}, {2, infinity}), (Point{0, infinity}));
}

/// The sum of (x - target)^2, of which the nearest distribution is the minimum.
TEST(Simplex, minima_of_a_bowl_are_the_nearest_points) {
  for (const Point& target : {Point{0.2, 0.3, 0.5}, Point{0.9, 0.4, -0.8}, Point{-1, -1, 3}, Point{1, 1, 1}}) {
    const SimplexFunction f = [&](const Point& x) {
      Sloped at{0, Point(x.size())};
      for (std::size_t i = 0; i < x.size(); ++i) {
        at.value += (x[i] - target[i]) * (x[i] - target[i]);
        at.gradient[i] = 2 * (x[i] - target[i]);
      }
      return at;
    };
    const SimplexMinimum found = minimise_on_simplex(f, {0.1, 0.1, 0.8}, {});
    const Point truth = nearest_distribution(target);
    for (std::size_t i = 0; i < truth.size(); ++i) EXPECT_NEAR(found.distribution[i], truth[i], 1e-8);
    EXPECT_GE(found.least_slope, -1e-8);
  }
}

/// Down to the second element, it seems, but any of it costs 5 at once, or for ever; down to the third, truly.
TEST(Simplex, no_way_leads_down_where_the_value_jumps_up) {
  for (const double jump : {5.0, std::numeric_limits<double>::infinity()}) {
    const SimplexFunction f = [&](const Point& x) {
      if (x[1] > 0 && std::isinf(jump)) return Sloped{jump, {}};
      return Sloped{3 - x[1] - x[2] + (x[1] > 0 ? jump : 0), {0, -1, -1}};
    };
    const SimplexMinimum found = minimise_on_simplex(f, {1, 0, 0}, {});
    EXPECT_EQ(found.distribution, (Point{0, 0, 1}));
    EXPECT_EQ(found.value, 2);
    EXPECT_GE(found.least_slope, -1e-8);
    const SimplexFunction g = [&](const Point& x) {
      const Sloped at = f(x);
      return at.gradient.empty() ? at : Sloped{at.value + 9 * x[2], {0, -1, 8}};
    };
    const SimplexMinimum stays = minimise_on_simplex(g, {1, 0, 0}, {});
    EXPECT_EQ(stays.distribution, (Point{1, 0, 0}));
    EXPECT_GE(stays.least_slope, -1e-8);
  }
}

TEST(Simplex, of_elements_that_never_go_together_one_is_taken) {
  const SimplexFunction f = [](const Point& x) {
    if (x[1] > 0 && x[2] > 0) return Sloped{std::numeric_limits<double>::infinity(), {}};
    return Sloped{x[0], {1, 0, 0}};
  };
  const SimplexMinimum found = minimise_on_simplex(f, {1, 0, 0}, {});
  EXPECT_EQ(found.value, 0);
  EXPECT_GE(found.least_slope, -1e-8);
}

TEST(Simplex, a_search_that_is_cut_tells_its_slope) {
  const SimplexFunction f = [](const Point& x) { return Sloped{std::exp(9 * x[0]), {9 * std::exp(9 * x[0]), 0}}; };
  const SimplexMinimum found = minimise_on_simplex(f, {0.9, 0.1}, {1e-8, 1});
  EXPECT_EQ(found.evaluations, 1);
  EXPECT_LT(found.least_slope, -1e-8);
}

TEST(BestDie, derivatives_are_those_of_small_changes) {
  reference::RandomRules random(21);
  for (int done = 0; done < 40;) {
    const SnakesRules rules = random.valid_rules();
    const SnakesAndLadders game(rules);
    const Point fair = fair_faces<double>(4);
    const Sloped at = turns_of_die(game, fair);
    if (!(at.value < 100)) continue;
    ++done;
    for (std::size_t from = 0; from < 4; ++from) {
      for (std::size_t to = 0; to < 4; ++to) {
        constexpr double step = 1e-5;
        Point more = fair, less = fair;
        more[to] += step, more[from] -= step;
        less[to] -= step, less[from] += step;
        const double slope = (turns_of_die(game, more).value - turns_of_die(game, less).value) / (2 * step);
        EXPECT_NEAR(at.gradient[to] - at.gradient[from], slope, 1e-5 * std::max(1.0, at.value * at.value));
      }
    }
  }
}

/// All dice of three faces in steps of 1/200.
TEST(BestDie, no_die_is_better_than_the_best) {
  reference::RandomRules random(22);
  for (int done = 0; done < 8;) {
    SnakesRules rules = random.valid_rules();
    rules.six_again = false;  // then the least may only be approached
    if (!problems_of(rules).empty()) continue;
    const SnakesAndLadders game(rules);
    if (!(turns_of_die(game, fair_faces<double>(3)).value < 100)) continue;
    SCOPED_TRACE(done++);
    const BestDice found = best_dice(game, {3, 64, {}}, {7, 1});
    ASSERT_FALSE(found.optima.empty());
    EXPECT_TRUE(std::is_sorted(found.optima.begin(), found.optima.end(),
                               [](const BestDie& a, const BestDie& b) { return a.minimum.value < b.minimum.value; }));
    std::int64_t starts = found.starts_failed;
    for (const BestDie& die : found.optima) starts += die.starts;
    EXPECT_GE(starts, 65);  // and dice of one face that end games
    EXPECT_LE(starts, 68);
    for (int a = 0; a <= 200; ++a) {
      for (int b = 0; a + b <= 200; ++b) {
        const double turns = turns_of_die(game, {a / 200.0, b / 200.0, (200 - a - b) / 200.0}).value;
        ASSERT_GE(turns, found.optima.front().minimum.value - 1e-9) << a << " " << b;
      }
    }
  }
}

TEST(BestDie, every_optimum_is_one_of_its_surroundings) {
  const SnakesAndLadders game({});
  const BestDice found = best_dice(game, {6, 64, {}}, {2026, 1});
  EXPECT_EQ(found.starts_failed, 0);
  EXPECT_NEAR(found.fair_turns, 39.22512230823496, 1e-11);
  EXPECT_NEAR(found.optima.front().minimum.value, 16, 1e-12);  // by fives only
  EXPECT_TRUE(std::any_of(found.optima.begin(), found.optima.end(),
                          [](const BestDie& die) { return std::abs(die.minimum.value - 29.2099456822) < 1e-9; }));
  PhiloxStream random({3, 4}, 0, 0);
  for (const BestDie& die : found.optima) {
    EXPECT_GE(die.minimum.least_slope, -1e-8);
    for (int i = 0; i < 200; ++i) {
      Point near = die.minimum.distribution;
      for (double& p : near) p += 1e-3 * (static_cast<double>(random() >> 11) * 0x1p-53 - 0.5);
      EXPECT_GE(turns_of_die(game, nearest_distribution(near)).value, die.minimum.value - 1e-9);
    }
  }
}

TEST(BestDie, two_faces_in_closed_form) {
  SnakesRules rules;  // one roll of 2, or two rolls: 2 - p(2) turns
  rules.tiles = 2;
  rules.overshoot = PastLast::arrive;
  rules.jumps.emplace();
  const BestDice found = best_dice(SnakesAndLadders(rules), {2, 32, {}}, {1, 1});
  ASSERT_EQ(found.optima.size(), 1u);
  EXPECT_EQ(found.optima.front().minimum.distribution, (Point{0, 1}));
  EXPECT_EQ(found.optima.front().minimum.value, 1);
  EXPECT_EQ(found.optima.front().starts, 35);
}

TEST(BestDie, refuses_dice_that_end_no_game) {
  SnakesRules rules;
  rules.board = "classic-16";
  EXPECT_THROW(best_dice(SnakesAndLadders(rules), {1, 32, {}}, {1, 1}), std::invalid_argument);
}

/// A die of nothing but 25 takes 4 turns. With 30 it would seem to take fewer, but may come to where none of them leads
/// on.
TEST(BestDie, every_start_finds_an_optimum_where_faces_lead_astray) {
  SnakesRules rules;
  rules.board = "milton-bradley";
  rules.overshoot = PastLast::stay;
  const SnakesAndLadders game(rules);
  const BestDice found = best_dice(game, {.faces = 30, .starts = 64}, StreamKey{});
  EXPECT_EQ(found.starts_failed, 0);
  EXPECT_EQ(found.optima.front().minimum.value, 4);
}

}  // namespace
}  // namespace aleator
