"""What the pictures show is what the file holds: the functions that extract it, and which picture is drawn for what."""

import unittest

import numpy as np
from support import BOARD, SIMULATE, SOLVE, axis, open_run

from aleator_analysis import ResultError, chutes, draw, grid, jumps, optimal_steps, pictures_of, step_table, style
from aleator_analysis.pictures import board, convergence, maps, simulation

DISCOUNTS = axis("solve.discount", "[0.5, 0.9, 0.99]")
OVERSHOOTS = axis("model.overshoot", '["to-tile", "stay", "bounce", "arrive"]')
SOLVED = ["board", "convergence"]
SWEPT = ["board", "start_value", "value_map", "step_map", "convergence"]
EMPTY = '[model]\nkind = "chutes"\nboard = "empty"\n'


class OneRun(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = open_run(BOARD, SOLVE, SIMULATE)
        cls.data = cls.result.data

    def test_has_these_pictures(self):
        self.assertEqual([p.name for p in pictures_of(self.result)], ["board", "check", "turns", "convergence"])

    def test_its_jumps_are_those_of_the_experiment(self):
        self.assertEqual(jumps(self.data), [(2, 7), (9, 4)])
        self.assertEqual(np.flatnonzero(chutes.feet(self.data)).tolist(), [2, 9])

    def test_its_optimal_steps_are_those_of_the_file(self):
        np.testing.assert_array_equal(optimal_steps(self.data), self.data["optimal"].values[0] == 1)
        np.testing.assert_array_equal(optimal_steps(self.data.drop_vars("optimal")).argmax(axis=1)[:-1] + 1,
                                      self.data["policy"].values[0, :-1])

    def test_the_raster_marks_single_steps_ties_and_feet(self):
        codes, best = board.step_codes(self.data), self.data["optimal"].values[0] == 1
        self.assertTrue((codes[[2, 9]] == board.FOOT).all())
        standing = ~chutes.feet(self.data)
        tied = best.sum(axis=1) > 1
        np.testing.assert_array_equal((codes == board.TIED)[standing], (best & tied[:, None])[standing])
        np.testing.assert_array_equal((codes == board.ONLY)[standing], (best & ~tied[:, None])[standing])

    def test_the_line_of_values_leaves_out_the_feet(self):
        line = draw(self.result, "board").axes[0].lines[0]
        self.assertEqual(line.get_xdata().tolist(), [0, 1, 3, 4, 5, 6, 7, 8, 10, 11, 12])
        np.testing.assert_array_equal(line.get_ydata(), self.data["value"].values[0][line.get_xdata()])

    def test_the_comparison_is_that_of_the_engine(self):
        table = simulation.comparison(self.data, None)
        self.assertEqual(table["mean"].item(), self.data["return_mean"].item())
        self.assertEqual(table["exact"].item(), self.data["value"].values[0, 0])
        self.assertAlmostEqual(table["z"].item(), self.data["value_z"].item(), places=9)

    def test_the_distribution_of_turns_adds_up_to_one(self):
        turns, share = simulation.turn_distribution(self.data)
        np.testing.assert_array_equal(share, self.data["turns_frequency"].values[0])
        self.assertAlmostEqual(share.sum(), 1)
        self.assertAlmostEqual((turns * share).sum(), self.data["turns_mean"].item(), places=9)

    def test_the_residuals_are_those_of_the_trace(self):
        (_, (_, residuals)), = convergence.residuals_by_run(self.result, self.data, None)
        trace = self.result.trace("residual")
        np.testing.assert_array_equal(residuals[trace > 0], trace[trace > 0])

    def test_a_missing_picture_says_what_there_is(self):
        with self.assertRaises(ResultError) as raised:
            draw(self.result, "value_map")
        self.assertEqual(str(raised.exception), f"{self.result.path}: no picture 'value_map'; there are: "
                                                "board, check, turns, convergence")


class Sweeps(unittest.TestCase):
    def test_of_one_axis_map_the_values_of_the_file(self):
        result = open_run(BOARD, SOLVE, DISCOUNTS)
        self.assertEqual([p.name for p in pictures_of(result)], SWEPT)
        np.testing.assert_array_equal(chutes.value_map(result.data, "discount"), result.data["value"].values[:, 0])
        np.testing.assert_array_equal(chutes.step_map(result.data, "discount"), result.data["policy"].values[:, 0])
        np.testing.assert_array_equal(maps.start_values(result.data, "discount"), result.data["value"].values[:, 0, 0])
        self.assertEqual(np.flatnonzero(chutes.foot_map(result.data, "discount")[1]).tolist(), [2, 9])

    def test_the_least_optimal_step_follows_from_the_optimal_ones(self):
        result = open_run(BOARD, SOLVE, DISCOUNTS)
        np.testing.assert_array_equal(chutes.step_map(result.data.drop_vars("policy"), "discount"),
                                      result.data["policy"].values[:, 0])

    def test_of_two_axes_make_a_slice_for_each_value_of_the_shorter(self):
        result = open_run(BOARD, SOLVE, SIMULATE, DISCOUNTS, OVERSHOOTS)
        self.assertEqual(grid.axes(result.data), ["discount", "overshoot"])
        self.assertEqual(grid.main_axis(result.data), "overshoot")
        parts = grid.slices(result.data, "overshoot")
        self.assertEqual([text for text, _ in parts], ["discount = 0.5", "discount = 0.9", "discount = 0.99"])
        np.testing.assert_array_equal(chutes.value_map(parts[1][1], "overshoot"), result.data["value"].values[1, :, 0])
        table = simulation.comparison(parts[2][1], "overshoot")
        self.assertEqual(table["place"].tolist(), [0, 1, 2, 3])
        np.testing.assert_array_equal(table["exact"], result.data["value"].values[2, :, 0, 0])

    def test_the_board_drawn_is_the_usual_one(self):
        result = open_run(BOARD, SOLVE, DISCOUNTS, OVERSHOOTS)
        place = grid.representative(result.data, result.settings)
        self.assertEqual(grid.place_text(result.data, place), "discount = 0.9, overshoot = to-tile, replicate = 0")
        values = draw(result, "board", overshoot="arrive").axes[0].lines[0].get_ydata()
        self.assertEqual(values[0], result.data["value"].sel(discount=0.9, overshoot="arrive").values[0, 0])

    def test_of_tiles_and_actions_do_not_show_the_padding(self):
        result = open_run(EMPTY, SOLVE, SIMULATE, axis("model.tiles", "[5, 8, 30]"),
                          axis("model.actions", "[[1, 2], [3, 7, 1]]"))
        small = result.at(tiles=5, actions="[1, 2]").data
        self.assertEqual(len(chutes.values(small)), 6)
        self.assertEqual(chutes.values(small)[-1], 100)
        self.assertEqual(chutes.steps(small).tolist(), [1, 2, 3, 7])
        self.assertFalse(optimal_steps(small)[:, 2:].any())
        row = chutes.step_map(result.at(actions="[1, 2]").data, "tiles")[0]
        self.assertEqual(set(row[5:]), {-1})
        table = step_table(result.data, tiles=[0, 4, 5, 29])
        self.assertEqual(table.loc[("5", "[1, 2]")].tolist()[2:], ["", ""])
        self.assertEqual([p.name for p in pictures_of(result)], SWEPT[:-1] + ["check", "turns", "convergence"])

    def test_replicates_are_compared_one_by_one(self):
        result = open_run("replicates = 4\n", BOARD, SOLVE, SIMULATE)
        table = simulation.comparison(result.data, None)
        np.testing.assert_array_equal(table["mean"], result.data["return_mean"].values)
        self.assertEqual(grid.axes(result.data), [])

    def test_zipped_keys_are_one_axis(self):
        result = open_run(BOARD, SOLVE, '[[axis]]\nkeys = ["model.win_reward", "model.step_reward"]\n'
                                        "values = [[100.0, 0.0], [10.0, -1.0]]\n")
        self.assertEqual(grid.axes(result.data), ["win_reward"])
        self.assertEqual([p.name for p in pictures_of(result)], SWEPT)


class PartsOfARun(unittest.TestCase):
    def test_only_solved(self):
        self.assertEqual([p.name for p in pictures_of(open_run(BOARD, SOLVE))], SOLVED)

    def test_only_simulated(self):
        result = open_run(BOARD, '[simulate]\npolicy = "fixed:2"\ngames = 500\n')
        self.assertEqual([p.name for p in pictures_of(result)], ["turns"])

    def test_play_of_another_policy_is_not_held_against_the_value(self):
        result = open_run(BOARD, SOLVE, '[simulate]\npolicy = "random"\ngames = 500\n')
        self.assertEqual([p.name for p in pictures_of(result)], ["board", "turns", "convergence"])

    def test_only_some_outputs_kept(self):
        result = open_run(BOARD, SOLVE, '[output]\nkeep = ["value", "policy"]\n')
        self.assertEqual([p.name for p in pictures_of(result)], ["board"])
        self.assertEqual(jumps(result.data), [])
        draw(result, "board")


class Words(unittest.TestCase):
    def test_steps_are_named_as_a_person_would(self):
        numbers = np.array([1, 2, 3, 5])
        for best, text in [([0, 0, 0, 0], ""), ([0, 0, 1, 0], "3"), ([1, 0, 1, 0], "1 or 3"), ([1, 1, 1, 0], "1 to 3"),
                           ([1, 1, 0, 1], "1 or 2 or 5"), ([1, 1, 1, 1], "1 to 5")]:
            self.assertEqual(chutes.steps_text(np.array(best, dtype=bool), numbers), text)

    def test_legends_have_no_more_digits_than_needed(self):
        self.assertEqual(grid.line_texts(np.array([0.3, 0.41596638])), ["0.3", "0.416"])
        self.assertEqual(grid.line_texts(np.array([0.1234561, 0.1234562])), ["0.1234561", "0.1234562"])

    def test_evenly_keeps_both_ends(self):
        self.assertEqual(grid.evenly(3, 7), [0, 1, 2])
        self.assertEqual(grid.evenly(100, 4), [0, 33, 66, 99])

    def test_cells_meet_between_their_centres(self):
        self.assertEqual(style.edges(np.array([1.0, 2.0, 4.0])).tolist(), [0.5, 1.5, 3.0, 5.0])

    def test_tiny_values_are_shown_on_a_logarithmic_scale_from_the_noise_up(self):
        self.assertIsNone(style.logarithmic_floor(np.array([1.0, 50.0, np.nan, 100.0]), 1e-9))
        self.assertEqual(style.logarithmic_floor(np.array([1e-30, 1e-5, 100.0]), 1e-9), 1e-9)


if __name__ == "__main__":
    unittest.main()
