#!/usr/bin/python3
"""kind = "snakes-and-ladders" through the program: exact figures of known boards, and what is refused."""

import json
import math
import unittest
from fractions import Fraction

import numpy

from support import DATA, GoldenTest, axis, process

KNOWN = json.loads((DATA / "snakes_and_ladders.json").read_text())
BOARDS = [name for name in KNOWN if name != "about"]


def snakes(model="", analyse="", rest=""):
    """The text of an experiment; [analyse] is left out where None."""
    parts = ['name = "x"', "[model]", 'kind = "snakes-and-ladders"', model]
    if analyse is not None:
        parts += ["[analyse]", analyse]
    return "\n".join(part for part in parts + [rest] if part) + "\n"


class KnownBoards(GoldenTest):
    def board(self, name):
        known = KNOWN[name]
        text = snakes(f'board = "{name}"\novershoot = "{known["overshoot"]}"\nplayers = 2',
                      "exact = true\nquantiles = [0.5, 0.9, 0.99]")
        return known, self.solve(text).isel(replicate=0)

    def near(self, value, truth):
        self.assertAlmostEqual(float(value), float(truth), delta=1e-12 * max(1, abs(truth)))

    def test_figures(self):
        for name in BOARDS:
            with self.subTest(name):
                known, data = self.board(name)
                self.assertEqual(data.exact_mean_turns.item(), known["mean_exact"])
                mean = Fraction(known["mean_exact"])
                self.near(data.mean_turns, mean)
                self.near(data.mean_rolls, mean)
                self.near(data.expected_turns[0], mean)
                self.near(data.visits.sum(), mean)
                self.near(math.sqrt(data.turns_variance), known["std"])
                self.assertEqual(data.turns_median.item(), known["median"])
                self.assertEqual(data.turns_quantile.values.tolist(), [known[k] for k in ("median", "q90", "q99")])
                self.assertEqual(int(data.turns_probability.values.argmax()), known["mode"])
                self.assertEqual(data.shortest_turns.item(), known["shortest_turns"])
                self.assertEqual(data.shortest_rolls.item(), known["shortest_turns"])
                self.assertEqual(data.shortest_sequences.item(), known["shortest_sequences"])
                self.near(data.shortest_probability, Fraction(known["shortest_probability"]))

    def test_the_whole_distribution(self):
        for name in BOARDS:
            with self.subTest(name):
                known, data = self.board(name)
                done = numpy.cumsum(data.turns_probability.values)
                numpy.testing.assert_allclose(done[1:31], known["done_by_turn"], rtol=0, atol=1e-13)
                self.assertLessEqual(data.turns_rest.item(), 1e-15)
                turns = numpy.arange(len(done))
                self.near((data.turns_probability * turns).sum(), Fraction(known["mean_exact"]))

    def test_two_players(self):
        known, data = self.board("classic-16")
        numpy.testing.assert_allclose(data.win_probability, known["win_probability_2_players"], rtol=0, atol=1e-14)
        self.assertEqual(data.player.values.tolist(), [1, 2])
        left = 1 - numpy.cumsum(data.turns_probability.values)
        self.near(data.rounds_until_first, (left ** 2).sum())
        self.near(data.rounds_until_first + data.rounds_until_all, 2 * data.mean_turns)

    def test_jumps(self):
        for name in BOARDS:
            with self.subTest(name):
                known, data = self.board(name)
                jumps = {int(a): int(b) for a, b in zip(data.jump_from, data.jump_to)}
                self.assertEqual(jumps, {int(a): b for a, b in known["jumps"].items()})
                self.assertTrue((data.visits.values[list(jumps)] == 0).all())
                # What comes onto a jump leaves it: mean climb = 100 tiles from 0, without what the last roll overshoots.
                if known["overshoot"] == "arrive":
                    continue
                uses = dict(zip(jumps, data.jump_uses.values))
                rolled = sum(total / 6 * visits for tile, visits in enumerate(data.visits.values)
                             for total in range(1, 7) if tile + total <= 100)
                climbed = sum(uses[a] * (b - a) for a, b in jumps.items())
                self.near(rolled + climbed, 100)

    def test_the_value_of_a_jump_is_that_of_the_board_without_it(self):
        known, data = self.board("milton-bradley")
        for number in (1, 8, 14):
            jumps = [[int(a), b] for a, b in known["jumps"].items()]
            removed = jumps.pop(number)
            without = self.solve(snakes(f"jumps = {jumps}"))
            here = data.isel(jump=int(numpy.flatnonzero(data.jump_from == removed[0])[0]))
            self.near(here.jump_value, without.mean_turns.item() - data.mean_turns.item())

    def test_one_more_jump_is_as_told(self):
        known, data = self.board("classic-16")
        jumps = [[int(a), b] for a, b in known["jumps"].items()]
        for place in ("best_ladder", "worst_ladder", "best_snake", "worst_snake"):
            more = [int(data[f"{place}_from"]), int(data[f"{place}_to"])]
            self.assertEqual(more[0] < more[1], place.endswith("ladder"))
            again = self.solve(snakes(f'jumps = {jumps + [more]}\novershoot = "arrive"'))
            self.near(data[f"{place}_turns"], again.mean_turns.item())

    def test_faces_are_those_of_other_dice(self):
        known, data = self.board("classic-16")
        others = self.solve(snakes('board = "classic-16"\novershoot = "arrive"', "",
                                   axis("model.die", "range = { from = 2, to = 41, step = 1 }")))
        numpy.testing.assert_allclose(data.faces_turns[1:], others.mean_turns.values[:, 0], rtol=1e-12)
        self.assertEqual(data.faces_turns[0].item(), math.inf)  # one face does not pass a snake
        self.assertEqual(data.faces.values.tolist(), list(range(1, 41)))
        self.assertEqual(data.best_faces.item(), int(others.die[others.mean_turns.values.argmin()]))

    def test_tiles_after_so_many_turns(self):
        data = self.solve(snakes('board = "empty"\ntiles = 3\ndie = 2\novershoot = "arrive"', "",
                                 '[output]\nkeep = ["tile_probability"]'))
        self.assertEqual(data.tile_probability.values[0].tolist(),
                         [[1, 0, 0, 0], [0, 0.5, 0.5, 0], [0, 0, 0.25, 0.75], [0, 0, 0, 1]])

    def test_values_of_solve_are_the_expected_turns(self):
        solve = '[solve]\nobjective = "expected-steps"\nmethod = "policy-iteration"'
        data = self.solve(snakes('board = "classic-16"\nsix_again = true\ndice = 2\novershoot = "bounce"', rest=solve))
        numpy.testing.assert_allclose(data.value, data.expected_turns, rtol=1e-11)
        again = data.mean_rolls.item() / data.mean_turns.item()  # one roll of 36 is followed by another
        self.assertAlmostEqual(again, 36 / 35, delta=0.003)

    def test_moving_jumps(self):
        """A snake that sleeps every second turn, and a ladder that is always there."""
        moving = 'tiles = 4\ndie = 1\njumps = [[3, 1], [1, 2]]\nsets = 2\njump_sets = [{}, -1]\nchain_jumps = true'
        data = self.solve(snakes(moving.format(0), rest='[solve]\nobjective = "expected-steps"')).isel(replicate=0)
        # 0 -> 1 -> 2 in phase 0, 2 -> 3 in phase 1, 3 -> 4 in phase 0.
        self.assertEqual(data.mean_turns.item(), 3)
        self.assertEqual(data.turns_probability.values.tolist(), [0, 0, 0, 1])
        self.assertEqual(data.jump_uses.values.tolist(), [0, 1])
        self.assertEqual(data.jump_value.values.tolist(), [0, math.inf])  # or 2 -> 3 -> 1 for ever
        self.assertEqual(data.best_ladder_from.item(), -1)  # jumps move
        self.assertEqual(data.shortest_path.values.tolist(), [2, 3, 4])
        self.assertEqual(data.value.values.tolist(), [3, 3, 3, 1, 0, 4, 4, 2, 1, 0])
        self.assertEqual(data.destination.values.tolist(), [0, 2, 2, 2, 4, 0, 2, 2, 3, 4])


