#!/usr/bin/python3
"""Axes of every kind in the results, and the commands that tell about experiments without running them."""

import itertools
import unittest

import numpy

from support import CONFIGS, ENGINES, GoldenTest, axis, experiment, process

DISCOUNTS = "values = [0.5, 0.6]"


class AxisValues(GoldenTest):
    def values(self, key, spacing, **parts):
        return self.solve(experiment(rest=axis(key, spacing), **parts))[key.split(".")[-1]].values.tolist()

    def test_a_range_ends_before_its_end(self):
        values = self.values("model.win_reward", "range = { from = -0.3, to = 0.3, step = 0.1 }")
        self.assertEqual(values, [-0.3, -0.2, -0.1, 0, 0.1, 0.2])
        self.assertEqual(self.values("model.win_reward", "range = { from = 3, to = 0, step = -1 }"), [3, 2, 1])
        self.assertEqual(self.values("seed", "range = { from = 1, to = 7, step = 2 }"), [1, 3, 5])

    def test_linspace_has_both_ends(self):
        self.assertEqual(self.values("solve.discount", "linspace = { from = 0.1, to = 0.3, count = 3 }"),
                         [0.1, 0.2, 0.3])
        self.assertEqual(self.values("solve.discount", "linspace = { from = 0.7, to = 0.9, count = 1 }"), [0.7])
        self.assertEqual(self.values("model.tiles", "linspace = { from = 100, to = 104, count = 3 }"), [100, 102, 104])

    def test_logspace_goes_from_value_to_value_in_equal_ratios(self):
        self.assertEqual(self.values("solve.tolerance", "logspace = { from = 1e-9, to = 1e-3, count = 7 }"),
                         [1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3])

    def test_values_keep_their_order_and_their_type(self):
        data = self.solve(experiment(rest=axis("seed", "values = [7, 3, 5]")))
        self.assertEqual((data.seed.values.tolist(), str(data.seed.dtype)), ([7, 3, 5], "int64"))
        data = self.solve(experiment(rest=axis("solve.discount", "values = [0.9, 0.3]")))
        self.assertEqual((data.discount.values.tolist(), str(data.discount.dtype)), ([0.9, 0.3], "float64"))

    def test_strings_and_booleans_are_named(self):
        path = self.run_text(experiment(rest=axis("model.overshoot", 'values = ["stay", "bounce"]') +
                                        axis("model.chain_jumps", "values = [false, true]")))
        for engine in ENGINES:
            data = self.open(path, engine=engine)
            self.assertEqual(data.overshoot.values.tolist(), ["stay", "bounce"])
            self.assertEqual(data.chain_jumps.values.tolist(), ["false", "true"])
            self.assertEqual(data.value.sel(overshoot="bounce", chain_jumps="true").shape, (1, 101))

    def test_jumps_are_labelled_by_their_text(self):
        jumps = axis("model.jumps", "values = [[], [[1, 9]], [[2, 3], [4, 8]]]")
        data = self.solve(experiment(model="tiles = 20", rest=jumps))
        self.assertEqual(data.jumps.values.tolist(), ["[]", "[[1, 9]]", "[[2, 3], [4, 8]]"])
        self.assertEqual(data.destination.sel(jumps="[[1, 9]]").values[0, :4].tolist(), [0, 9, 2, 3])

    def test_the_first_axis_of_the_file_is_the_first_dimension(self):
        data = self.solve(experiment(top="replicates = 2", rest=axis("model.win_reward", "values = [1, 2, 3]") +
                                     axis("solve.discount", DISCOUNTS)))
        self.assertEqual(data.value.dims, ("win_reward", "discount", "replicate", "state"))
        for reward, discount in itertools.product([1, 2, 3], [0.5, 0.6]):
            point = data.value.sel(win_reward=reward, discount=discount, replicate=1)
            self.assertAlmostEqual(float(point[99]) / float(data.value.sel(win_reward=1, discount=discount)[0, 99]),
                                   reward, delta=1e-6)

    def test_no_axis_at_all(self):
        data = self.solve(experiment())
        self.assertEqual(data.value.dims, ("replicate", "state"))


