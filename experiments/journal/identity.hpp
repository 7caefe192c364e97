// What makes a run the one that it is: the keys that its results depend on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace aleator {

/// A sum of 128-bit hashes, one for each fact: the order in which facts are told does not matter.
struct Identity {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  Identity& operator+=(const Identity& other) noexcept {
    low += other.low;
    high += other.high;
    return *this;
  }
  auto operator<=>(const Identity&) const = default;
};

struct IdentityHash {
  std::size_t operator()(const Identity& identity) const noexcept { return identity.low; }
};

/// Facts by what they are about: "solve.tolerance" -> "1e-09", "solve.method version" -> "1".
using Facts = std::map<std::string, std::string>;

/// The facts that a configuration's results depend on: keys that differ from their defaults, what stands in the files
/// that they name, which tables there are, and the versions of their variants.
Facts facts_of(const Config& config);

/// Identities of the points of an experiment.
class PointIdentities {
 public:
  explicit PointIdentities(const Experiment& experiment);

  /// By what the results of a point depend on: the same in every experiment file.
  Identity identity(const std::vector<std::size_t>& position) const;
  /// By where the point stands on the axes.
  Identity place(const std::vector<std::size_t>& position) const;
  /// The facts of the experiment, whatever the point: those of all kinds and methods that an axis selects.
  Facts facts() const;
  /// Those of an experiment's facts that say something of a point but where it stands on the axes.
  Facts facts_about(const std::vector<std::size_t>& position, Facts facts) const;

 private:
  const Experiment& experiment_;
  bool is_sum_ = true;  // of shared facts and of one for each position on each axis
  Facts shared_;
  Identity base_;                                // of the shared facts
  std::vector<std::vector<Identity>> on_axis_;   // [axis][position]
  std::vector<std::vector<Identity>> place_on_;  // the same for places
};

}  // namespace aleator
