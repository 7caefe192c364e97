#include "experiments/models/g2048/optimise.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>

#include "core/games/g2048/search/policies.hpp"
#include "core/games/g2048/simulate.hpp"
#include "core/local_search/candidates.hpp"
#include "experiments/tasks/optimisers.hpp"

namespace aleator::g2048 {
namespace {

/// [optimise]
struct OptimiseKeys : OptimiserKeys {
  OptimiseKeys() {
    evaluations = 200;
    population = 20;
  }

  std::int64_t depth = 1;
  std::int64_t games = 50;
  std::int64_t test_games = 200;
};

SectionSpec optimise_section() {
  using O = OptimiseKeys;
  SectionSpec section{"optimise", "method", {}};
  for (OptimiserRow& row : optimiser_rows<O>("standard deviation of the change of the logarithm (to 2) of a weight")) {
    Keys keys = {key("depth", &O::depth, {.help = "moves that expectimax searches", .range = between(1, 10)}),
                 key("games", &O::games,
                     {.help = "that each evaluation is judged by, the same for all of them", .range = between(1, 1e9)}),
                 key("test_games", &O::test_games,
                     {.help = "other games, of the best evaluation that was found and of the usual one",
                      .range = between(2, 1e9)})};
    section.variants.push_back(variant<O>(
        row.name, row.help, joined(joined(optimiser_limit_keys<O>(), std::move(keys)), std::move(row.keys))));
  }
  return section;
}

struct Weight {
  const char* name;
  double EvaluationWeights::*member;
  double unit;  // what 0 stands for
};
/// The usual weights; of the corner a number of their size.
constexpr std::array<Weight, 6> weights = {{{"empty", &EvaluationWeights::empty, 200},
                                            {"monotonicity", &EvaluationWeights::monotonicity, 0.6},
                                            {"smoothness", &EvaluationWeights::smoothness, 6},
                                            {"merges", &EvaluationWeights::merges, 200},
                                            {"corner", &EvaluationWeights::corner, 30},
                                            {"potential", &EvaluationWeights::potential, 2}}};

std::vector<Output> optimise_outputs() {
  using enum ElementType;
  std::vector<Output> outputs = {
      {"weights_judged", i64, {}, "1", "evaluations that were judged by their games"},
      {"improvements", i64, {}, "1", "how often one was better than the best so far"},
      {"improvement_evaluation", i64, {"improvement"}, "1", "evaluations until the improvement"},
      {"improvement_score", f64, {"improvement"}, "points", "mean score of the new best"},
      {"found_score_mean", f64, {}, "points", "mean score of the best in the games by which it was judged"},
      {"usual_score_mean", f64, {}, "points", "mean score of the usual weights in the same games"},
      {"test_score_mean", f64, {}, "points", "mean score of the best in other games"},
      {"test_score_mean_se", f64, {}, "points", "standard error of test_score_mean"},
      {"test_usual_score_mean", f64, {}, "points", "mean score of the usual weights in those"},
      {"test_usual_score_mean_se", f64, {}, "points", "standard error of test_usual_score_mean"}};
  for (const Weight& weight : weights) {
    outputs.push_back({fmt::format("found_{}", weight.name),
                       f64,
                       {},
                       "points",
                       fmt::format("weight {} of the best evaluation", weight.name)});
  }
  return outputs;
}

/// Logarithms of the weights, as multiples of the units.
class WeightsProblem : public local_search::NumberCandidates {
 public:
  using Score = double;  // mean score

  WeightsProblem(Run& run, const OptimiseKeys& keys)
      : NumberCandidates(weights.size(), 2, keys.step),
        run_(run),
        rules_(std::any_cast<const Rules&>(run.game.rules)),
        keys_(keys),
        moves_(shape_of(rules_)),
        spawner_(shape_of(rules_), rules_.four_probability),
        usual_(play({}, keys.games, judge_stream).score.mean(keys.games)) {}

