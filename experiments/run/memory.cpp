#include "experiments/run/memory.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

namespace aleator {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

double available_bytes() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  double kilobytes = 0;
  std::string unit;
  while (file >> name >> kilobytes) {
    if (name == "MemAvailable:") return kilobytes * 1024;
    std::getline(file, unit);
  }
  return unlimited;
}

/// The limit of the control group less what is used, where there is one.
double free_of_control_group() {
  double limit = unlimited;
  double used = 0;
  std::ifstream("/sys/fs/cgroup/memory.max") >> limit;  // "max" is no number
  std::ifstream("/sys/fs/cgroup/memory.current") >> used;
  return limit > 0 && std::isfinite(limit) ? std::max(0.0, limit - used) : unlimited;
}

double slurm_bytes() {
  const char* megabytes = std::getenv("SLURM_MEM_PER_NODE");
  const double value = megabytes ? std::atof(megabytes) : 0;
  return value > 0 ? value * 1024 * 1024 : unlimited;
}

}  // namespace

std::optional<double> memory_bytes(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !(value > 0) || !std::isfinite(value)) return std::nullopt;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (unit.empty()) return value;
  constexpr std::string_view units = "kMGT";
  const auto power = units.find(unit == "K" ? 'k' : unit.front());
  const bool known = power != units.npos && (unit.size() == 1 || unit.substr(1) == "B" || unit.substr(1) == "iB");
  return known ? std::optional(value * std::pow(1024, static_cast<double>(power) + 1)) : std::nullopt;
}

double default_memory() {
  return 0.8 * std::min({available_bytes(), free_of_control_group(), slurm_bytes()});
}

}  // namespace aleator
