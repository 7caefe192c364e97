#include "core/games/pig/rules.hpp"

#include "core/mdp/models/checks.hpp"

namespace aleator {

Problems problems_of(const PigRules& rules) {
  Problems problems;
  checks::range(problems, "goal", rules.goal, 1, Pig::largest_goal);
  checks::range(problems, "dice", rules.dice, 1, 2);
  constexpr std::int64_t largest_die = 1000;
  if (rules.die == 1) {
    problems.push_back({"die", {}, "a die of one face shows nothing but 1: no game would ever end"});
  } else {
    checks::range(problems, "die", rules.die, 2, largest_die);
  }
  if (rules.hold_at_least > rules.goal && rules.goal >= 1) {
    problems.push_back(
        {"hold_at_least", {}, text(rules.hold_at_least, " is more than the goal of ", rules.goal, " points")});
  } else {
    checks::range(problems, "hold_at_least", rules.hold_at_least, 1, Pig::largest_goal);
  }
  return problems;
}

PigRoll roll_of(const PigRules& rules) {
  PigRoll roll;
  const auto faces = static_cast<double>(rules.die);
  const auto points = [&](std::int64_t face) { return rules.points == PigPoints::one ? 1 : face; };
  std::vector<std::int64_t> ways(static_cast<std::size_t>(2 * rules.die) + 1, 0);  // by points
  if (rules.dice == 1) {
    for (std::int64_t face = 2; face <= rules.die; ++face) ++ways[points(face)];
    roll.lose_turn = 1 / faces;
  } else {
    for (std::int64_t first = 2; first <= rules.die; ++first) {
      for (std::int64_t second = 2; second <= rules.die; ++second) ++ways[points(first) + points(second)];
    }
    roll.lose_turn = 2 * (faces - 1) / (faces * faces);
    roll.lose_score = 1 / (faces * faces);
  }
  const double all = rules.dice == 1 ? faces : faces * faces;
  for (std::size_t gain = 0; gain < ways.size(); ++gain) {
    if (ways[gain] == 0) continue;
    roll.gains.push_back({static_cast<std::int64_t>(gain), static_cast<double>(ways[gain]) / all});
  }
  return roll;
}

Pig::Pig(const PigRules& rules) : rules_((require_none(problems_of(rules)), rules)), roll_(roll_of(rules)) {
  State next = 0;
  for (std::int64_t score_1 = 0; score_1 < rules_.goal; ++score_1) {
    for (std::int64_t score_2 = 0; score_2 < rules_.goal; ++score_2) {
      begin_.push_back(next);
      next += static_cast<State>(2 * rules_.goal - score_1 - score_2);
      while (static_cast<State>(pair_.size()) * stride < next) pair_.push_back(static_cast<State>(begin_.size()) - 1);
    }
  }
  begin_.push_back(next);
}

Pig::Place Pig::place(State s) const noexcept {
  State pair = pair_[static_cast<std::size_t>(s / stride)];
  while (begin_[static_cast<std::size_t>(pair) + 1] <= s) ++pair;
  const auto goal = static_cast<State>(rules_.goal);
  const State score_1 = pair / goal;
  const State score_2 = pair % goal;
  const State rest = s - begin_[static_cast<std::size_t>(pair)];
  if (rest < goal - score_1) return {1, {score_1, score_2, rest}};
  return {2, {score_2, score_1, rest - (goal - score_1)}};
}

}  // namespace aleator
