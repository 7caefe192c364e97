#include "experiments/models/snakes_and_ladders/optimise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/games/snakes_and_ladders/optimise/best_die.hpp"
#include "core/local_search/candidates.hpp"
#include "experiments/tasks/optimisers.hpp"

namespace aleator {
namespace {

/// [optimise]
struct SnakesOptimiseKeys : OptimiserKeys {
  std::optional<std::int64_t> die;
  std::int64_t starts = 64;
  double tolerance = 1e-8;
  std::int64_t max_evaluations = 2'000;
};

constexpr const char* gradient_method = "projected-gradient";

Key die_key() {
  return key("die", &SnakesOptimiseKeys::die,
             {.help = "faces of the die that is looked for",
              .range = between(1, 1'000),
              .default_text = "as many as the model's die has"});
}

Variant gradient_variant() {
  using O = SnakesOptimiseKeys;
  return variant<O>(
      gradient_method, "Downhill along exact slopes from many starts: local optima, each with a proof",
      {die_key(),
       key("starts", &O::starts,
           {.help = "dice drawn at random from which the search goes downhill, besides the fair one and those that "
                    "always show one face",
            .range = between(1, 1e6)}),
       key("tolerance", &O::tolerance,
           {.help = "a die is an optimum if the turns fall by no more than this for all probability "
                    "that is moved to one face",
            .unit = "turns",
            .range = above(0)}),
       key("max_evaluations", &O::max_evaluations,
           {.help = "of the expected turns from one start, which fails beyond", .range = between(1, 1e9)})});
}

SectionSpec optimise_section() {
  using O = SnakesOptimiseKeys;
  SectionSpec section{"optimise", "method", {gradient_variant()}};
  for (OptimiserRow& row :
       optimiser_rows<O>("standard deviation of the change of the logarithm of a face's probability")) {
    section.variants.push_back(
        variant<O>(row.name, row.help, joined(joined({die_key()}, optimiser_limit_keys<O>()), std::move(row.keys))));
  }
  return section;
}

std::vector<Output> optimise_outputs() {
  using enum ElementType;
  return {
      {"fair_turns", f64, {}, "turns", "expected turns with a fair die of so many faces"},
      {"optimal_turns", f64, {}, "turns", "fewest expected turns of all optima that were found"},
      {"optimal_die", f64, {"face"}, "1", "probabilities of the faces there"},
      {"vertex_slope",
       f64,
       {},
       "turns",
       "least slope of the turns from there to a die of one face (0: a local minimum)"},
      {"optima", i64, {}, "1", "distinct local optima that were found"},
      {"optimum_turns", f64, {"optimum"}, "turns", "expected turns of each"},
      {"optimum_die", f64, {"optimum", "face"}, "1", "probabilities of the faces of each"},
      {"optimum_slope", f64, {"optimum"}, "turns", "least slope from each to a die of one face"},
      {"optimum_starts", i64, {"optimum"}, "1", "starts from where it was found"},
      {"starts_failed", i64, {}, "1", "starts from where none was found"},
      {"evaluations", i64, {}, "1", "dice whose expected turns were computed, with slopes"},
  };
}

Problems check_optimise(const Config& config) {
  const auto& rules = config.as<SnakesRules>("model");
  const std::int64_t faces = config.as<SnakesOptimiseKeys>("optimise").die.value_or(1);
  const std::string method = config.section("optimise").selected().name;
  if (faces * rules.dice <= snakes_most_total) {
    return check_optimiser(method, config.as<SnakesOptimiseKeys>("optimise"));
  }
  return {{"die", {}, fmt::format("{} dice of {} faces add up to more than {}", rules.dice, faces, snakes_most_total)}};
}

void write(RecordBuilder& record, const BestDice& found, std::int64_t num_faces) {
  std::vector<std::int64_t> faces(static_cast<std::size_t>(num_faces));
  std::iota(faces.begin(), faces.end(), 1);
  std::vector<double> turns, dice, slopes;
  std::vector<std::int64_t> starts;
  for (const BestDie& die : found.optima) {
    turns.push_back(die.minimum.value);
    dice.insert(dice.end(), die.minimum.distribution.begin(), die.minimum.distribution.end());
    slopes.push_back(die.minimum.least_slope);
    starts.push_back(die.starts);
  }
  const bool any = !found.optima.empty();
  record.dimension("face", faces);
  record.dimension("optimum", found.optima.size());
  record.put("fair_turns", found.fair_turns);
  record.put("optimal_turns", any ? turns.front() : missing_float);
  record.put("optimal_die",
             any ? found.optima.front().minimum.distribution : std::vector<double>(faces.size(), missing_float));
  record.put("vertex_slope", any ? slopes.front() : missing_float);
  record.put("optima", static_cast<std::int64_t>(found.optima.size()));
  record.put("optimum_turns", turns);
  record.put("optimum_die", dice);
  record.put("optimum_slope", slopes);
  record.put("optimum_starts", starts);
  record.put("starts_failed", found.starts_failed);
  record.put("evaluations", found.evaluations);
}

/// Dice by the logarithms of the probabilities of their faces, which are divided by their sum.
class DieProblem : public local_search::NumberCandidates {
 public:
  using Score = double;  // expected turns

  DieProblem(const SnakesAndLadders& game, std::int64_t faces, double step)
      : NumberCandidates(static_cast<std::size_t>(faces), 3, step), game_(game) {}

  static std::vector<double> die_of(const Candidate& x) {
    const double most = *std::max_element(x.begin(), x.end());
    std::vector<double> die;
    for (const double logarithm : x) die.push_back(std::exp(logarithm - most));
    const double sum = std::accumulate(die.begin(), die.end(), 0.0);
    for (double& probability : die) probability /= sum;
    return die;
  }

  double score(const Candidate& x) const { return turns_of_die(game_, die_of(x)).value; }
  bool better(double a, double b) const noexcept { return a < b; }
  double loss(double turns) const noexcept { return turns; }

 private:
  const SnakesAndLadders& game_;
};

/// What an optimiser finds that knows nothing of slopes; they are told of its best die.
BestDice search_die(const Run& run, const SnakesAndLadders& game, const SnakesOptimiseKeys& keys, std::int64_t faces) {
  DieProblem problem(game, faces, keys.step);
  PhiloxStream random(stream_key(run, "optimise"), 0, 0);
  const auto found = run_optimiser(run.config.section("optimise").selected().name, keys, problem,
                                   optimiser_limits<DieProblem>(keys, run.stop), random);
  BestDice dice;
  const auto count = static_cast<std::size_t>(faces);
  dice.fair_turns = turns_of_die(game, std::vector<double>(count, 1.0 / static_cast<double>(faces))).value;
  dice.evaluations = found.evaluations;
  const std::vector<double> die = DieProblem::die_of(found.best);
  const Sloped turns = turns_of_die(game, die);
  if (!std::isfinite(turns.value)) {
    dice.starts_failed = 1;
    return dice;
  }
  const std::vector<double> slopes = slopes_to_vertices(die, turns.gradient);
  const double least = std::min(0.0, *std::min_element(slopes.begin(), slopes.end()));
  dice.optima.push_back({{die, turns.value, least, found.evaluations}, 1});
  return dice;
}

void run_optimise(Run& run) {
  const auto& keys = run.config.as<SnakesOptimiseKeys>("optimise");
  const auto& game = std::any_cast<const SnakesAndLadders&>(run.game.rules);
  const std::int64_t faces = keys.die.value_or(num_faces(game.rules()));
  const bool by_slopes = run.config.section("optimise").selected().name == gradient_method;
  const BestDice found = by_slopes ? best_dice(game, {faces, keys.starts, {keys.tolerance, keys.max_evaluations}},
                                               stream_key(run, "optimise"), run.stop)
                                   : search_die(run, game, keys, faces);
  if (found.optima.empty()) {
    run.record.status(RunStatus::not_certified,
                      "optimise: no start came to an optimum: raise max_evaluations, or the least is only approached");
  }
  write(run.record, found, faces);
}

Estimate estimate_optimise(const Config& config) {
  const ProcessSize size = kind_of(config).size(config);
  const auto& keys = config.as<SnakesOptimiseKeys>("optimise");
  const bool by_slopes = config.section("optimise").selected().name == gradient_method;
  const double seconds =
      by_slopes ? static_cast<double>(keys.starts) * 2e-6 : static_cast<double>(keys.evaluations) * 1e-7;
  return {seconds * size.transitions, size.transitions * 50, 1000};
}

}  // namespace

Task snakes_optimise_task() {
  return {optimise_section(),
          "the die of fewest expected turns: local optima from many starts, each with a proof, or by any optimiser",
          false,
          optimise_outputs(),
          check_optimise,
          estimate_optimise,
          run_optimise};
}

}  // namespace aleator
