"""Reads the sample file of netcdf_readers_test.cpp with the programs that people use: readers_test.py FILE"""

import math
import shutil
import subprocess
import sys
import unittest

import h5py
import numpy
import xarray

FILE = ""
GROUPS = [None, "runs", "failures", "traces", "provenance"]


class Xarray:
    """Checks that hold for both engines."""

    def open(self, group=None):
        return xarray.open_dataset(FILE, engine=self.engine, group=group)

    def test_every_group_loads(self):
        for group in GROUPS:
            with self.open(group) as data:
                data.load()

    def test_a_typed_discount_is_found(self):
        with self.open() as data:
            row = data.value.sel(discount=0.3, slip="two coins", replicate=1)
            self.assertEqual(row.values.tolist(), [25, 26, 27, 28, 29])

    def test_string_axes_hold_strings(self):
        with self.open() as data:
            self.assertEqual(data.slip.values.tolist(), ["two coins", "", "größer"])
            self.assertEqual(data.slip.attrs["long_name"], "chance to slip")

    def test_missing_floats_are_nan_compressed_or_not(self):
        with self.open() as data:
            expected = numpy.arange(120.0).reshape(3, 4, 2, 5)
            expected[0, 0, 1, 2] = math.nan
            numpy.testing.assert_array_equal(data.value.values, expected)
            numpy.testing.assert_array_equal(data.packed.values, expected)
            self.assertTrue(math.isnan(data.value.encoding["_FillValue"]))
            self.assertTrue(numpy.isnan(data.more11.values).all())

    def test_integers_stay_integers(self):
        with self.open() as data:
            types = [data[name].dtype for name in ("status", "policy", "games", "replicate")]
            self.assertEqual(types, [numpy.int8, numpy.int32, numpy.int64, numpy.int64])
            self.assertEqual(data.policy.values.tolist(), [3, -1, 2, 1, 0])
            self.assertEqual(data.games.values.tolist(), [-1] * 4)
            self.assertEqual(data.status.attrs["flag_values"].dtype, numpy.int8)

    def test_numbers_of_a_labelled_axis_are_a_coordinate(self):
        with self.open() as data:
            self.assertEqual(data.coords["slip_values"].dims, ("slip", "slip_entry"))
            self.assertEqual(data.slip_values.sel(slip="größer").values.tolist(), [0, 1])

    def test_attributes_come_in_order(self):
        with self.open() as data:
            self.assertEqual(list(data.attrs), ["Conventions", "empty"] + [f"number{i}" for i in range(12)])
            self.assertEqual(data.attrs["empty"], "")
            self.assertEqual(data.attrs["number7"], 7)
            self.assertEqual(data.discount.attrs["number11"], 5.5)

    def test_groups_have_their_own_dimensions(self):
        sizes = []
        for group in GROUPS:
            with self.open(group) as data:
                sizes.append(dict(data.sizes))
        root = {"slip": 3, "slip_entry": 2, "discount": 4, "replicate": 2, "state": 5}
        self.assertEqual(sizes, [root, {"run": 6}, {"run": 0}, {"run": 3, "sweep": 6}, {}])

    def test_ragged_traces_name_their_sample_dimension(self):
        with self.open("traces") as data:
            self.assertEqual(data.row_size.attrs["sample_dimension"], "sweep")
            rows = numpy.split(data.residual.values, numpy.cumsum(data.row_size.values)[:-1])
            self.assertEqual([row.tolist() for row in rows], [[1], [2, 2], [3, 3, 3]])

    def test_long_text_is_whole(self):
        with self.open("provenance") as data:
            self.assertEqual(data.experiment.item(), "x" * 70_000 + "é")
            self.assertEqual(data.attrs, {"version": "1.0"})


class H5netcdf(Xarray, unittest.TestCase):
    engine = "h5netcdf"


class Netcdf4(Xarray, unittest.TestCase):
    engine = "netcdf4"


class Hdf5(unittest.TestCase):
    def test_h5py_sees_scales_texts_and_filters(self):
        with h5py.File(FILE) as file:
            self.assertEqual([dimension.keys() for dimension in file["more3"].dims], [["discount"]])
            self.assertEqual(file["provenance/experiment"].asstr()[()][-1], "é")
            self.assertIsNone(file["value"].chunks)
            self.assertTrue(file["packed"].shuffle)


class CommandLine(unittest.TestCase):
    def output_of(self, *command):
        if shutil.which(command[0]) is None:
            self.skipTest(f"no {command[0]}")
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def test_ncdump(self):
        header = self.output_of("ncdump", "-h", FILE)
        self.assertIn("double value(slip, discount, replicate, state) ;", header)
        self.assertIn("string slip(slip) ;", header)
        self.assertIn('status:flag_meanings = "done failed timeout" ;', header)
        self.assertIn("value:_FillValue = NaN ;", header)
        self.assertNotIn("phony", header)
        positions = [header.index(f"\t{name} = ") for name in ("slip", "discount", "replicate", "state", "slip_entry")]
        self.assertEqual(positions, sorted(positions))
        self.assertIn('version = "1.0"', header)
        self.output_of("ncdump", FILE)

    def test_h5dump(self):
        self.assertIn('DATASET "residual"', self.output_of("h5dump", "-H", FILE))
        self.output_of("h5dump", FILE)


if __name__ == "__main__":
    FILE = sys.argv.pop(1)
    unittest.main()
