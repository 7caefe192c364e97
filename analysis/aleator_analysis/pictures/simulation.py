"""What play says: the mean return against the value that was solved for, and how long games take."""

from __future__ import annotations

import numpy as np
import pandas as pd
import xarray as xr
from matplotlib.lines import Line2D

from .. import grid, style

CHECK_QUESTION = "Does play earn what the solution promises?"
CHECK_CAPTION = ("Above, the mean discounted return of the simulated games with bars of 4 standard errors, and the "
                 "value of tile 0 that was solved for (line or dash). Below, their difference in standard errors: nearly "
                 "all should lie in the band from -4 to 4. Hollow marks: runs whose standard error is no larger than the "
                 "solver's error bound, or zero; they are judged by that bound instead.")
TURNS_QUESTION = "How many turns does a game take?"
TURNS_CAPTION = ("The share of games that finish in exactly so many turns (or, for long games, in each equal interval "
                 "of turns, per turn); triangles on the axis mark the means. The longest 0.1 % are not shown.")
MOST_BINS = 120


def applies_check(result) -> bool:
    data = result.data
    needed = {"value", "return_mean", "return_mean_se", "agrees_with_value"}
    return needed <= set(data) and bool(_comparable(data).any())


def _comparable(data):
    """Runs that played the optimal policy: others need not earn the value."""
    return (data["agrees_with_value"] >= 0) & data["return_mean"].notnull()


def applies_turns(result) -> bool:
    return "turns_frequency" in result.data and bool((result.data["turns_frequency"] > 0).any())


def comparison(data, along: str | None) -> pd.DataFrame:
    """One row a run of a slice that played the optimal policy: place (on the axis; 0 without one), mean, se
    (its standard error), exact (value of tile 0), z ((mean - exact) / se, 0 if se is), clear
    (whether se exceeds the solver's error bound)."""
    mean = data["return_mean"].where(_comparable(data))
    columns = {"mean": mean, "se": data["return_mean_se"], "exact": data["value"].isel(state=0, drop=True)}
    columns["bound"] = data["error_bound"] if "error_bound" in data else xr.zeros_like(mean)
    columns["place"] = xr.zeros_like(mean)
    if along:
        columns["place"] = xr.DataArray(style.positions(data, along, style.is_spaced(data, along)), dims=along)
    table = pd.DataFrame({name: column.broadcast_like(mean).transpose(*mean.dims).values.ravel()
                          for name, column in columns.items()}).dropna()
    table["z"] = ((table["mean"] - table["exact"]) / table["se"]).where(table["se"] > 0, 0.0)
    table["clear"] = table["se"] > table["bound"]
    return table


@style.styled
def draw_check(result):
    """Mean return and value of tile 0 along the longest axis, and below their difference in standard errors."""
    data = result.data
    along = grid.main_axis(data)
    parts = grid.slices(data, along, style.MOST_LINES)
    fig, plots = style.figure(result, CHECK_QUESTION, 5.5, (2, 1), grid.shown_text(data, along, len(parts)),
                              sharex=True, gridspec_kw={"height_ratios": [3, 2]})
    top, bottom = plots[:, 0]
    for i, (_, part) in enumerate(parts):
        table = comparison(part, along)
        draw_runs(top, bottom, table, i, _offsets(part, along, table, i, len(parts)))
    bottom.axhspan(-4, 4, color="0.93", zorder=0)
    largest = max(5, *(1.15 * abs(limit) for limit in bottom.dataLim.intervaly))
    bottom.set_ylim(-largest, largest)
    top.set_ylabel("discounted return\nfrom tile 0")
    bottom.set_ylabel("difference\n[standard errors]")
    if along:
        style.label_axis(bottom.xaxis, parts[0][1], along, style.is_spaced(parts[0][1], along))
    else:
        bottom.set_xticks([])
        bottom.set_xlim(-1, 1)
    exact, played = Line2D([], [], color="0.4"), Line2D([], [], color="0.4", marker="|", markersize=10, linestyle="")
    names = [(line, text) for line, (text, _) in zip(top.containers, parts) if text]
    handles, texts = zip((exact, "solved"), (played, "played, ± 4 s.e."), *names)
    style.legend(top, handles=handles, labels=texts)
    return fig


