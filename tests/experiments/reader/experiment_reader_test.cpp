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
  experiment.sweep.apply(experiment.sweep.position(10), experiment.config, config);
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
  experiment.sweep.apply({1, 0}, experiment.config, config);
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

const std::string two_methods = smallest + R"([[axis]]
key = "solve.method"
values = ["value-iteration", "sor", "policy-iteration"]
)";
const std::string relaxations = R"([[axis]]
key = "solve.relaxation"
values = [0.9, 1.1]
)";

std::vector<std::string> points_of(const Experiment& experiment) {
  std::vector<std::string> points;
  for (std::int64_t i = 0; i < experiment.sweep.size(); ++i) {
    points.push_back(experiment.sweep.describe(experiment.sweep.position(i)));
  }
  return points;
}

TEST(ExperimentReader, an_axis_may_exist_for_some_points_only) {
  const Experiment experiment = experiment_of(two_methods + relaxations + "when = { solve.method = \"sor\" }\n");
  EXPECT_FALSE(experiment.sweep.is_grid());
  EXPECT_EQ(points_of(experiment),
            (std::vector<std::string>{"method = \"value-iteration\"", "method = \"sor\", relaxation = 0.9",
                                      "method = \"sor\", relaxation = 1.1", "method = \"policy-iteration\""}));
}

TEST(ExperimentReader, where_an_axis_does_not_exist_its_key_is_as_in_its_table) {
  const Experiment experiment = experiment_of(R"(name = "x"
[model]
kind = "chutes"
[solve]
discount = 0.7
[[axis]]
key = "model.tiles"
values = [100, 200]
[[axis]]
key = "solve.discount"
values = [0.1, 0.2]
when = { "model.tiles" = [200] }
)");
  ASSERT_EQ(experiment.sweep.size(), 3);
  Config config = experiment.config;
  std::vector<double> discounts;
  for (const std::int64_t point : {2, 0, 1}) {  // a configuration that was of another point before
    experiment.sweep.apply(experiment.sweep.position(point), experiment.config, config);
    const Key* key = find_key(config.section("solve").selected().keys, "discount");
    discounts.push_back(std::get<double>(*config.section("solve").get(*key)));
  }
  EXPECT_EQ(discounts, (std::vector<double>{0.2, 0.7, 0.1}));
}

TEST(ExperimentReader, points_may_be_left_out) {
  const Experiment experiment = experiment_of(two_methods + relaxations + R"([[exclude]]
solve.method = ["value-iteration", "policy-iteration"]
solve.relaxation = 1.1
[[exclude]]
"solve.relaxation" = 0.9
solve.method = "sor"
)");
  EXPECT_EQ(points_of(experiment), (std::vector<std::string>{"method = \"value-iteration\", relaxation = 0.9",
                                                             "method = \"sor\", relaxation = 1.1",
                                                             "method = \"policy-iteration\", relaxation = 0.9"}));
}

TEST(ExperimentReader, an_axis_named_by_its_labels_can_be_a_condition) {
  const Experiment experiment = experiment_of(smallest + R"([[axis]]
key = "model.slip"
values = [[0.25, 0.5, 0.25], [0.05, 0.9, 0.05], [0, 1, 0]]
labels = ["two coins", "sharp", "sure"]
[[exclude]]
model.slip = ["two coins", [0, 1, 0]]
)");
  EXPECT_EQ(points_of(experiment), std::vector<std::string>{"slip = sharp"});
}

TEST(ExperimentReader, conditions_name_axes_and_values_that_are_there) {
  const auto line_of = [](const std::string& condition) {
    return errors_of(two_methods + relaxations + condition).substr(std::string("test.toml:").size());
  };
  EXPECT_EQ(line_of("when = { solve.discount = 0.9 }\n"), "12:16: when: no axis before this sweeps \"solve.discount\"");
  EXPECT_EQ(line_of("when = { solve.method = \"sorr\" }\n"),
            "12:25: when: solve.method: there is no method \"sorr\" (did you mean \"sor\"?)");
  EXPECT_EQ(line_of("[[exclude]]\nsolve.relaxation = 1.0\n"),
            "13:20: exclude: 1.0 is not on the axis of \"solve.relaxation\"");
  EXPECT_EQ(line_of("[exclude]\nsolve.relaxation = 0.9\n"),
            "12:1: exclude: write [[exclude]], in double brackets: there may be several");
  EXPECT_EQ(line_of("[[exclude]]\nsolve.relaxation = [0.9, 1.1]\n"),
            "1:1: no point is left: [[exclude]] takes all of them");
}

