#include "experiments/run/runner.hpp"

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <new>
#include <numeric>

#include "tests/experiments/support.hpp"

namespace aleator {
namespace {

using testing::experiment_of;

const std::string solved_and_simulated = R"(name = "x"
seed = 9
[model]
kind = "chutes"
[solve]
discount = 0.9
[simulate]
games = 2000
[[axis]]
key = "solve.discount"
values = [0.5, 0.8, 0.9, 0.95]
)";

std::vector<std::int64_t> all_points(const Experiment& experiment) {
  std::vector<std::int64_t> points(static_cast<std::size_t>(experiment.sweep.size()));
  std::iota(points.begin(), points.end(), 0);
  return points;
}

std::vector<Record> run_all(const Experiment& experiment, int threads) {
  TbbExecutor executor(threads);
  SweepProgress progress;
  std::vector<Record> records(static_cast<std::size_t>(experiment.sweep.size()));
  run_sweep(experiment, all_points(experiment), executor, progress, {},
            [&](std::int64_t point, const Record& record) { records[point] = record; });
  EXPECT_EQ(progress.done, experiment.sweep.size());
  return records;
}

TEST(Runner, records_are_the_same_for_every_number_of_threads) {
  const Experiment experiment = experiment_of(solved_and_simulated);
  const auto one = run_all(experiment, 1);
  for (const int threads : {2, 3, 8}) {
    const auto many = run_all(experiment, threads);
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(one[i].data, many[i].data);
      EXPECT_EQ(one[i].extents, many[i].extents);
    }
  }
}

TEST(Runner, a_point_does_not_depend_on_its_neighbours) {
  const auto all = run_all(experiment_of(solved_and_simulated), 1);
  const auto alone = run_all(experiment_of(solved_and_simulated, {"solve.discount=0.9"}), 1);
  EXPECT_EQ(all[2].data, alone[0].data);
}

TEST(Runner, simulation_agrees_with_the_value_it_was_played_for) {
  const Experiment experiment = experiment_of(solved_and_simulated);
  for (const Record& record : run_all(experiment, 2)) {
    EXPECT_EQ(record.status, RunStatus::ok);
    EXPECT_EQ(record.values<std::int8_t>(experiment.schema, "agrees_with_value"), std::vector<std::int8_t>{1});
  }
}

TEST(Runner, replicates_play_different_games_unless_nothing_is_random) {
  const Experiment experiment = experiment_of(solved_and_simulated, {"replicates=2", "solve.discount=0.9"});
  const auto records = run_all(experiment, 1);
  EXPECT_EQ(records[0].values<double>(experiment.schema, "value"),
            records[1].values<double>(experiment.schema, "value"));
  EXPECT_NE(records[0].values<double>(experiment.schema, "turns_mean"),
            records[1].values<double>(experiment.schema, "turns_mean"));
}

TEST(Runner, a_changed_tolerance_leaves_the_streams_alone_and_a_changed_board_does_not) {
  const auto mean = [](const std::vector<std::string>& overrides) {
    const Experiment experiment = experiment_of(solved_and_simulated, overrides);
    return run_all(experiment, 1)[0].values<double>(experiment.schema, "turns_mean");
  };
  const auto random = [&](const std::string& more) { return mean({"simulate.policy=random", more}); };
  EXPECT_EQ(random("solve.tolerance=1e-6"), random("solve.tolerance=1e-3"));
  EXPECT_NE(random("model.win_reward=50"), random("model.win_reward=60"));  // another key, another stream
  EXPECT_NE(random("seed=1"), random("seed=2"));
}

TEST(Runner, common_random_numbers_are_the_same_at_every_point) {
  const auto mean = [](const std::string& reward) {
    const Experiment experiment = experiment_of(
        solved_and_simulated, {"simulate.policy=random", "common_random_numbers=true", "model.win_reward=" + reward});
    return run_all(experiment, 1)[0].values<double>(experiment.schema, "turns_mean");
  };
  EXPECT_EQ(mean("50"), mean("60"));
}

TEST(Runner, reaching_max_sweeps_is_a_status_with_a_message) {
  const Experiment experiment = experiment_of(solved_and_simulated, {"solve.max_sweeps=3", "solve.discount=0.9"});
  const auto record = run_all(experiment, 1)[0];
  EXPECT_EQ(record.status, RunStatus::max_sweeps);
  EXPECT_EQ(record.message.find("solve: max_sweeps = 3 reached with an error bound of "), 0u) << record.message;
  EXPECT_EQ(record.values<std::int64_t>(experiment.schema, "sweeps"), std::vector<std::int64_t>{3});
}

