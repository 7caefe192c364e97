// Experiment files written by tests.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "experiments/config/place.hpp"
#include "experiments/experiment.hpp"

namespace aleator::testing {

/// A folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "aleator-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The experiment that stands in `text`.
inline Experiment experiment_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "test.toml";
  std::ofstream(file) << text;
  return read_experiment(file.string(), overrides);
}

/// The errors of an experiment, with the file named "test.toml"; empty if there are none.
inline std::string errors_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const TemporaryFolder folder;
  const auto file = (folder.path() / "test.toml").string();
  std::ofstream(file) << text;
  try {
    read_experiment(file, overrides);
  } catch (const ConfigError& error) {
    std::string message = error.what();
    for (std::size_t at = message.find(file); at != std::string::npos; at = message.find(file)) {
      message.replace(at, file.size(), "test.toml");
    }
    return message;
  }
  return {};
}

}  // namespace aleator::testing
