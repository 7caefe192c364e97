// The TOML document of an experiment: the file with the -s options laid over it.
#pragma once

#include <toml++/toml.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "experiments/config/place.hpp"

namespace aleator {

struct Document {
  std::string text;                             // of the file
  toml::table table;                            // with the options that are not for swept keys put in
  std::map<std::string, std::string> created;   // tables that only options speak of, with the option
  std::set<std::string> swept;                  // paths of the keys that some [[axis]] changes
  std::map<std::string, toml::table> for_axes;  // options for swept keys by path, each { v = value }

  /// The strings that axes or options give a swept key.
  std::vector<std::string> swept_texts(const std::string& path) const;
};

/// @throws results::FileError if the file cannot be read
std::string read_text(const std::string& path);

/// @param path  where the text is from, for messages
/// @throws ConfigError for a syntax error or an option without "="
Document read_document(const std::string& path, std::string text, const std::vector<std::string>& overrides);

}  // namespace aleator