TEST(ExperimentReader, an_option_may_take_a_value_off_the_axis_that_a_condition_names) {
  const std::string text = two_methods + "[[exclude]]\nsolve.method = \"policy-iteration\"\n";
  EXPECT_EQ(points_of(experiment_of(text, {"solve.method=topological"})),
            std::vector<std::string>{"method = \"topological\""});
}

TEST(ExperimentReader, an_axis_of_a_method_that_options_took_away_is_nowhere) {
  const std::string text = two_methods + relaxations + R"(when = { solve.method = "sor" }
[[exclude]]
solve.relaxation = 0.9
)";
  EXPECT_EQ(points_of(experiment_of(text, {"solve.method=topological"})),
            std::vector<std::string>{"method = \"topological\""});
  EXPECT_EQ(points_of(experiment_of(text, {"solve.method=sor"})),
            std::vector<std::string>{"method = \"sor\", relaxation = 1.1"});
}

TEST(ExperimentReader, options_for_all_keys_that_change_together_replace_their_values) {
  const std::string text = smallest + R"([[axis]]
keys = ["solve.discount", "model.overshoot_tile"]
sobol = { from = [0.5, 10], to = [0.99, 100], count = 4 }
)";
  EXPECT_EQ(points_of(experiment_of(text, {"solve.discount=[0.6, 0.7]", "model.overshoot_tile=[3, 4]"})),
            (std::vector<std::string>{"discount = 0.6", "discount = 0.7"}));
  const auto problem = [&](const std::vector<std::string>& options) {
    try {
      experiment_of(text, options);
    } catch (const ConfigError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(problem({"solve.discount=[0.6, 0.7]"}),
            "-s solve.discount: is swept together with other keys: give values for all of them");
  EXPECT_EQ(problem({"solve.discount=[0.6, 0.7]", "model.overshoot_tile=3"}),
            "-s model.overshoot_tile: has 1 values, and solve.discount has 2");
}

TEST(ExperimentReader, drawn_values_are_one_dimension_of_several_keys) {
  const std::string text = smallest + R"([[axis]]
keys = ["solve.discount", "model.overshoot_tile"]
sobol = { from = [0.5, 10], to = [0.99, 100], count = 4 }
)";
  const Experiment experiment = experiment_of(text);
  ASSERT_EQ(experiment.sweep.size(), 4);
  EXPECT_EQ(experiment.sweep.axes[0].dimension(), "sample");
  EXPECT_EQ(points_of(experiment)[0], "sample = 0, discount = 0.745, overshoot_tile = 55");
  EXPECT_EQ(errors_of(smallest + "[[axis]]\nkey = \"solve.discount\"\nrandom = { from = 0.5, to = 0.9 }\n"),
            "test.toml:8:10: random: count must be an integer from 1 to 10000000");
  EXPECT_EQ(errors_of(smallest + "[[axis]]\nkey = \"solve.discount\"\nrandom = { from = 0.5, to = 1.9, count = 9 }\n"),
            "test.toml:8:10: random: solve.discount: 1.36139461765734 is out of range: it must be above 0 and below 1");
  EXPECT_EQ(errors_of(smallest + "[[axis]]\nkey = \"model.board\"\nsobol = { from = 1, to = 9, count = 2 }\n"),
            "test.toml:8:9: sobol: model.board takes a string: use values");
}

TEST(ExperimentReader, replicates_may_go_on_until_a_mean_is_known) {
  const auto with = [](const std::string& replicates) {
    return "replicates = " + replicates + "\n" + smallest + "[simulate]\n";
  };
  const Experiment experiment = experiment_of(with("{ of = \"turns_mean\", half_width = 0.5, at_most = 100 }"));
  ASSERT_TRUE(experiment.until.has_value());
  EXPECT_EQ(experiment.until->of, "turns_mean");
  EXPECT_EQ(experiment.until->at_most, 100);
  EXPECT_EQ(experiment.sweep.replicates, 8);
  EXPECT_EQ(errors_of(with("{ of = \"turns_mena\", half_width = 0.5 }")),
            "test.toml:1:14: replicates.of: \"turns_mena\" is no output of one number that is kept here (did you mean "
            "\"turns_mean\"?)");
  EXPECT_EQ(errors_of(with("{ of = \"turns_mean\", at_least = 20, at_most = 10 }")),
            "test.toml:1:14: missing required key \"replicates.half_width\"\ntest.toml:1:14: replicates.at_most: 10 is "
            "below at_least, 20");
}

}  // namespace
}  // namespace aleator
