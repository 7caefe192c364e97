// A named value attached to a variable, an axis or a group of a results file.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace aleator::results {

/// Text is UTF-8, at most 64,000 bytes (HDF5's limit for one attribute): longer text belongs into a scalar string
/// variable. Vectors hold at least one number. `flag_values` must have the type of their variable, hence the narrow
/// integers. NetcdfReader returns one number as double or int64, several as a vector of those.
struct Attribute {
  std::string name;
  std::variant<std::string, double, std::vector<double>, std::int64_t, std::vector<std::int64_t>,
               std::vector<std::int32_t>, std::vector<std::int8_t>>
      value;
};

}  // namespace aleator::results
