#!/usr/bin/python3
"""`aleator compare`: the values of one axis, such as methods, side by side."""

import math
import re
import unittest

from support import CONFIGS, GoldenTest, axis, experiment, methods, process

SMALL = [part for key in ("model.states=60", "model.rows=6", "model.cols=6", "replicates=2") for part in ("-s", key)]


class Table:
    """The table that compare prints, by its columns."""

    def __init__(self, text):
        lines = text.split("\n\n")[0].splitlines()
        width = max(map(len, lines))
        blank = [all(line[i:i + 1] in ("", " ") for line in lines) for i in range(width)] + [True, True]
        ends = [i for i in range(width) if not blank[i] and blank[i + 1] and blank[i + 2]]
        starts = [0] + [end + 1 for end in ends]
        cut = [[line[start:end + 1].strip() for start, end in zip(starts, ends)] for line in lines]
        self.columns = cut[0]
        self.rows = [dict(zip(self.columns, cells)) for cells in cut[1:]]

    def column(self, name):
        return {row[self.columns[0]]: row[name] for row in self.rows}


class Shootout(GoldenTest):
    def test_the_table_says_what_is_in_the_file(self):
        self.aleator("run", CONFIGS / "solver_shootout.toml", *SMALL, "-o", "s.h5", "-j", "1")
        text = self.aleator("compare", "s.h5").stdout
        table = Table(text)
        self.assertEqual(table.columns, ["method", "ok", "x fastest", "seconds", "least", "most", "transitions", "sweeps",
                                         "worst bound", "agree"])
        self.assertEqual(set(table.column("ok").values()), {"8/8"})
        self.assertEqual(set(table.column("agree").values()), {"8/8"})
        runs = self.open(self.folder / "s.h5", "runs")
        names = dict(zip(map(int, runs.method.flag_values), runs.method.flag_meanings.split()))
        self.assertEqual(sorted(table.column("method")), sorted(names.values()))
        self.assertIn(f"\n{len(names)} variants on 8 problems.", text)
        method = [names[int(code)] for code in runs.method.values]
        places = list(zip(runs.kind.values.tolist(), runs.discount.values.tolist(), runs.replicate.values.tolist()))
        fastest = {}
        for place, seconds in zip(places, runs.seconds.values):
            fastest[place] = min(seconds, fastest.get(place, math.inf))
        ranks = {}
        for name in names.values():
            mine = [i for i in range(len(method)) if method[i] == name]
            logs = [math.log(runs.seconds.values[i] / fastest[places[i]]) for i in mine]
            ranks[name] = math.exp(sum(logs) / len(logs))
            with self.subTest(name):
                self.assertEqual(table.column("x fastest")[name], f"{ranks[name]:.2f}")
                self.assertEqual(table.column("worst bound")[name], f"{max(runs.error_bound.values[mine]):.3g}")
                self.assertEqual(table.column("least")[name], f"{min(runs.seconds.values[mine]):.3g}")
                self.assertEqual(table.column("most")[name], f"{max(runs.seconds.values[mine]):.3g}")
        self.assertEqual(list(table.column("method")), sorted(ranks, key=ranks.get))

    def test_other_axes_are_compared_by_key_or_name(self):
        self.aleator("run", CONFIGS / "solver_shootout.toml", *SMALL, "-s", 'solve.method=["sor", "topological"]', "-o",
                     "s.h5")
        for name in ("model.kind", "kind"):
            table = Table(self.aleator("compare", "s.h5", "--axis", name).stdout)
            self.assertEqual(table.columns[0], "kind")
            self.assertEqual(sorted(table.column("kind")), ["garnet", "grid"])
        table = Table(self.aleator("compare", "s.h5", "--axis", "solve.discount").stdout)
        self.assertEqual(sorted(table.column("discount")), ["0.9", "0.99"])
        self.assertEqual(list(table.column("discount")), ["0.9", "0.99"])  # in the order of the file
        for column in ("x fastest", "agree"):  # other discounts are other problems
            self.assertNotIn(column, table.columns)

    def test_without_times_there_is_no_rank(self):
        self.run_text(process('"garnet"', "discount = 0.9", rest=methods(["sor", "topological"])), "--omit-times")
        table = Table(self.aleator("compare", "out.h5").stdout)
        self.assertEqual(set(table.column("ok").values()), {"1/1"})
        self.assertEqual(set(table.column("x fastest").values()), {""})
        self.assertEqual(set(table.column("seconds").values()), {""})
        self.assertEqual(set(table.column("agree").values()), {"1/1"})

    def test_who_fails_comes_last_and_is_not_ranked_by_it(self):
        self.run_text(process('"garnet"', "discount = 0.99\nmax_sweeps = 20",
                              rest=methods(["value-iteration", "gauss-seidel", "policy-iteration"])))
        table = Table(self.aleator("compare", "out.h5").stdout)
        self.assertEqual(list(table.column("method"))[0], "policy-iteration")
        self.assertEqual(table.column("ok"), {"policy-iteration": "1/1", "value-iteration": "0/1", "gauss-seidel": "0/1"})
        self.assertEqual(table.column("x fastest")["gauss-seidel"], "")

    def test_values_that_are_not_kept_are_left_out(self):
        self.run_text(process('"garnet"', "discount = 0.9", rest='[output]\nkeep = ["sweeps"]\n' +
                              methods(["sor", "topological"])))
        table = Table(self.aleator("compare", "out.h5").stdout)
        self.assertEqual(set(table.column("agree").values()), {""})
        self.assertEqual(set(table.column("worst bound").values()), {""})
        self.assertNotIn("", table.column("sweeps").values())


