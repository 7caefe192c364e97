// The table /runs of a results file, by columns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/results/netcdf_reader.hpp"

namespace aleator::cli {

/// A text attribute, or empty.
std::string attribute(const std::vector<results::Attribute>& attributes, const std::string& name);

/// Values as a reader sees them: text, six digits.
std::vector<std::string> texts(const results::NetcdfReader& file, const results::VariableInfo& variable,
                               const std::string& path);

/// The values of a column of /runs; codes by their meanings.
std::vector<std::string> column_texts(const results::NetcdfReader& file, const results::VariableInfo& column);

bool is_axis(const results::VariableInfo& variable);

/// @throws results::FileError if the file is none of aleator's results
void require_results(const results::NetcdfReader& file, const std::string& path);

}  // namespace aleator::cli
