#!/usr/bin/python3
"""Ways to keep and to sweep the rows: all give the values that the plain way gives."""

import unittest

import numpy

from support import GoldenTest, axis, experiment, process

SENSES = axis("solve.sense", 'values = ["max", "min"]')
PLAIN, DICTIONARY, STENCIL = 0, 1, 2


class Encodings(GoldenTest):
    def test_encodings_agree_and_are_what_they_say(self):
        data = self.solve(process('"grid"\nrows = 70\ncols = 70', "discount = 0.9", rest=axis(
            "solve.encoding", 'values = ["auto", "plain", "dictionary", "stencil"]'))).isel(replicate=0)
        self.assertEqual(data["encoding"].values.tolist(), [STENCIL, PLAIN, DICTIONARY, STENCIL])
        self.assertEqual(data["encoding"].attrs["flag_meanings"], "plain dictionary stencil lanes")
        self.assertTrue((data.status == 0).all())
        apart = abs(data.value - data.value.sel(solve_encoding="plain")).max("state")
        self.assertTrue((apart <= data.error_bound + data.error_bound.sel(solve_encoding="plain")).all())
        numpy.testing.assert_array_equal(data.value.sel(solve_encoding="auto"), data.value.sel(solve_encoding="stencil"))

    def test_lanes_can_be_forced_and_are_plain_rows_to_the_bit(self):
        data = self.solve(process('"garnet"\nstates = 5000\nactions = 2\nbranching = 3', "discount = 0.9", axis(
            "solve.encoding", 'values = ["plain", "lanes"]'))).isel(replicate=0)
        self.assertEqual(data["encoding"].values.tolist(), [0, 3])
        numpy.testing.assert_array_equal(data.value[0], data.value[1])

    def test_rows_off_a_sum_of_1_are_told(self):
        self.write("2 3\n0 0 0.5\n0 1 0.4999999999\n1 1 1\n", "off.tra")
        data = self.solve(process('"file"\npath = "off.tra"', "discount = 0.9"))
        self.assertAlmostEqual(data.row_sum_error.item(), 1e-10, delta=1e-15)

    def test_automatic_is_chosen_by_the_model(self):
        text = process('"garnet"\nbranching = 3\nactions = 2', "discount = 0.5",
                       rest=axis("model.states", "values = [100, 5000]") +
                       axis("model.probabilities", 'values = ["cuts", "levels"]'))
        data = self.solve(text).isel(replicate=0)
        self.assertEqual(data["encoding"].values.tolist(), [[PLAIN, PLAIN], [PLAIN, DICTIONARY]])

    def test_what_does_not_fit_is_refused_with_the_reason(self):
        reasons = {"dictionary": "more than 65536 distinct probabilities, and a dictionary has room for 256",
                   "stencil": 'encoding = "stencil": too few states have relative transitions in common'}
        for encoding, reason in reasons.items():
            with self.subTest(encoding=encoding):
                self.write(process('"garnet"\nstates = 6000', f'discount = 0.5\nencoding = "{encoding}"'))
                done = self.aleator("run", "x.toml", "-o", f"{encoding}.h5", code=1)
                self.assertEqual(done.stderr, f"run 0: failed: {reason}\n")

    def test_instructions_of_every_kind_agree(self):
        text = process('"grid"\nrows = 70\ncols = 70', "discount = 0.9")
        best = self.open(self.run_text(text))
        self.assertNotEqual(self.open(self.folder / "out.h5", "provenance").simd_target.item(), "SCALAR")
        scalar = self.open(self.run_text(text, "--simd", "SCALAR", out="scalar.h5"))
        self.assertEqual(self.open(self.folder / "scalar.h5", "provenance").simd_target.item(), "SCALAR")
        self.assertTrue((abs(best.value - scalar.value) <= best.error_bound + scalar.error_bound).all())
        done = self.aleator("run", "x.toml", "--simd", "MMX", code=2)
        self.assertRegex(done.stderr, r"^aleator: --simd MMX: this processor has no MMX: it has .*SCALAR\n$")


class Lanes(GoldenTest):
    """Points of a sweep that are solved side by side are, to the last bit, what each is alone."""
    names = ["value", "lower", "upper", "policy", "optimal", "q", "sweeps", "error_bound", "transitions_processed"]

    def same(self, text, **points):
        """The sweep has at the points, one axis, what the experiment has there alone."""
        all_points = self.run_text(text, out="all.h5")
        data = self.open(all_points)
        rows = self.open(all_points, "traces").row_size.values
        (name, values), = points.items()
        for i, (place, setting) in enumerate(values):
            alone = self.open(self.run_text(text, "-s", setting, out=f"{name}{i}.h5"))
            residuals = self.open(self.folder / f"{name}{i}.h5", "traces").row_size.values
            here = data.isel({name: place})
            one = alone.isel({name: 0}) if name in alone.dims else alone
            for variable in self.names:
                with self.subTest(variable=variable, setting=setting):
                    numpy.testing.assert_array_equal(here[variable].values.squeeze(), one[variable].values.squeeze())
            self.assertIn(residuals[0], rows)

    def test_discounts_of_one_board(self):
        discounts = [round(0.5 + 0.003 * i, 3) for i in range(160)]
        places = (0, 1, 7, 8, 77, 159)
        for stop in ("sup", "span", "total-change"):
            text = experiment(solve=f'stop = "{stop}"', rest=axis("solve.discount", f"values = {discounts}"))
            self.same(text, discount=[(i, f"solve.discount=[{discounts[i]}]") for i in places])

    def test_boards_that_slip_otherwise(self):
        slips = [[round(0.01 * i, 2), round(1 - 0.02 * i, 2), round(0.01 * i, 2)] for i in range(1, 41)]
        text = experiment(rest=axis("model.slip", f"values = {slips}"))
        self.same(text, slip=[(i, f"model.slip=[{slips[i]}]") for i in (0, 5, 17, 39)])

    def test_few_sweeps_loose_and_tight_tolerances_side_by_side(self):
        tolerances = [10.0 ** -k for k in range(14)]
        text = experiment(solve="discount = 0.95\nmax_sweeps = 60",
                          rest=axis("solve.tolerance", f"values = {tolerances}") + SENSES)
        self.same(text, tolerance=[(i, f"solve.tolerance=[{tolerances[i]}]") for i in (0, 3, 9, 13)])

    def test_the_files_are_equal_for_every_number_of_threads(self):
        text = experiment(rest=axis("solve.discount", "linspace = { from = 0.1, to = 0.9, count = 200 }"))
        one, two = (self.run_text(text, "--omit-times", "-j", jobs, out=f"{jobs}.h5") for jobs in (1, 2))
        self.assertEqual(one.read_bytes(), two.read_bytes())


if __name__ == "__main__":
    unittest.main()
