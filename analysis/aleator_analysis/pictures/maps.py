"""The solution along a swept axis: value and optimal step of every tile, and the value of the start."""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.colors import BoundaryNorm, ListedColormap, LogNorm

from .. import chutes, grid, style

VALUE_QUESTION = "How does the worth of each tile change with {along}?"
VALUE_CAPTION = ("The optimal value of each tile (across) at each place on the axis (up). Grey: a jump starts there, "
                 "or there is no such tile.")
STEP_QUESTION = "How does the best step change with {along}?"
STEP_CAPTION = ("The least optimal step on each tile (across) at each place on the axis (up). Grey: a jump starts "
                "there, or it is the goal or beyond.")
START_QUESTION = "What is the start worth, depending on {along}?"
START_CAPTION = "The optimal value of tile 0, where the game starts, along the axis."


def applies_value(result) -> bool:
    value = result.data.get("value")
    return bool(grid.axes(result.data)) and "state" in getattr(value, "dims", ()) and bool(value.notnull().any())


def applies_step(result) -> bool:
    data = result.data
    by_state = any("state" in getattr(data.get(name), "dims", ()) for name in ("policy", "optimal"))
    return bool(grid.axes(data)) and by_state


@style.styled
def draw_value(result):
    """Heat maps of the value, tiles across and the longest axis up, one for each combination of the other axes."""
    fig, plots, parts, along = _small_multiples(result, VALUE_QUESTION)
    maps = [chutes.value_map(part, along) for _, part in parts]
    scale = value_scale(np.concatenate([m.ravel() for m in maps]), chutes.largest_error_bound(result.data))
    for ax, (_, part), values in zip(plots, parts, maps):
        order, edges = style.cell_edges(part, along, _is_spaced(part, along))
        standing = np.ma.masked_where(chutes.foot_map(part, along), values)
        image = ax.pcolormesh(_tile_edges(values), edges, standing[order], cmap="viridis", **scale)
    fig.colorbar(image, ax=list(plots), label="optimal value V(tile)", aspect=30, pad=0.01)
    return fig


@style.styled
def draw_step(result):
    """Maps of the least optimal step in discrete colours, as `draw_value`."""
    fig, plots, parts, along = _small_multiples(result, STEP_QUESTION)
    maps = [chutes.step_map(part, along) for _, part in parts]
    steps = np.unique(np.concatenate([m[m != -1] for m in maps]))
    colours = ListedColormap(matplotlib.colormaps["viridis"](np.linspace(0, 1, max(len(steps), 2)))[:len(steps)])
    norm = BoundaryNorm(np.arange(len(steps) + 1) - 0.5, len(steps))
    for ax, (_, part), best in zip(plots, parts, maps):
        order, edges = style.cell_edges(part, along, _is_spaced(part, along))
        hidden = chutes.foot_map(part, along) | (best == -1)
        codes = np.ma.masked_where(hidden, np.searchsorted(steps, best))
        image = ax.pcolormesh(_tile_edges(best), edges, codes[order], cmap=colours, norm=norm)
    bar = fig.colorbar(image, ax=list(plots), label="least optimal step  [tiles]", aspect=30, pad=0.01)
    shown = grid.evenly(len(steps), 12)
    bar.set_ticks(shown, labels=steps[shown])
    bar.ax.minorticks_off()
    return fig


@style.styled
def draw_start(result):
    """The value of tile 0 against the longest axis, one line for each combination of the other axes."""
    data = result.data
    along = grid.main_axis(data)
    parts = grid.slices(data, along, style.MOST_LINES)
    fig, plots = style.figure(result, START_QUESTION, 4, note=grid.shown_text(data, along, len(parts)))
    draw_lines(plots[0, 0], parts, along, start_values)
    plots[0, 0].set_ylabel("optimal value of the start, V(0)")
    return fig


def start_values(part, along: str) -> np.ndarray:
    """The optimal value of tile 0 by place on the axis. Shape (along,)."""
    return chutes.value_map(part, along)[:, 0]


def draw_lines(ax, parts, along: str, values) -> None:
    """One line a part: values(part, along) at the positions of the axis; names along the axis are not joined."""
    spaced = style.is_spaced(parts[0][1], along)
    for i, ((text, part), look) in enumerate(zip(parts, style.line_styles(False, len(parts)))):
        places = style.positions(part, along, spaced)
        order = np.argsort(places)
        shift = 0 if spaced else 0.08 * (i - (len(parts) - 1) / 2)
        look = look if spaced else look | {"linestyle": ""}
        marker = "" if spaced and len(places) > 15 else style.MARKERS[i]
        ax.plot(places[order] + shift, values(part, along)[order], marker=marker, markersize=5, label=text, **look)
    style.label_axis(ax.xaxis, parts[0][1], along, spaced)
    if len(parts) > 1:
        style.legend(ax)


def value_scale(values: np.ndarray, noise: float) -> dict:
    """The colour scale of values, which are known to within `noise`: linear, or logarithmic where that shows more."""
    floor = style.logarithmic_floor(values, noise)
    if floor is None:
        return {"vmin": np.nanmin(values), "vmax": np.nanmax(values)}
    return {"norm": LogNorm(floor, np.nanmax(values), clip=True)}


def _is_spaced(data, along: str) -> bool:
    """A few numbers are rows of equal height, many are where they are."""
    return style.is_spaced(data, along, at_least=style.MOST_TICKS)


def _small_multiples(result, question: str):
    """(figure, axes, parts, axis): one plot a part, all with the same tiles across."""
    data = result.data
    along = grid.main_axis(data)
    parts = grid.slices(data, along)
    height = 1.9 if _is_spaced(data, along) else min(0.45 + 0.24 * data.sizes[along], 3)
    fig, plots = style.figure(result, question, 1.2 + (height + 0.25) * len(parts), (len(parts), 1),
                              grid.shown_text(data, along, len(parts)), sharex=True)
    for ax, (text, part) in zip(plots[:, 0], parts):
        ax.set_title(text)
        ax.set_facecolor(style.PADDING)
        ax.grid(False)
        style.label_axis(ax.yaxis, part, along, _is_spaced(part, along))
        if not grid.is_numeric(part, along):
            ax.invert_yaxis()  # names read downwards
    style.whole_numbers(plots[-1, 0].xaxis)
    plots[-1, 0].set_xlabel("tile")
    return fig, plots[:, 0], parts, along


def _tile_edges(values: np.ndarray) -> np.ndarray:
    return np.arange(values.shape[1] + 1) - 0.5
