#include "core/search/match.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <map>
#include <random>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/search/exact_match.hpp"
#include "core/search/search.hpp"
#include "tests/core/search/every_game.hpp"

namespace aleator {
namespace {

constexpr std::size_t room = 1 << 26;

template <TwoPlayerGame G>
Oracle<G> oracle_of(const G& game) {
  SerialExecutor executor;
  const auto table = std::make_shared<SolvedTable<G>>(solve_all(game, game.start(), room, executor));
  return [table](const typename G::Position& position) { return *table->find(position); };
}

/// Players of all kinds.
template <TwoPlayerGame G>
std::vector<std::unique_ptr<Player<G>>> every_player(const G& game, const Oracle<G>& oracle) {
  std::vector<std::unique_ptr<Player<G>>> players;
  const auto add = [&](Favourites<G> favourites, double epsilon) {
    players.push_back(std::make_unique<ChoosingPlayer<G>>(game, std::move(favourites), epsilon));
  };
  add(any_legal_move(game), 0);
  add(preferred_moves(game), 0);
  add(greedy_moves(game, NoEvaluation()), 0);
  add(optimal_moves(game, oracle, Ties::uniform), 0.3);
  add(optimal_moves(game, oracle, Ties::first), 0);
  add(optimal_moves(game, oracle, Ties::distance), 0.8);
  return players;
}

/// The definition, by recursion: for who moved first at the root.
template <TwoPlayerGame G>
ResultProbabilities slow_match(const G& game, const typename G::Position& position, std::array<Player<G>*, 2> players,
                               std::size_t mover) {
  if (const auto result = game.result(position)) {
    const int of_first = mover == 0 ? *result : -*result;
    return {of_first > 0 ? 1.0 : 0.0, of_first == 0 ? 1.0 : 0.0, of_first < 0 ? 1.0 : 0.0};
  }
  ResultProbabilities sum;
  const auto moves = players[mover]->probabilities(position);
  for (const auto& [move, p] : *moves) {
    const ResultProbabilities next = slow_match(game, game.after(position, move), players, 1 - mover);
    sum.win += p * next.win;
    sum.draw += p * next.draw;
    sum.loss += p * next.loss;
  }
  return sum;
}

/// Games small enough for the definition.
template <class F>
void for_every_tiny_game(F&& f) {
  f(race_to::RaceTo({9, 3}));
  f(race_to::RaceTo({9, 3, true}));
  f(nim::Nim({{3, 2, 1}}));
  f(nim::Nim({{2, 2, 1}, true}));
  f(tic_tac_toe::TicTacToe({2, 3, 2}));
  f(connect_four::ConnectFour({4, 2}));
}

TEST(ExactMatch, is_what_the_definition_says) {
  for_every_tiny_game([](const auto& game) {
    const auto players = every_player(game, oracle_of(game));
    for (const auto& first : players) {
      for (const auto& second : players) {
        const auto exact = ExactMatch(game, {first.get(), second.get()}, room)(game.start());
        const auto slow = slow_match(game, game.start(), {first.get(), second.get()}, 0);
        ASSERT_TRUE(exact);
        EXPECT_NEAR(exact->win, slow.win, 1e-12);
        EXPECT_NEAR(exact->draw, slow.draw, 1e-12);
        EXPECT_NEAR(exact->loss, slow.loss, 1e-12);
        EXPECT_NEAR(exact->win + exact->draw + exact->loss, 1, 1e-12);
      }
    }
  });
}

TEST(ExactMatch, gives_up_beyond_the_positions_it_may_have) {
  const tic_tac_toe::TicTacToe game({});
  ChoosingPlayer<tic_tac_toe::TicTacToe> player(game, any_legal_move(game));
  EXPECT_TRUE(ExactMatch(game, {&player, &player}, 5478)(game.start()));
  EXPECT_FALSE(ExactMatch(game, {&player, &player}, 5477)(game.start()));
}

/// Uniformly random tic-tac-toe: games by length are known, each move of a game of n plies has probability 1 / cells.
TEST(ExactMatch, knows_random_tic_tac_toe) {
  const tic_tac_toe::TicTacToe game({});
  ChoosingPlayer<tic_tac_toe::TicTacToe> player(game, any_legal_move(game));
  const auto exact = ExactMatch(game, {&player, &player}, room)(game.start());
  EXPECT_NEAR(exact->win, 737.0 / 1260, 1e-12);
  EXPECT_NEAR(exact->draw, 8.0 / 63, 1e-12);
  EXPECT_NEAR(exact->loss, 121.0 / 420, 1e-12);
}

template <TwoPlayerGame G>
auto seats(const G& game, const Oracle<G>& oracle, std::size_t first, std::size_t second) {
  return [&game, &oracle, first, second] {
    auto one = every_player(game, oracle);
    auto two = every_player(game, oracle);
    return Seats<G>{{std::move(one[first]), std::move(two[second])}, oracle};
  };
}

TEST(GameMatch, agrees_with_the_exact_probabilities) {
  static constexpr std::int64_t games = 4000;
  for_every_tiny_game([](const auto& game) {
    using G = std::decay_t<decltype(game)>;
    const Oracle<G> oracle = oracle_of(game);
    const auto players = every_player(game, oracle);
    SerialExecutor executor;
    for (std::size_t a = 0; a < players.size(); ++a) {
      for (std::size_t b = 0; b < players.size(); ++b) {
        const auto score = play_match(game, game.start(), {games, WhoBegins::player}, {7, a * 8 + b}, executor,
                                      seats(game, oracle, a, b));
        EXPECT_EQ(score.num_games(), games);
        const auto exact = ExactMatch(game, {players[a].get(), players[b].get()}, room)(game.start());
        const auto near = [&](std::int64_t count, double p) {
          const double error = std::sqrt(p * (1 - p) / games);
          EXPECT_NEAR(static_cast<double>(count) / games, p, 4.5 * error + 1e-9);
        };
        near(score.games[0][MatchScore<G>::win], exact->win);
        near(score.games[0][MatchScore<G>::draw], exact->draw);
        near(score.games[0][MatchScore<G>::loss], exact->loss);
      }
    }
  });
}

/// Each game in which a player had a won position and did not win is charged to one error of that player.
TEST(GameMatch, charges_games_that_were_not_won_to_who_gave_them_away) {
  const tic_tac_toe::TicTacToe game({});
  using G = tic_tac_toe::TicTacToe;
  const Oracle<G> oracle = oracle_of(game);
  SerialExecutor executor;
  const auto score =
      play_match(game, game.start(), {2000, WhoBegins::alternate}, {1, 2}, executor, seats(game, oracle, 0, 3));
  EXPECT_EQ(score.games[0][0] + score.games[0][1] + score.games[0][2], 1000);
  for (std::size_t player = 0; player < 2; ++player) {
    std::int64_t times = 0;
    std::int64_t halves = 0;
    for (const auto& [key, error] : score.given_away[player]) {
      EXPECT_EQ(oracle(error.position).value, 1);
      EXPECT_GT(error.times, 0);
      times += error.times;
      halves += error.half_games;
    }
    EXPECT_GE(times, score.given_away_games[player]);
    EXPECT_LE(halves, 2 * score.given_away_games[player]);
    EXPECT_GT(halves, 0);
  }
  const auto perfect =
      play_match(game, game.start(), {500, WhoBegins::player}, {1, 2}, executor, seats(game, oracle, 4, 0));
  EXPECT_TRUE(perfect.given_away[0].empty());
  EXPECT_EQ(perfect.games[0][MatchScore<G>::loss], 0);
}

TEST(GameMatch, stops_within_a_game_of_a_billion_plies) {
  using race_to::RaceTo;
  const RaceTo game({RaceTo::largest_target, 1});
  std::stop_source stop;
  const std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  SerialExecutor executor;
  const auto score = play_match(
      game, game.start(), {}, {1, 2}, executor,
      [&] {
        Seats<RaceTo> seats;
        for (auto& player : seats.players) {
          player = std::make_unique<ChoosingPlayer<RaceTo>>(game, any_legal_move(game), 0);
        }
        return seats;
      },
      stop.get_token());
  EXPECT_EQ(score.num_games(), 0);
  EXPECT_LT(score.plies, RaceTo::largest_target);
}

TEST(Players, like_what_they_say) {
  const race_to::RaceTo game({30, 3});
  const auto oracle = oracle_of(game);
  EXPECT_EQ(preferred_moves(game)(0), std::vector<Move>{3});
  EXPECT_EQ(preferred_moves(game)(28), std::vector<Move>{2});
  EXPECT_EQ(greedy_moves(game, NoEvaluation())(28), std::vector<Move>{2});
  EXPECT_EQ(greedy_moves(game, NoEvaluation())(10), (std::vector<Move>{1, 2, 3}));
  EXPECT_EQ(optimal_moves(game, oracle, Ties::uniform)(0), std::vector<Move>{2});
  EXPECT_EQ(optimal_moves(game, oracle, Ties::uniform)(2), (std::vector<Move>{1, 2, 3}));  // lost
  EXPECT_EQ(optimal_moves(game, oracle, Ties::first)(2), std::vector<Move>{1});
  EXPECT_THROW(ChoosingPlayer<race_to::RaceTo>(game, preferred_moves(game), 1.5), std::invalid_argument);
}

TEST(Players, who_look_at_distances_win_soonest_and_lose_latest) {
  const tic_tac_toe::TicTacToe game({});
  const auto oracle = oracle_of(game);
  std::mt19937_64 random(3);
  int narrower = 0;
  for (int i = 0; i < 200; ++i) {
    const auto position = random_position(game, static_cast<int>(3 + random() % 6), random);
    const std::vector<Move> best = optimal_moves(game, oracle, Ties::uniform)(position);
    const std::vector<Move> soonest = optimal_moves(game, oracle, Ties::distance)(position);
    EXPECT_EQ(optimal_moves(game, oracle, Ties::first)(position), std::vector<Move>{best.front()});
    EXPECT_LE(soonest.size(), best.size());
    narrower += soonest.size() < best.size();
    const Outlook of_position = oracle(position);
    for (const Move move : best) EXPECT_EQ(-oracle(game.after(position, move)).value, of_position.value);
    for (const Move move : soonest) {
      if (of_position.value == 0) continue;
      EXPECT_EQ(before(oracle(game.after(position, move))), of_position);
    }
  }
  EXPECT_GT(narrower, 10);
}

}  // namespace
}  // namespace aleator
