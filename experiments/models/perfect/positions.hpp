// The positions that [search] is asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/models/perfect/search_keys.hpp"

namespace aleator::perfect {

struct AskedPosition {
  std::string position;         // as the game writes it; empty: the start
  std::optional<int> expected;  // the right result
};

/// One or more.
/// @throws std::invalid_argument if a line of the file has no result; results::FileError if it cannot be read
std::vector<AskedPosition> asked_positions(const SearchKeys& keys);

}  // namespace aleator::perfect