class BestDice(GoldenTest):
    def test_the_optimum_is_what_such_a_die_gives(self):
        data = self.solve(snakes(analyse=None, rest="[optimise]")).isel(replicate=0)
        self.assertEqual(data.optimal_die.values.tolist(), [0, 0, 0, 0, 1, 0])  # milton-bradley by fives: 16 turns
        self.assertEqual(data.optimal_turns.item(), 16)
        self.assertAlmostEqual(data.fair_turns.item(), 39.2251223082350, delta=1e-12)
        self.assertEqual(data.optima.item(), len(data.optimum))
        self.assertEqual(data.starts_failed.item(), 0)
        self.assertTrue((data.optimum_slope >= -1e-8).all())
        self.assertGreaterEqual(int(data.optimum_starts.sum()), 65)
        second = data.isel(optimum=1)
        again = self.solve(snakes(f"die_probabilities = {second.optimum_die.values.tolist()}"))
        self.assertAlmostEqual(second.optimum_turns.item(), again.mean_turns.item(), delta=1e-12)
        self.assertAlmostEqual(second.optimum_turns.item(), 29.2099456822, delta=1e-9)

    def test_a_least_that_is_only_approached_is_none(self):
        """The nearer the die is to sixes only, the more is rolled in one turn; with nothing but sixes it never ends."""
        data = self.solve(snakes("six_again = true", None, "[optimise]\nmax_evaluations = 200\nstarts = 2"))
        self.assertEqual((data.starts_failed.item(), data.optimal_turns.item()), (3, 16))

    def test_no_optimum_at_all_is_not_certified(self):
        self.write(snakes('board = "empty"\ntiles = 101', None, "[optimise]\nmax_evaluations = 1\nstarts = 1"))
        told = self.aleator("run", "x.toml").stdout
        self.assertIn("1 not_certified", told)
        self.assertIn("optimise: no start came to an optimum", told)

    def test_another_number_of_faces(self):
        data = self.solve(snakes('board = "empty"\ntiles = 7\novershoot = "arrive"', None, "[optimise]\ndie = 3"))
        self.assertEqual(data.face.values.tolist(), [1, 2, 3])
        self.assertEqual(data.optimal_die.values.tolist(), [[0, 0, 1]])
        self.assertEqual(data.optimal_turns.item(), 3)

    def test_optimisers_without_slopes_come_near_the_best_die_that_shows_every_face(self):
        methods = ["hill-climbing", "random-restart", "simulated-annealing", "late-acceptance", "genetic",
                   "cross-entropy", "particle-swarm"]
        search = "[optimise]\nevaluations = 3000\n" + axis("optimise.method", f"values = {methods}")
        data = self.solve(snakes(analyse=None, rest=search)).isel(replicate=0)
        self.assertTrue((data.evaluations == 3000).all())
        self.assertLess(float(data.optimal_turns.max()), 33)
        self.assertLess(float(data.optimal_turns.min()), 29.22)
        self.assertTrue((data.optimal_turns > 29.2099456822 - 1e-9).all())
        die = data.sel({"method": "genetic"}).optimal_die.values.tolist()
        again = self.solve(snakes(f"die_probabilities = {die}"))
        self.assertAlmostEqual(data.sel({"method": "genetic"}).optimal_turns.item(), again.mean_turns.item(), delta=1e-9)


