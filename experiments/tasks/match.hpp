// [match] and [simulate] of games of two players: two policies against each other, exactly and played.
#pragma once

#include <algorithm>
#include <any>
#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "core/games/match.hpp"
#include "core/games/play_blocks.hpp"
#include "experiments/run/kind.hpp"

namespace aleator {

/// Who plays: names of policies.
struct MatchKeys {
  std::string policy = "optimal";
  std::string opponent = "optimal";
};

struct SimulateMatchKeys : MatchKeys {
  std::int64_t games = 100'000;
  std::int64_t max_turns = 10'000;
  std::int64_t block_games = 8'192;
};

/// The policies that a kind has besides optimal and random.
struct PolicyNames {
  std::string list;                   // as a user reads it: "hold-at:POINTS"
  std::vector<std::string> examples;  // of each of them, for suggestions
  bool (*is_name)(const std::string& policy);
  /// Why the policy does not fit the model, or empty. @pre is_name(policy)
  std::string (*misfit)(const Config& config, const std::string& policy);
};

/// What a kind says of its game; its Player is made of a game and what both players do, and plays as PigPlayer does.
template <class Kind>
concept MatchKind = MatchGame<typename Kind::Game> &&
    std::constructible_from<typename Kind::Player, const typename Kind::Game&, const TurnPolicy&> &&
    requires(const Config& config, const std::string& policy, const typename Kind::Game& game) {
  { Kind::policy_names() } -> std::same_as<PolicyNames>;
  { Kind::named_policy(game, policy) } -> std::same_as<TurnPolicy>;
  { Kind::usual_turns(config) } -> std::convertible_to<double>;  // of a match, roughly
};

namespace detail {

SectionSpec match_section(const PolicyNames& names);
SectionSpec simulate_match_section(const PolicyNames& names);
std::vector<Output> match_outputs();
std::vector<Output> simulate_match_outputs();
Problems check_match(const Config& config, const MatchKeys& keys, const PolicyNames& names);

/// The policy that [solve] found. @throws std::invalid_argument if it found none
TurnPolicy solved_policy(const Run& run);

void write_match(Run& run, const MatchValue& value);
/// @param played  with player 1 moving first, and second
void write_simulated(Run& run, const MatchValue& value, const std::array<MatchCounts, 2>& played);

template <MatchKind Kind>
const typename Kind::Game& game_of(const Run& run) {
  return std::any_cast<const typename Kind::Game&>(run.game.rules);
}

template <MatchKind Kind>
TurnPolicy policy_of(const Run& run, const std::string& name) {
  const auto& game = game_of<Kind>(run);
  if (name == "optimal") return as_player_1(game, solved_policy(run));
  if (name == "random") return TurnPolicy(static_cast<std::size_t>(game.num_states()), any_action);
  return Kind::named_policy(game, name);
}

template <MatchKind Kind>
TurnPolicy match_policies(const Run& run, const MatchKeys& keys) {
  const TurnPolicy policy = policy_of<Kind>(run, keys.policy);
  return keys.opponent == keys.policy ? policy
                                      : match_of(game_of<Kind>(run), policy, policy_of<Kind>(run, keys.opponent));
}

template <MatchKind Kind>
MatchValue value_of(const Run& run, const TurnPolicy& match) {
  Effort effort;
  effort.stop = run.stop;
  return match_value(game_of<Kind>(run), match, effort);
}

template <MatchKind Kind>
void run_match(Run& run) {
  write_match(run, value_of<Kind>(run, match_policies<Kind>(run, run.config.as<MatchKeys>("match"))));
}

template <MatchKind Kind>
void run_simulate_match(Run& run) {
  const auto& keys = run.config.as<SimulateMatchKeys>("simulate");
  const TurnPolicy match = match_policies<Kind>(run, keys);
  const typename Kind::Player player(game_of<Kind>(run), match);
  const StreamKey key = stream_key(run, "simulate");
  const auto play = [&](int first, std::int64_t games) {
    const PlayOptions options{games, keys.max_turns, keys.block_games};
    return play_blocks<MatchCounts>(options, key, static_cast<std::uint64_t>(first), run.executor, run.stop,
                                    [&](std::int64_t matches, const PhiloxStream& random) {
                                      return player.play(matches, keys.max_turns, first, random, run.stop);
                                    });
  };
  const std::int64_t second = keys.games / 2;
  write_simulated(run, value_of<Kind>(run, match), {play(1, keys.games - second), play(2, second)});
}

/// A policy is four bytes a state, and three are held; the chain of a match takes up to the rows of one action.
inline double match_bytes(const Config& config) {
  const ProcessSize size = kind_of(config).size(config);
  return 16 * size.states + 14 * size.transitions;
}

}  // namespace detail

/// [match]: the exact probabilities with which one policy wins against another.
template <MatchKind Kind>
Task match_task() {
  return {detail::match_section(Kind::policy_names()),
          "two policies against each other: exact probabilities of winning, moving first and second",
          false,
          detail::match_outputs(),
          [](const Config& config) {
            return detail::check_match(config, config.as<MatchKeys>("match"), Kind::policy_names());
          },
          [](const Config& config) {
            return Estimate{kind_of(config).size(config).transitions * 50e-9, detail::match_bytes(config), 24};
          },
          detail::run_match<Kind>};
}

/// [simulate]: matches of two policies, which agree with the exact probabilities or not.
template <MatchKind Kind>
Task simulate_match_task() {
  return {detail::simulate_match_section(Kind::policy_names()),
          "matches of two policies: how often each wins, and whether that agrees with the exact probability",
          false,
          detail::simulate_match_outputs(),
          [](const Config& config) {
            return detail::check_match(config, config.as<SimulateMatchKeys>("simulate"), Kind::policy_names());
          },
          [](const Config& config) {
            const auto& keys = config.as<SimulateMatchKeys>("simulate");
            const double turns = std::min(Kind::usual_turns(config), static_cast<double>(keys.max_turns));
            return Estimate{static_cast<double>(keys.games) * turns * 30e-9, detail::match_bytes(config), 16 * turns};
          },
          detail::run_simulate_match<Kind>};
}

}  // namespace aleator
