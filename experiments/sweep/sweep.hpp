// The points of an experiment: a grid of axes, or what is left of one, times replicates, each computed on demand.
#pragma once

#include <cstdint>
#include <limits>
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

/// Positions on one axis.
struct Condition {
  std::size_t axis = 0;     // its number
  std::vector<bool> holds;  // by position
};

/// What holds where all of its conditions do.
using Conditions = std::vector<Condition>;

/// A dimension of the grid; several keys if they change together.
struct Axis {
  std::vector<AxisKey> keys;        // the dimension is named after the first
  std::vector<std::string> labels;  // coordinates instead of the first key's values; empty: the values themselves
  std::string sample = {};          // of values drawn: the dimension's name, its coordinates are numbers
  Conditions when = {};             // of axes before this one: elsewhere the keys stay as the file has them

  const std::string& dimension() const noexcept { return sample.empty() ? keys.front().variable : sample; }
  std::size_t size() const noexcept { return keys.front().values.size(); }
};

class Sweep {
 public:
  /// The position on an axis that does not exist for a point.
  static constexpr std::size_t absent = std::numeric_limits<std::size_t>::max();

  std::vector<Axis> axes;
  std::int64_t replicates = 1;

  /// Leaves out points for which one of the `excluded` holds, and all but one of those that differ only on axes which
  /// do not exist for them. Call it when the axes are complete.
  void leave_out(const std::vector<Conditions>& excluded);

  /// Whether all combinations of the axes' values are points.
  bool is_grid() const noexcept { return is_grid_; }

  /// Points without their replicates.
  std::int64_t size_without_replicates() const noexcept;

  /// Points in all.
  std::int64_t size() const noexcept { return size_without_replicates() * replicates; }

  /// Positions on the axes (or absent), then the replicate, of point i: row-major, the replicate changes fastest.
  std::vector<std::size_t> position(std::int64_t point) const;

  /// Sets the swept keys of `config` to those of the position.
  /// @param base  the configuration of every point but for the swept keys
  void apply(const std::vector<std::size_t>& position, const Config& base, Config& config) const;

  /// "discount = 0.5, slip = two coins, replicate 3" (the replicate only if there are several).
  std::string describe(const std::vector<std::size_t>& position) const;

 private:
  std::int64_t grid_size() const noexcept;
  std::vector<std::size_t> grid_position(std::int64_t number) const;
  void mark_absent(std::vector<std::size_t>& position) const;

  bool is_grid_ = true;
  std::vector<std::int64_t> left_;  // where it is none: numbers of the grid's points that are left
};

}  // namespace aleator
