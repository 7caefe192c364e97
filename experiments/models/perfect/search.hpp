// [search] of games of perfect information: what positions are worth, and what it costs to know.
#pragma once

#include <memory>

#include "experiments/models/perfect/any_game.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::perfect {

Task search_task();

/// By the method of the run, with its book.
/// @throws std::length_error, std::invalid_argument, results::FileError
std::unique_ptr<Searcher> searcher_of(const Run& run);

/// The game of a run or of a configuration.
const AnyGame& game_of(const Run& run);
std::shared_ptr<const AnyGame> game_of(const Config& config);

}  // namespace aleator::perfect
