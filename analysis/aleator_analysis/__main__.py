"""python3 -m aleator_analysis report RESULTS.h5 [-o REPORT.html] [--png FOLDER]"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .errors import ResultError
from .report import write_report
from .result import open_result

CANNOT_READ_OR_WRITE = 3  # as of the engine


def arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="aleator_analysis", description=__doc__.strip(), allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    report = commands.add_parser("report", help="one self-contained page with the pictures of a results file",
                                 allow_abbrev=False)
    report.add_argument("results", type=Path, help="a results file of `aleator run`")
    report.add_argument("-o", "--output", type=Path, metavar="FILE", help="the page (default: RESULTS.html beside it)")
    report.add_argument("--png", type=Path, metavar="FOLDER", help="also writes every picture as a PNG file there")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    options = arguments(argv)
    try:
        result = open_result(options.results)
        written = write_report(result, options.output or options.results.with_suffix(".html"), options.png)
    except ResultError as error:
        print(f"aleator_analysis: {error}", file=sys.stderr)
        return CANNOT_READ_OR_WRITE
    except OSError as error:
        print(f"aleator_analysis: {options.results}: {error}", file=sys.stderr)  # a damaged file, found on reading it
        return CANNOT_READ_OR_WRITE
    for path in written:
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
