#include "core/games/chutes/play.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/stats/moments.hpp"
#include "core/text.hpp"

namespace aleator {

ChutesPlayer::ChutesPlayer(const Chutes& game, const ChutesPolicy& policy)
    : goal_(game.goal()),
      actions_(policy ? 1 : game.steps().size()),
      slip_(game.rules().slip),
      offsets_(game.rules().slip.size()) {
  if (policy && policy->size() != static_cast<std::size_t>(game.num_states())) {
    throw std::invalid_argument(text("a policy of ", policy->size(), " states for ", game.num_states(), " states"));
  }
  next_.reserve(static_cast<std::size_t>(goal_) * actions_ * offsets_);
  for (State s = 0; s < goal_; ++s) {
    const Action first = policy ? (*policy)[static_cast<std::size_t>(s)] : 0;
    const Action end = policy ? first + 1 : game.num_actions(s);
    if (first < 0 || end > game.num_actions(s)) throw std::invalid_argument(text("state ", s, ": action ", first));
    for (Action a = first; a < end; ++a) {
      game.for_each_transition(s, a, [&](State next, double, double) { next_.push_back(next); });
    }
  }
}

State ChutesPlayer::move(State s, PhiloxStream& random) const noexcept {
  std::size_t row = static_cast<std::size_t>(s) * actions_;
  if (actions_ > 1) row += uniform_below(random, actions_);
  return next_[row * offsets_ + slip_(random)];
}

TurnCounts ChutesPlayer::play(std::int64_t games, std::int64_t max_turns, PhiloxStream random,
                              const std::stop_token& stop) const {
  constexpr std::int64_t turns_between_questions = 1 << 20;
  std::int64_t until_question = turns_between_questions;
  TurnCounts counts;
  for (std::int64_t game = 0; game < games; ++game) {
    State s = 0;
    std::int64_t turns = 0;
    while (s != goal_ && turns < max_turns) {
      const std::int64_t pause = std::min(max_turns, turns + until_question);
      const std::int64_t before = turns;
      for (; s != goal_ && turns < pause; ++turns) s = move(s, random);
      until_question -= turns - before;
      if (until_question > 0) continue;
      if (stop.stop_requested()) return counts;
      until_question = turns_between_questions;
    }
    if (s != goal_) {
      ++counts.cut;
      continue;
    }
    counts.add(turns);
  }
  return counts;
}

PlayStatistics play_statistics(const TurnCounts& counts, const ChutesRules& rules, double discount,
                               std::int64_t max_turns) {
  Moments turns;
  Moments returns;
  double weight = 1;  // discount^t
  double steps = 0;   // sum of discount^i step_reward over i < t

  const auto recorded = static_cast<std::int64_t>(counts.finished.size());  // at most max_turns + 1
  const std::int64_t last = counts.cut > 0 ? max_turns : recorded - 1;
  for (std::int64_t t = 0; t <= last; ++t) {
    if (t > 0) {
      steps += weight * rules.step_reward;
      weight *= discount;
    }
    const std::int64_t games = t < recorded ? counts.finished[static_cast<std::size_t>(t)] : 0;
    turns.add(static_cast<double>(t), games);
    returns.add(steps + weight * rules.win_reward, games);
  }
  PlayStatistics statistics;
  if (counts.cut > 0) {
    returns.add(steps, counts.cut);
    const double rest = rules.step_reward == 0 ? 0 : std::abs(rules.step_reward) / (1 - discount);
    statistics.cut_share = static_cast<double>(counts.cut) / static_cast<double>(returns.count());
    statistics.cut_bound = statistics.cut_share * weight * std::max(std::abs(rules.win_reward), rest);
  }
  statistics.turns_mean = turns.mean();
  statistics.turns_mean_se = turns.standard_error();
  statistics.return_mean = returns.mean();
  statistics.return_mean_se = returns.standard_error();
  return statistics;
}

}  // namespace aleator
