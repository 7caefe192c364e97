#include "experiments/models/model_file_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>
#include <system_error>

#include "core/mdp/chain/policy_chain.hpp"
#include "experiments/decision/rules_model.hpp"
#include "experiments/model_files/model_file.hpp"
#include "experiments/tasks/analyse.hpp"
#include "experiments/tasks/solve.hpp"

namespace aleator {
namespace {

/// [model] with kind = "file"
struct FileKeys {
  std::string path;
  std::string reward_model;
  std::optional<std::string> labels;
  std::optional<std::string> states;
  std::optional<std::string> state_rewards;
  std::optional<std::string> transition_rewards;
};

/// A process that was read; its rows are shared, not copied.
class FileModel : public DecisionModel {
 public:
  explicit FileModel(LabelledMdp file)
      : file_(std::make_shared<const LabelledMdp>(std::move(file))), rows_(file_, &file_->mdp) {
    Action most = 0;
    for (State s = 0; s < num_states(); ++s) most = std::max(most, rows_->num_actions(s));
    action_labels_ = numbered_actions(most);
  }

  State num_states() const override { return rows_->num_states(); }
  const std::vector<std::int64_t>& action_labels() const override { return action_labels_; }
  std::shared_ptr<const SparseMdp> sparse(Rewards) const override { return rows_; }

  std::shared_ptr<const EncodedRows> encoded(Encoding encoding, TbbExecutor& executor) const override {
    return encoded_.of(SparseRules(*rows_), rows_->is_game(), encoding, executor);
  }

  SparseMdp chain(const std::vector<Action>& policy, Rewards) const override { return policy_chain(*rows_, policy); }

  std::vector<std::string> label_names() const override {
    std::vector<std::string> names = {"end", "init"};
    for (const auto& [name, states] : file_->labels) {
      if (name != "end" && name != "init") names.push_back(name);
    }
    return names;
  }

  /// A label of the file, "end", or a condition on the variables of the states.
  std::vector<std::uint8_t> labelled(std::string_view label) const override {
    std::vector<std::uint8_t> has(static_cast<std::size_t>(num_states()), 0);
    for (const State s : states_of(label)) has[s] = 1;
    return has;
  }

  LabelledMdp labelled_mdp() const override { return *file_; }

 private:
  std::vector<State> states_of(std::string_view label) const {
    if (const std::vector<State>* states = file_->find_label(label)) return *states;
    if (label == "end") return end_states(*rows_);
    if (is_condition(label)) return states_where(file_->valuations, label);
    refuse_label(label, label_names());
  }

  std::shared_ptr<const LabelledMdp> file_;
  std::shared_ptr<const SparseMdp> rows_;  // those of file_
  std::vector<std::int64_t> action_labels_;
  mutable KeptEncodings encoded_;
};

/// The file and what may stand beside it, whether it is there or not.
std::vector<std::string> file_and_those_beside(const std::string& file) {
  std::vector<std::string> files = {file};
  std::filesystem::path plain = file;
  if (plain.extension() == ".gz") plain.replace_extension();
  if (plain.extension() != ".tra") return files;
  for (const char* extension : {".lab", ".sta", ".srew", ".trew"}) {
    const std::string beside = plain.replace_extension(extension).string();
    files.push_back(beside);
    files.push_back(beside + ".gz");
  }
  return files;
}

Variant file_variant() {
  using F = FileKeys;
  return variant<F>(
      "file", "A process from a file of PRISM (.tra), Storm (.drn) or HDF5 (.h5), each also packed (.gz)",
      {key("path", &F::path, {.help = "the file", .required = true, .files = file_and_those_beside}),
       key("reward_model", &F::reward_model,
           {.help = "which of the reward models of a .drn", .default_text = "the first"}),
       key("labels", &F::labels,
           {.help = "the .lab of a .tra", .default_text = "the one beside it, if any", .files = named_file}),
       key("states", &F::states,
           {.help = "the .sta of a .tra: values of variables",
            .default_text = "the one beside it, if any",
            .files = named_file}),
       key("state_rewards", &F::state_rewards,
           {.help = "the .srew of a .tra", .default_text = "the one beside it, if any", .files = named_file}),
       key("transition_rewards", &F::transition_rewards,
           {.help = "the .trew of a .tra", .default_text = "the one beside it, if any", .files = named_file})});
}

constexpr const char* from_where = " (paths start from the folder where aleator runs)";

Problems check_file(const Config& config) {
  const auto& keys = config.as<FileKeys>("model");
  Problems problems;
  const auto look_for = [&](const char* key, const std::string& path) {
    std::error_code error;
    if (std::filesystem::exists(path, error)) return;
    const bool relative = std::filesystem::path(path).is_relative();
    problems.push_back({key, {}, fmt::format("there is no file {}{}", path, relative ? from_where : "")});
  };
  look_for("path", keys.path);
  if (keys.labels) look_for("labels", *keys.labels);
  if (keys.states) look_for("states", *keys.states);
  if (keys.state_rewards) look_for("state_rewards", *keys.state_rewards);
  if (keys.transition_rewards) look_for("transition_rewards", *keys.transition_rewards);
  return problems;
}

/// By the size of the file: some 20 bytes a transition in text, 12 in HDF5.
ProcessSize file_size(const Config& config) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(config.as<FileKeys>("model").path, error);
  const double transitions = error ? 0 : static_cast<double>(bytes) / 20;
  return {transitions / 4, 0, transitions};
}

}  // namespace

ModelKind file_kind() {
  ModelKind result;
  result.variant = file_variant();
  result.check = check_file;
  result.make = [](const Config& config, std::uint64_t) {
    const auto& keys = config.as<FileKeys>("model");
    ModelFileOptions options;
    options.reward_model = keys.reward_model;
    if (keys.labels) options.labels = *keys.labels;
    if (keys.states) options.states = *keys.states;
    if (keys.state_rewards) options.state_rewards = *keys.state_rewards;
    if (keys.transition_rewards) options.transition_rewards = *keys.transition_rewards;
    return Game{keys.path, std::make_shared<FileModel>(read_model_file(keys.path, options))};
  };
  result.size = file_size;
  result.tasks = {solve_task(), analyse_task()};
  return result;
}

}  // namespace aleator
