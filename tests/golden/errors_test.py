#!/usr/bin/python3
"""Wrong input: the exact text on stderr and the exit code; nothing runs, and no file appears or changes."""

import os
import shutil
import subprocess
import unittest

import h5py

from support import BINARY, GoldenTest, axis, experiment, process

SEE_HELP = " (see `aleator run --help`)"
WAY_OUT = "choose another file with -o, or let --fresh rename this one"
DISCOUNTS = "values = [0.5, 0.6]"


class WrongInput(GoldenTest):
    def fails(self, code, expected, *arguments):
        """`expected` is the whole of stderr but for the line's end."""
        before = self.snapshot()
        done = self.aleator(*arguments, code=code)
        self.assertEqual((done.stderr, done.stdout), (expected + "\n", ""))
        self.assertEqual(self.snapshot(), before)

    def refuses(self, text, *problems):
        """The experiment `text` is refused with these lines, each after the file's name."""
        self.write(text)
        expected = "\n".join(f"x.toml:{problem}" for problem in problems)
        self.fails(2, expected, "run", "x.toml")
        self.fails(2, expected, "plan", "x.toml")

    def refuses_option(self, option, problem, text=None):
        """-s option is refused with this line."""
        self.write(text or experiment())
        for command in ("run", "plan"):
            self.fails(2, f"-s {problem}", command, "x.toml", "-s", option)


class Names(WrongInput):
    def test_an_unknown_key_with_one_like_it(self):
        self.refuses(experiment(top="sed = 3"), '2:1: unknown key "sed" (did you mean "seed"?)')
        self.refuses(experiment(model="slpi = [1.0]"), '4:1: unknown key "model.slpi" (did you mean "slip"?)')
        self.refuses(experiment(solve="discount = 0.9\ntolerence = 1e-9"),
                     '6:1: unknown key "solve.tolerence" (did you mean "tolerance"?)')
        self.refuses(experiment(rest="[output]\nkeeep = []"),
                     '7:1: unknown key "output.keeep" (did you mean "keep"?)')
        self.refuses('name = "x"\nmodel.kind = "chutes"\nmodel.tile = 10\nsolve.discount = 0.9\n',
                     '3:7: unknown key "model.tile" (did you mean "tiles"?)')

    def test_an_unknown_key_like_no_other(self):
        self.refuses(experiment(model='colour = "red"'), '4:1: unknown key "model.colour"')

    def test_an_unknown_table(self):
        self.refuses(experiment(rest="[simulat]\ngames = 3"),
                     '6:2: unknown table [simulat] for kind "chutes" (did you mean "simulate"?)')
        self.refuses(experiment(rest="[zebra]\na = 1"), '6:2: unknown table [zebra] for kind "chutes"')
        self.refuses(experiment(rest="[[axes]]\nkey = 1"),
                     '6:3: unknown table [axes] for kind "chutes" (did you mean "axis"?)')

    def test_unknown_choices(self):
        self.refuses(experiment(model='board = "hasbr"'),
                     '4:9: model.board: there is no board "hasbr" (did you mean "hasbro"?)')
        self.refuses(experiment(model='board = "monopoly"'),
                     '4:9: model.board: there is no board "monopoly": it is one of hasbro, milton-bradley, classic-16, empty')
        self.refuses(experiment(model='overshoot = "to-tiles"'),
                     '4:13: model.overshoot: there is no overshoot "to-tiles" (did you mean "to-tile"?)')
        self.refuses(experiment(solve='discount = 0.9\nstop = "supp"'),
                     '6:8: solve.stop: there is no stop "supp" (did you mean "sup"?)')
        self.refuses(experiment(solve='discount = 0.9\nmethod = "policy-iteratoin"'),
                     '6:10: solve.method: there is no method "policy-iteratoin" (did you mean "policy-iteration"?)')

    def test_an_unknown_kind(self):
        self.refuses('name = "x"\n[model]\nkind = "chute"\n',
                     '3:8: model.kind: there is no kind "chute" (did you mean "chutes"?)')

    def test_an_output_that_is_not_there(self):
        self.refuses(experiment(rest='[output]\nkeep = ["valu", "q", "turns_mean"]'),
                     '7:9: output.keep: there is no output "valu" here (did you mean "value"?)',
                     '7:22: output.keep: there is no output "turns_mean" here')
        self.refuses(experiment(rest="[output]\nkeep = []"), "7:8: output.keep: the list is empty")

    def test_names_that_make_no_file_name(self):
        rule = "1:8: name: the name becomes a file's name: no blanks, no /, no . or - in front"
        for name in ("a/b", "a b", "..", "-x", "../x"):
            self.refuses(experiment(name=name), rule)
        self.refuses(experiment(name=""), "1:8: name: the name is empty")