class Names(GoldenTest):
    def test_labels_and_name(self):
        names = 'labels = ["short", "long"]\nname = "sight"'
        data = self.solve(experiment(rest=axis("solve.discount", DISCOUNTS, names)))
        self.assertEqual(data.sight.values.tolist(), ["short", "long"])
        self.assertEqual(data.sight_values.values.tolist(), [0.5, 0.6])
        self.assertEqual(data.value.sel(sight="long").shape, (1, 101))

    def test_a_name_that_is_taken_becomes_the_whole_key(self):
        simulate = 'policy = "random"\ngames = 10'
        data = self.solve(experiment(solve=None, simulate=simulate, rest=axis("simulate.discount", DISCOUNTS)))
        self.assertIn("discount", data.dims)
        data = self.solve(experiment(rest=axis("solve.discount", DISCOUNTS) +
                                     axis("solve.tolerance", "values = [1e-3, 1e-6]", 'name = "seed"') +
                                     axis("seed", "values = [1, 2]", 'name = "s"')))
        self.assertEqual(data.value.dims, ("discount", "seed", "s", "replicate", "state"))

    def test_zipped_keys_share_a_dimension(self):
        rows = "values = [[0.5, [0.0, 1.0, 0.0], 'stay'], [0.9, [0.25, 0.5, 0.25], 'bounce']]"
        keys = 'keys = ["solve.discount", "model.slip", "model.overshoot"]'
        path = self.run_text(experiment(rest=f"[[axis]]\n{keys}\n{rows}"))
        for engine in ENGINES:
            data = self.open(path, engine=engine)
            self.assertEqual(data.value.dims, ("discount", "replicate", "state"))
            self.assertEqual(data.discount.values.tolist(), [0.5, 0.9])
            self.assertEqual(data.overshoot.dims, ("discount",))
            self.assertEqual(data.overshoot.values.tolist(), ["stay", "bounce"])
            self.assertIn("overshoot", data.coords)
        alone = self.open(self.run_text(experiment(model='overshoot = "stay"\nslip = [0, 1, 0]',
                                                   solve="discount = 0.5"), out="alone.h5"))
        numpy.testing.assert_array_equal(self.open(path).value.values[0], alone.value.values)


class ShapesThatDiffer(GoldenTest):
    def test_boards_of_several_sizes_are_padded(self):
        path = self.run_text(experiment(model='board = "empty"', rest=axis("model.tiles", "values = [5, 20, 9]")))
        data = self.open(path)
        self.assertEqual(data.sizes["state"], 21)
        self.assertEqual(data.num_states.values.tolist(), [[6], [21], [10]])
        for i, tiles in enumerate([5, 20, 9]):
            inside, beyond = data.isel(tiles=i, replicate=0, state=slice(0, tiles + 1)), slice(tiles + 1, None)
            alone = self.open(self.run_text(experiment(model=f'board = "empty"\ntiles = {tiles}'), out=f"{tiles}.h5"))
            for name in ("value", "policy", "optimal", "q", "destination"):
                numpy.testing.assert_array_equal(inside[name].values, alone[name].values[0], name)
            outside = data.isel(tiles=i, replicate=0, state=beyond)
            self.assertTrue(outside.value.isnull().all() and outside.q.isnull().all())
            self.assertTrue((outside.policy == -1).all() and (outside.optimal == -1).all())
            self.assertTrue((outside.destination == -1).all())

    def test_the_action_dimension_is_the_union(self):
        data = self.solve(experiment(rest=axis("model.actions", "values = [[1, 3], [6, 2], [5]]")))
        self.assertEqual(data.action.values.tolist(), [1, 2, 3, 5, 6])
        for i, steps in enumerate([[1, 3], [2, 6], [5]]):
            point = data.isel(actions=i, replicate=0, state=slice(0, 100))
            has = point.q.notnull()
            self.assertTrue((has == has.isel(state=0)).all())
            self.assertEqual(data.action.values[has.isel(state=0).values].tolist(), steps)
            self.assertTrue(set(numpy.unique(point.policy)) <= set(steps))
            self.assertTrue((point.optimal.where(has, -1) == point.optimal).all())

    def test_lists_of_several_lengths_on_an_axis(self):
        rows = "values = [[[1.0], [0]], [[0.25, 0.5, 0.25], [-1, 0, 1]]]"
        path = self.run_text(experiment(rest=f'[[axis]]\nkeys = ["model.slip", "model.slip_offsets"]\n{rows}'))
        data = self.open(path)
        self.assertEqual(data.slip.values.tolist(), ["[1.0]", "[0.25, 0.5, 0.25]"])
        numpy.testing.assert_array_equal(data.slip_values.values, [[1, numpy.nan, numpy.nan], [0.25, 0.5, 0.25]])


