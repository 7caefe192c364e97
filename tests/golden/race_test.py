#!/usr/bin/python3
"""Races on the chutes board against value iteration written here from the rules alone."""

import unittest

import numpy

from support import GoldenTest

TILES = 20
JUMPS = {3: 11, 14: 5, 18: 9}
STEPS = [1, 3, 5]
SLIP = {-1: 0.25, 0: 0.5, 1: 0.25}
BOARD = "tiles = 20\njumps = [[3, 11], [14, 5], [18, 9]]\nactions = [1, 3, 5]"


def race(model=BOARD, solve="", match=None, simulate=None, rest=""):
    """The text of an experiment on a race; tables are left out where None."""
    parts = ['name = "x"', "[model]", 'kind = "chutes-race"', model]
    for table, keys in (("solve", solve), ("match", match), ("simulate", simulate)):
        parts += [f"[{table}]", keys] if keys is not None else []
    return "\n".join(part for part in parts + [rest] if part) + "\n"


def moves():
    """P[step][tile, next tile]; past the last tile the piece comes to the one before."""
    table = numpy.zeros((len(STEPS), TILES, TILES + 1))
    for a, step in enumerate(STEPS):
        for tile in range(TILES):
            for offset, probability in SLIP.items():
                raw = tile + step + offset
                raw = max(TILES - 1 if raw > TILES else raw, 0)
                table[a, tile, JUMPS.get(raw, raw)] += probability
    return table


MOVES = moves()


def action_values(other_wins):
    """[step, own, other]: what the mover wins with if the opponent then wins with other_wins[own, other]."""
    mine = numpy.vstack([1 - other_wins.T, numpy.ones(TILES)])  # [own tile after the move, other's tile]
    return MOVES @ mine


def win_tables(policies=(None, None)):
    """win[player][own, other] of the player to move, by a policy [own, other] -> index of the step, or the best."""
    win = [numpy.zeros((TILES, TILES)), numpy.zeros((TILES, TILES))]
    while True:
        change = 0
        for player in (0, 1):
            values = action_values(win[1 - player])
            chosen = values.argmax(axis=0) if policies[player] is None else policies[player]
            after = numpy.take_along_axis(values, chosen[None], axis=0)[0]
            change = max(change, abs(after - win[player]).max())
            win[player] = after
        if change < 1e-15:
            return win


def solo():
    """Fewest expected turns by tile, and the index of the step that needs them."""
    turns = numpy.zeros(TILES + 1)
    while True:
        values = 1 + MOVES @ turns
        after = numpy.append(values.min(axis=0), 0)
        if abs(after - turns).max() < 1e-13:
            return after[:TILES], values.argmin(axis=0)
        turns = after


