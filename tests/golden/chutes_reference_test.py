#!/usr/bin/python3
"""The chutes model against the exact figures, and against a solver written here from the rules alone."""

import json
import unittest

import numpy

from support import DATA, GoldenTest, axis, experiment

HASBRO = {1: 38, 4: 14, 9: 31, 16: 6, 21: 42, 28: 84, 36: 44, 48: 26, 49: 11, 51: 67, 56: 53, 62: 18, 64: 60, 71: 91,
          80: 100, 87: 24, 93: 73, 95: 76, 98: 78}
MILTON_BRADLEY = {1: 38, 4: 14, 9: 31, 16: 6, 21: 42, 28: 84, 36: 44, 47: 26, 49: 11, 51: 67, 56: 53, 62: 19, 64: 60,
                  71: 91, 80: 100, 87: 24, 93: 73, 95: 75, 98: 78}
BOARDS = {"hasbro": HASBRO, "milton-bradley": MILTON_BRADLEY, "empty": {}}


def landing(tile, raw, rules):
    """The tile on which a move from `tile` to `raw` ends: first the overshoot, then the jump."""
    tiles = rules["tiles"]
    if raw > tiles:
        raw = {"to-tile": rules["overshoot_tile"], "stay": tile, "bounce": 2 * tiles - raw,
               "arrive": tiles}[rules["overshoot"]]
    raw = max(raw, 0)
    jumps = rules["jumps"]
    while raw in jumps:
        raw = jumps[raw]
        if not rules["chain_jumps"]:
            break
    return raw


def solve(discount=0.9, **changes):
    """Values and action values of every tile, to rounding: value iteration, then its policy solved exactly."""
    rules = {"tiles": 100, "jumps": HASBRO, "actions": [1, 2, 3, 4, 5, 6], "slip": [0.25, 0.5, 0.25],
             "offsets": [-1, 0, 1], "overshoot": "to-tile", "chain_jumps": False, "win_reward": 100.0,
             "step_reward": 0.0, **changes}
    rules.setdefault("overshoot_tile", rules["tiles"] - 1)
    tiles = rules["tiles"]
    move = numpy.zeros((len(rules["actions"]), tiles + 1, tiles + 1))
    for a, step in enumerate(rules["actions"]):
        for tile in range(tiles):
            for offset, probability in zip(rules["offsets"], rules["slip"]):
                move[a, tile, landing(tile, tile + step + offset, rules)] += probability
    value = numpy.zeros(tiles + 1)
    value[tiles] = rules["win_reward"]
    while True:
        q = rules["step_reward"] + discount * move @ value
        after = q.max(axis=0)
        after[tiles] = rules["win_reward"]
        if abs(after - value).max() < 1e-11:
            break
        value = after
    policy = q.argmax(axis=0)
    chosen = discount * move[policy, numpy.arange(tiles + 1)]
    chosen[tiles] = 0
    reward = numpy.full(tiles + 1, rules["step_reward"])
    reward[tiles] = rules["win_reward"]
    value = numpy.linalg.solve(numpy.eye(tiles + 1) - chosen, reward)
    return value, (rules["step_reward"] + discount * move @ value)[:, :tiles].T


class HasbroFigures(GoldenTest):
    def setUp(self):
        super().setUp()
        self.figures = json.loads((DATA / "chutes_hasbro.json").read_text())
        self.data = self.solve(experiment(model='board = "hasbro"\nslip = [0.25, 0.5, 0.25]',
                                          solve="discount = 0.9\ntolerance = 1e-9")).isel(replicate=0)

    def test_every_value_is_within_the_tolerance(self):
        self.assertEqual(len(self.figures["value"]), 101 - ("100" not in self.figures["value"]))
        for tile, value in self.figures["value"].items():
            self.assertAlmostEqual(float(self.data.value.sel(state=int(tile))), value, delta=1e-9, msg=tile)
        self.assertEqual(float(self.data.value.sel(state=100)), 100)

    def test_every_optimal_set_is_the_exact_one_with_its_ties(self):
        self.assertEqual(sorted(map(int, self.figures["optimal_actions"])), list(range(100)))
        for tile, steps in self.figures["optimal_actions"].items():
            optimal = self.data.optimal.sel(state=int(tile))
            self.assertEqual(optimal.action.values[optimal.values == 1].tolist(), steps, tile)
            self.assertEqual(int(self.data.policy.sel(state=int(tile))), min(steps), tile)

    def test_the_last_tile_has_no_action(self):
        last = self.data.sel(state=100)
        self.assertEqual(int(last.policy), -1)
        self.assertEqual(last.optimal.values.tolist(), [0] * 6)
        self.assertTrue(numpy.isnan(last.q.values).all())

    def test_the_error_bound_is_a_proof(self):
        self.assertLessEqual(float(self.data.error_bound), 1e-9)
        self.assertEqual(int(self.data.status), 0)


