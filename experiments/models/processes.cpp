#include "experiments/models/processes.hpp"

#include <algorithm>
#include <memory>

#include "core/mdp/models/frozen_lake.hpp"
#include "core/mdp/models/gambler.hpp"
#include "core/mdp/models/garnet.hpp"
#include "core/mdp/models/grid.hpp"
#include "core/mdp/models/gridworld.hpp"
#include "core/mdp/models/haddad_monmege.hpp"
#include "core/mdp/models/knuth_yao_die.hpp"
#include "experiments/decision/rules_model.hpp"
#include "experiments/tasks/analyse.hpp"
#include "experiments/tasks/solve.hpp"

namespace aleator {
namespace {

/// The row of a kind whose rules are a struct Rules and whose process is a Model Process.
/// @param size  of the process that the rules describe; its `actions` are those that actions are numbered by
template <class Rules, class Process, ProcessSize (*size)(const Rules&)>
ModelKind kind(Variant variant) {
  ModelKind result;
  result.variant = std::move(variant);
  result.check = [](const Config& config) { return problems_of(config.as<Rules>("model")); };
  result.make = [](const Config& config, std::uint64_t) {
    const auto& rules = config.as<Rules>("model");
    const auto actions = static_cast<std::int64_t>(size(rules).actions);
    return Game{rules, std::make_shared<RulesModel<Process>>(Process(rules), numbered_actions(actions))};
  };
  result.size = [](const Config& config) { return size(config.as<Rules>("model")); };
  result.tasks = {solve_task(), analyse_task()};
  return result;
}

ProcessSize garnet_size(const GarnetRules& rules) {
  const auto states = static_cast<double>(rules.states);
  const auto actions = static_cast<double>(rules.actions);
  return {states, actions, states * actions * static_cast<double>(rules.branching)};
}

ModelKind garnet_kind() {
  using G = GarnetRules;
  ModelKind result = kind<G, Garnet, garnet_size>(variant<G>(
      "garnet", "Random decision processes; each replicate has a process of its own",
      {key("states", &G::states, {.help = "number of states", .range = between(1, 2'000'000'000)}),
       key("actions", &G::actions, {.help = "actions of every state", .range = between(1, 1'000'000)}),
       key("branching", &G::branching, {.help = "next states of every action", .range = between(1, 1'000'000)}),
       key("seed", &G::seed, {.help = "of the process", .range = between(0, 9e15)}),
       choice("probabilities", &G::probabilities,
              {{"cuts", GarnetProbabilities::cuts}, {"levels", GarnetProbabilities::levels}},
              {.help = "cuts: the gaps between random cut points of 0 to 1; levels: multiples of 1/64"})}));
  result.make = [](const Config& config, std::uint64_t replicate) {
    auto rules = config.as<G>("model");
    constexpr std::int64_t apart = 1'000'003;  // seeds of replicates, from those that people type
    rules.seed += static_cast<std::int64_t>(replicate) * apart;
    return Game{rules, std::make_shared<RulesModel<Garnet>>(Garnet(rules), numbered_actions(rules.actions))};
  };
  return result;
}

ProcessSize grid_size(const GridRules& rules) {
  const double cells = static_cast<double>(rules.rows) * static_cast<double>(rules.cols);
  return {cells, 8, cells * 64, cells};  // stencil rows take next to nothing
}

/// A key for a cell [row, column] that may be left out.
template <class Rules>
Key cell_key(std::string name, std::optional<Cell> Rules::*member, KeyOptions options) {
  options.length = 2;
  Key result{std::move(name), ValueType::integers, std::move(options), {}, {}, {}, {}};
  result.get = [member](const void* rules) -> std::optional<Value> {
    const auto& cell = static_cast<const Rules*>(rules)->*member;
    return cell ? std::optional<Value>(std::vector<std::int64_t>(cell->begin(), cell->end())) : std::nullopt;
  };
  result.set = [member](void* rules, const Value& value) {
    const auto& entries = std::get<std::vector<std::int64_t>>(value);
    if (entries.size() == 2) static_cast<Rules*>(rules)->*member = Cell{entries[0], entries[1]};
  };
  return result;
}

ModelKind grid_kind() {
  using G = GridRules;
  return kind<G, Grid, grid_size>(variant<G>(
      "grid", "A grid to be crossed in king's moves on slippery ground; actions 0 to 7 are north, north-east, ...",
      {key("rows", &G::rows, {.help = "height", .unit = "cells", .range = between(1, 1'000'000'000)}),
       key("cols", &G::cols, {.help = "width", .unit = "cells", .range = between(1, 1'000'000'000)}),
       key("obstacles", &G::obstacles, {.help = "cells [row, column] that cannot be entered"}),
       key("slip", &G::slip, {.help = "probability that a move goes to one of the seven other sides"}),
       cell_key("goal", &G::goal, {.help = "[row, column] of the end", .default_text = "the last cell"}),
       key("goal_value", &G::goal_value, {.help = "what the end is worth"}),
       key("step_reward", &G::step_reward, {.help = "received on every move"})}));
}

ProcessSize lake_size(const FrozenLakeRules& rules) {
  const double cells = rules.map.empty() ? 0 : static_cast<double>(rules.map.size() * rules.map.front().size());
  return {cells, 4, cells * 12};
}

ModelKind frozen_lake_kind() {
  using F = FrozenLakeRules;
  return kind<F, FrozenLake, lake_size>(variant<F>(
      "frozen-lake", "A frozen lake with holes; actions 0 to 3 are left, down, right, up",
      {key("map", &F::map, {.help = "rows of S (start), F (frozen), H (hole), G (goal)"}),
       key("slippery", &F::slippery, {.help = "a move goes where it aims or to either side of that, with 1/3 each"})}));
}

ProcessSize gambler_size(const GamblerRules& rules) {
  const auto goal = static_cast<double>(rules.goal);
  return {goal + 1, std::max(1.0, std::floor(goal / 2)), goal * goal / 2};
}

ModelKind gambler_kind() {
  using G = GamblerRules;
  ModelKind result = kind<G, Gambler, gambler_size>(
      variant<G>("gambler", "A gambler stakes on heads until ruined or at the goal; actions are the stakes",
                 {key("p_heads", &G::p_heads, {.help = "probability to win a flip"}),
                  key("goal", &G::goal, {.help = "the capital to be reached", .range = between(2, 100'000)})}));
  result.make = [](const Config& config, std::uint64_t) {
    const auto& rules = config.as<G>("model");
    auto stakes = numbered_actions(std::max<std::int64_t>(1, rules.goal / 2));
    for (std::int64_t& stake : stakes) ++stake;
    return Game{rules, std::make_shared<RulesModel<Gambler>>(Gambler(rules), std::move(stakes))};
  };
  return result;
}

ProcessSize gridworld_size(const GridworldRules& rules) {
  const double cells = static_cast<double>(rules.rows) * static_cast<double>(rules.cols);
  return {cells, 4, cells * 4};
}

ModelKind gridworld_kind() {
  using G = GridworldRules;
  return kind<G, Gridworld, gridworld_size>(
      variant<G>("gridworld", "Sutton and Barto's grid with two ends; actions 0 to 3 are up, down, right, left",
                 {key("rows", &G::rows, {.help = "height", .unit = "cells"}),
                  key("cols", &G::cols, {.help = "width", .unit = "cells"}),
                  key("step_reward", &G::step_reward, {.help = "received on every move"})}));
}

ProcessSize haddad_monmege_size(const HaddadMonmegeRules& rules) {
  const auto n = static_cast<double>(rules.n);
  return {2 * n + 1, 1, 4 * n};
}

ModelKind haddad_monmege_kind() {
  using H = HaddadMonmegeRules;
  return kind<H, HaddadMonmege, haddad_monmege_size>(
      variant<H>("haddad-monmege", "A chain on which value iteration without a proof stops at a wrong answer",
                 {key("n", &H::n, {.help = "steps from the middle to either end"}),
                  key("p", &H::p, {.help = "probability to leave the middle towards state 0: that of ending there"})}));
}

ProcessSize die_size(const KnuthYaoDieRules&) {
  return {13, 1, 14};
}

ModelKind knuth_yao_die_kind() {
  return kind<KnuthYaoDieRules, KnuthYaoDie, die_size>(
      variant<KnuthYaoDieRules>("knuth-yao-die", "A die thrown with a coin; labels one ... six are its faces", {}));
}

}  // namespace

std::vector<ModelKind> process_kinds() {
  return {garnet_kind(),    grid_kind(),           frozen_lake_kind(),  gambler_kind(),
          gridworld_kind(), haddad_monmege_kind(), knuth_yao_die_kind()};
}

}  // namespace aleator