class OtherProblems(GoldenTest):
    """Runs are compared with runs of the same problem only."""

    def compare(self, text, *arguments):
        self.run_text(text)
        said = self.aleator("compare", "out.h5", *arguments).stdout
        return Table(said), said

    def test_a_horizon_is_another_problem(self):
        names = ["value-iteration", "backward-induction", "topological"]
        for renamed in ("", 'name = "solver"', 'labels = ["a", "b", "c"]'):
            with self.subTest(renamed):
                ways = axis("solve.method", f"values = {names}", renamed)
                table, said = self.compare(process('"garnet"', "discount = 0.9\nhorizon = 5", rest=ways))
                variants = list("abc") if "labels" in renamed else names
                self.assertEqual(list(table.column(table.columns[0]))[-1], variants[1])
                for column in ("x fastest", "agree"):
                    self.assertEqual(table.column(column)[variants[1]], "")
                self.assertEqual([table.column("agree")[variants[i]] for i in (0, 2)], ["1/1", "1/1"])
                self.assertIn("\n3 variants on 2 problems. ", said)
                self.assertTrue(said.endswith("\nNot compared, as no other variant solved the same problem: "
                                              f"{variants[1]}.\n"), said)

    def test_what_is_only_told_by_more_digits(self):
        table, said = self.compare(process('"garnet"', rest=methods(["sor", "topological"]) + axis(
            "solve.discount", "values = [0.90000001, 0.90000002]"), solve=""))
        self.assertIn(" on 2 problems.", said)
        self.assertEqual(set(table.column("agree").values()), {"2/2"})
        table, _ = self.compare(process('"garnet"', rest=methods(["sor", "topological"]) + axis(
            "solve.discount", "values = [0.90000001, 0.90000002]"), solve=""), "--axis", "discount")
        self.assertEqual(list(table.column("discount")), ["0.90000001", "0.90000002"])

    def test_zipped_keys(self):
        ways = '[[axis]]\nkeys = ["solve.method", "solve.max_sweeps"]\nvalues = [["sor", 1000], ["topological", 2000]]\n'
        table, said = self.compare(process('"garnet"', "discount = 0.9", rest=ways))
        self.assertEqual(set(table.column("agree").values()), {"1/1"})
        self.assertIn(" on 1 problem.", said)
        problems = ('[[axis]]\nkeys = ["solve.method", "model.states"]\nvalues = [["sor", 10], ["topological", 20]]\n')
        table, said = self.compare(process('"garnet"', "discount = 0.9", rest=problems))
        self.assertEqual(set(table.column("agree").values()) | set(table.column("x fastest").values()), {""})
        self.assertIn(" on 2 problems.", said)

    def test_targets_and_policies_are_problems(self):
        for key, values in (("target", '["goal", "hole"]'), ("policy", '["optimal", "random"]')):
            solve = 'objective = "reach-probability"\ntarget = "goal"'
            table, said = self.compare(process('"frozen-lake"', solve, rest=axis(f"solve.{key}", f"values = {values}")),
                                       "--axis", key)
            self.assertNotIn("agree", table.columns)
            self.assertIn("different problems", said)


class Refusals(GoldenTest):
    def said(self, expected, *arguments, code=2):
        done = self.aleator("compare", *arguments, code=code)
        self.assertEqual((done.stderr, done.stdout), (f"aleator: {expected}\n", ""))

    def test_an_axis_that_is_not_there(self):
        self.run_text(experiment(rest=axis("solve.discount", "values = [0.5, 0.6]")))
        self.said("the file has no axis solve.method; name another one with --axis: it has discount, replicate",
                  "out.h5")
        self.said("--axis solve.method: the file has no such axis: it has discount, replicate", "out.h5", "--axis",
                  "solve.method")
        self.said('--axis discont: the file has no such axis (did you mean "discount"?): it has discount, replicate',
                  "out.h5", "--axis", "discont")

    def test_files_that_are_no_results(self):
        self.write("name", "x.toml")
        self.said("x.toml is not an HDF5 file", "x.toml", code=3)
        self.said("cannot read none.h5: No such file or directory", "none.h5", code=3)
        self.write(process('"gridworld"', "discount = 0.9"), "y.toml")
        self.aleator("export", "y.toml", "-f", "hdf5", "-o", "m.model.h5")
        self.said('m.model.h5 is not a results file of aleator: it is a process, for kind = "file"', "m.model.h5", code=3)


if __name__ == "__main__":
    unittest.main()
