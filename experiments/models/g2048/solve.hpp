// [solve] of kind = "g2048": all positions, exactly.
#pragma once

#include <memory>
#include <string>

#include "core/games/g2048/exact/solved_game.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::g2048 {

Task solve_task();

/// [solve]
struct SolveKeys {
  std::string objective = "score";
  Policy policy = Policy::optimal;
  bool keep_table = false;

  /// @pre the text has passed its check.
  Objective parsed_objective() const;
};

/// What is wrong with the text of the key `objective`, or empty.
std::string objective_problem(const std::string& text);

/// What Run::found is after [solve] of an experiment whose [simulate] asks for it.
struct Found {
  Objective objective;
  Policy policy;
  double value;                            // expected, over the starts
  std::shared_ptr<const SolvedGame> game;  // nullptr if nobody asks for it
};

/// The game of a run: its values of all positions if options.keep, else of the starts.
/// @throws std::length_error if they take more than the run's memory; std::overflow_error as enumerate_layers
SolvedGame solve_game(const Run& run, const SolveOptions& options);

}  // namespace aleator::g2048
