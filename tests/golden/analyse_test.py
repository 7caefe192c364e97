#!/usr/bin/python3
"""[analyse]: what a policy does, against closed forms and linear equations solved with numpy."""

import unittest

import h5py
import numpy

from support import GoldenTest, axis, experiment, process

DIE = '"knuth-yao-die"'


class Chain:
    """The chain of a policy as dense matrices: moments and distributions, the slow and obvious way."""

    def __init__(self, states, moves):
        """@param moves  (state, next, probability, reward); states that no move leaves end the process"""
        self.p = numpy.zeros((states, states))
        self.moves = moves
        for state, after, probability, _ in moves:
            self.p[state, after] += probability
        self.running = self.p.sum(axis=1) > 0

    def moments(self, counts_steps=False):
        """Mean and variance of the total from every state: x = c + P x, then the same for the second moments."""
        inside = numpy.eye(len(self.p)) - self.p
        reward = [1.0 if counts_steps else move[3] for move in self.moves]
        first = numpy.zeros(len(self.p))
        for move, r in zip(self.moves, reward):
            first[move[0]] += move[2] * r
        mean = numpy.linalg.solve(inside, first)
        second = numpy.zeros(len(self.p))
        for (state, after, probability, _), r in zip(self.moves, reward):
            second[state] += probability * (r * r + 2 * r * mean[after])
        return mean, numpy.linalg.solve(inside, second) - mean ** 2

    def steps(self, start, count):
        """The probability of exactly 0 ... count - 1 steps."""
        here = numpy.zeros(len(self.p))
        here[start] = 1
        ended = []
        for _ in range(count):
            ended.append(here[~self.running].sum())
            here = numpy.where(self.running, here, 0) @ self.p
        return numpy.array(ended)


def worst_mean(values, probabilities, share):
    """The mean of the largest values that make up the share; what is left over of an atom is split."""
    left, total = share, 0.0
    for value, probability in sorted(zip(values, probabilities), reverse=True):
        taken = min(left, probability)
        total += taken * value
        left -= taken
    return total / share


def quantile(values, probabilities, level):
    reached = 0.0
    for value, probability in sorted(zip(values, probabilities)):
        reached += probability
        if reached >= level - 1e-13:
            return value
    return numpy.inf


def gambler(goal, p, policy):
    """Moves of the gambler who stakes policy[s]."""
    return Chain(goal + 1, [move for s in range(1, goal) for move in (
        (s, s + policy[s], p, 1.0 if s + policy[s] == goal else 0.0), (s, s - policy[s], 1 - p, 0.0))])


class DoublePrecision(GoldenTest):
    """The chain of Haddad and Monmege with 2^n steps: told well, told with its error, or not told at all."""

    def analyse(self, n, keep):
        self.write(process(f'"haddad-monmege"\nn = {n}\np = 0.7', analyse="max_steps = 1000",
                           rest=f"[output]\nkeep = {list(keep)}"))
        return self.aleator("run", "x.toml", "-o", "out.h5").stderr, self.open(self.folder / "out.h5").isel(replicate=0)

    def test_an_end_of_precision_is_told(self):
        told_by_status = {0: "", 2: "analyse: double precision ends at a relative error of ",
                          4: "analyse: not certified: double precision ends at a relative error of "}
        means = ("steps_mean", "reward_mean")
        for n, status in ((10, 0), (20, 2), (40, 2), (45, 4), (50, 4), (54, 4), (60, 4), (100, 4), (600, 4)):
            with self.subTest(n=n):
                told, data = self.analyse(n, (*means, "steps_variance"))
                truth = 3 * 2.0 ** (n - 1) - 2
                self.assertEqual(data.status.item(), status)
                self.assertIn(told_by_status[status], told)
                self.assertEqual(numpy.isnan(data.steps_variance.item()), status == 4)
                for name in means:
                    if n >= 50:
                        self.assertTrue(numpy.isnan(data[name].item()), name)
                    else:
                        self.assertAlmostEqual(data[name].item() / truth, 1, delta=1e-16 * truth + 1e-15)

    def test_the_long_run_is_told_or_not_alike(self):
        for n, status in ((10, 0), (40, 2), (60, 4)):
            with self.subTest(n=n):
                _, data = self.analyse(n, ("long_run_share", "long_run_reward"))
                self.assertEqual(data.status.item(), status)
                share = data.long_run_share.values
                self.assertTrue(numpy.isnan(share).all() if status == 4 else abs(share[0] - 0.7) < 0.01)

    def test_a_probability_of_never_arriving_is_not_known_while_paths_are_cut(self):
        text = process('"haddad-monmege"\nn = 20\np = 0.7', analyse='target = "zero"\nmax_steps = 1000')
        data = self.solve(text)
        self.assertTrue(numpy.isnan(data.steps_infinite_mass.item()))
        self.assertEqual(data.steps_mean.item(), numpy.inf)


