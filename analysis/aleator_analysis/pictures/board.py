"""The solution of one board: what each tile is worth, its chutes and ladders, and the best step on it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.patches import FancyArrowPatch, Patch
from matplotlib.path import Path

from .. import chutes, grid, style

QUESTION = "What is each tile worth, and which step is best on it?"
CAPTION = ("Above, the expected discounted reward from each tile; tiles where a jump starts are left out, for no piece "
           "ever stands there. In the middle, ladders (solid, above the line) and chutes (dashed, below it), from foot "
           "to end. Below, every optimal step: dark where it is the only one, light where several are equally "
           "good.")
NONE, ONLY, TIED, FOOT = range(4)
FILLS = ["white", style.COLOURS[0], style.COLOURS[1], style.PADDING]


def applies(result) -> bool:
    """For chutes that were solved."""
    data = result.data
    return "value" in data and ("optimal" in data or "policy" in data) and bool(data["value"].notnull().any())


@style.styled
def draw(result):
    """The solution at one point: on every axis with several values the one that the experiment gives as the usual."""
    place = grid.representative(result.data, result.settings)
    point = result.data.isel({dim: [i] for dim, i in place.items()})
    jumps, steps = chutes.jumps(point), chutes.steps(point)
    ratios = [2.4, 1.5 if jumps else 0.35, min(max(0.16 * len(steps), 0.7), 3)]
    fig, plots = style.figure(replace(result, data=point), QUESTION, sum(ratios) + 1.2, (3, 1), sharex=True,
                              gridspec_kw={"height_ratios": ratios})
    worth, track, raster = plots[:, 0]
    draw_values(worth, point)
    draw_jumps(track, jumps)
    draw_steps(raster, point)
    return fig


def draw_values(ax, point) -> None:
    values, feet = chutes.values(point), chutes.feet(point)
    tiles = np.arange(len(values))
    small = len(tiles) > 150
    ax.plot(tiles[~feet], values[~feet], color="black", linewidth=1, marker="" if small else "o", markersize=3)
    ax.set_ylabel("optimal value\nV(tile)")
    floor = style.logarithmic_floor(values, chutes.largest_error_bound(point))
    if floor is not None:
        ax.set_yscale("log")
        ax.set_ylim(bottom=floor)
    ax.set_xlim(-0.8, len(values) - 0.2)


def draw_jumps(ax, jumps: list[tuple[int, int]]) -> None:
    """Arcs from foot to end over (ladders) and under (chutes) a line that is the board."""
    longest = max((abs(end - foot) for foot, end in jumps), default=1)
    ax.axhline(0, color="black", linewidth=1)
    for foot, end in jumps:
        up = end > foot
        height = (0.35 + 1.5 * np.sqrt(abs(end - foot) / longest)) * (1 if up else -1)
        arc = Path([(foot, 0), ((foot + end) / 2, height), (end, 0)], [Path.MOVETO, Path.CURVE3, Path.CURVE3])
        ax.add_patch(FancyArrowPatch(path=arc, arrowstyle="-|>", mutation_scale=8, linewidth=1.2, shrinkA=0, shrinkB=0,
                                     color=style.LADDER if up else style.CHUTE, linestyle="-" if up else (0, (4, 2))))
    ax.set_ylim((-1.05, 1.05) if jumps else (-1, 1))
    ax.grid(False)
    ax.set_yticks([0.5, -0.5] if jumps else [0], labels=["ladders", "chutes"] if jumps else ["no jumps"])
    ax.tick_params(axis="both", length=0)
    ax.spines[["left", "bottom"]].set_visible(False)


def step_codes(point) -> np.ndarray:
    """What the raster shows for each tile and step: NONE, ONLY (optimal step), TIED or FOOT. Shape (S, A)."""
    best = chutes.optimal_steps(point)
    tied = best.sum(axis=1, keepdims=True) > 1
    codes = np.where(best, np.where(tied, TIED, ONLY), NONE)
    codes[chutes.feet(point)] = FOOT
    return codes


def draw_steps(ax, point) -> None:
    codes, steps = step_codes(point), chutes.steps(point)
    lines = {"edgecolors": "white", "linewidth": 0.4} if len(codes) <= 120 else {}
    x, y = np.arange(len(codes) + 1) - 0.5, np.arange(len(steps) + 1) - 0.5
    ax.pcolormesh(x, y, codes.T, cmap=ListedColormap(FILLS), vmin=-0.5, vmax=3.5, **lines)
    ax.grid(False)
    shown = grid.evenly(len(steps), 12)
    ax.set_yticks(shown, labels=steps[shown])
    ax.set_ylabel("optimal step\n[tiles]")
    ax.set_xlabel("tile")
    style.whole_numbers(ax.xaxis)
    names = {ONLY: "the only optimal step", TIED: "equally good, within the error bound", FOOT: "foot of a jump"}
    patches = [Patch(facecolor=FILLS[code], label=name) for code, name in names.items() if (codes == code).any()]
    ax.legend(handles=patches, loc="upper center", bbox_to_anchor=(0.5, -0.32 if len(steps) > 8 else -0.6), ncol=3)
