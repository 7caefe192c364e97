"""How the solver got there: the residual of every sweep."""

from __future__ import annotations

import numpy as np

from .. import grid, style

QUESTION = "How fast does the solver converge?"
CAPTION = ("The largest change of any tile's value in each sweep, on a logarithmic scale: a straight line is geometric "
           "convergence. A sweep that changes nothing is not shown.")


def applies(result) -> bool:
    return "residual" in result.trace_names and result.traces["residual"].size > 0


@style.styled
def draw(result):
    """Residual by sweep: at most seven runs of the longest axis, one plot for each combination of the others."""
    data = result.data
    along = grid.main_axis(data)
    parts = grid.slices(data, along)
    columns = max(1, min(len(parts), 3, 110 // (1 + max(len(text) for text, _ in parts))))
    rows = -(-len(parts) // columns)
    fig, plots = style.figure(result, QUESTION, 1.2 + 2.6 * rows, (rows, columns),
                              grid.shown_text(data, along, len(parts)), sharex=True, sharey=True)
    for ax, (text, part) in zip(plots.flat, parts):
        ax.set_title(text)
        for look, (label, residuals) in residuals_by_run(result, part, along):
            ax.semilogy(np.arange(1, len(residuals) + 1), residuals, label=label, **look)
    for ax in plots.flat[len(parts):]:
        ax.set_visible(False)
    for ax in plots[-1]:
        style.whole_numbers(ax.xaxis)
        ax.set_xlabel("sweep")
    for ax in plots[:, 0]:
        ax.set_ylabel("residual")
    if along:
        style.legend(plots[0, -1], style.lines_title(data, along))
    return fig


def residuals_by_run(result, part, along: str | None):
    """(style, (label, residuals)) of some runs evenly spread along the axis; residuals of 0 are NaN."""
    if not along:
        return [({"color": "black"}, ("", _residuals(result, grid.one_run(part)["run"])))]
    numbers = grid.line_along(part, along)["run"]
    shown = grid.evenly(part.sizes[along], style.MOST_LINES)
    texts = grid.line_texts(grid.values_of(part, along)[shown])
    lines = [_residuals(result, numbers[i]) for i in shown]
    return list(zip(style.line_styles(grid.is_numeric(part, along), len(shown)), zip(texts, lines)))


def _residuals(result, number) -> np.ndarray:
    residuals = result.trace_of_run("residual", int(number)).astype(float)
    return np.where(residuals > 0, residuals, np.nan)
