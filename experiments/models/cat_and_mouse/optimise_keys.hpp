// The keys of [optimise] for kind = "cat-and-mouse": one struct for all methods, of which each takes its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/games/cat_and_mouse/coevolution.hpp"
#include "core/games/cat_and_mouse/judge.hpp"
#include "experiments/config/config.hpp"
#include "experiments/tasks/optimisers.hpp"

namespace aleator::cat_and_mouse {

enum class PolicyKind : std::uint8_t { table, weights, local };
enum class Begin : std::uint8_t { random, far_rule };
enum class Opponents : std::uint8_t { current, hall_of_fame };

struct OptimiseKeys : OptimiserKeys {
  // What is looked for, and how it is judged.
  Side player = Side::cat;
  PolicyKind policy = PolicyKind::table;
  FarRule far = FarRule::euclidean;
  Begin begin = Begin::random;
  Opponent opponent = Opponent::best_response;
  bool all_starts = false;
  std::int64_t games = 1'000;
  std::optional<std::int64_t> mouse_moves_to_escape;
  std::vector<std::string> order = {"win", "distance", "plies"};
  std::vector<Cell> test_boards;
  std::int64_t test_games = 10'000;
  bool stop_when_exact = false;
  std::int64_t entries = 1;  // of a neighbour that are drawn anew
  // Co-evolution.
  std::int64_t rounds = 100'000;
  std::int64_t changes = 10;
  Opponents opponents = Opponents::current;
  std::int64_t hall_size = 10;

  Order parsed_order() const;
  /// Of the mouse, on a board of so many cells.
  double moves_to_escape(std::int64_t rows, std::int64_t cols) const noexcept;
  JudgeOptions judge_options() const;
  CoevolutionOptions coevolution_options() const;
};

inline constexpr const char* coevolution_name = "co-evolution";

/// The section with a variant for every method.
SectionSpec optimise_section();

/// What is wrong with the keys in view of one another and of the model's.
Problems check_optimise(const Config& config);

}  // namespace aleator::cat_and_mouse
