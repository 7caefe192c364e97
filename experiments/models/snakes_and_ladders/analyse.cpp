#include "experiments/models/snakes_and_ladders/analyse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "core/games/snakes_and_ladders/analysis/exact.hpp"
#include "core/games/snakes_and_ladders/analysis/faces.hpp"
#include "core/games/snakes_and_ladders/analysis/length.hpp"
#include "core/games/snakes_and_ladders/analysis/more_jumps.hpp"
#include "core/games/snakes_and_ladders/analysis/shortest.hpp"
#include "core/games/snakes_and_ladders/analysis/visits.hpp"
#include "experiments/decision/rules_model.hpp"

namespace aleator {
namespace {

/// [analyse]
struct SnakesAnalyseKeys {
  std::vector<double> quantiles = {0.05, 0.25, 0.5, 0.75, 0.95};
  std::int64_t max_turns = 10'000'000;
  bool exact = false;
};

constexpr std::int64_t most_faces = 40;

SectionSpec analyse_section() {
  using A = SnakesAnalyseKeys;
  return {"analyse",
          "",
          {variant<A>("", "Exact answers about the games on the board",
                      {key("quantiles", &A::quantiles,
                           {.help = "probabilities that quantiles are told for", .range = between(1e-12, 1)}),
                       key("max_turns", &A::max_turns,
                           {.help = "distributions are cut after so many, with status not_certified",
                            .unit = "turns",
                            .range = between(1, 1e9)}),
                       key("exact", &A::exact,
                           {.help = "whether the mean is told as a fraction too, in rational arithmetic"})})}};
}

std::vector<Output> length_outputs() {
  using enum ElementType;
  return {
      {"mean_turns", f64, {}, "turns", "expected turns of a game"},
      {"mean_rolls", f64, {}, "rolls", "expected rolls of a game (more than turns with six_again)"},
      {"exact_mean_turns", i8, {"fraction"}, "turns", "mean_turns as a fraction; empty unless exact = true"},
      {"turns_variance", f64, {}, "turns2", "variance of the turns of a game"},
      {"turns_median", f64, {}, "turns", "least t with P(turns <= t) >= 1/2"},
      {"turns_quantile", f64, {"quantile"}, "turns", "least t with P(turns <= t) >= quantile_level"},
      {"quantile_level", f64, {"quantile"}, "1", "the probability that a quantile is for"},
      {"turns_probability", f64, {"turn"}, "1", "probability of each number of turns"},
      {"turns_rest", f64, {}, "1", "probability of more turns than are listed"},
      {"tile_probability", f64, {"turn", "tile"}, "1", "probability to be on the tile after so many turns", {}, true},
      {"win_probability", f64, {"player"}, "1", "probability that the player arrives first"},
      {"rounds_until_first", f64, {}, "turns", "expected rounds until the first of the players has arrived"},
      {"rounds_until_all", f64, {}, "turns", "expected rounds until all players have arrived, if they play on"},
  };
}

std::vector<Output> board_outputs() {
  using enum ElementType;
  return {
      {"expected_turns", f64, {"tile"}, "turns", "expected turns from the tile, in the first phase"},
      {"expected_rolls", f64, {"tile"}, "rolls", "expected rolls from the tile, in the first phase"},
      {"visits", f64, {"tile"}, "turns", "expected turns of a game that begin on the tile; they add up to mean_turns"},
      {"jump_from", i32, {"jump"}, "tiles", "where the jump starts"},
      {"jump_to", i32, {"jump"}, "tiles", "where the jump ends"},
      {"jump_uses", f64, {"jump"}, "1", "how often the jump is taken in a game, expected"},
      {"jump_value", f64, {"jump"}, "turns", "mean_turns without the jump minus mean_turns; infinite if it is needed"},
      {"shortest_turns", i64, {}, "turns", "fewest turns of any game"},
      {"shortest_rolls", i64, {}, "rolls", "fewest rolls of any game"},
      {"shortest_totals", i32, {"roll"}, "1", "what is rolled in one of the games of fewest rolls"},
      {"shortest_path", i32, {"roll"}, "tiles", "the tile after each roll of that game"},
      {"shortest_sequences", f64, {}, "1", "how many sequences of totals make a game of fewest rolls"},
      {"shortest_probability", f64, {}, "1", "probability of a game of fewest rolls"},
      {"faces_turns", f64, {"faces"}, "turns", "expected turns with fair dice of so many faces"},
      {"best_faces", i32, {}, "1", "number of faces, 1 to 40, of the fewest expected turns"},
  };
}

/// The four outcomes of one_more_jump.
constexpr std::pair<const char*, OneMoreJump OneMoreJumps::*> places[] = {
    {"best_ladder", &OneMoreJumps::best_ladder},
    {"worst_ladder", &OneMoreJumps::worst_ladder},
    {"best_snake", &OneMoreJumps::best_snake},
    {"worst_snake", &OneMoreJumps::worst_snake},
};

std::vector<Output> analyse_outputs() {
  using enum ElementType;
  std::vector<Output> outputs = length_outputs();
  for (Output& output : board_outputs()) outputs.push_back(std::move(output));
  for (const auto& [name, place] : places) {
    const std::string what = fmt::format("one more {}", std::string_view(name).ends_with("snake") ? "snake" : "ladder");
    const std::string most = std::string_view(name).starts_with("best") ? "fewest" : "most";
    outputs.push_back(
        {fmt::format("{}_from", name),
         i32,
         {},
         "tiles",
         fmt::format("where {} makes for the {} expected turns; -1: nowhere, or jumps move", what, most)});
    outputs.push_back({fmt::format("{}_to", name), i32, {}, "tiles", "where it leads"});
    outputs.push_back({fmt::format("{}_turns", name), f64, {}, "turns", "expected turns with it"});
  }
  return outputs;
}

class Analysis {
 public:
  explicit Analysis(Run& run)
      : run_(run),
        record_(run.record),
        keys_(run.config.as<SnakesAnalyseKeys>("analyse")),
        game_(std::any_cast<const SnakesAndLadders&>(run.game.rules)),
        chain_(game_) {}

