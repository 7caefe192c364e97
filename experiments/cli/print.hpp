// Printing that never throws: a terminal that goes away must not end a run.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace aleator::cli {

/// Formats to stdout. The program checks at its end whether all of it could be written.
template <class... Arguments>
void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string text = fmt::format(format, std::forward<Arguments>(arguments)...);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

/// Formats to stderr at once; whether it arrives is nobody's business.
template <class... Arguments>
void print_error(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string text = fmt::format(format, std::forward<Arguments>(arguments)...);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace aleator::cli
