#include "core/games/snakes_and_ladders/analysis/visits.hpp"

#include <cstddef>

namespace aleator {
namespace {

/// What a chain visits from the start of a game, by cell.
std::vector<double> visits(const Elimination<double>& chain) {
  std::vector<double> start(chain.size(), 0.0);
  start.front() = 1;
  return chain.solve_transposed(std::move(start));
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

std::vector<double> tile_visits(const SnakesChains& chains) {
  const std::vector<double> turns = visits(chains.turns());
  std::vector<double> of_tile(static_cast<std::size_t>(chains.moves().tiles()) + 1, 0.0);
  for (std::size_t cell = 0; cell < turns.size(); ++cell) of_tile[tile_of(chains.moves(), cell)] += turns[cell];
  return of_tile;
}

std::vector<double> jump_uses(const SnakesChains& chains) {
  const SnakesMoves& moves = chains.moves();
  const SnakesRules& rules = chains.game().rules();
  const std::vector<double> rolls = visits(chains.rolls());
  const auto jumps = jumps_of(rules);
  std::vector<double> uses(jumps.size(), 0.0);
  for (std::int32_t phase = 0; phase < moves.phases(); ++phase) {
    const auto jump_from = jumps_from_tiles(rules, phase);
    for (std::int32_t tile = 0; tile < moves.tiles(); ++tile) {
      const double here = rolls[cell_of(moves, phase, tile)];
      if (here == 0) continue;
      for (std::int64_t total = 0; total <= chains.dice().top(); ++total) {
        std::int64_t at = moves.landing(tile, total);
        for (std::int32_t jump = jump_from[at]; jump >= 0; jump = jump_from[at]) {
          uses[jump] += here * chains.dice().probability[total];
          at = jumps[jump][1];
        }
      }
    }
  }
  return uses;
}

std::vector<double> jump_values(const SnakesChains& chains) {
  std::vector<double> values;
  for (std::size_t i = 0; i < jumps_of(chains.game().rules()).size(); ++i) {
    const SnakesMoves without(chains.game().rules(), i);
    values.push_back(expected_turns(without, chains.dice()) - chains.expected_turns().front());
  }
  return values;
}

/// Var = Q Var + E((1 + turns(next) - turns)^2): all of it adds up what is not negative.
double turns_variance(const SnakesChains& chains) {
  const SnakesMoves& moves = chains.moves();
  const std::vector<double>& turns = chains.expected_turns();
  std::vector<double> spread(turns.size(), 0.0);
  for (std::size_t cell = 0; cell < turns.size(); ++cell) {
    if (chains.rolls().is_lost(cell)) continue;
    const std::int32_t phase = phase_of(moves, cell);
    for_each_turn(moves, chains.dice(), phase, tile_of(moves, cell), [&](std::int32_t next, double p) {
      const std::size_t to = next_cell(moves, phase, next, true);
      const double surprise = 1 + (to < turns.size() ? turns[to] : 0.0) - turns[cell];
      spread[cell] += p * surprise * surprise;
    });
  }
  return chains.turns().solve(std::move(spread)).front();
}

}  // namespace aleator
