#include "experiments/tasks/analyse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/mdp/chain/distribution.hpp"
#include "core/mdp/chain/long_run.hpp"
#include "core/mdp/chain/path_distribution.hpp"
#include "core/mdp/chain/path_moments.hpp"
#include "experiments/tasks/initial.hpp"
#include "experiments/tasks/policy_choice.hpp"

namespace aleator {
namespace {

/// [analyse]
struct AnalyseKeys : InitialKeys {
  std::string policy = "optimal";
  std::optional<std::string> target;
  std::vector<double> quantiles = {0.05, 0.25, 0.5, 0.75, 0.95};
  double worst = 0.05;
  std::int64_t max_steps = 10'000'000;
  std::int64_t after_steps = 1;
};

SectionSpec with_initial_keys(SectionSpec section) {
  for (Key& key : initial_keys<AnalyseKeys>()) section.variants.front().keys.push_back(std::move(key));
  return section;
}

const SectionSpec& analyse_section() {
  using A = AnalyseKeys;
  static const SectionSpec section = with_initial_keys(
      {"analyse",
       "",
       {variant<A>(
           "", "What a policy does: the distribution of steps and total (undiscounted) reward, from the initial states",
           {key("policy", &A::policy,
                {.help =
                     "optimal (as [solve] found or evaluated it), random, fixed:ACTION or a results file, FILE.h5; a "
                     "chain needs none",
                 .check = policy_choice_problem,
                 .files = named_file}),
            key("target", &A::target,
                {.help =
                     std::string("the label of the states that end a path, or ") + condition_help +
                     "; a path that misses them counts as infinite; state_after and long_run_... do not depend on it",
                 .default_text = "paths end where the process does"}),
            key("quantiles", &A::quantiles,
                {.help = "probabilities that quantiles are told for", .range = between(1e-12, 1)}),
            key("worst", &A::worst,
                {.help = "the share of paths of whose worst the mean is told", .range = between(1e-12, 1)}),
            key("max_steps", &A::max_steps,
                {.help = "distributions are cut after so many", .unit = "steps", .range = between(1, 1e12)}),
            key("after_steps", &A::after_steps,
                {.help = "for state_after", .unit = "steps", .range = between(0, 1e9)})})}});
  return section;
}

constexpr double close_enough = 1e-9;    // of a proved error, relative to the scale of what is told
constexpr double hardly_known = 0.1;     // the same: more than that is no answer
constexpr double cut_by_itself = 1e-12;  // probability that distributions leave out without max_steps

/// The outputs of one number that paths add up, such as steps.
std::vector<Output> outputs_of_total(const std::string& name, const std::string& unit, const std::string& dimension,
                                     const std::string& what, const std::string& worst) {
  using enum ElementType;
  return {
      {name + "_mean", f64, {}, unit, fmt::format("mean {}; infinite if it is with a probability above 0", what)},
      {name + "_variance", f64, {}, unit == "1" ? "1" : unit + "2", fmt::format("variance of the {}", what)},
      {name + "_frequency", f64, {dimension}, "1", fmt::format("probability of each {}", what)},
      {name + "_quantile", f64, {"quantile"}, unit, fmt::format("least x with P({} <= x) >= quantile_level", what)},
      {name + "_worst", f64, {}, unit, fmt::format("mean of the worst share (key worst): {}", worst)},
      {name + "_tail_mass", f64, {}, "1", fmt::format("probability that was cut off the distribution of the {}", what)},
      {name + "_infinite_mass", f64, {}, "1", fmt::format("probability that the {} is infinite", what)},
  };
}

std::vector<Output> analyse_outputs() {
  using enum ElementType;
  std::vector<Output> outputs = {{"quantile_level", f64, {"quantile"}, "1", "the probability that a quantile is for"}};
  for (const auto& part :
       {outputs_of_total("steps", "steps", "step", "number of steps", "the most steps, misses of the target first"),
        outputs_of_total("reward", "1", "total", "total reward",
                         "the least rewards; with solve.sense = \"min\" the largest, misses of the target first")}) {
    outputs.insert(outputs.end(), part.begin(), part.end());
  }
  outputs.push_back(
      {"state_after", f64, {"state"}, "1", "probability to be in the state after after_steps steps", {}, true});
  outputs.push_back(
      {"long_run_share", f64, {"state"}, "1", "share of the time spent in the state in the long run", {}, true});
  outputs.push_back(
      {"long_run_reward", f64, {"state"}, "1", "average reward a step in the long run from the state", {}, true});
  return outputs;
}

Problems check_analyse(const Config& config) {
  const auto& keys = config.as<AnalyseKeys>("analyse");
  const bool may_be_chain = kind_of(config).size(config).actions <= 1;
  Problems problems = check_initial(keys);
  if (keys.policy == "optimal" && !config.has("solve") && !may_be_chain) {
    problems.push_back({"policy", {}, "\"optimal\" is what [solve] finds, and there is no [solve]"});
  }
  return problems;
}

class Analysis {
 public:
  explicit Analysis(Run& run)
      : run_(run), keys_(run.config.as<AnalyseKeys>("analyse")), model_(*run.game.process), chain_(make_chain()) {
    if (keys_.target) target_ = model_.labelled(*keys_.target);
    initial_ = initial_distribution(keys_, model_);
  }

