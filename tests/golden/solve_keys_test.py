#!/usr/bin/python3
"""What the keys of [solve] mean and refuse: kinds on an axis, horizons, policies, starts, long-run averages."""

import json
import unittest

import numpy

from support import DISCOUNTED, GoldenTest, axis, experiment, methods, process

LAKE = '"frozen-lake"'
HORIZON = 'method = "backward-induction"\nhorizon = '
CHAIN = "c.tra"


class Kinds(GoldenTest):
    """model.kind on an axis."""

    def sweep(self, kinds, model="", solve="discount = 0.9", rest=""):
        return f'name = "x"\n[model]\n{model}\n[solve]\n{solve}\n' + axis(
            "model.kind", f"values = {json.dumps(kinds)}") + rest

    def test_kinds_of_different_sizes_are_padded(self):
        methods_ = ["value-iteration", "policy-iteration"]
        text = self.sweep(["garnet", "grid", "frozen-lake", "chutes"], "states = 30\nrows = 4\ncols = 5",
                          rest=methods(methods_))
        data = self.solve(text).isel(replicate=0)
        self.assertEqual(data.value.dims, ("kind", "method", "state"))
        self.assertEqual(data.kind.values.tolist(), ["garnet", "grid", "frozen-lake", "chutes"])
        self.assertEqual(data.num_states.values.tolist(), [[30] * 2, [20] * 2, [16] * 2, [101] * 2])
        self.assertTrue((data.status == 0).all())
        for kind in data.kind.values:
            size = int(data.num_states.sel(kind=kind).isel(method=0))
            here = data.sel(kind=kind)
            self.assertTrue(here.value.isel(state=slice(size, None)).isnull().all())
            self.assertTrue((here.policy.isel(state=slice(size, None)) == -1).all())
            one, two = here.value.isel(state=slice(0, size)).values
            self.assertLessEqual(abs(one - two).max(), float(here.error_bound.sum()))

    def test_each_kind_is_what_it_is_alone(self):
        text = self.sweep(["grid", "garnet"], "states = 30\nrows = 4\ncols = 5")
        data = self.solve(text).isel(replicate=0)
        for kind, keys, size in (("grid", "rows = 4\ncols = 5", 20), ("garnet", "states = 30", 30)):
            alone = self.open(self.run_text(process(f'"{kind}"\n{keys}', "discount = 0.9"), out=f"{kind}.h5"))
            numpy.testing.assert_array_equal(data.value.sel(kind=kind).values[:size], alone.value.values[0])

    def test_outputs_of_one_kind_are_missing_in_others(self):
        data = self.solve(self.sweep(["chutes", "frozen-lake"])).isel(replicate=0)
        self.assertTrue((data.destination.sel(kind="frozen-lake") == -1).all())
        self.assertTrue((data.destination.sel(kind="chutes") >= 0).all())

    def refuses(self, text, *lines):
        self.write(text)
        done = self.aleator("run", "x.toml", code=2)
        self.assertEqual(done.stderr, "".join(f"x.toml:{line}\n" for line in lines))

    def test_a_task_that_a_kind_lacks_is_refused_by_name(self):
        text = self.sweep(["chutes", "grid", "garnet"], solve="discount = 0.9\n[simulate]")
        self.refuses(text, '6:2: [simulate] is no task of kind "grid"')

    def test_kinds_and_keys_that_are_not_there(self):
        self.refuses(self.sweep(["garnet", "gird"]), '8:21: model.kind: there is no kind "gird" (did you mean "grid"?)')
        self.refuses(self.sweep(["garnet", "garnet"]), '8:21: the value "garnet" is on the axis twice')
        self.refuses(self.sweep(["garnet"], model="slippery = 3"),
                     '3:1: model.slippery: is a key of kind "frozen-lake", not of "garnet"')
        self.refuses(self.sweep(["garnet", "file"]), '2:1: missing required key "model.path": the file')


