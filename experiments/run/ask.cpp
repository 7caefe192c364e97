#include "experiments/run/ask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "experiments/registry.hpp"
#include "experiments/run/runner.hpp"

namespace aleator {
namespace {

Config first_point(const Experiment& experiment) {
  Config config = experiment.config;
  experiment.sweep.apply(experiment.sweep.position(0), experiment.config, config);
  return config;
}

Answer ask_kind(const Experiment& experiment, const ModelKind& kind, const Config& config, const std::string& state,
                TbbExecutor& executor, std::stop_token stop) {
  const Game game = kind.make(config, 0);
  RecordBuilder record(experiment.schema);
  Run run{kind, config, 0, experiment.memory, executor, std::move(stop), record, game, experiment.results};
  return kind.ask(run, state);
}

/// The experiment with nothing but [solve], of which everything about single states is kept.
Experiment only_solve(const Experiment& experiment) {
  const auto solve = std::find_if(experiment.tasks.begin(), experiment.tasks.end(),
                                  [](const Task* task) { return task->section.name == "solve"; });
  if (solve == experiment.tasks.end()) {
    throw std::invalid_argument("the experiment has no [solve], which gives the values");
  }
  Experiment only = experiment;
  only.tasks = {*solve};
  only.schema =
      ResultSchema(output_dimensions(), outputs_of(only.kinds, only.tasks), {"value", "q", "optimal", "error_bound"});
  return only;
}

std::size_t number_of_state(const ModelKind& kind, const Config& config, const std::string& text, std::size_t states) {
  if (kind.state_of) return static_cast<std::size_t>(kind.state_of(config, text));
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number >= states) {
    throw std::invalid_argument(
        fmt::format("{} is no state: they are the numbers 0 to {}", toml_string(text), states - 1));
  }
  return number;
}

Answer answer_of(const Experiment& experiment, const Record& record, std::size_t state) {
  const ResultSchema& schema = experiment.schema;
  const auto value = record.values<double>(schema, "value");
  const auto q = record.values<double>(schema, "q");
  const auto optimal = record.values<std::int8_t>(schema, "optimal");
  const auto bound = record.values<double>(schema, "error_bound");
  Answer answer;
  answer.state = {fmt::format("state {}: value {:.12g}", state, value[state])};
  answer.columns = {"action", "value", ""};
  const std::size_t actions = q.size() / value.size();
  const std::vector<std::int64_t> labels = record.labels[schema.dimension("action")];
  for (std::size_t a = 0; a < actions; ++a) {
    const double each = q[state * actions + a];
    if (std::isnan(each)) continue;
    const bool best = !optimal.empty() && optimal[state * actions + a] == 1;
    answer.lines.push_back({std::to_string(labels[a]), fmt::format("{:.12g}", each), best ? "best" : ""});
  }
  if (answer.lines.empty()) answer.notes.push_back("no action has a value of its own here");
  if (!record.message.empty()) answer.notes.push_back(record.message);
  answer.notes.push_back(fmt::format("error bound {:.3g}", bound.front()));
  return answer;
}

}  // namespace

Answer ask(const Experiment& experiment, const std::string& state, TbbExecutor& executor, std::stop_token stop) {
  const Config config = first_point(experiment);
  const ModelKind& kind = kind_of(config);
  if (kind.ask) return ask_kind(experiment, kind, config, state, executor, std::move(stop));
  const Experiment only = only_solve(experiment);
  const Record record = run_point(only, config, 0, executor, std::move(stop));
  if (record.status == RunStatus::failed) throw std::invalid_argument(record.message);
  const auto value = record.values<double>(only.schema, "value");
  return answer_of(only, record, number_of_state(kind, config, state, value.size()));
}

}  // namespace aleator
