#include "core/games/cat_and_mouse/judge.hpp"

#include <cmath>
#include <limits>

#include "core/games/cat_and_mouse/exact_play.hpp"

namespace aleator::cat_and_mouse {

Judge::Judge(const Game& game, const JudgeOptions& options, const ExactTable& exact, PhiloxStream random)
    : game_(game), options_(options), chase_(game) {
  starts_ = options.all_starts ? chase_.all_starts() : std::vector<Pair>{chase_.start()};
  if (options.opponent == Opponent::best_response) {
    response_.emplace(game);
  } else if (options.opponent == Opponent::optimal) {
    opponent_ = optimal_table(game, exact, other(options.side));
  } else {
    const MouseMoves moves = options.opponent == Opponent::careful ? MouseMoves::careful : MouseMoves::random;
    random_games_ = std::make_unique<RandomGames>(
        game, RandomGamesOptions{options.side, moves, options.games, options.moves_to_escape}, random);
  }
}

Outcome Judge::judge(const PolicyTable& policy) {
  if (random_games_) return random_games_->play(policy);
  Outcome sum;
  if (response_) {
    const auto& plies = (*response_)(options_.side, policy);
    const auto most = static_cast<std::int64_t>(plies.size());
    for (const Pair& start : starts_) {
      const std::int32_t found = response_->plies(start);
      const std::int32_t until = game_.rules().move_limit > 0 && found > game_.rules().move_limit ? never : found;
      sum.add({1, until != never, until == never ? most : until, 0});
    }
    return sum;
  }
  for (const Pair& start : starts_) {
    sum.add(options_.side == Side::cat ? chase_.play(policy, opponent_, start) : chase_.play(opponent_, policy, start));
  }
  return sum;
}

double Judge::loss(const Outcome& outcome) const {
  const double far = game_.board().rows() + game_.board().cols();
  return options_.order.loss(options_.side, outcome, far, 4 * far);
}

TableProblem::TableProblem(const Game& game, Side side, std::int64_t changes, Judge& judge)
    : ChoiceCandidates(
          [&] {
            std::vector<std::uint8_t> choices;
            const int cells = game.board().num_cells();
            for (int cat = 0; cat < cells; ++cat) {
              for (int mouse = 0; mouse < cells; ++mouse) {
                if (cat == mouse) continue;
                choices.push_back(
                    static_cast<std::uint8_t>(game.board().moves(side == Side::cat ? cat : mouse).size()));
              }
            }
            return choices;
          }(),
          changes),
      board_(game.board()),
      side_(side),
      judge_(judge) {
  const auto cells = static_cast<std::uint32_t>(board_.num_cells());
  for (std::uint32_t pair = 0; pair < cells * cells; ++pair) {
    if (pair / cells != pair % cells) pair_.push_back(pair);
  }
  table_.resize(static_cast<std::size_t>(cells) * cells);
}

const PolicyTable& TableProblem::table(const Candidate& x) {
  const auto cells = static_cast<std::uint32_t>(board_.num_cells());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint32_t piece = side_ == Side::cat ? pair_[i] / cells : pair_[i] % cells;
    table_[pair_[i]] = static_cast<std::uint16_t>(board_.moves(static_cast<int>(piece))[x[i]]);
  }
  return table_;
}

Measured measure(const Game& game, const ExactTable& exact, Side side, const PolicyTable& policy) {
  const auto limited = [&](std::int32_t plies) {
    return game.rules().move_limit > 0 && plies > game.rules().move_limit ? never : plies;
  };
  BestResponse response(game);
  response(side, policy);
  const Chase chase(game);
  Measured measured;
  for (const Pair& start : chase.all_starts()) {
    const Position position{{start.cat}, {start.mouse}, start.phase};
    measured.kept += limited(response.plies(start)) == limited(exact(position));
    Position turn = position;
    turn.phase = game.first_phase(side);
    const auto pair = static_cast<std::size_t>(start.cat * game.board().num_cells() + start.mouse);
    const std::int32_t after = exact(game.after(turn, {policy[pair]}));
    ++measured.positions;
    measured.optimal += (after == never ? never : after + 1) == exact(turn);
  }
  measured.guaranteed = limited(response.plies(chase.start()));
  measured.exact = limited(exact(game.start()));
  const bool loses = (measured.guaranteed == never) != (measured.exact == never);
  measured.regret = loses ? std::numeric_limits<double>::infinity()
                          : std::abs(static_cast<double>(measured.guaranteed) - static_cast<double>(measured.exact));
  return measured;
}

}  // namespace aleator::cat_and_mouse
