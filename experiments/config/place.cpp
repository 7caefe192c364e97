#include "experiments/config/place.hpp"

#include <fmt/format.h>

namespace aleator {

std::string Place::text() const {
  return line == 0 ? *source : fmt::format("{}:{}:{}", *source, line, column);
}

ConfigError::ConfigError(const std::vector<std::string>& problems)
    : std::runtime_error(fmt::format("{}", fmt::join(problems, "\n"))) {}

void ProblemList::add(const Place& place, const std::string& message) {
  std::string text = place.text() + ": " + message;
  // An option's place is its key already.
  const auto colon = message.find(": ");
  if (place.line == 0 && colon != std::string::npos && place.source->ends_with(" " + message.substr(0, colon))) {
    text = place.text() + message.substr(colon);
  }
  problems_.insert({place.line, place.column, std::move(text)});
}

void ProblemList::throw_if_any() const {
  if (problems_.empty()) return;
  std::vector<std::string> lines;
  for (const Found& problem : problems_) lines.push_back(problem.text);
  throw ConfigError(lines);
}

}  // namespace aleator
