#!/usr/bin/python3
"""What must not happen to a user: lost work, misleading ends, messages that do not help. Each was seen once."""

import os
import signal
import subprocess
import time
import unittest

from support import BINARY, GoldenTest, axis, experiment, process

LONG = experiment(solve=None, simulate='policy = "random"\ngames = 5_000_000_000')


class Robustness(GoldenTest):
    def said(self, code, expected, *arguments):
        done = self.aleator(*arguments, code=code)
        self.assertEqual(done.stderr, expected + "\n")

    # --- results that get lost
    def test_a_name_that_clashes_with_the_numbers_behind_labels_is_refused_before_anything_runs(self):
        self.write(experiment(rest=axis("model.win_reward", "values = [1, 2]", 'name = "discount_values"') +
                              axis("solve.discount", "values = [0.5, 0.6]", 'labels = ["a", "b"]')))
        self.aleator("run", "x.toml", code=2)

    def test_a_terminal_that_goes_away_does_not_abort_the_run(self):  # after 10 s: the first progress line
        self.write(LONG)
        with open("/dev/full", "w") as full:
            process = subprocess.Popen([BINARY, "run", "x.toml"], cwd=self.folder, stdout=full, stderr=full)
            time.sleep(11.5)
            self.assertIsNone(process.poll(), "it ended")
            process.kill()
            process.wait()

    def test_a_full_stderr_does_not_turn_a_good_run_into_a_bad_one(self):
        self.write(experiment(solve="discount = 0.9\nmax_sweeps = 1"))
        with open("/dev/full", "w") as full:
            done = subprocess.run([BINARY, "run", "x.toml"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=full,
                                  check=False)
        self.assertEqual(done.returncode, 0)

    def test_a_limit_on_the_size_of_files_is_reported_as_a_full_disk_is(self):
        self.write(experiment(rest=axis("model.win_reward", "range = { from = 0, to = 99, step = 1 }")))
        self.write(process('"garnet"\nstates = 2000', "discount = 0.9"), "y.toml")
        before = self.snapshot()
        for arguments, name in ((["run", "x.toml"], "x.h5.journal"), (["export", "y.toml", "-f", "hdf5"], "x.model.h5"),
                                (["export", "y.toml", "-f", "drn"], "x.drn")):
            command = 'ulimit -f 8; exec "$0" "$@"'
            done = subprocess.run(["bash", "-c", command, BINARY, *arguments], cwd=self.folder, capture_output=True,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertRegex(done.stderr, f"^aleator: cannot write {name}: (File too large|disk I/O error)\n$")
            after = {path: data for path, data in self.snapshot().items() if ".journal" not in path.name}
            self.assertEqual(after, before)

    # --- interruption
    def test_an_interruption_while_the_file_is_written_leaves_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number.name):
                self.write(experiment(solve="discount = 0.5\ntolerance = 1",
                                      rest=axis("model.win_reward", "range = { from = 0, to = 10000, step = 1 }")))
                process = self.start("run", "x.toml")
                while process.poll() is None and not any(n.startswith(".x.h5.tmp") for n in os.listdir(self.folder)):
                    time.sleep(0.001)
                process.send_signal(number)
                process.communicate()
                left = [name for name in os.listdir(self.folder) if "tmp" in name]
                for name in left:
                    os.unlink(self.folder / name)
                self.assertEqual((process.returncode, left), (130, []))

    def test_an_interruption_before_the_first_run_is_one_too(self):
        self.write(experiment(rest=axis("solve.discount", "linspace = { from = 0.1, to = 0.9, count = 300_000 }")))
        process = self.start("run", "x.toml")
        time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        process.communicate()
        self.assertEqual(process.returncode, 130)

    def test_a_large_simulation_stops_at_once_when_interrupted(self):
        self.write(LONG.replace("5_000_000_000", "1_000_000_000_000"))
        process = self.start("run", "x.toml")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=3)  # takes 27 s: the blocks that are left are all handed out
        self.assertEqual(process.returncode, 130)

    def test_a_leftover_of_a_killed_run_with_the_same_process_id_does_not_shut_the_next_one_out(self):
        # in a container the process id is the same every time, and SIGKILL leaves .x.h5.tmp-PID
        self.write(experiment())
        command = 'touch ".x.h5.tmp-$$" && exec "$0" run x.toml'
        done = subprocess.run(["sh", "-c", command, BINARY], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["x.h5", "x.h5.journal", "x.toml"])

    # --- exit codes
    def test_a_folder_as_experiment(self):
        self.said(3, "aleator: cannot read .: Is a directory", "run", ".")

    def test_an_output_that_is_a_loop_of_links(self):
        self.write(experiment())
        (self.folder / "x.h5").symlink_to("x.h5")
        self.said(3, "aleator: cannot write x.h5: Too many levels of symbolic links", "run", "x.toml")

    def test_a_working_folder_that_is_gone(self):
        self.write(experiment())
        (self.folder / "gone").mkdir()
        command = 'cd gone && rmdir ../gone && exec "$0" run ../x.toml'
        done = subprocess.run(["sh", "-c", command, BINARY], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(done.returncode, 3)

    def test_output_that_cannot_be_printed_is_an_error(self):
        for command in (["list"], ["describe", "chutes"]):
            with open("/dev/full", "w") as full:
                self.assertNotEqual(subprocess.run([BINARY, *command], stdout=full, check=False).returncode, 0)

    def test_more_runs_than_memory_can_hold_are_refused(self):
        self.write(experiment(top="replicates = 1_000_000_000"))
        self.said(2, "x.toml:1:1: more than 10000000 runs: split the experiment", "run", "x.toml")

    # --- links
    def test_a_link_to_a_file_that_is_not_yet_there_stays_a_link(self):
        self.write(experiment())
        (self.folder / "x.h5").symlink_to("there.h5")
        self.aleator("run", "x.toml")
        self.assertTrue((self.folder / "x.h5").is_symlink())
        self.assertTrue((self.folder / "there.h5").exists())

    # --- the file
    def test_the_padding_of_optimal_is_among_its_flags(self):
        data = self.solve(experiment(rest=axis("model.actions", "values = [[1], [2]]")))
        self.assertIn(-1, data.optimal.values)
        self.assertIn(-1, data.optimal.attrs["flag_values"])

    # --- messages
    def test_a_key_that_is_given_as_a_table(self):
        self.write(experiment(top="seed = { a = 1 }"))
        self.said(2, "x.toml:2:8: seed: expected an integer, got a table", "run", "x.toml")

    def test_a_table_that_is_given_as_a_key(self):
        self.write('name = "x"\nsolve = 3\n[model]\nkind = "chutes"\n')
        self.said(2, "x.toml:2:1: solve: expected a table, got the integer 3", "run", "x.toml")
        self.write('name = "x"\nmodel = 3\n[solve]\ndiscount = 0.9\n')
        self.said(2, "x.toml:2:1: model: expected a table, got the integer 3", "run", "x.toml")

    def test_one_pair_of_brackets_around_axis(self):
        self.write(experiment(rest='[axis]\nkey = "solve.discount"\nvalues = [0.5]'))
        self.said(2, "x.toml:6:1: axis: write [[axis]], in double brackets: there may be several", "run", "x.toml")

    def test_s_of_an_unknown_table_names_the_option(self):
        self.write(experiment())
        self.said(2, '-s slove.discount: unknown table [slove] for kind "chutes" (did you mean "solve"?)', "run",
                  "x.toml", "-s", "slove.discount=0.5")
        self.said(2, "-s model: expected a table, got the integer 3", "run", "x.toml", "-s", "model=3")

    def test_s_with_bytes_that_are_not_utf_8(self):
        self.write(experiment())
        command = 'exec "$0" run x.toml -s "name=$(printf \'\\377\')"'
        done = subprocess.run(["sh", "-c", command, BINARY], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (2, b"-s name: the value is not UTF-8\n"))

    def test_a_key_without_its_table_is_recognised(self):
        self.write(experiment())
        self.said(2, '-s discount: unknown key "discount" (did you mean "solve.discount"?)', "run", "x.toml", "-s",
                  "discount=0.5")
        self.write(experiment(rest=axis("discount", "values = [0.5]")))
        self.said(2, 'x.toml:7:7: "discount" is not a key of this experiment that can be swept (did you mean '
                  '"solve.discount"?)', "run", "x.toml")

    def test_an_axis_of_a_task_that_is_not_there(self):
        self.write(experiment(rest=axis("simulate.games", "values = [10, 20]")))
        self.said(2, 'x.toml:7:7: "simulate.games" cannot be swept: there is no [simulate] in this experiment', "run",
                  "x.toml")

    def test_nothing_to_do_says_what_to_do(self):
        self.write(experiment(solve=None))
        self.said(2, "x.toml:1:1: nothing to do: add a table [solve] or [analyse] or [simulate]", "run", "x.toml")

    def test_one_run_is_one_run(self):
        self.write(experiment())
        self.assertRegex(self.aleator("plan", "x.toml").stdout, r"^ +0  new\n\n1 run of chutes: 1 new\. [^\n]+\n$")

    def test_a_number_is_printed_as_it_was_typed(self):
        self.write(experiment(top="seed = 9007199254740993000"))
        self.said(2, "x.toml:2:8: seed: 9007199254740993000 is out of range: it must be 0 to 9000000000000000", "run",
                  "x.toml")
        self.write(experiment(model="slip = [0.5, 0.6, 0.1]"))
        self.said(2, "x.toml:4:8: model.slip: the probabilities sum to 1.2, not to 1", "run", "x.toml")


if __name__ == "__main__":
    unittest.main()