class MissingParts(WrongInput):
    def test_an_empty_file(self):
        for text in ("", "# nothing\n"):
            self.refuses(text, '1:1: missing table [model] with kind = "..."')

    def test_no_name(self):
        self.refuses('[model]\nkind = "chutes"\n[solve]\ndiscount = 0.9\n',
                     '1:1: missing required key "name": names the experiment; results go to NAME.h5 unless -o says '
                     "otherwise")

    def test_no_kind(self):
        self.refuses('name = "x"\n[model]\ntiles = 3\n',
                     "2:1: model.kind: missing; it is one of chutes, chutes-race, snakes-and-ladders, "
                     "snakes-with-cards, pig, g2048, cat-and-mouse, cat-and-random-mouse, race, nim, tic-tac-toe, "
                     "connect-four, file, garnet, grid, frozen-lake, gambler, gridworld, "
                     "haddad-monmege, knuth-yao-die")

    def test_no_discount(self):
        self.refuses(experiment(solve="tolerance = 1"),
                     '4:1: solve.discount: missing: objective = "discounted" needs it')

    def test_an_optimal_policy_that_nothing_finds(self):
        reason = 'simulate.policy: "optimal" is what [solve] finds, and there is no [solve]'
        self.refuses(experiment(solve=None, simulate='policy = "optimal"'), f"5:10: {reason}")
        self.refuses(experiment(solve=None, simulate="games = 10"), f"4:1: {reason}")


class Types(WrongInput):
    def test_a_value_of_another_type_in_every_kind_of_key(self):
        self.refuses(experiment(top="common_random_numbers = 1"),
                     "2:25: common_random_numbers: expected true or false, got the integer 1")
        self.refuses(experiment(model='tiles = "ten"'), '4:9: model.tiles: expected an integer, got the string "ten"')
        self.refuses(experiment(solve='discount = "high"'),
                     '5:12: solve.discount: expected a number, got the string "high"')
        self.refuses(experiment(model='board = ["hasbro"]'), "4:9: model.board: expected a string, got a list of 1")
        self.refuses(experiment(model="actions = 3"),
                     "4:11: model.actions: expected a list of integers, got the integer 3")
        self.refuses(experiment(model="slip = true"), "4:8: model.slip: expected a list of numbers, got true")
        self.refuses(experiment(model="jumps = 3"),
                     "4:9: model.jumps: expected a list of pairs of integers, got the integer 3")
        self.refuses(experiment(rest='[output]\nkeep = "value"'),
                     '7:8: output.keep: expected a list of strings, got the string "value"')

    def test_an_integer_that_is_none(self):
        self.refuses(experiment(top="seed = 1.5"), "2:8: seed: expected an integer, got the number 1.5")
        self.refuses(experiment(top="seed = 1e6"),
                     "2:8: seed: expected an integer, got the number 1000000.0 (write 1000000)")
        self.refuses(experiment(top='seed = "3"'), '2:8: seed: expected an integer, got the string "3"')
        self.refuses(experiment(top="seed = true"), "2:8: seed: expected an integer, got true")
        self.refuses(experiment(top="seed = [1]"), "2:8: seed: expected an integer, got a list of 1")
        self.refuses(experiment(top="seed = 2020-01-01"), "2:8: seed: expected an integer, got a date or time")

    def test_elements_of_another_type_each_at_its_place(self):
        self.refuses(experiment(model="actions = [1, 2.5]"),
                     "4:15: model.actions: expected an integer, got the number 2.5")
        self.refuses(experiment(model='slip = [0.5, "a", 0.5]'),
                     '4:14: model.slip: expected a number, got the string "a"')
        self.refuses(experiment(model='jumps = [[1, 2], [3], [4.5, 6], "a"]'),
                     "4:18: model.jumps: expected a pair of integers, got a list of 1",
                     "4:23: model.jumps: expected a pair of integers, got a list of 2",
                     '4:33: model.jumps: expected a pair of integers, got the string "a"')


