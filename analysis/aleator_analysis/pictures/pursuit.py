"""Cat and mouse: capture times, the best pursuit, co-evolution, who is exact first, and tests on other boards."""

from __future__ import annotations

import io

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from .. import grid, style

TIMES_QUESTION = "How soon is the mouse caught, from where?"
TIMES_CAPTION = ("The plies until the capture if both sides play their best: on the left by the mouse's cell, the cat (C) at "
                 "its start; on the right by the cat's cell, the mouse (M) at its start. White: it escapes; dark grey: an "
                 "obstacle.")
PURSUIT_QUESTION = "What does the best pursuit look like?"
PURSUIT_CAPTION = ("The best play of both sides from the start, until the capture, until a position has come again, or to "
                   "the move limit. Cats are blue, mice orange; a cross is where one was caught.")
LEAD_QUESTION = "How often does the lead change when cat and mouse learn from each other?"
LEAD_CAPTION = ("The changes of the lead until each round, a line for each point; the first replicate is dark, the others are "
                "pale. If the file has every round, below are the plies of the game after it: blue where the cat wins, orange "
                "where the mouse does.")
REACHED_QUESTION = "Which method finds the exact answer first?"
REACHED_CAPTION = ("The share of the seeds whose best policy is exact from the start after so many evaluations: the best "
                   "opponent gets no more than the game is worth.")

TESTED_QUESTION = "Does what was learned on one board hold on others?"
TESTED_CAPTION = ("The share of the test games in which the local policy catches the mouse, mean of the replicates, on the "
                  "board that it was trained on or on others; grey: the Euclidean rule for far mice alone, which has learned "
                  "nothing.")

CAT, MOUSE = style.COLOURS[0], style.COLOURS[1]
NEVER, NOWHERE = -1, -2
MOST_FRAMES = 400


def applies_times(result) -> bool:
    return "plies_by_mouse" in result.data and "plies_by_cat" in result.data


def applies_pursuit(result) -> bool:
    return "line_row" in result.data and "line_col" in result.data


def applies_lead(result) -> bool:
    return "lead_change_round" in result.traces and bool((result.data["lead_changes"] >= 0).any())


def applies_reached(result) -> bool:
    """Unless the first policy already is exact wherever one is, as where there is nothing to win."""
    return "reached_evaluation" in result.data and bool((result.data["reached_evaluation"] > 1).any())


def applies_tested(result) -> bool:
    return "test_capture_share" in result.data and result.data.sizes.get("test_board", 0) > 0


def representative_run(result):
    """The dataset of the run that stands for all, without the dimensions of the grid."""
    return grid.one_run(result.data.isel({dim: [i] for dim, i in grid.representative(result.data, result.settings).items()}))


def representative_text(result) -> str:
    """Which run that is, in words: its place on the axes that have several values."""
    place = grid.representative(result.data, result.settings)
    return grid.place_text(result.data, {dim: place[dim] for dim in grid.axes(result.data)})


def board_of(run) -> np.ndarray:
    """True for the cells of the board that are free. Shape (rows, cols), without padding of smaller boards."""
    rows, cols = (int(run[f"num_{dim}s"]) if f"num_{dim}s" in run else run.sizes[dim] for dim in ("row", "col"))
    by_mouse, by_cat = (run[name].values[:rows, :cols] for name in ("plies_by_mouse", "plies_by_cat"))
    return (by_mouse != NOWHERE) | (by_cat != NOWHERE)  # each start is such for the other one only


def line_of(run) -> np.ndarray:
    """Rows and columns of the pieces, -1 for one that is caught. Shape (plies + 1, pieces, 2), without padding."""
    line = np.stack([run["line_row"].values, run["line_col"].values], axis=-1)
    there = (line >= 0).all(axis=-1)
    return line[:np.flatnonzero(there.any(axis=1))[-1] + 1, there[0]]  # a cat is on the board to the end


def cats_of(line: np.ndarray, run, settings: dict) -> int:
    """How many of the pieces are cats."""
    return line.shape[1] - int(run["mice"] if "mice" in run.coords else settings["model"]["mice"])


def lead_of(result, run: int) -> np.ndarray:
    """The rounds in which the lead changed."""
    return result.trace_of_run("lead_change_round", run)


def reached_of(part) -> tuple[np.ndarray, np.ndarray]:
    """(evaluations, share of the replicates whose best policy is exact by then) of one point."""
    reached = part["reached_evaluation"].values.ravel()
    found = np.sort(reached[reached >= 0])
    return found, np.arange(1, len(found) + 1) / len(reached)


