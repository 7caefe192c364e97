#!/usr/bin/python3
"""Models that go to files and come back: `aleator export`, and kind = "file"."""

import gzip
import resource
import unittest

import h5py
import numpy

from support import CONFIGS, GoldenTest, axis, process

KINDS = {"garnet": "states = 25\nactions = 2\nbranching = 3", "grid": "rows = 4\ncols = 5\nslip = 0.3\nobstacles = [[1, 1]]",
         "frozen-lake": "", "gambler": "goal = 12", "gridworld": "", "haddad-monmege": "n = 6", "knuth-yao-die": ""}
FILES = {"prism": "m.tra", "drn": "m.drn", "hdf5": "m.model.h5"}

DIE = """@type: DTMC
@parameters

@reward_models
steps flips
@nr_states
3
@model
state 0 [0, 2] init
\taction 0 [1, 0]
\t\t1 : 1/2
\t\t2 : 0.5
state 1 [0, 0] heads
\taction 0
\t\t1 : 1
state 2 [0, 0] tails
\taction 0
\t\t0 : 1
"""


class RoundTrips(GoldenTest):
    def test_what_is_exported_has_the_values_of_its_rules(self):
        for kind, keys in KINDS.items():
            rules = f'"{kind}"\n{keys}'
            self.write(process(rules, "discount = 0.9"), "rules.toml")
            value = self.solve(process(rules, "discount = 0.9")).value.values[0]
            for name, path in FILES.items():
                with self.subTest(kind=kind, format=name):
                    said = self.aleator("export", "rules.toml", "--format", name, "-o", path).stdout
                    self.assertRegex(said, rf"^{path}: {len(value)} states, \d+ actions, \d+ transitions\n$")
            paths = axis("model.path", f"values = {list(FILES.values())}")
            data = self.open(self.run_text(process('"file"', "discount = 0.9", rest=paths), out=f"{kind}.h5"))
            bound = data.error_bound.max().item() + 1e-9
            for there in data.value.values[:, 0]:
                self.assertLessEqual(abs(there - value).max(), bound)

    def test_labels_and_initial_states_come_along(self):
        rules = '"haddad-monmege"\nn = 4'
        self.write(process(rules, 'objective = "reach-probability"\ntarget = "zero"'), "rules.toml")
        for name, path in FILES.items():
            self.aleator("export", "rules.toml", "--format", name, "-o", path)
        reach = 'objective = "reach-probability"\ntarget = "zero"'
        data = self.solve(process('"file"', reach, rest=axis("model.path", f"values = {list(FILES.values())}")))
        numpy.testing.assert_allclose(data.initial_value, 0.7, atol=1e-9)

    def test_the_end_of_chutes_has_a_value_that_only_hdf5_holds(self):
        self.write(process('"chutes"', "discount = 0.9"), "rules.toml")
        for name in ("prism", "drn"):
            done = self.aleator("export", "rules.toml", "--format", name, "-o", FILES[name], code=3)
            self.assertEqual(done.stderr, f"aleator: cannot write {FILES[name]}: {name} files cannot hold the value 100 of "
                             "the end in state 100; hdf5 can\n")
        self.aleator("export", "rules.toml", "--format", "hdf5", "-o", "m.model.h5")
        rules = self.solve(process('"chutes"', "discount = 0.9"))
        there = self.open(self.run_text(process('"file"\npath = "m.model.h5"', "discount = 0.9"), out="there.h5"))
        numpy.testing.assert_allclose(there.value, rules.value, atol=2e-9)
        numpy.testing.assert_array_equal(there.policy[0, :100] + 1, rules.policy[0, :100])  # steps count from 1

    def test_files_turn_into_one_another_without_loss(self):
        self.write(DIE, "a.drn")
        self.aleator("export", "a.drn", "--format", "hdf5", "-o", "b.model.h5")
        self.aleator("export", "b.model.h5", "--format", "prism", "-o", "c.tra")
        self.aleator("export", "c.tra", "--format", "hdf5", "-o", "d.model.h5")
        with h5py.File(self.folder / "b.model.h5") as one, h5py.File(self.folder / "d.model.h5") as two:
            for name in ("action_begin", "row_begin", "next_state", "probability", "reward", "initial", "labels/heads"):
                numpy.testing.assert_array_equal(one[name][...], two[name][...], name)

    def test_packed_files(self):
        self.write(gzip.compress(DIE.encode()), "a.drn.gz")
        self.aleator("export", "a.drn.gz", "--format", "prism", "-o", "b.tra.gz")
        self.assertEqual(gzip.decompress((self.folder / "b.tra.gz").read_bytes()).decode().split("\n")[0], "3 4")
        for path in ("a.drn.gz", "b.tra.gz"):
            data = self.open(self.run_text(process(f'"file"\npath = "{path}"', 'objective = "expected-steps"\n'
                                                   'target = "heads"'), out=f"{path}.h5"))
            self.assertAlmostEqual(data.initial_value.item(), 3, delta=1e-9)  # two flips of three steps, a loop but one

    def test_a_reward_model_is_chosen_by_name(self):
        self.write(DIE, "a.drn")
        data = self.solve(process('"file"\npath = "a.drn"', 'objective = "reach-reward"\ntarget = "heads"', rest=axis(
            "model.reward_model", 'values = ["steps", "flips"]')))
        numpy.testing.assert_allclose(data.initial_value.values.ravel(), [2, 4], atol=1e-9)

    def test_the_name_is_that_of_the_experiment_unless_told(self):
        self.write(process('"knuth-yao-die"', "discount = 0.9"))
        for name, path in (("prism", "x.tra"), ("drn", "x.drn"), ("hdf5", "x.model.h5")):
            self.aleator("export", "x.toml", "-f", name)
            self.assertTrue((self.folder / path).exists())

    def test_a_model_that_cannot_fit_is_refused_before_it_is_made(self):
        self.write(process('"grid"\nrows = 300\ncols = 300', "discount = 0.9"))
        done = self.aleator("export", "x.toml", "-f", "drn", "--memory", "20M", code=2)
        self.assertEqual(done.stderr, "aleator: the plain rows of the model take at least 71.3 MB, and 21 MB are allowed "
                         "(--memory)\n")
        self.assertFalse((self.folder / "x.drn").exists())

    def test_the_first_point_of_a_sweep_is_exported(self):
        for point, size in ((None, 11), ("model.n=[10]", 21)):
            said = self.aleator("export", CONFIGS / "certified_reachability.toml", *(("-s", point) if point else ()))
            self.assertIn(f" {size} states, ", said.stdout)


