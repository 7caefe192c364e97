"""Snakes and ladders: how long games are, what every jump is worth, and who wins."""

from __future__ import annotations

import numpy as np

from .. import grid, style

LENGTH_QUESTION = "How long is a game?"
LENGTH_CAPTION = ("The exact probability that a game takes so many turns; triangles on the axis mark the means. The "
                  "longest 0.1 % are not shown.")
JUMPS_QUESTION = "What is every snake and ladder worth?"
JUMPS_CAPTION = ("How many more turns a game takes, on average, if the jump is taken away: to the right what helps, to "
                 "the left what holds up. A cross marks a jump without which a game might never end.")
PLAYERS_QUESTION = "How much is it worth to move first?"
PLAYERS_CAPTION = ("The exact probability that each player (across) arrives first; where the axis is the number of "
                   "players, games of a single one are left out.")


def applies_length(result) -> bool:
    return "turns_probability" in result.data


def applies_jumps(result) -> bool:
    return "jump_value" in result.data and bool((result.data["jump_from"] >= 0).any())


def applies_players(result) -> bool:
    data = result.data
    return "player" in getattr(data.get("win_probability"), "dims", ()) and data.sizes["player"] > 1


def length_of(point) -> np.ndarray:
    """The probability of each number of turns of one run, until 0.1 % are left. Shape (turns,)."""
    probability = np.nan_to_num(grid.one_run(point)["turns_probability"].values)
    return probability[:np.searchsorted(np.cumsum(probability), 0.999) + 1]


def jumps_of(point) -> list[tuple[int, int, float]]:
    """Each jump as (from, to, what it is worth), snakes and ladders by their worth."""
    point = grid.one_run(point)
    jumps = zip(point["jump_from"].values, point["jump_to"].values, point["jump_value"].values)
    return sorted(((int(a), int(b), float(value)) for a, b, value in jumps if a >= 0), key=lambda jump: jump[2])


def shares_of(point) -> np.ndarray:
    """The probability of each player to arrive first. Shape (players,)."""
    shares = grid.one_run(point)["win_probability"].values
    return shares[np.isfinite(shares)]


@style.styled
def draw_length(result):
    """The distribution of turns, one line for each point (at most as many as there are colours)."""
    parts = grid.slices(result.data, None, style.MOST_LINES)
    fig, plots = style.figure(result, LENGTH_QUESTION, 4, note=grid.shown_text(result.data, None, len(parts)))
    ax = plots[0, 0]
    for (text, part), look in zip(parts, style.line_styles(False, len(parts))):
        probability = length_of(part)
        turns = np.arange(len(probability))
        ax.plot(turns, probability, label=text, **look)
        if probability.sum() > 0:
            ax.plot([(turns * probability).sum() / probability.sum()], [0], marker="^", color=look["color"],
                    clip_on=False, linestyle="")
    ax.set_ylim(bottom=0)
    ax.set_xlabel("turns")
    ax.set_ylabel("probability")
    style.whole_numbers(ax.xaxis)
    if len(parts) > 1:
        style.legend(ax)
    return fig


@style.styled
def draw_jumps(result):
    """Bars of the worth of every jump, a plot for each point (at most six)."""
    parts = grid.slices(result.data, None)
    tables = [jumps_of(part) for _, part in parts]
    columns = min(len(parts), 3)
    rows = -(-len(parts) // columns)
    height = 1.2 + rows * (0.5 + 0.17 * max(map(len, tables)))
    fig, plots = style.figure(result, JUMPS_QUESTION, height, (rows, columns),
                              grid.shown_text(result.data, None, len(parts)))
    for ax, (text, _), jumps in zip(plots.ravel(), parts, tables):
        worth = np.array([value for *_, value in jumps])
        places = np.arange(len(jumps))
        finite = np.isfinite(worth)
        colours = [style.LADDER if end > foot else style.CHUTE for foot, end, _ in jumps]
        ax.barh(places, np.where(finite, worth, 0), color=colours)
        ax.plot(np.zeros((~finite).sum()), places[~finite], "kx")
        ax.set_yticks(places, labels=[f"{foot} → {end}" for foot, end, _ in jumps], fontsize=7)
        style.small_title(ax, text, columns)
        ax.set_xlabel("turns saved")
    for ax in plots.ravel()[len(parts):]:
        ax.set_visible(False)
    return fig


@style.styled
def draw_players(result):
    """The share of wins of each player, a line for each point with more than one (at most as many as colours)."""
    parts = [(text, part) for text, part in grid.slices(result.data, None, most=1000) if len(shares_of(part)) > 1]
    shown = [parts[i] for i in grid.evenly(len(parts), style.MOST_LINES)]
    note = "" if len(shown) == len(parts) else f"{len(shown)} of {len(parts)} runs"
    fig, plots = style.figure(result, PLAYERS_QUESTION, 4, note=note)
    ax = plots[0, 0]
    for i, ((text, part), look) in enumerate(zip(shown, style.line_styles(False, max(len(shown), 1)))):
        shares = shares_of(part)
        ax.plot(np.arange(1, len(shares) + 1), shares, marker=style.MARKERS[i], markersize=4, label=text, **look)
    ax.set_xlabel("player")
    ax.set_ylabel("probability to arrive first")
    style.whole_numbers(ax.xaxis)
    if len(shown) > 1:
        style.legend(ax)
    return fig
