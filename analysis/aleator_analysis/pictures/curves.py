"""The answers of a game that are one number a run, along a swept axis."""

from __future__ import annotations

import numpy as np

from .. import grid, style
from .maps import draw_lines

QUESTION = "How do the answers change with {along}?"
CAPTION = "Each answer that is one number (its name and unit on the left) along the axis, a line for each of the others."

# In the order of the picture; those that go together stand in one group, of which no more than a few are drawn.
SHOWN = ["mean_turns", "rounds_until_first", "rounds_until_all", "shortest_turns", "optimal_turns", "turns_exact",
         "first_win_probability", "match_win_first", "match_win_second", "boldness_behind", "boldness_ahead",
         "expected_score", "reach_probability", "expected_moves", "score_mean",
         "start_plies", "longest_plies"]


def applies(result) -> bool:
    return bool(grid.axes(result.data)) and bool(shown_of(result.data))


def shown_of(data) -> list[str]:
    """The answers that the file has, and that are not missing everywhere."""
    return [name for name in SHOWN if name in data and bool(np.isfinite(data[name].where(data[name] != -1)).any())]


def line_of(name: str):
    """A function that gives the answer by place on the axis, NaN where it is missing or infinite."""
    def values(part, along: str) -> np.ndarray:
        numbers = grid.line_along(part, along)[name].values
        missing = -1 if np.issubdtype(numbers.dtype, np.integer) else np.nan
        return np.where((numbers == missing) | ~np.isfinite(numbers), np.nan, numbers)
    return values


@style.styled
def draw(result):
    """One plot an answer, the longest axis across, a line for each combination of the other axes."""
    data = result.data
    along, names = grid.main_axis(data), shown_of(data)
    parts = grid.slices(data, along, style.MOST_LINES)
    fig, plots = style.figure(result, QUESTION, 1.2 + 1.9 * len(names), (len(names), 1),
                              grid.shown_text(data, along, len(parts)), sharex=True)
    for ax, name in zip(plots[:, 0], names):
        draw_lines(ax, parts, along, line_of(name))
        unit = data[name].attrs.get("units", "1")
        ax.set_ylabel(name.replace("_", " ") + ("" if unit == "1" else f"\n[{unit}]"))
        if ax is not plots[0, 0] and ax.get_legend():
            ax.get_legend().remove()
        if ax is not plots[-1, 0]:
            ax.set_xlabel("")
    return fig