  void write() {
    write_length();
    write_expectations();
    write_jumps();
    write_shortest();
    write_faces();
    write_more_jumps();
  }

 private:
  bool keeps_any(std::initializer_list<std::string_view> outputs) const {
    return std::any_of(outputs.begin(), outputs.end(), [&](std::string_view name) { return record_.keeps(name); });
  }

  void write_length() {
    record_.dimension("tile", static_cast<std::size_t>(game_.moves().tiles()) + 1);
    record_.dimension("quantile", keys_.quantiles.size());
    record_.put("quantile_level", keys_.quantiles);
    if (!keeps_any({"turns_probability", "turns_rest", "turns_median", "turns_quantile", "tile_probability",
                    "win_probability", "rounds_until_first", "rounds_until_all"})) {
      return;
    }
    Occupation occupation;
    Occupation* const wanted = record_.keeps("tile_probability") ? &occupation : nullptr;
    const LengthLimits limits{.max_turns = keys_.max_turns};
    const Distribution turns = turns_distribution(game_, limits, run_.stop, wanted);
    if (turns.tail_mass > limits.rest) {
      record_.status(RunStatus::not_certified,
                     fmt::format("analyse: max_turns = {} reached by {:.3g} of the games: what needs their turns lacks "
                                 "them",
                                 keys_.max_turns, turns.tail_mass));
    }
    std::vector<double> quantiles;
    for (const double level : keys_.quantiles) quantiles.push_back(quantile(turns, level));
    record_.dimension("turn", turns.probability.size());
    record_.put("turns_probability", turns.probability);
    record_.put("turns_rest", turns.tail_mass);
    record_.put("turns_median", quantile(turns, 0.5));
    record_.put("turns_quantile", quantiles);
    if (wanted) record_.put("tile_probability", occupation);
    write_players(turns);
  }