  static EvaluationWeights weights_of(const Candidate& x) {
    EvaluationWeights result;
    for (std::size_t i = 0; i < x.size(); ++i) result.*weights[i].member = weights[i].unit * std::exp2(x[i]);
    return result;
  }

  double usual_score() const noexcept { return usual_; }
  double score(const Candidate& x) const {
    return play(weights_of(x), keys_.games, judge_stream).score.mean(keys_.games);
  }
  bool better(double a, double b) const noexcept { return a > b; }
  /// What is missing of the score of the usual weights, as a share of it.
  double loss(double score) const noexcept { return 1 - score / usual_; }

  PlayCounts test(const EvaluationWeights& evaluation) const { return play(evaluation, keys_.test_games, test_stream); }

 private:
  static constexpr std::uint64_t judge_stream = 1, test_stream = 2;

  PlayCounts play(const EvaluationWeights& evaluation, std::int64_t games, std::uint64_t stream) const {
    const Expectimax expectimax(rules_, evaluation, {.depth = keys_.depth, .probability_cutoff = 0, .table = 1});
    return play_blocks<PlayCounts>({.games = games, .block_games = 1}, stream_key(run_, "optimise"), stream,
                                   run_.executor, run_.stop, [&](std::int64_t some, PhiloxStream random) {
                                     return play_one_by_one(moves_, spawner_, ExpectimaxMove(expectimax), some,
                                                            end_exponent(rules_), random, run_.stop);
                                   });
  }

  Run& run_;
  const Rules& rules_;
  const OptimiseKeys& keys_;
  Moves moves_;
  Spawner spawner_;
  double usual_;
};

void write_test(RecordBuilder& record, const std::string& name, const PlayCounts& counts) {
  record.put(name, counts.score.mean(counts.games));
  record.put(name + "_se", counts.score.standard_error(counts.games));
}

void run_optimise(Run& run) {
  const auto& keys = run.config.as<OptimiseKeys>("optimise");
  WeightsProblem problem(run, keys);
  PhiloxStream random(stream_key(run, "optimise"), 0, 0);
  const auto found = run_optimiser(run.config.section("optimise").selected().name, keys, problem,
                                   optimiser_limits<WeightsProblem>(keys, run.stop), random);
  if (run.stop.stop_requested()) return;
  std::vector<std::int64_t> evaluation;
  std::vector<double> score;
  for (const auto& [evaluations, mean] : found.improvements) {
    evaluation.push_back(evaluations);
    score.push_back(mean);
  }
  RecordBuilder& record = run.record;
  record.put("weights_judged", found.evaluations);
  record.put("improvements", static_cast<std::int64_t>(evaluation.size()));
  record.dimension("improvement", evaluation.size());
  record.put("improvement_evaluation", evaluation);
  record.put("improvement_score", score);
  record.put("found_score_mean", found.score);
  record.put("usual_score_mean", problem.usual_score());
  const EvaluationWeights best = WeightsProblem::weights_of(found.best);
  write_test(record, "test_score_mean", problem.test(best));
  write_test(record, "test_usual_score_mean", problem.test({}));
  for (const Weight& weight : weights) record.put(fmt::format("found_{}", weight.name), best.*weight.member);
}

Estimate estimate_optimise(const Config& config) {
  const auto& keys = config.as<OptimiseKeys>("optimise");
  const double cells = static_cast<double>(config.as<Rules>("model").rows * config.as<Rules>("model").cols);
  const double game = 10 * cells * cells * 1e-6 * std::pow(25.0, static_cast<double>(keys.depth - 1));
  const auto games = static_cast<double>(keys.evaluations * keys.games + 2 * keys.test_games);
  return {games * game, 10e6, 1'000};
}

}  // namespace

Task optimise_task() {
  return {optimise_section(),
          "the weights of the evaluation with which expectimax scores most",
          false,
          optimise_outputs(),
          [](const Config& config) {
            return check_optimiser(config.section("optimise").selected().name, config.as<OptimiseKeys>("optimise"));
          },
          estimate_optimise,
          run_optimise};
}

}  // namespace aleator::g2048
