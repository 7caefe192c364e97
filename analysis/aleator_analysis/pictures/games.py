"""Games of perfect information along a swept axis: what searches cost, and how matches end."""

from __future__ import annotations

import numpy as np

from .. import grid, style
from .maps import draw_lines

COST_QUESTION = "What does it cost to know, depending on {along}?"
COST_CAPTION = "Nodes that the search visited, the mean of the positions searched, on a logarithmic scale."
MATCH_QUESTION = "How do matches end, depending on {along}?"
MATCH_CAPTION = ("Share of the games that the player won, drew and lost (dots, with 95 % confidence intervals); lines are "
                 "the exact probabilities, where they are known.")

OUTCOMES = ["win", "draw", "loss"]


def applies_cost(result) -> bool:
    data = result.data
    return bool(grid.axes(data)) and "position" in getattr(data.get("nodes"), "dims", ()) and nodes_of(data).max() > 0


def applies_match(result) -> bool:
    return bool(grid.axes(result.data)) and bool(outcomes_of(result.data))


def nodes_of(data):
    """The mean over the positions that each run has searched; NaN of runs without results."""
    nodes = data["nodes"]
    return nodes.where(nodes >= 0).mean("position")


def outcomes_of(data) -> list[str]:
    """The outcomes that some match may have, of those that the file has."""
    return [name for name in OUTCOMES if f"{name}_share" in data and bool((data[f"{name}_share"] > 0).any())]


def mean_nodes(part, along: str) -> np.ndarray:
    """Nodes by place on the axis, NaN where there are none. Shape (along,)."""
    nodes = nodes_of(grid.line_along(part, along)).values
    return np.where(nodes > 0, nodes, np.nan)


@style.styled
def draw_cost(result):
    """Nodes against the longest axis, one line for each combination of the other axes."""
    data = result.data
    along = grid.main_axis(data)
    parts = grid.slices(data, along, style.MOST_LINES)
    fig, plots = style.figure(result, COST_QUESTION, 4.5, note=grid.shown_text(data, along, len(parts)))
    ax = plots[0, 0]
    draw_lines(ax, parts, along, mean_nodes)
    ax.set_yscale("log")
    ax.set_ylabel("nodes a position")
    if not style.is_spaced(data, along):  # names, such as those of methods: many do not fit beside each other
        ax.tick_params(axis="x", labelrotation=30)
    return fig


@style.styled
def draw_match(result):
    """One plot an outcome, the longest axis across; shares with their intervals, exact probabilities as lines."""
    data = result.data
    along, outcomes = grid.main_axis(data), outcomes_of(data)
    parts = grid.slices(data, along, style.MOST_LINES)
    fig, plots = style.figure(result, MATCH_QUESTION, 1.2 + 2.2 * len(outcomes), (len(outcomes), 1),
                              grid.shown_text(data, along, len(parts)), sharex=True)
    for ax, outcome in zip(plots[:, 0], outcomes):
        _draw_outcome(ax, parts, along, outcome)
        ax.set_ylabel(f"{outcome} share")
        if ax is not plots[0, 0] and ax.get_legend():
            ax.get_legend().remove()
        if ax is not plots[-1, 0]:
            ax.set_xlabel("")
    return fig


def _draw_outcome(ax, parts, along: str, outcome: str) -> None:
    has_exact = any(f"{outcome}_exact" in part and bool(part[f"{outcome}_exact"].notnull().any()) for _, part in parts)
    line = f"{outcome}_exact" if has_exact else f"{outcome}_share"
    draw_lines(ax, parts, along, lambda part, axis: grid.line_along(part, axis)[line].values)
    spaced = style.is_spaced(parts[0][1], along)
    for i, ((_, part), look) in enumerate(zip(parts, style.line_styles(False, len(parts)))):
        run = grid.line_along(part, along)
        if f"{outcome}_share_low" not in run or f"{outcome}_share_high" not in run:
            continue
        share = run[f"{outcome}_share"].values
        error = np.abs([share - run[f"{outcome}_share_low"].values, run[f"{outcome}_share_high"].values - share])
        shift = 0 if spaced else 0.08 * (i - (len(parts) - 1) / 2)
        ax.errorbar(style.positions(part, along, spaced) + shift, share, error, fmt=".", markersize=3, elinewidth=0.8,
                    color=look.get("color"))
