#!/usr/bin/python3
"""A sweep as a job array of a real Slurm of one machine, which this test starts; skipped where it cannot."""

import os
import re
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from support import GoldenTest, axis, experiment

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol")
MISSING = [name for name in PROGRAMS if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")]

CONFIGURATION = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmdPort={other_port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
SlurmUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
ReturnToService=2
InactiveLimit=0
KillWait=5
MinJobAge=300
MaxArraySize=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cluster:
    """munged, slurmctld and slurmd with everything they own in one folder."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="aleator-slurm-"))
        self.folder.chmod(0o755)
        self.environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin",
                            "SLURM_CONF": str(self.folder / "slurm.conf")}
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(1024))
        key.chmod(0o600)
        (self.folder / "state").mkdir()
        (self.folder / "spool").mkdir()
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], folder=self.folder, port=free_port(), other_port=free_port(),
            cpus=os.cpu_count()))
        self.call("munged", "--force", f"--key-file={key}", f"--socket={self.folder}/munge.sock",
                  f"--pid-file={self.folder}/munged.pid", f"--log-file={self.folder}/munged.log",
                  f"--seed-file={self.folder}/munged.seed")
        self.call("slurmctld")
        self.call("slurmd")
        self.wait_until(lambda: "idle" in self.call("sinfo", "-h", "-o", "%T", check=False), "an idle node")

    def call(self, *command, check=True, cwd=None):
        done = subprocess.run(command, env=self.environment, cwd=cwd, capture_output=True, encoding="utf-8",
                              check=False, timeout=60)
        if check and done.returncode != 0:
            raise RuntimeError(f"{command}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def wait_until(self, holds, what, seconds=90):
        deadline = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > deadline:
                logs = "".join(path.read_text(errors="replace")[-2000:] for path in self.folder.glob("*.log"))
                raise RuntimeError(f"waited for {what} in vain\n{logs}")
            time.sleep(0.2)

    def wait_for_all_jobs(self):
        self.wait_until(lambda: not self.call("squeue", "-h", check=False).strip(), "the jobs to end")

    def start_now(self, job):
        """A requeued job waits two minutes, unless it is told not to. @return whether it has been requeued"""
        if "PENDING" not in self.call("squeue", "-h", "-j", job, "-o", "%T", check=False):
            return False
        self.call("scontrol", "update", f"jobid={job}", "StartTime=now")
        return True

    def stop(self):
        self.call("scontrol", "shutdown", check=False)
        for name in ("slurmd", "slurmctld", "munged"):
            pid = self.folder / f"{name}.pid"
            deadline = time.monotonic() + 10
            while pid.exists() and name != "munged" and time.monotonic() < deadline:
                time.sleep(0.1)
            if pid.exists():
                subprocess.run(["kill", pid.read_text().strip()], check=False, capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)


@unittest.skipIf(MISSING, f"needs Slurm and munge (packages slurm-wlm, munge): no {', '.join(MISSING)}")
@unittest.skipIf(os.geteuid() != 0, "needs root to start Slurm's daemons")
class JobArrays(GoldenTest):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.stop)

    def submit(self, *arguments):
        return self.aleator("submit", "x.toml", "-o", "out.h5", *arguments, env=self.cluster.environment).stdout

    def run_here(self):
        self.aleator("run", "x.toml", "-o", "here.h5", "--omit-times")
        return self.points("here.h5")

    def points(self, name):
        """Everything but times and who ran it: the file as one run of its journal writes it."""
        self.aleator("merge", f"only-{name}", name, "--omit-times")
        return (self.folder / f"only-{name}").read_bytes()

    def test_an_array_and_its_merge_give_the_file_of_one_run(self):
        self.write(experiment(rest=axis("solve.discount", "linspace = { from = 0.1, to = 0.9, count = 20 }")))
        here = self.run_here()
        # MaxArraySize is 5: two arrays.
        told = self.submit("--tasks", "6", "--most-tasks", "4", "--yes")
        self.assertEqual(told.count("job "), 3, told)
        self.assertIn("tasks 4 to 5", told)
        self.cluster.wait_for_all_jobs()
        self.assertEqual(self.points("out.h5"), here)
        self.assertEqual(len(list(self.folder.glob("out.shard-*-of-6.h5"))), 6)

    def test_a_killed_task_that_is_requeued_goes_on(self):
        self.write(experiment(simulate="games = 3_000_000",
                              rest=axis("solve.discount", "linspace = { from = 0.1, to = 0.9, count = 24 }")))
        here = self.run_here()
        told = self.submit("--tasks", "2", "--yes")
        job = re.search(r"job (\d+): tasks 0 to 1", told)[1]
        journal = self.folder / "out.shard-0-of-2.h5.journal"
        self.cluster.wait_until(journal.exists, "the first task to begin")
        time.sleep(0.5)
        self.cluster.call("scontrol", "requeue", f"{job}_0")
        self.cluster.wait_until(lambda: self.cluster.start_now(f"{job}_0"), "the requeued task to wait for its turn")
        self.cluster.wait_for_all_jobs()
        self.assertEqual(self.points("out.h5"), here)

    def test_without_yes_the_scripts_are_only_written(self):
        self.write(experiment())
        told = self.submit("--tasks", "3", "--sbatch=--time=5")
        self.assertIn("To submit them", told)
        self.assertIn("#SBATCH --time=5\n", (self.folder / "out.h5.array.sbatch").read_text())
        self.assertEqual(self.cluster.call("squeue", "-h").strip(), "")


if __name__ == "__main__":
    unittest.main()
