#include "core/games/snakes_and_ladders/optimise/best_die.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include "core/games/snakes_and_ladders/analysis/expected.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The derivatives by the probability of every total.
std::vector<double> slopes_of_totals(const SnakesMoves& moves, const SnakesDice<double>& dice,
                                     const std::vector<double>& visits, const std::vector<double>& turns) {
  std::vector<double> slopes(dice.probability.size(), 0.0);
  for (std::size_t cell = 0; cell < visits.size(); ++cell) {
    if (visits[cell] == 0) continue;
    const std::int32_t phase = phase_of(moves, cell);
    for (std::int64_t total = 0; total <= dice.top(); ++total) {
      const std::int32_t next = moves.destination(phase, tile_of(moves, cell), total);
      const bool ends = next == moves.tiles() || !dice.rolls_again(total);
      const std::size_t to = next_cell(moves, phase, next, ends);
      slopes[total] += visits[cell] * ((ends ? 1 : 0) + (to < turns.size() ? turns[to] : 0.0));
    }
  }
  return slopes;
}

/// Those by the probability of every face: one of the dice shows it, the others sum up to the rest.
std::vector<double> slopes_of_faces(const std::vector<double>& of_totals, const std::vector<double>& faces,
                                    std::int64_t dice) {
  const std::vector<double> rest = roll_of(faces, dice - 1, false).probability;
  std::vector<double> slopes(faces.size(), 0.0);
  for (std::size_t face = 0; face < faces.size(); ++face) {
    for (std::size_t t = 0; t < rest.size(); ++t) {
      if (rest[t] > 0) slopes[face] += static_cast<double>(dice) * rest[t] * of_totals[face + 1 + t];
    }
  }
  return slopes;
}

/// A die drawn at random: flat on the simplex of all faces, or of some of them, which are drawn too.
std::vector<double> random_die(std::int64_t faces, PhiloxStream& random) {
  const bool all_faces = random() >> 63;
  std::vector<double> die(static_cast<std::size_t>(faces));
  double sum = 0;
  for (double& probability : die) {
    const double uniform = (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
    const bool has_face = all_faces || random() >> 63;
    sum += probability = has_face ? -std::log(uniform) : 0;
  }
  if (sum == 0) return random_die(faces, random);
  for (double& probability : die) probability /= sum;
  return die;
}

bool is_same(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double distinct = 1e-3;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::abs(a[i] - b[i]) > distinct) return false;
  }
  return true;
}

void add(std::vector<BestDie>& optima, SimplexMinimum minimum) {
  const auto known = std::find_if(optima.begin(), optima.end(), [&](const BestDie& die) {
    return is_same(die.minimum.distribution, minimum.distribution);
  });
  if (known == optima.end()) {
    optima.push_back({std::move(minimum), 1});
    return;
  }
  ++known->starts;
  if (minimum.value < known->minimum.value) known->minimum = std::move(minimum);
}

}  // namespace

Sloped turns_of_die(const SnakesAndLadders& game, const std::vector<double>& faces) {
  const SnakesMoves& moves = game.moves();
  const auto dice = roll_of(faces, game.rules().dice, game.rules().six_again);
  const auto chain = eliminate_rolls(moves, dice);
  if (chain.is_lost(0)) return {infinity, {}};
  std::vector<double> turns = chain.solve(turn_ends(moves, dice));
  for (std::size_t cell = 0; cell < turns.size(); ++cell) {
    if (chain.is_lost(cell)) turns[cell] = infinity;
  }
  std::vector<double> start(turns.size(), 0.0);
  start.front() = 1;
  const auto of_totals = slopes_of_totals(moves, dice, chain.solve_transposed(std::move(start)), turns);
  return {turns.front(), slopes_of_faces(of_totals, faces, game.rules().dice)};
}

BestDice best_dice(const SnakesAndLadders& game, const BestDieOptions& options, const StreamKey& key,
                   std::stop_token stop) {
  const auto f = [&](const std::vector<double>& faces) { return turns_of_die(game, faces); };
  BestDice found;
  found.fair_turns = f(fair_faces<double>(options.faces)).value;
  if (!std::isfinite(found.fair_turns)) {
    throw std::invalid_argument(
        text("optimise.die: with ", options.faces, options.faces == 1 ? " face" : " faces", " a game may never end"));
  }
  const auto search_from = [&](std::vector<double> start) {
    SimplexMinimum minimum = minimise_on_simplex(f, std::move(start), options.search);
    found.evaluations += minimum.evaluations;
    if (minimum.least_slope < -options.search.tolerance) {
      ++found.starts_failed;
    } else {
      add(found.optima, std::move(minimum));
    }
  };
  search_from(fair_faces<double>(options.faces));
  for (std::size_t face = 0; face < static_cast<std::size_t>(options.faces); ++face) {
    std::vector<double> one(static_cast<std::size_t>(options.faces), 0.0);
    one[face] = 1;
    if (std::isfinite(f(one).value)) search_from(std::move(one));
  }
  for (std::int64_t number = 0; number < options.starts && !stop.stop_requested(); ++number) {
    PhiloxStream random(key, 0, static_cast<std::uint64_t>(number));
    std::vector<double> die = random_die(options.faces, random);
    while (!std::isfinite(f(die).value)) die = random_die(options.faces, random);
    search_from(std::move(die));
  }
  std::stable_sort(found.optima.begin(), found.optima.end(),
                   [](const BestDie& a, const BestDie& b) { return a.minimum.value < b.minimum.value; });
  return found;
}

}  // namespace aleator