class Ranges(WrongInput):
    def test_numbers_out_of_range(self):
        self.refuses(experiment(top="seed = -1"),
                     "2:8: seed: -1 is out of range: it must be 0 to 9000000000000000")
        self.refuses(experiment(top="replicates = 0"),
                     "2:14: replicates: 0 is out of range: it must be 1 to 1000000000")
        self.refuses(experiment(model="tiles = 0"), "4:9: model.tiles: 0 is out of range: it must be 1 to 10000000")
        for discount in ("0", "1", "-0.5", "1.5"):
            self.refuses(experiment(solve=f"discount = {discount}"),
                         f"5:12: solve.discount: {discount} is out of range: it must be above 0 and below 1")
        self.refuses(experiment(solve="discount = 0.9\ntolerance = 0"),
                     "6:13: solve.tolerance: 0 is out of range: it must be above 0")
        self.refuses(experiment(solve="discount = 0.9\nmax_sweeps = 0"),
                     "6:14: solve.max_sweeps: 0 is out of range: it must be 1 to 1000000000000")
        self.refuses(experiment(simulate="games = 0"),
                     "7:9: simulate.games: 0 is out of range: it must be 1 to 1000000000000000")
        self.refuses(experiment(rest="[output]\ncompression = 10"),
                     "7:15: output.compression: 10 is out of range: it must be 0 to 9")
        self.refuses(experiment(model="win_reward = 1e200"),
                     "4:14: model.win_reward: 1e+200 is out of range: -1e100 to 1e100")

    def test_numbers_that_are_not_finite(self):
        self.refuses(experiment(model="win_reward = nan"), "4:14: model.win_reward: nan is not a finite number")
        self.refuses(experiment(model="win_reward = -inf"), "4:14: model.win_reward: -inf is not a finite number")
        self.refuses(experiment(solve="discount = 0.9\ntolerance = inf"),
                     "6:13: solve.tolerance: inf is not a finite number")
        self.refuses(experiment(model="slip = [nan, 0.5, 0.5]"), "4:9: model.slip: nan is not a finite number")

    def test_an_integer_too_long_for_64_bits(self):
        self.refuses(experiment(top="seed = 99999999999999999999"),
                     "2:28: Error while parsing decimal integer: '99999999999999999999' is not representable in 64 "
                     "bits")


class ModelRules(WrongInput):
    def test_probabilities(self):
        self.refuses(experiment(model="slip = [-0.25, 1.0, 0.25]"), "4:9: model.slip: -0.25 is not a probability")
        self.refuses(experiment(model="slip = [0.25, 0.5, 0.2]"),
                     "4:8: model.slip: the probabilities sum to 0.95, not to 1")
        self.refuses(experiment(model="slip = [0.25, 0.5, 0.2500001]"),
                     "4:8: model.slip: the probabilities sum to 1.0000001, not to 1")
        self.refuses(experiment(model="slip = [0.5, 0.5]"),
                     "4:8: model.slip: needs one probability for each of the 3 slip_offsets, and has 2")
        self.refuses(experiment(model="slip = []\nslip_offsets = []"),
                     "4:8: model.slip: the probabilities sum to 0, not to 1")

    def test_every_rule_of_jumps(self):
        def jumps(text, *problems):
            self.refuses(experiment(model=f"jumps = {text}"), *(f"4:{problem}" for problem in problems))

        def off(jump):
            return f"model.jumps: the jump {jump} leaves the board: its tiles are 1 to 100"

        jumps("[[0, 5], [5, 101], [-1, 3]]", "10: " + off("0 -> 5"), "18: " + off("5 -> 101"), "28: " + off("-1 -> 3"))
        jumps("[[100, 5]]", "10: model.jumps: the jump 100 -> 5 starts on the last tile, where the game has ended")
        jumps("[[8, 9], [8, 10]]", "18: model.jumps: the jump 8 -> 10 is the second one from tile 8")
        jumps("[[7, 7]]", "10: model.jumps: the jump 7 -> 7 is part of a cycle: 7 -> 7")
        jumps("[[4, 14], [14, 20]]",
              "10: model.jumps: the jump 4 -> 14 ends on the foot of 14 -> 20; chain_jumps = true allows it")
        jumps("[[4, 14], [14, 4]]", "10: model.jumps: the jump 4 -> 14 is part of a cycle: 4 -> 14 -> 4")
        jumps("[[4, 14], [14, 24], [24, 4]]\nchain_jumps = true",
              "10: model.jumps: the jump 4 -> 14 is part of a cycle: 4 -> 14 -> 24 -> 4")

    def test_a_board_that_does_not_fit(self):
        reason = ('the built-in board "hasbro" does not fit 50 tiles: the jump 28 -> 84 leaves the board: '
                  "its tiles are 1 to 50")
        self.refuses(experiment(model="tiles = 50"), f"4:9: model.tiles: {reason}")
        self.refuses(experiment(model='tiles = 50\nboard = "hasbro"'), f"5:9: model.board: {reason}")
        self.refuses(experiment(model='board = "hasbro"\njumps = [[1, 2]]'),
                     "5:9: model.jumps: give either jumps or a built-in board, not both")

    def test_steps(self):
        self.refuses(experiment(model="actions = []"), "4:11: model.actions: there must be at least one step to choose")
        self.refuses(experiment(model="actions = [1, -2]"),
                     "4:15: model.actions: the step -2 is out of range: 0 to 1000000000")
        self.refuses(experiment(model="actions = [1, 2, 1]"), "4:18: model.actions: the step 1 is given twice")

    def test_the_overshoot_tile(self):
        self.refuses(experiment(model="overshoot_tile = 101"),
                     "4:18: model.overshoot_tile: tile 101 is not on the board: 0 to 100")

    def test_policies(self):
        def policy(text, problem):
            self.refuses(experiment(simulate=f'policy = "{text}"'), f"7:10: simulate.policy: {problem}")

        policy("fixed:7", "the step 7 is none of model.actions")
        policy("fixed:a", 'there is no policy "fixed:a" (did you mean "fixed:1"?)')
        policy("greedy", 'there is no policy "greedy": it is optimal, random or fixed:STEP')
        policy("optmal", 'there is no policy "optmal" (did you mean "optimal"?)')

    def test_a_second_discount(self):
        self.refuses(experiment(simulate="discount = 0.5"),
                     "7:12: simulate.discount: is that of [solve]: leave it out here")