  void run() {
    run_.record.dimension("quantile", keys_.quantiles.size());
    run_.record.put("quantile_level", keys_.quantiles);
    run_.record.dimension("state", initial_.size());
    write("steps", Counted::steps, Tail::high);
    const bool minimises = run_.solved && run_.solved->objective.sense == Sense::min;
    write("reward", Counted::reward, minimises ? Tail::high : Tail::low);
    write_states();
  }

 private:
  SparseMdp make_chain() const {
    if (keys_.policy != "optimal") return choose_policy(model_, keys_.policy, Rewards::per_transition).chain;
    if (run_.solved && run_.solved->is_random) return choose_policy(model_, "random", Rewards::per_transition).chain;
    if (!run_.solved || model_.sparse(Rewards::per_action)->is_chain()) return chain_itself();
    return model_.chain(run_.solved->policy, Rewards::per_transition);
  }

  SparseMdp chain_itself() const {
    const auto rows = model_.sparse(Rewards::per_transition);
    if (rows->is_chain()) return *rows;
    throw std::invalid_argument("analyse.policy: \"optimal\" is what [solve] finds, and there is no [solve]");
  }

  static Distribution nothing_listed() {
    Distribution none;
    none.tail_mass = missing_float;
    none.infinite_mass = missing_float;
    return none;
  }

  /// Where rewards are no whole numbers, or add up to nothing that has a limit, there is no table.
  Distribution distribution_of(const PathTotal& total) const {
    DistributionLimits limits;
    limits.max_steps = keys_.max_steps;
    try {
      return path_distribution(chain_, total, initial_, limits, run_.stop);
    } catch (const std::invalid_argument&) {
      if (total.counted == Counted::steps) throw;
      return nothing_listed();
    }
  }

  Moment moments_of(const PathTotal& total) const {
    try {
      return moments_from(path_moments(chain_, total), initial_);
    } catch (const std::invalid_argument&) {
      if (total.counted == Counted::steps) throw;
      return {missing_float, missing_float, 0, 0};
    }
  }

  /// Whether a value with this proved error is an answer; the status says how good a one.
  bool is_known(const std::string& output, double error, double scale) {
    const double relative = error <= std::numeric_limits<double>::min() ? 0 : error / scale;
    if (relative <= close_enough) return true;
    const bool known = relative <= hardly_known;
    const auto status = known ? RunStatus::precision_limit : RunStatus::not_certified;
    run_.record.status(status, fmt::format("analyse: {}double precision ends at a relative error of {:.3g} of {}",
                                           known ? "" : "not certified: ", relative, output));
    return known;
  }

  /// The largest number that is added to a total at once.
  double largest_added(Counted counted) const {
    if (counted == Counted::steps) return 1;
    const auto& rewards = chain_.transition_reward.empty() ? chain_.reward : chain_.transition_reward;
    double largest = 0;
    for (const double reward : rewards) largest = std::max(largest, std::abs(reward));
    for (const double value : chain_.fixed_value) largest = std::max(largest, std::abs(value));
    return largest;
  }