class Options(GoldenTest):
    def test_s_sets_a_key(self):
        data = self.solve(experiment(), "-s", "solve.discount=0.5", "-s", "model.board=empty", "-s",
                          "output.compression=3")
        alone = self.open(self.run_text(experiment(model='board = "empty"', solve="discount = 0.5"), out="alone.h5"))
        numpy.testing.assert_array_equal(data.value.values, alone.value.values)

    def test_s_adds_no_task(self):
        self.write(experiment())
        done = self.aleator("run", "x.toml", "-s", "simulate.games=10", code=2)
        self.assertEqual(done.stderr, "-s simulate.games: there is no [simulate] in this experiment\n")

    def test_s_on_a_swept_key_replaces_its_values(self):
        text = experiment(rest=axis("solve.discount", DISCOUNTS, 'labels = ["a", "b"]'))
        self.assertEqual(self.solve(text, "-s", "solve.discount=0.7").discount.values.tolist(), [0.7])
        self.assertEqual(self.solve(text, "-s", "solve.discount=[0.7, 0.8, 0.9]").discount.values.tolist(),
                         [0.7, 0.8, 0.9])

    def test_s_on_a_swept_list_takes_one_or_several(self):
        text = experiment(rest=axis("model.slip", "values = [[0.25, 0.5, 0.25]]"))
        self.assertEqual(self.solve(text, "-s", "model.slip=[0, 1, 0]").slip.values.tolist(), ["[0.0, 1.0, 0.0]"])
        self.assertEqual(self.solve(text, "-s", "model.slip=[[0, 1, 0], [0.1, 0.8, 0.1]]").slip.values.tolist(),
                         ["[0.0, 1.0, 0.0]", "[0.1, 0.8, 0.1]"])
        text = experiment(rest=axis("model.jumps", "values = [[]]"))
        self.assertEqual(self.solve(text, "-s", "model.jumps=[[1, 2]]").jumps.values.tolist(), ["[[1, 2]]"])
        self.assertEqual(self.solve(text, "-s", "model.jumps=[[[1, 2]], []]").jumps.values.tolist(),
                         ["[[1, 2]]", "[]"])

    def test_overrides_are_kept_with_the_results(self):
        path = self.run_text(experiment(), "-s", "seed=3", "-s", "model.board=empty")
        group = self.open(path, "provenance")
        self.assertEqual(str(group.overrides.values), "seed=3\nmodel.board=empty")
        self.assertIn('model.board = "empty"', str(group.resolved.values).splitlines())

    def test_keep_chooses_what_is_written(self):
        path = self.run_text(experiment(rest='[output]\nkeep = ["value", "sweeps"]'))
        self.assertEqual(set(self.open(path).data_vars), {"value", "sweeps", "status"})
        runs = self.open(path, "runs")
        self.assertIn("sweeps", runs)
        self.assertNotIn("error_bound", runs)


# What makes configurations quick, by the start of their names.
SMALLER = {"chutes": ["simulate.games=100"], "snakes_players": ["simulate.games=1000"], "certified": ["model.n=[5, 8]"],
           "solver_shootout": ["model.states=100", "model.rows=8", "model.cols=8", "replicates=1"]}


