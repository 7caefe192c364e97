#!/usr/bin/python3
"""Known values of decision processes, by every method that solves them."""

import json
import unittest
from fractions import Fraction

import numpy

from support import DATA, DISCOUNTED, UNDISCOUNTED, GoldenTest, axis, methods, process

FIGURES = json.loads((DATA / "mdp_figures.json").read_text())
OK, MAX_SWEEPS, NOT_CERTIFIED = 0, 1, 4
LAKE, DIE = '"frozen-lake"', '"knuth-yao-die"'


class KnownValues(GoldenTest):
    def proves(self, data, state, truth, digits=1e-15):
        """Every run is ok, within its own bound of the truth, which lies between its bounds.
        @param digits  relative error of the truth as it is written"""
        slack = digits * abs(truth)
        self.assertEqual(data.status.values.ravel().tolist(), [OK] * data.status.size)
        self.assertTrue((data.error_bound <= 1e-9).all())
        here = data.isel(state=state)
        self.assertTrue((abs(here.value - truth) <= data.error_bound + slack).all(), here.value.values)
        self.assertTrue((here.lower <= truth + slack).all() and (truth - slack <= here.upper).all(), here.value.values)
        self.assertTrue((data.lower <= data.value).all() and (data.value <= data.upper).all())

    def test_frozen_lake_discounted(self):
        figures = FIGURES["frozen_lake"]["value_of_start"]
        data = self.solve(process(LAKE, "", rest=axis("solve.discount", "values = [0.9, 0.99]") + methods(DISCOUNTED)))
        self.proves(data.sel(discount=0.99), 0, figures["0.99"], digits=1e-9)
        self.proves(data.sel(discount=0.9), 0, figures["0.9"], digits=1e-11)
        numpy.testing.assert_array_equal(data.initial_value, data.value.isel(state=0))

    def test_frozen_lake_undiscounted(self):
        truth = float(Fraction(FIGURES["frozen_lake"]["value_of_start"]["1"]))
        text = process(LAKE, 'objective = "reach-probability"\ntarget = "goal"', rest=methods(UNDISCOUNTED))
        self.proves(self.solve(text), 0, truth)
        self.proves(self.solve(process(LAKE, 'objective = "total-reward"', rest=methods(UNDISCOUNTED))), 0, truth)

    def test_haddad_monmege_probability_and_steps(self):
        sizes = [1, 2, 5, 8]
        rest = axis("model.n", f"values = {sizes}") + methods(UNDISCOUNTED)
        reach = self.solve(process('"haddad-monmege"', 'objective = "reach-probability"\ntarget = "zero"', rest=rest))
        steps = self.solve(process('"haddad-monmege"', 'objective = "expected-steps"', rest=rest))
        for n in sizes:
            with self.subTest(n=n):
                states = slice(0, 2 * n + 1)
                self.proves(reach.sel(n=n).isel(state=states), n, 0.7)
                self.proves(steps.sel(n=n).isel(state=states), n, 3 * 2 ** (n - 1) - 2)

    def test_haddad_monmege_is_answered_where_naive_stopping_is_wrong(self):
        exact = ["policy-iteration", "krylov-policy-iteration", "linear-programming"]
        data = self.solve(process('"haddad-monmege"\nn = 20', 'objective = "reach-probability"\ntarget = "zero"\n'
                                  "tolerance = 1e-8", rest=methods(exact)))
        self.assertTrue((data.status == OK).all())
        self.assertTrue((abs(data.initial_value - 0.7) <= data.error_bound).all())
        self.assertTrue((data.error_bound <= 1e-8).all())

    def test_haddad_monmege_says_where_double_precision_ends(self):
        data = self.solve(process('"haddad-monmege"\nn = 20', 'objective = "reach-probability"\ntarget = "zero"\n'
                                  'method = "policy-iteration"\ntolerance = 1e-14'))
        self.assertEqual(data.status.item(), 2)
        self.assertTrue(1e-14 < data.error_bound.item() < 1e-8)
        self.assertLessEqual(abs(data.initial_value.item() - 0.7), data.error_bound.item())

    def test_a_sweep_too_few_is_not_certified_as_an_answer(self):
        for sweeps, names in ((21, ["value-iteration", "gauss-seidel", "interval-iteration",
                                    "optimistic-value-iteration"]), (4, ["topological"])):
            data = self.solve(process('"haddad-monmege"\nn = 20', 'objective = "reach-probability"\ntarget = "zero"\n'
                                      f"tolerance = 1e-6\nmax_sweeps = {sweeps}", rest=methods(names)))
            self.assertEqual(data.status.values.ravel().tolist(), [1] * len(names))
            self.assertTrue((abs(data.initial_value - 0.7) <= data.error_bound).all())
            self.assertTrue((data.lower <= 0.7).isel(state=20).all() and (data.upper >= 0.7).isel(state=20).all())

    def test_knuth_yao_die(self):
        figures = FIGURES["knuth_yao_die"]
        faces = ["one", "two", "three", "four", "five", "six"]
        text = process(DIE, 'objective = "reach-probability"',
                       rest=axis("solve.target", f"values = {json.dumps(faces)}") + methods(UNDISCOUNTED))
        self.proves(self.solve(text), 0, float(Fraction(figures["probability_of_each_face"])))
        flips = float(Fraction(figures["expected_coin_flips"]))
        for objective in ("expected-steps", "reach-reward", "total-reward"):
            with self.subTest(objective=objective):
                self.proves(self.solve(process(DIE, f'objective = "{objective}"', rest=methods(UNDISCOUNTED))), 0,
                            flips)

    def test_gambler(self):
        figures = FIGURES["gambler_p_0.4"]
        data = self.solve(process('"gambler"', 'objective = "total-reward"', rest=methods(UNDISCOUNTED)))
        reach = self.solve(process('"gambler"', 'objective = "reach-probability"\ntarget = "goal"',
                                   rest=methods(UNDISCOUNTED)))
        for capital, value in figures["value"].items():
            with self.subTest(capital=capital):
                self.proves(data, int(capital), value, digits=1e-10)
                self.proves(reach, int(capital), value, digits=1e-10)
        self.assertEqual(data.action.values.tolist(), list(range(1, 51)))
        self.assertTrue((data.policy.sel(state=50) == 50).all())  # bold play, the only best stake here
        self.assertTrue((data.policy.isel(state=[0, 100]) == -1).all())

    def test_gridworld_under_the_random_policy(self):
        figures = FIGURES["gridworld_random_policy"]["value"]
        for objective in ("total-reward", "reach-reward"):
            data = self.solve(process('"gridworld"', f'objective = "{objective}"\npolicy = "random"',
                                      rest=methods(UNDISCOUNTED)))
            for state, value in enumerate(figures):
                with self.subTest(objective=objective, state=state):
                    self.proves(data, state, value)
            self.assertTrue((data.policy == -1).all())


