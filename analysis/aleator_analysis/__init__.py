"""Loads the results files of aleator and draws the pictures that answer their questions.

    from aleator_analysis import open_result, draw
    result = open_result("chutes-discount.h5")
    result.data["value"].sel(discount=0.9, slip="two coins")        # an xarray Dataset
    draw(result, "board", discount=0.9, slip="two coins").savefig("board.png")
"""

from .chutes import jumps, optimal_steps, step_table
from .errors import ResultError
from .grid import axes
from .pictures import PICTURES, draw, pictures_of
from .report import write_pictures, write_report
from .result import Result, flag_texts, open_result

__all__ = ["PICTURES", "Result", "ResultError", "axes", "draw", "flag_texts", "jumps", "open_result", "optimal_steps",
           "pictures_of", "step_table", "write_pictures", "write_report"]