class Commands(GoldenTest):
    def test_plan_lists_every_point_and_runs_nothing(self):
        self.write(experiment(top="replicates = 2", rest=axis("solve.discount", DISCOUNTS, 'labels = ["near", "far"]') +
                              axis("model.overshoot", 'values = ["stay", "bounce", "arrive"]')))
        before = self.snapshot()
        lines = self.aleator("plan", "x.toml").stdout.splitlines()
        self.assertEqual(len(lines), 14)
        self.assertEqual(lines[0], '       0  discount = near, overshoot = "stay", replicate 0: new')
        self.assertEqual(lines[11], '      11  discount = far, overshoot = "arrive", replicate 1: new')
        self.assertEqual(lines[12], "")
        self.assertRegex(lines[13], r"^12 runs of chutes: 12 new\. .*memory")
        self.assertEqual(self.snapshot(), before)

    def test_plan_says_that_its_estimate_is_not_of_the_method(self):
        self.write(process('"garnet"', "discount = 0.9"))
        self.assertRegex(self.aleator("plan", "x.toml").stdout, r"\n1 run of garnet: 1 new\. Rough estimates for what is to be "
                         r"run, by the sizes of the processes whatever the method: \d+ ms on \d+ threads?, [^\n]+\n$")

    def test_plan_knows_the_steps_of_a_horizon(self):
        self.write(process('"garnet"\nstates = 10000', 'objective = "total-reward"\nmethod = "backward-induction"\n'
                           "horizon = 100_000_000"))
        self.assertRegex(self.aleator("plan", "x.toml").stdout, r"method: \d+ (h|days) ")

    def test_plan_counts_the_configurations(self):
        counts = {"chutes_discount": 150, "chutes_slip": 11, "chutes_rules": 12, "chutes_quickstart": 1}
        for name, points in counts.items():
            text = self.aleator("plan", CONFIGS / f"{name}.toml").stdout
            self.assertRegex(text, rf"\n\n{points} runs? of chutes: {points} new\. ")

    def test_every_configuration_runs(self):
        for path in sorted(CONFIGS.glob("*.toml")):
            with self.subTest(path.name):
                smaller = [part for start, keys in SMALLER.items() if path.stem.startswith(start) for part in keys]
                self.aleator("run", path, *(part for key in smaller for part in ("-s", key)), "-o",
                             self.folder / "out.h5", "--fresh", cwd=CONFIGS.parents[1])
                data = self.open(self.folder / "out.h5")
                self.assertTrue((data.status == 0).all())

    def test_the_model_from_a_file_needs_no_other_step(self):
        self.aleator("run", "experiments/configs/model_from_file.toml", "-o", self.folder / "out.h5",
                     cwd=CONFIGS.parents[1])
        data = self.open(self.folder / "out.h5")
        # Working fast, a piece takes V = 1 + (5 + V) / 10 hours.
        self.assertAlmostEqual(data.initial_value.item(), 2 * 1.5 / 0.9, delta=1e-6)
        self.assertAlmostEqual(data.reward_mean.item(), 2 * 1.5 / 0.9, delta=1e-9)
        done = self.aleator("run", CONFIGS / "model_from_file.toml", code=2)
        self.assertIn("there is no file experiments/configs/workshop.drn (paths start from the folder", done.stderr)

    def test_list_names_models_and_tasks(self):
        text = self.aleator("list").stdout
        for part in ("chutes ", "solve, analyse, simulate", "solve     every kind ", "value-iteration", "simulate  chutes "):
            self.assertIn(part, text)

    def test_describe_tells_every_key_of_a_kind(self):
        lines = [line.split() for line in self.aleator("describe", "chutes").stdout.splitlines()]
        first = {line[0] for line in lines if line}
        for key in ("tiles board jumps chain_jumps actions slip slip_offsets overshoot overshoot_tile win_reward "
                    "step_reward discount tolerance stop max_sweeps policy games max_turns value(state) "
                    "optimal(state, q(state, turns_frequency(turn) agrees_with_value").split():
            self.assertIn(key, first)
        self.assertIn(["tiles", "integer", "100"], [line[:3] for line in lines])

    def test_describe_tells_of_one_table(self):
        own = {"solve": "objective target relaxation horizon value(state)", "analyse": "worst target steps_mean",
               "simulate": "games turns_mean", "model": "tiles rows path p_heads", "output": "keep compression",
               "axis": "key linspace labels"}
        for name, expected in own.items():
            with self.subTest(name):
                text = self.aleator("describe", name).stdout
                self.assertRegex(text, rf'^(Of kind "chutes":\n)?\[+{name}\]')
                first = {line.split()[0] for line in text.splitlines() if line.strip()}
                self.assertLessEqual(set(expected.split()), first)
                self.assertNotIn("\n\n\n", text)

    def test_describe_tells_of_conditions_where_a_label_may_stand(self):
        condition = 'or a condition on variables, such as "x=1 & y=true" (kind = "file")'
        for task, keys in (("solve", ("target", "initial")), ("analyse", ("target", "initial"))):
            lines = self.aleator("describe", task).stdout.splitlines()
            for key in keys:
                with self.subTest(task=task, key=key):
                    start = next(i for i, line in enumerate(lines) if line.split()[:1] == [key])
                    more = itertools.takewhile(lambda line: line.startswith(" " * 10), lines[start + 1:])
                    self.assertIn(condition, " ".join(" ".join([lines[start], *more]).split()))

    def test_describe_experiment_tells_of_axes(self):
        text = self.aleator("describe", "experiment").stdout
        for part in ("replicates", "compression", "[[axis]]", "linspace", "labels"):
            self.assertIn(part, text)

    def test_show_tells_what_a_file_holds(self):
        self.run_text(experiment(simulate="games = 100", rest=axis("solve.discount", DISCOUNTS)))
        text = self.aleator("show", "out.h5").stdout
        self.assertRegex(text, r"^out\.h5: x \(chutes\), [\d.]+ kB, 2 ok\n")
        self.assertRegex(text, r"\n  discount +2  0\.5, 0\.6\n")
        self.assertRegex(text, r"\n  q\(discount, replicate, state, action\) +value of the action when `value` is what follows")

    def test_run_ends_with_what_show_says(self):
        self.write(experiment())
        shown = self.aleator("run", "x.toml").stdout
        self.assertRegex(shown, r"^1 run in [\d.]+ ms on \d+ threads?\n\nx\.h5: x \(chutes\)")
        self.assertEqual(shown.split("\n\n", 1)[1], self.aleator("show", "x.h5").stdout)

    def test_help_and_version(self):
        for arguments in (["--help"], ["help"], ["run", "--help"], ["run", "x.toml", "-h"], ["list", "--help"]):
            self.assertIn("aleator", self.aleator(*arguments).stdout)
        self.assertRegex(self.aleator("--version").stdout, r"^aleator \d+\.\d+\.\d+ \(")
        self.assertIn("aleator run FILE", self.aleator(code=2).stdout)


class Places(GoldenTest):
    def test_paths_with_blanks_and_letters_of_all_kinds(self):
        (self.folder / "my results").mkdir()
        self.write(experiment(name="größe-\u03b2"), "my experiment.toml")
        self.aleator("run", "my experiment.toml", "-o", "my results/the \u03b2 file.h5")
        self.assertEqual(self.open(self.folder / "my results" / "the \u03b2 file.h5").attrs["title"], "größe-\u03b2")
        self.aleator("run", "my experiment.toml")
        self.assertTrue((self.folder / "größe-\u03b2.h5").exists())

    def test_the_default_output_goes_where_the_program_is_run(self):
        path = self.write(experiment())
        (self.folder / "here").mkdir()
        self.aleator("run", path, cwd=self.folder / "here")
        self.assertEqual(sorted(p.name for p in (self.folder / "here").iterdir()), ["x.h5", "x.h5.journal"])


if __name__ == "__main__":
    unittest.main()