class RulesFromTheirText(GoldenTest):
    def agrees(self, data, within=1e-9, **rules):
        value, q = solve(**rules)
        last = len(value) - 1
        numpy.testing.assert_allclose(data.value.values[:last + 1], value, rtol=0, atol=within)
        numpy.testing.assert_allclose(data.q.values[:last, :q.shape[1]], q, rtol=0, atol=within)
        best = numpy.where(q >= q.max(axis=1, keepdims=True) - 1e-10, 1, 0)
        self.assertEqual(data.optimal.values[:last, :q.shape[1]].tolist(), best.tolist())
        steps = data.action.values[best.argmax(axis=1)]
        self.assertEqual(data.policy.values[:last].tolist(), steps.tolist())

    def test_all_overshoot_rules_on_all_boards(self):
        rules = ["to-tile", "stay", "bounce", "arrive"]
        data = self.solve(experiment(solve="discount = 0.95\ntolerance = 1e-10",
                                     rest=axis("model.overshoot", f"values = {json.dumps(rules)}") +
                                     axis("model.board", f"values = {json.dumps(list(BOARDS))}")))
        self.assertEqual(data.value.dims, ("overshoot", "board", "replicate", "state"))
        for overshoot in rules:
            for board, jumps in BOARDS.items():
                with self.subTest(overshoot=overshoot, board=board):
                    self.agrees(data.sel(overshoot=overshoot, board=board, replicate=0), discount=0.95,
                                overshoot=overshoot, jumps=jumps)

    def test_every_stop_rule_finds_the_same_values(self):
        data = self.solve(experiment(solve="discount = 0.9\ntolerance = 1e-10",
                                     rest=axis("solve.stop", 'values = ["sup", "span", "total-change"]')))
        for stop in ["sup", "span", "total-change"]:
            with self.subTest(stop=stop):
                self.agrees(data.sel(stop=stop, replicate=0))
        self.assertTrue((data.error_bound.sel(stop=["sup", "span"]) <= 1e-10).all())
        self.assertLessEqual(int(data.sweeps.sel(stop="span")), int(data.sweeps.sel(stop="sup")))

    def test_total_change_is_content_with_1e_5_unless_told_otherwise(self):
        data = self.solve(experiment(solve='discount = 0.9\nstop = "total-change"'))
        value, _ = solve()
        self.assertLess(abs(data.value.values[0] - value).max(), float(data.error_bound))
        self.assertGreater(float(data.error_bound), 1e-9)

    def test_jumps_steps_slips_and_rewards_of_ones_own(self):
        jumps = {2: 9, 7: 3, 17: 30, 28: 5}
        model = f"""tiles = 30
jumps = {[list(jump) for jump in jumps.items()]}
actions = [4, 0, 2]
slip = [0.1, 0.2, 0.3, 0.4]
slip_offsets = [-3, 1, 0, 7]
overshoot_tile = 12
win_reward = -7
step_reward = 1.5"""
        data = self.solve(experiment(model=model)).isel(replicate=0)
        self.assertEqual(data.action.values.tolist(), [0, 2, 4])
        self.agrees(data, tiles=30, jumps=jumps, actions=[0, 2, 4], slip=[0.1, 0.2, 0.3, 0.4], offsets=[-3, 1, 0, 7],
                    overshoot_tile=12, win_reward=-7, step_reward=1.5)
        expected = [jumps.get(tile, tile) for tile in range(31)]
        self.assertEqual(data.destination.values.tolist(), expected)

    def test_chained_jumps_are_all_taken(self):
        jumps = {3: 10, 10: 20, 20: 4, 25: 3}
        data = self.solve(experiment(model="tiles = 30\nchain_jumps = true\njumps = "
                                     f"{[list(jump) for jump in jumps.items()]}")).isel(replicate=0)
        self.agrees(data, tiles=30, jumps=jumps, chain_jumps=True)
        self.assertEqual(data.destination.values[[3, 10, 20, 25, 30]].tolist(), [4, 4, 4, 4, 30])

    def test_one_tile_is_a_board(self):
        data = self.solve(experiment(model='tiles = 1\nboard = "empty"')).isel(replicate=0)
        self.agrees(data, tiles=1, jumps={})

    def test_a_simulation_agrees_with_the_value_it_was_promised(self):
        data = self.solve(experiment(top="seed = 11", model="step_reward = -2", simulate="games = 50_000",
                                     rest=axis("model.overshoot", 'values = ["to-tile", "stay", "bounce", "arrive"]')))
        self.assertEqual(data.agrees_with_value.values.tolist(), [[1]] * 4)
        z = (data.return_mean - data.value.sel(state=0)) / data.return_mean_se
        numpy.testing.assert_allclose(z.values, data.value_z.values, rtol=1e-9)
        self.assertLess(abs(z).max(), 4)
        numpy.testing.assert_allclose(data.turns_frequency.sum("turn").values, 1, rtol=1e-12)
        mean = (data.turns_frequency * data.turn).sum("turn")
        numpy.testing.assert_allclose(mean.values, data.turns_mean.values, rtol=1e-12)
        spread = ((data.turns_frequency * (data.turn - mean) ** 2).sum("turn") / (50_000 - 1)) ** 0.5
        numpy.testing.assert_allclose(spread.values, data.turns_mean_se.values, rtol=1e-9)
        returns = 100 * 0.9 ** data.turn - 2 * (1 - 0.9 ** data.turn) / (1 - 0.9)
        numpy.testing.assert_allclose((data.turns_frequency * returns).sum("turn").values, data.return_mean.values,
                                      rtol=1e-9)


if __name__ == "__main__":
    unittest.main()
