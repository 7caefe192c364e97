// [search] of games of perfect information: what is searched, and how.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/search/mcts.hpp"
#include "core/search/search.hpp"
#include "experiments/config/config.hpp"

namespace aleator::perfect {

enum class Method : std::uint8_t { minimax, memoised, alpha_beta, table, formula, solver, mcts };

/// The keys of all methods: each has those that it reads.
struct SearchKeys : SearchOptions {
  std::optional<std::string> position;
  std::vector<std::string> positions;
  std::optional<std::string> positions_file;
  std::vector<std::int64_t> weights;
  std::string move_ordering = "static+killer+history";
  std::int64_t threads = 1;
  double time_limit = 0;
  bool keep_table = false;
  std::string book = "none";
  std::optional<std::string> book_file;
  std::int64_t simulations = MctsOptions().simulations;
  double exploration = MctsOptions().exploration;
  std::int64_t trees = MctsOptions().trees;
  bool proven_wins = MctsOptions().proven_wins;

  /// With the moves ordered as move_ordering says, and what may be remembered in so many bytes.
  SearchOptions options(double memory) const;
  /// Trees share the memory.
  MctsOptions mcts_options(double memory) const;
  /// Plies of the book that is to be written; 0: none.
  std::int64_t book_depth() const;
};

SectionSpec search_section();

Method method_of(const Config& config);
/// Nothing if there is no such method.
std::optional<Method> method_named(const std::string& name);

/// What is wrong with the keys by themselves.
Problems problems_of(const SearchKeys& keys);

}  // namespace aleator::perfect
