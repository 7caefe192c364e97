#include "core/games/cat_and_mouse/chase.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/games/cat_and_mouse/exact_play.hpp"
#include "core/text.hpp"

namespace aleator::cat_and_mouse {
namespace {

const Game& checked(const Game& game) {
  if (game.cats() != 1 || game.mice() != 1) {
    throw std::invalid_argument(
        text("policies are for one cat and one mouse, not ", game.cats(), " and ", game.mice()));
  }
  if (game.board().num_cells() > std::numeric_limits<std::uint16_t>::max()) {
    throw std::invalid_argument(text("policies are for fewer than 65536 cells, not ", game.board().num_cells()));
  }
  return game;
}

/// Calls f(cat, mouse, number of the pair) for all pairs of different cells.
template <class F>
void for_each_pair(const Board& board, F f) {
  const int cells = board.num_cells();
  for (int cat = 0; cat < cells; ++cat) {
    for (int mouse = 0; mouse < cells; ++mouse) {
      if (cat != mouse) f(cat, mouse, static_cast<std::size_t>(cat * cells + mouse));
    }
  }
}

PolicyTable standing_still(const Board& board, Side side) {
  const auto cells = static_cast<std::size_t>(board.num_cells());
  PolicyTable table(cells * cells);
  for (std::size_t pair = 0; pair < table.size(); ++pair) {
    table[pair] = static_cast<std::uint16_t>(side == Side::cat ? pair / cells : pair % cells);
  }
  return table;
}

}  // namespace

PolicyTable random_table(const Board& board, Side side, PhiloxStream& random) {
  PolicyTable table = standing_still(board, side);
  for_each_pair(board, [&](int cat, int mouse, std::size_t pair) {
    const auto moves = board.moves(side == Side::cat ? cat : mouse);
    table[pair] = static_cast<std::uint16_t>(moves[uniform_below(random, moves.size())]);
  });
  return table;
}

PolicyTable optimal_table(const Game& game, const ExactTable& exact, Side side) {
  PolicyTable table = standing_still(game.board(), side);
  for_each_pair(game.board(), [&](int cat, int mouse, std::size_t pair) {
    const Position position{{cat}, {mouse}, game.first_phase(side)};
    table[pair] = static_cast<std::uint16_t>(best_move(game, exact, position).cells.front());
  });
  return table;
}

Chase::Chase(const Game& game) : game_(checked(game)), cells_(game.board().num_cells()) {
  const auto pairs = static_cast<std::size_t>(cells_) * static_cast<std::size_t>(cells_);
  seen_.assign(static_cast<std::size_t>(game.phases()) * pairs, 0);
  distance_.assign(pairs, 0);
  for_each_pair(game.board(), [&](int cat, int mouse, std::size_t pair) {
    distance_[pair] = static_cast<std::int16_t>(game.board().manhattan(cat, mouse));
  });
}

std::vector<Pair> Chase::all_starts() const {
  std::vector<Pair> starts;
  for_each_pair(game_.board(), [&](int cat, int mouse, std::size_t) {
    starts.push_back({cat, mouse, game_.start().phase});
  });
  return starts;
}

Outcome Chase::play(const PolicyTable& cat, const PolicyTable& mouse, const Pair& start) {
  const bool repetition_ends = game_.rules().repetition_is_escape;
  const std::int64_t limit =
      game_.rules().move_limit > 0 ? game_.rules().move_limit : std::numeric_limits<std::int64_t>::max();
  const auto pairs = distance_.size();
  const auto cat_phases = static_cast<int>(game_.rules().cat_steps);
  const int phases = game_.phases();
  if (++games_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);
    games_ = 1;
  }
  for (auto& pairs_of_side : visited_) pairs_of_side.clear();
  Outcome outcome{1, 0, 0, 0};
  std::int32_t pair = start.cat * cells_ + start.mouse;
  std::int32_t cat_cell = start.cat;
  std::int32_t mouse_cell = start.mouse;
  int phase = start.phase;
  while (outcome.plies < limit) {
    std::uint32_t& seen = seen_[static_cast<std::size_t>(phase) * pairs + static_cast<std::size_t>(pair)];
    if (seen == games_ && repetition_ends) return outcome;
    seen = games_;
    if (phase < cat_phases) {
      visited_[0].push_back(pair);
      cat_cell = cat[static_cast<std::size_t>(pair)];
    } else {
      visited_[1].push_back(pair);
      mouse_cell = mouse[static_cast<std::size_t>(pair)];
    }
    pair = cat_cell * cells_ + mouse_cell;
    ++outcome.plies;
    if (cat_cell == mouse_cell) {
      outcome.captures = 1;
      return outcome;
    }
    outcome.distance += distance_[static_cast<std::size_t>(pair)];
    phase = phase + 1 == phases ? 0 : phase + 1;
  }
  return outcome;
}

