#!/usr/bin/python3
"""Pig against the published value, exact fractions, and value iteration written here from the rules alone."""

import unittest

import numpy

from support import GoldenTest, axis

PUBLISHED = 0.530592725273747  # Neller and Presser, Optimal play of the dice game Pig, The UMAP Journal 25 (2004)


def pig(model="", solve=None, match=None, simulate=None, rest=""):
    """The text of an experiment on Pig; tables are left out where None."""
    parts = ['name = "x"', "[model]", 'kind = "pig"', model]
    for table, keys in (("solve", solve), ("match", match), ("simulate", simulate)):
        parts += [f"[{table}]", keys] if keys is not None else []
    return "\n".join(part for part in parts + [rest] if part) + "\n"


def hold_at(points):
    return lambda own, other, turn: float(turn >= points)


def outcomes(die=6, dice=1, points="face"):
    """Gains with their probabilities, and the probabilities to lose the turn and the score."""
    gains, lose_turn, lose_score = {}, 0.0, 0.0
    worth = (lambda face: face) if points == "face" else (lambda face: 1)
    rolls = [(a,) for a in range(1, die + 1)] if dice == 1 else [(a, b) for a in range(1, die + 1)
                                                                 for b in range(1, die + 1)]
    for roll in rolls:
        if roll == (1, 1):
            lose_score += 1 / len(rolls)
        elif 1 in roll:
            lose_turn += 1 / len(rolls)
        else:
            gain = sum(map(worth, roll))
            gains[gain] = gains.get(gain, 0) + 1 / len(rolls)
    return gains, lose_turn, lose_score


def win_tables(goal, policies=(None, None), hold_at_least=1, **rules):
    """win[player][own, other, turn] of the player to move, each by a policy (own, other, turn) -> share of holding, or
    the best where it is None. NaN where own + turn reaches the goal."""
    gains, lose_turn, lose_score = outcomes(**rules)
    own, other, turn = numpy.meshgrid(*[numpy.arange(goal)] * 3, indexing="ij")
    over = own + turn >= goal
    held = numpy.minimum(own + turn, goal - 1)
    share = [None if p is None else numpy.vectorize(p)(own, other, turn).astype(float) for p in policies]
    win = [numpy.where(over, 1.0, 0.0) for _ in policies]
    while True:
        change = 0
        for player in (0, 1):
            theirs = win[1 - player][:, :, 0]
            roll = lose_turn * (1 - theirs[other, own]) + lose_score * (1 - theirs[other, 0])
            for gain, probability in gains.items():
                after = win[player][own, other, numpy.minimum(turn + gain, goal - 1)]
                roll = roll + probability * numpy.where(own + turn + gain >= goal, 1, after)
            hold = 1 - theirs[other, held]
            best = numpy.maximum(roll, hold) if share[player] is None else (share[player] * hold +
                                                                           (1 - share[player]) * roll)
            best = numpy.where(turn < hold_at_least, roll, best)
            best = numpy.where(over, 1, best)
            change = max(change, abs(best - win[player]).max())
            win[player] = best
        if change < 1e-15:
            return [numpy.where(over, numpy.nan, table) for table in win]


def keeping_pace(goal):
    """From what turn total it holds, by own and other score; at the goal where it races."""
    def points(own, other):
        race = max(own, other) >= goal - 29
        return goal if race else 21 + int(abs(other - own) / 8 + 0.5) * (1 if other > own else -1)
    return points


def hold_at_wins(goal, *policies):
    """The probability that the first one wins, moving first, where players hold at a number or points(own, other):
    pairs of scores from the end, the two unknowns of each by linear equations."""
    points = [policy if callable(policy) else lambda own, other, fixed=policy: fixed for policy in policies]
    win = [numpy.zeros((goal, goal)), numpy.zeros((goal, goal))]  # at the beginning of a turn

    def turn(player, own, other, after_loss):
        value = numpy.ones(goal - own + 6)  # by the turn's total
        for total in range(goal - own - 1, -1, -1):
            if total >= points[player](own, other):
                value[total] = 1 - win[1 - player][other, own + total]
            else:
                value[total] = (after_loss + value[total + 2:total + 7].sum()) / 6
        return value[0]

    for both in range(2 * goal - 2, -1, -1):
        for own in range(max(0, both - goal + 1), min(goal - 1, both) + 1):
            other = both - own
            a, b = turn(0, own, other, 0), turn(1, other, own, 0)
            slope_a, slope_b = turn(0, own, other, 1) - a, turn(1, other, own, 1) - b
            win[0][own, other] = (a + slope_a * (1 - b - slope_b)) / (1 - slope_a * slope_b)
            win[1][other, own] = b + slope_b * (1 - win[0][own, other])
    return win[0][0, 0]


