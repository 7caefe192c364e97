#include "experiments/sweep/sweep.hpp"

#include <fmt/format.h>

namespace aleator {

std::int64_t Sweep::size() const noexcept {
  std::int64_t size = replicates;
  for (const Axis& axis : axes) size *= static_cast<std::int64_t>(axis.size());
  return size;
}

std::vector<std::size_t> Sweep::position(std::int64_t point) const {
  std::vector<std::size_t> position(axes.size() + 1);
  position.back() = static_cast<std::size_t>(point % replicates);
  point /= replicates;
  for (std::size_t i = axes.size(); i-- > 0;) {
    const auto size = static_cast<std::int64_t>(axes[i].size());
    position[i] = static_cast<std::size_t>(point % size);
    point /= size;
  }
  return position;
}

void Sweep::apply(const std::vector<std::size_t>& position, Config& config) const {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (const AxisKey& key : axes[i].keys)
      config.section(key.path.section).set(key.path.key, key.values[position[i]].value);
  }
}

std::string Sweep::describe(const std::vector<std::size_t>& position) const {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Axis& axis = axes[i];
    const std::string value =
        axis.labels.empty() ? toml_text(axis.keys.front().values[position[i]].value) : axis.labels[position[i]];
    parts.push_back(fmt::format("{} = {}", axis.dimension(), value));
  }
  if (replicates > 1) parts.push_back(fmt::format("replicate {}", position.back()));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace aleator
