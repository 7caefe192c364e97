// The keys of boards, for the kinds of games that are played on one.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/board.hpp"
#include "experiments/config/key.hpp"

namespace aleator {

/// tiles, board, jumps and chain_jumps of Rules, which has BoardRules as a base.
template <class Rules>
Keys board_keys(std::string_view default_board) {
  std::int64_t Rules::*const tiles = &BoardRules::tiles;
  std::optional<std::string> Rules::*const board = &BoardRules::board;
  std::optional<std::vector<Jump>> Rules::*const jumps = &BoardRules::jumps;
  bool Rules::*const chain_jumps = &BoardRules::chain_jumps;
  Key board_key = key("board", board,
                      {.help = "a built-in board, instead of jumps",
                       .default_text = fmt::format("\"{}\", unless jumps are given", default_board)});
  for (const BuiltInBoard& known : built_in_boards()) board_key.choices.emplace_back(known.name);
  return {
      key("tiles", tiles,
          {.help = "the last tile, where the game is won", .unit = "tiles", .range = between(1, 10'000'000)}),
      board_key,
      key("jumps", jumps,
          {.help = "chutes and ladders as [[from, to], ...]", .unit = "tiles", .default_text = "those of the board"}),
      key("chain_jumps", chain_jumps, {.help = "a jump may end on the foot of another, which is then taken too"})};
}

}  // namespace aleator
