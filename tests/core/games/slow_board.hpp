// A board of stones on which lines are looked for cell by cell.
#pragma once

#include <string>
#include <vector>

namespace aleator {

struct SlowBoard {
  std::vector<std::string> rows;  // from the top, of x, o and '.'

  bool has_line(char stone, int length) const {
    const int height = static_cast<int>(rows.size());
    const int width = static_cast<int>(rows[0].size());
    const auto is = [&](int row, int col) {
      return row >= 0 && row < height && col >= 0 && col < width && rows[row][col] == stone;
    };
    for (int row = 0; row < height; ++row) {
      for (int col = 0; col < width; ++col) {
        for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
          int found = 0;
          while (found < length && is(row + found * down, col + found * right)) ++found;
          if (found == length) return true;
        }
      }
    }
    return false;
  }

  bool is_full() const {
    for (const std::string& row : rows) {
      if (row.find('.') != std::string::npos) return false;
    }
    return true;
  }

  std::string text() const {
    std::string line;
    for (const std::string& row : rows) line += (line.empty() ? "" : "/") + row;
    return line;
  }
};

}  // namespace aleator