BestResponse::BestResponse(const Game& game)
    : game_(checked(game)), cells_(static_cast<std::size_t>(game.board().num_cells())) {
  plies_.resize(static_cast<std::size_t>(game.phases()) * cells_ * cells_);
  open_.resize(plies_.size());
}

void BestResponse::enter(const Pair& at, std::int32_t plies) {
  plies_[index(at)] = plies;
  queue_.push_back(at);
}

const std::vector<std::int32_t>& BestResponse::operator()(Side fixed, const PolicyTable& table) {
  std::fill(plies_.begin(), plies_.end(), never);
  const auto cells = static_cast<std::int32_t>(cells_);
  for (std::size_t i = 0; i < open_.size(); ++i) {
    open_[i] = static_cast<std::uint8_t>(game_.board().moves(static_cast<int>(i % cells_)).size());
  }
  queue_.clear();
  for (int phase = 0; phase < game_.phases(); ++phase) {
    for (std::int32_t cell = 0; cell < cells; ++cell) enter({cell, cell, phase}, 0);
  }
  for (std::size_t next = 0; next < queue_.size(); ++next) enter_before(Pair(queue_[next]), fixed, table);
  return plies_;
}

void BestResponse::enter_before(const Pair& at, Side fixed, const PolicyTable& table) {
  const int phase = at.phase == 0 ? game_.phases() - 1 : at.phase - 1;
  const Side side = game_.mover(phase);
  const std::int32_t plies = plies_[index(at)] + 1;
  // Neighbours are each other's: who could have come here is where one could go from here.
  for (const std::int32_t from : game_.board().moves(side == Side::cat ? at.cat : at.mouse)) {
    const Pair before{side == Side::cat ? from : at.cat, side == Side::cat ? at.mouse : from, phase};
    if (plies_[index(before)] != never) continue;
    if (side == fixed) {
      const auto pair = static_cast<std::size_t>(before.cat) * cells_ + static_cast<std::size_t>(before.mouse);
      if (table[pair] != (side == Side::cat ? at.cat : at.mouse)) continue;
    } else if (side == Side::mouse && --open_[index(before)] > 0) {
      continue;
    }
    enter(before, plies);
  }
}

PolicyTable best_reply(const Game& game, Side fixed, const PolicyTable& table) {
  BestResponse response(game);
  response(fixed, table);
  const Side side = other(fixed);
  PolicyTable reply = standing_still(game.board(), side);
  for_each_pair(game.board(), [&](int cat, int mouse, std::size_t pair) {
    std::int32_t best = no_position;
    for (const std::int32_t to : game.board().moves(side == Side::cat ? cat : mouse)) {
      const Pair after{side == Side::cat ? to : cat, side == Side::cat ? mouse : to, game.first_phase(fixed)};
      const std::int32_t plies = response.plies(after);
      if (best != no_position && !is_better(side, plies, best)) continue;
      best = plies;
      reply[pair] = static_cast<std::uint16_t>(to);
    }
  });
  return reply;
}

}  // namespace aleator::cat_and_mouse