class Cards(GoldenTest):
    def cards(self, model, rest=""):
        solve = '[solve]\nobjective = "expected-steps"\nsense = "min"\nmethod = "policy-iteration"\n[analyse]'
        return self.solve(process('"snakes-with-cards"\n' + model, rest=solve + "\n" + rest)).isel(replicate=0)

    def test_no_cards_are_the_plain_game(self):
        data = self.cards("skip_cards = 0\ndouble_cards = 0")
        self.assertAlmostEqual(data.initial_value.item(), 39.2251223082350, delta=1e-11)
        self.assertEqual(len(data.state), 101)
        self.assertFalse(data.policy.values[:100].any())  # there is nothing to lay

    def test_cards_save_turns_and_are_laid_before_the_worst_snakes(self):
        data = self.cards("skip_cards = 1\ndouble_cards = 1")
        self.assertAlmostEqual(data.initial_value.item(), data.steps_mean.item(), delta=1e-9)
        self.assertAlmostEqual(data.initial_value.item(), 29.0609, delta=1e-4)
        hand = {(t, s, d): i for i, (t, s, d) in enumerate(zip(
            data.state_tile.values, data.state_skip_cards.values, data.state_double_cards.values))}
        self.assertEqual(len(hand), 4 * 101)
        policy = data.policy.values
        self.assertEqual(policy[hand[86, 1, 0]], 1)  # 87 -> 24 is one step ahead
        self.assertEqual(policy[hand[10, 1, 0]], 0)  # 16 -> 6 is not worth a card
        self.assertEqual(policy[hand[97, 0, 0]], 0)
        self.assertEqual(policy[hand[100, 1, 1]], -1)
        value = data.value.values
        for tile in range(100):
            self.assertLessEqual(value[hand[tile, 1, 0]], value[hand[tile, 0, 0]] + 1e-9)
            self.assertLessEqual(value[hand[tile, 1, 1]], value[hand[tile, 1, 0]] + 1e-9)


