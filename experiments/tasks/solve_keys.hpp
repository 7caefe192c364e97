// The keys of [solve]: one struct for all methods, of which each takes those in its row of the table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/mdp/methods/gauss_seidel.hpp"
#include "core/mdp/methods/krylov_policy_iteration.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "core/mdp/objective.hpp"
#include "experiments/config/config.hpp"
#include "experiments/decision/decision_model.hpp"
#include "experiments/run/kind.hpp"
#include "experiments/tasks/initial.hpp"

namespace aleator {

struct SolveKeys : InitialKeys {
  ObjectiveKind objective = ObjectiveKind::discounted;
  Sense sense = Sense::max;
  Sense sense_in_games = Sense::max;  // no key: the default of the kind, the only one that its turn games allow
  std::optional<double> discount;
  std::optional<double> tolerance;
  std::int64_t max_sweeps = 1'000'000;
  std::optional<std::string> target;
  std::string policy = "optimal";
  std::optional<std::string> start;
  // Of some methods only.
  std::optional<std::int64_t> horizon;
  StopRule stop = StopRule::sup;
  Encoding encoding = Encoding::automatic;
  SweepOrder order = SweepOrder::forward;
  double relaxation = 1.2;
  std::int64_t block_states = 4096;
  std::int64_t evaluation_sweeps = 20;
  KrylovSolver krylov = KrylovSolver::gmres;
  std::int64_t restart = 30;
  double forcing = 0.1;

  /// 1e-9, or 1e-5 for stop = "total-change", unless it is given.
  double effective_tolerance() const noexcept;
  bool is_reach() const noexcept;
};

/// The section with a variant for every method.
const SectionSpec& solve_section();

/// What is wrong with the keys of [solve] in view of one another.
Problems check_solve(const Config& config);

}  // namespace aleator
