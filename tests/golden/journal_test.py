#!/usr/bin/python3
"""Sweeps that go on where they were stopped, whatever stopped them."""

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest

import h5py
from support import GoldenTest, axis, experiment

SWEEP = experiment(simulate="games = 200_000",
                   rest=axis("solve.discount", "linspace = { from = 0.5, to = 0.95, count = 60 }"))


def points(count, to=0.95):
    return axis("solve.discount", f"linspace = {{ from = 0.5, to = {to}, count = {count} }}")


class SweepTest(GoldenTest):
    def start_run(self, *arguments, out="out.h5"):
        """Starts a run and waits until it has begun: it holds the lock, and has noted what it is to do."""
        process = self.start("run", "x.toml", "-o", out, *arguments)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and process.poll() is None:
            try:
                with sqlite3.connect(f"file:{self.folder}/{out}.journal?mode=ro", uri=True) as base:
                    begun = base.execute("SELECT value FROM texts WHERE key = 'started'").fetchall()
            except sqlite3.Error:
                begun = []
            if begun and (self.folder / f"{out}.lock").exists():
                break
            time.sleep(0.02)
        return process


class Resume(SweepTest):
    def journal(self, name="out.h5"):
        """(identity, attempts) of all runs that were committed, in order."""
        with sqlite3.connect(self.folder / f"{name}.journal") as base:
            return base.execute("SELECT identity, attempts FROM runs ORDER BY number").fetchall()

    def run_x(self, *arguments, **options):
        return self.aleator("run", "x.toml", "-o", "out.h5", "--omit-times", *arguments, **options)

    def test_what_is_done_is_not_done_again(self):
        self.write(experiment(rest=points(5)))
        self.run_x()
        first = (self.folder / "out.h5").read_bytes()
        done = self.run_x()
        self.assertTrue(done.stdout.startswith("0 runs in "), done.stdout)
        self.assertIn(", 5 done before", done.stdout)
        self.assertEqual((self.folder / "out.h5").read_bytes(), first)
        self.assertEqual(len(self.journal()), 5)

    def test_more_values_run_only_the_new_points(self):
        self.write(experiment(rest=axis("solve.discount", "values = [0.5, 0.6]")))
        self.run_x()
        self.write(experiment(rest=axis("solve.discount", "values = [0.6, 0.7, 0.5]")))
        self.assertIn("1 run in", self.run_x().stdout)
        resumed = (self.folder / "out.h5").read_bytes()
        self.aleator("run", "x.toml", "-o", "fresh.h5", "--omit-times")
        self.assertEqual((self.folder / "fresh.h5").read_bytes(), resumed)
        self.assertEqual(self.open(self.folder / "out.h5").discount.values.tolist(), [0.6, 0.7, 0.5])

    def test_a_point_is_what_its_keys_make_it(self):
        """A fixed key, a swept one and one at its default are the same run if they have the same value."""
        self.write(experiment(solve="discount = 0.9"))
        self.run_x()
        self.write(experiment(solve="discount = 0.9\ntolerance = 1e-9\nmax_sweeps = 10_000_000",
                              rest=axis("solve.discount", "values = [0.9]")))
        default = self.aleator("plan", "x.toml", "-o", "out.h5").stdout
        self.write(experiment(rest=axis("solve.discount", "values = [0.8, 0.9]")))
        plan = self.aleator("plan", "x.toml", "-o", "out.h5").stdout
        self.assertRegex(plan, "(?m)^ +0  discount = 0.8: new$")
        self.assertRegex(plan, "(?m)^ +1  discount = 0.9: done$")
        self.assertIn("2 runs of chutes: 1 new, 1 done.", plan)
        self.assertIn("discount = 0.9", default)

    def test_plan_tells_why_points_are_stale(self):
        rest = axis("solve.discount", "values = [0.5, 0.6]")
        self.write(experiment(rest=rest))
        self.run_x()
        for solve, reason in (("tolerance = 1e-6", "solve.tolerance changed"),
                              ('method = "policy-iteration"', "solve.method changed")):
            self.write(experiment(solve=solve, rest=rest))
            plan = self.aleator("plan", "x.toml", "-o", "out.h5").stdout
            self.assertIn(f"discount = 0.5: stale ({reason})", plan)
            self.assertIn("2 runs of chutes: 2 stale.", plan)
        self.write(experiment(simulate="games = 10", rest=rest))
        self.assertIn("stale ([simulate] is new)", self.aleator("plan", "x.toml", "-o", "out.h5").stdout)

    def test_plan_tells_why_where_an_axis_selects_the_method(self):
        methods = axis("solve.method", 'values = ["value-iteration", "sor"]')
        self.write(experiment(solve="discount = 0.9\nrelaxation = 0.9", rest=methods))
        self.run_x()
        plan = self.aleator("plan", "x.toml", "-o", "out.h5", "-s", "solve.relaxation=1.1").stdout
        self.assertIn('method = "value-iteration": done', plan)
        self.assertIn('method = "sor": stale (solve.relaxation changed)', plan)
        plan = self.aleator("plan", "x.toml", "-o", "out.h5", "-s", "model.step_reward=-1").stdout
        self.assertIn('method = "sor": stale (model.step_reward changed)', plan)
        with contextlib.closing(sqlite3.connect(self.folder / "out.h5.journal")) as base, base:
            self.assertEqual(base.execute("UPDATE facts SET text = replace(text, 'sor version = 1', 'sor version = 0')")
                             .rowcount, 1)
        plan = self.aleator("plan", "x.toml", "-o", "out.h5", "-s", "solve.relaxation=1.1").stdout
        self.assertIn("stale (solve.method sor version 0 -> 1, solve.relaxation changed)", plan)

    def test_plan_tells_why_where_an_axis_is_not_everywhere(self):
        rest = (axis("model.step_reward", "values = [0, -1]") +
                axis("solve.tolerance", "values = [1e-6, 1e-7]\nwhen = { model.step_reward = -1 }"))
        self.write(experiment(rest=rest))
        self.run_x()
        self.write(experiment(solve="discount = 0.9\ntolerance = 1e-5", rest=rest))
        plan = self.aleator("plan", "x.toml", "-o", "out.h5").stdout
        self.assertIn("step_reward = 0.0: stale (solve.tolerance changed)", plan)
        self.assertIn("2 done, 1 stale", plan)

    def test_other_outputs_of_finished_runs(self):
        rest = axis("solve.discount", "values = [0.5, 0.6]")
        self.write(experiment(rest=rest + '[output]\nkeep = ["value", "sweeps"]\n'))
        self.run_x()
        self.write(experiment(rest=rest + '[output]\nkeep = ["sweeps"]\n'))
        self.assertIn("0 runs in", self.run_x().stdout)
        self.assertNotIn("value", self.open(self.folder / "out.h5"))
        self.write(experiment(rest=rest + '[output]\nkeep = ["value", "q"]\n'))
        self.assertIn("stale (output q was not kept)", self.aleator("plan", "x.toml", "-o", "out.h5").stdout)
        self.assertIn("2 runs in", self.run_x().stdout)
        self.assertEqual(self.open(self.folder / "out.h5").q.dims[0], "discount")

    def test_files_that_keys_name_count_with_what_they_hold(self):
        chain = "2 1\n0 1 1\n"
        self.write(chain, "chain.tra")
        text = 'name = "x"\n[model]\nkind = "file"\npath = "chain.tra"\n[solve]\nobjective = "expected-steps"\n'
        self.write(text)
        self.run_x()
        self.assertIn("0 runs in", self.run_x().stdout)
        self.write("0=\"init\" 1=\"here\"\n0: 0\n", "chain.lab")
        self.assertIn("stale (model.path file chain.lab changed)", self.aleator("plan", "x.toml", "-o", "out.h5").stdout)

    def test_failed_runs_are_run_again_on_request(self):
        text = 'name = "x"\n[model]\nkind = "g2048"\nrows = 3\ncols = 3\n[solve]\n'
        self.write(text)
        for arguments, attempts in (((), 1), ((), 1), (("--retry-failed",), 2)):
            self.run_x("--memory", "2M", *arguments, code=1)
            self.assertEqual(self.journal()[-1][1], attempts)
        runs = self.open(self.folder / "out.h5", "runs")
        self.assertEqual(int(runs.attempts), 2)
        self.assertIn("failed (failed before: retry with --retry-failed)",
                      self.aleator("plan", "x.toml", "-o", "out.h5").stdout)

    def test_fresh_begins_anew_and_keeps_the_old(self):
        self.write(experiment(rest=points(3)))
        self.run_x()
        old = (self.folder / "out.h5").read_bytes()
        done = self.run_x("--fresh")
        self.assertIn("3 runs in", done.stdout)
        self.assertEqual((self.folder / "out.1.h5").read_bytes(), old)
        self.assertTrue((self.folder / "out.1.h5.journal").exists())
        self.assertEqual(len(self.journal()), 3)

    def test_a_journal_of_another_experiment_is_left_alone(self):
        self.write(experiment(name="a"))
        self.run_x()
        (self.folder / "out.h5").unlink()
        self.write(experiment(name="b"))
        done = self.run_x(code=3)
        self.assertIn('out.h5.journal holds runs of the experiment "a", not of "b"', done.stderr)

    def test_rubbish_in_the_place_of_the_journal_or_the_results(self):
        self.write(experiment(rest=points(3)))
        self.run_x()
        whole = (self.folder / "out.h5").read_bytes()
        journal = (self.folder / "out.h5.journal").read_bytes()
        (self.folder / "out.h5").write_bytes(b"rubbish")
        self.assertIn("move it away, and the same command writes it anew from out.h5.journal",
                      self.run_x(code=3).stderr)
        (self.folder / "out.h5").unlink()
        self.assertIn("0 runs in", self.run_x().stdout)
        self.assertEqual((self.folder / "out.h5").read_bytes(), whole)
        (self.folder / "out.h5.journal").write_bytes(b"rubbish" * 1000)
        self.assertIn("no journal of aleator", self.run_x(code=3).stderr)
        (self.folder / "out.h5.journal").write_bytes(journal[:20000])
        self.assertIn("it is damaged", self.run_x(code=3).stderr)
        self.assertEqual((self.folder / "out.h5").read_bytes(), whole)

    def test_a_second_run_is_shut_out_and_a_dead_one_is_not(self):
        self.write(experiment(simulate="games = 2_000_000_000"))
        first = self.start_run()
        message = self.run_x(code=3).stderr
        self.assertRegex(message, f"out.h5 is being written by process {first.pid} on .+ since 20")
        first.kill()
        first.wait()
        self.assertTrue((self.folder / "out.h5.lock").exists())
        self.write(experiment())
        self.assertIn("1 run in", self.run_x().stdout)
        self.assertFalse((self.folder / "out.h5.lock").exists())

    def test_interrupted_runs_go_on(self):
        self.write(SWEEP)
        self.aleator("run", "x.toml", "-o", "whole.h5", "--omit-times")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
            process = self.start_run("--omit-times", "-j", 1)
            time.sleep(0.3)
            process.send_signal(number)
            error = process.communicate()[1]
            if process.returncode == 0:
                break
            self.assertEqual(process.returncode, 130, error)
            self.assertRegex(error, "interrupted after [0-9]+ of 60 runs: the same command goes on")
            with h5py.File(self.folder / "out.h5") as file:
                self.assertEqual(file["status"].shape, (60, 1))
        self.run_x()
        self.assertEqual((self.folder / "out.h5").read_bytes(), (self.folder / "whole.h5").read_bytes())

    def test_killed_at_any_moment_nothing_committed_is_lost_or_done_twice(self):
        self.write(experiment(simulate="games = 20_000", rest=points(3000)))
        self.aleator("run", "x.toml", "-o", "whole.h5", "--omit-times", "-j", 1)
        moments = random.Random(8)
        kills = 0
        before = []
        while kills < 200:
            process = self.start("run", "x.toml", "-o", "out.h5", "--omit-times", "-j", 1)
            try:
                process.wait(moments.uniform(0, 0.35))
                break  # done too soon, which is told below
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills += 1
            if (self.folder / "out.h5").exists():
                with h5py.File(self.folder / "out.h5") as file:
                    self.assertEqual(file["status"].shape, (3000, 1))
            try:
                committed = self.journal()
            except sqlite3.OperationalError:  # killed before there was a table
                committed = []
            self.assertEqual(committed[:len(before)], before)  # nothing is lost
            before = committed
        self.run_x()
        self.assertEqual(kills, 200)
        self.assertEqual((self.folder / "out.h5").read_bytes(), (self.folder / "whole.h5").read_bytes())
        runs = self.journal()
        self.assertEqual(len(runs), 3000)
        self.assertEqual({attempts for _, attempts in runs}, {1})
        self.assertEqual(len(set(runs)), 3000)

    def test_a_journal_cut_in_the_middle_of_a_write_is_mended(self):
        """As after a power cut: the rollback journal of SQLite is there and is played back."""
        self.write(SWEEP)
        self.run_x()
        whole = (self.folder / "out.h5").read_bytes()
        shutil.copy(self.folder / "out.h5.journal", self.folder / "copy")
        with sqlite3.connect(self.folder / "out.h5.journal", isolation_level=None) as base:
            base.execute("PRAGMA journal_mode = DELETE")
            base.execute("PRAGMA cache_size = 1")
            base.execute("BEGIN")
            base.execute("UPDATE runs SET record = zeroblob(20000), message = 'half'")
            shutil.copy(self.folder / "out.h5.journal", self.folder / "torn")
            shutil.copy(self.folder / "out.h5.journal-journal", self.folder / "torn-journal")
            base.execute("ROLLBACK")
        (self.folder / "torn").replace(self.folder / "out.h5.journal")
        (self.folder / "torn-journal").replace(self.folder / "out.h5.journal-journal")
        self.assertIn("0 runs in", self.run_x().stdout)
        self.assertEqual((self.folder / "out.h5").read_bytes(), whole)


    def test_a_clock_that_jumps_changes_nothing(self):
        """Times in the journal and in the lock of a dead run are in the future, as after a clock was set back."""
        self.write(experiment(rest=points(5)))
        self.run_x()
        whole = (self.folder / "out.h5").read_bytes()
        self.write(experiment(rest=points(3)))
        self.run_x("--fresh")
        with sqlite3.connect(self.folder / "out.h5.journal") as base:
            base.execute("UPDATE texts SET value = '9999999999' WHERE key = 'started'")
        (self.folder / "out.h5.lock").write_text("elsewhere 1 2200-01-01T00:00:00Z\n")
        self.assertRegex(self.aleator("watch", "out.h5", "--once").stdout, "3")
        self.write(experiment(rest=points(5)))
        self.assertTrue(self.run_x().stdout.startswith("2 runs in "))  # 3 of the 5 values were there
        self.assertEqual((self.folder / "out.h5").read_bytes(), whole)

    @unittest.skipUnless(os.geteuid() == 0, "needs root to mount a small disk")
    def test_a_full_disk_loses_nothing(self):
        disk = self.folder / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], check=False).returncode != 0:
            self.skipTest("a disk cannot be mounted here")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        self.write(experiment(simulate="games = 50_000", rest=points(150)))
        self.aleator("run", "x.toml", "-o", "whole.h5", "--omit-times")
        full = self.aleator("run", "x.toml", "-o", "disk/out.h5", "--omit-times", code=3)
        self.assertRegex(full.stderr.splitlines()[-1],
                         "^aleator: cannot write disk/out.h5.journal: No space left on device: [0-9]+ finished runs could not be "
                         "noted; all before are, and the same command goes on from them$")
        with contextlib.closing(sqlite3.connect(disk / "out.h5.journal")) as base:
            committed = base.execute("SELECT count(*) FROM runs").fetchone()[0]
            self.assertEqual(base.execute("PRAGMA integrity_check").fetchone()[0], "ok")
        self.assertGreater(committed, 0)
        subprocess.run(["mount", "-o", "remount,size=50m", disk], check=True)
        done = self.aleator("run", "x.toml", "-o", "disk/out.h5", "--omit-times")
        self.assertTrue(done.stdout.startswith(f"{150 - committed} runs in "), done.stdout)
        self.assertEqual((disk / "out.h5").read_bytes(), (self.folder / "whole.h5").read_bytes())


