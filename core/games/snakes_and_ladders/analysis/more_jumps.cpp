#include "core/games/snakes_and_ladders/analysis/more_jumps.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace aleator {
namespace {

class Search {
 public:
  explicit Search(const SnakesChain& chain)
      : chain_(chain),
        rules_(chain.game().rules()),
        moves_(chain.moves()),
        turns_(chain.expected_turns()),
        is_foot_(static_cast<std::size_t>(moves_.tiles()) + 1, 0),
        is_end_(is_foot_.size(), 0) {
    for (const Jump& jump : jumps_of(rules_)) is_foot_[jump[0]] = is_end_[jump[1]] = 1;
  }

  OneMoreJumps run() {
    for (std::int32_t from = 1; from < moves_.tiles(); ++from) {
      if (is_foot_[from] || (is_end_[from] && !rules_.chain_jumps)) continue;
      start_from(from);
      for (std::int32_t to = 1; to <= moves_.tiles(); ++to) {
        if (is_foot_[to] && !rules_.chain_jumps) continue;
        const std::int32_t end = moves_.jump_end(0, to);
        if (end != from) consider(from, to, turns_with(from, to, end));  // else the jumps would be a circle
      }
    }
    return found_;
  }

 private:
  /// What all jumps from one tile have in common.
  void start_from(std::int32_t from) {
    std::vector<double> one(turns_.size(), 0.0);
    one[from] = 1;
    rolls_on_ = chain_.rolls().solve(std::move(one));
    last_turn_from_start_ = last_turn_from_foot_ = 0;
    if (chain_.dice().again) count_last_turns(from);
  }

  /// A roll of all top faces onto `from` that now leads to the last tile ends a turn that went on before.
  void count_last_turns(std::int32_t from) {
    std::vector<double> top(turns_.size(), 0.0);
    for (std::int32_t tile = 0; tile < moves_.tiles(); ++tile) {
      if (moves_.destination(0, tile, chain_.dice().top()) == from) top[tile] = chain_.dice().probability.back();
    }
    const std::vector<double> ends = chain_.rolls().solve(std::move(top));
    last_turn_from_start_ = ends.front();
    last_turn_from_foot_ = ends[from];
  }

  /// @param end  where who is led to `to` ends up
  double turns_with(std::int32_t from, std::int32_t to, std::int32_t end) const {
    const bool arrives = end == moves_.tiles();
    if (!arrives && chain_.rolls().is_lost(end)) return std::numeric_limits<double>::infinity();
    const double stays = arrives ? rolls_on_[from] : rolls_on_[from] - rolls_on_[end];
    constexpr double nearly_never = 1e-4;
    if (!(stays > nearly_never * rolls_on_[from])) return anew(from, to);
    const double from_start = turns_.front() + (arrives ? last_turn_from_start_ : 0);
    const double from_foot = turns_[from] + (arrives ? last_turn_from_foot_ : 0);
    const double from_end = arrives ? 0 : turns_[end];
    return from_start + rolls_on_.front() * (from_end - from_foot) / stays;
  }

  double anew(std::int32_t from, std::int32_t to) const {
    SnakesRules rules = rules_;
    rules.jumps.emplace(jumps_of(rules_).begin(), jumps_of(rules_).end());
    rules.board.reset();
    rules.jumps->push_back({from, to});
    rules.jump_sets.reset();
    return expected_turns(SnakesMoves(rules), chain_.dice());
  }

  void consider(std::int32_t from, std::int32_t to, double turns) {
    if (from == to || !std::isfinite(turns)) return;
    OneMoreJump& best = to > from ? found_.best_ladder : found_.best_snake;
    OneMoreJump& worst = to > from ? found_.worst_ladder : found_.worst_snake;
    constexpr double same = 1e-10;
    if (best.from < 0 || turns < best.turns * (1 - same)) best = {from, to, turns};
    if (worst.from < 0 || turns > worst.turns * (1 + same)) worst = {from, to, turns};
  }

  const SnakesChain& chain_;
  const SnakesRules& rules_;
  const SnakesMoves& moves_;
  const std::vector<double>& turns_;  // expected, by tile
  std::vector<std::uint8_t> is_foot_;
  std::vector<std::uint8_t> is_end_;
  std::vector<double> rolls_on_;     // expected rolls from the foot in question, by tile where a game starts
  double last_turn_from_start_ = 0;  // expected turns that would end by arriving, but not by the roll
  double last_turn_from_foot_ = 0;
  OneMoreJumps found_;
};

}  // namespace

OneMoreJumps one_more_jump(const SnakesChain& chain) {
  return Search(chain).run();
}

}  // namespace aleator
