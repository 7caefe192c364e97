// [solve] of kind = "cat-and-mouse": every position, exactly.
#pragma once

#include <memory>
#include <string>

#include "core/games/cat_and_mouse/exact.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::cat_and_mouse {

Task solve_task();

/// The rules of the point's game.
const Game& game_of(const Run& run);

/// @throws std::invalid_argument if the table takes more than the run's memory
ExactTable exact_table(const Run& run);

/// Plies as the game counts them: those beyond its move_limit are never.
std::int32_t limited(const Rules& rules, std::int32_t plies) noexcept;

}  // namespace aleator::cat_and_mouse
