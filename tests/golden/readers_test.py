#!/usr/bin/python3
"""The results file of chutes_discount.toml in the programs people open it with, and what it says in each group."""

import itertools
import math
import shutil
import subprocess
import sys
import unittest

import numpy
import xarray

from support import CONFIGS, ENGINES, GoldenTest, axis, experiment

GROUPS = [None, "runs", "traces", "provenance"]
ONE_LINE = "import xarray; print(xarray.open_dataset('results.h5', engine='{}').sel(discount=0.9, slip='two coins'))"
SLIPS = {"two coins": [0.25, 0.5, 0.25], "even": [0.33, 0.34, 0.33], "sharp": [0.05, 0.9, 0.05]}
INTEGERS = {"policy": "int32", "optimal": "int8", "sweeps": "int64", "status": "int8", "agrees_with_value": "int8",
            "destination": "int32", "state": "int64", "action": "int64", "turn": "int64", "replicate": "int64"}


class DiscountConfiguration(GoldenTest):
    def setUp(self):
        super().setUp()
        self.experiment = CONFIGS / "chutes_discount.toml"
        self.aleator("run", self.experiment, "-s", "simulate.games=500", "-o", "results.h5")
        self.results = self.folder / "results.h5"

    def test_one_line_of_python_prints_a_point(self):
        for engine in ENGINES:
            done = subprocess.run([sys.executable, "-c", ONE_LINE.format(engine)], cwd=self.folder, check=True,
                                  capture_output=True, text=True)
            self.assertIn("value", done.stdout)
            self.assertIn("two coins", done.stdout)
            self.assertEqual(done.stderr, "")

    def test_both_engines_read_the_same_in_every_group(self):
        for group in GROUPS:
            one, other = (self.open(self.results, group, engine).load() for engine in ENGINES)
            self.assertEqual(sorted(one.variables), sorted(other.variables))
            xarray.testing.assert_equal(one, other)

    def test_ncdump_and_h5dump_print_the_header(self):
        for program, line in [("ncdump", "double value(discount, slip, replicate, state) ;"), ("h5dump", '"value"')]:
            self.assertTrue(shutil.which(program), program)
            done = subprocess.run([program, "-h" if program == "ncdump" else "-H", self.results], check=True,
                                  capture_output=True, text=True)
            self.assertIn(line, done.stdout)
            self.assertEqual(done.stderr, "")

    def test_every_discount_is_found_by_its_decimal(self):
        data = self.open(self.results)
        for hundredths in range(50, 100):
            typed = float(f"0.{hundredths}")
            self.assertEqual(float(data.value.sel(discount=typed).discount), typed)
        self.assertEqual(data.sizes["discount"], 50)

    def test_integers_stay_integers(self):
        for engine in ENGINES:
            data = self.open(self.results, engine=engine)
            self.assertEqual({name: str(data[name].dtype) for name in INTEGERS}, INTEGERS)

    def test_the_numbers_behind_labels_are_a_coordinate(self):
        data = self.open(self.results)
        self.assertIn("slip_values", data.coords)
        for label, slip in SLIPS.items():
            self.assertEqual(data.slip_values.sel(slip=label).values.tolist(), slip)

    def test_status_carries_its_flags(self):
        status = self.open(self.results).status
        self.assertTrue((status == 0).all())
        meanings = dict(zip(status.attrs["flag_values"].tolist(), status.attrs["flag_meanings"].split()))
        self.assertEqual(meanings, {-1: "not_run", 0: "ok", 1: "max_sweeps", 2: "precision_limit", 3: "failed",
                                    4: "not_certified"})

    def test_every_variable_says_its_unit_and_meaning(self):
        for group in GROUPS[:3]:
            data = xarray.open_dataset(self.results, engine="h5netcdf", group=group, decode_cf=False)
            for name in set(data.variables) - {"sweep", "slip_entry"}:
                with self.subTest(group=group, name=name):
                    self.assertTrue(data[name].attrs["long_name"])
                    self.assertNotIn(data[name].attrs["units"], ["seconds", "days", "hours", "minutes"])
            data.close()

    def test_turns_beyond_the_longest_game_of_a_run_are_nan(self):
        data = self.open(self.results)
        lengths = data.turns_frequency.notnull().sum("turn")
        self.assertTrue((lengths == data.num_turns).all())
        self.assertTrue(data.turns_frequency.isel(turn=slice(0, int(lengths.min()))).notnull().all())
        self.assertEqual(int(lengths.max()), data.sizes["turn"])

    def test_residuals_by_row_size_are_those_of_value_iteration(self):
        traces = self.open(self.results, "traces")
        sizes = traces.row_size.values
        self.assertEqual(sizes.sum(), traces.sizes["sweep"])
        runs = self.open(self.results, "runs")
        self.assertEqual(sizes.tolist(), runs.sweeps.values.tolist())
        root = self.open(self.results)
        for run in [0, 73, 149]:
            begin = sizes[:run].sum()
            found = traces.residual.values[begin:begin + sizes[run]]
            point = root.isel(discount=run // 3, slip=run % 3, replicate=0)
            numpy.testing.assert_allclose(found, self.residuals(point, len(found)), rtol=1e-9, atol=1e-13)

    @staticmethod
    def residuals(point, sweeps):
        """By the definition, from the destinations that the file gives."""
        destination, slip = point.destination.values, point.slip_values.values
        value, residuals = numpy.zeros(101), []
        value[100] = 100
        for _ in range(sweeps):
            after = value.copy()
            for tile in range(100):
                after[tile] = max(
                    float(point.discount) * sum(p * value[destination[min(raw, 100) if raw <= 100 else 99]]
                                                for p, raw in zip(slip, range(tile + step - 1, tile + step + 2)))
                    for step in range(1, 7))
            residuals.append(abs(after - value).max())
            value = after
        return residuals

    def test_the_table_of_runs_equals_the_grid(self):
        root, runs = self.open(self.results), self.open(self.results, "runs")
        self.assertEqual(runs.run.values.tolist(), list(range(150)))
        points = list(itertools.product(root.discount.values, range(3), [0]))
        self.assertEqual(list(zip(runs.discount.values, runs.slip.values, runs.replicate.values)), points)
        self.assertEqual(runs.slip.attrs["flag_meanings"], "two_coins even sharp")
        for name in set(runs.variables) - {"run", "discount", "slip", "replicate", "attempts", "seconds"}:
            numpy.testing.assert_array_equal(runs[name].values, root[name].values.ravel(), name)
        self.assertEqual(runs.attempts.values.tolist(), [1] * 150)
        self.assertTrue((runs.seconds > 0).all())

    def test_no_column_of_runs_holds_strings(self):
        self.assertNotIn("O", {variable.dtype.kind for variable in self.open(self.results, "runs").variables.values()})

    def test_provenance_has_the_experiment_byte_for_byte(self):
        group = self.open(self.results, "provenance")
        self.assertEqual(str(group.experiment.values).encode(), self.experiment.read_bytes())
        self.assertEqual(str(group.overrides.values), "simulate.games=500")

    def test_provenance_has_every_key_resolved(self):
        lines = str(self.open(self.results, "provenance").resolved.values).splitlines()
        for line in ['name = "chutes-discount"', "replicates = 1", 'model.board = "hasbro"', "model.tiles = 100",
                     "solve.discount = 0.9", "simulate.games = 500", "simulate.max_turns = 10000"]:
            self.assertIn(line, lines)


class OtherFiles(GoldenTest):
    def test_text_beyond_ascii_and_line_ends_survive(self):
        text = "# Größe, \u03b2, \U0001f3b2\r\n" + experiment(
            rest=axis("solve.discount", "values = [0.5, 0.6]", 'labels = ["größer \u03b2", "\U0001f3b2"]'))
        path = self.run_text(text)
        self.assertEqual(str(self.open(path, "provenance").experiment.values), text)
        for engine in ENGINES:
            data = self.open(path, engine=engine)
            self.assertEqual(data.discount.values.tolist(), ["größer \u03b2", "\U0001f3b2"])
            self.assertEqual(data.discount_values.values.tolist(), [0.5, 0.6])

    def test_a_compressed_file_reads_the_same(self):
        text = experiment(rest=axis("solve.discount", "linspace = { from = 0.5, to = 0.9, count = 100 }"))
        plain = self.figures(self.run_text(text, out="plain.h5"))
        for level in (1, 9):
            packed = self.run_text(text, "-s", f"output.compression={level}", out=f"packed{level}.h5")
            self.assertEqual(self.figures(packed), plain)
            self.assertLess(packed.stat().st_size, (self.folder / "plain.h5").stat().st_size)
            for engine in ENGINES:
                self.open(packed, engine=engine).load()

    def test_a_file_without_values_along_a_dimension_still_opens(self):
        text = experiment(model="slip = [0.2500000005, 0.5, 0.25]", solve="discount = 0.9999999999")
        path = self.run_text(text, code=1)
        for engine in ENGINES:
            for group in (None, "runs", "failures", "traces"):
                self.open(path, group, engine).load()

    def test_missing_figures_are_nan_and_minus_one(self):
        data = self.solve(experiment(model="slip = [0.2500000005, 0.5, 0.25]",
                                     rest=axis("solve.discount", "values = [0.5, 0.9999999999]")), code=1)
        lost = data.isel(discount=1, replicate=0)
        self.assertEqual(lost.policy.values.tolist(), [-1] * 101)
        self.assertEqual((int(lost.sweeps), int(lost.status)), (-1, 3))
        self.assertTrue(math.isnan(float(lost.error_bound)))
        self.assertTrue(lost.value.isnull().all() and lost.q.isnull().all())
        self.assertTrue((lost.optimal == -1).all())


if __name__ == "__main__":
    unittest.main()