class Refusals(GoldenTest):
    def refuses(self, model, solve, *lines):
        text = process(model, solve)
        self.write(text)
        done = self.aleator("run", "x.toml", code=2)
        self.assertEqual(done.stderr, "".join(f"x.toml:{line}\n" for line in lines))

    def test_keys_that_depend_on_the_objective(self):
        reach = 'objective = "reach-probability"'
        self.refuses(LAKE, "tolerance = 1", '4:1: solve.discount: missing: objective = "discounted" needs it')
        self.refuses(LAKE, reach + "\ndiscount = 0.9", '6:12: solve.discount: is for objective = "discounted" alone')
        self.refuses(LAKE, 'discount = 0.9\ntarget = "goal"',
                     "6:10: solve.target: is for reach-probability, reach-reward and expected-steps")
        self.refuses(LAKE, reach + '\nstart = "a.h5"', '6:9: solve.start: is for objective = "discounted" alone')
        self.refuses(LAKE, reach + '\nstop = "span"', '6:8: solve.stop: is for objective = "discounted" alone')
        self.refuses(LAKE, reach + '\nencoding = "stencil"',
                     '6:12: solve.encoding: is for objective = "discounted": the others work on plain rows')

    def test_where_it_starts(self):
        for table, line in (("solve", 6), ("analyse", 7)):
            solve = "discount = 0.9\n" + ("[analyse]\n" if table == "analyse" else "")
            self.refuses(LAKE, solve + "initial_states = []", f"{line}:18: {table}.initial_states: the list is empty")
            self.refuses(LAKE, solve + 'initial_states = [3]\ninitial = "init"', f"{line}:18: {table}.initial_states: "
                         "stand in place of `initial`, which is given too")

    def test_methods_that_do_not_solve_the_objective(self):
        for method in ("interval-iteration", "optimistic-value-iteration"):
            self.refuses(LAKE, f'discount = 0.9\nmethod = "{method}"',
                         f'6:10: solve.method: "{method}" does not solve objective = "discounted": it is for '
                         "undiscounted ones")
        self.refuses(LAKE, 'objective = "average-reward"\nmethod = "policy-iteration"',
                     '6:10: solve.method: "policy-iteration" does not solve objective = "average-reward": '
                     "value-iteration does")

    def test_keys_of_other_methods(self):
        self.refuses(LAKE, "discount = 0.9\nhorizon = 3",
                     '6:1: solve.horizon: is a key of method "backward-induction", not of "value-iteration"')
        self.refuses(LAKE, 'discount = 0.9\nmethod = "backward-induction"',
                     '4:1: missing required key "solve.horizon": steps to go')
        self.refuses(LAKE, 'discount = 0.9\nmethod = "gauss-seidel"\nstop = "span"',
                     '7:1: solve.stop: is a key of method "value-iteration", not of "gauss-seidel"')
        self.refuses(LAKE, "discount = 0.9\nrelaxation = 1.1",
                     '6:1: solve.relaxation: is a key of method "sor", not of "value-iteration"')
        self.refuses(LAKE, HORIZON + '3\ndiscount = 0.9\nstart = "a.h5"',
                     "8:9: solve.start: backward-induction starts from the end")

    def test_ranges(self):
        for value in ("0", "2", "2.5", "-1"):
            self.refuses(LAKE, f'discount = 0.9\nmethod = "sor"\nrelaxation = {value}',
                         f"7:14: solve.relaxation: {value} is out of range: it must be above 0 and below 2")
        self.refuses(LAKE, "discount = 1",
                     "5:12: solve.discount: 1 is out of range: it must be above 0 and below 1")
        self.refuses(LAKE, "discount = 0.5\ntolerance = 0",
                     "6:13: solve.tolerance: 0 is out of range: it must be above 0")
        self.refuses(LAKE, HORIZON + "-1\ndiscount = 0.5",
                     "6:11: solve.horizon: -1 is out of range: it must be 0 to 1000000000")

    def test_names(self):
        self.refuses(LAKE, 'discount = 0.9\nmethod = "policy-iteratio"',
                     '6:10: solve.method: there is no method "policy-iteratio" (did you mean "policy-iteration"?)')
        self.refuses(LAKE, 'discount = 0.9\npolicy = "greedy"',
                     '6:10: solve.policy: there is no policy "greedy": it is optimal, random, fixed:ACTION or a results '
                     "file FILE.h5")

    def fails(self, model, solve, reason, *arguments):
        self.write(process(model, solve))
        done = self.aleator("run", "x.toml", "-o", "failed.h5", "--fresh", *arguments, code=1)
        self.assertEqual(done.stderr.splitlines()[-1], f"run 0: failed: {reason}")

    def test_what_only_the_model_knows(self):
        labels = "the model has end, init, goal, hole"
        reach = 'objective = "reach-probability"\n'
        self.fails(LAKE, reach + 'target = "gaol"', f'there is no label "gaol" (did you mean "goal"?): {labels}')
        self.fails(LAKE, reach + 'initial = "everywhere"', f'there is no label "everywhere": {labels}')
        self.fails(LAKE, 'discount = 0.9\npolicy = "fixed:4"', "policy: there is no action 4: the model has 0, 1, 2, 3")
        self.fails(LAKE, 'discount = 0.9\nstart = "none.h5"', "cannot read none.h5: No such file or directory")
        self.fails(LAKE, 'discount = 0.9\nmethod = "policy-iteration"', "policy-iteration: the direct solver may need "
                   "5.76 kB, and 4 kB are allowed (--memory): take krylov-policy-iteration", "--memory", "4000")
        self.fails(LAKE, "discount = 0.9", "the model takes at least 1.22 kB, and 1 kB are allowed (--memory)",
                   "--memory", "1000")

    def test_tables_by_steps_that_take_too_much_memory(self):
        solve = 'objective = "reach-probability"\ntarget = "goal"\nmethod = "backward-induction"\nhorizon = 999_999'
        for keep, bytes_ in (("value_by_steps", "256 MB"), ("policy_by_steps", "192 MB"), ("residual", "24 MB"),
                             ("value_by_steps, policy_by_steps, residual", "472 MB")):
            names = json.dumps(keep.split(", "))
            self.fails(LAKE, f"{solve}\n[output]\nkeep = {names}", f"backward-induction: {keep} of 999999 steps and 16 "
                       f"states may need {bytes_}, and 21 MB are allowed (--memory): take a shorter horizon, or "
                       "keep less in output.keep", "--memory", "20M")

    def test_a_long_horizon_takes_no_memory_for_what_is_not_kept(self):
        data = self.solve(process(LAKE, HORIZON + "999_999\ndiscount = 0.5",
                                  rest='[output]\nkeep = ["value", "sweeps"]'), "--memory", "1M")
        self.assertEqual(int(data.sweeps), 999_999)

    def test_files_of_another_model(self):
        self.run_text(process('"gridworld"\nrows = 3', "discount = 0.9"), name="y.toml", out="other.h5")
        for key, variable in (("policy", "policy"), ("start", "value")):
            self.fails(LAKE, f'discount = 0.9\n{key} = "other.h5"', f"other.h5: {variable} has 12 values where the model "
                       "has 16 states (a file of one run is needed)")
        self.write("no results", "text.h5")
        self.write(process(LAKE, 'discount = 0.9\nstart = "text.h5"'))
        self.assertIn("text.h5", self.aleator("run", "x.toml", code=1).stderr)


