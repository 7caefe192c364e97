#include "experiments/models/perfect/positions.hpp"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "core/games/notation.hpp"
#include "experiments/results/file_error.hpp"

namespace aleator::perfect {
namespace {

std::vector<AskedPosition> positions_of_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw results::FileError(fmt::format("cannot read {}", path));
  std::vector<AskedPosition> positions;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    line.erase(line.find_last_not_of(" \r\t") + 1);
    if (line.empty() || line.front() == '#') continue;
    const std::size_t space = line.find_last_of(" \t");
    const auto expected = space == std::string::npos ? std::nullopt : integer_of(line.substr(space + 1));
    if (!expected) {
      throw std::invalid_argument(
          fmt::format("{}:{}: \"{}\" is not a position and its result behind a blank", path, number, line));
    }
    positions.push_back({line.substr(0, line.find_last_not_of(" \t", space) + 1), static_cast<int>(*expected)});
  }
  if (positions.empty()) throw std::invalid_argument(fmt::format("{} has no positions", path));
  return positions;
}

}  // namespace

std::vector<AskedPosition> asked_positions(const SearchKeys& keys) {
  if (keys.positions_file) return positions_of_file(*keys.positions_file);
  std::vector<AskedPosition> positions;
  for (const std::string& position : keys.positions) positions.push_back({position, {}});
  if (positions.empty()) positions.push_back({keys.position.value_or(""), {}});
  return positions;
}

}  // namespace aleator::perfect
