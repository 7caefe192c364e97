"""One self-contained HTML page about a results file, and its pictures as PNG files."""

from __future__ import annotations

import base64
import html
import io
import os
from collections import Counter
from pathlib import Path

import pandas as pd

from . import chutes, grid
from .errors import ResultError
from .pictures import board, pictures_of
from .result import Result, flag_texts

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #111; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.question { font-size: 1.15rem; border-left: 4px solid #0072B2; padding-left: 0.8rem; }
figure { margin: 2.2rem 0; } img { max-width: 100%; height: auto; }
figcaption, .note { color: #444; font-size: 0.9rem; }
table { border-collapse: collapse; font-size: 0.85rem; } th, td { border: 1px solid #bbb; padding: 0.2rem 0.5rem; }
th { background: #f0f0f0; text-align: left; } td { text-align: left; }
.scroll { overflow-x: auto; } pre { background: #f6f6f6; padding: 0.8rem; overflow-x: auto; font-size: 0.8rem; }
@media print { figure, table { break-inside: avoid; } }
"""
MOST_FAILURES = 50


def png(figure) -> bytes:
    """A figure as PNG; equal figures give equal bytes."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=140, metadata={"Software": None})
    return buffer.getvalue()


def write_pictures(result: Result, folder: str | Path) -> list[Path]:
    """Writes every picture that the file has the data for as NAME.png, and those that move as NAME.gif, too; returns
    their paths."""
    return _write_images(_images(result), folder)


def write_report(result: Result, path: str | Path, png_folder: str | Path | None = None) -> list[Path]:
    """Writes the page, and its pictures as PNG files if a folder is given; returns the paths of all files written."""
    images = _images(result)
    along = grid.main_axis(result.data)
    page = "\n".join(["<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8">',
                      f"<title>{html.escape(result.name)}</title><style>{STYLE}</style></head><body>",
                      heading(result), failures(result), *(_figure(*image, along) for image in images),
                      step_table(result), provenance(result), "</body></html>", ""])
    _replace(Path(path), page.encode())
    return [Path(path)] + (_write_images(images, png_folder) if png_folder else [])


def _images(result: Result) -> list:
    """(picture, PNG, GIF or None) of everything that the file has the data for."""
    return [(picture, png(picture.draw(result)), picture.animate(result) if picture.animate else None)
            for picture in pictures_of(result)]


def _write_images(images, folder: str | Path) -> list[Path]:
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultError(f"{folder}: cannot be made: {error.strerror}") from None
    paths = []
    for picture, still, moving in images:
        for suffix, image in ((".png", still), (".gif", moving)):
            if image is None:
                continue
            paths.append(folder / f"{picture.name}{suffix}")
            _replace(paths[-1], image)
    return paths


def _replace(path: Path, content: bytes) -> None:
    """A reader sees the old file or the new one, whole."""
    temporary = path.with_name(path.name + ".tmp")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise ResultError(f"{path}: cannot be written: {error.strerror}") from None


def heading(result: Result) -> str:
    """Name, question, and what was run."""
    question = f'<p class="question">{html.escape(result.question)}</p>' if result.question else ""
    counts = Counter(flag_texts(result.data["status"]).values.ravel().tolist())
    runs = ", ".join(f"{number} {status.replace('_', ' ')}" for status, number in counts.most_common())
    swept = [f"{html.escape(result.data[dim].attrs.get('key', dim))}: {_extent(result.data, dim)}"
             for dim in grid.axes(result.data) if dim in result.data.coords]
    items = [f"model: {html.escape(result.model)}", f"runs: {runs}", *swept]
    return (f"<h1>{html.escape(result.name)}</h1>{question}<ul>"
            + "".join(f"<li>{item}</li>" for item in items) + "</ul>")


def _extent(data, dim: str) -> str:
    values = grid.values_of(data, dim)
    texts = [html.escape(grid.text_of(value)) for value in values]
    return ", ".join(texts) if len(texts) <= 12 else f"{len(texts)} values from {texts[0]} to {texts[-1]}"


def failures(result: Result) -> str:
    table = result.failures
    if table.empty:
        return ""
    more = f'<p class="note">The first {MOST_FAILURES} of {len(table)}.</p>' if len(table) > MOST_FAILURES else ""
    return f"<h2>Failed runs</h2>{_table(table.head(MOST_FAILURES), index=False)}{more}"


def step_table(result: Result) -> str:
    """The optimal step on a few tiles."""
    if not board.applies(result):
        return ""
    note = "Equally good steps are all named; “foot”: a chute or ladder starts there, so no piece stands on it."
    return f'<h2>The optimal step on some tiles</h2>{_table(chutes.step_table(result.data))}<p class="note">{note}</p>'


def provenance(result: Result) -> str:
    long = {"experiment": "The experiment file", "resolved": "Every key, as resolved"}
    short = pd.DataFrame([(name, text) for name, text in result.provenance.items() if name not in long and text])
    texts = "".join(f"<details><summary>{title}</summary><pre>{html.escape(result.provenance[name])}</pre></details>"
                    for name, title in long.items())
    return f"<h2>Where this comes from</h2>{_table(short, index=False, header=False)}{texts}"


def _table(table: pd.DataFrame, **options) -> str:
    return f'<div class="scroll">{table.to_html(border=0, **options)}</div>'


def _figure(picture, still: bytes, moving: bytes | None, along: str | None) -> str:
    """The picture, as it moves if it does."""
    kind, image = ("png", still) if moving is None else ("gif", moving)
    data, question = base64.b64encode(image).decode(), html.escape(picture.question.format(along=along))
    return (f'<figure><img alt="{question}" '
            f'src="data:image/{kind};base64,{data}"><figcaption>{html.escape(picture.caption)}</figcaption></figure>')
