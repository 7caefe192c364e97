// Reads the [[axis]] tables of an experiment file.
#pragma once

#include <toml++/toml.h>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/key.hpp"
#include "experiments/config/place.hpp"
#include "experiments/reader/condition_reader.hpp"
#include "experiments/sweep/sweep.hpp"

namespace aleator {

class AxisReader {
 public:
  /// @param reserved  names that variables of axes must not take: outputs, their dimensions and what every file has
  /// @param overrides  values from the command line for swept keys, by path
  /// @param absent  tables that the file might have and has not
  /// @param dormant  paths of keys that only methods or kinds have which no point selects
  AxisReader(SweepableKeys keys, std::set<std::string> reserved, std::set<std::string> absent,
             std::set<std::string> dormant, const std::map<std::string, toml::table>& overrides, ProblemList& problems)
      : keys_(std::move(keys)),
        taken_(std::move(reserved)),
        absent_(std::move(absent)),
        dormant_(std::move(dormant)),
        overrides_(&overrides),
        problems_(&problems) {}

  /// @param axes  the value of the file's key `axis`
  std::vector<Axis> read(const toml::node& axes);

  /// @param exclude  the value of the file's key `exclude`: tables of conditions on the axes
  std::vector<Conditions> read_excluded(const toml::node& exclude, const std::vector<Axis>& axes);

 private:
  void read_axis(const toml::table& table);
  bool check_keys(const toml::table& table);
  std::vector<std::string> paths(const toml::table& table);
  const Key* resolve(const toml::node& node, const std::string& path);
  void read_values(const toml::table& table, Axis& axis);
  bool read_overrides(Axis& axis);
  void read_rows(const toml::node& values, Axis& axis);
  void read_row(const toml::node& row, Axis& axis);
  void read_override(const toml::node& node, Axis& axis);
  void read_spacing(const std::string& kind, const toml::node& node, Axis& axis);
  void read_samples(const std::string& kind, const toml::node& node, Axis& axis);
  void append_numbers(const std::string& kind, const toml::node& node, AxisKey& axis_key,
                      const std::vector<double>& values);
  void read_when(const toml::table& table, Axis& axis);
  void read_labels(const toml::table& table, Axis& axis);
  void name_variables(const toml::table& table, Axis& axis);
  void check_distinct(const toml::table& table, const Axis& axis);
  bool append(AxisKey& axis_key, const toml::node& node);
  void take_name(const toml::table& table, const toml::node* name, const std::string& variable);

  SweepableKeys keys_;
  std::set<std::string> taken_;  // names of variables
  std::set<std::string> absent_;
  std::set<std::string> dormant_;
  std::set<std::string> swept_;  // paths
  const std::map<std::string, toml::table>* overrides_;
  ProblemList* problems_;
  std::vector<Axis> axes_;
};

/// "solve.discount" for "discount": the first of `paths` whose last part is `key`, or empty.
std::string path_ending_in(std::string_view key, const std::vector<std::string>& paths);

/// The paths of an axis table, as far as they are strings: of `key` or `keys`.
std::vector<std::string> axis_paths(const toml::table& table);

}  // namespace aleator