class Shards(GoldenTest):
    TEXT = experiment(simulate="games = 1000", rest=points(23))

    def test_merged_shards_are_one_run_on_one_machine(self):
        self.write(self.TEXT)
        self.aleator("run", "x.toml", "-o", "whole.h5", "--omit-times")
        for count in (1, 2, 5):
            names = []
            for index in random.Random(count).sample(range(count), count):
                names.append(f"part-{index}-of-{count}.h5")
                self.aleator("run", "x.toml", "--shard", f"{index}/{count}", "-o", names[-1], "--omit-times")
            self.aleator("merge", f"merged-{count}.h5", *names, "--omit-times")
            self.assertEqual((self.folder / f"merged-{count}.h5").read_bytes(), (self.folder / "whole.h5").read_bytes())

    def test_a_job_array_is_taken_from_the_environment(self):
        self.write(self.TEXT)
        for task in range(3):
            environment = {"SLURM_ARRAY_TASK_ID": str(10 + 2 * task), "SLURM_ARRAY_TASK_MIN": "10",
                           "SLURM_ARRAY_TASK_STEP": "2", "SLURM_ARRAY_TASK_COUNT": "3"}
            done = self.aleator("run", "x.toml", env={**os.environ, **environment})
            self.assertIn(f"shard {task}/3: ", done.stdout)
        self.aleator("merge", "all.h5", *(f"x.shard-{task}-of-3.h5" for task in range(3)))
        self.assertTrue((self.open(self.folder / "all.h5").status == 0).all())

    def test_missing_points_and_other_experiments_are_told(self):
        self.write(self.TEXT)
        self.aleator("run", "x.toml", "--shard", "0/2", "-o", "a.h5")
        self.assertIn("no run of point", self.aleator("merge", "m.h5", "a.h5", code=1).stderr)
        self.write(self.TEXT.replace("1000", "1001"))
        self.aleator("run", "x.toml", "--shard", "1/2", "-o", "b.h5")
        self.assertIn("b.h5.journal is of another experiment than a.h5.journal: their experiment files differ",
                      self.aleator("merge", "n.h5", "a.h5", "b.h5", code=3).stderr)
        self.assertIn("cannot read none.h5.journal", self.aleator("merge", "n.h5", "none.h5", code=3).stderr)
        for shard in ("2/2", "-1/2", "1", "a/b"):
            self.assertIn("expected i/n", self.aleator("run", "x.toml", f"--shard={shard}", code=2).stderr)


