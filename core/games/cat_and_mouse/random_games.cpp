#include "core/games/cat_and_mouse/random_games.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator::cat_and_mouse {
namespace {

void check(const RandomGamesOptions& options) {
  if (options.games < 1 || options.games > std::numeric_limits<std::int32_t>::max()) {
    throw std::invalid_argument(text("games: ", options.games, " is not 1 to 2147483647"));
  }
  if (options.moves_to_escape < 0) throw std::invalid_argument("moves_to_escape is below 0");
  if (options.opponent == MouseMoves::optimal)
    throw std::invalid_argument("an optimal opponent does not move at random");
  if (options.side == Side::mouse && options.opponent == MouseMoves::careful) {
    throw std::invalid_argument("a cat that moves at random is not careful");
  }
}

}  // namespace

RandomGames::RandomGames(const Game& game, const RandomGamesOptions& options, PhiloxStream random)
    : game_(game), options_(options), cells_(static_cast<std::size_t>(game.board().num_cells())) {
  check(options);
  const Chase only_checked(game);
  const Rules& rules = game.rules();
  const std::int64_t escape =
      options.moves_to_escape > 0 ? options.moves_to_escape : 2 * (rules.num_rows() + rules.num_cols());
  plies_ = 0;
  for (std::int64_t moves = 0; moves < escape; ++plies_) {
    moves += game.mover(static_cast<int>((game.start().phase + plies_) % game.phases())) == Side::mouse;
  }
  if (rules.move_limit > 0) plies_ = std::min(plies_, rules.move_limit);
  list_choices(options.opponent);
  draw(random);
}

void RandomGames::list_choices(MouseMoves opponent) {
  const Board& board = game_.board();
  most_ = (board.eight_neighbours() ? 8 : 4) + (board.may_stay() ? 1 : 0);
  const std::size_t pairs = cells_ * cells_;
  distance_.resize(pairs);
  choice_.resize(pairs * (most_ + 1));
  next_.resize(pairs);
  denominator_ = 1;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const auto cat = static_cast<int>(pair / cells_);
    const auto mouse = static_cast<int>(pair % cells_);
    distance_[pair] = static_cast<std::uint16_t>(board.manhattan(cat, mouse));
    std::vector<std::int32_t> cells;
    if (options_.side == Side::cat) {
      cells = choices_of(board, {cat}, mouse, opponent);
    } else {
      cells.assign(board.moves(cat).begin(), board.moves(cat).end());
    }
    choice_[pair * (most_ + 1)] = static_cast<std::uint32_t>(cells.size());
    denominator_ = std::lcm(denominator_, static_cast<std::uint32_t>(cells.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto to = static_cast<std::size_t>(cells[i]);
      const std::size_t after = options_.side == Side::cat ? static_cast<std::size_t>(cat) * cells_ + to
                                                           : to * cells_ + static_cast<std::size_t>(mouse);
      choice_[pair * (most_ + 1) + 1 + i] = static_cast<std::uint32_t>(after);
    }
  }
  for (std::size_t pair = 0; pair < pairs; ++pair) choice_[pair * (most_ + 1)] *= denominator_;
  pick_.resize((most_ + 1) * denominator_);
  for (std::uint32_t count = 1; count <= most_; ++count) {
    for (std::uint32_t i = 0; i < denominator_; ++i)
      pick_[count * denominator_ + i] = static_cast<std::uint8_t>(i % count);
  }
}

void RandomGames::draw(PhiloxStream random) {
  const Side opponent = other(options_.side);
  std::int64_t opponent_plies = 0;
  for (std::int64_t ply = 0; ply < plies_; ++ply) {
    opponent_plies += game_.mover(static_cast<int>((game_.start().phase + ply) % game_.phases())) == opponent;
  }
  random_.resize(static_cast<std::size_t>(opponent_plies * options_.games));
  for (std::uint16_t& number : random_) number = static_cast<std::uint16_t>(uniform_below(random, denominator_));
  pair_.resize(static_cast<std::size_t>(options_.games));
  number_.resize(pair_.size());
}

template <class Move>
std::size_t RandomGames::move_all(std::size_t going_on, std::uint64_t& distance, Move move) {
  // Games are independent of each other: the processor works on several at a time. None of the branches depends on
  // them.
  std::uint32_t* const pairs = pair_.data();
  std::uint32_t* const numbers = number_.data();
  const std::uint16_t* const distances = distance_.data();
  std::size_t left = 0;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < going_on; ++i) {
    const std::uint32_t number = numbers[i];
    const std::uint32_t pair = move(pairs[i], number);
    pairs[left] = pair;
    numbers[left] = number;
    sum += distances[pair];
    left += distances[pair] != 0;
  }
  distance += sum;
  return left;
}

Outcome RandomGames::play(const PolicyTable& policy) {
  for (std::size_t pair = 0; pair < next_.size(); ++pair) {
    next_[pair] = static_cast<std::uint32_t>(options_.side == Side::cat ? policy[pair] * cells_ + pair % cells_
                                                                        : pair - pair % cells_ + policy[pair]);
  }
  const auto start = static_cast<std::uint32_t>(static_cast<std::size_t>(game_.start().cats.front()) * cells_ +
                                                static_cast<std::size_t>(game_.start().mice.front()));
  std::fill(pair_.begin(), pair_.end(), start);
  std::iota(number_.begin(), number_.end(), 0u);
  Outcome outcome{options_.games, 0, 0, 0};
  std::size_t going_on = pair_.size();
  int phase = game_.start().phase;
  const std::uint16_t* random = random_.data();
  for (std::int64_t ply = 0; ply < plies_ && going_on > 0; ++ply) {
    const bool by_policy = game_.mover(phase) == options_.side;
    std::uint64_t distance = 0;
    const std::size_t left =
        by_policy ? move_all(going_on, distance, [&](std::uint32_t pair, std::uint32_t) { return next_[pair]; })
                  : move_all(going_on, distance, [&](std::uint32_t pair, std::uint32_t number) {
                      const std::uint32_t* choice = choice_.data() + pair * (most_ + 1);
                      return choice[1 + pick_[choice[0] + random[number]]];
                    });
    outcome.plies += static_cast<std::int64_t>(going_on);
    outcome.distance += static_cast<std::int64_t>(distance);
    outcome.captures += static_cast<std::int64_t>(going_on - left);
    going_on = left;
    if (!by_policy) random += options_.games;
    phase = game_.phase_after(phase);
  }
  return outcome;
}

}  // namespace aleator::cat_and_mouse
