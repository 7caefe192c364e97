// Positions whose scores are known, from the files beside this one.
#pragma once

#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace aleator::connect_four {

struct KnownScore {
  std::string line;  // the columns played
  int score;
};

/// @param name  "begin", "middle" or "end"
inline std::vector<KnownScore> known_scores(const std::string& name) {
  std::ifstream file(ALEATOR_SOURCE_DIR "/tests/core/games/connect_four/" + name + "_easy.txt");
  file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');  // the source
  std::vector<KnownScore> all;
  for (KnownScore known; file >> known.line >> known.score;) all.push_back(known);
  if (all.size() != 1000) throw std::runtime_error("the positions of " + name + "_easy.txt cannot be read");
  return all;
}

}  // namespace aleator::connect_four
