#include <gtest/gtest.h>

#include "core/games/chutes/rules.hpp"
#include "experiments/registry.hpp"
#include "tests/experiments/support.hpp"

namespace aleator {
namespace {

using testing::errors_of;
using testing::experiment_of;

const std::string smallest = R"(name = "small"
[model]
kind = "chutes"
[solve]
discount = 0.9
)";

TEST(ExperimentReader, reads_the_smallest_experiment) {
  const Experiment experiment = experiment_of(smallest);
  EXPECT_EQ(experiment.name(), "small");
  EXPECT_EQ(experiment.sweep.size(), 1);
  ASSERT_EQ(experiment.tasks.size(), 1u);
  EXPECT_EQ(experiment.tasks.front()->section.name, "solve");
  EXPECT_EQ(experiment.text, smallest);
}

TEST(ExperimentReader, keys_fill_the_structs_of_core) {
  const Experiment experiment = experiment_of(R"(name = "x"
[model]
kind = "chutes"
tiles = 20
jumps = [[3, 9], [17, 4]]
actions = [2, 1]
slip = [1]
slip_offsets = [0]
overshoot = "bounce"
win_reward = 5
[simulate]
policy = "fixed:2"
)");
  const auto& rules = experiment.config.as<ChutesRules>("model");
  EXPECT_EQ(rules.tiles, 20);
  EXPECT_EQ(rules.jumps, (std::vector<Jump>{{3, 9}, {17, 4}}));
  EXPECT_EQ(rules.actions, (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(rules.slip, std::vector<double>{1.0});
  EXPECT_EQ(rules.overshoot, Overshoot::bounce);
  EXPECT_EQ(rules.win_reward, 5.0);
  EXPECT_FALSE(rules.board.has_value());
}

TEST(ExperimentReader, the_grid_is_row_major_with_the_replicate_fastest) {
  const Experiment experiment = experiment_of(R"(name = "x"
replicates = 2
[model]
kind = "chutes"
[solve]
discount = 0.9
[[axis]]
key = "solve.discount"
values = [0.1, 0.2]
[[axis]]
key = "model.board"
values = ["hasbro", "empty", "milton-bradley"]
)");
  EXPECT_EQ(experiment.sweep.size(), 12);
  EXPECT_EQ(experiment.sweep.position(7), (std::vector<std::size_t>{1, 0, 1}));
  Config config = experiment.config;
  experiment.sweep.apply(experiment.sweep.position(10), config);
  EXPECT_EQ(config.as<ChutesRules>("model").board, "milton-bradley");
  EXPECT_EQ(experiment.sweep.describe({1, 2, 0}), "discount = 0.2, board = \"milton-bradley\", replicate 0");
}

TEST(ExperimentReader, an_option_sets_a_key_and_replaces_the_values_of_an_axis) {
  const std::string swept = smallest + "[[axis]]\nkey = \"solve.discount\"\nvalues = [0.5, 0.6]\n";
  EXPECT_EQ(experiment_of(swept, {"solve.discount=[0.1, 0.2, 0.3]"}).sweep.size(), 3);
  EXPECT_EQ(experiment_of(swept, {"solve.discount=0.4"}).sweep.size(), 1);
  EXPECT_EQ(experiment_of(swept, {"model.board=empty"}).config.as<ChutesRules>("model").board, "empty");
  EXPECT_EQ(experiment_of(swept, {"name=other"}).name(), "other");
}

TEST(ExperimentReader, an_option_for_a_list_key_is_one_value_unless_it_is_a_list_of_lists) {
  const std::string swept = smallest + "[[axis]]\nkey = \"model.slip\"\nvalues = [[0.5, 0, 0.5], [0, 1, 0]]\n";
  EXPECT_EQ(experiment_of(swept, {"model.slip=[0.1, 0.8, 0.1]"}).sweep.size(), 1);
  EXPECT_EQ(experiment_of(swept, {"model.slip=[[0.1, 0.8, 0.1], [0, 0, 1], [1, 0, 0]]"}).sweep.size(), 3);
  const std::string jumps = smallest + "[[axis]]\nkey = \"model.jumps\"\nvalues = [[[1, 2]], [[3, 4]]]\n";
  EXPECT_EQ(experiment_of(jumps, {"model.jumps=[[5, 6], [7, 8]]"}).sweep.size(), 1);
  EXPECT_EQ(experiment_of(jumps, {"model.jumps=[[[5, 6]], [[7, 8]], []]"}).sweep.size(), 3);
}

TEST(ExperimentReader, errors_of_options_name_the_option) {
  EXPECT_EQ(errors_of(smallest, {"solve.discount=2"}),
            "-s solve.discount: 2 is out of range: it must be above 0 and below 1");
  EXPECT_EQ(errors_of(smallest, {"solve.discuont=0.5"}),
            "-s solve.discuont: unknown key \"solve.discuont\" (did you mean \"discount\"?)");
  EXPECT_EQ(errors_of(smallest, {"model.tiles"}), "-s model.tiles: expected key=value");
}

TEST(ExperimentReader, all_errors_of_a_file_are_told_at_once) {
  EXPECT_EQ(errors_of(R"(name = "x"
[model]
kind = "chutes"
tile = 20
slip = [0.25, "a", 0.25]
[solve]
discount = 1.5
tolerance = "small"
)"),
            "test.toml:4:1: unknown key \"model.tile\" (did you mean \"tiles\"?)\n"
            "test.toml:5:15: model.slip: expected a number, got the string \"a\"\n"
            "test.toml:7:12: solve.discount: 1.5 is out of range: it must be above 0 and below 1\n"
            "test.toml:8:13: solve.tolerance: expected a number, got the string \"small\"");
}

TEST(ExperimentReader, rules_are_checked_at_every_point_before_anything_runs) {
  EXPECT_EQ(errors_of(smallest + R"([[axis]]
key = "model.slip"
values = [[0.25, 0.5, 0.25], [0.25, 0.5, 0.5]]
)"),
            "test.toml:8:30: model.slip: the probabilities sum to 1.25, not to 1");
}

TEST(ExperimentReader, a_problem_of_one_element_points_at_it) {
  EXPECT_EQ(errors_of(R"(name = "x"
[model]
kind = "chutes"
tiles = 10
jumps = [[1, 5],
         [5, 5]]
[solve]
discount = 0.5
)"),
            "test.toml:6:10: model.jumps: the jump 5 -> 5 is part of a cycle: 5 -> 5");
}

TEST(ExperimentReader, a_missing_kind_is_told_with_what_there_is) {
  std::string kinds;
  for (const ModelKind& kind : model_kinds()) kinds += (kinds.empty() ? "" : ", ") + kind.variant.name;
  EXPECT_EQ(errors_of("name = \"x\"\n[model]\n"), "test.toml:2:1: model.kind: missing; it is one of " + kinds);
  EXPECT_EQ(errors_of("name = \"x\"\n"), "test.toml:1:1: missing table [model] with kind = \"...\"");
}

TEST(ExperimentReader, outputs_that_are_not_kept_are_left_out_of_the_schema) {
  const Experiment experiment = experiment_of(smallest + "[output]\nkeep = [\"value\"]\n");
  ASSERT_EQ(experiment.schema.entries().size(), 1u);
  EXPECT_EQ(experiment.schema.entries().front().output.name, "value");
  EXPECT_EQ(experiment.schema.dimensions().size(), 1u);
  EXPECT_EQ(errors_of(smallest + "[output]\nkeep = [\"valeu\"]\n"),
            "test.toml:7:9: output.keep: there is no output \"valeu\" here (did you mean \"value\"?)");
}

TEST(ExperimentReader, an_axis_takes_the_whole_key_where_its_last_part_is_taken) {
  const Experiment experiment = experiment_of(R"(name = "x"
[model]
kind = "chutes"
[simulate]
policy = "random"
discount = 0.5
[[axis]]
key = "simulate.discount"
values = [0.1]
name = "policy"
[[axis]]
key = "simulate.policy"
values = ["random", "fixed:1"]
)");
  EXPECT_EQ(experiment.sweep.axes[0].dimension(), "policy");
  EXPECT_EQ(experiment.sweep.axes[1].dimension(), "simulate_policy");
}

TEST(ExperimentReader, zipped_keys_change_together) {
  const Experiment experiment = experiment_of(smallest + R"([[axis]]
keys = ["model.tiles", "model.board"]
values = [[100, "hasbro"], [50, "empty"]]
)");
  EXPECT_EQ(experiment.sweep.size(), 2);
  Config config = experiment.config;
  experiment.sweep.apply({1, 0}, config);
  EXPECT_EQ(config.as<ChutesRules>("model").tiles, 50);
  EXPECT_EQ(config.as<ChutesRules>("model").board, "empty");
}

TEST(ExperimentReader, a_key_of_two_kinds_on_an_axis_has_one_meaning) {
  const std::string kinds = R"(name = "x"
[model]
kind = "grid"
goal = [1, 1]
[solve]
discount = 0.9
[[axis]]
key = "model.kind"
values = ["grid", "gambler"]
)";
  EXPECT_EQ(errors_of(kinds),
            "test.toml:4:1: model.goal: is a list of integers for one kind of the axis and an integer for another: it "
            "cannot be given for both");
}

}  // namespace
}  // namespace aleator
