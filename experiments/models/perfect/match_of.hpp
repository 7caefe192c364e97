// Matches of a game of core.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/search/exact_match.hpp"
#include "core/search/match.hpp"
#include "core/search/mcts.hpp"
#include "experiments/models/perfect/searcher_of.hpp"
#include "parallel/per_thread.hpp"

namespace aleator::perfect {

/// Draws the numbers of its trees from the game's own stream.
template <TwoPlayerGame G>
class MctsPlayer final : public Player<G> {
 public:
  MctsPlayer(const G& game, const MctsOptions& options) : mcts_(game, options) {}

  Move choose(const typename G::Position& position, PhiloxStream& random) override {
    SerialExecutor alone;
    const std::uint64_t low = random();
    return mcts_.search(position, {low, random()}, 0, alone).best().move;
  }

  std::optional<std::vector<MoveProbability>> probabilities(const typename G::Position&) override {
    return std::nullopt;
  }

 private:
  Mcts<G> mcts_;
};

/// A match as its keys describe it.
template <class Kind>
class MatchOf {
 public:
  using G = typename Kind::Game;
  using Position = typename G::Position;

  MatchOf(const G& game, const PlayKeys& keys, const SearchKeys* search, Method method, const Resources& resources,
          std::stop_token stop)
      : game_(game),
        keys_(keys),
        search_(search),
        method_(method),
        resources_(resources),
        stop_(std::move(stop)),
        start_(position_of(game, keys.position.value_or(""))) {
    const std::array<PlayerName, 2> names = {keys.player, keys.opponent};
    const bool any_optimal = std::count(names.begin(), names.end(), PlayerName::epsilon_optimal) > 0;
    if (keys.errors || any_optimal) oracles_ = Kind::oracles(game, start_, resources, stop_);
  }

  MatchReport report() {
    MatchReport report;
    if (stop_.stop_requested()) return report;
    PerThread<Seats<G>> seats([this] { return seated(); });
    const MatchScore<G> score = play_match(
        game_, start_, {keys_.games, keys_.begins}, resources_.key, *resources_.executor,
        [&]() -> Seats<G>& { return seats.local(); }, stop_);
    report.games = score.games;
    report.plies = score.plies;
    report.given_away_games = score.given_away_games;
    add_errors(score, report);
    if (keys_.exact_positions > 0) add_exact(report);
    return report;
  }

 private:
  Seats<G> seated() const {
    Oracle<G> oracle = oracles_ ? oracles_() : Oracle<G>();
    Seats<G> seats;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) seats.players[side] = player(side, oracle);
    if (keys_.errors) seats.oracle = std::move(oracle);
    return seats;
  }

  std::unique_ptr<Player<G>> player(std::size_t side, const Oracle<G>& oracle) const {
    const auto choosing = [&](Favourites<G> favourites, double epsilon = 0) {
      return std::make_unique<ChoosingPlayer<G>>(game_, std::move(favourites), epsilon);
    };
    switch (side == 0 ? keys_.player : keys_.opponent) {
      case PlayerName::random:
        return choosing(any_legal_move(game_));
      case PlayerName::heuristic:
        return choosing(preferred_moves(game_));
      case PlayerName::greedy:
        return choosing(greedy_moves(game_, Kind::evaluation(game_, keys_.weights)));
      case PlayerName::epsilon_optimal:
        return choosing(optimal_moves(game_, oracle, side == 0 ? keys_.ties : keys_.opponent_ties),
                        side == 0 ? keys_.epsilon : keys_.opponent_epsilon);
      case PlayerName::search:
        break;
    }
    return searching_player(side);
  }

  /// By the keys of [search], but those that [play] has for the opponent.
  std::unique_ptr<Player<G>> searching_player(std::size_t side) const {
    SearchKeys keys = *search_;
    if (side == 1 && keys_.opponent_depth) keys.depth = *keys_.opponent_depth;
    if (side == 1 && keys_.opponent_simulations) keys.simulations = *keys_.opponent_simulations;
    const Method method = side == 1 && keys_.opponent_method ? *method_named(*keys_.opponent_method) : method_;
    if (method == Method::mcts) {
      return std::make_unique<MctsPlayer<G>>(game_, keys.mcts_options(resources_.memory));
    }
    Resources alone = resources_;
    alone.executor = nullptr;
    const auto searcher = std::make_shared<SearcherOf<Kind>>(game_, keys, method, alone);
    return std::make_unique<ChoosingPlayer<G>>(game_, [searcher, stop = stop_](const Position& position) {
      const Found found = searcher->engine()(position, true, stop);
      if (found.best != no_move || stop.stop_requested()) return std::vector<Move>{found.best};
      throw std::runtime_error("a player's search was given up before it had found a move");
    });
  }

  void add_errors(const MatchScore<G>& score, MatchReport& report) const {
    for (std::size_t side = 0; side < 2; ++side) {
      for (const auto& [key, error] : score.given_away[side]) {
        const double cost = static_cast<double>(error.half_games) / 2;
        report.given_away_cost[side] += cost;
        report.errors.push_back({side, game_.text_of(error.position), error.times, cost});
      }
    }
    std::stable_sort(report.errors.begin(), report.errors.end(), [](const auto& a, const auto& b) {
      return a.cost != b.cost ? a.cost > b.cost : a.times > b.times;
    });
    const auto most = static_cast<std::size_t>(keys_.listed_errors);
    if (report.errors.size() > most)
      report.errors.erase(report.errors.begin() + keys_.listed_errors, report.errors.end());
  }

  void add_exact(MatchReport& report) const {
    Seats<G> seats = seated();
    const auto most = static_cast<std::size_t>(keys_.exact_positions);
    const auto match = [&](std::size_t first, std::size_t second) {
      return ExactMatch<G>(game_, {seats.players[first].get(), seats.players[second].get()}, most)(start_, stop_);
    };
    if (keys_.begins != WhoBegins::opponent) report.exact[0] = match(0, 1);
    if (keys_.begins == WhoBegins::player) return;
    report.exact[1] = match(1, 0);
    if (report.exact[1]) std::swap(report.exact[1]->win, report.exact[1]->loss);
  }

  const G& game_;
  const PlayKeys& keys_;
  const SearchKeys* search_;
  Method method_;
  Resources resources_;
  std::stop_token stop_;
  Position start_;
  std::function<Oracle<G>()> oracles_;  // makes one for each thread
};

}  // namespace aleator::perfect
