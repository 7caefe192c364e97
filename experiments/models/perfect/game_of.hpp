// AnyGame of a game of core.
#pragma once

#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "experiments/models/perfect/match_of.hpp"
#include "experiments/models/perfect/searcher_of.hpp"

namespace aleator::perfect {

/// @tparam Kind  Game, and what PlainKind has
template <class Kind>
class GameOf final : public AnyGame {
 public:
  using G = typename Kind::Game;

  explicit GameOf(G game) : game_(std::move(game)) {}

  Problems check(const SearchKeys& keys, Method method) const override {
    Problems problems = problems_of(keys);
    if (!Kind::has_method(method)) problems.push_back({"method", {}, "is none of this game"});
    for (const Problem& problem : Kind::weight_problems(game_, keys.weights)) problems.push_back(problem);
    if (keys.position) check_position(problems, {"position", {}, {}}, *keys.position);
    for (std::size_t i = 0; i < keys.positions.size(); ++i) {
      check_position(problems, {"positions", i, {}}, keys.positions[i]);
    }
    return problems;
  }

  std::unique_ptr<Searcher> searcher(const SearchKeys& keys, Method method, const Resources& resources) const override {
    return std::make_unique<SearcherOf<Kind>>(game_, keys, method, resources);
  }

  Problems check(const PlayKeys& keys) const override {
    Problems problems = problems_of(keys);
    if (keys.opponent_method && !Kind::has_method(*method_named(*keys.opponent_method))) {
      problems.push_back({"opponent_method", {}, "is none of this game"});
    }
    if (!keys.weights.empty()) {
      for (const Problem& problem : Kind::weight_problems(game_, keys.weights)) problems.push_back(problem);
    }
    if (keys.position) check_position(problems, {"position", {}, {}}, *keys.position);
    return problems;
  }

  MatchReport play(const PlayKeys& keys, const SearchKeys* search, Method method, const Resources& resources,
                   const std::stop_token& stop) const override {
    return MatchOf<Kind>(game_, keys, search, method, resources, stop).report();
  }

  std::vector<std::string> drawn(const std::string& line) const override {
    std::vector<std::string> rows;
    std::istringstream shown(game_.text_of(position_of(game_, line)));
    for (std::string row; std::getline(shown, row, '/');) rows.push_back(row);
    return rows;
  }

  bool has_scores() const override { return Kind::has_scores; }

 private:
  void check_position(Problems& problems, Problem place, const std::string& line) const {
    try {
      require_ongoing(game_, position_of(game_, line));
    } catch (const std::invalid_argument& error) {
      place.message = error.what();
      problems.push_back(std::move(place));
    }
  }

  G game_;
};

}  // namespace aleator::perfect
