"""Runs the program for the tests of this folder: in a temporary folder, one a test."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import xarray

CONFIGS = Path(__file__).resolve().parents[2] / "experiments" / "configs"
DATA = Path(__file__).resolve().parent / "data"
ENGINES = ("h5netcdf", "netcdf4")

# Methods of [solve] by what they solve.
DISCOUNTED = ("value-iteration", "gauss-seidel", "sor", "modified-policy-iteration", "policy-iteration",
              "krylov-policy-iteration", "topological", "prioritized-sweeping", "linear-programming")
UNDISCOUNTED = DISCOUNTED + ("interval-iteration", "optimistic-value-iteration")

BINARY = os.environ.get("ALEATOR_BINARY", "")
if not os.access(BINARY, os.X_OK):
    sys.exit(f'ALEATOR_BINARY must name the program to test (CTest sets it); it is "{BINARY}"')
BINARY = os.path.abspath(BINARY)


def experiment(name="x", top="", model="", solve="discount = 0.9", simulate=None, rest=""):
    """The text of an experiment on chutes; tables are left out where None. Empty parts take no line."""
    parts = [f'name = "{name}"', top, "[model]", 'kind = "chutes"', model]
    if solve is not None:
        parts += ["[solve]", solve]
    if simulate is not None:
        parts += ["[simulate]", simulate]
    return "\n".join(part for part in parts + [rest] if part) + "\n"


def process(model, solve=None, analyse=None, top="", rest=""):
    """The text of an experiment on any kind of model; `model` begins with the kind, in quotes."""
    parts = ['name = "x"', top, "[model]", f"kind = {model}"]
    if solve is not None:
        parts += ["[solve]", solve]
    if analyse is not None:
        parts += ["[analyse]", analyse]
    return "\n".join(part for part in parts + [rest] if part) + "\n"


def axis(key, spacing, extra=""):
    """The text of one [[axis]]: axis("solve.discount", "values = [0.5, 0.6]")."""
    return f'[[axis]]\nkey = "{key}"\n{spacing}\n{extra}\n'


def methods(names):
    """The axis of those methods."""
    return axis("solve.method", f"values = {json.dumps(names)}")


class GoldenTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="aleator-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, text, name="x.toml"):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def aleator(self, *arguments, code=0, **options):
        """Runs the program in the test's folder and expects the exit code."""
        command = [BINARY, *map(str, arguments)]
        options = {"cwd": self.folder, "timeout": 60, "encoding": "utf-8", **options}
        done = subprocess.run(command, capture_output=True, check=False, **options)
        self.assertEqual(done.returncode, code, f"{command}\n{done.stdout}\n{done.stderr}")
        return done

    def start(self, *arguments):
        """Starts the program in the test's folder; it does not outlive the test."""
        process = subprocess.Popen([BINARY, *map(str, arguments)], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, encoding="utf-8")
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def run_text(self, text, *arguments, code=0, name="x.toml", out="out.h5"):
        """Runs an experiment and returns the path of its results."""
        self.write(text, name)
        self.aleator("run", name, "-o", out, *arguments, code=code)
        return self.folder / out

    def open(self, path, group=None, engine="h5netcdf"):
        data = xarray.open_dataset(path, engine=engine, group=group)
        self.addCleanup(data.close)
        return data

    def solve(self, text, *arguments, code=0):
        """Runs an experiment and returns the root of its results."""
        return self.open(self.run_text(text, *arguments, code=code))

    def snapshot(self):
        """Every file below the test's folder, with what it holds."""
        return {path.relative_to(self.folder): path.read_bytes() if path.is_file() else None
                for path in sorted(self.folder.rglob("*"))}

    def figures(self, path, group=None):
        """The variables of a group as {name: (dimensions, list of bytes or strings)}, to compare files with."""
        data = self.open(path, group)
        return {name: (data[name].dims, data[name].values.tolist() if data[name].dtype == object
                       else data[name].values.tobytes()) for name in data.variables}
