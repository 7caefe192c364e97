#!/usr/bin/python3
"""One sweep shared by the processes that mpirun starts; skipped without an MPI."""

import os
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from support import BINARY, GoldenTest, axis, experiment

MPI_BINARY = os.environ.get("ALEATOR_MPI_BINARY", "")
HAS_MPI = bool(shutil.which("mpirun")) and os.access(MPI_BINARY, os.X_OK)

SWEEP = experiment(simulate="games = 100_000",
                   rest=axis("solve.discount", "linspace = { from = 0.1, to = 0.9, count = 40 }"))


def mpirun(processes, *arguments):
    return ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(processes), *map(str, arguments)]


@unittest.skipUnless(HAS_MPI, "needs MPI (packages libopenmpi-dev, openmpi-bin)")
class Mpi(GoldenTest):
    def mpi(self, processes, *arguments, code=0, binary=MPI_BINARY):
        command = mpirun(processes, binary, *arguments)
        done = subprocess.run(command, cwd=self.folder, capture_output=True, encoding="utf-8", check=False, timeout=120)
        self.assertEqual(done.returncode, code, f"{command}\n{done.stdout}\n{done.stderr}")
        return done

    def run_here(self):
        self.aleator("run", "x.toml", "-o", "here.h5", "--omit-times")
        return (self.folder / "here.h5").read_bytes()

    def test_any_number_of_processes_gives_the_file_of_one(self):
        self.write(SWEEP)
        here = self.run_here()
        for processes in (1, 2, 4):
            done = self.mpi(processes, "run", "x.toml", "-o", f"{processes}.h5", "-j", "1", "--omit-times")
            self.assertTrue(done.stdout.startswith("40 runs in "), done.stdout)
            self.assertEqual((self.folder / f"{processes}.h5").read_bytes(), here)
        self.assertTrue(self.mpi(3, "run", "x.toml", "-o", "4.h5", "--omit-times").stdout.startswith("0 runs in "))

    def test_failed_runs_and_growing_replicates(self):
        self.write(experiment(top='replicates = { of = "turns_mean", half_width = 0.5, at_most = 64 }',
                              simulate="games = 20", rest=axis("solve.discount", "values = [0.5, 0.99]")))
        here = self.run_here()
        self.mpi(3, "run", "x.toml", "-o", "mpi.h5", "-j", "2", "--omit-times")
        self.assertEqual((self.folder / "mpi.h5").read_bytes(), here)
        self.write('name = "y"\ntimeout = 0.3\n[model]\nkind = "chutes"\n[simulate]\npolicy = "random"\n' +
                   axis("simulate.games", "values = [10, 1_000_000_000_000, 20]"), "y.toml")
        done = self.mpi(3, "run", "y.toml", "-j", "1", code=1)
        self.assertIn("took longer than the timeout of 0.3 s", done.stdout + done.stderr)

    def test_after_a_process_was_killed_only_the_points_that_ran_are_run_again(self):
        self.write(SWEEP.replace("100_000", "1_000_000"))
        here = self.run_here()
        mpi = subprocess.Popen(mpirun(4, MPI_BINARY, "run", "x.toml", "-o", "mpi.h5", "-j", "1", "--omit-times"),
                               cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(mpi.kill)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.committed() < 5:
            time.sleep(0.05)
        self.assertIsNone(mpi.poll())
        self.worker_of(mpi.pid).kill_it()
        self.assertNotEqual(mpi.wait(timeout=60), 0)
        before = self.committed()
        self.assertLess(before, 40)
        done = self.mpi(2, "run", "x.toml", "-o", "mpi.h5", "-j", "1", "--omit-times")
        self.assertTrue(done.stdout.startswith(f"{40 - before} runs in "), done.stdout)
        self.assertEqual((self.folder / "mpi.h5").read_bytes(), here)

    def committed(self):
        done = subprocess.run([BINARY, "watch", "mpi.h5", "--once"], cwd=self.folder, capture_output=True,
                              encoding="utf-8", check=False)
        return int(done.stdout.split()[0].split("/")[0]) if done.returncode == 0 and done.stdout else 0

    class Worker:
        def __init__(self, pid):
            self.pid = pid

        def kill_it(self):
            os.kill(self.pid, signal.SIGKILL)

    def worker_of(self, mpirun_pid):
        """The last of the processes that mpirun has started: not the first, which writes."""
        children = []
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = status.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == mpirun_pid:
                children.append(int(status.parent.name))
        return self.Worker(max(children))

    def test_a_program_without_mpi_says_so(self):
        self.write(SWEEP)
        done = self.mpi(2, "run", "x.toml", code=2, binary=BINARY)
        self.assertIn("mpirun started 2 processes, and this program was built without MPI", done.stderr)


if __name__ == "__main__":
    unittest.main()