  /// Errors of a mean count relative to the mean, its standard deviation, or what is added at once; those of a variance
  /// relative to itself, or to a billionth of the square of that.
  void write_moments(const std::string& name, Counted counted, const Moment& moment) {
    const double deviation = std::sqrt(std::max(0.0, moment.variance - moment.variance_error));
    double scale = largest_added(counted);
    if (std::isfinite(moment.mean)) scale = std::max(scale, std::abs(moment.mean));
    if (std::isfinite(deviation)) scale = std::max(scale, deviation);
    const double variance_scale = std::max(deviation * deviation, close_enough * scale * scale);
    const bool has_mean = is_known(name + "_mean", moment.mean_error, scale);
    const bool has_variance =
        has_mean && std::isfinite(moment.mean) && is_known(name + "_variance", moment.variance_error, variance_scale);
    run_.record.put(name + "_mean", has_mean ? moment.mean : missing_float);
    run_.record.put(name + "_variance", has_variance ? moment.variance : missing_float);
  }

  /// Where paths were cut, some may still become infinite.
  static double infinite_mass(const Distribution& found, const Moment& moment) {
    if (found.tail_mass > cut_by_itself && !std::isfinite(moment.mean)) return missing_float;
    return found.infinite_mass + found.minus_infinite_mass;
  }

  void write(const std::string& name, Counted counted, Tail bad) {
    const PathTotal total{counted, target_};
    const Moment moment = moments_of(total);
    const Distribution found = distribution_of(total);
    RecordBuilder& record = run_.record;
    if (counted == Counted::steps) {
      record.dimension("step", found.probability.size() + static_cast<std::size_t>(found.first));
    } else {
      std::vector<std::int64_t> labels(found.probability.size());
      std::iota(labels.begin(), labels.end(), found.first);
      record.dimension("total", labels);
    }
    std::vector<double> frequency(counted == Counted::steps ? static_cast<std::size_t>(found.first) : 0, 0.0);
    frequency.insert(frequency.end(), found.probability.begin(), found.probability.end());
    std::vector<double> quantiles;
    const bool listed = !found.probability.empty() || found.infinite_mass > 0 || found.minus_infinite_mass > 0;
    for (const double level : keys_.quantiles) quantiles.push_back(listed ? quantile(found, level) : missing_float);
    write_moments(name, counted, moment);
    record.put(name + "_frequency", frequency);
    record.put(name + "_quantile", quantiles);
    record.put(name + "_worst", listed ? tail_mean(found, keys_.worst, bad) : missing_float);
    record.put(name + "_tail_mass", found.tail_mass);
    record.put(name + "_infinite_mass", infinite_mass(found, moment));
  }

  void write_certified(const std::string& name, Certified found, double scale) {
    if (!is_known(name, found.error_bound, scale)) std::fill(found.value.begin(), found.value.end(), missing_float);
    run_.record.put(name, found.value);
  }

  void write_states() {
    RecordBuilder& record = run_.record;
    if (record.keeps("state_after")) record.put("state_after", after_steps(chain_, initial_, keys_.after_steps));
    if (record.keeps("long_run_share")) write_certified("long_run_share", long_run_distribution(chain_, initial_), 1);
    if (record.keeps("long_run_reward")) {
      write_certified("long_run_reward", long_run_reward(chain_), largest_added(Counted::reward));
    }
  }

  Run& run_;
  const AnalyseKeys& keys_;
  const DecisionModel& model_;
  SparseMdp chain_;
  std::vector<std::uint8_t> target_;
  std::vector<double> initial_;
};

/// Whether [solve] found a policy to follow: nothing is proved without.
bool has_policy(const Run& run) {
  if (!run.solved || run.solved->is_random || run.config.as<AnalyseKeys>("analyse").policy != "optimal") return true;
  const auto& policy = run.solved->policy;
  const auto rows = run.game.process->sparse(Rewards::per_action);
  if (rows->is_chain()) return true;
  for (State s = 0; s < rows->num_states(); ++s) {
    if (rows->num_actions(s) > 0 && policy[s] < 0) return false;
  }
  return true;
}

void run_analyse(Run& run) {
  require_plain_rows(run.kind.size(run.config), run.memory);
  if (has_policy(run)) return Analysis(run).run();
  run.record.status(RunStatus::not_certified, "analyse: [solve] found no policy");
  run.record.fill_missing();
}

Estimate estimate_analyse(const Config& config) {
  const ProcessSize size = kind_of(config).size(config);
  const double transitions = size.transitions / std::max(1.0, size.actions);
  return {transitions * 1e-5, transitions * 100, 8 * 1000};
}

}  // namespace

Task analyse_task() {
  return {analyse_section(),
          "what a policy does: distributions of steps and total reward, and the long run",
          true,
          analyse_outputs(),
          check_analyse,
          estimate_analyse,
          run_analyse};
}

}  // namespace aleator
