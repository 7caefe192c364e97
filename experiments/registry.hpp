// All names that an experiment file may use, in one table each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/run/kind.hpp"

namespace aleator {

/// Every kind of model with its tasks.
const std::vector<ModelKind>& model_kinds();

/// nullptr if there is no such kind.
const ModelKind* find_kind(std::string_view kind) noexcept;

/// A kind of file that holds a solved game, to be asked.
struct TableFormat {
  std::string format;  // its attribute of this name
  /// @throws std::invalid_argument if there is no such state; results::FileError
  Answer (*ask)(const std::filesystem::path& file, const std::string& state);
};
const std::vector<TableFormat>& table_formats();

/// Every dimension that outputs use.
const std::vector<Dimension>& output_dimensions();

/// The keys outside any table.
struct ExperimentKeys {
  std::string name;
  std::int64_t seed = 0;
  std::int64_t replicates = 1;
  bool common_random_numbers = false;
  std::optional<double> timeout;
};

/// [output]
struct OutputKeys {
  std::optional<std::vector<std::string>> keep;
  std::int64_t compression = 0;
};

const SectionSpec& experiment_section();
const SectionSpec& model_section();
const SectionSpec& output_section();

}  // namespace aleator
