#!/usr/bin/python3
"""What must not change from run to run, and what must never be lost."""

import os
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

import numpy

from support import GoldenTest, axis, experiment

SLIPS = "values = [[0.25, 0.5, 0.25], [0.05, 0.9, 0.05]]"
SWEEP = experiment(top="seed = 5\nreplicates = 2", simulate="games = 20_000\nblock_games = 512",
                   rest=axis("solve.discount", "values = [0.5, 0.9, 0.99]") + axis("model.slip", SLIPS))
LONG = experiment(solve=None, simulate='policy = "random"\ngames = 5_000_000_000')
FAILING = experiment(model="slip = [0.2500000005, 0.5, 0.25]", solve="discount = 0.9999999999")
VOLATILE = {"/runs/seconds", "/runs/attempts", "/provenance"}


class EqualFiles(GoldenTest):
    def test_without_times_the_files_are_equal_for_every_number_of_threads(self):
        files = [self.run_text(SWEEP, "--omit-times", "-j", jobs, out=f"{jobs}.h5") for jobs in (1, 2, 3, 8)]
        self.assertEqual({path.read_bytes() == files[0].read_bytes() for path in files}, {True})

    def test_with_times_h5diff_finds_only_the_volatile_parts(self):
        one, two = (self.run_text(SWEEP, "-j", jobs, out=f"{jobs}.h5") for jobs in (1, 2))
        self.assertNotEqual(one.read_bytes(), two.read_bytes())
        leaving_out = [part for path in sorted(VOLATILE) for part in ("--exclude-path", path)]
        leaving_out += ["--exclude-attribute", "/runs/run"]  # its list of references leads to the volatile columns
        done = subprocess.run(["h5diff", *leaving_out, one, two], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        for group in (None, "runs", "traces"):
            first, second = self.figures(one, group), self.figures(two, group)
            self.assertEqual({name for name in first if first[name] != second[name]} - {"seconds"}, set())

    def test_one_parallel_game_simulation_is_the_same_on_every_number_of_threads(self):
        text = experiment(solve=None, simulate='policy = "random"\ngames = 200_000\nblock_games = 1000')
        one, three = (self.run_text(text, "--omit-times", "-j", jobs, out=f"{jobs}.h5") for jobs in (1, 3))
        self.assertEqual(one.read_bytes(), three.read_bytes())

    def test_where_it_runs_does_not_matter(self):
        here = self.run_text(SWEEP, "--omit-times")
        (self.folder / "elsewhere").mkdir()
        there = self.folder / "elsewhere" / "x y.h5"
        self.aleator("run", "../x.toml", "--omit-times", "-o", there, cwd=self.folder / "elsewhere")
        self.assertEqual(here.read_bytes(), there.read_bytes())


class EqualPoints(GoldenTest):
    simulated = ["turns_mean", "turns_mean_se", "return_mean", "return_mean_se", "turns_frequency"]

    def same(self, one, other, names):
        for name in names:
            numpy.testing.assert_array_equal(one[name].values, other[name].values, name)

    def test_new_values_on_an_axis_leave_the_old_points_as_they_were(self):
        few = self.open(self.run_text(SWEEP, out="few.h5"))
        many = self.open(self.run_text(SWEEP, "-s", "solve.discount=[0.3, 0.5, 0.7, 0.9, 0.99, 0.995]", out="many.h5"))
        turns = slice(0, min(few.sizes["turn"], many.sizes["turn"]))
        old = many.sel(discount=few.discount).isel(turn=turns)
        self.same(few.isel(turn=turns), old, self.simulated + ["value", "policy", "q", "sweeps", "error_bound"])

    def test_a_new_axis_leaves_the_old_point_as_it_was(self):
        old = self.solve(experiment(simulate="games = 5000"))
        rewards = axis("model.win_reward", "values = [50, 100]")
        new = self.open(self.run_text(experiment(simulate="games = 5000", rest=rewards), out="new.h5"))
        self.same(old, new.sel(win_reward=100), self.simulated[:4] + ["value"])

    def test_the_tolerance_has_no_say_in_games_of_a_fixed_policy(self):
        text = experiment(simulate='policy = "fixed:3"\ngames = 5000',
                          rest=axis("solve.tolerance", "values = [1e-3, 1e-9]"))
        data = self.solve(text)
        self.same(data.isel(tolerance=0), data.isel(tolerance=1), self.simulated)
        self.assertNotEqual(*data.sweeps.values.ravel())

    def test_replicates_play_other_games_of_the_same_experiment(self):
        data = self.solve(experiment(top="replicates = 4", simulate="games = 5000"))
        self.assertEqual(len(set(data.turns_mean.values)), 4)
        self.assertEqual(len(set(map(bytes, data.value.values))), 1)
        one = self.open(self.run_text(experiment(simulate="games = 5000"), out="one.h5"))
        self.same(one.isel(replicate=0), data.isel(replicate=0), self.simulated[:4])

    def test_another_seed_plays_other_games(self):
        means = [float(self.open(self.run_text(experiment(simulate="games = 5000"), "-s", f"seed={seed}",
                                               out=f"{seed}.h5")).turns_mean) for seed in (0, 1, 2)]
        self.assertEqual(len(set(means)), 3)

    def test_common_random_numbers_give_all_points_the_same_games(self):
        text = experiment(simulate='policy = "fixed:3"\ngames = 5000',
                          rest=axis("model.win_reward", "values = [50, 100, 200]") +
                          axis("common_random_numbers", "values = [false, true]"))
        data = self.solve(text)
        self.assertEqual(len(set(data.turns_mean.sel(common_random_numbers="true").values.ravel())), 1)
        self.assertEqual(len(set(data.turns_mean.sel(common_random_numbers="false").values.ravel())), 3)


class OldFiles(GoldenTest):
    def setUp(self):
        super().setUp()
        self.old = self.run_text(experiment(), out="x.h5").read_bytes()

    def lists(self, *names):
        self.assertEqual(sorted(name for name in os.listdir(self.folder) if ".journal" not in name), sorted(names))

    def untouched(self):
        self.assertEqual((self.folder / "x.h5").read_bytes(), self.old)

    def test_a_rerun_replaces_its_own_file(self):
        self.run_text(experiment(solve="discount = 0.5"), out="x.h5")
        self.lists("x.h5", "x.toml")
        self.assertNotEqual((self.folder / "x.h5").read_bytes(), self.old)

    def test_fresh_keeps_every_old_file(self):
        self.aleator("run", "x.toml", "--fresh")
        self.lists("x.1.h5", "x.h5", "x.toml")
        self.assertEqual((self.folder / "x.1.h5").read_bytes(), self.old)
        done = self.aleator("run", "x.toml", "--fresh")
        self.lists("x.1.h5", "x.2.h5", "x.h5", "x.toml")
        self.assertEqual(done.stderr, "the old x.h5.journal is now x.2.h5.journal\nthe old x.h5 is now x.2.h5\n")
        self.assertEqual((self.folder / "x.1.h5").read_bytes(), self.old)

    def test_fresh_without_an_old_file_is_no_trouble(self):
        self.aleator("run", "x.toml", "--fresh", "-o", "new.h5")
        self.lists("new.h5", "x.h5", "x.toml")

    def test_a_failing_run_sets_aside_an_old_file_without_a_journal(self):
        (self.folder / "x.h5.journal").unlink()
        self.write(FAILING)
        done = self.aleator("run", "x.toml", code=1)
        self.lists("x.1.h5", "x.h5", "x.toml")
        self.assertEqual((self.folder / "x.1.h5").read_bytes(), self.old)
        self.assertIn("the old x.h5 is now x.1.h5\n", done.stderr)

    def test_a_failing_run_loses_nothing(self):
        before = self.figures(self.folder / "x.h5")
        self.write(FAILING)
        self.aleator("run", "x.toml", code=1)
        self.write(experiment())
        self.assertIn("0 runs in", self.aleator("run", "x.toml").stdout)
        self.assertEqual(self.figures(self.folder / "x.h5"), before)

    def test_a_wrong_experiment_leaves_the_old_file(self):
        self.write(experiment(solve="discount = 2"))
        self.aleator("run", "x.toml", code=2)
        self.aleator("run", "x.toml", "--fresh", code=2)
        self.lists("x.h5", "x.toml")
        self.untouched()

    def test_an_interrupted_run_sets_the_old_file_aside(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number.name):
                self.interrupt(number, LONG)

    def test_an_interrupted_sweep_sets_the_old_file_aside(self):
        text = experiment(simulate="games = 100_000",
                          rest=axis("model.win_reward", "range = { from = 0, to = 20_000, step = 1 }"))
        self.interrupt(signal.SIGINT, text)

    def interrupt(self, number, text):
        self.write(text)
        process = self.start("run", "x.toml", "-j", "2", "--fresh")
        self.wait_for_runs(process)
        process.send_signal(number)
        _, errors = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130)
        self.assertRegex(errors, r"interrupted after \d+ of \d+ runs: the same command goes on\n$")
        self.assertIn("the old x.h5 is now x.", errors)
        self.assertEqual((self.folder / "x.1.h5").read_bytes(), self.old)

    def wait_for_runs(self, process):
        """Until the program catches SIGTERM: then it has begun to run."""
        caught = 0
        while not caught >> (signal.SIGTERM - 1) & 1:
            self.assertIsNone(process.poll(), "it ended before it could be interrupted")
            lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
            caught = int(next(line for line in lines if line.startswith("SigCgt")).split()[1], 16)
            time.sleep(0.01)
        time.sleep(0.1)

    def test_a_run_killed_outright_leaves_the_old_file_whole(self):
        self.write(LONG)
        process = self.start("run", "x.toml")
        self.wait_for_runs(process)
        process.kill()
        process.wait()
        self.untouched()
        self.lists("x.h5", "x.h5.lock", "x.toml")

    def test_a_run_killed_while_it_writes_leaves_the_old_file_whole(self):
        self.write(experiment(solve="discount = 0.5\ntolerance = 1",
                              rest=axis("model.win_reward", "range = { from = 0, to = 5000, step = 1 }")))
        process = self.start("run", "x.toml")
        while process.poll() is None and not any(name.startswith(".x.h5.tmp") for name in os.listdir(self.folder)):
            time.sleep(0.001)
        process.kill()
        process.wait()
        self.assertEqual(process.returncode, -signal.SIGKILL, "it ended before it could be killed")
        self.untouched()

    def test_a_symbolic_link_stays_one_and_its_target_is_replaced(self):
        (self.folder / "data").mkdir()
        shutil.move(self.folder / "x.h5", self.folder / "data" / "kept.h5")
        (self.folder / "x.h5").symlink_to("data/kept.h5")
        self.run_text(experiment(solve="discount = 0.5"), out="x.h5")
        self.assertTrue((self.folder / "x.h5").is_symlink())
        self.assertEqual(os.listdir(self.folder / "data"), ["kept.h5"])
        self.assertNotEqual((self.folder / "data" / "kept.h5").read_bytes(), self.old)


if __name__ == "__main__":
    unittest.main()
