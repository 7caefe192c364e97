"""How pictures look: colours that the colour-blind and a grey printer tell apart, titles, axes along a sweep."""

from __future__ import annotations

import functools
import textwrap

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from . import grid

# Okabe and Ito (2008), in an order in which neighbours also differ in lightness.
COLOURS = ["#0072B2", "#E69F00", "#000000", "#56B4E9", "#D55E00", "#009E73", "#CC79A7"]
LADDER, CHUTE = COLOURS[0], COLOURS[4]
DASHES = ["-", "--", ":", "-.", (0, (7, 2)), (0, (3, 1, 1, 1, 1, 1)), (0, (5, 1, 1, 1))]
MARKERS = "osD^vXP"
PADDING = "0.88"
MOST_LINES = len(COLOURS)
MOST_TICKS = 16
WIDTH = 9.5  # inches
LEFT, TITLE_SIZE = 0.01, 11  # of the width; points

RC = {
    "text.parse_math": False,  # a $ in a label is a $
    "font.size": 9, "axes.titlesize": 9, "axes.titlelocation": "left", "axes.spines.top": False,
    "axes.spines.right": False, "legend.frameon": False, "legend.fontsize": 8, "figure.dpi": 140,
    "axes.grid": True, "grid.color": "0.9", "grid.linewidth": 0.6, "axes.axisbelow": True, "lines.linewidth": 1.5,
}


def styled(draw):
    """A function that draws, in this package's style whatever the user's own is."""
    @functools.wraps(draw)
    def in_style(*arguments):
        with matplotlib.rc_context(RC):
            return draw(*arguments)
    return in_style


def figure(result, question: str, height: float, shape=(1, 1), note: str = "", **subplots):
    """(figure, array of axes with the shape asked for). Above it the question, in which {along} stands for the longest
    axis, the experiment and what is fixed in it, and the note."""
    fig = Figure(figsize=(WIDTH, height), layout="constrained")
    below = textwrap.wrap(" · ".join(filter(None, [result.name, grid.fixed_text(result.data), note])), 130)
    question = question.format(along=grid.main_axis(result.data))
    fig.suptitle(question + "\n" * len(below), x=LEFT, ha="left", fontsize=TITLE_SIZE, weight="bold")
    lowered = (TITLE_SIZE * 1.35 / 72 + fig.get_layout_engine().get()["h_pad"]) / height
    fig.text(LEFT, 1 - lowered, "\n".join(below), va="top", fontsize=TITLE_SIZE - 1)
    return fig, fig.subplots(*shape, squeeze=False, **subplots)


def small_title(ax, text: str, columns: int) -> None:
    """The title of one of several plots side by side, in as many lines as it takes."""
    ax.set_title("\n".join(textwrap.wrap(text, 110 // columns)))


def line_styles(numeric: bool, count: int) -> list[dict]:
    """A style a line: ordered values from dark to light, names in colours; dashes tell both apart in grey."""
    ramp = matplotlib.colormaps["viridis"](np.linspace(0, 0.85, count))
    colours = ramp if numeric else COLOURS
    return [{"color": colours[i], "linestyle": DASHES[i % len(DASHES)]} for i in range(count)]


def legend(ax, title: str | None = None, **options) -> None:
    """To the right of the plot, where it covers nothing."""
    ax.legend(title=title, loc="upper left", bbox_to_anchor=(1.01, 1), alignment="left", handlelength=3, **options)


def lines_title(data, along: str) -> str:
    """The title of a legend of some runs along an axis."""
    there = data.sizes[along]
    return along if there <= MOST_LINES else f"{along}\n({MOST_LINES} of {there})"


def is_spaced(data, along: str, at_least: int = 2) -> bool:
    """Whether the values of an axis are drawn where they are as numbers, rather than at 0, 1, ... in their order."""
    return grid.is_numeric(data, along) and data.sizes[along] >= at_least


def positions(data, along: str, spaced: bool) -> np.ndarray:
    """Where the values of an axis are drawn. Shape (along,)."""
    numbers = grid.numbers_of(data, along)
    if spaced:
        return numbers
    return np.argsort(np.argsort(numbers)).astype(float) if numbers is not None else np.arange(float(data.sizes[along]))


def is_geometric(values: np.ndarray) -> bool:
    """Whether numbers are better seen on a logarithmic axis: positive, over a wide range, and spread over it."""
    if len(values) < 3 or values.min() <= 0 or values.max() < 20 * values.min():
        return False
    steps = np.diff(np.sort(np.log(values)))
    return steps.max() < 4 * steps.min()


def label_axis(axis, data, along: str, spaced: bool) -> None:
    """Name, unit, scale and ticks of a matplotlib axis that shows a sweep's axis at its `positions`."""
    places = positions(data, along, spaced)
    axis.set_label_text(grid.axis_title(data, along, long=axis.axis_name == "x"))
    if spaced and is_geometric(places):
        (axis.axes.set_xscale if axis.axis_name == "x" else axis.axes.set_yscale)("log")
    elif not spaced or len(places) <= MOST_TICKS:
        shown = grid.evenly(len(places), MOST_TICKS)
        axis.set_ticks(places[shown], labels=grid.line_texts(grid.values_of(data, along)[shown]))


def whole_numbers(axis) -> None:
    """Ticks at whole numbers only: tiles, turns, sweeps."""
    axis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))


def edges(places: np.ndarray) -> np.ndarray:
    """Where cells centred on ascending places meet, and their outer ends. Shape (n + 1,), for n >= 2."""
    between = (places[1:] + places[:-1]) / 2
    return np.concatenate([[2 * places[0] - between[0]], between, [2 * places[-1] - between[-1]]])


def cell_edges(data, along: str, spaced: bool) -> tuple[np.ndarray, np.ndarray]:
    """(order, edges): the indices of the axis by ascending position, and where their cells meet."""
    places = positions(data, along, spaced)
    order = np.argsort(places, kind="stable")
    logarithmic = spaced and is_geometric(places)
    return order, np.exp(edges(np.log(places[order]))) if logarithmic else edges(places[order])


def logarithmic_floor(values: np.ndarray, noise: float) -> float | None:
    """Where a logarithmic scale of values should start; None if a linear one shows them well.

    Logarithmic are values of which most are tiny beside the largest; below `noise` they mean nothing.
    """
    values = values[np.isfinite(values)]
    if values.min() < 0 or values.max() <= 0 or np.median(values) > 1e-3 * values.max():
        return None
    return max(noise, values.max() * 1e-12)
