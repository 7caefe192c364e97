// What searchers and solvers see of a game of two players with perfect information and without chance.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"

namespace aleator {

/// A move of a position; each game says what its numbers mean. Never negative.
using Move = std::int32_t;
inline constexpr Move no_move = -1;

/// Positions are seen by the player who moves there. Results are 1 if that player has won, 0 for a draw, -1 if lost.
/// Every game ends: longest() falls with every move. Positions of which one is the image of the other under a symmetry
/// of the rules have the same canonical position, and the same value; keys tell all positions apart.
/// any_move(position, visit) visits the legal moves in ascending order until visit(move) is true, and says whether one
/// was; only in positions without a result.
template <class G>
concept TwoPlayerGame = requires(const G& game, const typename G::Position& position, Move move, bool (*visit)(Move),
                                 std::string_view line) {
  { game.start() } -> std::same_as<typename G::Position>;
  { game.result(position) } -> std::same_as<std::optional<int>>;  // nothing while the game goes on
  { game.any_move(position, visit) } -> std::same_as<bool>;
  { game.after(position, move) } -> std::same_as<typename G::Position>;  // @pre the move is legal
  { game.longest(position) } -> std::same_as<std::int64_t>;              // plies, at most, to the end
  { game.canonical(position) } -> std::same_as<typename G::Position>;
  { game.key(position) } -> std::same_as<typename G::Key>;
  { game.preference(position, move) } -> std::same_as<int>;          // larger: likely to be better
  { game.position_of(line) } -> std::same_as<typename G::Position>;  // throws std::invalid_argument saying why not
  { game.text_of(position) } -> std::same_as<std::string>;
  { game.move_text(move) } -> std::same_as<std::string>;
};

/// Ascending. Empty if the game is over.
template <TwoPlayerGame G>
std::vector<Move> legal_moves(const G& game, const typename G::Position& position) {
  std::vector<Move> moves;
  if (game.result(position)) return moves;
  game.any_move(position, [&](Move move) {
    moves.push_back(move);
    return false;
  });
  return moves;
}

/// The legal move with this text.
/// @throws std::invalid_argument listing those that are legal
template <TwoPlayerGame G>
Move move_of(const G& game, const typename G::Position& position, std::string_view name) {
  std::string list;
  for (const Move move : legal_moves(game, position)) {
    const std::string move_name = game.move_text(move);
    if (move_name == name) return move;
    list += (list.empty() ? "" : ", ") + move_name;
  }
  throw std::invalid_argument(text("move ", name, " is not legal in ", game.text_of(position), ": ",
                                   list.empty() ? std::string("the game is over") : "legal are " + list));
}

/// @throws std::invalid_argument if nobody can move
template <TwoPlayerGame G>
void require_ongoing(const G& game, const typename G::Position& position) {
  const std::optional<int> result = game.result(position);
  if (!result) return;
  const char* const how = *result == 0 ? "drawn" : *result > 0 ? "won" : "lost";
  throw std::invalid_argument(
      text("the game is over in ", game.text_of(position), ": it is ", how, " for the player to move"));
}

}  // namespace aleator
