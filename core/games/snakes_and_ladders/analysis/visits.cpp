#include "core/games/snakes_and_ladders/analysis/visits.hpp"

#include <cstddef>

namespace aleator {
namespace {

/// The expected rolls of a game from every cell.
std::vector<double> rolls_by_cell(const SnakesChain& chain) {
  std::vector<double> start(chain.rolls().size(), 0.0);
  start.front() = 1;
  return chain.rolls().solve_transposed(std::move(start));
}

/// Calls f(cell, next cell, probability, whether the turn ends) for every roll from every cell.
template <class F>
void for_each_roll_of_all(const SnakesChain& chain, F f) {
  const SnakesMoves& moves = chain.moves();
  for (std::size_t cell = 0; cell < num_cells(moves); ++cell) {
    const std::int32_t phase = phase_of(moves, cell);
    for_each_roll(moves, chain.dice(), phase, tile_of(moves, cell),
                  [&](std::int64_t, double p, std::int32_t next, bool turn_ends) {
                    f(cell, next_cell(moves, phase, next, turn_ends), p, turn_ends);
                  });
  }
}

/// The jump that starts on each tile of a phase: its number, or -1.
std::vector<std::int32_t> jumps_from_tiles(const SnakesRules& rules, std::int32_t phase) {
  std::vector<std::int32_t> jump_from(static_cast<std::size_t>(rules.tiles) + 1, -1);
  const auto jumps = jumps_of(rules);
  for (std::size_t i = 0; i < jumps.size(); ++i) {
    if (is_in_force(rules, i, phase / rules.set_turns)) jump_from[jumps[i][0]] = static_cast<std::int32_t>(i);
  }
  return jump_from;
}

}  // namespace

std::vector<double> by_tile(const SnakesMoves& moves, const std::vector<double>& by_cell) {
  std::vector<double> values(static_cast<std::size_t>(moves.tiles()) + 1, 0.0);
  for (std::int32_t tile = 0; tile < moves.tiles(); ++tile) values[tile] = by_cell[cell_of(moves, 0, tile)];
  return values;
}

std::vector<double> tile_visits(const SnakesChain& chain) {
  const std::vector<double> rolls = rolls_by_cell(chain);
  std::vector<double> visits(static_cast<std::size_t>(chain.moves().tiles()) + 1, 0.0);
  visits.front() = 1;
  for_each_roll_of_all(chain, [&](std::size_t cell, std::size_t next, double p, bool turn_ends) {
    if (turn_ends && next < rolls.size()) visits[tile_of(chain.moves(), next)] += rolls[cell] * p;
  });
  return visits;
}

std::vector<double> jump_uses(const SnakesChain& chain) {
  const SnakesMoves& moves = chain.moves();
  const SnakesRules& rules = chain.game().rules();
  const std::vector<double> rolls = rolls_by_cell(chain);
  const auto jumps = jumps_of(rules);
  std::vector<double> uses(jumps.size(), 0.0);
  for (std::int32_t phase = 0; phase < moves.phases(); ++phase) {
    const auto jump_from = jumps_from_tiles(rules, phase);
    for (std::int32_t tile = 0; tile < moves.tiles(); ++tile) {
      const double here = rolls[cell_of(moves, phase, tile)];
      if (here == 0) continue;
      for (std::int64_t total = 0; total <= chain.dice().top(); ++total) {
        std::int64_t at = moves.landing(tile, total);
        for (std::int32_t jump = jump_from[at]; jump >= 0; jump = jump_from[at]) {
          uses[jump] += here * chain.dice().probability[total];
          at = jumps[jump][1];
        }
      }
    }
  }
  return uses;
}

std::vector<double> jump_values(const SnakesChain& chain) {
  std::vector<double> values;
  for (std::size_t i = 0; i < jumps_of(chain.game().rules()).size(); ++i) {
    const SnakesMoves without(chain.game().rules(), i);
    values.push_back(expected_turns(without, chain.dice()) - chain.expected_turns().front());
  }
  return values;
}

/// Var = R Var + E((turns of the roll + turns from the next cell - turns)^2), R the chain of rolls: all of it adds up
/// what is not negative.
double turns_variance(const SnakesChain& chain) {
  const std::vector<double>& turns = chain.expected_turns();
  std::vector<double> spread(turns.size(), 0.0);
  for_each_roll_of_all(chain, [&](std::size_t cell, std::size_t next, double p, bool turn_ends) {
    if (chain.rolls().is_lost(cell)) return;
    const double surprise = (turn_ends ? 1 : 0) + (next < turns.size() ? turns[next] : 0.0) - turns[cell];
    spread[cell] += p * surprise * surprise;
  });
  return chain.rolls().solve(std::move(spread)).front();
}

}  // namespace aleator
