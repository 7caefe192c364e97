"""open_result: what a results file holds, by name and place, and what it says of files that it cannot use."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
import xarray as xr
from support import BOARD, SIMULATE, SOLVE, add_failure, axis, open_run, run

from aleator_analysis import ResultError, flag_texts, open_result

DISCOUNTS = axis("solve.discount", "[0.5, 0.9, 0.99]")
SLIPS = axis("model.slip", "[[0.25, 0.5, 0.25], [0.0, 1.0, 0.0]]", 'labels = ["two coins", "sharp"]')


class AnOpenedResult(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = open_run(BOARD, SOLVE, SIMULATE, DISCOUNTS, SLIPS)

    def test_its_data_is_what_xarray_reads_from_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = run(folder, BOARD, SOLVE, DISCOUNTS)
            xr.testing.assert_equal(open_result(path).data.drop_vars("run"), xr.load_dataset(path, engine="h5netcdf"))

    def test_its_data_stays_usable_when_the_file_is_replaced(self):
        with tempfile.TemporaryDirectory() as folder:
            result = open_result(run(folder, BOARD, SOLVE, DISCOUNTS))
            run(folder, BOARD, SOLVE)
            self.assertEqual(result.data["value"].values.shape, (3, 1, 13))

    def test_it_knows_name_model_and_question(self):
        self.assertEqual((self.result.name, self.result.model), ("test", "chutes"))
        self.assertEqual(self.result.question, "Does the test's question reach the page?")

    def test_its_settings_are_nested_and_typed(self):
        self.assertEqual(self.result.settings["model"]["tiles"], 12)
        self.assertEqual(self.result.settings["solve"]["method"], "value-iteration")

    def test_its_provenance_holds_the_experiment_file(self):
        self.assertIn("jumps = [[2, 7], [9, 4]]", self.result.provenance["experiment"])

    def test_a_trace_is_that_of_the_run_at_its_place(self):
        data = self.result.data
        for discount in (0.5, 0.99):
            for slip in ("two coins", "sharp"):
                residual = self.result.trace("residual", discount=discount, slip=slip)
                self.assertEqual(len(residual), int(data["sweeps"].sel(discount=discount, slip=slip)))
                self.assertEqual(residual[0], 100 * discount * (0.5 if slip == "two coins" else 1))

    def test_run_numbers_agree_with_the_table_of_runs(self):
        runs = self.result.runs
        for number in runs["run"].values:
            point = self.result.data.where(self.result.data["run"] == number, drop=True)
            self.assertEqual(point["discount"].item(), runs["discount"].values[number])
            self.assertEqual(point["sweeps"].item(), runs["sweeps"].values[number])

    def test_a_part_keeps_every_dimension(self):
        part = self.result.at(slip="sharp", discount=[0.9, 0.5])
        self.assertEqual(dict(part.data["status"].sizes), {"discount": 2, "slip": 1, "replicate": 1})
        self.assertEqual(part.data["discount"].values.tolist(), [0.9, 0.5])
        np.testing.assert_array_equal(part.trace("residual", discount=0.5),
                                      self.result.trace("residual", discount=0.5, slip="sharp"))

    def test_flags_stay_integers_and_have_texts(self):
        status = self.result.data["status"]
        self.assertEqual(status.dtype, np.int8)
        self.assertEqual(set(flag_texts(status).values.ravel()), {"ok"})

    def test_there_are_no_failures(self):
        self.assertEqual(self.result.failures.columns.tolist(), ["run", "discount", "slip", "replicate", "message"])
        self.assertEqual(len(self.result.failures), 0)

    def test_wrong_selections_say_what_there_is(self):
        for selection, message in [
            ({"slip": "none"}, "slip = none is not in the file; there are: two coins, sharp"),
            ({"discount": 0.3}, "discount = 0.3 is not in the file; there are: 0.5, 0.9, 0.99"),
            ({"colour": 1}, "no axis 'colour'; there are: discount, slip, replicate"),
        ]:
            with self.assertRaises(ResultError) as raised:
                self.result.at(**selection)
            self.assertEqual(str(raised.exception), message)

    def test_a_trace_needs_a_name_that_is_there_and_one_run(self):
        with self.assertRaises(ResultError) as raised:
            self.result.trace("residual", discount=0.9)
        self.assertEqual(str(raised.exception), "trace 'residual' is that of one run: select slip")
        with self.assertRaises(ResultError) as raised:
            self.result.trace("speed")
        self.assertEqual(str(raised.exception), f"{self.result.path}: no trace 'speed'; there are: residual")


class AFailedRun(unittest.TestCase):
    def test_is_listed_with_its_place_and_message(self):
        with tempfile.TemporaryDirectory() as folder:
            path = run(folder, BOARD, SOLVE, DISCOUNTS, SLIPS)
            add_failure(path, 3, "out of memory")
            result = open_result(path)
            self.assertEqual(result.failures.values.tolist(), [[3, 0.9, "sharp", 0, "out of memory"]])
            self.assertEqual(len(result.at(slip="two coins").failures), 0)


class AFileThatIsNoResult(unittest.TestCase):
    def refused(self, path: Path, reason: str) -> None:
        with self.assertRaises(ResultError) as raised:
            open_result(path)
        self.assertEqual(str(raised.exception), f"{path}: {reason}")

    def test_is_refused_with_the_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            missing, text, other = (Path(folder) / name for name in ("missing.h5", "text.h5", "other.h5"))
            text.write_text("not HDF5")
            xr.Dataset({"x": 1}).to_netcdf(other, engine="h5netcdf")
            self.refused(missing, "no such file")
            self.refused(Path(folder), "a folder, not a results file")
            self.refused(text, "not an HDF5 file")
            self.refused(other, "an HDF5 file, but not one that aleator wrote")


if __name__ == "__main__":
    unittest.main()