class Syntax(WrongInput):
    def test_syntax_errors_have_a_place(self):
        self.refuses(experiment(model="tiles = "),
                     r"4:9: Error while parsing key-value pair: expected value, saw '\n'")
        self.refuses(experiment(model="tiles = 100\ntiles = 100"),
                     "5:9: Error while parsing key-value pair: cannot redefine existing integer 'tiles'")

    def test_bytes_that_are_not_utf_8(self):
        self.refuses(experiment().encode().replace(b'"x"', b'"x\xff"'), "1:9: Encountered invalid utf-8 sequence")

    def test_lists_in_lists_without_end(self):
        self.refuses(experiment(model="jumps = " + "[" * 9000),
                     "4:265: Error while parsing value: exceeded maximum nested value depth of 256 "
                     "(TOML_MAX_NESTED_VALUES)")


class Axes(WrongInput):
    def axis(self, text, *problems):
        """Axis tables begin on line 6."""
        self.refuses(experiment(rest="[[axis]]\n" + text), *problems)

    def discount(self, text, *problems):
        """An axis of solve.discount, with the text from line 8 on."""
        self.axis(f'key = "solve.discount"\n{text}', *problems)

    def test_the_key(self):
        either = '6:1: an [[axis]] needs either key = "..." or keys = [...]'
        self.axis("values = [1]", either)
        self.axis('key = "seed"\nkeys = ["seed"]\nvalues = [1]', either)
        self.axis("key = 3\nvalues = [1]", "7:7: key: expected a string")
        self.axis('keys = "seed"\nvalues = [1]', "7:8: keys: expected a list of strings")
        self.axis('keys = ["seed", 3]\nvalues = [1]', "7:8: keys: expected a list of strings")
        self.axis('key = "solve.discont"\nvalues = [0.5]', '7:7: "solve.discont" is not a key of this experiment that '
                  'can be swept (did you mean "solve.discount"?)')
        for key in ("name", "replicates"):
            self.axis(f'key = "{key}"\nvalues = ["a"]',
                      f'7:7: "{key}" is not a key of this experiment that can be swept')

    def test_the_same_key_twice(self):
        self.discount(DISCOUNTS + "\n" + axis("solve.discount", DISCOUNTS), '10:7: "solve.discount" is swept twice')

    def test_the_spacing(self):
        one = ("6:1: an [[axis]] needs one of values, range, linspace, logspace, random, sobol, "
               "latin-hypercube")
        self.discount("", one)
        self.discount("values = [0.5]\nrange = { from = 0.1, to = 0.5, step = 0.1 }", one)
        self.discount("value = [0.5]", one, '8:1: unknown key "value" of [[axis]] (did you mean "values"?)')
        self.discount("values = []", "8:10: values: the list is empty")
        self.discount("values = 0.5", "8:10: values: expected a list")

    def test_ranges(self):
        need = "8:9: range: expected { from = number, to = number, step = number }"
        self.discount("range = { from = 0.5, to = 0.1, step = 0.1 }", "8:9: range: has no values")
        self.discount("range = { from = 0.1, to = 0.5, step = 0 }", "8:9: range: the step is 0")
        for text in ("{ from = 0.5, to = 0.1 }", "[0.1, 0.5]", "{ from = 0.1, to = 0.5, count = 3 }"):
            self.discount(f"range = {text}", need)

    def test_linspace_and_logspace(self):
        count = "8:12: linspace: count must be an integer from 1 to 10000000"
        self.discount("linspace = { from = 0.5, to = 0.9, count = 0 }", count)
        self.discount("linspace = { from = 0.5, to = 0.9, count = 6.0 }", count)
        self.discount("linspace = { from = nan, to = 0.9, count = 3 }", "8:12: linspace: the numbers must be finite")
        self.discount("linspace = { from = 0.5, to = 1, count = 6 }",
                      "8:12: linspace: solve.discount: 1 is out of range: it must be above 0 and below 1")
        self.discount("logspace = { from = 0, to = 0.9, count = 3 }", "8:12: logspace: both ends must be above 0")
        self.axis('key = "model.tiles"\nlinspace = { from = 100, to = 105, count = 3 }',
                  "8:12: linspace: model.tiles takes integers, and 102.5 is among the values")
        self.axis('key = "model.board"\nlinspace = { from = 0, to = 1, count = 3 }',
                  "8:12: linspace: model.board takes a string: use values")
        self.axis('keys = ["solve.discount", "model.tiles"]\nlinspace = { from = 0.1, to = 0.9, count = 3 }',
                  "8:12: linspace: several keys need values = [[...], ...]")

    def test_values_are_checked_like_the_key(self):
        self.discount('values = [0.5, "a", 1.5, true]', '8:16: solve.discount: expected a number, got the string "a"',
                      "8:21: solve.discount: 1.5 is out of range: it must be above 0 and below 1",
                      "8:26: solve.discount: expected a number, got true")
        self.axis('key = "model.slip"\nvalues = [[0.25, 0.5, 0.25], [0.5, 0.25, 0.1], [1.0]]',
                  "8:30: model.slip: the probabilities sum to 0.85, not to 1",
                  "8:48: model.slip: needs one probability for each of the 3 slip_offsets, and has 1")
        self.axis('key = "model.jumps"\nvalues = [[[1, 2]], [[1, 200]]]',
                  "8:22: model.jumps: the jump 1 -> 200 leaves the board: its tiles are 1 to 100")

    def test_a_value_twice(self):
        self.discount("values = [0.5, 0.6, 0.50]", "8:21: the value 0.5 is on the axis twice")

    def test_rows_of_zipped_keys(self):
        two = "values: expected a list of 2 values, one for each of keys"
        self.axis('keys = ["solve.discount", "model.tiles"]\nvalues = [[0.5, 100], [0.6], [0.7, 100, 1], 3]',
                  f"8:23: {two}", f"8:30: {two}", f"8:45: {two}")
        self.axis('keys = ["solve.discount", "model.tiles"]\nvalues = [[0.5, 100], [0.6, 0.7]]',
                  "8:29: model.tiles: expected an integer, got the number 0.7")

    def test_labels(self):
        self.discount(DISCOUNTS + '\nlabels = ["a"]', "9:10: labels: needs one label for each of the 2 values, and has 1")
        self.discount(DISCOUNTS + '\nlabels = ["a", "a"]', '9:10: the label "a" is on the axis twice (blanks count as _)')
        self.discount(DISCOUNTS + '\nlabels = ["a b", "a_b"]', '9:10: the label "a_b" is on the axis twice (blanks count as _)')
        self.discount(DISCOUNTS + '\nlabels = ["", "a\\nb"]', '9:11: labels: "" is none: a label is one line of text, not empty',
                      '9:15: labels: "a\\nb" is none: a label is one line of text, not empty')
        self.discount(DISCOUNTS + '\nlabels = ["a", 3]', "9:16: labels: expected a string, got the integer 3")

    def test_names_that_are_taken(self):
        for name in ("value", "state", "run", "status", "num_states", "residual"):
            self.discount(DISCOUNTS + f'\nname = "{name}"', f'9:8: the variable name "{name}" is taken: give the axis '
                          'another with name = "..."')
        self.discount(DISCOUNTS + '\nname = "tiles"\n' + axis("model.tiles", "values = [100, 110]", 'name = "tiles"'),
                      '13:8: the variable name "tiles" is taken: give the axis another with name = "..."')

    def test_names_that_are_none(self):
        for name in ('"my axis"', '"größe"', '""', "3"):
            self.discount(DISCOUNTS + f"\nname = {name}", "9:8: name: expected letters, digits and _, no digit first")

    def test_only_some_points_are_wrong(self):
        text = experiment(simulate='policy = "fixed:6"', rest=axis("model.actions", "values = [[1, 6], [1, 2]]"))
        self.refuses(text, "7:10: simulate.policy: the step 6 is none of model.actions")


