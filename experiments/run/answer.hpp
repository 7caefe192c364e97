// What `aleator ask` tells of one state of a game.
#pragma once

#include <string>
#include <vector>

namespace aleator {

/// One line of the table for each action that can be chosen.
struct Answer {
  std::vector<std::string> state;               // lines that show it
  std::vector<std::string> columns;             // "move", "value", ...
  std::vector<std::vector<std::string>> lines;  // by action, as many texts as columns
  std::vector<std::string> notes;               // lines below
};

}  // namespace aleator
