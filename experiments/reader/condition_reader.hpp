// Reads on which positions of other axes an axis exists, or a point is left out.
#pragma once

#include <toml++/toml.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/config/key.hpp"
#include "experiments/config/place.hpp"
#include "experiments/sweep/sweep.hpp"

namespace aleator {

/// The keys that can be swept, by path.
using SweepableKeys = std::map<std::string, Key>;

class ConditionReader {
 public:
  /// @param axes  that conditions may name
  /// @param dormant  paths of keys that no point has: conditions on them never hold
  /// @param overrides  values from the command line for swept keys, by path
  ConditionReader(const std::vector<Axis>& axes, const SweepableKeys& keys, const std::set<std::string>& dormant,
                  const std::map<std::string, toml::table>& overrides, ProblemList& problems)
      : axes_(axes), keys_(keys), dormant_(dormant), overrides_(overrides), problems_(problems) {}

  /// A table such as { solve.method = "sor", solve.discount = [0.9, 0.99] }: of each key a value, a list of them, or
  /// labels of its axis.
  /// @param name  of what is read, for messages
  /// @return nothing after telling what is wrong
  std::optional<Conditions> read(const toml::node& node, const std::string& name);

 private:
  void read_table(const toml::table& table, const std::string& prefix);
  void read_condition(const std::string& path, const toml::key& key, const toml::node& node);
  bool allow(Condition& condition, const AxisKey& axis_key, const toml::node& value);

  const std::vector<Axis>& axes_;
  const SweepableKeys& keys_;
  const std::set<std::string>& dormant_;
  const std::map<std::string, toml::table>& overrides_;
  ProblemList& problems_;
  std::string name_;
  Conditions conditions_;
  bool good_ = true;
};

}  // namespace aleator