def _offsets(part, along: str | None, table: pd.DataFrame, i: int, count: int):
    """Runs that share a place are drawn side by side, unless the axis is of numbers."""
    if along and style.is_spaced(part, along):
        return 0.0
    repeats = table.groupby("place").cumcount() - (table.groupby("place")["place"].transform("size") - 1) / 2
    return 0.1 * (i - (count - 1) / 2) + repeats * 0.1 / max(part.sizes["replicate"], 1)


def draw_runs(top, bottom, table: pd.DataFrame, i: int, offsets) -> None:
    colour, x = style.COLOURS[i], table["place"] + offsets
    exact = {"linestyle": "-", "linewidth": 1} if np.ndim(offsets) == 0 else {"linestyle": "", "marker": "_"}
    top.plot(x, table["exact"], color=colour, markersize=14, **exact)
    top.errorbar(x, table["mean"], 4 * table["se"], color=colour, linestyle="", marker=style.MARKERS[i], markersize=3,
                 capsize=2, linewidth=1)
    for clear, fill in ((True, colour), (False, "white")):
        rows = table["clear"] == clear
        bottom.plot(x[rows], table["z"][rows], color=colour, linestyle="", marker=style.MARKERS[i], markersize=4,
                    markerfacecolor=fill)


def turn_distribution(data) -> tuple[np.ndarray, np.ndarray]:
    """(turns, share of all games that finished in exactly so many) of one point, over its replicates. Shapes (T,)."""
    share = data["turns_frequency"].fillna(0).mean("replicate")
    return data["turn"].values, share.transpose("turn", ...).values.reshape(-1)


def binned(turns: np.ndarray, share: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray]:
    """(centres, mean share a turn) of intervals of `width` turns from 0 on. Shapes (ceil(T / width),)."""
    padded = np.pad(share, (0, -len(share) % width)).reshape(-1, width)
    return turns[0] + np.arange(len(padded)) * width + (width - 1) / 2, padded.mean(axis=1)


def nearly_all(turns: np.ndarray, share: np.ndarray) -> int:
    """The least number of turns in which 99.9 % of the games that finish do."""
    total = np.cumsum(share)
    return int(turns[np.searchsorted(total, 0.999 * total[-1])])


@style.styled
def draw_turns(result):
    """The distribution of turns: at most seven runs of the longest axis, one plot a slice of the others."""
    data = result.data
    along = grid.main_axis(data)
    parts = grid.slices(data, along, 4)
    lines = [_distributions(part, along) for _, part in parts]
    longest = max(nearly_all(*line) for part in lines for _, *line in part)
    width = -(-longest // MOST_BINS)
    fig, plots = style.figure(result, TURNS_QUESTION, max(1.2 + 2.2 * len(parts), 4), (len(parts), 1),
                              grid.shown_text(data, along, len(parts)), sharex=True)
    for ax, (text, part), distributions in zip(plots[:, 0], parts, lines):
        ax.set_title(text)
        looks = style.line_styles(bool(along) and grid.is_numeric(part, along), len(distributions))
        for look, (label, *line) in zip(looks, distributions):
            ax.plot(*binned(*line, width), drawstyle="steps-mid", label=label, **look)
            mean = np.average(line[0], weights=line[1])
            ax.plot([mean], [0], marker="^", color=look["color"], clip_on=False, zorder=5)
        ax.set_ylabel("share of games")
        ax.set_ylim(bottom=0)
    plots[-1, 0].set_xlim(0, longest + width)
    style.whole_numbers(plots[-1, 0].xaxis)
    plots[-1, 0].set_xlabel("turns")
    if along:
        style.legend(plots[0, 0], style.lines_title(data, along))
    return fig


def _distributions(part, along: str | None) -> list[tuple[str, np.ndarray, np.ndarray]]:
    """(text, turns, share) of some runs evenly spread along the axis; runs in which no game finished are left out."""
    shown = grid.evenly(part.sizes[along], style.MOST_LINES) if along else [0]
    points = [part.isel({along: [i]}) for i in shown] if along else [part]
    texts = grid.line_texts(grid.values_of(part, along)[shown]) if along else [""]
    lines = [(text, *turn_distribution(point)) for text, point in zip(texts, points)]
    return [line for line in lines if line[2].sum() > 0]
