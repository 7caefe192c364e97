#!/usr/bin/python3
"""aleator ask on decision processes: the values are those that the results file has."""

import re
import unittest

from support import GoldenTest, axis, experiment, process


def lines_of(text):
    """{action: (value, is best)} of the printed table."""
    found = {}
    for line in text.splitlines():
        match = re.fullmatch(r" *(\S+) +(-?[0-9.e+-]+)(  best)? *", line)
        if match:
            found[match[1]] = (float(match[2]), bool(match[3]))
    return found


class Ask(GoldenTest):
    def ask(self, text, state, *arguments, **options):
        path = self.write(text)
        return self.aleator("ask", path, "--state", state, *arguments, **options)

    def test_tells_the_values_of_a_state(self):
        text = experiment()
        data = self.solve(text).squeeze("replicate")
        for state in (0, 37, 99):
            told = lines_of(self.ask(text, state).stdout)
            self.assertEqual(sorted(map(int, told)), data.action.values.tolist())
            for action, (value, best) in told.items():
                row = data.sel(state=state, action=int(action))
                self.assertAlmostEqual(value, float(row.q), places=10)
                self.assertEqual(best, int(row.optimal) == 1)

    def test_says_that_an_end_has_no_actions(self):
        self.assertIn("no action has a value of its own here", self.ask(experiment(), 100).stdout)

    def test_knows_scores_of_pig_and_tiles_of_races(self):
        pig = process('"pig"\ngoal = 20', solve="")
        told = lines_of(self.ask(pig, "3 8 5").stdout)
        data = self.solve(pig).squeeze("replicate")
        best = data.sel(own=3, other=8, turn_total=5)
        self.assertAlmostEqual(max(value for value, _ in told.values()), float(best.win_probability), places=10)
        self.assertTrue(told[str(int(best.hold))][1])
        race = process('"chutes-race"', solve="")
        told = lines_of(self.ask(race, "80,75").stdout)
        data = self.solve(race).squeeze("replicate")
        best = data.sel(own=80, other=75)
        self.assertAlmostEqual(max(value for value, _ in told.values()), float(best.win_probability), places=10)
        self.assertTrue(told[str(int(best.best_step))][1])

    def test_answers_for_the_first_point_of_a_sweep(self):
        text = experiment(rest=axis("solve.discount", "values = [0.5, 0.9]"))
        done = self.ask(text, 0)
        self.assertEqual(done.stderr, "of the first of 2 points: discount = 0.5\n")
        again = self.ask(text, 0, "-s", "solve.discount=0.9")
        self.assertNotEqual(again.stdout, done.stdout)
        self.assertEqual(again.stdout, self.ask(experiment(), 0).stdout)

    def test_refuses_with_the_reason(self):
        for text, state, message in (
                (experiment(), "101", '"101" is no state: they are the numbers 0 to 100'),
                (experiment(), "x", '"x" is no state: they are the numbers 0 to 100'),
                (experiment(solve=None, simulate='policy = "fixed:1"'), "0",
                 "the experiment has no [solve], which gives the values"),
                (process('"pig"\ngoal = 20', solve=""), "3 8", '"3 8" is not 3 whole numbers'),
                (process('"pig"\ngoal = 20', solve=""), "3 8 5 1", '"3 8 5 1" is not 3 whole numbers'),
                (process('"pig"\ngoal = 20', solve=""), "3 8 17", "turn_total = 17 is out of range: 0 to 16"),
                (process('"chutes-race"', solve=""), "-1 3", "own = -1 is out of range: 0 to 99")):
            with self.subTest(state=state, message=message):
                self.assertEqual(self.ask(text, state, code=2).stderr, f"aleator: {message}\n")
        self.write(experiment())
        self.assertIn("--state", self.aleator("ask", "x.toml", code=2).stderr)
        self.run_text(experiment())
        self.assertEqual(self.aleator("ask", "out.h5", "--state", 0, code=2).stderr,
                         "aleator: out.h5: no table of a solved game; ask the experiment file, or the table that "
                         "keep_table has written\n")
        self.assertIn("No such file", self.aleator("ask", "none.h5", "--state", 0, code=3).stderr)


if __name__ == "__main__":
    unittest.main()
