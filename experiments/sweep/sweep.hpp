// The points of an experiment: a dense grid of axes times replicates, each point computed on demand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/config/place.hpp"

namespace aleator {

/// One key that changes along an axis.
struct AxisKey {
  KeyPath path;
  ValueType type;
  std::string unit;
  std::string help;
  std::string variable;         // its name in the results
  std::vector<Located> values;  // one for each position
};

/// A dimension of the grid; several keys if they change together.
struct Axis {
  std::vector<AxisKey> keys;        // the dimension is named after the first
  std::vector<std::string> labels;  // coordinates instead of the first key's values; empty: the values themselves

  const std::string& dimension() const noexcept { return keys.front().variable; }
  std::size_t size() const noexcept { return keys.front().values.size(); }
};

class Sweep {
 public:
  std::vector<Axis> axes;
  std::int64_t replicates = 1;

  /// Points in all: the product of the axes' sizes and the replicates.
  std::int64_t size() const noexcept;

  /// Positions on the axes, then the replicate, of point i: row-major, the replicate changes fastest.
  std::vector<std::size_t> position(std::int64_t point) const;

  /// Sets the swept keys of `config` to those of the position.
  void apply(const std::vector<std::size_t>& position, Config& config) const;

  /// "discount = 0.5, slip = two coins, replicate 3" (the replicate only if there are several).
  std::string describe(const std::vector<std::size_t>& position) const;
};

}  // namespace aleator
