// Small games of 2048, solved.
#pragma once

#include <utility>

#include "core/games/g2048/exact/solved_game.hpp"

namespace aleator::g2048 {

inline SolvedGame solved_game(const Rules& rules, const Objective& objective = {}) {
  SerialExecutor executor;
  const LayerRules layer_rules(rules);
  auto layers = enumerate_layers(layer_rules, executor);
  auto solved = solve_layers(layer_rules, layers, {.objective = objective, .keep = true}, executor);
  return {layer_rules, objective, std::move(layers), std::move(solved)};
}

}  // namespace aleator::g2048