class KnuthYaoDie(GoldenTest):
    """Three flips, and two more as often as the coin says: 3 + 2 k flips with probability 3/4 (1/4)^k."""

    def test_the_distribution_in_closed_form(self):
        data = self.solve(process(DIE, analyse="")).isel(replicate=0)
        for name, dimension in (("steps", "step"), ("reward", "total")):
            with self.subTest(name):
                frequency = data[f"{name}_frequency"]
                for flips in frequency[dimension].values:
                    truth = 0.75 * 0.25 ** ((flips - 3) // 2) if flips >= 3 and flips % 2 == 1 else 0
                    self.assertAlmostEqual(float(frequency.sel({dimension: flips})), truth, delta=1e-16)
                self.assertAlmostEqual(data[f"{name}_mean"].item(), 11 / 3, delta=1e-14)
                self.assertAlmostEqual(data[f"{name}_variance"].item(), 16 / 9, delta=1e-13)
                tail = data[f"{name}_tail_mass"].item()
                self.assertTrue(0 < tail <= 1e-12)
                self.assertAlmostEqual(float(frequency.sum()) + tail, 1, delta=1e-15)
                self.assertEqual(data[f"{name}_infinite_mass"].item(), 0)
                self.assertEqual(data[f"{name}_quantile"].values.tolist(), [3, 3, 3, 3, 7])
        self.assertEqual(data.quantile_level.values.tolist(), [0.05, 0.25, 0.5, 0.75, 0.95])

    def test_quantiles_are_the_least_that_suffice(self):
        levels = [1e-9, 0.75, 0.7500001, 0.9375, 0.94, 1 - 2 ** -20]
        data = self.solve(process(DIE, analyse=f"quantiles = {levels}")).isel(replicate=0)
        self.assertEqual(data.steps_quantile.values.tolist(), [3, 3, 5, 5, 7, 21])

    def test_the_worst_share_splits_atoms(self):
        data = self.solve(process(DIE, analyse="", rest=axis("analyse.worst", "values = [1, 0.5, 0.05, 0.001]")))
        flips = numpy.arange(3, 200, 2)
        chances = 0.75 * 0.25 ** ((flips - 3) / 2)
        for share in data.worst.values:
            with self.subTest(share=share):
                # A high number of steps is bad, a low reward too, unless it is to be made small.
                self.assertAlmostEqual(float(data.steps_worst.sel(worst=share)), worst_mean(flips, chances, share),
                                       delta=1e-7)
                self.assertAlmostEqual(float(data.reward_worst.sel(worst=share)),
                                       -worst_mean(-flips, chances, share), delta=1e-7)

    def test_what_is_bad_depends_on_the_sense(self):
        data = self.solve(process(DIE, 'objective = "total-reward"\nsense = "min"', ""))
        self.assertAlmostEqual(data.reward_worst.item(), data.steps_worst.item(), delta=1e-7)

    def test_the_worst_in_a_tail_that_was_cut_are_not_known(self):
        for name, model in (("steps", '"frozen-lake"'), ("reward", '"gridworld"')):
            data = self.solve(process(model, analyse='policy = "random"\nmax_steps = 3'))
            self.assertGreater(data[f"{name}_tail_mass"].item(), 0.05)
            self.assertTrue(numpy.isnan(data[f"{name}_worst"].item()))
            # Gridworld's rewards are -1 a step: those of the tail lie below what is listed.
            self.assertTrue(numpy.isnan(data[f"{name}_quantile"].values[0][0 if name == "reward" else -1]))

    def test_a_cut_is_told(self):
        data = self.solve(process(DIE, analyse="max_steps = 4"))
        self.assertEqual(data.steps_tail_mass.item(), 0.25)
        self.assertEqual(data.steps_frequency.values[0].sum(), 0.75)
        self.assertAlmostEqual(data.steps_mean.item(), 11 / 3, delta=1e-14)
        self.assertEqual(data.steps_quantile.values[0].tolist()[:4], [3, 3, 3, 3])

    def test_states_after_some_steps_and_in_the_long_run(self):
        text = process(DIE, analyse="after_steps = 3", rest='[output]\nkeep = ["state_after", "long_run_share", '
                       '"long_run_reward", "steps_mean"]')
        data = self.solve(text).isel(replicate=0)
        self.assertEqual(data.state_after.values.tolist(), [0] + [0.125] * 2 + [0] * 4 + [0.125] * 6)
        numpy.testing.assert_allclose(data.long_run_share.values, [0] * 7 + [1 / 6] * 6, atol=1e-12)
        self.assertFalse(data.long_run_reward.values.any())


class Policies(GoldenTest):
    def check(self, data, chain, start):
        """Of one run, with whole rewards."""
        mean, variance = chain.moments(counts_steps=True)
        self.assertAlmostEqual(data.steps_mean.item(), mean[start], delta=1e-10 * mean[start])
        self.assertAlmostEqual(data.steps_variance.item(), variance[start], delta=1e-9 * mean[start] ** 2)
        frequency = data.steps_frequency.values.ravel()
        frequency = frequency[~numpy.isnan(frequency)]  # padding
        truth = chain.steps(start, len(frequency))
        numpy.testing.assert_allclose(frequency, truth, atol=1e-13)
        numbers = numpy.arange(len(frequency))
        for level, value in zip(data.quantile_level.values.ravel(), data.steps_quantile.values.ravel()):
            self.assertEqual(value, quantile(numbers, truth, level))
        self.assertAlmostEqual(data.steps_worst.item(), worst_mean(numbers, truth, 0.05), delta=1e-6)
        mean, variance = chain.moments()
        self.assertAlmostEqual(data.reward_mean.item(), mean[start], delta=1e-9)
        self.assertAlmostEqual(data.reward_variance.item(), variance[start], delta=1e-9)

    def test_the_gambler_who_plays_best(self):
        self.write(process('"gambler"\np_heads = 0.4\ngoal = 16', 'objective = "total-reward"'), "e.toml")
        self.aleator("export", "e.toml", "--format", "hdf5", "-o", "g.model.h5")  # where starts can be named
        for start in (1, 5, 8, 15):
            with self.subTest(start=start), h5py.File(self.folder / "g.model.h5", "r+") as file:
                file["initial"][...] = [start]
                file.close()
                run = self.open(self.run_text(process('"file"\npath = "g.model.h5"', 'objective = "total-reward"', ""),
                                              out=f"{start}.h5"))
                policy = run.policy.values[0] + 1  # actions of a file count from 0
                self.check(run, gambler(16, 0.4, policy), start)
                self.assertAlmostEqual(run.reward_mean.item(), run.initial_value.item(), delta=1e-9)

    def test_chutes_played_best_and_at_random(self):
        text = process('"chutes"', "discount = 0.9", "",
                       rest=axis("analyse.policy", 'values = ["optimal", "random", "fixed:1"]'))
        data = self.solve(text).isel(replicate=0)
        for policy in ("optimal", "random", "fixed:1"):
            with self.subTest(policy=policy):
                here = data.sel(analyse_policy=policy)
                step = {"optimal": here.policy.values, "random": None, "fixed:1": numpy.full(101, 1)}[policy]
                self.check(here, self.board(here.destination.values, step), 0)

    @staticmethod
    def board(destination, step):
        """The default rules: slips of -1, 0, 1 with 1/4, 1/2, 1/4; who would overshoot comes to the last tile but one."""
        moves = []
        last = len(destination) - 1
        for tile in range(last):
            steps = range(1, 7) if step is None else [int(step[tile])]
            for choice in steps:
                for offset, chance in ((-1, 0.25), (0, 0.5), (1, 0.25)):
                    to = max(tile + choice + offset, 0)
                    to = int(destination[to if to <= last else last - 1])
                    moves.append((tile, to, chance / len(steps), 100.0 if to == last else 0.0))
        return Chain(last + 1, moves)

    def test_a_policy_of_a_file(self):
        best = self.open(self.run_text(process('"chutes"', "discount = 0.9", ""), out="best.h5"))
        again = self.open(self.run_text(process('"chutes"', analyse='policy = "best.h5"'), out="again.h5"))
        numpy.testing.assert_array_equal(best.steps_frequency, again.steps_frequency)

    def test_paths_that_start_at_the_end(self):
        data = self.solve(process('"gambler"', 'objective = "total-reward"', 'initial = "goal"'))
        self.assertEqual((data.steps_mean.item(), data.steps_variance.item()), (0, 0))
        self.assertEqual(data.steps_frequency.values.tolist(), [[1]])

    def test_optimal_needs_a_solve(self):
        self.write(process('"chutes"', analyse=""))
        done = self.aleator("run", "x.toml", code=2)
        self.assertEqual(done.stderr, 'x.toml:4:1: analyse.policy: "optimal" is what [solve] finds, and there is no '
                         "[solve]\n")
        self.write("2 3 3\n0 0 1 1\n0 1 0 1\n1 0 1 1\n", "two.tra")  # what a file holds is known once it is read
        self.write(process('"file"\npath = "two.tra"', analyse=""))
        done = self.aleator("run", "x.toml", code=1)
        self.assertEqual(done.stderr, 'run 0: failed: analyse.policy: "optimal" is what [solve] finds, and there is no '
                         "[solve]\n")


class Traps(GoldenTest):
    """Paths that never end."""

    def chain(self, reward=1):
        """From 0: a half ends in 1, a half is trapped in 2."""
        self.write(f"""@type: DTMC
@parameters

@reward_models
steps
@nr_states
3
@model
state 0 [{reward}] init
\taction 0
\t\t1 : 0.5
\t\t2 : 0.5
state 1 [0] goal
\taction 0
\t\t1 : 1
state 2 [{reward}] trap
\taction 0
\t\t2 : 1
""", "trap.drn")
        return '"file"\npath = "trap.drn"'

    def test_a_path_that_ends_elsewhere_has_missed_the_target(self):
        data = self.solve(process('"knuth-yao-die"', analyse='target = "six"'))
        self.assertAlmostEqual(data.steps_infinite_mass.item(), 5 / 6, delta=1e-12)
        self.assertAlmostEqual(data.reward_infinite_mass.item(), 5 / 6, delta=1e-12)
        self.assertEqual((data.steps_mean.item(), data.reward_mean.item()), (numpy.inf, numpy.inf))
        data = self.solve(process('"knuth-yao-die"', analyse=""))  # without a target to miss
        self.assertEqual(data.steps_infinite_mass.item(), 0)

    def test_the_process_goes_on_past_the_target(self):
        self.write("3 3\n0 1 1\n1 2 1\n2 0 1\n", "ring.tra")
        self.write('0="init" 1="goal"\n0: 0\n1: 1\n', "ring.lab")
        self.write("3 1\n2 3\n", "ring.srew")
        keep = '[output]\nkeep = ["steps_mean", "state_after", "long_run_share", "long_run_reward"]'
        data = self.solve(process('"file"\npath = "ring.tra"', analyse='target = "goal"\nafter_steps = 2', rest=keep))
        self.assertEqual(data.steps_mean.item(), 1)
        self.assertEqual(data.state_after.values[0].tolist(), [0, 0, 1])
        numpy.testing.assert_allclose(data.long_run_share.values[0], [1 / 3] * 3, atol=1e-14)
        numpy.testing.assert_allclose(data.long_run_reward.values[0], [1] * 3, atol=1e-14)

    def test_infinite_mass_is_apart(self):
        data = self.solve(process(self.chain(), analyse='target = "goal"'))
        self.assertEqual(data.steps_infinite_mass.item(), 0.5)
        self.assertEqual(data.steps_frequency.values[0].tolist(), [0, 0.5])
        self.assertEqual(data.steps_mean.item(), numpy.inf)
        self.assertEqual(data.steps_quantile.values[0].tolist(), [1, 1, 1, numpy.inf, numpy.inf])
        self.assertEqual(data.steps_worst.item(), numpy.inf)
        self.assertEqual(data.reward_infinite_mass.item(), 0.5)
        self.assertEqual(data.reward_mean.item(), numpy.inf)

    def test_paths_that_miss_a_target_earn_infinitely_much_and_those_without_one_what_they_earn(self):
        data = self.solve(process(self.chain(0), analyse='target = "goal"'))
        self.assertEqual((data.reward_mean.item(), data.reward_infinite_mass.item()), (numpy.inf, 0.5))
        data = self.open(self.run_text(process(self.chain(0), analyse=""), out="other.h5"))
        self.assertEqual((data.reward_mean.item(), data.reward_infinite_mass.item()), (0, 0))
        self.assertEqual(data.steps_infinite_mass.item(), 1)

    def test_which_side_is_the_worst_is_said_whatever_the_objective(self):
        for sense, worst in (("max", 1), ("min", numpy.inf)):  # paths that miss the goal earn +inf
            data = self.solve(process('"frozen-lake"', 'objective = "reach-probability"\ntarget = "goal"\n'
                                      f'sense = "{sense}"', 'target = "goal"'))
            self.assertEqual((data.reward_worst.item(), data.steps_worst.item()), (worst, numpy.inf))
            self.assertEqual(data.reward_worst.long_name, "mean of the worst share (key worst): the least rewards; "
                             'with solve.sense = "min" the largest, misses of the target first')
            self.assertEqual(data.steps_worst.long_name, "mean of the worst share (key worst): the most steps, misses "
                             "of the target first")

    def test_the_long_run_of_a_trap(self):
        data = self.solve(process(self.chain(), analyse='after_steps = 5', rest='[output]\nkeep = ["long_run_share", '
                                  '"long_run_reward", "state_after"]')).isel(replicate=0)
        numpy.testing.assert_allclose(data.long_run_share, [0, 0.5, 0.5], atol=1e-12)
        numpy.testing.assert_allclose(data.long_run_reward, [0.5, 0, 1], atol=1e-12)
        numpy.testing.assert_allclose(data.state_after, [0, 0.5, 0.5], atol=1e-12)

    def test_rewards_that_are_no_whole_numbers_have_moments_but_no_table(self):
        data = self.solve(process('"grid"\nrows = 3\ncols = 3\nstep_reward = -0.3', "discount = 0.9", ""))
        self.assertAlmostEqual(data.reward_mean.item(), -0.3 * data.steps_mean.item(), delta=1e-9)
        self.assertAlmostEqual(data.reward_variance.item(), 0.09 * data.steps_variance.item(), delta=1e-9)
        self.assertTrue(numpy.isnan(data.reward_worst.item()) and numpy.isnan(data.reward_quantile.values).all())


if __name__ == "__main__":
    unittest.main()