class SeveralErrors(WrongInput):
    def test_all_are_told_at_once_in_the_order_of_the_file(self):
        text = experiment(top="sed = 1", model='tiles = "a"\nslp = 3', solve="discount = 0.9\ntolerance = -1",
                          rest=axis("solve.discont", DISCOUNTS))
        self.refuses(text, '2:1: unknown key "sed" (did you mean "seed"?)',
                     '5:9: model.tiles: expected an integer, got the string "a"',
                     '6:1: unknown key "model.slp" (did you mean "slip"?)',
                     "9:13: solve.tolerance: -1 is out of range: it must be above 0",
                     '11:7: "solve.discont" is not a key of this experiment that can be swept '
                     '(did you mean "solve.discount"?)')


class Options(WrongInput):
    def test_s_without_key_or_value(self):
        self.refuses_option("solve.discount", "solve.discount: expected key=value")
        self.refuses_option("=3", "=3: expected key=value")

    def test_s_of_an_unknown_key(self):
        self.refuses_option("sed=5", 'sed: unknown key "sed" (did you mean "seed"?)')
        self.refuses_option("solve.discont=0.5",
                            'solve.discont: unknown key "solve.discont" (did you mean "discount"?)')

    def test_s_on_a_swept_key(self):
        swept = experiment(rest=axis("solve.discount", DISCOUNTS))
        self.refuses_option("solve.discount=[]", "solve.discount: values: the list is empty", swept)
        self.refuses_option("solve.discount=[0.5, 0.5]", "solve.discount: the value 0.5 is on the axis twice", swept)
        zipped = experiment(rest='[[axis]]\nkeys = ["solve.discount", "seed"]\nvalues = [[0.5, 1], [0.6, 2]]')
        self.refuses_option("solve.discount=0.3", "solve.discount: is swept together with other keys: give values "
                            "for all of them", zipped)

    def test_threads(self):
        self.write(experiment())
        for jobs in ("0", "-1", "abc", "1.5", "99999"):
            self.fails(2, f"aleator: -j {jobs}: expected a number of threads from 1 to 4096",
                       "run", "x.toml", "-j", jobs)

    def test_options_of_the_command_line(self):
        self.write(experiment())
        for option in ("--frsh", "-q", "--job=2"):
            self.fails(2, f"aleator: unrecognised option '{option}'{SEE_HELP}", "run", "x.toml", option)
        self.fails(2, f"aleator: the required argument for option '--jobs' is missing{SEE_HELP}", "run", "x.toml", "-j")
        self.fails(2, f"aleator: option '--output' cannot be specified more than once{SEE_HELP}", "run", "x.toml",
                   "-o", "a.h5", "-o", "b.h5")
        self.fails(2, "aleator: -o: the name is empty", "run", "x.toml", "-o", "")

    def test_commands(self):
        self.fails(2, 'aleator: there is no command "rnu" (did you mean "run"?); `aleator --help` lists them',
                   "rnu", "x.toml")
        self.fails(2, 'aleator: there is no command "x.toml"; `aleator --help` lists them', "x.toml")
        for typed, meant in (("chute", "chutes"), ("slove", "solve")):
            self.fails(2, f'aleator: there is no kind or table "{typed}" (did you mean "{meant}"?); `aleator list` names '
                       "the kinds and tasks", "describe", typed)
        self.fails(2, "aleator: aleator list takes no arguments", "list", "x")

    def test_no_file_is_named(self):
        for command, name in (("run", "FILE"), ("plan", "FILE"), ("show", "OUT"), ("describe", "NAME")):
            self.fails(2, f"aleator: aleator {command} needs {name} (see `aleator {command} --help`)", command)