class Optimum(GoldenTest):
    def test_pig_to_100_points_is_as_published(self):
        data = self.solve(pig(solve="")).isel(replicate=0)
        self.assertAlmostEqual(float(data.first_win_probability), PUBLISHED, delta=1e-12)
        self.assertLessEqual(float(data.error_bound), 1e-12)
        self.assertEqual(data.win_probability.dims, ("own", "other", "turn_total"))
        own, _, turn = numpy.meshgrid(*[numpy.arange(100)] * 3, indexing="ij")
        over = own + turn >= 100
        numpy.testing.assert_array_equal(numpy.isnan(data.win_probability.values), over)
        numpy.testing.assert_array_equal(data.hold.values == -1, over)
        self.assertEqual(int(data.hold_from[0, 0]), 21)  # figure 3 of the paper
        self.assertEqual(int(data.hold_from[0, 99]), 100)  # all or nothing
        self.assertNotIn("value", data)

    def test_piglet_has_its_fractions(self):
        data = self.solve(pig('goal = 2\ndie = 2\npoints = "one"', solve=""))
        win = data.win_probability.isel(replicate=0)
        for position, exact in {(0, 0, 0): 4 / 7, (0, 0, 1): 5 / 7, (0, 1, 0): 2 / 5, (0, 1, 1): 3 / 5,
                                (1, 0, 0): 4 / 5, (1, 1, 0): 2 / 3}.items():
            self.assertAlmostEqual(float(win[position]), exact, delta=1e-12, msg=position)
        self.assertTrue(numpy.isnan(win[1, 0, 1]))

    def test_every_position_of_every_variant_is_right(self):
        for model, rules in (("", {}), ("die = 10", {"die": 10}), ("dice = 2", {"dice": 2}),
                             ('die = 3\ndice = 2\npoints = "one"', {"die": 3, "dice": 2, "points": "one"}),
                             ("hold_at_least = 9", {"hold_at_least": 9})):
            with self.subTest(model):
                data = self.solve(pig(f"goal = 16\n{model}", solve="")).isel(replicate=0)
                exact = win_tables(16, **rules)[0]
                numpy.testing.assert_allclose(data.win_probability.values, exact, rtol=0, atol=1e-12)
                least = rules.get("hold_at_least", 1)
                self.assertFalse((data.hold.values[:, :, :least] == 1).any())
                hold = data.hold.values == 1
                for own in range(16):
                    first = numpy.where(hold[own].any(axis=-1), hold[own].argmax(axis=-1), 16 - own)
                    numpy.testing.assert_array_equal(data.hold_from.values[own], first)

    def test_all_methods_agree(self):
        names = ["topological", "value-iteration", "gauss-seidel", "sor", "policy-iteration", "prioritized-sweeping",
                 "interval-iteration", "optimistic-value-iteration"]
        data = self.solve(pig("goal = 12", solve="", rest=axis("solve.method", f"values = {names}")))
        exact = win_tables(12)[0][0, 0, 0]
        self.assertEqual(set(data.status.values.ravel()), {0})
        numpy.testing.assert_allclose(data.first_win_probability.values.ravel(), exact, rtol=0, atol=1e-12)

    def test_another_objective_leaves_the_probabilities_out(self):
        data = self.solve(pig("goal = 8", solve='objective = "expected-steps"\ntarget = "end"'))
        self.assertTrue(numpy.isnan(data.win_probability.values).all())
        self.assertGreater(float(data.initial_value), 1)

    def test_states_can_be_asked_for(self):
        data = self.solve(pig("goal = 8", solve="", rest='[output]\nkeep = ["value", "policy", "first_win_probability"]'))
        self.assertEqual(data.sizes["state"], 8 * 8 * 9 + 2)
        self.assertEqual(float(data.value[0, 0]), float(data.first_win_probability))
        self.assertEqual(data.value.values[0, -2:].tolist(), [1, 0])


