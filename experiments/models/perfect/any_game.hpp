// A game of perfect information as the tasks see it, whichever it is.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "core/search/outlook.hpp"
#include "core/search/search.hpp"
#include "experiments/models/perfect/search_keys.hpp"

namespace aleator::perfect {

/// What a search tells of a position, for the player to move there.
struct Searched {
  SearchResult result;
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

  /// @param known   positions that need not be searched, or nullptr
  /// @param memory  bytes that it may take. This must outlive the searcher.
  virtual std::unique_ptr<Searcher> searcher(const SearchKeys& keys, Method method, const TableColumns* known,
                                             double memory) const = 0;

  /// The lines that show a position. @throws std::invalid_argument if there is none
  virtual std::vector<std::string> drawn(const std::string& position) const = 0;

  /// Whether scores are told and expected instead of values.
  virtual bool has_scores() const = 0;
};

}  // namespace aleator::perfect
