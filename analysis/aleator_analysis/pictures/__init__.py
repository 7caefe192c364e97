"""Every kind of picture, and when a results file has what it shows. A new picture is a new file and a row here."""

from __future__ import annotations

from typing import Callable, NamedTuple

from matplotlib.figure import Figure

from ..errors import ResultError
from ..result import Result
from . import board, convergence, curves, g2048, games, maps, pursuit, simulation, snakes, two


class Picture(NamedTuple):
    name: str  # of the file, and for `draw`
    question: str  # that the picture answers; {along} is the name of the longest axis
    caption: str  # what is seen
    applies: Callable[[Result], bool]
    draw: Callable[[Result], Figure]
    animate: Callable[[Result], bytes] | None = None  # the picture as a GIF


# In the order of the report.
PICTURES = [
    Picture("board", board.QUESTION, board.CAPTION, board.applies, board.draw),
    Picture("start_value", maps.START_QUESTION, maps.START_CAPTION, maps.applies_value, maps.draw_start),
    Picture("value_map", maps.VALUE_QUESTION, maps.VALUE_CAPTION, maps.applies_value, maps.draw_value),
    Picture("step_map", maps.STEP_QUESTION, maps.STEP_CAPTION, maps.applies_step, maps.draw_step),
    Picture("check", simulation.CHECK_QUESTION, simulation.CHECK_CAPTION, simulation.applies_check,
            simulation.draw_check),
    Picture("turns", simulation.TURNS_QUESTION, simulation.TURNS_CAPTION, simulation.applies_turns,
            simulation.draw_turns),
    Picture("length", snakes.LENGTH_QUESTION, snakes.LENGTH_CAPTION, snakes.applies_length, snakes.draw_length),
    Picture("jumps", snakes.JUMPS_QUESTION, snakes.JUMPS_CAPTION, snakes.applies_jumps, snakes.draw_jumps),
    Picture("players", snakes.PLAYERS_QUESTION, snakes.PLAYERS_CAPTION, snakes.applies_players, snakes.draw_players),
    Picture("boldness", two.BOLDNESS_QUESTION, two.BOLDNESS_CAPTION, two.applies_boldness, two.draw_boldness),
    Picture("hold", two.HOLD_QUESTION, two.HOLD_CAPTION, two.applies_hold, two.draw_hold),
    Picture("scores", g2048.SCORES_QUESTION, g2048.SCORES_CAPTION, g2048.applies_scores, g2048.draw_scores),
    Picture("tiles", g2048.TILES_QUESTION, g2048.TILES_CAPTION, g2048.applies_tiles, g2048.draw_tiles),
    Picture("capture_times", pursuit.TIMES_QUESTION, pursuit.TIMES_CAPTION, pursuit.applies_times, pursuit.draw_times),
    Picture("pursuit", pursuit.PURSUIT_QUESTION, pursuit.PURSUIT_CAPTION, pursuit.applies_pursuit, pursuit.draw_pursuit,
            pursuit.animate_pursuit),
    Picture("lead", pursuit.LEAD_QUESTION, pursuit.LEAD_CAPTION, pursuit.applies_lead, pursuit.draw_lead),
    Picture("reached", pursuit.REACHED_QUESTION, pursuit.REACHED_CAPTION, pursuit.applies_reached,
            pursuit.draw_reached),
    Picture("tested", pursuit.TESTED_QUESTION, pursuit.TESTED_CAPTION, pursuit.applies_tested, pursuit.draw_tested),
    Picture("search_cost", games.COST_QUESTION, games.COST_CAPTION, games.applies_cost, games.draw_cost),
    Picture("match", games.MATCH_QUESTION, games.MATCH_CAPTION, games.applies_match, games.draw_match),
    Picture("curves", curves.QUESTION, curves.CAPTION, curves.applies, curves.draw),
    Picture("convergence", convergence.QUESTION, convergence.CAPTION, convergence.applies, convergence.draw),
]


def pictures_of(result: Result) -> list[Picture]:
    """The pictures that this file has the data for."""
    return [picture for picture in PICTURES if picture.applies(result)]


def draw(result: Result, name: str, **selection) -> Figure:
    """A picture by name, of the whole file or of the part at `selection`: draw(result, "board", discount=0.9)."""
    result = result.at(**selection)
    picture = next((p for p in pictures_of(result) if p.name == name), None)
    if picture is None:
        there = ", ".join(p.name for p in pictures_of(result)) or "none"
        raise ResultError(f"{result.path}: no picture {name!r}; there are: {there}")
    return picture.draw(result)
