#include "experiments/journal/shard.hpp"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace aleator {
namespace {

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::int64_t variable(const char* name, std::int64_t otherwise) {
  const char* const text = std::getenv(name);
  return text ? number(text).value_or(otherwise) : otherwise;
}

}  // namespace

std::optional<Shard> Shard::parse(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const auto index = number(std::string_view(text).substr(0, slash));
  const auto count = number(std::string_view(text).substr(slash + 1));
  if (!index || !count || *index < 0 || *index >= *count) return std::nullopt;
  return Shard{*index, *count};
}

Shard slurm_shard() {
  const std::int64_t id = variable("SLURM_ARRAY_TASK_ID", -1);
  if (id < 0) return {};
  const std::int64_t first = variable("SLURM_ARRAY_TASK_MIN", 0);
  const std::int64_t step = variable("SLURM_ARRAY_TASK_STEP", 1);
  const std::int64_t index = variable("ALEATOR_ARRAY_OFFSET", 0) + (id - first) / (step > 0 ? step : 1);
  const std::int64_t count = variable("ALEATOR_ARRAY_COUNT", variable("SLURM_ARRAY_TASK_COUNT", 1));
  if (index < 0 || index >= count) return {};
  return {index, count};
}

}  // namespace aleator
