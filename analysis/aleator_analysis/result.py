"""One results file of aleator, opened: the grid, the table of runs, the traces, the failures and where it came from."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import h5py
import numpy as np
import pandas as pd
import xarray as xr

from . import grid
from .errors import ResultError

ENGINE = "h5netcdf"


@dataclass(frozen=True)
class Result:
    """A results file. `data` is read when it is used; everything else is small and in memory.

    data        the grid: one variable an output, with dimensions (axes..., replicate, the model's own), and the
                coordinate run(axes..., replicate), the number of the run in the others
    runs        one row a run: its coordinates, status, seconds and scalar outputs, with dimension (run)
    traces      series of different lengths a run, end to end; `trace` cuts out that of one run
    provenance  texts: experiment, resolved, version, git_revision, host, ...
    """

    path: Path
    data: xr.Dataset
    runs: xr.Dataset
    traces: xr.Dataset
    provenance: dict[str, str]
    failure_messages: dict[int, str]

    @property
    def name(self) -> str:
        """The experiment's name."""
        return self.data.attrs["title"]

    @property
    def model(self) -> str:
        """The kind of the model, such as "chutes"."""
        return self.data.attrs["model"]

    @cached_property
    def question(self) -> str:
        """The comment that the experiment file starts with, in one paragraph; "" if there is none."""
        lines = []
        for line in self.provenance["experiment"].strip().splitlines():
            if not line.startswith("#"):
                break
            lines.append(line.lstrip("#").strip())
        return " ".join(line for line in lines if line)

    @cached_property
    def settings(self) -> dict:
        """The resolved configuration as nested dicts: settings["solve"]["tolerance"]. Swept keys may be missing."""
        return tomllib.loads(self.provenance["resolved"])

    @property
    def failures(self) -> pd.DataFrame:
        """One row a failed run: run, its place on every axis, replicate, message."""
        numbers = self.data["run"]
        rows = []
        for place in np.argwhere(np.isin(numbers.values, list(self.failure_messages))):
            run = int(numbers.values[tuple(place)])
            coordinates = {dim: grid.values_of(self.data, dim)[i] for dim, i in zip(numbers.dims, place)}
            rows.append({"run": run} | coordinates | {"message": self.failure_messages[run]})
        return pd.DataFrame(rows, columns=["run", *numbers.dims, "message"])

    def at(self, **selection) -> Result:
        """The part of the file at these coordinates, such as at(discount=0.9, slip=["even", "sharp"]).

        All dimensions stay, those of the selection with the size selected. Raises ResultError if there is none.
        """
        data = self.data
        for dim, wanted in selection.items():
            if dim not in self.data["status"].dims:
                raise ResultError(f"no axis {dim!r}; there are: {', '.join(self.data['status'].dims)}")
            there = grid.values_of(data, dim).tolist()
            wanted = list(wanted) if isinstance(wanted, (list, tuple, np.ndarray)) else [wanted]
            for value in wanted:
                if value not in there:
                    some = ", ".join(grid.text_of(v) for v in there[:20]) + (", ..." if len(there) > 20 else "")
                    raise ResultError(f"{dim} = {grid.text_of(value)} is not in the file; there are: {some}")
            data = data.isel({dim: [there.index(value) for value in wanted]})
        return replace(self, data=data)

    def trace(self, name: str, **selection) -> np.ndarray:
        """A series of one run, such as trace("residual", discount=0.9, slip="even"): its samples, in order.

        What `selection` leaves open must have one value only. Raises ResultError otherwise.
        """
        if name not in self.trace_names:
            raise ResultError(f"{self.path}: no trace {name!r}; there are: {', '.join(self.trace_names) or 'none'}")
        run = self.at(**selection).data["run"]
        if run.size != 1:
            several = [dim for dim, size in run.sizes.items() if size > 1]
            raise ResultError(f"trace {name!r} is that of one run: select {' and '.join(several)}")
        return self.trace_of_run(name, run.item())

    def trace_of_run(self, name: str, run: int) -> np.ndarray:
        """A series of the run with this number; empty if it failed."""
        ends = self._ends[self.traces[name].dims[0]]
        return self.traces[name].values[ends[run]:ends[run + 1]]

    @property
    def trace_names(self) -> list[str]:
        return [name for name, variable in self.traces.items() if "sample_dimension" not in variable.attrs]

    @cached_property
    def _ends(self) -> dict[str, np.ndarray]:
        """Sample dimension -> where each run's samples end; 0 in front, so that run i has [ends[i], ends[i + 1])."""
        return {sizes.attrs["sample_dimension"]: np.concatenate([[0], np.cumsum(sizes.values)])
                for sizes in self.traces.values() if "sample_dimension" in sizes.attrs}


def flag_texts(variable: xr.DataArray) -> xr.DataArray:
    """An integer variable with flags as its meanings: status -> "ok", "failed", ..."""
    texts = dict(zip(np.atleast_1d(variable.attrs["flag_values"]).tolist(), variable.attrs["flag_meanings"].split()))
    return variable.copy(data=np.vectorize(texts.get, otypes=[object])(variable.values))


def open_result(path: str | Path) -> Result:
    """Opens a results file of `aleator run`. Raises ResultError if it cannot be read or is none."""
    path = Path(path)
    groups = _groups_of(path)
    data = xr.open_dataset(path, engine=ENGINE)
    status = data["status"]
    provenance = _load(path, "provenance")
    return Result(
        path=path,
        data=data.assign_coords(run=(status.dims, np.arange(status.size).reshape(status.shape))),
        runs=_load(path, "runs"),
        traces=_load(path, "traces") if "traces" in groups else xr.Dataset(),
        provenance={name: str(text.values) for name, text in provenance.items()},
        failure_messages=_failure_messages(path) if "failures" in groups else {},
    )


def _failure_messages(path: Path) -> dict[int, str]:
    failures = _load(path, "failures")
    return dict(zip(failures["run"].values.tolist(), failures["message"].values))


def _load(path: Path, group: str) -> xr.Dataset:
    return xr.load_dataset(path, engine=ENGINE, group=group)


def _groups_of(path: Path) -> set[str]:
    """The groups of a file that was found to be a results file."""
    if not path.exists():
        raise ResultError(f"{path}: no such file")
    if path.is_dir():
        raise ResultError(f"{path}: a folder, not a results file")
    try:
        with h5py.File(path, "r") as file:
            groups, attributes = set(file), set(file.attrs)
    except OSError as error:
        reason = "not an HDF5 file" if not h5py.is_hdf5(path) else str(error)
        raise ResultError(f"{path}: {reason}") from None
    if not {"status", "runs", "provenance"} <= groups or not {"model", "title"} <= attributes:
        raise ResultError(f"{path}: an HDF5 file, but not one that aleator wrote")
    return groups
