// A game of perfect information as the tasks see it, whichever it is.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "core/random/philox_stream.hpp"
#include "core/search/exact_match.hpp"
#include "core/search/outlook.hpp"
#include "core/search/search.hpp"
#include "experiments/models/perfect/play_keys.hpp"
#include "experiments/models/perfect/search_keys.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator::perfect {

/// What any method finds.
struct Found : SearchResult {
  Found(const SearchResult& result = {}) : SearchResult(result) {}

  std::optional<double> mean;    // of mcts: of its games that began with the best move, from -1 to 1
  std::int64_t simulations = 0;  // of mcts
};

/// What a search tells of a position, for the player to move there.
struct Searched {
  Found result;
  bool is_over = false;         // nobody can move; the result is that of the game
  std::optional<double> score;  // of Connect Four, if the distance is known
  std::string line;             // best moves from there on; empty unless asked for
};

struct MoveWorth {
  std::string move;
  Searched worth;  // of the move, for the player who makes it; distances count its ply
};

/// All positions of a table by number, as two words each: the stones of the player to move and of the other one as bits
/// of the board; of a race the total and 0, of nim the heaps in so many bits each and 0.
struct TableColumns {
  std::vector<std::int64_t> own, other;
  std::vector<std::int8_t> value;
  std::vector<std::int32_t> distance;
};

/// What a search has besides its keys.
struct Resources {
  const TableColumns* known;  // positions that need not be searched, or nullptr
  double memory;              // bytes that it may take
  StreamKey key;              // of what it draws
  TbbExecutor* executor;      // nullptr: it stays on its thread

  std::size_t bytes() const noexcept { return static_cast<std::size_t>(std::min(memory, 1e18)); }
};

/// What a match has brought; player 0 and opponent 1.
struct MatchReport {
  struct Error {
    std::size_t side;
    std::string position;
    std::int64_t times;
    double cost;  // games
  };
  std::array<std::array<std::int64_t, 3>, 2> games{};  // [who began][won, drawn, lost by the player]
  std::int64_t plies = 0;
  std::array<std::int64_t, 2> given_away_games{};
  std::array<double, 2> given_away_cost{};
  std::vector<Error> errors;                                // the costliest first
  std::array<std::optional<ResultProbabilities>, 2> exact;  // [who begins], of the player
};

/// Searches the positions of one game by one method, each as if it were the first.
class Searcher {
 public:
  virtual ~Searcher() = default;

  /// @param position  as the game writes it; empty: the start
  /// @throws std::invalid_argument if there is no such position, or it cannot be searched; std::length_error if what is
  /// needed is larger than the memory
  virtual Searched search(const std::string& position, bool with_line, const std::stop_token& stop) = 0;

  /// What every legal move is worth; none if the game is over.
  virtual std::vector<MoveWorth> moves(const std::string& position, const std::stop_token& stop) = 0;

  /// The table of method = "table" that the last search has made, or nullptr.
  virtual std::unique_ptr<TableColumns> table() const = 0;

  /// All positions up to so many plies after one, solved; nullptr if some could not be.
  /// @throws std::length_error if they take more than the memory
  virtual std::unique_ptr<TableColumns> book(const std::string& position, int plies, const std::stop_token& stop) = 0;
};

class AnyGame {
 public:
  virtual ~AnyGame() = default;

  /// What is wrong with the keys for this game: the method, the weights, the positions.
  virtual Problems check(const SearchKeys& keys, Method method) const = 0;

  /// This must outlive the searcher.
  virtual std::unique_ptr<Searcher> searcher(const SearchKeys& keys, Method method,
                                             const Resources& resources) const = 0;

  /// What is wrong with the keys of a match for this game.
  virtual Problems check(const PlayKeys& keys) const = 0;

  /// Plays games, and values the match exactly where that is possible.
  /// @param search  of players who search, or nullptr. @throws as Searcher
  virtual MatchReport play(const PlayKeys& keys, const SearchKeys* search, Method method, const Resources& resources,
                           const std::stop_token& stop) const = 0;

  /// The lines that show a position. @throws std::invalid_argument if there is none
  virtual std::vector<std::string> drawn(const std::string& position) const = 0;

  /// Whether scores are told and expected instead of values.
  virtual bool has_scores() const = 0;
};

}  // namespace aleator::perfect
