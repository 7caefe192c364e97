#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "core/games/snakes_and_ladders/analysis/exact.hpp"
#include "core/games/snakes_and_ladders/analysis/faces.hpp"
#include "core/games/snakes_and_ladders/analysis/length.hpp"
#include "core/games/snakes_and_ladders/analysis/more_jumps.hpp"
#include "core/games/snakes_and_ladders/analysis/shortest.hpp"
#include "core/games/snakes_and_ladders/analysis/visits.hpp"
#include "tests/core/games/snakes_and_ladders/reference.hpp"

namespace aleator {
namespace {

namespace reference = snakes_reference;
using reference::Real;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Calls check(rules) for many rules whose games are not too long to be played through.
template <class Check>
void on_random_rules(std::uint64_t seed, int count, Check check) {
  reference::RandomRules random(seed);
  for (int done = 0; done < count;) {
    const SnakesRules rules = random.valid_rules();
    if (!(expected_turns(SnakesMoves(rules), roll_of(rules)) < 300)) continue;
    SCOPED_TRACE(done++);
    check(rules);
    if (testing::Test::HasFatalFailure()) return;
  }
}

void expect_near(double value, Real truth, double relative = 1e-12) {
  EXPECT_NEAR(value, static_cast<double>(truth), relative * std::max(1.0, std::abs(static_cast<double>(truth))));
}

template <class Truth>
void expect_all_near(const std::vector<double>& values, const Truth& truth) {
  ASSERT_EQ(values.size(), truth.size());
  for (std::size_t i = 0; i < values.size(); ++i) expect_near(values[i], truth[i]);
}

TEST(SnakesAnalysis, expectations_are_those_of_playing_every_game) {
  on_random_rules(11, 60, [](const SnakesRules& rules) {
    const reference::Played played = reference::play(rules);
    const SnakesAndLadders game(rules);
    const SnakesChain chain(game);
    const Real mean = played.moment(1);
    expect_near(chain.expected_turns().front(), mean);
    expect_near(chain.expected_rolls().front(), played.rolls);
    expect_near(turns_variance(chain), played.moment(2) - mean * mean, 1e-11);
    expect_all_near(tile_visits(chain), played.visits);
    expect_all_near(jump_uses(chain), played.jump_uses);
  });
}

TEST(SnakesAnalysis, turns_from_every_tile_are_those_of_every_start) {
  SnakesRules rules;
  rules.tiles = 12;
  rules.jumps = {{3, 8}, {10, 2}};
  rules.six_again = true;
  const SnakesAndLadders game(rules);
  const auto turns = by_tile(game.moves(), SnakesChain(game).expected_turns());
  ASSERT_EQ(turns.size(), 13u);
  EXPECT_EQ(turns.back(), 0);
  for (std::int32_t tile = 0; tile < 12; ++tile) {
    Real sum = 0;  // of P(turns > t)
    reference::Weights here(13, 0);
    here[tile] = 1;
    for (std::int64_t t = 0; reference::on_their_way(here) > 1e-18L; ++t) {
      sum += reference::on_their_way(here);
      here = reference::after_turn(rules, t, here);
    }
    expect_near(turns[tile], sum);
  }
}

TEST(SnakesAnalysis, tiles_from_where_the_last_one_may_be_missed_take_for_ever) {
  SnakesRules rules;
  rules.tiles = 4;
  rules.die_probabilities = {0, 1};
  rules.jumps.emplace();
  const SnakesAndLadders game(rules);  // odd tiles are never seen
  EXPECT_EQ(by_tile(game.moves(), SnakesChain(game).expected_turns()),
            (std::vector<double>{2, infinity, 1, infinity, 0}));
}

TEST(SnakesAnalysis, distributions_are_those_of_playing_every_game) {
  on_random_rules(12, 60, [](const SnakesRules& rules) {
    const reference::Played played = reference::play(rules);
    Occupation occupation;
    const Distribution turns = turns_distribution(SnakesAndLadders(rules), {}, {}, &occupation);
    EXPECT_LE(turns.tail_mass, 1e-15);
    const auto width = static_cast<std::size_t>(rules.tiles) + 1;
    ASSERT_EQ(occupation.size(), turns.probability.size() * width);
    ASSERT_LE(turns.probability.size(), played.ended.size());
    for (std::size_t t = 0; t < turns.probability.size(); ++t) {
      ASSERT_NEAR(turns.probability[t], static_cast<double>(played.ended[t]), 1e-13);
      for (std::size_t tile = 0; tile < width; ++tile) {
        ASSERT_NEAR(occupation[t * width + tile], static_cast<double>(played.on_tile[t][tile]), 1e-13);
      }
    }
  });
}

TEST(SnakesAnalysis, a_distribution_that_is_cut_tells_what_is_missing) {
  const Distribution turns = turns_distribution(SnakesAndLadders({}), {1e-15, 20});
  ASSERT_EQ(turns.probability.size(), 21u);
  Real sum = turns.tail_mass;
  for (const double p : turns.probability) sum += p;
  expect_near(static_cast<double>(sum), 1);
  EXPECT_GT(turns.tail_mass, 0.7);
}

/// Round by round: as long as nobody has arrived, each player does so with the hazard of the round.
TEST(SnakesAnalysis, players_win_as_the_rounds_go) {
  on_random_rules(13, 30, [](const SnakesRules& rules) {
    const reference::Played played = reference::play(rules);
    const Distribution turns = turns_distribution(SnakesAndLadders(rules), {});
    for (const std::int64_t players : {1, 2, 3, 7}) {
      reference::Weights wins(static_cast<std::size_t>(players), 0);
      Real running = 1, first = 0, all = 0, alone = 1;
      for (std::size_t t = 1; t < played.ended.size() && running > 1e-25L; ++t) {
        const Real hazard = played.ended[t] / alone;
        first += running;
        for (Real& win : wins) win += running * hazard, running *= 1 - hazard;
        alone -= played.ended[t];
      }
      Real left = 1;
      for (const Real p : played.ended) {
        left -= p;
        all += 1 - std::pow(1 - left, static_cast<Real>(players));
      }
      const PlayersOutcome outcome = players_outcome(turns, players);
      if (players == 1) {
        EXPECT_EQ(outcome.win_probability.front(), 1);
      }
      expect_all_near(outcome.win_probability, wins);
      expect_near(outcome.rounds_until_first, first);
      expect_near(outcome.rounds_until_all, all);
    }
  });
}

TEST(SnakesAnalysis, jumps_are_worth_what_the_board_without_them_says) {
  on_random_rules(14, 40, [](const SnakesRules& rules) {
    const SnakesAndLadders game(rules);
    const auto values = jump_values(SnakesChain(game));
    ASSERT_EQ(values.size(), rules.jumps->size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      SnakesRules without = rules;
      without.jumps->erase(without.jumps->begin() + static_cast<std::ptrdiff_t>(i));
      if (without.jump_sets) without.jump_sets->erase(without.jump_sets->begin() + static_cast<std::ptrdiff_t>(i));
      if (problems_of(without).empty()) {
        const Real there = reference::play(without).moment(1);
        EXPECT_NEAR(values[i], static_cast<double>(there - reference::play(rules).moment(1)),
                    1e-11 * static_cast<double>(there));
      } else {
        EXPECT_EQ(values[i], infinity);
      }
    }
  });
}

/// Every sequence of totals, as far as nobody has arrived.
TEST(SnakesAnalysis, the_shortest_games_are_those_of_every_sequence) {
  on_random_rules(15, 100, [](const SnakesRules& rules) {
    const SnakesAndLadders game(rules);
    const ShortestGame shortest = shortest_game(game);
    using Place = std::pair<std::int64_t, std::int64_t>;  // tile and turn
    std::map<Place, std::pair<double, double>> here = {{{0, 0}, {1, 1}}};
    std::pair<double, double> arrived = {0, 0};
    std::size_t rolls = 0;
    for (; arrived.first == 0; ++rolls) {
      std::map<Place, std::pair<double, double>> after;
      for (const auto& [place, weight] : here) {
        for (std::int64_t total = 0; total <= game.dice().top(); ++total) {
          const double p = game.dice().probability[total];
          if (p == 0) continue;
          const std::int64_t to = reference::after_roll(rules, place.second, place.first, total);
          const bool again = rules.six_again && total == game.dice().top();
          auto& target = to == rules.tiles ? arrived : after[{to, place.second + (again ? 0 : 1)}];
          target.first += weight.first;
          target.second += weight.second * p;
        }
      }
      here = std::move(after);
    }
    EXPECT_EQ(shortest.sequences, arrived.first);
    expect_near(shortest.probability, arrived.second);
    ASSERT_EQ(shortest.totals.size(), rolls);
    ASSERT_EQ(shortest.path.size(), rolls);
    std::int64_t tile = 0, turn = 0;
    for (std::size_t i = 0; i < rolls; ++i) {
      tile = reference::after_roll(rules, turn, tile, shortest.totals[i]);
      EXPECT_EQ(shortest.path[i], tile);
      if (!rules.six_again || shortest.totals[i] != game.dice().top()) ++turn;
    }
    EXPECT_EQ(tile, rules.tiles);
    const auto turns = turns_distribution(game, {}).probability;
    EXPECT_EQ(shortest.turns, std::find_if(turns.begin(), turns.end(), [](double p) { return p > 0; }) - turns.begin());
  });
}

/// The rules with one more jump; none if they are not allowed.
std::optional<SnakesRules> with_jump(SnakesRules rules, std::int64_t from, std::int64_t to) {
  rules.jumps->push_back({from, to});
  rules.jump_sets.reset();
  return problems_of(rules).empty() ? std::optional(rules) : std::nullopt;
}

void expect_extreme(const OneMoreJump& found, const std::vector<OneMoreJump>& all, double sign) {
  if (all.empty()) {
    EXPECT_EQ(found.from, -1);
    EXPECT_TRUE(std::isnan(found.turns));
    return;
  }
  double best = all.front().turns;
  double same = 0;
  for (const OneMoreJump& jump : all) {
    if (sign * jump.turns < sign * best) best = jump.turns;
    if (jump.from == found.from && jump.to == found.to) same = jump.turns;
  }
  EXPECT_NEAR(found.turns, best, 1e-9 * best);
  EXPECT_NEAR(found.turns, same, 1e-11 * same);
}

TEST(SnakesAnalysis, one_more_jump_is_best_and_worst_where_solving_anew_says) {
  on_random_rules(16, 40, [](SnakesRules rules) {
    rules.sets = rules.set_turns = 1;
    rules.jump_sets.reset();
    if (!problems_of(rules).empty()) return;
    std::vector<OneMoreJump> ladders, snakes;
    for (std::int32_t from = 1; from < rules.tiles; ++from) {
      for (std::int32_t to = 1; to <= rules.tiles; ++to) {
        const auto more = with_jump(rules, from, to);
        if (!more) continue;
        const double turns = expected_turns(SnakesMoves(*more), roll_of(*more));
        (to > from ? ladders : snakes).push_back({from, to, turns});
      }
    }
    const SnakesAndLadders game(rules);
    const OneMoreJumps found = one_more_jump(SnakesChain(game));
    expect_extreme(found.best_ladder, ladders, 1);
    expect_extreme(found.worst_ladder, ladders, -1);
    expect_extreme(found.best_snake, snakes, 1);
    expect_extreme(found.worst_snake, snakes, -1);
  });
}

TEST(SnakesAnalysis, of_equal_places_for_one_more_jump_the_first_is_told) {
  SnakesRules rules;
  rules.tiles = 4;
  rules.die = 1;
  rules.jumps.emplace();
  const OneMoreJumps found = one_more_jump(SnakesChain(SnakesAndLadders(rules)));
  EXPECT_EQ(found.best_ladder.from, 1);
  EXPECT_EQ(found.best_ladder.to, 4);
  EXPECT_NEAR(found.best_ladder.turns, 1, 1e-14);
  EXPECT_EQ(found.worst_ladder.from, 1);  // one tile up from 1, 2 or 3 saves one turn
  EXPECT_EQ(found.worst_ladder.to, 2);
  EXPECT_NEAR(found.worst_ladder.turns, 3, 1e-14);
  EXPECT_EQ(found.best_snake.from, -1);  // none can be passed
}

TEST(SnakesAnalysis, faces_are_those_of_the_rules_with_such_dice) {
  on_random_rules(17, 30, [](SnakesRules rules) {
    const auto turns = turns_by_faces(SnakesAndLadders(rules), 7);
    ASSERT_EQ(turns.size(), 7u);
    rules.die_probabilities.reset();
    for (std::int64_t faces = 1; faces <= 7; ++faces) {
      rules.die = faces;
      if (problems_of(rules).empty()) {
        if (turns[faces - 1] < 300) expect_near(turns[faces - 1], reference::play(rules).moment(1));
      } else {
        EXPECT_EQ(turns[faces - 1], infinity);
      }
    }
  });
}

TEST(SnakesAnalysis, the_exact_mean_is_that_of_the_doubles) {
  on_random_rules(18, 60, [](const SnakesRules& rules) {
    const SnakesAndLadders game(rules);
    const std::string exact = exact_expected_turns(game);
    const std::size_t slash = exact.find('/');
    const Real value = std::stold(exact.substr(0, slash)) / std::stold(exact.substr(slash + 1));
    expect_near(SnakesChain(game).expected_turns().front(), value);
  });
}

TEST(SnakesAnalysis, exact_means_by_hand) {
  SnakesRules rules;
  rules.tiles = 2;
  rules.jumps.emplace();
  rules.overshoot = PastLast::arrive;
  rules.die_probabilities = {0.1, 0.9};
  EXPECT_EQ(exact_expected_turns(SnakesAndLadders(rules)), "11/10");
  rules.die_probabilities = {1e-5, 0.99999};
  EXPECT_EQ(exact_expected_turns(SnakesAndLadders(rules)), "100001/100000");
  rules.die_probabilities = {0.3333333333, 0.6666666666};  // divided by 0.9999999999
  EXPECT_EQ(exact_expected_turns(SnakesAndLadders(rules)), "4/3");
  rules.die_probabilities = {1, 0};
  EXPECT_EQ(exact_expected_turns(SnakesAndLadders(rules)), "2/1");
}

}  // namespace
}  // namespace aleator
