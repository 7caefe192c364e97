// [search] of kind = "g2048": the values of moves by looking ahead.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/games/g2048/search/expectimax.hpp"
#include "core/games/g2048/search/mcts.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::g2048 {

Task search_task();

/// [search], whatever the method.
struct SearchKeys {
  std::vector<std::string> states;
};

/// [search] method = "expectimax"
struct ExpectimaxKeys : SearchKeys, ExpectimaxOptions, EvaluationWeights {};

/// [search] method = "mcts"
struct MctsKeys : SearchKeys, MctsOptions {};

enum class SearchMethod : std::uint8_t { expectimax, mcts };
SearchMethod search_method(const Config& config);

/// Of one search, roughly.
double search_seconds(const Config& config);

/// What a search tells of a board.
struct Searched {
  MoveValues values;
  std::array<std::int64_t, 4> visits{-1, -1, -1, -1};  // of mcts
  std::optional<Direction> best;
  SearchCounts counts;  // of expectimax
};

/// Searches boards by the method of a run, one after the other.
class Searcher {
 public:
  explicit Searcher(Run& run);

  /// @param number  of the board: mcts draws other numbers for each
  /// @throws std::invalid_argument if the text is no board of the shape
  Searched operator()(const std::string& board, std::uint64_t number);

 private:
  template <AnyBoard B>
  Searched search(B board, std::uint64_t number);

  Run& run_;
  std::optional<Expectimax> expectimax_;
  std::optional<SearchMemory> memory_;
  std::optional<Mcts> mcts_;
};

}  // namespace aleator::g2048
