#include "core/games/match.hpp"

#include <numeric>

#include "core/mdp/methods/topological.hpp"
#include "core/mdp/undiscounted/certified.hpp"
#include "core/stats/moments.hpp"

namespace aleator {
namespace {

void add_to(std::vector<std::int64_t>& total, const std::vector<std::int64_t>& part) {
  if (total.size() < part.size()) total.resize(part.size(), 0);
  for (std::size_t i = 0; i < part.size(); ++i) total[i] += part[i];
}

std::int64_t sum(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

}  // namespace

MatchValue detail::match_value_of_chain(const SparseMdp& chain, std::vector<std::uint8_t> target, Effort& effort) {
  constexpr double tolerance = 1e-12;
  const Objective objective{ObjectiveKind::reach_probability, Sense::max, 1, std::move(target)};
  const Solution found = solve_undiscounted(chain, objective, tolerance, topological_value_iteration, effort).solution;
  return {found.value[0], found.value[1], found.error_bound};
}

void MatchCounts::add(bool player_1_won, std::int64_t turns) {
  auto& counts = player_1_won ? won : lost;
  const auto i = static_cast<std::size_t>(turns);
  if (i >= counts.size()) counts.resize(i + 1, 0);
  ++counts[i];
}

void MatchCounts::merge(const MatchCounts& other) {
  add_to(won, other.won);
  add_to(lost, other.lost);
  cut += other.cut;
}

std::int64_t MatchCounts::matches() const noexcept {
  return sum(won) + sum(lost) + cut;
}

MatchStatistics match_statistics(const MatchCounts& counts) {
  Moments wins;
  wins.add(1, sum(counts.won));
  wins.add(0, sum(counts.lost) + counts.cut);
  Moments turns;
  for (const auto* by_turns : {&counts.won, &counts.lost}) {
    for (std::size_t t = 0; t < by_turns->size(); ++t) turns.add(static_cast<double>(t), (*by_turns)[t]);
  }
  MatchStatistics statistics;
  statistics.win_share = wins.mean();
  statistics.win_share_se = wins.standard_error();
  statistics.turns_mean = turns.mean();
  statistics.turns_mean_se = turns.standard_error();
  if (wins.count() > 0) statistics.cut_share = static_cast<double>(counts.cut) / static_cast<double>(wins.count());
  return statistics;
}

}  // namespace aleator
