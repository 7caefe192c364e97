#!/usr/bin/python3
"""The methods and keys of [solve]: they agree, within what each proves, and refuse what they cannot do."""

import json
import unittest

from support import DISCOUNTED, UNDISCOUNTED, GoldenTest, axis, methods, process

GARNET = '"garnet"\nstates = 60\nactions = 3\nbranching = 4'
GRID = '"grid"\nrows = 7\ncols = 9\nslip = 0.3\nobstacles = [[2, 3], [3, 3], [5, 0]]'
CHUTES = '"chutes"'
SENSES = axis("solve.sense", 'values = ["max", "min"]')


class Agreement(GoldenTest):
    def agree(self, data):
        """All methods, at every point, with the one that proved the most."""
        self.assertEqual(set(data.status.values.ravel()), {0})
        best = data.isel(method=data.error_bound.argmin("method"))
        same = (data.value == best.value) | data.value.isnull()  # equal infinities; padding
        apart = abs(data.value - best.value).where(~same, 0)
        allowed = (data.error_bound + best.error_bound) * (1 + 1e-12)
        self.assertTrue((apart <= allowed).all(), apart.max(["state", "replicate"]))
        self.assertTrue((data.error_bound <= 1e-7).all())
        self.assertTrue(((data.lower <= data.value) | data.value.isnull()).all())
        self.assertTrue(((data.value <= data.upper) | data.value.isnull()).all())
        self.assertTrue((data.lower <= best.upper).where(~data.value.isnull(), True).all())
        self.assertTrue((data.upper >= best.lower).where(~data.value.isnull(), True).all())

    def test_discounted(self):
        for model in (GARNET, GRID, CHUTES, '"gambler"\ngoal = 20', '"gridworld"'):
            with self.subTest(model=model):
                discounts = axis("solve.discount", "values = [0.5, 0.97]")
                self.agree(self.solve(process(model, "tolerance = 1e-7", top="replicates = 2",
                                              rest=methods(DISCOUNTED) + SENSES + discounts)))

    def test_reaching_the_end(self):
        towards = [("expected-steps", "min"), ("reach-reward", "max"), ("reach-probability", "max"),
                   ("reach-probability", "min")]
        away = [("expected-steps", "max"), ("reach-reward", "min")]  # takes billions of steps on the grid
        for model, questions in ((GRID, towards), (CHUTES, towards[:1] + towards[2:] + away[:1]),
                                 ('"gridworld"', towards + away)):
            for objective, sense in questions:
                with self.subTest(model=model, objective=objective, sense=sense):
                    self.agree(self.solve(process(model, f'tolerance = 1e-7\nobjective = "{objective}"\n'
                                                  f'sense = "{sense}"', rest=methods(UNDISCOUNTED))))

    def test_total_reward(self):
        for model, senses in ((GRID, ""), ('"gambler"\ngoal = 20\np_heads = 0.55', SENSES), ('"frozen-lake"', SENSES)):
            with self.subTest(model=model):
                self.agree(self.solve(process(model, 'tolerance = 1e-7\nobjective = "total-reward"',
                                              rest=methods(UNDISCOUNTED) + senses)))

    def test_orders_blocks_and_inner_methods(self):
        axes = {"gauss-seidel": [("order", ["forward", "backward", "symmetric", "graph"]), ("block_states", [1, 7, 4096])],
                "sor": [("relaxation", [0.5, 1.0, 1.3]), ("order", ["forward", "graph"])],
                "modified-policy-iteration": [("evaluation_sweeps", [0, 1, 20, 300])],
                "krylov-policy-iteration": [("krylov", ["gmres", "bicgstab"]), ("restart", [1, 30]),
                                            ("forcing", [0.5, 1e-4])]}
        truth = self.solve(process(GRID, 'discount = 0.97\nmethod = "policy-iteration"'))
        for method, keys in axes.items():
            with self.subTest(method=method):
                rest = "".join(axis(f"solve.{key}", f"values = {json.dumps(values)}") for key, values in keys)
                data = self.open(self.run_text(process(GRID, f'discount = 0.97\nmethod = "{method}"', rest=rest),
                                               out=f"{method}.h5"))
                self.assertEqual(set(data.status.values.ravel()), {0})
                bound = data.error_bound + truth.error_bound
                self.assertTrue((abs(data.value - truth.value) <= bound).all())

    def test_results_do_not_depend_on_threads(self):
        large = '"garnet"\nstates = 9000\nactions = 3\nbranching = 4'
        sweeping = [m for m in DISCOUNTED if m not in ("linear-programming", "policy-iteration")]
        texts = [process(large, "discount = 0.9", rest=methods([method])) for method in sweeping] + [
            process(GARNET, "discount = 0.95", top="replicates = 3", rest=methods(DISCOUNTED)),
            process('"grid"\nrows = 70\ncols = 80', "discount = 0.9", rest=axis(
                "solve.encoding", 'values = ["plain", "dictionary", "stencil"]')),
            process('"grid"\nrows = 70\ncols = 80', 'objective = "expected-steps"\nsense = "min"\ntolerance = 1e-5',
                    rest=methods(["value-iteration", "interval-iteration", "optimistic-value-iteration"]))]
        for text in texts:
            with self.subTest(text=text):
                one, two = (self.run_text(text, "--omit-times", "-j", jobs, out=f"{jobs}.h5") for jobs in (1, 2))
                self.assertEqual(one.read_bytes(), two.read_bytes())

if __name__ == "__main__":
    unittest.main()