class Files(WrongInput):
    def as_nobody(self, *arguments):
        """Runs the copy of the program in the test's folder without root's rights to read and write everything."""
        user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        if user and (not shutil.which("setpriv") or subprocess.run([*user, "true"], check=False).returncode):
            self.skipTest("root reads and writes everything, and may not become nobody here")
        return subprocess.run([*user, self.folder / "binary", *arguments], cwd=self.folder, capture_output=True,
                              text=True, check=False)

    def test_an_experiment_that_is_not_there(self):
        for command in ("run", "plan"):
            self.fails(3, "aleator: cannot read nope.toml: No such file or directory", command, "nope.toml")

    def test_an_experiment_that_may_not_be_read(self):
        self.write(experiment()).chmod(0)
        shutil.copy(BINARY, self.folder / "binary")
        self.folder.chmod(0o777)
        done = self.as_nobody("run", "x.toml")
        self.assertEqual((done.returncode, done.stderr), (3, "aleator: cannot read x.toml: Permission denied\n"))

    def test_a_folder_that_may_not_be_written_to(self):
        self.write(experiment()).chmod(0o644)
        shutil.copy(BINARY, self.folder / "binary")
        self.folder.chmod(0o555)
        done = self.as_nobody("run", "x.toml")
        self.folder.chmod(0o755)
        self.assertEqual((done.returncode, done.stderr), (3, "aleator: cannot write x.h5: Permission denied\n"))

    def test_places_where_no_results_can_go(self):
        self.write(experiment())
        (self.folder / "sub").mkdir()
        self.fails(3, "aleator: cannot write no/such/r.h5: No such file or directory", "run", "x.toml", "-o",
                   "no/such/r.h5")
        self.fails(3, "aleator: cannot write sub: it is not a regular file", "run", "x.toml", "-o", "sub")
        self.fails(3, "aleator: cannot write sub/: it names no file", "run", "x.toml", "-o", "sub/")
        self.fails(3, "aleator: cannot write /dev/null: it is not a regular file", "run", "x.toml", "-o", "/dev/null")

    def test_a_file_that_is_not_ours_is_not_replaced(self):
        self.write(experiment())
        (self.folder / "x.h5").write_text("precious")
        with h5py.File(self.folder / "other.h5", "w") as file:
            file["precious"] = [1, 2, 3]
        self.fails(3, f"aleator: x.h5 is not a results file of aleator: {WAY_OUT}", "run", "x.toml")
        self.fails(3, f"aleator: x.toml is not a results file of aleator: {WAY_OUT}", "run", "x.toml", "-o", "x.toml")
        self.fails(3, f"aleator: other.h5 is not a results file of aleator: {WAY_OUT}", "run", "x.toml", "-o",
                   "other.h5")

    def test_results_of_another_experiment_are_not_replaced(self):
        self.run_text(experiment(name="y"), out="r.h5")
        self.write(experiment())
        self.fails(3, f'aleator: r.h5 holds the results of the experiment "y", not of "x": {WAY_OUT}', "run", "x.toml",
                   "-o", "r.h5")

    def test_show_of_what_is_no_results_file(self):
        self.write(experiment())
        with h5py.File(self.folder / "other.h5", "w") as file:
            file["a"] = [1, 2, 3]
        self.fails(3, "aleator: x.toml is not an HDF5 file", "show", "x.toml")
        self.fails(3, "aleator: cannot read no.h5: No such file or directory", "show", "no.h5")
        self.fails(3, "aleator: cannot read .: Is a directory", "show", ".")
        self.fails(3, "aleator: other.h5 is not a results file of aleator", "show", "other.h5")

    def test_results_that_are_asked_of_a_process(self):
        self.write(process('"frozen-lake"', "discount = 0.9"))
        self.aleator("export", "x.toml", "-f", "hdf5")
        said = 'x.model.h5 is not a results file of aleator: it is a process, for kind = "file"'
        for command in ("show", "compare"):
            self.fails(3, f"aleator: {said}", command, "x.model.h5")


if __name__ == "__main__":
    unittest.main()
