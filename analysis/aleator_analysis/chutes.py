"""What a results file says about boards: jumps, optimal steps, values, and the same along an axis.

Functions of `point` take a dataset of one point (every axis has one value), those with `along` one of several points
on that axis. Of replicates the first is taken, for solving draws no random numbers. S is the number of states (tiles
0 ... S - 1, the last one is the goal), A the number of steps.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import xarray as xr

from . import grid


def number_of_states(point: xr.Dataset) -> int:
    """S of a point: what is beyond in `state` is padding."""
    point = grid.one_run(point)
    return max(int(point["num_states"]), 0) if "num_states" in point else point.sizes["state"]


def steps(data: xr.Dataset) -> np.ndarray:
    """The steps that can be chosen at all points together, ascending; those in `policy` if that is all. Shape (A,)."""
    if "action" in data:
        return data["action"].values
    best = np.unique(data["policy"].values)
    return best[best != -1]


def values(point: xr.Dataset) -> np.ndarray:
    """The optimal value of each tile. Shape (S,)."""
    return grid.one_run(point)["value"].values[:number_of_states(point)]


def jumps(point: xr.Dataset) -> list[tuple[int, int]]:
    """Chutes and ladders as (foot, end), by foot; none if the file does not hold `destination`."""
    if "destination" not in point:
        return []
    ends = grid.one_run(point)["destination"].values[:number_of_states(point)]
    return [(foot, int(end)) for foot, end in enumerate(ends) if end >= 0 and end != foot]


def feet(point: xr.Dataset) -> np.ndarray:
    """Whether a tile is the foot of a jump, where no piece ever stands. Shape (S,)."""
    mask = np.zeros(number_of_states(point), dtype=bool)
    mask[[foot for foot, _ in jumps(point)]] = True
    return mask


def optimal_steps(point: xr.Dataset) -> np.ndarray:
    """Whether a step is optimal on a tile, ties included; no step is on the goal. Shape (S, A), bool."""
    point, size = grid.one_run(point), number_of_states(point)
    if "optimal" in point:
        return point["optimal"].values[:size] == 1
    return point["policy"].values[:size, None] == steps(point)


def largest_error_bound(data: xr.Dataset) -> float:
    """How far any value of a dataset may be from the optimum; 0 if the file does not say."""
    bound = float(data["error_bound"].max()) if "error_bound" in data else 0.0
    return bound if np.isfinite(bound) else 0.0


def value_map(data: xr.Dataset, along: str) -> np.ndarray:
    """The optimal value by place on the axis `along` and tile; NaN where there is no tile. Shape (along, state)."""
    return grid.line_along(data, along)["value"].transpose(along, "state").values


def step_map(data: xr.Dataset, along: str) -> np.ndarray:
    """The least optimal step by place on the axis `along` and tile; -1 on the goal and where there is no tile.

    Shape (along, state), integers.
    """
    data = grid.line_along(data, along)
    if "policy" in data:
        return data["policy"].transpose(along, "state").values
    best = data["optimal"].transpose(along, "state", "action").values == 1
    return np.where(best.any(axis=-1), steps(data)[best.argmax(axis=-1)], -1)


def foot_map(data: xr.Dataset, along: str) -> np.ndarray:
    """Whether a tile is the foot of a jump, by place on the axis; nowhere if the file does not hold `destination`.

    Shape (along, state), bool.
    """
    data = grid.line_along(data, along)
    if "destination" not in data:
        return np.zeros((data.sizes[along], data.sizes["state"]), dtype=bool)
    ends = data["destination"].transpose(along, "state").values
    return (ends >= 0) & (ends != np.arange(ends.shape[1]))


def steps_text(best: np.ndarray, numbers: np.ndarray) -> str:
    """Steps in words: "3", "3 or 4", "1 to 6"; "" for none. `best` and `numbers` have shape (A,)."""
    chosen = numbers[best].tolist()
    if len(chosen) > 2 and best.sum() == np.ptp(np.flatnonzero(best)) + 1:
        return f"{chosen[0]} to {chosen[-1]}"
    return " or ".join(map(str, chosen))


def some_tiles(data: xr.Dataset, most: int = 11) -> list[int]:
    """Tiles for a table: every 1st, 2nd, 5th, 10th, ... of the largest board, moved on to where a piece can stand."""
    sizes = data["num_states"] if "num_states" in data else data["status"]
    largest = np.unravel_index(sizes.values.argmax(), sizes.shape)
    point = data.isel(dict(zip(sizes.dims, largest)))
    standing = np.flatnonzero(~feet(point)[:-1])
    last = int(standing[-1])
    distance = next(d * 10**e for e in range(9) for d in (1, 2, 5) if last < most * d * 10**e)
    return sorted({int(standing[np.searchsorted(standing, tile)]) for tile in range(0, last + 1, distance)})


def step_table(data: xr.Dataset, tiles: list[int] | None = None, most: int = 15) -> pd.DataFrame:
    """The optimal steps of a whole dataset on some tiles: one row a point (at most `most` points of the main axis by
    slice), one column a tile. "foot" where a jump starts, "" where there is no tile or no result."""
    tiles = some_tiles(data) if tiles is None else tiles
    swept, along = grid.axes(data), grid.main_axis(data)
    data = data[[name for name in ("status", "optimal", "policy", "destination", "num_states") if name in data]]
    rows, names = [], []
    for _, part in grid.slices(data, along):
        for i in grid.evenly(part.sizes[along], most // 3 if len(swept) > 1 else most) if along else [0]:
            point = part.isel({along: [i]}) if along else part
            names.append([grid.text_of(grid.values_of(point, dim)[0]) for dim in swept])
            rows.append(_steps_on(grid.one_run(point).load(), tiles))
    columns = pd.Index(tiles, name="tile")
    if not along:
        return pd.DataFrame(rows, columns=columns, index=["step"])
    return pd.DataFrame(rows, columns=columns, index=pd.MultiIndex.from_tuples(names, names=swept))


def _steps_on(point: xr.Dataset, tiles: list[int]) -> list[str]:
    best, foot, numbers = optimal_steps(point), feet(point), steps(point)
    return ["" if tile >= len(best) else "foot" if foot[tile] else steps_text(best[tile], numbers) for tile in tiles]