def draw_cells(ax, free: np.ndarray) -> None:
    ax.set_xlim(-0.5, free.shape[1] - 0.5)
    ax.set_ylim(free.shape[0] - 0.5, -0.5)
    ax.set_aspect("equal")
    ax.grid(False)
    ax.set_xticks(np.arange(-0.5, free.shape[1]), minor=True)
    ax.set_yticks(np.arange(-0.5, free.shape[0]), minor=True)
    ax.grid(True, which="minor", color="0.8", linewidth=0.6)
    ax.tick_params(which="minor", length=0)
    style.whole_numbers(ax.xaxis)
    style.whole_numbers(ax.yaxis)
    for row, col in np.argwhere(~free):
        ax.fill_between([col - 0.5, col + 0.5], row - 0.5, row + 0.5, color="0.35", linewidth=0)


@style.styled
def draw_times(result):
    """Of the one run that stands for all."""
    run = representative_run(result)
    free = board_of(run)
    starts = {}
    if applies_pursuit(result):
        line = line_of(run)
        starts = {"C": line[0, 0], "M": line[0, cats_of(line, run, result.settings)]}
    fig, plots = style.figure(result, TIMES_QUESTION, 4.6, (1, 2), representative_text(result))
    maps = [run[name].values[:free.shape[0], :free.shape[1]] for name in ("plies_by_mouse", "plies_by_cat")]
    most = max(1, *(int(plies.max(initial=1)) for plies in maps))
    for ax, plies, mover, letter in zip(plots[0], maps, ("the mouse", "the cat"), "CM"):
        image = ax.imshow(np.where(plies > 0, plies, np.nan), cmap="viridis_r", vmin=0, vmax=most)
        draw_cells(ax, free)
        if free.size <= 225:
            for row, col in np.argwhere(plies > 0):
                bright = plies[row, col] < 0.55 * most
                ax.text(col, row, int(plies[row, col]), ha="center", va="center", fontsize=7,
                        color="black" if bright else "white")
        if letter in starts:
            row, col = starts[letter]
            ax.text(col, row, letter, ha="center", va="center", weight="bold", color=CAT if letter == "C" else MOUSE)
        ax.set_title(f"by the cell of {mover}")
    fig.colorbar(image, ax=plots[0].tolist(), label="plies until the capture", shrink=0.8)
    return fig


def draw_pieces(ax, line: np.ndarray, cats: int, last: int, tail: int) -> None:
    """The pieces after ply `last`, and where each was in the `tail` plies before."""
    for piece in range(line.shape[1]):
        path = line[max(0, last - tail):last + 1, piece]
        path = path[path[:, 0] >= 0]
        colour, shift = (CAT, -0.1) if piece < cats else (MOUSE, 0.1)
        if len(path) == 0:
            continue
        ax.plot(path[:, 1] + shift, path[:, 0] + shift, color=colour, linewidth=2, alpha=0.5)
        if line[last, piece, 0] < 0:
            ax.plot(path[-1, 1] + shift, path[-1, 0] + shift, "x", color=colour, markersize=11, markeredgewidth=3)
        else:
            ax.plot(path[-1, 1] + shift, path[-1, 0] + shift, "o" if piece < cats else "s", color=colour, markersize=11)


def outcome_of(line: np.ndarray, cats: int) -> str:
    caught = bool((line[-1, cats:, 0] < 0).all())
    return f"caught after {len(line) - 1} plies" if caught else f"the mouse escapes: {len(line) - 1} plies are shown"


@style.styled
def draw_pursuit(result):
    """The paths of all pieces of the one run that stands for all."""
    run = representative_run(result)
    line = line_of(run)
    cats = cats_of(line, run, result.settings)
    note = " · ".join(filter(None, [representative_text(result), outcome_of(line, cats)]))
    fig, plots = style.figure(result, PURSUIT_QUESTION, 5.2, note=note)
    ax = plots[0, 0]
    draw_cells(ax, board_of(run) if applies_times(result) else np.ones(line.max(axis=(0, 1)) + 1, bool))
    draw_pieces(ax, line, cats, len(line) - 1, len(line))
    for piece in range(line.shape[1]):
        ax.text(line[0, piece, 1], line[0, piece, 0] + 0.35, "start", ha="center", fontsize=7)
    return fig


@style.styled
def animate_pursuit(result) -> bytes:
    """The same, ply by ply, as a GIF."""
    from PIL import Image
    run = representative_run(result)
    line = line_of(run)[:MOST_FRAMES]
    cats = cats_of(line, run, result.settings)
    free = board_of(run) if applies_times(result) else np.ones(line.max(axis=(0, 1)) + 1, bool)
    frames = []
    for ply in range(len(line)):
        fig = Figure(figsize=(4.2, 4.6), dpi=100, layout="constrained")
        ax = fig.subplots()
        draw_cells(ax, free)
        draw_pieces(ax, line, cats, ply, 4)
        ax.set_title(f"{result.name}: ply {ply}" + (f", {outcome_of(line, cats)}" if ply + 1 == len(line) else ""))
        canvas = FigureCanvasAgg(fig)
        canvas.draw()
        frames.append(Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB").quantize(32))
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:], loop=0,
                   duration=[350] * (len(frames) - 1) + [2500])
    return buffer.getvalue()