class Race(GoldenTest):
    def test_every_pair_of_tiles_is_right(self):
        data = self.solve(race()).isel(replicate=0)
        win = win_tables()[0]
        numpy.testing.assert_allclose(data.win_probability.values, win, rtol=0, atol=1e-12)
        self.assertEqual(float(data.first_win_probability), float(data.win_probability[0, 0]))
        self.assertLessEqual(float(data.error_bound), 1e-12)
        values = action_values(win)
        best = numpy.array([STEPS.index(step) for step in data.best_step.values.ravel()]).reshape(TILES, TILES)
        chosen = numpy.take_along_axis(values, best[None], axis=0)[0]
        numpy.testing.assert_allclose(chosen, win, rtol=0, atol=1e-11)

    def test_boldness_is_the_difference_to_a_single_player(self):
        data = self.solve(race()).isel(replicate=0)
        turns, step = solo()
        numpy.testing.assert_allclose(data.solo_turns.values, turns, rtol=0, atol=1e-8)
        numpy.testing.assert_array_equal(data.solo_step.values, numpy.array(STEPS)[step])
        win = win_tables()[0]
        values = action_values(win)
        alone = numpy.take_along_axis(values, numpy.repeat(step[None, :, None], TILES, axis=2), axis=0)[0]
        expected = numpy.where(win - alone <= 1e-11, 0, data.best_step.values - data.solo_step.values[:, None])
        numpy.testing.assert_array_equal(data.boldness.values, expected)
        self.assertTrue((expected != 0).any())
        stand = [tile for tile in range(TILES) if tile not in JUMPS]
        behind = [expected[a, b] for a in stand for b in stand if turns[a] > turns[b]]
        ahead = [expected[a, b] for a in stand for b in stand if turns[a] < turns[b]]
        self.assertAlmostEqual(float(data.boldness_behind), numpy.mean(behind), delta=1e-12)
        self.assertAlmostEqual(float(data.boldness_ahead), numpy.mean(ahead), delta=1e-12)

    def test_policies_win_as_often_as_they_should(self):
        best = self.solve(race()).best_step.values[0]
        known = {"optimal": numpy.array([[STEPS.index(s) for s in row] for row in best]),
                 "solo": numpy.repeat(solo()[1][:, None], TILES, axis=1),
                 "fixed:3": numpy.ones((TILES, TILES), int)}
        for policy, opponent in (("optimal", "optimal"), ("optimal", "solo"), ("solo", "fixed:3"),
                                 ("fixed:3", "optimal")):
            with self.subTest(policy=policy, opponent=opponent):
                keys = f'policy = "{policy}"\nopponent = "{opponent}"'
                data = self.solve(race(match=keys, simulate=keys + "\ngames = 40_000"))
                first, second = win_tables([known[policy], known[opponent]])
                self.assertAlmostEqual(float(data.match_win_first), first[0, 0], delta=1e-12)
                self.assertAlmostEqual(float(data.match_win_second), 1 - second[0, 0], delta=1e-12)
                self.assertEqual(int(data.agrees_with_exact), 1)
                self.assertEqual(float(data.cut_share), 0)

    def test_the_whole_board_is_solved_and_played(self):
        path = self.run_text(race(model="", match='opponent = "solo"', simulate='opponent = "solo"'))
        data = self.open(path).isel(replicate=0)
        self.assertEqual(data.win_probability.shape, (100, 100))
        self.assertLessEqual(float(data.error_bound), 1e-12)
        self.assertGreater(float(data.match_win_first), float(data.first_win_probability))
        self.assertEqual(int(data.agrees_with_exact), 1)
        self.assertRegex(self.aleator("show", path).stdout, r"agrees_with_exact +yes")

    def test_matches_are_those_of_any_number_of_threads(self):
        text = race(solve=None, simulate='policy = "solo"\nopponent = "random"\ngames = 30_001')
        one = self.figures(self.run_text(text, "-j", "1", out="one.h5"))
        two = self.figures(self.run_text(text, "-j", "2", out="two.h5"))
        self.assertEqual({k: v for k, v in one.items() if k != "seconds"},
                         {k: v for k, v in two.items() if k != "seconds"})

    def test_matches_that_never_end_are_cut(self):
        keys = 'policy = "fixed:5"\nopponent = "fixed:5"'
        data = self.solve(race(solve=None, match=keys, simulate=keys + "\nmax_turns = 1000\ngames = 1000"))
        self.assertLess(float(data.match_win_first + data.match_win_second), 1 - 1e-3)  # step 5 stays on tile 19
        self.assertGreater(float(data.cut_share), 0.01)
        self.assertEqual(int(data.agrees_with_exact), 1)

    def test_methods_that_cannot_solve_it_say_so(self):
        path = self.run_text(race(solve='method = "value-iteration"'), code=1)
        message = str(self.open(path, "failures").message.values[0])
        self.assertIn("only interval iteration and optimistic value iteration solve it", message)

    def test_what_is_refused(self):
        for text, problem in (
                (race(match='policy = "fixed:2"'), "match.policy: the step 2 is none of model.actions"),
                (race(match='policy = "sole"'), 'match.policy: there is no policy "sole" (did you mean "solo"?)'),
                (race("tiles = 32001\nboard = \"empty\""), "model.tiles: 32001 tiles are more than 32000, the most for "
                                                          "a race"),
                (race("step_reward = 1.0"), 'model.step_reward: is a key of kind "chutes", not of "chutes-race"')):
            self.write(text)
            self.assertIn(problem, self.aleator("run", "x.toml", code=2).stderr)


if __name__ == "__main__":
    unittest.main()