class WhatFilesKnow(GoldenTest):
    """Names of actions and values of variables, through kind = "file"."""

    def setUp(self):
        super().setUp()
        self.write("2 3 3\n0 0 1 1 go\n0 1 0 1 stay\n1 0 1 1 rest\n", "a.tra")
        self.write('0="init" 1="goal"\n0: 0\n1: 1\n', "a.lab")
        self.write("(x,y)\n0:(1,true)\n1:(2,false)\n", "a.sta")
        self.write(process('"file"\npath = "a.tra"', "discount = 0.9"))

    def test_prism_and_hdf5_keep_both(self):
        self.aleator("export", "x.toml", "-o", "b.tra")
        for ending in ("tra", "sta"):
            self.assertEqual((self.folder / f"b.{ending}").read_text(), (self.folder / f"a.{ending}").read_text())
        self.aleator("export", "x.toml", "-f", "hdf5", "-o", "b.h5")
        self.aleator("export", "a.tra", "-f", "hdf5", "-o", "c.h5")
        self.assertEqual((self.folder / "b.h5").read_bytes(), (self.folder / "c.h5").read_bytes())

    def test_drn_keeps_the_names_of_actions(self):
        self.aleator("export", "x.toml", "-f", "drn", "-o", "b.drn")
        text = (self.folder / "b.drn").read_text()
        for name in ("go", "stay", "rest"):
            self.assertIn(f"\taction {name}\n", text)

    def test_names_in_hdf5_are_of_fixed_length_and_read_in_any(self):
        """Those of variable length have no check sums: on damaged ones the library crashes, or never ends."""
        self.aleator("export", "x.toml", "-f", "hdf5", "-o", "b.h5")
        names = {"action_names": [b"go", b"stay", b"rest"], "variables": [b"x", b"y"]}
        with h5py.File(self.folder / "b.h5") as file:
            for name, texts in names.items():
                self.assertEqual(file[name].dtype.kind, "S", name)
                self.assertEqual(list(file[name]), texts)
        whole = (self.folder / "b.h5").read_bytes()
        for kind in (h5py.string_dtype(), "S4", h5py.string_dtype(length=9)):
            (self.folder / "c.h5").write_bytes(whole)
            with h5py.File(self.folder / "c.h5", "a") as file:
                for name, texts in names.items():
                    del file[name]
                    file.create_dataset(name, data=numpy.array(texts, dtype=object).astype(kind) if kind == "S4" else texts,
                                        dtype=kind)
            self.aleator("export", "c.h5", "-o", "d.tra")
            for ending in ("tra", "sta"):
                self.assertEqual((self.folder / f"d.{ending}").read_text(), (self.folder / f"a.{ending}").read_text(), kind)

    def test_conditions_hold_in_what_was_exported(self):
        self.aleator("export", "x.toml", "-f", "hdf5", "-o", "b.h5")
        reach = 'objective = "reach-probability"\ntarget = "x=2 & y=false"'
        data = self.solve(process('"file"', reach, rest=axis("model.path", 'values = ["a.tra", "b.h5"]')))
        self.assertEqual(data.initial_value.values.ravel().tolist(), [1, 1])


