#include "experiments/config/place.hpp"

#include <fmt/format.h>

namespace aleator {

std::string Place::text() const {
  return line == 0 ? *source : fmt::format("{}:{}:{}", *source, line, column);
}

ConfigError::ConfigError(const std::vector<std::string>& problems)
    : std::runtime_error(fmt::format("{}", fmt::join(problems, "\n"))) {}

void ProblemList::add(const Place& place, const std::string& message) {
  problems_.insert({place.line, place.column, place.text() + ": " + message});
}

void ProblemList::throw_if_any() const {
  if (problems_.empty()) return;
  std::vector<std::string> lines;
  for (const Found& problem : problems_) lines.push_back(problem.text);
  throw ConfigError(lines);
}

}  // namespace aleator