@style.styled
def draw_lead(result):
    """One line a run: cumulative changes of the lead; below, if kept, the plies of every round of one run."""
    parts = [(text, part) for text, part in grid.slices(result.data, None, style.MOST_LINES)
             if (part["lead_changes"] >= 0).any()]
    rounds_kept = "round_plies" in result.data and "round_winner" in result.data
    fig, plots = style.figure(result, LEAD_QUESTION, 6.4 if rounds_kept else 4, (2 if rounds_kept else 1, 1),
                              grid.shown_text(result.data, None, len(parts)))
    ax = plots[0, 0]
    for (text, part), look in zip(parts, style.line_styles(False, len(parts))):
        runs, last = part["run"].values.ravel(), part["rounds_played"].values.ravel()
        for i in list(range(1, len(runs)))[:12][::-1] + [0]:
            rounds = np.append(lead_of(result, int(runs[i])), last[i])
            changes = np.append(np.arange(1, len(rounds)), len(rounds) - 1)
            pale = {} if i == 0 else {"alpha": 0.2, "linewidth": 0.8}
            ax.step(rounds + 1, changes, where="post", label=text if i == 0 and text else None, **(look | pale))
    ax.set_xscale("log")
    ax.set_xlabel("round")
    ax.set_ylabel("changes of the lead")
    if len(parts) > 1:
        style.legend(ax)
    if rounds_kept:
        draw_rounds(plots[1, 0], grid.one_run(parts[0][1]))
    return fig


def draw_rounds(ax, run) -> None:
    """The plies of the game after each round, by who wins; evenly chosen rounds where there are many."""
    plies, winner = run["round_plies"].values, run["round_winner"].values
    shown = np.array(grid.evenly(len(plies), 5000))
    shown = shown[plies[shown] >= 0]
    for side, colour, label in ((1, CAT, "the cat wins"), (0, MOUSE, "the mouse escapes")):
        here = shown[winner[shown] == side]
        ax.plot(here + 1, plies[here], ".", markersize=2, color=colour, label=label)
    ax.set_xscale("log")
    ax.set_xlabel("round")
    ax.set_ylabel("plies of the game")
    style.legend(ax, markerscale=6)


@style.styled
def draw_reached(result):
    """A step line for each point, over evaluations; of a sweep of budgets the largest."""
    data = result.data
    budget = next((dim for dim in grid.axes(data) if data[dim].attrs.get("key") == "optimise.evaluations"), None)
    if budget:
        data = data.isel({budget: [int(np.argmax(data[budget].values))]})
    parts = [pair for pair in grid.slices(data, None, style.MOST_LINES) if len(reached_of(pair[1])[0])]
    fig, plots = style.figure(result, REACHED_QUESTION, 4, note=grid.shown_text(data, None, len(parts)))
    ax = plots[0, 0]
    end = float(data["evaluations"].max())
    for (text, part), look in zip(parts, style.line_styles(False, len(parts))):
        evaluations, share = reached_of(part)
        ax.step(np.append(evaluations, end), np.append(share, share[-1]), where="post", label=text, **look)
    ax.set_xscale("log")
    ax.set_ylim(0, 1.02)
    ax.set_xlabel("evaluations")
    ax.set_ylabel("share of the seeds that are exact")
    if len(parts) > 1:
        style.legend(ax)
    return fig


def tested_of(part) -> tuple[list[str], np.ndarray, np.ndarray]:
    """(the test boards in words, captures of the policy there, those of the far rule alone), means of the replicates."""
    there = part["test_rows"].values.reshape(-1, part.sizes["test_board"]) > 0  # a run that failed has none

    def of(name):
        return part[name].values.reshape(there.shape)

    shown = there.any(axis=0)
    boards = [f"{r} x {c}" for r, c in zip(of("test_rows").max(axis=0)[shown], of("test_cols").max(axis=0)[shown])]
    return boards, *(np.nanmean(of(name)[:, shown], axis=0) for name in ("test_capture_share", "test_far_capture_share"))


@style.styled
def draw_tested(result):
    """One line a point over the test boards."""
    parts = [pair for pair in grid.slices(result.data, None, style.MOST_LINES) if (pair[1]["test_rows"] > 0).any()]
    fig, plots = style.figure(result, TESTED_QUESTION, 4, note=grid.shown_text(result.data, None, len(parts)))
    ax = plots[0, 0]
    for (text, part), look in zip(parts, style.line_styles(False, len(parts))):
        boards, share, far = tested_of(part)
        ax.plot(boards, far, "x", color="0.6")
        ax.plot(boards, share, marker="o", label=text, **look)
    ax.set_ylim(0, 1.02)
    ax.set_xlabel("rows x cols of the test board")
    ax.set_ylabel("captures [share of the games]")
    if len(parts) > 1:
        style.legend(ax)
    return fig
