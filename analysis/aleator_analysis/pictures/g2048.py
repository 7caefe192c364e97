"""2048: how scores are distributed, and how often each tile is reached."""

from __future__ import annotations

import numpy as np

from .. import grid, style

SCORES_QUESTION = "What do games of 2048 score?"
SCORES_CAPTION = ("The share of the games that score at least so much (across); triangles on the axis mark the means.")
TILES_QUESTION = "How often is each tile reached?"
TILES_CAPTION = ("The share of the games with the tile or a larger one, with two standard errors; crosses are the exact "
                 "probabilities, where [solve] has found them.")


def applies_scores(result) -> bool:
    return "score_games" in result.data


def applies_tiles(result) -> bool:
    return "reached_share" in result.data or "final_tile_probability" in result.data


def scores_of(point) -> tuple[np.ndarray, np.ndarray]:
    """(score, share of the games that score at least so much) of one run, at the beginnings of the bins."""
    games = grid.one_run(point)["score_games"]
    counts = np.clip(games.values, 0, None)
    return games["score"].values, counts[::-1].cumsum()[::-1] / max(counts.sum(), 1)


def reached_of(point) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(tile, share that reach it, its standard error, exact probability) of one run; NaN for what the file lacks."""
    run = grid.one_run(point)
    tiles = run["largest_tile"].values
    share = run["reached_share"].values if "reached_share" in run else np.full(len(tiles), np.nan)
    games = np.clip(run["largest_games"].values, 0, None).sum() if "largest_games" in run else 0
    error = np.sqrt(share * (1 - share) / games) if games else np.zeros(len(tiles))
    exact = np.full(len(tiles), np.nan)
    if "final_tile_probability" in run:
        final = run["final_tile_probability"].values  # NaN beyond the largest tile of the board
        exact = np.where(np.isnan(final), np.nan, np.nan_to_num(final)[::-1].cumsum()[::-1])
    return tiles, share, error, exact


@style.styled
def draw_scores(result):
    """One line for each point (at most as many as there are colours)."""
    parts = grid.slices(result.data, None, style.MOST_LINES)
    fig, plots = style.figure(result, SCORES_QUESTION, 4, note=grid.shown_text(result.data, None, len(parts)))
    ax = plots[0, 0]
    for (text, part), look in zip(parts, style.line_styles(False, len(parts))):
        scores, share = scores_of(part)
        seen = share > 0
        ax.step(scores[seen], share[seen], where="post", label=text, **look)
        if "score_mean" in part:
            ax.plot([float(grid.one_run(part)["score_mean"])], [0], marker="^", color=look["color"], linestyle="",
                    clip_on=False)
    ax.set_ylim(0, 1)
    ax.set_xlim(left=0)
    ax.set_xlabel("score")
    ax.set_ylabel("share of the games")
    if len(parts) > 1:
        style.legend(ax)
    return fig


@style.styled
def draw_tiles(result):
    """One line for each point (at most as many as there are colours), over the tiles that some game reaches."""
    parts = grid.slices(result.data, None, style.MOST_LINES)
    fig, plots = style.figure(result, TILES_QUESTION, 4, note=grid.shown_text(result.data, None, len(parts)))
    ax = plots[0, 0]
    largest = 2
    for i, ((text, part), look) in enumerate(zip(parts, style.line_styles(False, len(parts)))):
        tiles, share, error, exact = reached_of(part)
        ax.errorbar(tiles, share, 2 * error, marker=style.MARKERS[i], markersize=4, label=text, **look)
        ax.plot(tiles, exact, "x", color=look["color"], markersize=8)
        reached = tiles[np.nan_to_num(np.fmax(share, exact)) > 0]
        largest = max(largest, reached.max(initial=2))
    ax.set_xscale("log", base=2)
    powers = 2 ** np.arange(1, int(np.log2(largest)) + 2)
    ax.set_xticks(powers, labels=[str(tile) for tile in powers])
    ax.set_xlim(1.6, largest * 1.5)
    ax.set_ylim(-0.02, 1.02)
    ax.set_xlabel("tile")
    ax.set_ylabel("share of the games")
    if len(parts) > 1:
        style.legend(ax)
    return fig
