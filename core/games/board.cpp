#include "core/games/board.hpp"

#include <algorithm>
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

constexpr BuiltInBoard boards[] = {
    {"hasbro", "Chutes and Ladders as sold by Hasbro, 100 tiles", hasbro},
    {"milton-bradley", "Chutes and Ladders as sold by Milton Bradley, 100 tiles", milton_bradley},
    {"empty", "no chutes and no ladders", {}},
};

std::string name_of(const Jump& jump) {
  return text(jump[0], " -> ", jump[1]);
}

using Jumps = std::map<std::int64_t, std::int64_t>;

/// The tiles of a walk along the jumps from `start` until it ends or returns to a tile it has seen.
std::vector<std::int64_t> walk(const Jumps& jumps, std::int64_t start) {
  std::vector<std::int64_t> tiles{start};
  for (auto next = jumps.find(start); next != jumps.end(); next = jumps.find(next->second)) {
    const bool seen = std::find(tiles.begin(), tiles.end(), next->second) != tiles.end();
    tiles.push_back(next->second);
    if (seen) break;
  }
  return tiles;
}

/// "4 -> 9 -> 4" if the walk from `start` comes back to it by way of nothing smaller (so that each cycle is told once).
std::string cycle_from(const Jumps& jumps, std::int64_t start) {
  const auto tiles = walk(jumps, start);
  if (tiles.size() < 2 || tiles.back() != start || *std::min_element(tiles.begin(), tiles.end()) != start) return {};
  std::string path = to_text(start);
  for (std::size_t i = 1; i < tiles.size(); ++i) path += text(" -> ", tiles[i]);
  return path;
}

}  // namespace

std::span<const BuiltInBoard> built_in_boards() noexcept {
  return boards;
}

const BuiltInBoard* find_board(std::string_view name) noexcept {
  const auto found = std::find_if(std::begin(boards), std::end(boards), [&](const auto& b) { return b.name == name; });
  return found == std::end(boards) ? nullptr : found;
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
  for (const std::size_t i : usable) {
    const auto [from, to] = jumps[i];
    const auto path = walk(known, from);
    if (const auto cycle = cycle_from(known, from); !cycle.empty()) {
      report(i, text("is part of a cycle: ", cycle));
    } else if (!chain && known.contains(to) && path.back() != from && known.find(path.back()) == known.end()) {
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
  for (const auto& [from, to] : known) {
    destination[static_cast<std::size_t>(from)] = static_cast<std::int32_t>(walk(known, from).back());
  }
  return destination;
}

}  // namespace aleator
