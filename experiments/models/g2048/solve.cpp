#include "experiments/models/g2048/solve.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "experiments/models/g2048/simulate.hpp"
#include "experiments/models/g2048/table_file.hpp"
#include "experiments/models/g2048/tiles.hpp"
#include "experiments/tasks/policy_choice.hpp"

namespace aleator::g2048 {

namespace {

constexpr std::string_view reach_prefix = "reach:";

}  // namespace

std::string objective_problem(const std::string& text) {
  if (text == "score" || text == "moves") return {};
  const auto tile = number_after(reach_prefix, text);
  if (!tile) {
    return fmt::format("there is no objective {}: it is \"score\", \"moves\" or {{ reach = TILE }}", toml_string(text));
  }
  const bool is_tile =
      *tile >= 2 && *tile <= 1 << largest_exponent<Board> && std::has_single_bit(static_cast<std::uint64_t>(*tile));
  return is_tile ? std::string() : fmt::format("{} is none of the tiles 2, 4, 8, ... 32768", *tile);
}

namespace {

SectionSpec solve_section() {
  using S = SolveKeys;
  return {"solve",
          "",
          {variant<S>("", "Values all positions that can be reached, exactly",
                      {key("objective", &S::objective,
                           {.help = "what a game is worth: its score, its moves, or 1 if it gets to a tile and 0 if "
                                    "not, such as { reach = 512 } (\"reach:512\" is the same)",
                            .check = objective_problem}),
                       choice("policy", &S::policy, {{"optimal", Policy::optimal}, {"random", Policy::random}},
                              {.help = "whose games are valued: those with the best of all moves, or with uniformly "
                                       "random legal ones"}),
                       key("keep_table", &S::keep_table,
                           {.help = "writes the value and the best move of every position to an HDF5 file of its own, "
                                    "beside the results, which `aleator ask` reads",
                            .sweepable = false})})}};
}

std::vector<Output> solve_outputs() {
  using enum ElementType;
  return {
      {"positions", i64, {}, "1", "positions that can be reached, up to symmetry: the player moves, or it is over"},
      {"afterstates", i64, {}, "1", "boards after a move and before the new tile, up to symmetry"},
      {"terminals", i64, {}, "1", "positions where the game is over"},
      {"layer_sum", i64, {"layer"}, "1", "the sum of the tiles of the positions of a layer"},
      {"layer_positions", i64, {"layer"}, "1", "positions of the layer"},
      {"layer_afterstates", i64, {"layer"}, "1", "afterstates of the layer"},
      {"layer_terminals", i64, {"layer"}, "1", "positions of the layer where the game is over"},
      {"expected_score", f64, {}, "points", "expected score of a game; missing with another objective"},
      {"expected_moves", f64, {}, "1", "expected moves of a game; missing with another objective"},
      {"reach_probability", f64, {}, "1", "probability to get to the tile; missing with another objective"},
      {"start_tile", i32, {"start", "row", "col"}, "1", "the tiles of a start, up to symmetry; 0: empty"},
      {"start_probability", f64, {"start"}, "1", "probability of the start"},
      {"start_value", f64, {"start"}, "1", "what a game from there is worth"},
      {"final_tile_probability",
       f64,
       {largest_tile_dimension},
       "1",
       "probability of each largest tile at the end of a game by the policy"},
      {"table_file", i8, {"path"}, "1", "the file with the table of all positions; empty without keep_table"},
  };
}

double of_policy(const PolicyValues& values, Policy policy) {
  return policy == Policy::optimal ? values.optimal : values.random;
}

void write_counts(RecordBuilder& record, const std::vector<Layer>& layers) {
  std::vector<std::int64_t> sum, positions, afterstates, terminals;
  std::int64_t all_positions = 0;
  std::int64_t all_afterstates = 0;
  std::int64_t all_terminals = 0;
  for (const Layer& layer : layers) {
    sum.push_back(layer.sum);
    all_positions += positions.emplace_back(layer.positions.size());
    all_afterstates += afterstates.emplace_back(layer.afterstates.size());
    all_terminals += terminals.emplace_back(layer.terminals);
  }
  record.put("positions", all_positions);
  record.put("afterstates", all_afterstates);
  record.put("terminals", all_terminals);
  record.dimension("layer", layers.size());
  record.put("layer_sum", sum);
  record.put("layer_positions", positions);
  record.put("layer_afterstates", afterstates);
  record.put("layer_terminals", terminals);
}

void write_starts(RecordBuilder& record, const LayerRules& rules, const SolvedLayers& solved, Policy policy) {
  std::vector<std::int32_t> tiles;
  std::vector<double> probability, value;
  for (const Start& start : starts_of(rules)) {
    for (int cell = 0; cell < rules.shape().cells(); ++cell) {
      tiles.push_back((1 << exponent_at(start.board, rules.shape(), cell)) & ~1);
    }
    value.push_back(of_policy(solved.starts[probability.size()], policy));
    probability.push_back(start.probability);
  }
  record.dimension("start", probability.size());
  record.dimension("row", static_cast<std::size_t>(rules.shape().rows));
  record.dimension("col", static_cast<std::size_t>(rules.shape().cols));
  record.put("start_tile", tiles);
  record.put("start_probability", probability);
  record.put("start_value", value);
}

void write_values(RecordBuilder& record, const SolvedLayers& solved, const SolveOptions& options, Policy policy,
                  Shape shape) {
  constexpr std::pair<Goal, const char*> names[] = {
      {Goal::score, "expected_score"}, {Goal::moves, "expected_moves"}, {Goal::reach, "reach_probability"}};
  for (const auto& [goal, name] : names) {
    record.put(name, goal == options.objective.goal ? of_policy(solved.expected, policy) : missing_float);
  }
  record.dimension(largest_tile_dimension, possible_tiles(shape));
  record.put("final_tile_probability", by_possible_tile<double>(solved.final_tiles, shape));
}

/// Whether [simulate] plays by the values of all positions.
bool is_played(const Config& config) {
  return config.has("simulate") && config.as<SimulateKeys>("simulate").policy == Player::optimal;
}

void run_solve(Run& run) {
  const auto& keys = run.config.as<SolveKeys>("solve");
  SolveOptions options{.objective = keys.parsed_objective()};
  if (run.record.keeps("final_tile_probability")) options.final_tiles = keys.policy;
  options.keep = keys.keep_table || is_played(run.config);
  auto game = std::make_shared<const SolvedGame>(solve_game(run, options));
  if (run.stop.stop_requested()) return;
  write_counts(run.record, game->layers());
  write_starts(run.record, game->rules(), game->solved(), keys.policy);
  write_values(run.record, game->solved(), options, keys.policy, game->rules().shape());
  run.record.put_text("table_file", keys.keep_table ? write_table(run, *game) : std::string());
  const double value = of_policy(game->solved().expected, keys.policy);
  run.found = Found{options.objective, keys.policy, value, options.keep ? std::move(game) : nullptr};
}

/// Known: 5.0e6 positions of 8 cells, 4.9e7 of 9. A target makes for fewer, of which nothing is said here.
double likely_positions(const Rules& rules) {
  return std::pow(10.0, static_cast<double>(rules.rows * rules.cols) - 1.3);
}

Estimate estimate_solve(const Config& config) {
  const auto& rules = config.as<Rules>("model");
  const auto& keys = config.as<SolveKeys>("solve");
  const double positions = likely_positions(rules);
  const double cells = static_cast<double>(rules.rows * rules.cols);
  return {0.3e-6 * positions, (keys.keep_table || is_played(config) ? 32 : 14) * positions, 1e3 + 200 * cells};
}

}  // namespace

Objective SolveKeys::parsed_objective() const {
  if (objective == "score") return {};
  if (objective == "moves") return {.goal = Goal::moves};
  const std::int64_t tile = *number_after(reach_prefix, objective);
  return {.goal = Goal::reach, .target = std::countr_zero(static_cast<std::uint64_t>(tile))};
}

SolvedGame solve_game(const Run& run, const SolveOptions& options) {
  const LayerRules rules(std::any_cast<const Rules&>(run.game.rules));
  const double of_boards = options.keep ? 0.3 : 0.8;  // of the memory: the rest is for values
  std::vector<Layer> layers = enumerate_layers(rules, run.executor, run.stop, of_boards * run.memory);
  SolvedLayers solved = solve_layers(rules, layers, options, run.executor, run.stop);
  return {rules, options.objective, std::move(layers), std::move(solved)};
}

Task solve_task() {
  return {solve_section(),
          "every position valued exactly: the score, the moves, or the probability of a tile, by the best and by "
          "random play",
          false,
          solve_outputs(),
          [](const Config&) { return Problems(); },
          estimate_solve,
          run_solve};
}

}  // namespace aleator::g2048
