// Matches of two players of a game of perfect information.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include "core/executor.hpp"
#include "core/random/philox_stream.hpp"
#include "core/search/player.hpp"

namespace aleator {

/// A position in which players had a won game and made a move that gave it away.
template <TwoPlayerGame G>
struct GivenAway {
  typename G::Position position{};
  std::int64_t times = 0;
  std::int64_t half_games =
      0;  // lost by it: 2 for a loss, 1 for a draw of a game in which it was the player's last one
};

/// What matches have brought, all of it exact integers; player 1 is 0 here.
template <TwoPlayerGame G>
struct MatchScore {
  enum Outcome : std::size_t { win, draw, loss };  // of player 1

  std::array<std::array<std::int64_t, 3>, 2> games{};  // [who began][outcome]
  std::int64_t plies = 0;
  std::array<std::int64_t, 2> given_away_games{};  // in which the player gave a won game away at least once
  std::array<std::map<typename G::Key, GivenAway<G>>, 2> given_away;

  std::int64_t num_games() const noexcept {
    std::int64_t sum = 0;
    for (const auto& by_outcome : games) {
      for (const std::int64_t count : by_outcome) sum += count;
    }
    return sum;
  }

  void merge(const MatchScore& other) {
    plies += other.plies;
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t o = 0; o < 3; ++o) games[i][o] += other.games[i][o];
      given_away_games[i] += other.given_away_games[i];
      for (const auto& [key, more] : other.given_away[i]) {
        auto& all = given_away[i][key];
        all.position = more.position;
        all.times += more.times;
        all.half_games += more.half_games;
      }
    }
  }
};

enum class WhoBegins : std::uint8_t { player, opponent, alternate };

struct MatchOptions {
  std::int64_t games = 1000;
  WhoBegins begins = WhoBegins::alternate;  // alternate: player 1 begins the games of even number
};

constexpr std::size_t first_of_game(WhoBegins begins, std::int64_t game) noexcept {
  if (begins == WhoBegins::alternate) return static_cast<std::size_t>(game & 1);
  return begins == WhoBegins::player ? 0 : 1;
}

/// Two players as a thread has them, and the oracle that watches them; none: errors are not looked for.
template <TwoPlayerGame G>
struct Seats {
  std::array<std::unique_ptr<Player<G>>, 2> players;
  Oracle<G> oracle;
};

namespace detail {

template <TwoPlayerGame G>
class MatchGameRecorder {
 public:
  using Position = typename G::Position;

  MatchGameRecorder(const G& game, Seats<G>& seats, MatchScore<G>& score, const std::stop_token& stop)
      : game_(game), seats_(seats), score_(score), stop_(stop) {}

  /// Leaves the game unfinished when it is asked to stop: games may have a billion plies.
  void play(Position position, std::size_t first, PhiloxStream& random) {
    last_.fill(nullptr);
    std::size_t mover = first;
    std::optional<int> result = game_.result(position);
    for (; !result; result = game_.result(position)) {
      const Move move = seats_.players[mover]->choose(position, random);
      const Position next = game_.after(position, move);
      if (seats_.oracle) watch(position, next, mover);
      position = next;
      mover = 1 - mover;
      if ((++score_.plies & 0x3ff) == 0 && stop_.stop_requested()) return;
    }
    finish(mover == 0 ? *result : -*result, first);
  }

 private:
  void watch(const Position& position, const Position& next, std::size_t mover) {
    if (seats_.oracle(position).value <= 0 || seats_.oracle(next).value < 0) return;
    GivenAway<G>& error = score_.given_away[mover][game_.key(position)];
    error.position = position;
    ++error.times;
    last_[mover] = &error;
  }

  /// @param result  for player 1
  void finish(int result, std::size_t first) {
    ++score_.games[first][static_cast<std::size_t>(1 - result)];
    for (std::size_t player = 0; player < 2; ++player) {
      if (last_[player] == nullptr) continue;
      ++score_.given_away_games[player];
      last_[player]->half_games += 1 - (player == 0 ? result : -result);
    }
  }

  const G& game_;
  Seats<G>& seats_;
  MatchScore<G>& score_;
  const std::stop_token& stop_;
  std::array<GivenAway<G>*, 2> last_{};
};

}  // namespace detail

/// Plays games from a position, game number i on the random stream (key, 0, i), whoever runs it: so the score does not
/// depend on the executor, and matches with the same key play with the same luck.
/// @param make_seats  make_seats() are the players, made or kept, that a block of games has for itself
/// @pre the start is not over
template <TwoPlayerGame G, Executor E, class MakeSeats>
MatchScore<G> play_match(const G& game, const typename G::Position& start, const MatchOptions& options,
                         const StreamKey& key, E& executor, MakeSeats make_seats, const std::stop_token& stop = {}) {
  constexpr std::int64_t block_games = 256;
  const std::int64_t blocks = (options.games + block_games - 1) / block_games;
  return executor.reduce_blocks(
      static_cast<std::size_t>(blocks), MatchScore<G>(),
      [&](std::size_t block) {
        MatchScore<G> score;
        auto&& seats = make_seats();
        detail::MatchGameRecorder<G> recorder(game, seats, score, stop);
        const std::int64_t begin = static_cast<std::int64_t>(block) * block_games;
        const std::int64_t end = std::min(begin + block_games, options.games);
        for (std::int64_t i = begin; i < end && !stop.stop_requested(); ++i) {
          PhiloxStream random(key, 0, static_cast<std::uint64_t>(i));
          recorder.play(start, first_of_game(options.begins, i), random);
        }
        return score;
      },
      [](MatchScore<G>& total, const MatchScore<G>& part) { total.merge(part); });
}

}  // namespace aleator
