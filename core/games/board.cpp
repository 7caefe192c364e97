#include "core/games/board.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "core/text.hpp"

namespace aleator {
namespace {

// Chutes and Ladders as printed by Hasbro.
constexpr Jump hasbro[] = {{1, 38},   {4, 14},  {9, 31},  {16, 6},  {21, 42}, {28, 84}, {36, 44},
                           {48, 26},  {49, 11}, {51, 67}, {56, 53}, {62, 18}, {64, 60}, {71, 91},
                           {80, 100}, {87, 24}, {93, 73}, {95, 76}, {98, 78}};

// The Milton Bradley board, as analysed by Althoen, King and Schilling, How long is a game of Snakes and Ladders?,
// The Mathematical Gazette 77 (1993).
constexpr Jump milton_bradley[] = {{1, 38},   {4, 14},  {9, 31},  {16, 6},  {21, 42}, {28, 84}, {36, 44},
                                   {47, 26},  {49, 11}, {51, 67}, {56, 53}, {62, 19}, {64, 60}, {71, 91},
                                   {80, 100}, {87, 24}, {93, 73}, {95, 75}, {98, 78}};

// Eight snakes and eight ladders.
constexpr Jump classic_16[] = {{3, 22},  {8, 26},  {20, 41}, {28, 56}, {33, 9},  {40, 59}, {46, 13}, {50, 67},
                               {63, 81}, {64, 22}, {71, 91}, {74, 42}, {89, 51}, {92, 48}, {95, 35}, {99, 1}};

constexpr BuiltInBoard boards[] = {
    {"hasbro", "Chutes and Ladders as sold by Hasbro, 100 tiles", hasbro},
    {"milton-bradley", "Chutes and Ladders as sold by Milton Bradley, 100 tiles", milton_bradley},
    {"classic-16", "eight snakes and eight ladders, 100 tiles", classic_16},
    {"empty", "no chutes and no ladders", {}},
};

std::string name_of(const Jump& jump) {
  return text(jump[0], " -> ", jump[1]);
}

using Jumps = std::map<std::int64_t, std::int64_t>;

/// Where one comes by following the jumps.
struct Walks {
  std::map<std::int64_t, std::int64_t> end;   // by foot: the tile where its chain ends; none if it leads into a cycle
  std::map<std::int64_t, std::string> cycle;  // by the smallest foot of each cycle: "4 -> 9 -> 4"
};

std::string cycle_text(std::vector<std::int64_t> feet) {
  std::rotate(feet.begin(), std::min_element(feet.begin(), feet.end()), feet.end());
  std::string path;
  for (const std::int64_t foot : feet) path += text(foot, " -> ");
  return path + to_text(feet.front());
}

/// Every foot is walked over once.
Walks follow(const Jumps& jumps) {
  Walks walks;
  std::set<std::int64_t> endless;
  for (const auto& [start, ignored] : jumps) {
    std::vector<std::int64_t> path;
    std::map<std::int64_t, std::size_t> place;  // on the path
    std::int64_t tile = start;
    while (jumps.contains(tile) && !walks.end.contains(tile) && !endless.contains(tile) && !place.contains(tile)) {
      place.emplace(tile, path.size());
      path.push_back(tile);
      tile = jumps.at(tile);
    }
    if (const auto again = place.find(tile); again != place.end()) {
      const std::vector<std::int64_t> feet(path.begin() + static_cast<std::ptrdiff_t>(again->second), path.end());
      walks.cycle.emplace(*std::min_element(feet.begin(), feet.end()), cycle_text(feet));
      endless.insert(tile);
    }
    const auto end = walks.end.find(tile);
    for (const std::int64_t foot : path) {
      if (endless.contains(tile)) {
        endless.insert(foot);
      } else {
        walks.end[foot] = end == walks.end.end() ? tile : end->second;
      }
    }
  }
  return walks;
}

}  // namespace

std::span<const BuiltInBoard> built_in_boards() noexcept {
  return boards;
}

const BuiltInBoard* find_board(std::string_view name) noexcept {
  const auto found = std::find_if(std::begin(boards), std::end(boards), [&](const auto& b) { return b.name == name; });
  return found == std::end(boards) ? nullptr : found;
}

std::span<const Jump> jumps_of(const BoardRules& rules, std::string_view default_board) {
  if (rules.jumps) return *rules.jumps;
  return find_board(rules.board ? std::string_view(*rules.board) : default_board)->jumps;
}

Problems problems_of(const BoardRules& rules, std::string_view default_board) {
  constexpr std::int64_t most_tiles = std::numeric_limits<std::int32_t>::max();
  if (rules.tiles < 1 || rules.tiles >= most_tiles) {
    return {{"tiles", {}, text(rules.tiles, " is out of range: it must be at least 1 and below 2^31 - 1")}};
  }
  if (rules.board && rules.jumps) return {{"jumps", {}, "give either jumps or a built-in board, not both"}};
  if (rules.board && !find_board(*rules.board)) {
    return {{"board", {}, text("there is no built-in board \"", *rules.board, "\"")}};
  }
  Problems found = jump_problems(jumps_of(rules, default_board), rules.tiles, rules.chain_jumps);
  if (rules.jumps || found.empty()) return found;
  const std::string board = rules.board.value_or(std::string(default_board));
  return {{rules.board ? "board" : "tiles",
           {},
           text("the built-in board \"", board, "\" does not fit ", rules.tiles, " tiles: ", found.front().message)}};
}

Problems jump_problems(std::span<const Jump> jumps, std::int64_t tiles, bool chain) {
  Problems problems;
  Jumps known;
  std::vector<std::size_t> usable;  // the jumps that `known` has
  const auto report = [&](std::size_t i, const std::string& what) {
    problems.push_back({"jumps", i, text("the jump ", name_of(jumps[i]), " ", what)});
  };
  const auto on_board = [&](std::int64_t tile) { return tile >= 1 && tile <= tiles; };
  for (std::size_t i = 0; i < jumps.size(); ++i) {
    const auto [from, to] = jumps[i];
    if (!on_board(from) || !on_board(to)) {
      report(i, text("leaves the board: its tiles are 1 to ", tiles));
    } else if (from == tiles) {
      report(i, "starts on the last tile, where the game has ended");
    } else if (!known.emplace(from, to).second) {
      report(i, text("is the second one from tile ", from));
    } else {
      usable.push_back(i);
    }
  }
  const Walks walks = follow(known);
  for (const std::size_t i : usable) {
    const auto [from, to] = jumps[i];
    if (const auto cycle = walks.cycle.find(from); cycle != walks.cycle.end()) {
      report(i, text("is part of a cycle: ", cycle->second));
    } else if (!chain && known.contains(to) && walks.end.contains(from)) {
      report(i, text("ends on the foot of ", name_of({to, known.at(to)}), "; chain_jumps = true allows it"));
    }
  }
  return problems;
}

std::vector<std::int32_t> jump_destinations(std::span<const Jump> jumps, std::int64_t tiles) {
  Jumps known;
  for (const auto& [from, to] : jumps) known.emplace(from, to);
  std::vector<std::int32_t> destination(static_cast<std::size_t>(tiles) + 1);
  std::iota(destination.begin(), destination.end(), 0);
  for (const auto& [foot, end] : follow(known).end) {
    destination[static_cast<std::size_t>(foot)] = static_cast<std::int32_t>(end);
  }
  return destination;
}

}  // namespace aleator