class Shown(GoldenTest):
    def test_the_fraction_is_shown(self):
        self.write(snakes("", "exact = true"))
        self.assertIn(f"exact_mean_turns      {KNOWN['milton-bradley']['mean_exact']}", self.aleator("run", "x.toml").stdout)

    def test_a_sweep_has_a_fraction_for_every_point(self):
        data = self.solve(snakes('board = "empty"\ntiles = 4', "", axis("model.die", "values = [1, 2]") +
                                 axis("analyse.exact", "values = [true, false]")))
        self.assertEqual(data.exact_mean_turns.values[..., 0].tolist(), [["4/1", ""], ["7/2", ""]])

    def test_games_that_are_cut_are_told(self):
        out = self.run_text(snakes("", "max_turns = 20"), code=0)
        data = self.open(out)
        self.assertEqual(data.status.item(), 4)
        self.assertAlmostEqual(data.turns_rest.item() + data.turns_probability.sum().item(), 1, delta=1e-14)
        self.assertAlmostEqual(data.mean_turns.item(), 39.2251223082350, delta=1e-12)


class Refused(GoldenTest):
    def refuses(self, model, *lines):
        self.write(snakes(model))
        told = self.aleator("run", "x.toml", code=2).stderr
        self.assertEqual(told, "".join(f"x.toml:{line}\n" for line in lines))

    def test_rules_that_make_no_game(self):
        self.refuses("die_probabilities = [0.5, 0.4]",
                     "4:21: model.die_probabilities: the probabilities sum to 0.9, not to 1")
        self.refuses("players = 0", "4:11: model.players: 0 is out of range: it must be 1 to 1000")
        self.refuses("jumps = [[3, 9], [9, 3]]", "4:10: model.jumps: the jump 3 -> 9 is part of a cycle: 3 -> 9 -> 3")
        self.refuses("jumps = [[50, 3], [51, 3], [52, 3], [53, 3], [54, 3], [55, 3]]",
                     "4:9: model.jumps: tile 0 can be reached, but the last one cannot be reached from it: no roll of "
                     "at most 6 passes the snakes on tiles 50 to 55")
        self.refuses("dice = 2\ntiles = 20\njumps = []",
                     "4:8: model.dice: tile 19 can be reached, but the last one cannot be reached from it")
        self.refuses("die = 6\ndie_probabilities = [1.0]",
                     "5:21: model.die_probabilities: give either die or die_probabilities, not both")

    def test_every_point_of_a_sweep_is_looked_at(self):
        self.write(snakes('jumps = [[2, 1], [3, 1]]\ntiles = 10\novershoot = "arrive"', "",
                          axis("model.die", "values = [3, 2]")))
        told = self.aleator("run", "x.toml", code=2).stderr
        self.assertEqual(told, "x.toml:4:9: model.jumps: tile 0 can be reached, but the last one cannot be reached "
                               "from it: no roll of at most 2 passes the snakes on tiles 2 to 3\n")


if __name__ == "__main__":
    unittest.main()
