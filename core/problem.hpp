// What is wrong with a set of rules, named by the key that a user wrote, so that a caller can point at it.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace aleator {

struct Problem {
  std::string key;                     // the key at fault, such as "jumps"
  std::optional<std::size_t> element;  // which element of an array-valued key
  std::string message;                 // with the offending value
};

using Problems = std::vector<Problem>;

/// @throws std::invalid_argument naming the first problem, if there is any.
inline void require_none(const Problems& problems) {
  if (!problems.empty()) throw std::invalid_argument(problems.front().key + ": " + problems.front().message);
}

}  // namespace aleator
