#include "experiments/models/snakes_and_ladders/simulate_cards.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/games/snakes_and_ladders/cards_play.hpp"
#include "core/mdp/chain/path_moments.hpp"
#include "core/stats/moments.hpp"
#include "experiments/tasks/policy_choice.hpp"

namespace aleator {
namespace {

/// [simulate]
struct CardsSimulateKeys {
  std::string policy = "optimal";
  std::int64_t games = 100'000;
  std::int64_t max_turns = 10'000;
  std::int64_t block_games = 8'192;
};

SectionSpec simulate_section() {
  using S = CardsSimulateKeys;
  return {"simulate",
          "",
          {variant<S>("", "Plays games from tile 0 with all cards, on all cores",
                      {key("policy", &S::policy,
                           {.help = "optimal (as [solve] found or evaluated it), random, fixed:ACTION or a results "
                                    "file, FILE.h5",
                            .check = policy_choice_problem}),
                       key("games", &S::games, {.help = "games to play", .unit = "games", .range = between(1, 1e15)}),
                       key("max_turns", &S::max_turns,
                           {.help = "a game is cut after so many", .unit = "turns", .range = between(1, 1e8)}),
                       key("block_games", &S::block_games,
                           {.help = "games that share a random stream", .unit = "games", .range = between(1, 1e9)})})}};
}

std::vector<Output> simulate_outputs() {
  using enum ElementType;
  return {
      {"turns_mean", f64, {}, "turns", "mean turns of the games that finished"},
      {"turns_mean_se", f64, {}, "turns", "standard error of turns_mean"},
      {"turns_exact", f64, {}, "turns", "the exact mean turns of a game by the policy; infinite if it may never end"},
      {"arrivals", i64, {"played_turn"}, "1", "games that finished in exactly so many turns"},
      {"cut_share", f64, {}, "1", "share of games cut at max_turns"},
      {"agrees_with_exact",
       i8,
       {},
       "1",
       "whether turns_mean is within 4 standard errors of turns_exact; not asked where games were cut",
       {{-1, "not_applicable"}, {0, "no"}, {1, "yes"}}},
      {"turns_z", f64, {}, "1", "(turns_mean - turns_exact) / turns_mean_se"},
  };
}

Problems check_simulate(const Config& config) {
  if (config.as<CardsSimulateKeys>("simulate").policy != "optimal" || config.has("solve")) return {};
  return {{"policy", {}, "\"optimal\" is what [solve] finds, and there is no [solve]"}};
}

/// The chain of the policy that is played, and its actions: -1 for any.
ChosenPolicy played_policy(const Run& run) {
  const std::string& name = run.config.as<CardsSimulateKeys>("simulate").policy;
  const DecisionModel& process = *run.game.process;
  if (name != "optimal") return choose_policy(process, name, Rewards::per_action);
  const Solved& solved = *run.solved;
  if (solved.is_random) return choose_policy(process, "random", Rewards::per_action);
  if (std::all_of(solved.policy.begin(), solved.policy.end(), [](Action a) { return a < 0; })) {
    throw std::invalid_argument("simulate.policy = \"optimal\": [solve] found no policy to follow");
  }
  return {process.chain(solved.policy, Rewards::per_action), solved.policy};
}

Moment exact_turns(const SparseMdp& chain, State start) {
  return moments_from(path_moments(chain, {Counted::steps}), certain_state(chain.num_states(), start));
}

void run_simulate(Run& run) {
  constexpr std::int64_t enough_games = 30;  // for a standard error to mean anything
  const auto& keys = run.config.as<CardsSimulateKeys>("simulate");
  const auto& game = std::any_cast<const SnakesWithCards&>(run.game.rules);
  const ChosenPolicy chosen = played_policy(run);
  const TurnCounts counts =
      play_games(SnakesCardPlayer(game, chosen.action), {keys.games, keys.max_turns, keys.block_games},
                 stream_key(run, "simulate"), run.executor, run.stop);
  Moments turns;
  for (std::size_t t = 0; t < counts.finished.size(); ++t) turns.add(static_cast<double>(t), counts.finished[t]);

  const Moment exact = exact_turns(chosen.chain, game.initial_state());
  const bool comparable =
      counts.cut == 0 && turns.count() >= enough_games && std::isfinite(exact.mean) && std::isfinite(exact.mean_error);
  const double error = turns.standard_error();
  const double difference = turns.mean() - exact.mean;
  run.record.dimension("played_turn", counts.finished.size());
  run.record.put("turns_mean", turns.mean());
  run.record.put("turns_mean_se", error);
  run.record.put("turns_exact", exact.mean);
  run.record.put("arrivals", counts.finished);
  run.record.put("cut_share", static_cast<double>(counts.cut) / static_cast<double>(turns.count() + counts.cut));
  const bool agrees = std::abs(difference) <= 4 * error + exact.mean_error + 1e-9 * exact.mean;
  run.record.put("agrees_with_exact", static_cast<std::int8_t>(comparable ? agrees : -1));
  run.record.put("turns_z", comparable && error > 0 ? difference / error : missing_float);
}

/// As if a game took as many turns as half of its tiles.
Estimate estimate_simulate(const Config& config) {
  const auto& keys = config.as<CardsSimulateKeys>("simulate");
  const double turns = 0.5 * static_cast<double>(config.as<SnakesCardRules>("model").tiles);
  const double played = std::min(turns, static_cast<double>(keys.max_turns));
  return {static_cast<double>(keys.games) * played * 20e-9, 64 * turns, 8 * 20 * turns};
}

}  // namespace

Task snakes_with_cards_simulate_task() {
  return {simulate_section(),
          "games played by a policy: turns, and whether they agree with the exact mean",
          false,
          simulate_outputs(),
          check_simulate,
          estimate_simulate,
          run_simulate};
}

}  // namespace aleator
