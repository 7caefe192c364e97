// Cat and mouse as a decision process, for solvers of such: against mice that move at random, or that play their best.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/games/cat_and_mouse/position_space.hpp"
#include "core/mdp/model.hpp"

namespace aleator::cat_and_mouse {

enum class MouseMoves : std::uint8_t {
  random,   // each neighbouring cell with the same probability
  careful,  // of those cells that are no legal step of a cat away; if there are none, of all
  optimal   // the player of the mice wants to be caught late
};

struct ProcessRules : Rules {
  MouseMoves mouse = MouseMoves::random;
};

/// All that is wrong: problems_of(const Rules&), and more states than a process can have.
Problems problems_of(const ProcessRules& rules);

/// The cells that a mouse chooses from. @pre the mouse is not caught, moves != optimal
std::vector<std::int32_t> choices_of(const Board& board, const std::vector<std::int32_t>& cats, std::int32_t mouse,
                                     MouseMoves moves);

/// Position number i of phase p (PositionSpace) is state p * positions + i. An action of the cats is a choice of their
/// cells, in the order of Game::for_each_move, and every ply has the reward 1. States where all mice are caught, and
/// those that are no positions, have no actions. The cats want little of the value, optimal mice much.
class Process {
 public:
  /// @throws std::invalid_argument with the first of problems_of(rules)
  explicit Process(const ProcessRules& rules);

  const Game& game() const noexcept { return game_; }
  const PositionSpace& space() const noexcept { return space_; }

  State state(const Position& position) const noexcept {
    return static_cast<State>(static_cast<std::size_t>(position.phase) * space_.size() + space_.index(position));
  }
  Position position(State s) const {
    const auto number = static_cast<std::size_t>(s);
    return space_.position(number % space_.size(), static_cast<int>(number / space_.size()));
  }

  State num_states() const noexcept {
    return static_cast<State>(static_cast<std::size_t>(game_.phases()) * space_.size());
  }
  Action num_actions(State s) const;
  double fixed_value(State) const noexcept { return 0; }
  State initial_state() const noexcept { return state(game_.start()); }
  static std::vector<std::string> label_names() { return {"caught"}; }
  bool has_label(std::string_view name, State s) const;

  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const Position from = position(s);
    if (game_.mover(from.phase) == Side::mouse && mouse_ != MouseMoves::optimal) {
      std::vector<std::int32_t> cells(from.mice);
      visit_choices(from, 0, 1.0, cells, visit);
      return;
    }
    visit(state(game_.after(from, chosen(from, a))), 1.0, 1.0);
  }

 private:
  /// The cells of move number `a`.
  std::vector<std::int32_t> chosen(const Position& from, Action a) const;

  template <class Visit>
  void visit_choices(const Position& from, std::size_t piece, double probability, std::vector<std::int32_t>& cells,
                     Visit& visit) const {
    if (piece == cells.size()) {
      visit(state(game_.after(from, cells)), probability, 1.0);
      return;
    }
    if (from.mice[piece] == caught) return visit_choices(from, piece + 1, probability, cells, visit);
    const auto choices = choices_of(game_.board(), from.cats, from.mice[piece], mouse_);
    for (const std::int32_t cell : choices) {
      cells[piece] = cell;
      visit_choices(from, piece + 1, probability / static_cast<double>(choices.size()), cells, visit);
    }
  }

  Game game_;
  PositionSpace space_;
  MouseMoves mouse_;
};
static_assert(Model<Process>);

/// The same as a turn game, for optimal mice.
class GameProcess : public Process {
 public:
  using Process::Process;

  Sense owner(State s) const noexcept {
    const auto phase = static_cast<int>(static_cast<std::size_t>(s) / space().size());
    return game().mover(phase) == Side::cat ? Sense::min : Sense::max;
  }
};
static_assert(GameModel<GameProcess>);

}  // namespace aleator::cat_and_mouse