/// The experiment with one task in place of its own.
Experiment with_task(void (*run)(aleator::Run&)) {
  static Task task;
  Experiment experiment = experiment_of(solved_and_simulated);
  task = *experiment.tasks.front();
  task.run = run;
  experiment.tasks = {&task};
  experiment.schema = ResultSchema({}, {}, {});
  return experiment;
}

TEST(Runner, a_run_that_throws_is_a_failed_record_with_its_message) {
  const Experiment experiment = with_task([](aleator::Run& run) {
    if (run.config.find("solve") && run.replicate == 0) throw std::runtime_error("the dice fell off the table");
  });
  for (const Record& record : run_all(experiment, 2)) {
    EXPECT_EQ(record.status, RunStatus::failed);
    EXPECT_EQ(record.message, "the dice fell off the table");
  }
}

TEST(Runner, running_out_of_memory_is_a_failed_record_too) {
  const auto records = run_all(with_task([](aleator::Run&) { throw std::bad_alloc(); }), 1);
  EXPECT_EQ(records[0].status, RunStatus::failed);
  EXPECT_EQ(records[0].message, "out of memory");
}

TEST(Runner, a_run_that_takes_longer_than_its_timeout_has_failed_and_the_others_go_on) {
  const Experiment experiment = experiment_of(R"(name = "x"
timeout = 0.5
[model]
kind = "chutes"
[simulate]
policy = "random"
[[axis]]
key = "simulate.games"
values = [10, 1_000_000_000_000, 20]
)");
  const auto records = run_all(experiment, 2);
  EXPECT_EQ(records[1].status, RunStatus::failed);
  EXPECT_EQ(records[1].message, "took longer than the timeout of 0.5 s");
  EXPECT_GE(records[1].seconds, 0.5);
  EXPECT_LT(records[1].seconds, 5);
  EXPECT_EQ(records[0].status, RunStatus::ok);
  EXPECT_EQ(records[2].status, RunStatus::ok);
}

TEST(Runner, no_point_is_started_or_kept_after_a_stop) {
  const Experiment experiment = experiment_of(solved_and_simulated);
  TbbExecutor executor(2);
  SweepProgress progress;
  std::stop_source stop;
  stop.request_stop();
  run_sweep(experiment, all_points(experiment), executor, progress, stop.get_token(),
            [](std::int64_t, const Record&) { FAIL(); });
  EXPECT_EQ(progress.done, 0);
}

TEST(Runner, a_model_that_cannot_fit_is_refused_before_it_is_made) {
  Experiment experiment = experiment_of(
      "name = \"x\"\n[model]\nkind = \"garnet\"\nstates = 1000000\nactions = 8\nbranching = 8\n[solve]\ndiscount = "
      "0.9\n");
  experiment.memory = 100e6;
  TbbExecutor executor(1);
  const Record record = run_point(experiment, experiment.config, 0, executor);
  EXPECT_EQ(record.status, RunStatus::failed);
  EXPECT_EQ(record.message, "the model takes at least 336 MB, and 100 MB are allowed (--memory)");
}

TEST(Runner, plain_rows_that_cannot_fit_are_refused_before_they_are_made) {
  const std::string grid = "name = \"x\"\n[model]\nkind = \"grid\"\nrows = 300\ncols = 300\n";
  const std::string discounted = "[solve]\ndiscount = 0.5\ntolerance = 0.1\n";
  TbbExecutor executor(1);
  const auto message = [&](const std::string& tasks) {
    Experiment experiment = experiment_of(grid + tasks);
    experiment.memory = 20e6;
    return run_point(experiment, experiment.config, 0, executor).message;
  };
  const std::string refused = "the plain rows of the model take at least 71.3 MB, and 20 MB are allowed (--memory)";
  EXPECT_EQ(message(discounted), "");  // a stencil
  EXPECT_EQ(message(discounted + "encoding = \"plain\"\n"), refused);
  EXPECT_EQ(message(discounted + "encoding = \"lanes\"\n"), refused);
  EXPECT_EQ(message(discounted + "method = \"gauss-seidel\"\n"), refused);
  EXPECT_EQ(message(discounted + "policy = \"random\"\n"), refused);
  EXPECT_EQ(message("[solve]\nobjective = \"expected-steps\"\n"), refused);
  EXPECT_EQ(message(discounted + "[analyse]\n"), refused);
}

}  // namespace
}  // namespace aleator