class Commands(SweepTest):
    def test_one_point_again(self):
        self.write(experiment(rest=points(5)))
        self.aleator("run", "x.toml", "-o", "out.h5")
        before = self.open(self.folder / "out.h5").load()
        done = self.aleator("rerun", "out.h5", "--point", 3)
        self.assertIn("discount = 0.8375", done.stdout)
        self.assertIn("ok after", done.stdout)
        self.assertIn("attempt 2", done.stdout)
        command = done.stdout.splitlines()[1].split()
        self.assertEqual(command[:3], ["aleator", "run", "x.toml"])
        self.aleator(*[word.strip("'") for word in command[1:]])
        alone = self.open(self.folder / "point-3.h5")
        self.assertEqual(float(alone.value[0, 0, 0]), float(before.value[3, 0, 0]))
        runs = self.open(self.folder / "out.h5", "runs")
        self.assertEqual(runs.attempts.values.tolist(), [1, 1, 1, 2, 1])
        self.assertIn("the runs are 0 to 4", self.aleator("rerun", "out.h5", "--point", 5, code=2).stderr)

    def test_a_good_run_that_fails_when_repeated_is_not_lost(self):
        self.write(experiment(rest=points(3)))
        self.aleator("run", "x.toml", "-o", "out.h5", "--omit-times")
        before = self.open(self.folder / "out.h5").load()
        done = self.aleator("rerun", "out.h5", "--point", 1, "--memory", "1", code=1)
        self.assertIn("failed after", done.stdout)
        self.assertIn("the results keep what it found before", done.stdout)
        self.assertTrue(before.identical(self.open(self.folder / "out.h5").load()))
        self.assertIn("3 done.", self.aleator("plan", "x.toml", "-o", "out.h5").stdout)
        self.assertIn("attempt 3", self.aleator("rerun", "out.h5", "--point", 1).stdout)

    def test_one_point_again_leaves_a_file_of_others_alone(self):
        self.write(experiment(rest=points(3)))
        self.aleator("run", "x.toml", "-o", "out.h5")
        (self.folder / "out.h5").write_bytes(b"rubbish")
        self.assertIn("not a results file", self.aleator("rerun", "out.h5", "--point", 1, code=3).stderr)
        self.assertEqual((self.folder / "out.h5").read_bytes(), b"rubbish")

    def test_how_far_a_sweep_is(self):
        self.write(experiment(rest=points(5)))
        self.aleator("run", "x.toml", "-o", "out.h5")
        self.assertEqual(self.aleator("watch", "out.h5").stdout, "5/5 runs, 100 %; nobody is running them\n")
        self.aleator("run", "x.toml", "-o", "out.h5")
        self.aleator("rerun", "out.h5", "--point", 2)
        self.aleator("rerun", "out.h5", "--point", 2, "--memory", "1", code=1)
        self.write(experiment(rest=points(9)))
        self.aleator("run", "x.toml", "-o", "out.h5", "--memory", "1", code=1)
        failed = "9/9 runs, 100 %, 4 failed; nobody is running them\n"  # the 5 before are among the 9
        self.assertEqual(self.aleator("watch", "out.h5").stdout, failed)
        self.aleator("run", "x.toml", "-o", "out.h5", "--retry-failed")
        self.assertEqual(self.aleator("watch", "out.h5").stdout, "9/9 runs, 100 %; nobody is running them\n")
        self.write(SWEEP.replace("200_000", "20_000_000"))
        process = self.start_run("-j", "2", out="long.h5")
        self.assertRegex(self.aleator("watch", "long.h5", "--once").stdout,
                         f"^[0-9]+/60 runs, [0-9]+ %, 2 running.*; process {process.pid} on .+ since 20")
        process.kill()


if __name__ == "__main__":
    unittest.main()
