#include "experiments/config/place.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace aleator {

std::string Place::text() const {
  return line == 0 ? *source : fmt::format("{}:{}:{}", *source, line, column);
}

ConfigError::ConfigError(const std::vector<std::string>& problems)
    : std::runtime_error(fmt::format("{}", fmt::join(problems, "\n"))) {}

void ProblemList::add(std::string line) {
  if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(std::move(line));
}

void ProblemList::throw_if_any() const {
  if (!lines_.empty()) throw ConfigError(lines_);
}

}  // namespace aleator