class Horizons(GoldenTest):
    def gambler(self, horizon, goal=10, p=0.4):
        """By steps to go: the probability of the goal, as Python finds it, and of every stake."""
        values = [numpy.zeros(goal + 1)]
        stakes = []
        for _ in range(horizon):
            v, n = values[-1], goal
            value, q = numpy.zeros(n + 1), [[]] * (n + 1)
            for s in range(1, n):
                q[s] = [p * ((1.0 if s + b == n else 0.0) + v[s + b]) + (1 - p) * v[s - b]
                        for b in range(1, min(s, n - s) + 1)]
                value[s] = max(q[s])
            values.append(value)
            stakes.append(q)
        return numpy.array(values), stakes

    def test_backward_induction_is_the_dynamic_programme(self):
        for horizon in (0, 1, 2, 7):
            with self.subTest(horizon=horizon):
                values, _ = self.gambler(horizon)
                data = self.solve(process('"gambler"\ngoal = 10', HORIZON + f'{horizon}\nobjective = "total-reward"'))
                self.assertEqual(data.status.item(), 0)
                self.assertNotIn("value_by_steps", data)
                numpy.testing.assert_allclose(data.value.values[0], values[-1], atol=1e-14)
                self.assertLessEqual(abs(data.value.values[0] - values[-1]).max(), data.error_bound.item() + 1e-15)

    def test_tables_by_steps_are_written_on_request(self):
        text = process('"gambler"\ngoal = 10', HORIZON + '6\nobjective = "total-reward"', rest="[output]\n"
                       'keep = ["value", "value_by_steps", "policy_by_steps"]')
        data = self.solve(text).isel(replicate=0)
        values, stakes = self.gambler(6)
        self.assertEqual(data.value_by_steps.dims, ("steps_left", "state"))
        numpy.testing.assert_allclose(data.value_by_steps.values, values, atol=1e-14)
        numpy.testing.assert_array_equal(data.value, data.value_by_steps.isel(steps_left=6))
        for left, q in enumerate(stakes, start=1):
            for state in range(1, 10):
                stake = int(data.policy_by_steps.sel(steps_left=left, state=state))
                self.assertAlmostEqual(q[state][stake - 1], max(q[state]), delta=1e-14)
        self.assertTrue((data.policy_by_steps.values[0] == -1).all())

    def test_other_methods_beside_it_have_no_tables_by_steps(self):
        data = self.solve(process('"gambler"\ngoal = 10', 'objective = "total-reward"\nhorizon = 6', rest="[output]\n"
                                  'keep = ["value", "value_by_steps", "policy_by_steps"]\n' +
                                  methods(["backward-induction", "policy-iteration"]))).isel(replicate=0)
        self.assertTrue((data.status == 0).all())
        self.assertEqual(data.num_steps_lefts.values.tolist(), [7, 0])
        self.assertTrue(data.value_by_steps.sel({"method": "policy-iteration"}).isnull().all())
        self.assertTrue((data.value_by_steps.sel({"method": "backward-induction"}) >= 0).all())

    def test_reaching_within_a_number_of_steps(self):
        data = self.solve(process('"knuth-yao-die"', HORIZON + '3\nobjective = "reach-probability"\ntarget = "done"',
                                  rest=axis("solve.target", 'values = ["done", "six"]')))
        self.assertEqual(data.initial_value.values.ravel().tolist(), [0.75, 0.125])

    def test_a_discount_counts(self):
        data = self.solve(process('"gridworld"', HORIZON + "3\ndiscount = 0.5"))
        self.assertEqual(data.value.values[0, 3], -1.75)
        self.assertEqual(data.value.values[0, 1], -1)


