// Searcher of a game of core.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/search/mcts.hpp"
#include "core/search/memoised.hpp"
#include "core/search/minimax.hpp"
#include "experiments/models/perfect/columns.hpp"
#include "experiments/models/perfect/engines.hpp"
#include "experiments/models/perfect/position_text.hpp"

namespace aleator::perfect {

/// A search of G by any of the methods.
template <class Kind>
class SearcherOf final : public Searcher {
 public:
  using G = typename Kind::Game;
  using Position = typename G::Position;

  SearcherOf(const G& game, const SearchKeys& keys, Method method, const Resources& resources)
      : game_(game), resources_(resources), depth_(keys.depth) {
    if (resources.known != nullptr) known_ = table_of<Kind>(game, *resources.known);
    engine_ = make_engine(keys, method);
  }

  const Engine<G>& engine() const noexcept { return engine_; }

  Searched search(const std::string& line, bool with_line, const std::stop_token& stop) override {
    const Position position = position_of(game_, line);
    Searched searched = searched_at(position, true, stop);
    if (with_line) searched.line = line_from(position, searched.result, stop);
    return searched;
  }

  std::vector<MoveWorth> moves(const std::string& line, const std::stop_token& stop) override {
    const Position position = position_of(game_, line);
    std::vector<MoveWorth> all;
    if (game_.result(position)) return all;
    if (mcts_) return moves_of_trees(position, stop);
    searched_at(position, true, stop);  // a table has what comes after it
    for (const Move move : legal_moves(game_, position)) {
      const Position next = game_.after(position, move);
      Searched worth = searched_at(next, false, stop);
      const std::string next_line = line_from(next, worth.result, stop);
      worth.line = game_.move_text(move);
      worth.line.append(next_line.empty() ? "" : " ").append(next_line);
      worth.result.score = OnePly<true>::before(worth.result.score);
      if (worth.result.distance >= 0) ++worth.result.distance;
      worth.score = Kind::score(game_, position, worth.result);
      all.push_back({game_.move_text(move), std::move(worth)});
    }
    return all;
  }

  std::unique_ptr<TableColumns> table() const override {
    if (!table_ || !table_->table()) return nullptr;
    return std::make_unique<TableColumns>(columns_of<Kind>(*table_->table()));
  }

  std::unique_ptr<TableColumns> book(const std::string& line, int plies, const std::stop_token& stop) override {
    bool all_solved = true;
    const SolvedTable<G> book =
        opening_book(game_, position_of(game_, line), plies,
                     static_cast<std::size_t>(std::min(resources_.memory, 1e18)), [&](const Position& position) {
                       if (!all_solved) return Outlook{};
                       const SearchResult result = engine_(position, false, stop);
                       all_solved = result.is_proven && result.distance >= 0;
                       return Outlook{result.value(), static_cast<std::int32_t>(result.distance)};
                     });
    return all_solved ? std::make_unique<TableColumns>(columns_of<Kind>(book)) : nullptr;
  }

 private:
  Engine<G> make_engine(const SearchKeys& keys, Method method) {
    const SolvedTable<G>* const known = known_ ? &*known_ : nullptr;
    auto evaluation = Kind::evaluation(game_, keys.weights);
    using Evaluation = decltype(evaluation);
    switch (method) {
      case Method::minimax:
        return engine_of<G>(
            std::make_shared<Minimax<G, Evaluation>>(game_, keys.options(resources_.memory), evaluation));
      case Method::memoised:
        return engine_of<G>(
            std::make_shared<MemoisedMinimax<G, Evaluation>>(game_, keys.options(resources_.memory), evaluation));
      case Method::alpha_beta:
        if (keys.threads == 1) return alpha_beta_engine(game_, keys, resources_, evaluation, known);
        return together_engine<G>(std::make_shared<AlphaBetaTogether<G, Evaluation>>(
                                      game_, keys.options(resources_.memory), table_bytes(keys, resources_.memory),
                                      static_cast<int>(keys.threads), evaluation),
                                  known, resources_.executor);
      case Method::table:
        table_ = std::make_shared<TableEngine<Kind>>(game_, resources_);
        return [table = table_](const Position& position, bool fresh, const std::stop_token& stop) {
          return (*table)(position, fresh, stop);
        };
      case Method::mcts:
        return mcts_engine(keys);
      default:
        return Kind::engine(game_, keys, method, known, resources_);
    }
  }

  Engine<G> mcts_engine(const SearchKeys& keys) {
    mcts_.emplace(game_, keys.mcts_options(resources_.memory));
    return [this](const Position& position, bool, const std::stop_token& stop) {
      const MctsResult trees = grown(position, stop);
      Found found;
      found.best = trees.best().move;
      found.counts.nodes = trees.nodes;
      found.counts.depth = trees.depth;
      found.simulations = trees.simulations;
      if (stop.stop_requested()) found.status = SearchStatus::stopped;
      if (trees.proven()) {
        found.is_proven = true;
        found.score = score_of_result(*trees.proven());
      } else if (trees.best().visits > 0) {
        found.mean = trees.best().mean();
      }
      return found;
    };
  }

  MctsResult grown(const Position& position, const std::stop_token& stop) {
    SerialExecutor alone;
    const std::uint64_t stream = num_trees_++;
    if (resources_.executor == nullptr) return mcts_->search(position, resources_.key, stream, alone, stop);
    return mcts_->search(position, resources_.key, stream, *resources_.executor, stop);
  }

  /// What one search tells of all moves.
  std::vector<MoveWorth> moves_of_trees(const Position& position, const std::stop_token& stop) {
    std::vector<MoveWorth> all;
    const MctsResult trees = grown(position, stop);
    for (const MctsResult::OfMove& each : trees.moves) {
      Searched worth;
      worth.result.simulations = each.visits;
      worth.result.is_proven = each.proven.has_value();
      if (each.proven) worth.result.score = score_of_result(*each.proven);
      if (each.visits > 0) worth.result.mean = each.mean();
      all.push_back({game_.move_text(each.move), std::move(worth)});
    }
    return all;
  }

  Searched searched_at(const Position& position, bool fresh, const std::stop_token& stop) {
    Searched searched;
    if (const auto result = game_.result(position)) {
      searched.is_over = true;
      searched.result.score = score_of_result(*result);
      searched.result.is_proven = true;
      searched.result.distance = 0;
      return searched;
    }
    searched.result = engine_(position, fresh, stop);
    searched.score = Kind::score(game_, position, searched.result);
    return searched;
  }

  static constexpr std::int64_t longest_line = 1000;  // plies; "..." stands for more

  /// Best moves from a position that has been searched; of a search to a horizon, as many as it looks ahead.
  std::string line_from(Position position, Found result, const std::stop_token& stop) {
    std::string line;
    for (std::int64_t ply = 0; result.best != no_move && (depth_ == 0 || result.is_proven || ply < depth_); ++ply) {
      line.append(line.empty() ? "" : " ").append(game_.move_text(result.best));
      position = game_.after(position, result.best);
      if (game_.result(position)) break;
      result = engine_(position, false, stop);
      if (result.status != SearchStatus::complete) break;
      if (ply + 1 == longest_line) return line + " ...";
    }
    return line;
  }

  const G& game_;
  Resources resources_;
  std::int64_t depth_;
  std::optional<SolvedTable<G>> known_;
  std::shared_ptr<TableEngine<Kind>> table_;
  std::optional<Mcts<G>> mcts_;
  std::uint64_t num_trees_ = 0;
  Engine<G> engine_;
};

}  // namespace aleator::perfect
