#include "experiments/models/race.hpp"

#include "core/games/race_to/evaluation.hpp"
#include "core/games/race_to/game.hpp"
#include "core/games/race_to/table.hpp"
#include "experiments/models/perfect/game_of.hpp"
#include "experiments/models/perfect/kind.hpp"

namespace aleator {
namespace {

using race_to::RaceTo;
using race_to::Rules;

struct RaceKind : perfect::PlainKind {
  using Game = RaceTo;

  static race_to::Evaluation evaluation(const RaceTo& game, const std::vector<std::int64_t>& weights) {
    return {game, weights};
  }
  static Problems weight_problems(const RaceTo&, const std::vector<std::int64_t>& weights) {
    return race_to::problems_of(weights);
  }

  static constexpr bool has_method(perfect::Method method) { return method != perfect::Method::solver; }

  static std::pair<std::uint64_t, std::uint64_t> words(RaceTo::Position total) {
    return {static_cast<std::uint64_t>(total), 0};
  }
  static RaceTo::Position position(std::uint64_t total, std::uint64_t) { return static_cast<RaceTo::Position>(total); }

  /// All totals from the root on, without looking at every step of every one.
  static SolvedTable<RaceTo> solve(const RaceTo& game, RaceTo::Position root, const perfect::Resources& resources,
                                   const std::stop_token&) {
    const race_to::Table outlooks = race_to::solve_table(game, resources.bytes() / 4);
    std::vector<RaceTo::Position> totals;
    for (RaceTo::Position total = game.rules().target; total >= root; --total) totals.push_back(total);
    SolvedTable<RaceTo> table(game, std::move(totals));
    for (std::size_t i = 0; i < table.size(); ++i) table.set(i, outlooks.outlook(table.position(i)));
    return table;
  }

  static std::function<Oracle<RaceTo>()> oracles(const RaceTo& game, RaceTo::Position, const perfect::Resources&,
                                                 const std::stop_token&) {
    return [&game]() -> Oracle<RaceTo> { return [&game](RaceTo::Position total) { return outlook(game, total); }; };
  }

  static perfect::Engine<RaceTo> engine(const RaceTo& game, const perfect::SearchKeys&, perfect::Method,
                                        const SolvedTable<RaceTo>*, const perfect::Resources&) {
    return [&game](RaceTo::Position total, bool, const std::stop_token&) {
      SearchResult result = perfect::result_of(game, total, outlook(game, total));
      game.any_move(total, [&](Move step) {
        const bool is_best = before(outlook(game, game.after(total, step))) == outlook(game, total);
        if (is_best) result.best = step;
        return is_best;
      });
      return result;
    };
  }
};

Variant race_variant() {
  return variant<Rules>(
      "race", "The race to a number: players in turn add 1 to largest_step to a total",
      {key("target", &Rules::target,
           {.help = "who reaches it wins; no move may pass it", .range = between(1, RaceTo::largest_target)}),
       key("largest_step", &Rules::largest_step, {.help = "the most that a move adds, 1 or more"}),
       key("misere", &Rules::misere, {.help = "who reaches the target loses"})});
}

}  // namespace

ModelKind race_kind() {
  return perfect::kind<Rules, RaceKind>(race_variant(), "a total, such as \"17\"");
}

}  // namespace aleator
