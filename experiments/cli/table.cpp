#include "experiments/cli/table.hpp"
#include "experiments/cli/print.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace aleator::cli {
namespace {

bool is_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

std::size_t terminal_width() {
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 40;
  return known ? size.ws_col : 120;
}

/// Characters of UTF-8 text (good enough for labels: one column each).
std::size_t length(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string blanks(width - std::min(width, length(text)), ' ');
  return right ? blanks + text : text + blanks;
}

}  // namespace

std::vector<std::string> wrap(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && length(lines.back()) + 1 + length(word) > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

void print_table(const std::vector<std::vector<std::string>>& rows) {
  if (rows.empty()) return;
  const std::size_t columns = rows.front().size();
  std::vector<std::size_t> widths(columns, 0);
  std::vector<bool> right(columns, rows.size() > 1);
  std::size_t before_last = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      widths[c] = std::max(widths[c], length(rows[r][c]));
      if (r > 0 && !rows[r][c].empty() && !is_number(rows[r][c])) right[c] = false;
    }
    if (c + 1 < columns) before_last += widths[c] + 2;
  }
  const std::size_t room = terminal_width() > before_last + 24 ? terminal_width() - before_last - 2 : 60;
  widths.back() = std::min(widths.back(), room);
  for (const auto& row : rows) {
    std::string line = "  ";
    for (std::size_t c = 0; c + 1 < columns; ++c) line += padded(row[c], widths[c], right[c]) + "  ";
    const auto last = wrap(row.back(), room);
    line += right.back() ? padded(last.front(), widths.back(), true) : last.front();
    line.erase(line.find_last_not_of(' ') + 1);
    print("{}\n", line);
    for (std::size_t i = 1; i < last.size(); ++i) print("  {}{}\n", std::string(before_last, ' '), last[i]);
  }
}

std::string bytes_text(double bytes) {
  const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit < 4; ++unit) bytes /= 1000;
  return unit == 0 ? fmt::format("{:.0f} B", bytes) : fmt::format("{:.3g} {}", bytes, units[unit]);
}

std::string number_text(double value) {
  return std::isnan(value) ? std::string() : fmt::format("{:.6g}", value);
}

}  // namespace aleator::cli
