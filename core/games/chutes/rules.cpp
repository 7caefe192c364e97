#include "core/games/chutes/rules.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/text.hpp"

namespace aleator {
namespace {

constexpr std::int64_t longest_step = 1'000'000'000;

void check_moves(const ChutesRules& rules, Problems& problems) {
  if (rules.actions.empty()) problems.push_back({"actions", {}, "there must be at least one step to choose"});
  std::set<std::int64_t> seen;
  for (std::size_t i = 0; i < rules.actions.size(); ++i) {
    if (rules.actions[i] < 0 || rules.actions[i] > longest_step) {
      problems.push_back({"actions", i, text("the step ", rules.actions[i], " is out of range: 0 to ", longest_step)});
    } else if (!seen.insert(rules.actions[i]).second) {
      problems.push_back({"actions", i, text("the step ", rules.actions[i], " is given twice")});
    }
  }
  if (rules.overshoot_tile && (*rules.overshoot_tile < 0 || *rules.overshoot_tile > rules.tiles)) {
    problems.push_back(
        {"overshoot_tile", {}, text("tile ", *rules.overshoot_tile, " is not on the board: 0 to ", rules.tiles)});
  }
}

void check_slip(const ChutesRules& rules, Problems& problems) {
  bool all_valid = true;
  for (std::size_t i = 0; i < rules.slip.size(); ++i) {
    if (rules.slip[i] >= 0 && rules.slip[i] <= 1) continue;
    all_valid = false;
    problems.push_back({"slip", i, text(rules.slip[i], " is not a probability")});
  }
  const double sum = std::accumulate(rules.slip.begin(), rules.slip.end(), 0.0);
  if (all_valid && !(std::abs(sum - 1) <= 1e-9)) {
    problems.push_back({"slip", {}, text("the probabilities sum to ", std::round(sum * 1e12) / 1e12, ", not to 1")});
  }
  for (std::size_t i = 0; i < rules.slip_offsets.size(); ++i) {
    if (rules.slip_offsets[i] >= -longest_step && rules.slip_offsets[i] <= longest_step) continue;
    problems.push_back(
        {"slip_offsets", i, text(rules.slip_offsets[i], " is out of range: ", -longest_step, " to ", longest_step)});
  }
  if (rules.slip.size() != rules.slip_offsets.size()) {
    problems.push_back({"slip",
                        {},
                        text("needs one probability for each of the ", rules.slip_offsets.size(),
                             " slip_offsets, and has ", rules.slip.size())});
  }
}

void check_rewards(const ChutesRules& rules, Problems& problems) {
  const auto check = [&](const char* key, double reward) {
    if (!(std::abs(reward) <= 1e100)) problems.push_back({key, {}, text(reward, " is out of range: -1e100 to 1e100")});
  };
  check("win_reward", rules.win_reward);
  check("step_reward", rules.step_reward);
}

}  // namespace

Problems problems_of(const ChutesRules& rules) {
  Problems problems = problems_of(rules, chutes_default_board);
  check_moves(rules, problems);
  check_slip(rules, problems);
  check_rewards(rules, problems);
  return problems;
}

Chutes::Chutes(const ChutesRules& rules) : rules_(rules) {
  require_none(problems_of(rules));
  std::sort(rules_.actions.begin(), rules_.actions.end());
  destination_ = jump_destinations(jumps_of(rules_, chutes_default_board), rules_.tiles);
}

std::int64_t Chutes::on_board(State s, std::int64_t raw) const noexcept {
  if (raw > rules_.tiles) {
    switch (rules_.overshoot) {
      case Overshoot::to_tile:
        raw = rules_.overshoot_tile.value_or(rules_.tiles - 1);
        break;
      case Overshoot::stay:
        raw = s;
        break;
      case Overshoot::bounce:
        raw = 2 * rules_.tiles - raw;
        break;
      case Overshoot::arrive:
        raw = rules_.tiles;
        break;
    }
  }
  return std::max<std::int64_t>(raw, 0);
}

}  // namespace aleator