  void write_players(const Distribution& turns) {
    const PlayersOutcome outcome = players_outcome(turns, game_.rules().players);
    std::vector<std::int64_t> players(outcome.win_probability.size());
    std::iota(players.begin(), players.end(), 1);
    record_.dimension("player", players);
    record_.put("win_probability", outcome.win_probability);
    record_.put("rounds_until_first", outcome.rounds_until_first);
    record_.put("rounds_until_all", outcome.rounds_until_all);
  }

  void write_expectations() {
    const std::vector<double> rolls = chain_.expected_rolls();
    record_.put("mean_turns", chain_.expected_turns().front());
    record_.put("mean_rolls", rolls.front());
    record_.put("expected_turns", by_tile(game_.moves(), chain_.expected_turns()));
    record_.put("expected_rolls", by_tile(game_.moves(), rolls));
    record_.put("turns_variance", turns_variance(chain_));
    record_.put("visits", tile_visits(chain_));
    record_.put_text("exact_mean_turns", keys_.exact ? exact_expected_turns(game_) : std::string());
  }

  void write_jumps() {
    const auto jumps = jumps_of(game_.rules());
    std::vector<std::int32_t> from, to;
    for (const Jump& jump : jumps) {
      from.push_back(static_cast<std::int32_t>(jump[0]));
      to.push_back(static_cast<std::int32_t>(jump[1]));
    }
    record_.dimension("jump", jumps.size());
    record_.put("jump_from", from);
    record_.put("jump_to", to);
    record_.put("jump_uses", jump_uses(chain_));
    if (record_.keeps("jump_value")) record_.put("jump_value", jump_values(chain_));
  }

  void write_shortest() {
    const ShortestGame shortest = shortest_game(game_);
    record_.dimension("roll", shortest.totals.size());
    record_.put("shortest_turns", shortest.turns);
    record_.put("shortest_rolls", static_cast<std::int64_t>(shortest.totals.size()));
    record_.put("shortest_totals", shortest.totals);
    record_.put("shortest_path", shortest.path);
    record_.put("shortest_sequences", shortest.sequences);
    record_.put("shortest_probability", shortest.probability);
  }

  void write_faces() {
    if (!keeps_any({"faces_turns", "best_faces"})) return;
    const std::vector<double> turns = turns_by_faces(game_, most_faces);
    std::vector<std::int64_t> faces(turns.size());
    std::iota(faces.begin(), faces.end(), 1);
    record_.dimension("faces", faces);
    record_.put("faces_turns", turns);
    const auto best = std::min_element(turns.begin(), turns.end());
    record_.put("best_faces", static_cast<std::int32_t>(best - turns.begin() + 1));
  }

  void write_more_jumps() {
    const bool wanted = std::any_of(std::begin(places), std::end(places), [&](const auto& place) {
      const std::string name = place.first;
      return record_.keeps(name + "_from") || record_.keeps(name + "_to") || record_.keeps(name + "_turns");
    });
    if (!wanted) return;
    const OneMoreJumps found = game_.moves().phases() == 1 ? one_more_jump(chain_) : OneMoreJumps();
    for (const auto& [name, place] : places) {
      const OneMoreJump& jump = found.*place;
      record_.put(fmt::format("{}_from", name), jump.from);
      record_.put(fmt::format("{}_to", name), jump.to);
      record_.put(fmt::format("{}_turns", name), jump.turns);
    }
  }

  Run& run_;
  RecordBuilder& record_;
  const SnakesAnalyseKeys& keys_;
  const SnakesAndLadders& game_;
  SnakesChain chain_;
};

Problems check_analyse(const Config&) {
  return {};
}

Estimate estimate_analyse(const Config& config) {
  const ProcessSize size = kind_of(config).size(config);
  return {size.states * size.states * 0.5e-6, size.transitions * 50, 8 * (20 * size.states + 1000)};
}

}  // namespace

Task snakes_analyse_task() {
  return {analyse_section(),
          "exact answers: expectations, distributions, players, what jumps are worth, shortest games, other dice",
          false,
          analyse_outputs(),
          check_analyse,
          estimate_analyse,
          [](Run& run) { Analysis(run).write(); }};
}

}  // namespace aleator
