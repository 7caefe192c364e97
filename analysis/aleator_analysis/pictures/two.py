"""Games of two, as maps over what the player to move has and what the opponent has."""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.colors import BoundaryNorm, TwoSlopeNorm

from .. import grid, style

BOLDNESS_QUESTION = "How much bolder does one play who is behind?"
BOLDNESS_CAPTION = ("How much longer (red) or shorter (blue) the optimal step is than that of a single player in a "
                    "hurry, by the tile of the player to move (across) and of the opponent (up): above the diagonal the "
                    "player is behind. White: the same step wins as often.")
HOLD_QUESTION = "When does the best player hold?"
HOLD_CAPTION = ("The least turn total at which the player to move holds, by that player's score (across) and the "
                "opponent's (up). Where they roll until they win it is what they still need.")


def applies_boldness(result) -> bool:
    return "boldness" in result.data and bool((result.data["best_step"] >= 0).any())


def applies_hold(result) -> bool:
    return "hold_from" in result.data and bool((result.data["hold_from"] >= 0).any())


def boldness_of(point) -> np.ma.MaskedArray:
    """By the opponent's tile (rows) and the own one (columns); masked where nothing is chosen."""
    point = grid.one_run(point)
    chosen = point["best_step"].transpose("other", "own").values
    return np.ma.masked_where(chosen < 0, point["boldness"].transpose("other", "own").values)


def hold_of(point) -> np.ma.MaskedArray:
    """By the opponent's score (rows) and the own one (columns); masked beyond the goal."""
    hold = grid.one_run(point)["hold_from"].transpose("other", "own").values
    return np.ma.masked_where(hold < 0, hold)


@style.styled
def draw_boldness(result):
    """One map a point (at most six), all in the same colours."""
    fig, plots, maps = _maps(result, BOLDNESS_QUESTION, boldness_of, "tile")
    most = max(1, *(int(np.abs(values).max()) for values in maps))
    for ax, values in zip(plots, maps):
        image = ax.pcolormesh(values, cmap="RdBu_r", norm=TwoSlopeNorm(0, -most, most))
    fig.colorbar(image, ax=plots, label="best step - solo step  [tiles]", aspect=30, pad=0.01)
    return fig


@style.styled
def draw_hold(result):
    """One map a point (at most six), all in the same colours."""
    fig, plots, maps = _maps(result, HOLD_QUESTION, hold_of, "score")
    most = max(int(values.max()) for values in maps)
    levels = np.unique(np.linspace(0, most + 1, min(most + 2, 16)).round())
    colours = matplotlib.colormaps["viridis"].resampled(max(len(levels) - 1, 2))
    for ax, values in zip(plots, maps):
        image = ax.pcolormesh(values, cmap=colours, norm=BoundaryNorm(levels, colours.N))
    fig.colorbar(image, ax=plots, label="holds from  [points]", aspect=30, pad=0.01)
    return fig


def _maps(result, question: str, map_of, what: str):
    """(figure, axes, maps), one of each a point."""
    parts = grid.slices(result.data, None)
    columns = min(len(parts), 3)
    rows = -(-len(parts) // columns)
    fig, plots = style.figure(result, question, 1.2 + 3 * rows if columns > 1 else 6.2, (rows, columns),
                              grid.shown_text(result.data, None, len(parts)))
    for ax in plots.ravel()[len(parts):]:
        ax.set_visible(False)
    plots = plots.ravel()[:len(parts)].tolist()
    for ax, (text, _) in zip(plots, parts):
        style.small_title(ax, text, columns)
        ax.set_facecolor(style.PADDING)
        ax.grid(False)
        ax.set_aspect("equal")
        ax.set_xlabel(f"own {what}")
        ax.set_ylabel(f"opponent's {what}")
    return fig, plots, [map_of(part) for _, part in parts]