class PoliciesAndStarts(GoldenTest):
    def test_a_warm_start_costs_few_sweeps(self):
        text = process('"garnet"\nstates = 200', "discount = 0.99", rest="")
        cold = self.solve(text)
        starts = [m for m in DISCOUNTED if m != "linear-programming"]
        warm = self.open(self.run_text(process('"garnet"\nstates = 200', 'discount = 0.99\nstart = "out.h5"',
                                               rest=methods(starts)), out="warm.h5"))
        self.assertEqual(set(warm.status.values.ravel()), {0})
        self.assertGreater(cold.sweeps.item(), 1000)
        self.assertLess(int(warm.sweeps.max()), 0.1 * cold.sweeps.item())
        self.assertEqual(warm.sweeps.sel({"method": "value-iteration"}).item(), 1)
        self.assertTrue((abs(warm.value - cold.value) <= warm.error_bound + cold.error_bound).all())

    def test_the_policy_of_a_file_is_worth_what_it_was_found_to_be(self):
        for objective in ("discount = 0.9", 'objective = "total-reward"'):
            best = self.open(self.run_text(process(LAKE, objective), out="best.h5"))
            again = self.open(self.run_text(process(LAKE, objective + '\npolicy = "best.h5"',
                                                    rest=methods(["value-iteration", "policy-iteration"])), out="again.h5"))
            self.assertTrue((abs(again.value - best.value) <= again.error_bound + best.error_bound).all())
            numpy.testing.assert_array_equal(again.policy.isel(method=0), best.policy)

    def test_a_policy_that_is_not_the_best_is_worth_less(self):
        best, left, chance = (self.open(self.run_text(process(LAKE, f'discount = 0.9\npolicy = "{policy}"'),
                                                      out=f"{i}.h5")).value.values[0]
                              for i, policy in enumerate(["optimal", "fixed:0", "random"]))
        self.assertTrue((left <= best + 1e-8).all() and (chance <= best + 1e-8).all())
        self.assertLess(left[0], best[0] / 2)
        self.assertTrue(0 < chance[0] < best[0])

    def test_games_of_chance_start_where_the_label_says(self):
        data = self.solve(process(LAKE, 'discount = 0.9\ninitial = "hole"'))
        self.assertEqual(data.initial_value.item(), 0)
        data = self.solve(process('"haddad-monmege"', 'objective = "reach-probability"\ntarget = "zero"\ninitial = "end"'))
        self.assertEqual(data.initial_value.item(), 0.5)  # one of two ends


class Averages(GoldenTest):
    """The reward of a step in the long run."""

    def model(self, tra, trew):
        self.write(tra, CHAIN)
        self.write(trew, "c.trew")
        return f'"file"\npath = "{CHAIN}"'

    def test_a_chain(self):
        # 0 -> 1 -> {0: 1/2, 1: 1/2}: a third of the time in 0, whose step earns 6.
        model = self.model("2 3\n0 1 1\n1 0 0.5\n1 1 0.5\n", "2 1\n0 1 6\n")
        data = self.solve(process(model, 'objective = "average-reward"'))
        self.assertEqual(data.status.item(), 0)
        self.assertLessEqual(abs(data.value - 2).max(), data.error_bound.item() + 1e-15)

    def test_a_process_with_two_places_to_stay(self):
        tra = "3 4 4\n0 0 1 1\n0 1 2 1\n1 0 1 1\n2 0 2 1\n"
        model = self.model(tra, "3 4 2\n1 0 1 2\n2 0 2 5\n")
        for sense, value in (("max", [5, 2, 5]), ("min", [2, 2, 5])):
            data = self.solve(process(model, f'objective = "average-reward"\nsense = "{sense}"'))
            numpy.testing.assert_allclose(data.value.values[0], value, atol=1e-9)

    def test_a_periodic_chain(self):
        model = self.model("2 2\n0 1 1\n1 0 1\n", "2 1\n0 1 1\n")
        data = self.solve(process(model, 'objective = "average-reward"'))
        numpy.testing.assert_allclose(data.value.values[0], [0.5, 0.5], atol=1e-9)


if __name__ == "__main__":
    unittest.main()
