"""Pictures of dice games: what they show is what the file holds."""

import unittest

import numpy as np
from support import axis, open_run

from aleator_analysis import draw, grid, pictures_of
from aleator_analysis.pictures import curves, g2048, pursuit, snakes, two

SNAKES = '[model]\nkind = "snakes-and-ladders"\nplayers = 3\n'
RACE = '[model]\nkind = "chutes-race"\n[solve]\n'
PIG = '[model]\nkind = "pig"\ngoal = 12\n[solve]\n'


def names(result):
    return [picture.name for picture in pictures_of(result)]


class Snakes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.one = open_run(SNAKES, "[analyse]\n")
        cls.swept = open_run(SNAKES, "[analyse]\n", axis("model.players", "[1, 2, 5]"),
                             axis("model.overshoot", '["arrive", "stay"]'))

    def test_have_these_pictures(self):
        self.assertEqual(names(self.one), ["length", "jumps", "players"])
        self.assertEqual(names(self.swept), ["length", "jumps", "players", "curves"])
        for result in (self.one, self.swept):
            for picture in pictures_of(result):
                picture.draw(result)

    def test_the_length_is_that_of_the_file_but_for_the_longest(self):
        line = draw(self.one, "length").axes[0].lines[0].get_ydata()
        np.testing.assert_array_equal(line, self.one.data["turns_probability"].values[0, :len(line)])
        self.assertTrue(0.999 <= line.sum() < 0.9995)
        self.assertEqual(len(draw(self.swept, "length").axes[0].get_legend().get_texts()), 6)

    def test_the_jumps_are_those_of_the_board_by_their_worth(self):
        jumps = snakes.jumps_of(self.one.data)
        self.assertEqual(len(jumps), 19)
        self.assertEqual(jumps[-1][:2], (80, 100))
        self.assertTrue(all(a[2] <= b[2] for a, b in zip(jumps, jumps[1:])))
        self.assertEqual({(a, b) for a, b, _ in jumps}, set(zip(self.one.data["jump_from"].values[0].tolist(),
                                                               self.one.data["jump_to"].values[0].tolist())))

    def test_a_jump_that_is_needed_is_marked(self):
        needed = open_run('[model]\nkind = "snakes-and-ladders"\ntiles = 12\ndie = 2\novershoot = "arrive"\n'
                          "jumps = [[4, 12], [7, 1], [8, 2]]\n[analyse]\n")
        self.assertEqual([jump[2] for jump in snakes.jumps_of(needed.data) if jump[:2] == (4, 12)], [np.inf])
        crosses = [line for line in draw(needed, "jumps").axes[0].lines if line.get_marker() == "x"]
        self.assertEqual(sum(len(line.get_xdata()) for line in crosses), 1)

    def test_the_players_are_those_of_each_run_and_none_alone(self):
        lines = draw(self.swept, "players").axes[0].lines
        self.assertEqual(sorted(len(line.get_xdata()) for line in lines), [2, 2, 5, 5])
        for line in lines:
            self.assertAlmostEqual(line.get_ydata().sum(), 1)

    def test_the_curves_are_the_answers_along_the_longest_axis(self):
        self.assertEqual(curves.shown_of(self.swept.data), ["mean_turns", "rounds_until_first", "rounds_until_all",
                                                            "shortest_turns"])
        plots = draw(self.swept, "curves").axes
        for line, (_, part) in zip(plots[1].lines, grid.slices(self.swept.data, "players")):
            np.testing.assert_array_equal(line.get_ydata(), part["rounds_until_first"].values.ravel())



