#!/usr/bin/python3
"""Runs that end otherwise than hoped: failures, sweeps that run out, tolerances beyond double precision."""

import unittest

import h5py

from support import GoldenTest, axis, experiment, process

NO_CONTRACTION = ("discount 0.9999999999 with rows that sum to as much as 1.0000000005 is no contraction: nothing can "
                  "be proved")


class FailedRuns(GoldenTest):
    def setUp(self):
        super().setUp()
        self.write(experiment(model="slip = [0.2500000005, 0.5, 0.25]", simulate="games = 1000",
                              rest=axis("solve.discount", "values = [0.5, 0.9999999999, 0.9]")))
        self.done = self.aleator("run", "x.toml", code=1)

    def test_the_others_go_on(self):
        data = self.open(self.folder / "x.h5")
        self.assertEqual(data.status.values.tolist(), [[0], [3], [0]])
        self.assertTrue(data.value.isel(discount=[0, 2]).notnull().all())
        self.assertTrue(data.value.isel(discount=1).isnull().all())
        self.assertEqual(data.agrees_with_value.values.tolist(), [[1], [-1], [1]])

    def test_failures_are_a_table_with_their_messages(self):
        failures = self.open(self.folder / "x.h5", "failures")
        self.assertEqual(failures.run.values.tolist(), [1])
        self.assertEqual(failures.message.values.tolist(), [NO_CONTRACTION])

    def test_the_table_of_runs_and_the_traces_have_them_too(self):
        runs = self.open(self.folder / "x.h5", "runs")
        self.assertEqual(runs.status.values.tolist(), [0, 3, 0])
        self.assertTrue(bool(runs.error_bound.isnull()[1]))
        sizes = self.open(self.folder / "x.h5", "traces").row_size.values.tolist()
        self.assertEqual((sizes[1], sizes[0] > 0, sizes[2] > 0), (0, True, True))

    def test_the_user_is_told(self):
        self.assertEqual(self.done.stderr, f"run 1, discount = 0.9999999999: failed: {NO_CONTRACTION}\n")
        self.assertRegex(self.done.stdout, r"^3 runs in .*, 1 failed\n\nx\.h5: x \(chutes\), .*, 2 ok, 1 failed\n"
                         rf"  run 1 failed: {NO_CONTRACTION}\n")
        self.assertIn(NO_CONTRACTION, self.aleator("show", "x.h5").stdout)

    def test_no_group_of_failures_without_failures(self):
        with h5py.File(self.run_text(experiment())) as file:
            self.assertEqual(set(file) & {"failures", "runs", "traces", "provenance"}, {"runs", "traces", "provenance"})


class Statuses(GoldenTest):
    def test_max_sweeps_is_a_status_and_the_bound_still_a_proof(self):
        self.write(experiment(rest=axis("solve.max_sweeps", "values = [1, 3, 1000]")))
        done = self.aleator("run", "x.toml")
        data = self.open(self.folder / "x.h5")
        self.assertEqual(data.status.values.tolist(), [[1], [1], [0]])
        self.assertEqual(data.sweeps.values[:2].tolist(), [[1], [3]])
        off = abs(data.value - data.value.sel(max_sweeps=1000)).max("state")
        self.assertTrue((off <= data.error_bound + data.error_bound.sel(max_sweeps=1000)).all())
        self.assertRegex(done.stderr, r"^run 0, max_sweeps = 1: solve: max_sweeps = 1 reached with an error bound of "
                         r"\S+, tolerance 1e-09\nrun 1, .*\n$")

    def test_a_tolerance_beyond_double_precision_is_a_status(self):
        self.write(experiment(solve="discount = 0.9\ntolerance = 1e-15",
                              rest=axis("solve.stop", 'values = ["sup", "span"]')))
        done = self.aleator("run", "x.toml")
        data = self.open(self.folder / "x.h5")
        self.assertEqual(data.status.values.tolist(), [[2], [2]])
        self.assertTrue(((data.error_bound > 1e-15) & (data.error_bound < 1e-10)).all())
        self.assertRegex(done.stderr, r'^run 0, stop = "sup": solve: double precision ends at an error bound of \S+, '
                         r"tolerance 1e-15\nrun 1, ")

    def test_a_method_that_diverges_does_not_blame_double_precision(self):
        self.write(process('"garnet"', 'discount = 0.9\nmethod = "sor"\nrelaxation = 1.99'))
        self.assertRegex(self.aleator("run", "x.toml").stderr, r"^run 0: solve: relaxation 1\.99 diverges: the "
                         r"residual grew a millionfold; the answer has an error bound of \S+, tolerance 1e-09\n$")

    def test_many_warnings_are_cut_short(self):
        self.write(experiment(solve="discount = 0.9\nmax_sweeps = 1",
                              rest=axis("model.win_reward", "range = { from = 1, to = 21, step = 1 }")))
        lines = self.aleator("run", "x.toml").stderr.splitlines()
        self.assertEqual((len(lines), lines[-1]), (6, "... and 15 more such runs"))

    def test_games_that_are_cut_are_counted(self):
        path = self.run_text(experiment(solve=None, simulate='policy = "random"\ngames = 2000\nmax_turns = 10'))
        data = self.open(path)
        finished = float(data.turns_frequency.sum())
        self.assertAlmostEqual(finished + float(data.cut_share), 1, delta=1e-12)
        self.assertGreater(float(data.cut_share), 0.1)
        self.assertEqual(int(data.agrees_with_value), -1)

    def test_games_that_never_end_are_all_cut(self):
        data = self.solve(experiment(model='actions = [0]\nslip = [1]\nslip_offsets = [0]',
                                     simulate='games = 100\nmax_turns = 50'))
        self.assertEqual(float(data.cut_share), 1)
        self.assertTrue(bool(data.turns_mean.isnull().all()))
        self.assertEqual(float(data.value.sel(state=0)), 0)


if __name__ == "__main__":
    unittest.main()
