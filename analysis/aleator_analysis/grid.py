"""The grid of a results file: its axes, which of them to draw along, and how to name a place on it."""

from __future__ import annotations

import itertools
import math

import numpy as np
import xarray as xr

from .errors import ResultError


def axes(data: xr.Dataset) -> list[str]:
    """The dimensions with more than one run on them, in the order of the file; replicate is none of them."""
    return [dim for dim in data["status"].dims if dim != "replicate" and data.sizes[dim] > 1]


def values_of(data, dim: str) -> np.ndarray:
    """The coordinate of a dimension; 0, 1, ... if it has none. Texts are Python strings. Shape (size,)."""
    return data[dim].values if dim in data.coords else np.arange(data.sizes[dim])


def numbers_of(data, dim: str) -> np.ndarray | None:
    """The coordinate as numbers, also where labels are such ("0", "0.1", ...); None for names. Shape (size,)."""
    try:
        return values_of(data, dim).astype(float)
    except ValueError:
        return None


def is_numeric(data, dim: str) -> bool:
    return numbers_of(data, dim) is not None


def main_axis(data: xr.Dataset) -> str | None:
    """The axis to draw along: the longest, numbers before names; None if there is but one point."""
    return max(axes(data), key=lambda dim: (data.sizes[dim], is_numeric(data, dim)), default=None)


def evenly(count: int, most: int) -> list[int]:
    """At most `most` of the indices 0 ... count - 1, evenly spread, with both ends."""
    if count <= most:
        return list(range(count))
    return sorted({round(i) for i in np.linspace(0, count - 1, most)})


def slices(data: xr.Dataset, along: str | None, most: int = 6) -> list[tuple[str, xr.Dataset]]:
    """One dataset for each combination of the axes other than `along`, with a text that names it; at most `most`."""
    others = [dim for dim in axes(data) if dim != along]
    places = list(itertools.product(*(range(data.sizes[dim]) for dim in others)))
    chosen = [dict(zip(others, places[i])) for i in evenly(len(places), most)]
    return [(place_text(data, place), data.isel({dim: [i] for dim, i in place.items()})) for place in chosen]


def one_run(data: xr.Dataset) -> xr.Dataset:
    """The only point of a dataset, its first replicate, without the dimensions of the grid."""
    if axes(data):
        raise ResultError(f"one point is needed: select {' and '.join(axes(data))}")
    return data.isel({dim: 0 for dim in data["status"].dims})


def line_along(data: xr.Dataset, along: str) -> xr.Dataset:
    """The first replicate of every run on an axis, which must be the only one; only its dimension is left."""
    if axes(data) not in ([], [along]):
        raise ResultError(f"one axis is needed, {along}: select {' and '.join(a for a in axes(data) if a != along)}")
    return data.isel({dim: 0 for dim in data["status"].dims if dim != along})


def shown_text(data: xr.Dataset, along: str | None, shown: int) -> str:
    """How many of the slices are shown, if not all of them."""
    there = math.prod(data.sizes[dim] for dim in axes(data) if dim != along)
    return "" if shown == there else f"{shown} of {there} combinations of the other axes"


def place_text(data: xr.Dataset, indices: dict[str, int]) -> str:
    """A place on the grid in words: "discount = 0.9, slip = two coins"."""
    return ", ".join(f"{dim} = {text_of(values_of(data, dim)[i])}" for dim, i in indices.items())


def line_texts(values: np.ndarray) -> list[str]:
    """Values in a legend or at ticks: numbers with no more digits than tell them apart, four at least."""
    if not np.issubdtype(values.dtype, np.floating):
        return [text_of(value) for value in values]
    attempts = ([f"{value:.{digits}g}" for value in values] for digits in range(4, 18))
    return next(texts for texts in attempts if len(set(texts)) == len(set(values.tolist())) or len(texts[0]) > 16)


def fixed_text(data: xr.Dataset) -> str:
    """The axes with one value only, in words; "" if there are none."""
    return place_text(data, {dim: 0 for dim in data["status"].dims if dim != "replicate" and data.sizes[dim] == 1})


def text_of(value, most: int = 28) -> str:
    """A coordinate's value as a person would write it; long ones are cut."""
    text = f"{value:.10g}" if isinstance(value, (float, np.floating)) else str(value)
    return text if len(text) <= most else text[:most - 1] + "…"


def axis_title(data: xr.Dataset, dim: str, long: bool) -> str:
    """What to write along an axis: its name, if there is room its meaning, and its unit."""
    attrs = data[dim].attrs if dim in data.coords else {}
    labelled = f"{dim}_values" in data.coords  # whose labels need not be what the key means
    meaning = f": {attrs['long_name']}" if long and "long_name" in attrs and not labelled else ""
    unit = attrs.get("units", "1")
    return f"{dim}{meaning}" + ("" if unit == "1" else f"  [{unit}]")


def representative(data: xr.Dataset, settings: dict) -> dict:
    """The indices of the one run that stands for all: axis -> index, replicate 0.

    On each axis the value that the experiment file gives outside of its axes, or the nearest to it; the first of names
    if it is not there. A run without results is passed over for the next one that has some.
    """
    wanted = {dim: _usual_index(data, dim, settings) for dim in data["status"].dims if dim != "replicate"}
    wanted["replicate"] = 0
    status = data["status"].values
    place = tuple(wanted[dim] for dim in data["status"].dims)
    if _has_results(status[place]) or not _has_results(status).any():
        return wanted
    good = np.argwhere(_has_results(status))
    nearest = good[np.abs(good - place).sum(axis=1).argmin()]
    return dict(zip(data["status"].dims, nearest.tolist()))


def _has_results(status):
    """Status codes: below 0 not run, 3 failed; the others have results."""
    return (status >= 0) & (status != 3)


def _usual_index(data: xr.Dataset, dim: str, settings: dict) -> int:
    if dim not in data.coords:
        return 0
    section, _, key = data[dim].attrs.get("key", "").partition(".")
    usual = settings.get(section, {}).get(key) if key else None
    same = np.flatnonzero([np.array_equal(value, usual) for value in _entries(data, dim)])
    if same.size:
        return int(same[0])
    numbers = numbers_of(data, dim)
    return int(np.abs(numbers - usual).argmin()) if numbers is not None and isinstance(usual, (int, float)) else 0


def _entries(data: xr.Dataset, dim: str) -> np.ndarray:
    """The values behind the labels of a list-valued axis, else the values. Shape (size,) or (size, entries)."""
    return data[f"{dim}_values"].values if f"{dim}_values" in data.coords else values_of(data, dim)