class CatAndMouse(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        model = '[model]\nkind = "cat-and-mouse"\n'
        cls.one = open_run(model, "[solve]\n")
        cls.swept = open_run(model + "rows = 4\ncols = 5\nmay_stay = true\n", "[solve]\n",
                             axis("model.cats", "[1, 2]"), axis("model.rows", "[3, 4]"))
        search = '[optimise]\nmethod = "hill-climbing"\nall_starts = true\nevaluations = 20_000\n'
        cls.searched = open_run("replicates = 4\n", model + "rows = 3\ncols = 4\n", search,
                                axis("optimise.method", '["hill-climbing", "genetic"]'))
        cls.evolved = open_run("replicates = 3\n", model, '[optimise]\nmethod = "co-evolution"\nrounds = 3000\n',
                               '[output]\nkeep = ["lead_changes", "lead_change_round", "rounds_played", "round_plies", '
                               '"round_winner"]\n')
        cls.tested = open_run("replicates = 2\n", model + "rows = 5\ncols = 5\n", '[optimise]\nmethod = "hill-climbing"\n'
                              'policy = "local"\nevaluations = 200\ngames = 100\ntest_boards = [[5, 5], [7, 9]]\n'
                              'test_games = 500\n', axis("optimise.opponent", '["random", "careful"]'))

    def test_have_these_pictures(self):
        self.assertEqual(names(self.one), ["capture_times", "pursuit"])
        self.assertEqual(names(self.swept), ["capture_times", "pursuit", "curves"])
        self.assertEqual(names(self.searched), ["reached"])
        self.assertEqual(names(self.evolved), ["lead"])
        self.assertEqual(names(self.tested), ["tested"])  # the mouse escapes the best of cats: there is nothing to reach
        for result in (self.one, self.swept, self.searched, self.evolved, self.tested):
            for picture in pictures_of(result):
                picture.draw(result)

    def test_the_line_is_that_of_the_file_to_the_capture(self):
        line = pursuit.line_of(pursuit.representative_run(self.one))
        self.assertEqual(line.shape, (24, 2, 2))
        self.assertEqual(line[0].tolist(), [[7, 0], [0, 6]])
        self.assertEqual(line[-1, 1].tolist(), [-1, -1])
        steps = np.abs(np.diff(line[:-1], axis=0)).sum(axis=2)
        np.testing.assert_array_equal(steps.sum(axis=1), 1)  # one piece goes to a neighbour in each ply
        self.assertEqual(pursuit.outcome_of(line, 1), "caught after 23 plies")

    def test_pieces_are_told_apart_where_runs_have_more_or_fewer(self):
        for cats in (1, 2):
            part = self.swept.at(cats=cats, rows=3)
            run = pursuit.representative_run(part)
            line = pursuit.line_of(run)
            self.assertEqual(line.shape[1], cats + 1)
            self.assertEqual(pursuit.cats_of(line, run, part.settings), cats)
            self.assertEqual(pursuit.board_of(run).shape, (3, 5))

    def test_the_animation_has_a_frame_a_ply(self):
        from io import BytesIO

        from PIL import Image
        picture = next(p for p in pictures_of(self.one) if p.name == "pursuit")
        gif = Image.open(BytesIO(picture.animate(self.one)))
        self.assertEqual((gif.format, gif.n_frames), ("GIF", 24))

    def test_shares_of_exact_seeds_are_those_of_the_file(self):
        part = self.searched.at(method="hill-climbing").data
        evaluations, share = pursuit.reached_of(part)
        reached = part["reached_evaluation"].values.ravel()
        self.assertEqual(sorted(reached[reached >= 0].tolist()), evaluations.tolist())
        self.assertEqual(share[-1], np.mean(reached >= 0))

    def test_captures_on_test_boards_are_those_of_the_file(self):
        lines = [line for line in draw(self.tested, "tested").axes[0].lines if line.get_linestyle() != "None"]
        for line, opponent in zip(lines, ("random", "careful"), strict=True):
            share = self.tested.at(opponent=opponent).data["test_capture_share"].mean("replicate").values.ravel()
            np.testing.assert_allclose(line.get_ydata(), share)
            self.assertEqual(list(line.get_xdata()), ["5 x 5", "7 x 9"])

    def test_pictures_of_one_run_say_which_it_is(self):
        self.assertEqual(pursuit.representative_text(self.swept), "cats = 1, rows = 4")
        self.assertEqual(pursuit.representative_text(self.one), "")

    def test_changes_of_the_lead_are_those_of_the_file(self):
        runs = self.evolved.data["run"].values.ravel()
        for run, count in zip(runs, self.evolved.data["lead_changes"].values.ravel()):
            self.assertEqual(len(pursuit.lead_of(self.evolved, int(run))), count)
        line = [l for l in draw(self.evolved, "lead").axes[0].lines][-1]
        self.assertEqual(line.get_ydata()[-1], self.evolved.data["lead_changes"].values[0])


class G2048(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        model = '[model]\nkind = "g2048"\nrows = 2\ncols = 3\n'
        cls.one = open_run(model, '[solve]\n[simulate]\npolicy = "optimal"\ngames = 2000\n')
        cls.swept = open_run(model, "[simulate]\ngames = 500\n", axis("simulate.policy", '["random", "greedy"]'))

    def test_have_these_pictures(self):
        self.assertEqual(names(self.one), ["scores", "tiles"])
        self.assertIn("tiles", names(self.swept))
        for result in (self.one, self.swept):
            for picture in pictures_of(result):
                picture.draw(result)

    def test_the_shares_are_those_of_the_file(self):
        scores, share = g2048.scores_of(self.one.data)
        self.assertEqual(share[0], 1)
        self.assertTrue((np.diff(share) <= 0).all())
        self.assertTrue((np.diff(scores) > 0).all())
        tiles, reached, error, exact = g2048.reached_of(self.one.data)
        self.assertEqual(tiles[0], 2)
        np.testing.assert_allclose(exact[0], 1)
        self.assertTrue((abs(reached - exact) <= 4.5 * error + 1e-3).all())
        self.assertTrue(np.isnan(g2048.reached_of(self.swept.data.isel(policy=[0]))[3]).all())

class GamesOfTwo(unittest.TestCase):
    def test_the_map_of_a_race_is_its_boldness_with_the_opponent_up(self):
        result = open_run(RACE)
        self.assertEqual(names(result), ["boldness", "convergence"])
        boldness = result.data["boldness"].isel(replicate=0)
        shown = two.boldness_of(result.data)
        np.testing.assert_array_equal(shown, boldness.transpose("other", "own"))
        self.assertTrue((shown != 0).any())
        np.testing.assert_array_equal(draw(result, "boldness").axes[0].collections[0].get_array().ravel(), shown.ravel())

    def test_the_map_of_pig_is_where_it_holds_and_nothing_beyond_the_goal(self):
        result = open_run(PIG, axis("model.goal", "[5, 12]"))
        self.assertEqual(names(result), ["hold", "curves", "convergence"])
        small, large = (two.hold_of(part) for _, part in grid.slices(result.data, None))
        self.assertEqual(small.count(), 25)
        self.assertEqual(large.count(), 144)
        np.testing.assert_array_equal(large, result.data["hold_from"].values[1, 0].T)
        draw(result, "hold")
        draw(result, "curves")


class PerfectInformation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.search = open_run('[model]\nkind = "tic-tac-toe"\n[search]\n',
                              axis("search.method", '["minimax", "memoised", "alpha-beta"]'))
        cls.play = open_run('[model]\nkind = "race"\n[play]\ngames = 100\nopponent = "epsilon-optimal"\n',
                            axis("play.epsilon", "[0.0, 0.5, 0.8]"), axis("model.largest_step", "[2, 3]"))

    def test_have_these_pictures(self):
        self.assertEqual(names(self.search), ["search_cost"])
        self.assertEqual(names(self.play), ["match"])

    def test_nodes_are_those_of_the_file(self):
        line = draw(self.search, "search_cost").axes[0].lines[0]
        np.testing.assert_array_equal(line.get_ydata(), self.search.data["nodes"].values.ravel())

    def test_lines_are_the_exact_probabilities(self):
        figure = draw(self.play, "match")
        self.assertEqual(len(figure.axes), 2)  # nothing is drawn in a race
        exact = self.play.data["win_exact"].squeeze("replicate")
        drawn = [line.get_ydata() for line in figure.axes[0].lines if len(line.get_ydata()) == 3]
        for step in (2, 3):
            self.assertTrue(any(np.array_equal(exact.sel(largest_step=step), line) for line in drawn))

    def test_files_that_keep_little_are_drawn_too(self):
        little = open_run('[model]\nkind = "race"\n[play]\ngames = 50\n[output]\nkeep = ["win_share"]\n',
                          axis("model.target", "[5, 6]"))
        self.assertEqual(names(little), ["match"])
        draw(little, "match")


if __name__ == "__main__":
    unittest.main()
