// Tables and numbers for the terminal.
#pragma once

#include <string>
#include <vector>

namespace aleator::cli {

/// Prints rows in columns that are as wide as their longest cell; the first row is the header. Columns of numbers are
/// aligned right. The last column is wrapped to the terminal's width.
void print_table(const std::vector<std::vector<std::string>>& rows);

/// "512 B", "1.2 kB", "3.4 MB", "5.6 GB".
std::string bytes_text(double bytes);

/// Six significant digits; "" for NaN.
std::string number_text(double value);

/// Text broken at blanks into lines of at most `width` characters (longer words stay whole).
std::vector<std::string> wrap(const std::string& text, std::size_t width);

}  // namespace aleator::cli
