#include "core/games/snakes_and_ladders/cards.hpp"

#include "core/text.hpp"

namespace aleator {
namespace {

const SnakesCardRules& checked(const SnakesCardRules& rules) {
  require_none(problems_of(rules));
  return rules;
}

/// By tile: the mouth of the first snake that the jumps from there lead to, or -1.
std::vector<std::int32_t> first_mouths(const SnakesRules& rules) {
  std::vector<std::int32_t> jump_to(static_cast<std::size_t>(rules.tiles) + 1, -1);
  for (const auto& [from, to] : jumps_of(rules)) jump_to[from] = static_cast<std::int32_t>(to);
  std::vector<std::int32_t> mouths(jump_to.size(), -1);
  for (std::int32_t tile = 0; tile <= rules.tiles; ++tile) {
    std::int32_t at = tile;
    while (jump_to[at] > at) at = jump_to[at];  // ladders
    if (jump_to[at] >= 0) mouths[tile] = at;
  }
  return mouths;
}

}  // namespace

Problems problems_of(const SnakesCardRules& rules) {
  Problems problems = problems_of(static_cast<const SnakesRules&>(rules));
  const auto check = [&](const char* key, std::int64_t cards) {
    if (cards >= 0 && cards <= snakes_most_cards) return true;
    problems.push_back({key, {}, text(cards, " is out of range: 0 to ", snakes_most_cards)});
    return false;
  };
  const bool few_skip = check("skip_cards", rules.skip_cards);
  const bool few_double = check("double_cards", rules.double_cards);
  const std::int64_t hands = (rules.skip_cards + 1) * (rules.double_cards + 1);
  if (few_skip && few_double && rules.tiles > snakes_most_cells / hands) {
    problems.push_back(
        {"tiles", {}, text(rules.tiles, " tiles with ", hands, " hands are more than ", snakes_most_cells)});
  }
  return problems;
}

SnakesWithCards::SnakesWithCards(const SnakesCardRules& rules)
    : moves_(checked(rules)),
      dice_(roll_of(rules)),
      skip_cards_(static_cast<std::int32_t>(rules.skip_cards)),
      num_states_(static_cast<State>((rules.tiles + 1) * (rules.skip_cards + 1) * (rules.double_cards + 1))),
      first_mouth_(first_mouths(rules)) {}

SnakesHand SnakesWithCards::hand_of(State s) const noexcept {
  const std::int32_t cards = s / (moves_.tiles() + 1);
  return {s % (moves_.tiles() + 1), cards % (skip_cards_ + 1), cards / (skip_cards_ + 1)};
}

State SnakesWithCards::state_of(const SnakesHand& hand) const noexcept {
  return hand.tile + (moves_.tiles() + 1) * (hand.skip_cards + (skip_cards_ + 1) * hand.double_cards);
}

SnakesHand SnakesWithCards::after(const SnakesHand& before, Action a, std::int64_t total) const noexcept {
  const bool skips = (a & 1) != 0 && before.skip_cards > 0;
  const bool doubles = (a & 2) != 0 && before.double_cards > 0;
  const std::int32_t landing = moves_.landing(before.tile, doubles ? 2 * total : total);
  const std::int32_t mouth = first_mouth_[landing];
  const bool saved = skips && mouth >= 0;
  return {saved ? mouth : moves_.jump_end(0, landing), before.skip_cards - (saved ? 1 : 0),
          before.double_cards - (doubles ? 1 : 0)};
}

}  // namespace aleator
