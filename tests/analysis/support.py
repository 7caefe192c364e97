"""Runs small experiments with the engine under test (environment variable ALEATOR_BINARY) for the tests beside it."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "analysis"))  # whatever else is installed, this checkout's package is tested

BINARY = os.environ["ALEATOR_BINARY"]
HEAD = """# Does the test's question
# reach the page?
name = "test"
seed = 1
"""
BOARD = '[model]\nkind = "chutes"\ntiles = 12\njumps = [[2, 7], [9, 4]]\nactions = [1, 2, 3]\n'
SOLVE = '[solve]\nmethod = "value-iteration"\ndiscount = 0.9\n'
SIMULATE = "[simulate]\ngames = 500\n"


def axis(key: str, values: str, more: str = "") -> str:
    return f'[[axis]]\nkey = "{key}"\nvalues = {values}\n{more}\n'


def run(folder: str, *parts: str, name: str = "test") -> Path:
    """Runs the experiment made of these parts after HEAD; the path of its results file."""
    experiment = Path(folder) / f"{name}.toml"
    experiment.write_text(HEAD + "".join(parts), encoding="utf-8")
    results = experiment.with_suffix(".h5")
    done = subprocess.run([BINARY, "run", str(experiment), "-o", str(results)], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"aleator run: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return results


def open_run(*parts: str):
    """A run in a folder of its own, opened and read whole."""
    from aleator_analysis import open_result
    with tempfile.TemporaryDirectory() as folder:
        result = open_result(run(folder, *parts))
        result.data.load()
        return result


def add_failure(path: Path, number: int, message: str) -> None:
    """Makes a run of a results file a failed one, as the engine writes it."""
    import h5py
    import numpy as np
    with h5py.File(path, "r+") as file:
        file["status"][np.unravel_index(number, file["status"].shape)] = 3
        file["runs/status"][number] = 3
        file["value"][np.unravel_index(number, file["status"].shape)] = np.nan
        failures = file.create_group("failures")
        failures["run"] = np.array([number], "i8")
        failures.create_dataset("message", data=[message], dtype=h5py.string_dtype())
        failures["failure"] = np.zeros(1, ">f4")
        failures["failure"].make_scale("This is a netCDF dimension but not a netCDF variable.         1")
        for name in ("run", "message"):
            failures[name].dims[0].attach_scale(failures["failure"])