class NeverSilent(GoldenTest):
    """Where nothing is proved, the answer says so, with its reason."""

    def chain(self, text, rewards):
        self.write(text, "c.tra")
        self.write(rewards, "c.trew")
        return '"file"\npath = "c.tra"'

    def test_beyond_double_precision_no_method_tells_a_number_or_fails(self):
        for objective in ("reach-probability", "expected-steps"):
            for n in (60, 100):
                keys = f'objective = "{objective}"\ntarget = "zero"\nmax_sweeps = 200\n'
                if objective == "expected-steps":
                    keys = keys.replace('"zero"', '"end"')
                exact = ["policy-iteration", "linear-programming", "krylov-policy-iteration", "topological"]
                self.write(process(f'"haddad-monmege"\nn = {n}', keys, rest=methods(exact)))
                self.aleator("run", "x.toml", "-o", "out.h5")
                data = self.open(self.folder / "out.h5").isel(replicate=0)
                for k, name in enumerate(exact):
                    with self.subTest(objective=objective, n=n, method=name):
                        one = data.isel(method=k)
                        # Sweeps that were too few tell what was reached, with the bound that was proved.
                        self.assertIn(one.status.item(), (NOT_CERTIFIED,) if k < 2 else (MAX_SWEEPS, NOT_CERTIFIED))
                        if one.status.item() == NOT_CERTIFIED:
                            self.assertTrue(numpy.isnan(one.initial_value.item()))
                            self.assertTrue(numpy.isposinf(one.error_bound.item()))

    def test_rewards_of_both_signs_without_a_proof_are_not_certified(self):
        model = self.chain("3 3 3\n0 0 1 1\n1 0 0 1\n2 0 2 1\n", "3 3 2\n0 0 1 1\n1 0 0 -1\n")
        self.write(process(model, 'objective = "total-reward"', rest=methods(UNDISCOUNTED)))
        done = self.aleator("run", "x.toml", "-o", "out.h5")
        self.assertIn('run 0, method = "value-iteration": solve: not certified: rewards of both signs in the end '
                      "component of state ", done.stderr)
        data = self.open(self.folder / "out.h5")
        self.assertEqual(set(data.status.values.ravel()), {NOT_CERTIFIED})
        self.assertTrue(numpy.isnan(data.value.isel(state=[0, 1])).all())
        self.assertTrue(numpy.isinf(data.error_bound).all())

    def test_negative_rewards_are_not_answered_by_nothing(self):
        model = self.chain("3 3 4\n0 0 0 0.5\n0 0 1 0.5\n1 0 2 1\n2 0 2 1\n", "3 3 3\n0 0 0 -1\n0 0 1 -1\n1 0 2 -3\n")
        data = self.solve(process(model, 'objective = "total-reward"', rest=methods(UNDISCOUNTED)))
        self.assertEqual(set(data.status.values.ravel()), {OK})
        for values in data.value.isel(replicate=0).values:
            numpy.testing.assert_allclose(values, [-5, -3, 0], atol=1e-9)

    def test_rewards_for_ever_are_infinite(self):
        model = self.chain("2 2 2\n0 0 1 1\n1 0 1 1\n", "2 2 1\n1 0 1 2\n")
        data = self.solve(process(model, 'objective = "total-reward"', rest=methods(UNDISCOUNTED)))
        self.assertTrue((data.value == numpy.inf).all())
        data = self.solve(process(model, 'objective = "expected-steps"', rest=methods(UNDISCOUNTED)))
        self.assertTrue((data.value == numpy.inf).all())  # there is no end

    def test_infinite_values_have_the_sign_that_the_table_of_objectives_tells(self):
        stay_or_go = "2 2 2\n0 0 0 1\n0 1 1 1\n"  # in state 0; state 1 ends
        inf = numpy.inf
        for reward, objective, sense, value in ((-1, "reach-reward", "min", -inf), (-1, "reach-reward", "max", inf),
                                                (1, "reach-reward", "min", 0), (-1, "total-reward", "min", -inf),
                                                (-1, "total-reward", "max", 0), (1, "total-reward", "max", inf)):
            with self.subTest(reward=reward, objective=objective, sense=sense):
                model = self.chain(stay_or_go, f"2 2 1\n0 0 0 {reward}\n")
                data = self.solve(process(model, f'objective = "{objective}"\nsense = "{sense}"'))
                self.assertEqual((data.status.item(), data.value.values[0].tolist()), (OK, [value, 0]))
        model = self.chain("1 1\n0 0 1\n", "1 1\n0 0 -1\n")
        for sense in ("min", "max"):
            data = self.solve(process(model, f'objective = "total-reward"\nsense = "{sense}"'))
            self.assertEqual(data.value.item(), -inf)

    def test_values_that_overflow_are_not_certified(self):
        model = self.chain("4 4\n0 1 1\n1 2 1\n2 0 0.5\n2 3 0.5\n", "4 3\n0 1 1e308\n1 2 1e308\n2 0 1e308\n")
        names = list(UNDISCOUNTED) + ["backward-induction"]
        self.write(process(model, 'objective = "total-reward"\nhorizon = 10', rest=methods(names)))
        done = self.aleator("run", "x.toml", "-o", "out.h5")
        self.assertIn('run 0, method = "value-iteration": solve: not certified: the values overflow double precision\n',
                      done.stderr)
        notes = self.open(self.folder / "out.h5", "notes")
        self.assertEqual(set(notes.message.values), {"solve: not certified: the values overflow double precision"})
        data = self.open(self.folder / "out.h5").isel(replicate=0)
        self.assertEqual(data.status.values.tolist(), [NOT_CERTIFIED] * len(names))
        self.assertTrue(numpy.isposinf(data.error_bound).all())
        self.assertTrue(numpy.isnan(data.value.isel(state=0)).all())

    def test_gains_and_discounted_values_that_overflow(self):
        model = self.chain("2 2\n0 1 1\n1 0 1\n", "2 2\n0 1 1.5e308\n1 0 -1.5e308\n")
        data = self.solve(process(model, 'objective = "average-reward"\nmax_sweeps = 1000'))
        self.assertEqual((data.status.item(), data.error_bound.item()), (NOT_CERTIFIED, numpy.inf))
        self.write(process(model, "discount = 0.9"))
        done = self.aleator("run", "x.toml", "-o", "out.h5", code=1)
        self.assertEqual(done.stderr.splitlines()[-1],
                         "run 0: failed: values may be as large as inf: they overflow double precision")


if __name__ == "__main__":
    unittest.main()