class HalfWritten(GoldenTest):
    """An export that fails leaves what was there before, and nothing else."""

    def setUp(self):
        super().setUp()
        self.write(process('"gridworld"', "discount = 0.9"))
        self.aleator("export", "x.toml", "-o", "m.tra")
        self.write(process('"grid"\nrows = 30\ncols = 30', "discount = 0.9"))

    def test_a_companion_that_cannot_be_written(self):
        (self.folder / "m.srew").unlink()
        (self.folder / "m.srew").mkdir()
        before = self.snapshot()
        done = self.aleator("export", "x.toml", "-o", "m.tra", code=3)
        self.assertEqual(done.stderr, "aleator: cannot write m.srew: it is not a regular file\n")
        self.assertEqual(self.snapshot(), before)

    def test_a_disk_that_is_full(self):
        before = self.snapshot()
        for path in ("m.tra", "new.tra", "new.drn"):  # the companions of these fit, the transitions do not
            done = self.aleator("export", "x.toml", "-f", path[-3:].replace("tra", "prism"), "-o", path, code=3,
                                restore_signals=False,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)))
            self.assertEqual(done.stderr, f"aleator: cannot write {path}: File too large\n")
            self.assertEqual(self.snapshot(), before)


class Errors(GoldenTest):
    def fails(self, said, path, **files):
        for name, text in files.items():
            self.write(text, name.replace("_", "."))
        self.write(process(f'"file"\npath = "{path}"', "discount = 0.9"))
        done = self.aleator("run", "x.toml", "-o", "failed.h5", "--fresh", code=1)
        self.assertEqual(done.stderr.splitlines()[-1], f"run 0: failed: {said}")
        done = self.aleator("export", path, "-f", "hdf5", "-o", "y.model.h5", code=3)
        self.assertEqual(done.stderr, f"aleator: {said}\n")

    def test_damaged_prism_files_are_told_by_line(self):
        self.fails("a.tra:2: state 0, choice 0: the probabilities sum to 0.9", "a.tra", a_tra="2 2\n0 1 0.9\n1 1 1\n")
        self.fails("b.tra:3: state 7 of 2 states", "b.tra", b_tra="2 2\n0 1 1\n1 7 1\n")
        self.fails("c.tra:3: state 1, choice 0: the probability is -1", "c.tra", c_tra="2 2\n0 1 1\n1 1 -1\n")
        self.fails("d.tra:1: the header announces 3 transitions, the file has 2", "d.tra", d_tra="2 3\n0 1 1\n1 1 1\n")
        self.fails("e.tra:1: the file is empty", "e.tra", e_tra="")
        self.fails("f.lab:2: label 3 of 2 labels", "f.tra", f_tra="2 2\n0 1 1\n1 1 1\n", f_lab='0="init" 1="goal"\n0: 3\n')
        self.fails("g.srew:2: state 5 of 2 states", "g.tra", g_tra="2 2\n0 1 1\n1 1 1\n", g_srew="2 1\n5 1\n")

    def test_damaged_drn_files_are_told_by_line(self):
        self.fails("a.drn:12: state 0, action 0: the probabilities sum to 0.8333333333333333", "a.drn", a_drn=DIE.replace("1/2", "1/3"))
        self.fails("b.drn:12: state 3 of 3 states", "b.drn", b_drn=DIE.replace("2 : 0.5", "3 : 0.5"))
        self.fails('c.drn:1: models of type "CTMC" are not supported, only DTMC and MDP', "c.drn", c_drn=DIE.replace("DTMC", "CTMC"))
        self.fails("d.drn:12: : is missing after next state 2", "d.drn", d_drn=DIE.replace("2 : 0.5", "2 = 0.5"))

    def test_damaged_packed_and_hdf5_files(self):
        self.write(gzip.compress(DIE.encode())[:60], "a.drn.gz")
        self.fails("cannot read a.drn.gz: the packed contents end too early", "a.drn.gz")
        self.write(DIE, "b.model.h5")
        self.fails("cannot read b.model.h5: it is not a whole HDF5 file", "b.model.h5")
        self.fails("cannot read a.txt: the names of models end in .tra, .drn, .h5 or .hdf5, with or without .gz", "a.txt",
                   a_txt=DIE)

    def test_numbers_in_hdf5_that_are_too_large(self):
        path = self.write(process('"garnet"\nstates = 5', "discount = 0.9"))
        self.aleator("export", path, "-f", "hdf5", "-o", "m.h5")
        for wide in ("i8", "u8"):
            with h5py.File(self.folder / "m.h5", "a") as file:
                numbers = file["next_state"][:].astype(wide)
                numbers[3] = 2**32 + 1
                del file["next_state"]
                file["next_state"] = numbers
            self.assertEqual(self.aleator("export", "m.h5", "-f", "drn", "-o", "m.drn", code=3).stderr,
                             'aleator: cannot read m.h5: "next_state" has a number that does not fit into 32 bits\n')

    def test_files_that_are_not_there(self):
        self.write(process('"file"\npath = "none.tra"\nlabels = "none.lab"', "discount = 0.9"))
        done = self.aleator("run", "x.toml", code=2)
        start = "(paths start from the folder where aleator runs)"
        self.assertEqual(done.stderr, f"x.toml:4:8: model.path: there is no file none.tra {start}\n"
                         f"x.toml:5:10: model.labels: there is no file none.lab {start}\n")
        self.write(process('"file"\npath = "/none.tra"', "discount = 0.9"))
        done = self.aleator("run", "x.toml", code=2)
        self.assertEqual(done.stderr, "x.toml:4:8: model.path: there is no file /none.tra\n")
        self.write(process('"file"', "discount = 0.9"))
        done = self.aleator("run", "x.toml", code=2)
        self.assertEqual(done.stderr, 'x.toml:2:1: missing required key "model.path": the file\n')

    def test_labels_and_reward_models_that_are_not_there(self):
        self.write(DIE, "a.drn")
        self.write(process('"file"\npath = "a.drn"\nreward_model = "coins"', "discount = 0.9"))
        done = self.aleator("run", "x.toml", code=1)
        self.assertEqual(done.stderr, 'run 0: failed: a.drn:9: there is no reward model "coins", only "steps", "flips"\n')
        self.write(process('"file"\npath = "a.drn"', 'objective = "expected-steps"\ntarget = "head"'))
        done = self.aleator("run", "x.toml", "--fresh", code=1)
        self.assertEqual(done.stderr.splitlines()[-1], 'run 0: failed: there is no label "head" (did you mean "heads"?): '
                         "the model has end, init, heads, tails")

    def test_what_export_is_told(self):
        self.write(DIE, "a.drn")
        for arguments, said in ((("a.drn", "-f", "jani"), "--format jani: it is one of prism, drn, hdf5"),
                                (("a.drn", "-s", "a=1"), "-s is for experiment files")):
            done = self.aleator("export", *arguments, code=2)
            self.assertEqual(done.stderr, f"aleator: {said}\n")
        done = self.aleator("export", "a.drn", "-f", "drn", "-o", "a.tra", code=2)
        self.assertEqual(done.stderr, "aleator: cannot write a.tra: the names of such files end in .drn or .drn.gz\n")
        done = self.aleator("export", "none.toml", code=3)
        self.assertEqual(done.stderr, "aleator: cannot read none.toml: No such file or directory\n")


if __name__ == "__main__":
    unittest.main()
