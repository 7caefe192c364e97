// Expectimax search of 2048: the mean over all spawns of the best over all moves, some moves deep.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <tuple>

#include "core/games/g2048/exact/board_set.hpp"
#include "core/games/g2048/moves.hpp"
#include "core/games/g2048/rules.hpp"
#include "core/games/g2048/search/evaluation.hpp"
#include "core/games/g2048/search/leaves.hpp"
#include "core/games/g2048/search/move_values.hpp"
#include "core/games/g2048/symmetry.hpp"
#include "core/search/transposition_table.hpp"

namespace aleator::g2048 {

struct ExpectimaxOptions {
  std::int64_t depth = 3;         // moves of the player; 0: to the end of the game
  double probability_cutoff = 0;  // positions that are less probable, from the root, are searched one move deep
  std::int64_t table = 16;        // MiB of the transposition table; 0: none
};

/// What is wrong with options, by their names.
Problems problems_of(const ExpectimaxOptions& options);

struct SearchCounts {
  std::int64_t positions = 0;    // whose moves were tried, the root among them
  std::int64_t evaluations = 0;  // of boards after the last move
  std::int64_t table_hits = 0;

  /// Each direction, legal or not.
  std::int64_t moves_tried() const noexcept { return 4 * positions; }
  bool operator==(const SearchCounts&) const = default;
};

struct ExpectimaxResult {
  MoveValues values;
  SearchCounts counts;

  bool operator==(const ExpectimaxResult&) const = default;
};

/// What a board is worth before a spawn.
template <AnyBoard B>
struct SearchKey {
  B board = 0;                // canonical
  std::int32_t moves = 0;     // that remain
  std::int32_t rareness = 0;  // see Expectimax

  bool operator==(const SearchKey&) const = default;
};

template <AnyBoard B>
struct SearchHash {
  std::uint64_t operator()(const SearchKey<B>& key) const noexcept {
    std::uint64_t hash = static_cast<std::uint64_t>(key.moves) << 32 | static_cast<std::uint32_t>(key.rareness);
    if constexpr (std::same_as<B, WideBoard>) hash = key_of(hash ^ static_cast<Board>(key.board >> 64));
    return key_of(static_cast<Board>(key.board) ^ hash * 0x9e37'79b9'7f4a'7c15);
  }
};

template <AnyBoard B>
using SearchTable = TranspositionTable<SearchKey<B>, SearchHash<B>>;

/// The transposition tables of a search, one of them for wide boards, which is there from the first such board on.
class SearchMemory {
 public:
  /// @param mebibytes  of each table
  explicit SearchMemory(std::int64_t mebibytes);

  template <AnyBoard B>
  SearchTable<B>& table();

  void clear();

 private:
  std::size_t bytes_;
  SearchTable<Board> narrow_;
  std::optional<SearchTable<WideBoard>> wide_;
};

/// Searches positions of one shape. The value of a move is the expected sum of its reward and all that follow, up to
/// the last move searched, and of the evaluation of the board after that one; a game that is over is worth 0.
///
/// What a board is worth before a spawn is found for its canonical image, and known to the table by that image, the
/// moves that remain and, where a cut-off may come, the probability, as its negative logarithm in steps of 2^-20. So
/// values are the same to the last bit with a table and without one, and for all images of a position. Boards that may
/// outgrow theirs go on as wide ones. Does not change: threads may share it, each with a memory of its own.
class Expectimax {
 public:
  /// @throws std::invalid_argument as problems_of says
  Expectimax(const Rules& rules, const EvaluationWeights& weights, const ExpectimaxOptions& options);
  Expectimax(const Expectimax&) = delete;
  Expectimax& operator=(const Expectimax&) = delete;

  const ExpectimaxOptions& options() const noexcept { return options_; }

  /// Asks `stop` now and then: what is returned then is not complete.
  /// @param memory  is cleared first, so that a search that is repeated has the same counts
  template <AnyBoard B>
  ExpectimaxResult search(B board, SearchMemory& memory, const std::stop_token& stop = {}) const;

 private:
  class Tree;

  /// How likely spawns are, and how rare: minus the logarithm of their probability in steps of 2^-20. 2 first, then 4.
  struct Spawns {
    std::array<double, 2> probability;
    std::int32_t limit;  // what is rarer is cut off
    std::array<std::array<std::int32_t, 2>, most_cells + 1>
        rareness{};           // by the number of empty cells; 0 without limit
    std::int32_t rarest = 0;  // of them

    Spawns(double four_probability, double cutoff);

    /// Whether what is searched so many moves deep after a spawn may be cut off.
    bool may_cut(std::int32_t moves, std::int32_t rareness_so_far) const noexcept {
      return rareness_so_far + std::int64_t{rarest} * (moves - 1) > limit;
    }
  };

  template <AnyBoard B>
  B canonical(B board) const noexcept {
    if constexpr (std::same_as<B, Board>) {
      if (moves_.shape() == square_4x4) return canonical_4x4(board);
    }
    return std::get<Symmetries<B>>(symmetries_).canonical(board);
  }

  ExpectimaxOptions options_;
  Moves moves_;
  Evaluation evaluation_;
  int end_;  // the exponent of the tile that ends a game
  Spawns spawns_;
  std::tuple<Symmetries<Board>, Symmetries<WideBoard>> symmetries_;
  std::optional<Leaves> leaves_;  // of 4 x 4 boards, for moves that cannot end the game
};

}  // namespace aleator::g2048
