#!/usr/bin/python3
"""[simulate] of snakes and ladders: beside the exact answers, and the same for every number of threads."""

import itertools
import json
import unittest

import numpy

from support import GoldenTest, axis

BOARDS = ("milton-bradley", "hasbro", "classic-16", "empty")


def simulate(model="", keys="games = 20_000", analyse="", rest=""):
    parts = ['name = "x"', "[model]", 'kind = "snakes-and-ladders"', model]
    if analyse is not None:
        parts += ["[analyse]", analyse]
    return "\n".join(part for part in parts + ["[simulate]", keys, rest] if part) + "\n"


class Simulation(GoldenTest):
    def test_agrees_with_exact_answers_for_all_boards_rules_and_players(self):
        axes = (axis("model.board", f"values = {json.dumps(BOARDS)}") +
                axis("model.overshoot", 'values = ["arrive", "stay", "bounce"]') +
                axis("model.six_again", "values = [false, true]") + axis("model.players", "values = [1, 2, 4]"))
        data = self.solve(simulate(rest=axes))
        self.assertEqual(data.agrees_with_exact.size, 72)
        self.assertTrue((data.agrees_with_exact == 1).all())
        self.assertLess(abs(data.turns_z).max(), 4)
        self.assertGreater(data.turns_z.std(), 0.5)
        self.assertTrue((data.rolls_mean >= data.turns_mean - 1e-9).all())

    def test_agrees_on_boards_that_are_played_one_by_one(self):
        moving = "jumps = [[3, 60], [80, 10], [7, 90]]\njump_sets = [0, 1, 1]\nsets = 2\nset_turns = 3\nplayers = 3"
        for model in (moving, 'board = "empty"\ntiles = 300\ndice = 3\novershoot = "arrive"'):
            with self.subTest(model):
                data = self.solve(simulate(model))
                self.assertEqual(data.agrees_with_exact.item(), 1)

    def test_counts_every_game(self):
        data = self.solve(simulate("players = 3", "games = 12_345\nblock_games = 1_000")).isel(replicate=0)
        self.assertEqual(data.arrivals.sum().item(), 3 * 12_345)
        for counts in (data.first_in_games, data.all_in_games, data.wins):
            self.assertEqual(counts.sum().item(), 12_345)
        turns = numpy.arange(data.played_turn.size)
        self.assertAlmostEqual(data.turns_mean.item(), numpy.average(turns, weights=data.arrivals), places=10)
        self.assertAlmostEqual(data.first_in_mean.item(), numpy.average(turns, weights=data.first_in_games), places=10)
        self.assertAlmostEqual(data.all_in_mean.item(), numpy.average(turns, weights=data.all_in_games), places=10)

    def test_says_when_there_is_nothing_to_agree_with(self):
        data = self.solve(simulate(analyse=None))
        self.assertEqual(data.agrees_with_exact.item(), -1)
        self.assertTrue(numpy.isnan(data.turns_z.item()))
        self.assertEqual(self.solve(simulate(keys="games = 29")).agrees_with_exact.item(), -1)
        self.assertEqual(self.solve(simulate(keys="games = 1")).arrivals.sum().item(), 1)

    def test_is_the_same_for_every_number_of_threads(self):
        self.expect_same_for_all_threads(simulate("players = 2", "games = 100_000\nblock_games = 1_000"))
        self.expect_same_for_all_threads(cards("games = 100_000\nblock_games = 1_000"))

    def expect_same_for_all_threads(self, text):
        path = self.write(text)
        files = []
        for threads in (1, 2, 8):
            files.append(self.folder / f"{threads}.h5")
            self.aleator("run", path, "-o", files[-1], "-j", threads, "--omit-times")
        for a, b in itertools.pairwise(files):
            self.assertEqual(a.read_bytes(), b.read_bytes())


def cards(keys="games = 20_000", solve=True, rest=""):
    parts = ['name = "x"', "[model]", 'kind = "snakes-with-cards"']
    if solve:
        parts += ["[solve]", 'method = "policy-iteration"', 'objective = "expected-steps"', 'sense = "min"']
    return "\n".join(parts + ["[simulate]", keys, rest]) + "\n"


class Cards(GoldenTest):
    def test_agree_with_the_exact_mean_for_all_boards_rules_hands_and_policies(self):
        axes = (axis("model.board", 'values = ["milton-bradley", "classic-16"]') +
                axis("model.overshoot", 'values = ["arrive", "stay", "bounce"]') +
                axis("model.skip_cards", "values = [0, 2]") + axis("model.double_cards", "values = [0, 1]") +
                axis("simulate.policy", 'values = ["optimal", "random", "fixed:0", "fixed:3"]'))
        data = self.solve(cards(rest=axes)).isel(replicate=0)
        self.assertEqual(data.agrees_with_exact.size, 96)
        self.assertTrue((data.agrees_with_exact == 1).all())
        self.assertGreater(data.turns_z.std(), 0.5)
        best = data.isel(simulate_policy=0)
        numpy.testing.assert_allclose(best.turns_exact, best.initial_value, rtol=1e-9)
        self.assertTrue((data.turns_exact >= best.turns_exact * (1 - 1e-12)).all())
        # cards that are never laid, or not there, make the plain game
        numpy.testing.assert_allclose(data.turns_exact.isel(simulate_policy=2, board=0, overshoot=1), 39.2251223082349603,
                                      rtol=1e-12)

    def test_count_every_game(self):
        data = self.solve(cards("games = 12_345\nblock_games = 1_000")).isel(replicate=0)
        self.assertEqual(data.arrivals.sum().item(), 12_345)
        turns = numpy.arange(data.played_turn.size)
        self.assertAlmostEqual(data.turns_mean.item(), numpy.average(turns, weights=data.arrivals), places=10)

    def test_do_not_agree_where_nothing_can(self):
        cut = self.solve(cards("max_turns = 10"))
        self.assertGreater(cut.cut_share.item(), 0.5)
        self.assertEqual(cut.agrees_with_exact.item(), -1)
        self.assertEqual(self.solve(cards("games = 29")).agrees_with_exact.item(), -1)

    def test_need_no_solve_for_a_named_policy(self):
        data = self.solve(cards('policy = "fixed:0"', solve=False))
        self.assertEqual(data.agrees_with_exact.item(), 1)
        run = self.aleator("run", self.write(cards(solve=False)), code=2)
        self.assertIn('simulate.policy: "optimal" is what [solve] finds, and there is no [solve]', run.stderr)


if __name__ == "__main__":
    unittest.main()
