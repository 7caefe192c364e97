// Text files that take the places of others when they are whole.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/mdp/formats/text_writer.hpp"
#include "experiments/results/replace_file.hpp"

namespace aleator {

/// Files that belong together: all of them take their places, or none does.
class TextFiles {
 public:
  TextFiles() = default;
  TextFiles(TextFiles&&) = delete;
  ~TextFiles();

  /// Writes what `write` passes to its sink under a temporary name, packed if the name of the file ends in .gz.
  /// @throws results::FileError
  void add(const std::filesystem::path& file, const std::function<void(const TextSink&)>& write);

  /// Puts all in their places, in the order in which they were added. If one cannot take its place, the old files are
  /// put back.
  /// @throws results::FileError
  void commit();

 private:
  struct Written {
    std::string doing;  // for messages
    results::Replacement replacement;
    std::filesystem::path old = {};  // where the old file is kept meanwhile; empty: there is none
    bool in_place = false;
  };
  static void keep_old(Written& file);
  static void put_back(Written& file);

  std::vector<Written> files_;
};

}  // namespace aleator
