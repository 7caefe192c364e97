// States that a user writes as a few numbers.
#pragma once

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>

namespace aleator {

/// The N integers of a text, between blanks or commas.
/// @throws std::invalid_argument for anything else
template <std::size_t N>
std::array<std::int64_t, N> state_numbers(std::string text) {
  std::array<std::int64_t, N> numbers{};
  const std::string written = text;
  for (char& c : text) c = c == ',' ? ' ' : c;
  std::istringstream words(text);
  std::string word;
  std::size_t count = 0;
  for (; words >> word; ++count) {
    if (count == N) break;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), numbers[count]);
    if (error != std::errc{} || end != word.data() + word.size()) break;
  }
  if (count != N || words) throw std::invalid_argument(fmt::format("\"{}\" is not {} whole numbers", written, N));
  return numbers;
}

/// @throws std::invalid_argument if the number is not in [0, end)
inline void require_below(std::int64_t number, std::int64_t end, const char* what) {
  if (number >= 0 && number < end) return;
  throw std::invalid_argument(fmt::format("{} = {} is out of range: 0 to {}", what, number, end - 1));
}

}  // namespace aleator
