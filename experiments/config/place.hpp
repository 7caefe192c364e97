// Where in an experiment file or on the command line something was written, and errors that say so.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/config/value.hpp"

namespace aleator {

struct Place {
  std::shared_ptr<const std::string> source;  // the file's name, or the option as typed
  std::uint32_t line = 0;                     // 0: an option
  std::uint32_t column = 0;

  /// "chutes.toml:7:12" or "-s solve.discount".
  std::string text() const;
};

/// A value, where it stands, and where the elements of a list stand.
struct Located {
  Value value;
  Place place;
  std::vector<Place> elements;

  const Place& place_of(std::optional<std::size_t> element) const {
    return element && *element < elements.size() ? elements[*element] : place;
  }
};

/// Everything that is wrong with an experiment, one "place: message" a line.
class ConfigError : public std::runtime_error {
 public:
  explicit ConfigError(const std::vector<std::string>& problems);
};

/// The problems found so far, each once; they are told in the order of the file, options first.
class ProblemList {
 public:
  void add(const Place& place, const std::string& message);
  bool empty() const noexcept { return problems_.empty(); }
  /// @throws ConfigError if there are any.
  void throw_if_any() const;

 private:
  struct Found {
    std::uint32_t line;
    std::uint32_t column;
    std::string text;
    auto operator<=>(const Found&) const = default;
  };
  std::set<Found> problems_;
};

}  // namespace aleator
