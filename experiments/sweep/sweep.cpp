#include "experiments/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace aleator {
namespace {

bool all_hold(const Conditions& conditions, const std::vector<std::size_t>& position) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
    const std::size_t at = position[condition.axis];
    return at != Sweep::absent && condition.holds[at];
  });
}

}  // namespace

std::int64_t Sweep::grid_size() const noexcept {
  std::int64_t size = 1;
  for (const Axis& axis : axes) size *= static_cast<std::int64_t>(axis.size());
  return size;
}

std::int64_t Sweep::size_without_replicates() const noexcept {
  return is_grid_ ? grid_size() : static_cast<std::int64_t>(left_.size());
}

std::vector<std::size_t> Sweep::grid_position(std::int64_t number) const {
  std::vector<std::size_t> position(axes.size() + 1);
  for (std::size_t i = axes.size(); i-- > 0;) {
    const auto size = static_cast<std::int64_t>(axes[i].size());
    position[i] = static_cast<std::size_t>(number % size);
    number /= size;
  }
  return position;
}

void Sweep::mark_absent(std::vector<std::size_t>& position) const {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (!all_hold(axes[i].when, position)) position[i] = absent;
  }
}

void Sweep::leave_out(const std::vector<Conditions>& excluded) {
  is_grid_ =
      excluded.empty() && std::all_of(axes.begin(), axes.end(), [](const Axis& axis) { return axis.when.empty(); });
  left_.clear();
  if (is_grid_) return;
  for (std::int64_t number = 0; number < grid_size(); ++number) {
    const auto on_grid = grid_position(number);
    auto position = on_grid;
    mark_absent(position);
    bool is_left = true;
    for (std::size_t i = 0; i < axes.size(); ++i) is_left = is_left && (position[i] != absent || on_grid[i] == 0);
    const bool out = std::any_of(excluded.begin(), excluded.end(),
                                 [&](const Conditions& conditions) { return all_hold(conditions, position); });
    if (is_left && !out) left_.push_back(number);
  }
}

std::vector<std::size_t> Sweep::position(std::int64_t point) const {
  const std::int64_t number = point / replicates;
  auto position = grid_position(is_grid_ ? number : left_[static_cast<std::size_t>(number)]);
  if (!is_grid_) mark_absent(position);
  position.back() = static_cast<std::size_t>(point % replicates);
  return position;
}

void Sweep::apply(const std::vector<std::size_t>& position, const Config& base, Config& config) const {
  if (std::find(position.begin(), position.end(), absent) != position.end()) config = base;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (position[i] == absent) continue;
    for (const AxisKey& key : axes[i].keys)
      config.section(key.path.section).set(key.path.key, key.values[position[i]].value);
  }
}

std::string Sweep::describe(const std::vector<std::size_t>& position) const {
  std::vector<std::string> parts;
  const auto add = [&](const std::string& name, const std::string& value) {
    parts.push_back(fmt::format("{} = {}", name, value));
  };
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Axis& axis = axes[i];
    if (position[i] == absent) continue;
    if (!axis.sample.empty()) {
      add(axis.sample, std::to_string(position[i]));
      for (const AxisKey& key : axis.keys) add(key.variable, toml_text(key.values[position[i]].value));
      continue;
    }
    add(axis.dimension(),
        axis.labels.empty() ? toml_text(axis.keys.front().values[position[i]].value) : axis.labels[position[i]]);
  }
  if (replicates > 1) parts.push_back(fmt::format("replicate {}", position.back()));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace aleator
