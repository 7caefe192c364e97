#!/usr/bin/python3
"""Sweeps that are no grid of listed values: drawn values, axes for some points only, points left out, replicates that
go on until a mean is known."""

import csv
import io
import shlex
import unittest

import h5py
import numpy as np
import xarray as xr
from support import GoldenTest, axis, experiment

METHODS = axis("solve.method", 'values = ["value-iteration", "sor"]')
RELAXATIONS = axis("solve.relaxation", "values = [0.9, 1.0, 1.1]") + 'when = { solve.method = "sor" }\n'
SLIPS = axis("model.slip", 'values = [[0.25, 0.5, 0.25], [0.05, 0.9, 0.05]]\nlabels = ["two coins", "sharp"]')


class NoGrid(GoldenTest):
    def run_x(self, *arguments, **options):
        return self.aleator("run", "x.toml", "-o", "out.h5", "--omit-times", *arguments, **options)

    def datasets(self):
        for engine in ("h5netcdf", "netcdf4"):
            with xr.open_dataset(self.folder / "out.h5", engine=engine) as data:
                yield data.load()

    def test_points_have_the_values_on_their_axes_as_coordinates(self):
        self.write(experiment(rest=METHODS + RELAXATIONS + SLIPS))
        self.run_x()
        for data in self.datasets():
            self.assertEqual(dict(data.sizes)["point"], 8)
            self.assertEqual(data.method.values.tolist(), ["value-iteration"] * 2 + ["sor"] * 6)
            np.testing.assert_array_equal(data.relaxation.values, [np.nan] * 2 + [0.9, 0.9, 1.0, 1.0, 1.1, 1.1])
            self.assertEqual(data.slip.values.tolist(), ["two coins", "sharp"] * 4)
            self.assertEqual(data.slip_values.dims, ("point", "slip_entry"))
            self.assertEqual(data.slip_values.values[3].tolist(), [0.05, 0.9, 0.05])
            first = data.value.isel(point=0, replicate=0)
            np.testing.assert_allclose(data.value.isel(point=2, replicate=0), first, atol=1e-6)
        with xr.open_dataset(self.folder / "out.h5", group="runs") as runs:
            np.testing.assert_array_equal(runs.relaxation, [np.nan] * 2 + [0.9, 0.9, 1.0, 1.0, 1.1, 1.1])

    def test_shards_of_it_are_merged_to_the_same_file(self):
        self.write(experiment(rest=METHODS + RELAXATIONS + SLIPS, top="replicates = 2\n"))
        self.run_x()
        whole = (self.folder / "out.h5").read_bytes()
        shards = [f"s{i}.h5" for i in range(3)]
        for i, shard in enumerate(shards):
            self.aleator("run", "x.toml", "-o", shard, "--shard", f"{i}/3", "--omit-times", "-j", "1")
        self.aleator("merge", "merged.h5", *shards, "--omit-times")
        self.assertEqual((self.folder / "merged.h5").read_bytes(), whole)

    def test_points_that_come_back_are_not_run_again(self):
        self.write(experiment(rest=METHODS + RELAXATIONS + SLIPS))
        self.run_x()
        self.write(experiment(rest=METHODS + RELAXATIONS + SLIPS + '[[exclude]]\nmodel.slip = "sharp"\n'))
        self.assertTrue(self.run_x().stdout.startswith("0 runs in "))
        for data in self.datasets():
            self.assertEqual(data.slip.values.tolist(), ["two coins"] * 4)

    def test_the_command_that_rerun_tells_runs_the_point_alone(self):
        self.write(experiment(rest=METHODS + RELAXATIONS + SLIPS + """[[axis]]
keys = ["solve.tolerance", "model.overshoot_tile"]
random = { from = [1e-7, 40], to = [1e-5, 100], count = 2, scale = ["log", "linear"] }
[[exclude]]
solve.relaxation = 0.9
model.slip = "sharp"
"""))
        self.run_x()
        whole = next(self.datasets())
        for point in (0, 3, 4, 9, 13):
            told = self.aleator("rerun", "out.h5", "--point", str(point)).stdout
            command = next(line for line in told.splitlines() if line.startswith("aleator run "))
            self.aleator(*shlex.split(command)[1:])
            with xr.open_dataset(self.folder / f"point-{point}.h5") as alone:
                value = alone.value.values.reshape(-1)
                np.testing.assert_array_equal(value, whole.value.isel(point=point).values.reshape(-1))

    def test_the_runs_as_a_plain_table(self):
        self.write(experiment(rest=axis("solve.discount", "values = [0.3, 0.6]", 'labels = ["a, \\"b\\"", "c"]') +
                              axis("model.step_reward", "values = [0.1, -1]")))
        self.aleator("run", "x.toml", "-o", "out.h5", "--memory", "1", code=1)
        self.aleator("rerun", "out.h5", "--point", 2)
        text = self.aleator("export", "out.h5", "--csv").stdout
        self.aleator("export", "out.h5", "--csv", "-o", "out.csv")
        self.assertEqual((self.folder / "out.csv").read_text(), text)
        rows = list(csv.DictReader(io.StringIO(text)))
        with h5py.File(self.folder / "out.h5") as data:
            self.assertEqual([name for name in rows[0]][0], "run")
            self.assertEqual(rows[2]["initial_value"], repr(float(data["runs/initial_value"][2])))
        self.assertEqual([row["status"] for row in rows], ["failed", "failed", "ok", "failed"])
        self.assertEqual([row["step_reward"] for row in rows], ["0.1", "-1", "0.1", "-1"])
        self.assertEqual(rows[0]["initial_value"], "")
        self.assertIn("cannot write none/x.csv",
                      self.aleator("export", "out.h5", "--csv", "-o", "none/x.csv", code=3).stderr)
        self.assertIn("not an HDF5 file", self.aleator("export", "x.toml", "--csv", code=3).stderr)

    def test_samples_have_no_labels(self):
        self.write(experiment(rest=axis("solve.discount", "sobol = { from = 0.1, to = 0.9, count = 2 }",
                                        'labels = ["a", "b"]')))
        self.assertIn("labels: drawn values have none", self.aleator("plan", "x.toml", code=2).stderr)

    def test_the_first_of_more_samples_are_the_samples(self):
        def sampled(kind, count):
            return ('[[axis]]\nkeys = ["solve.discount", "model.overshoot_tile"]\n'
                    f"{kind} = {{ from = [0.5, 40], to = [0.9, 100], count = {count} }}\n")
        for kind in ("random", "sobol"):
            self.write(experiment(rest=sampled(kind, 5)))
            self.run_x("--fresh")
            few = next(self.datasets())
            self.write(experiment(rest=sampled(kind, 9)))
            again = self.run_x()
            self.assertTrue(again.stdout.startswith("4 runs in "), again.stdout)
            for many in self.datasets():
                self.assertEqual(many.value.dims[:2], ("sample", "replicate"))
                self.assertEqual(many.discount.values[:5].tolist(), few.discount.values.tolist())
                self.assertEqual(many.overshoot_tile.values[:5].tolist(), few.overshoot_tile.values.tolist())
        self.write(experiment(rest=sampled("latin-hypercube", 9)))
        self.run_x("--fresh")
        for data in self.datasets():
            ninths = (data.discount.values - 0.5) / 0.4 * 9
            self.assertEqual(sorted(ninths.astype(int)), list(range(9)))


