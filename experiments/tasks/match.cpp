#include "experiments/tasks/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace aleator {

namespace detail {
namespace {

template <class TaskKeys>
Keys policy_keys(const PolicyNames& names) {
  std::string TaskKeys::*const policy = &MatchKeys::policy;
  std::string TaskKeys::*const opponent = &MatchKeys::opponent;
  const auto problem = [names](const std::string& text) -> std::string {
    if (text == "optimal" || text == "random" || names.is_name(text)) return {};
    std::vector<std::string> known = {"optimal", "random"};
    known.insert(known.end(), names.examples.begin(), names.examples.end());
    const std::string near = did_you_mean(text, known);
    return fmt::format("there is no policy {}{}", toml_string(text),
                       near.empty() ? fmt::format(": it is optimal, random, {}", names.list) : near);
  };
  return {key("policy", policy,
              {.help = "who plays: optimal (as [solve] found it), random (all actions equally likely), " + names.list,
               .check = problem}),
          key("opponent", opponent, {.help = "the policy of the other player", .check = problem})};
}

/// Of a probability p that n matches estimate.
double standard_error(double p, std::int64_t n) {
  return std::sqrt(std::max(0.0, p * (1 - p)) / static_cast<double>(n));
}

/// Whether a share of n matches is within 4 standard errors, one match, the cut ones and the error bound.
bool agrees(const MatchStatistics& played, std::int64_t n, double exact, double error_bound) {
  const double allowed = 4 * standard_error(exact, n) + 1 / static_cast<double>(n) + played.cut_share + error_bound;
  return std::abs(played.win_share - exact) <= allowed;
}

double z_of(const MatchStatistics& played, std::int64_t n, double exact) {
  const double error = standard_error(exact, n);
  return error > 0 ? (played.win_share - exact) / error : missing_float;
}

std::vector<double> turn_shares(const MatchCounts& counts) {
  std::vector<double> share(std::max(counts.won.size(), counts.lost.size()), 0.0);
  for (std::size_t t = 0; t < counts.won.size(); ++t) share[t] += static_cast<double>(counts.won[t]);
  for (std::size_t t = 0; t < counts.lost.size(); ++t) share[t] += static_cast<double>(counts.lost[t]);
  for (double& x : share) x /= static_cast<double>(counts.matches());
  return share;
}

}  // namespace

SectionSpec match_section(const PolicyNames& names) {
  return {"match",
          "",
          {variant<MatchKeys>("", "Values two policies against each other, exactly", policy_keys<MatchKeys>(names))}};
}

SectionSpec simulate_match_section(const PolicyNames& names) {
  using S = SimulateMatchKeys;
  Keys keys = policy_keys<S>(names);
  keys.push_back(key("games", &S::games,
                     {.help = "matches to play; the policy moves first in one half of them, its opponent in the other",
                      .unit = "games",
                      .range = between(1, 1e15)}));
  keys.push_back(
      key("max_turns", &S::max_turns,
          {.help = "a match is cut after so many of both players", .unit = "turns", .range = between(1, 1e7)}));
  keys.push_back(key("block_games", &S::block_games,
                     {.help = "matches that share a random stream", .unit = "games", .range = between(1, 1e9)}));
  return {"simulate", "", {variant<S>("", "Plays matches from the beginning on all cores", std::move(keys))}};
}

std::vector<Output> match_outputs() {
  using enum ElementType;
  return {
      {"match_win_first", f64, {}, "1", "probability that the policy wins against the opponent, moving first"},
      {"match_win_second", f64, {}, "1", "the same, moving second"},
      {"match_error_bound", f64, {}, "1", "proved largest distance of both from the exact ones"},
  };
}

std::vector<Output> simulate_match_outputs() {
  using enum ElementType;
  return {
      {"win_first_share", f64, {}, "1", "share of the matches that the policy won, moving first"},
      {"win_first_share_se", f64, {}, "1", "standard error of win_first_share"},
      {"win_first_exact", f64, {}, "1", "the exact probability of it"},
      {"win_first_z", f64, {}, "1", "(share - exact) / the standard error that the exact probability has"},
      {"win_second_share", f64, {}, "1", "share of the matches that the policy won, moving second"},
      {"win_second_share_se", f64, {}, "1", "standard error of win_second_share"},
      {"win_second_exact", f64, {}, "1", "the exact probability of it"},
      {"win_second_z", f64, {}, "1", "(share - exact) / the standard error that the exact probability has"},
      {"turns_mean", f64, {}, "turns", "mean turns, of both players together, of the matches that were won"},
      {"turns_mean_se", f64, {}, "turns", "standard error of turns_mean"},
      {"turns_frequency", f64, {"turn"}, "1", "share of all matches that were won in exactly so many turns"},
      {"cut_share", f64, {}, "1", "share of matches cut at max_turns"},
      {"agrees_with_exact",
       i8,
       {},
       "1",
       "whether both shares are within 4 standard errors and one match of the exact probabilities, cut ones aside",
       {{-1, "not_applicable"}, {0, "no"}, {1, "yes"}}},
  };
}

Problems check_match(const Config& config, const MatchKeys& keys, const PolicyNames& names) {
  Problems problems;
  const auto check = [&](const char* key, const std::string& policy) {
    if (policy == "optimal" && !config.has("solve")) {
      problems.push_back({key, {}, "\"optimal\" is what [solve] finds, and there is no [solve]"});
    }
    if (policy == "optimal" || policy == "random") return;
    if (std::string wrong = names.misfit(config, policy); !wrong.empty()) {
      problems.push_back({key, {}, std::move(wrong)});
    }
  };
  check("policy", keys.policy);
  check("opponent", keys.opponent);
  return problems;
}

TurnPolicy solved_policy(const Run& run) {
  const Solved& solved = *run.solved;
  if (solved.is_random) return TurnPolicy(solved.solution.value.size(), any_action);
  const auto& policy = solved.policy;
  if (std::all_of(policy.begin(), policy.end(), [](Action a) { return a < 0; })) {
    throw std::invalid_argument("policy = \"optimal\": [solve] found no policy to follow");
  }
  return policy;
}

void write_match(Run& run, const MatchValue& value) {
  run.record.put("match_win_first", value.first);
  run.record.put("match_win_second", value.second);
  run.record.put("match_error_bound", value.error_bound);
}

void write_simulated(Run& run, const MatchValue& value, const std::array<MatchCounts, 2>& played) {
  constexpr std::int64_t enough_games = 30;  // for a standard error to mean anything
  RecordBuilder& record = run.record;
  bool agree = true;
  bool comparable = true;
  const auto write_side = [&](const std::string& name, const MatchCounts& counts, double exact) {
    const MatchStatistics statistics = match_statistics(counts);
    const std::int64_t n = counts.matches();
    record.put(name + "_share", statistics.win_share);
    record.put(name + "_share_se", statistics.win_share_se);
    record.put(name + "_exact", exact);
    record.put(name + "_z", z_of(statistics, n, exact));
    comparable = comparable && n >= enough_games;
    agree = agree && agrees(statistics, n, exact, value.error_bound);
  };
  write_side("win_first", played[0], value.first);
  write_side("win_second", played[1], value.second);
  MatchCounts all = played[0];
  all.merge(played[1]);
  const MatchStatistics statistics = match_statistics(all);
  const std::vector<double> frequency = turn_shares(all);
  record.dimension("turn", frequency.size());
  record.put("turns_mean", statistics.turns_mean);
  record.put("turns_mean_se", statistics.turns_mean_se);
  record.put("turns_frequency", frequency);
  record.put("cut_share", statistics.cut_share);
  record.put("agrees_with_exact", static_cast<std::int8_t>(!comparable ? -1 : agree ? 1 : 0));
}

}  // namespace detail
}  // namespace aleator
