#include "core/games/race_to/game.hpp"

#include "core/games/notation.hpp"
#include "core/mdp/models/checks.hpp"

namespace aleator::race_to {

Problems problems_of(const Rules& rules) {
  Problems problems;
  checks::range(problems, "target", rules.target, 1, RaceTo::largest_target);
  if (rules.largest_step == 0) {
    problems.push_back({"largest_step", {}, "with steps of at most 0 nobody could move"});
  } else {
    checks::range(problems, "largest_step", rules.largest_step, 1, RaceTo::largest_target);
  }
  return problems;
}

RaceTo::RaceTo(const Rules& rules) : rules_((require_none(problems_of(rules)), rules)) {}

RaceTo::Position RaceTo::position_of(std::string_view line) const {
  const std::optional<std::int64_t> total = integer_of(line);
  if (!total) throw std::invalid_argument(text("\"", line, "\" is no total"));
  if (*total < 0 || *total > rules_.target) {
    throw std::invalid_argument(text("the total ", *total, " is out of range: 0 to the target of ", rules_.target));
  }
  return *total;
}

Outlook outlook(const RaceTo& game, RaceTo::Position total) noexcept {
  const bool misere = game.rules().misere;
  std::int64_t left = game.rules().target - total;
  if (left == 0) return {misere ? 1 : -1, 0};
  if (misere) --left;  // who must move when nothing is left loses by it
  const std::int64_t period = game.rules().largest_step + 1;
  const std::int64_t to_lost = left % period != 0;
  return {to_lost ? 1 : -1, static_cast<std::int32_t>(2 * (left / period) + to_lost + misere)};
}

}  // namespace aleator::race_to