class ReplicatesUntil(GoldenTest):
    UNTIL = "replicates = { of = \"turns_mean\", half_width = 0.5, at_most = 64 }\n"
    SWEEP = axis("solve.discount", "values = [0.5, 0.99]") + axis("simulate.games", "values = [20, 500]")

    def run_x(self, *arguments, out="out.h5", **options):
        return self.aleator("run", "x.toml", "-o", out, "--omit-times", *arguments, **options)

    def counts(self, name="out.h5"):
        """Of each point: how many replicates there are, and the half width of the interval of their mean."""
        with xr.open_dataset(self.folder / name) as data:
            ran = data.status.values >= 0
            means = data.turns_mean.values
        t = {8: 2.3646, 16: 2.1314, 32: 2.0395, 64: 1.9983}
        result = {}
        for place in np.ndindex(ran.shape[:-1]):
            count = int(ran[place].sum())
            self.assertTrue(ran[place][:count].all())
            widths = {n: t[n] * means[place][:n].std(ddof=1) / n ** 0.5 for n in t if n <= count}
            result[place] = (count, widths)
        return result

    def check_counts(self, counts):
        for count, widths in counts.values():
            for n, width in widths.items():
                if n < count:
                    self.assertGreater(width, 0.4999)
                elif n < 64:
                    self.assertLess(width, 0.5001)
        self.assertGreater(len({count for count, _ in counts.values()}), 1)

    def test_each_point_has_as_many_as_it_needs(self):
        self.write(experiment(top=self.UNTIL, simulate="games = 20", rest=self.SWEEP))
        self.run_x()
        self.check_counts(self.counts())
        one = (self.folder / "out.h5").read_bytes()
        self.run_x("-j", "1", out="again.h5")
        self.assertEqual((self.folder / "again.h5").read_bytes(), one)
        self.assertTrue(self.run_x().stdout.startswith("0 runs in "))
        plan = self.aleator("plan", "x.toml", "-o", "out.h5").stdout
        self.assertNotIn(": new", plan)
        self.assertIn("until the mean of turns_mean is known to 0.5", plan)

    def test_shards_keep_the_replicates_of_a_point_together(self):
        self.write(experiment(top=self.UNTIL, simulate="games = 20", rest=self.SWEEP))
        self.run_x()
        for i in range(3):
            self.run_x("--shard", f"{i}/3", out=f"s{i}.h5")
        self.aleator("merge", "merged.h5", "s0.h5", "s1.h5", "s2.h5", "--omit-times")
        self.assertEqual((self.folder / "merged.h5").read_bytes(), (self.folder / "out.h5").read_bytes())

    def test_a_point_whose_runs_all_fail_gets_no_more(self):
        self.write(experiment(top=self.UNTIL, simulate="games = 20"))
        self.assertIn("8 failed", self.run_x("--memory", "1", code=1).stdout)
        self.assertNotIn("failed", self.run_x("--retry-failed").stdout.splitlines()[0])

    def test_replicates_that_are_not_needed_are_not_compared(self):
        self.write(experiment(top=self.UNTIL, simulate="games = 20", rest=self.SWEEP))
        self.run_x()
        with h5py.File(self.folder / "out.h5") as data:
            ran = int((data["runs/status"][:] >= 0).sum())
        table = self.aleator("compare", "out.h5", "--axis", "simulate.games").stdout
        counts = [line.split()[1].split("/") for line in table.splitlines() if "/" in line]
        self.assertEqual(sum(int(every) for _, every in counts), ran)
        self.assertTrue(all(ok == every for ok, every in counts))

    def test_a_replicate_that_is_not_needed_is_not_run_again(self):
        self.write(experiment(top=self.UNTIL, simulate="games = 20", rest=self.SWEEP))
        self.run_x()
        with h5py.File(self.folder / "out.h5") as data:
            status = data["runs/status"][:].tolist()
        done = self.aleator("rerun", "out.h5", "--point", status.index(-1), code=2)
        self.assertIn("the mean of turns_mean is known without this replicate", done.stderr)

    def test_a_narrower_interval_goes_on_from_what_there_is(self):
        self.write(experiment(top=self.UNTIL, simulate="games = 20", rest=self.SWEEP))
        self.run_x()
        before = {place: count for place, (count, _) in self.counts().items()}
        self.write(experiment(top=self.UNTIL.replace("0.5", "0.3"), simulate="games = 20", rest=self.SWEEP))
        self.run_x()
        after = {place: count for place, (count, _) in self.counts().items()}
        self.assertGreater(sum(after.values()), sum(before.values()))
        with h5py.File(self.folder / "out.h5") as data:
            self.assertEqual(int((data["runs/attempts"][:] > 1).sum()), 0)


if __name__ == "__main__":
    unittest.main()
