// Searches by several threads that share a table. What is found is the same for any number of threads, what it costs
// and which of equally good moves is found is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "core/games/connect_four/solver.hpp"
#include "core/search/alpha_beta.hpp"
#include "parallel/search/crew.hpp"
#include "parallel/search/shared_tables.hpp"

namespace aleator {

/// Asks for a stop when another one does.
class Relay {
 public:
  explicit Relay(const std::stop_token& from) : callback_(from, [this] { source_.request_stop(); }) {}

  std::stop_token token() const { return source_.get_token(); }
  void request_stop() { source_.request_stop(); }

 private:
  std::stop_source source_;
  std::stop_callback<std::function<void()>> callback_;
};

/// Alpha-beta: all threads search from the root, but put off what others are at, and use what they have found.
template <TwoPlayerGame G, class Evaluation = NoEvaluation>
class AlphaBetaTogether {
 public:
  using Position = typename G::Position;

  static constexpr std::int64_t usual_least_left = 8;  // plies; below that a search costs less than the telling

  /// @param game        must outlive this
  /// @param least_left  threads tell each other of positions with so many plies left or more
  /// @throws std::invalid_argument see AlphaBeta
  AlphaBetaTogether(const G& game, const SearchOptions& options, std::size_t table_bytes, int threads,
                    Evaluation evaluation = {}, std::int64_t least_left = usual_least_left)
      : game_(game),
        options_(options),
        table_(table_bytes, options.replacement),
        threads_(static_cast<std::size_t>(threads)),
        evaluation_(std::move(evaluation)),
        least_left_(least_left) {}

  void use(const SolvedTable<G>* known) noexcept { known_ = known; }
  void forget() { table_.clear(); }

  /// Counts are those of all threads. @throws std::invalid_argument see require_searchable
  template <class Executor>
  SearchResult search(const Position& root, Executor& executor, const std::stop_token& stop = {}) {
    BusyPositions busy;
    Relay first(stop);
    std::mutex mutex;
    std::optional<SearchResult> answer;  // the first that is complete; else of one that was stopped
    SearchCounts counts;
    executor.for_blocks(threads_, [&](std::size_t) {
      if (first.token().stop_requested() && !stop.stop_requested()) return;  // it is known already
      AlphaBeta<G, Evaluation, SharedBoundTable<typename G::Key>, CrewMember> search(game_, options_, table_,
                                                                                     evaluation_, {busy, least_left_});
      search.use(known_);
      const SearchResult found = search.search(root, first.token());
      const std::lock_guard lock(mutex);
      counts.merge(found.counts);
      const bool is_complete = found.status == SearchStatus::complete;
      if (!answer || (is_complete && answer->status != SearchStatus::complete)) answer = found;
      if (is_complete) first.request_stop();
    });
    answer->counts = counts;
    return *answer;
  }

 private:
  const G& game_;
  SearchOptions options_;
  SharedBoundTable<typename G::Key> table_;
  std::size_t threads_;
  Evaluation evaluation_;
  std::int64_t least_left_;
  const SolvedTable<G>* known_ = nullptr;
};

namespace connect_four {

/// The solver: all threads test the same null window, and go on to the next as soon as one of them knows the answer.
class SolverTogether {
 public:
  /// @param game  must outlive this
  SolverTogether(const ConnectFour& game, std::size_t table_bytes, int threads)
      : game_(game), table_(table_bytes), threads_(static_cast<std::size_t>(threads)) {}

  void use(const SolvedTable<ConnectFour>* known) noexcept { known_ = known; }
  void forget() { table_.clear(); }

  /// Counts are those of all threads. @throws std::invalid_argument if the game is over
  template <class Executor>
  Solved solve(const Position& position, Executor& executor, const std::stop_token& stop = {}) {
    require_ongoing(game_, position);
    return detail::with_board(game_.shape(),
                              [&](const auto& board) { return solve_on(board, position, executor, stop); });
  }

  /// As Solver::best_move, by one thread.
  Move best_move(const Position& position, int score) {
    return detail::best_move(game_, table_, known_, position, score);
  }

 private:
  using Member = CrewMember;

  /// What all threads know of the score.
  class Range {
   public:
    Range(ScoreBounds bounds, const std::stop_token& stop) : bounds_(bounds), stop_(stop), pass_(std::in_place, stop) {}

    struct Pass {
      ScoreBounds bounds;
      std::stop_token is_over;
    };
    Pass pass() {
      const std::lock_guard lock(mutex_);
      return {bounds_, pass_->token()};
    }

    /// A test has found that the score is `bound` or more, or less. Whoever tests something that is known stops.
    void narrow(int found, int bound) {
      const std::lock_guard lock(mutex_);
      const ScoreBounds before = bounds_;
      if (found >= bound) {
        bounds_.lower = std::max(bounds_.lower, found);
      } else {
        bounds_.upper = std::min(bounds_.upper, found);
      }
      if (bounds_.lower == before.lower && bounds_.upper == before.upper) return;
      pass_->request_stop();
      pass_.emplace(stop_);
    }

   private:
    std::mutex mutex_;
    ScoreBounds bounds_;
    std::stop_token stop_;
    std::optional<Relay> pass_;
  };

  template <class Board, class Executor>
  Solved solve_on(const Board& board, const Position& position, Executor& executor, const std::stop_token& stop) {
    BusyPositions busy;
    Range range(ScoreSearch(board, table_).possible(position), stop);
    std::mutex mutex;
    Solved solved;
    executor.for_blocks(threads_, [&](std::size_t) {
      ScoreSearch<Board, SharedScoreTable, Member> search(board, table_, Member(busy, least_left));
      search.use(known_);
      for (auto pass = range.pass(); pass.bounds.lower < pass.bounds.upper && !stop.stop_requested();
           pass = range.pass()) {
        const int bound = search.middle_of(pass.bounds) + 1;
        const auto found = search.test(position, bound, Budget(0, pass.is_over));
        if (found) range.narrow(*found, bound);
      }
      const std::lock_guard lock(mutex);
      solved.counts.merge(search.counts());
    });
    const ScoreBounds bounds = range.pass().bounds;
    solved.score = bounds.lower;
    if (bounds.lower < bounds.upper) solved.status = SearchStatus::stopped;
    return solved;
  }

  static constexpr std::int64_t least_left = 16;  // plies; below that a search costs less than the telling

  const ConnectFour& game_;
  SharedScoreTable table_;
  std::size_t threads_;
  const SolvedTable<ConnectFour>* known_ = nullptr;
};

}  // namespace connect_four
}  // namespace aleator
