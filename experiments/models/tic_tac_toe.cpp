#include "experiments/models/tic_tac_toe.hpp"

#include "core/games/tic_tac_toe/evaluation.hpp"
#include "core/games/tic_tac_toe/game.hpp"
#include "experiments/models/perfect/game_of.hpp"
#include "experiments/models/perfect/kind.hpp"

namespace aleator {
namespace {

using tic_tac_toe::Evaluation;
using tic_tac_toe::Rules;
using tic_tac_toe::TicTacToe;

struct TicTacToeKind : perfect::PlainKind {
  using Game = TicTacToe;

  static std::pair<std::uint64_t, std::uint64_t> words(const TicTacToe::Position& position) {
    return {position.own, position.other};
  }
  static TicTacToe::Position position(std::uint64_t own, std::uint64_t other) { return {own, other}; }

  static std::size_t line_length(const TicTacToe& game) { return static_cast<std::size_t>(game.rules().in_row); }
  static Evaluation evaluation(const TicTacToe& game, const LineWeights& weights) {
    return {game, weights.empty() ? LineWeights(line_length(game) - 1, 0) : weights};
  }
  static Problems weight_problems(const TicTacToe& game, const LineWeights& weights) {
    if (weights.empty()) return {};
    return aleator::problems_of(weights, game.lines().size(), line_length(game));
  }
};

Variant tic_tac_toe_variant() {
  return variant<Rules>(
      "tic-tac-toe", "Tic-tac-toe and m,n,k games: who first has so many in a row wins",
      {key("rows", &Rules::rows, {.help = "rows of the board", .range = between(1, 64)}),
       key("cols", &Rules::cols, {.help = "columns of the board; it has at most 64 cells", .range = between(1, 64)}),
       key("in_row", &Rules::in_row,
           {.help = "that many or more in a row, column or diagonal win", .range = between(1, 64)})});
}

}  // namespace

ModelKind tic_tac_toe_kind() {
  return perfect::kind<Rules, TicTacToeKind>(
      tic_tac_toe_variant(), "the rows of the board with x, o and . for an empty cell, such as \"x.o/.x./..o\"");
}

}  // namespace aleator