class Matches(GoldenTest):
    MODEL = "goal = 25"

    def match(self, policy, opponent, **options):
        keys = f'policy = "{policy}"\nopponent = "{opponent}"'
        return self.solve(pig(self.MODEL, solve="", match=keys, simulate=keys + "\ngames = 40_000", **options))

    def test_policies_win_as_often_as_they_should(self):
        known = {"optimal": None, "random": lambda own, other, turn: 0.5, "hold-at:8": hold_at(8),
                 "hold-at:25": hold_at(25)}
        for policy, opponent in (("optimal", "optimal"), ("hold-at:8", "optimal"), ("optimal", "random"),
                                 ("hold-at:25", "hold-at:8"), ("random", "random")):
            with self.subTest(policy=policy, opponent=opponent):
                data = self.match(policy, opponent)
                # "optimal" is the policy of the game, not a reply to the opponent's.
                best = self.optimal_policy()
                players = [best if name == "optimal" else known[name] for name in (policy, opponent)]
                first, second = win_tables(25, players)
                self.assertAlmostEqual(float(data.match_win_first), first[0, 0, 0], delta=1e-12)
                self.assertAlmostEqual(float(data.match_win_second), 1 - second[0, 0, 0], delta=1e-12)
                self.assertLessEqual(float(data.match_error_bound), 1e-12)
                self.assertEqual(float(data.win_first_exact), float(data.match_win_first))
                self.assertEqual(float(data.win_second_exact), float(data.match_win_second))
                self.assertEqual(int(data.agrees_with_exact), 1)
                self.assertLess(abs(float(data.win_first_z)), 4)
                self.assertAlmostEqual(float(data.turns_frequency.sum()), 1, delta=1e-12)
                turns = numpy.arange(data.sizes["turn"])
                self.assertAlmostEqual(float((data.turns_frequency[0] * turns).sum()), float(data.turns_mean),
                                       delta=1e-9)

    def optimal_policy(self):
        hold = self.solve(pig(self.MODEL, solve="")).hold.values[0]
        return lambda own, other, turn: float(hold[own, other, turn] == 1)

    def test_two_policies_at_the_usual_goal(self):
        data = self.solve(pig(match='policy = "hold-at:20"\nopponent = "hold-at:25"'))
        self.assertAlmostEqual(float(data.match_win_first), hold_at_wins(100, 20, 25), delta=1e-12)
        self.assertAlmostEqual(float(data.match_win_second), 1 - hold_at_wins(100, 25, 20), delta=1e-12)

    def test_keeping_pace_is_nearly_the_best(self):
        pace = keeping_pace(100)
        data = self.solve(pig(match='policy = "keep-pace"\nopponent = "hold-at:20"'))
        self.assertAlmostEqual(float(data.match_win_first), hold_at_wins(100, pace, 20), delta=1e-12)
        self.assertAlmostEqual(float(data.match_win_second), 1 - hold_at_wins(100, 20, pace), delta=1e-12)
        best = self.solve(pig(solve="", match='policy = "keep-pace"', simulate='policy = "keep-pace"\ngames = 50_000'))
        lost = 0.5 - (float(best.match_win_first) + float(best.match_win_second)) / 2
        self.assertTrue(0 < lost < 0.01, lost)
        self.assertEqual(best.agrees_with_exact.item(), 1)

    def test_no_policy_does_better_against_the_optimum_than_the_optimum(self):
        names = ["optimal", "random", "keep-pace"] + [f"hold-at:{k}" for k in range(1, 26)]
        data = self.solve(pig(self.MODEL, solve="", match="", rest=axis("match.policy", f"values = {names}")))
        first = data.match_win_first.isel(replicate=0).values
        self.assertTrue((first <= first[0] + 1e-12).all())
        self.assertLess(first[1], 0.5)

    def test_matches_are_those_of_any_number_of_threads(self):
        text = pig("goal = 20", simulate='policy = "hold-at:9"\nopponent = "random"\ngames = 30_001')
        one = self.figures(self.run_text(text, "-j", "1", out="one.h5"))
        two = self.figures(self.run_text(text, "-j", "2", out="two.h5"))
        self.assertEqual({k: v for k, v in one.items() if k != "seconds"},
                         {k: v for k, v in two.items() if k != "seconds"})

    def test_cut_matches_are_told(self):
        data = self.solve(pig("goal = 50", simulate='policy = "hold-at:9"\nopponent = "random"\nmax_turns = 5'))
        self.assertGreater(float(data.cut_share), 0.5)
        self.assertEqual(int(data.agrees_with_exact), 1)  # but for the cut ones

    def test_a_few_matches_prove_nothing(self):
        data = self.solve(pig("goal = 5", simulate='policy = "random"\nopponent = "random"\ngames = 1'))
        self.assertEqual(int(data.agrees_with_exact), -1)


class Refused(GoldenTest):
    def refuses(self, text, *problems):
        self.write(text)
        done = self.aleator("run", "x.toml", code=2)
        self.assertEqual(done.stderr.splitlines(), [f"x.toml:{problem}" for problem in problems])

    def test_rules_that_are_none(self):
        self.refuses(pig("goal = 0", solve=""), "4:8: model.goal: 0 is out of range: it must be 1 to 1000")
        self.refuses(pig("die = 1", solve=""),
                     "4:7: model.die: a die of one face shows nothing but 1: no game would ever end")
        self.refuses(pig("goal = 20\nhold_at_least = 21", solve=""),
                     "5:17: model.hold_at_least: 21 is more than the goal of 20 points")

    def test_policies_that_are_none(self):
        self.refuses(pig("goal = 20", match='policy = "hold-at:21"\nopponent = "random"'),
                     "6:10: match.policy: 21 points are out of range: 1 to 20, from model.hold_at_least to model.goal")
        self.refuses(pig(match='policy = "hold-at"\nopponent = "zebra"'),
                     '5:10: match.policy: there is no policy "hold-at" (did you mean "hold-at:20"?)',
                     '6:12: match.opponent: there is no policy "zebra": it is optimal, random, hold-at:POINTS (of the '
                     'turn; at the goal too), keep-pace (holds later when behind; races near the goal)')
        self.refuses(pig(simulate='opponent = "random"'),
                     '4:1: simulate.policy: "optimal" is what [solve] finds, and there is no [solve]')


class Described(GoldenTest):
    def test_every_key_and_table(self):
        text = self.aleator("describe", "pig").stdout
        for word in ("goal", "die", "dice", "points", "hold_at_least", "[solve]", "[match]", "[simulate]", "opponent",
                     "win_probability(own, other, turn_total)", "hold_from(own, other)", "agrees_with_exact",
                     'objective'):
            self.assertIn(word, text)


if __name__ == "__main__":
    unittest.main()
