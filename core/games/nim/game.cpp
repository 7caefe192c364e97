#include "core/games/nim/game.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

#include "core/games/notation.hpp"
#include "core/mdp/models/checks.hpp"

namespace aleator::nim {
namespace {

constexpr std::int64_t largest_heap = 1'000'000;
constexpr int most_bits = 64;
constexpr int most_heaps = most_bits;

std::int64_t largest_of(const std::vector<std::int64_t>& heaps) {
  return *std::max_element(heaps.begin(), heaps.end());
}

int bits_of(std::int64_t heap) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(heap)));
}

std::vector<std::int64_t> numbers_of(std::string_view line) {
  std::vector<std::int64_t> numbers;
  std::size_t begin = 0;
  while ((begin = line.find_first_not_of(' ', begin)) != std::string_view::npos) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    const std::optional<std::int64_t> number = integer_of(line.substr(begin, end - begin));
    if (!number) throw std::invalid_argument(text("\"", line.substr(begin, end - begin), "\" is no heap"));
    numbers.push_back(*number);
    begin = end;
  }
  return numbers;
}

}  // namespace

Problems problems_of(const Rules& rules) {
  Problems problems;
  if (rules.heaps.empty()) problems.push_back({"heaps", {}, "there must be at least one heap"});
  for (std::size_t i = 0; i < rules.heaps.size(); ++i) {
    if (rules.heaps[i] >= 1 && rules.heaps[i] <= largest_heap) continue;
    problems.push_back({"heaps", i, text("the heap of ", rules.heaps[i], " is out of range: 1 to ", largest_heap)});
  }
  if (!problems.empty()) return problems;
  const int bits = bits_of(largest_of(rules.heaps));
  if (static_cast<std::size_t>(most_bits / bits) < rules.heaps.size()) {
    problems.push_back({"heaps",
                        {},
                        text(rules.heaps.size(), " heaps of up to ", largest_of(rules.heaps), " need ", bits,
                             " bits each, and there are ", most_bits)});
  }
  return problems;
}

Nim::Nim(const Rules& rules)
    : rules_((require_none(problems_of(rules)), rules)),
      num_heaps_(static_cast<int>(rules.heaps.size())),
      bits_(bits_of(largest_of(rules.heaps))),
      mask_((std::uint64_t{1} << bits_) - 1),
      moves_of_heap_(static_cast<Move>(largest_of(rules.heaps) + 1)),
      start_(0) {
  for (int i = 0; i < num_heaps_; ++i) start_ |= static_cast<Position>(rules_.heaps[i]) << i * bits_;
}

std::int64_t Nim::longest(Position position) const noexcept {
  std::int64_t sum = 0;
  for (int i = 0; i < num_heaps_; ++i) sum += heap(position, i);
  return sum;
}

Nim::Position Nim::canonical(Position position) const noexcept {
  std::array<std::int64_t, most_heaps> heaps;
  for (int i = 0; i < num_heaps_; ++i) heaps[i] = heap(position, i);
  std::sort(heaps.begin(), heaps.begin() + num_heaps_, std::greater<>());
  Position sorted = 0;
  for (int i = 0; i < num_heaps_; ++i) sorted |= static_cast<Position>(heaps[i]) << i * bits_;
  return sorted;
}

Nim::Position Nim::position_of(std::string_view line) const {
  const std::vector<std::int64_t> heaps = numbers_of(line);
  if (heaps.size() != rules_.heaps.size()) {
    throw std::invalid_argument(text("\"", line, "\" has ", heaps.size(), " heaps, and the game ", num_heaps_));
  }
  std::vector<std::int64_t> largest_first = heaps;
  std::vector<std::int64_t> of_start = rules_.heaps;
  std::sort(largest_first.begin(), largest_first.end(), std::greater<>());
  std::sort(of_start.begin(), of_start.end(), std::greater<>());
  Position position = 0;
  for (int i = 0; i < num_heaps_; ++i) {
    if (largest_first[i] < 0 || largest_first[i] > of_start[i]) {
      throw std::invalid_argument(
          text("\"", line, "\" does not come from the start: no heap of ", of_start[i], " becomes ", largest_first[i]));
    }
    position |= static_cast<Position>(heaps[i]) << i * bits_;
  }
  return position;
}

std::string Nim::text_of(Position position) const {
  std::string line;
  for (int i = 0; i < num_heaps_; ++i) line += text(i > 0 ? " " : "", heap(position, i));
  return line;
}

int value(const Nim& game, Nim::Position position) noexcept {
  std::int64_t sum = 0;
  bool any_above_1 = false;
  for (int i = 0; i < game.num_heaps(); ++i) {
    sum ^= game.heap(position, i);
    any_above_1 |= game.heap(position, i) > 1;
  }
  const bool wins = game.rules().misere && !any_above_1 ? sum == 0 : sum != 0;
  return wins ? 1 : -1;
}

}  // namespace aleator::nim
