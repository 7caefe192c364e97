"""One command makes the page and the PNG files."""

import base64
import os
import struct
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

from support import BOARD, ROOT, SIMULATE, SOLVE, add_failure, axis, run

PICTURES = ["board", "start_value", "value_map", "step_map", "check", "turns", "convergence"]


def report(*arguments) -> subprocess.CompletedProcess:
    environment = os.environ | {"PYTHONPATH": str(ROOT / "analysis")}
    command = [sys.executable, "-W", "error::UserWarning", "-m", "aleator_analysis", "report", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def png_size(image: bytes) -> tuple[int, int]:
    assert image[:8] == b"\x89PNG\r\n\x1a\n" and image[-8:-4] == b"IEND"
    return struct.unpack(">II", image[16:24])


class Page(HTMLParser):
    """The images of a page, the targets of its links, and whether every element that was opened was closed."""

    def __init__(self, text: str):
        super().__init__()
        self.images, self.links, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "img":
            self.images.append(base64.b64decode(attributes["src"].removeprefix("data:image/png;base64,")))
        self.links += [attributes[key] for key in ("href", "src") if key in attributes and tag != "img"]
        if tag not in ("img", "meta"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


class TheReport(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def made(self, *parts, failure: str = "") -> tuple[str, Path]:
        """(page, folder of PNG files) of an experiment."""
        path = run(self.folder.name, *parts)
        if failure:
            add_failure(path, 0, failure)
        pictures = Path(self.folder.name) / "pictures"
        done = report(path, "--png", pictures)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        page = path.with_suffix(".html")
        self.assertEqual(done.stdout.splitlines()[0], str(page))
        return page.read_text(), pictures

    def test_holds_every_picture_and_the_question(self):
        text, folder = self.made(BOARD, SOLVE, SIMULATE, axis("solve.discount", "[0.5, 0.9]"),
                                 axis("model.overshoot", '["stay", "bounce"]'))
        page = Page(text)
        self.assertEqual(page.open, [])
        self.assertEqual(page.links, [])
        self.assertIn("Does the test&#x27;s question reach the page?", text)
        self.assertEqual(sorted(file.name for file in folder.iterdir()), sorted(f"{name}.png" for name in PICTURES))
        self.assertEqual(page.images, [(folder / f"{name}.png").read_bytes() for name in PICTURES])
        for image in page.images:
            width, height = png_size(image)
            self.assertGreater(min(width, height), 400)
            self.assertGreater(len(image), 12_000)  # a blank one of this size has 5 kB

    def test_is_made_for_every_shape_of_experiment(self):
        model, tiles = '[model]\nkind = "chutes"\nboard = "empty"\n', axis("model.tiles", "[5, 300]")
        for parts, images in [
            ((BOARD, SOLVE, SIMULATE), 4),
            ((BOARD, SOLVE), 2),
            ((BOARD, '[simulate]\npolicy = "random"\ngames = 500\n'), 1),
            (("replicates = 3\n", BOARD, SOLVE, SIMULATE, axis("model.overshoot", '["stay", "bounce"]')), 7),
            ((model, SOLVE, SIMULATE, tiles, axis("model.actions", "[[1, 2], [3, 7, 1]]")), 7),
        ]:
            with self.subTest(parts=parts):
                self.assertEqual(len(Page(self.made(*parts)[0]).images), images)

    def test_lists_failed_runs_and_draws_the_others(self):
        text, _ = self.made(BOARD, SOLVE, axis("solve.discount", "[0.5, 0.9]"), failure="out of <memory>")
        self.assertIn("Failed runs", text)
        self.assertIn("out of &lt;memory&gt;", text)
        self.assertIn("runs: 1 failed, 1 ok", text)
        self.assertEqual(len(Page(text).images), 5)

    def test_says_so_when_nothing_worked(self):
        text, _ = self.made(BOARD, SOLVE, failure="out of memory")
        self.assertIn("runs: 1 failed", text)
        self.assertNotIn("The optimal step", text)

    def test_tells_where_results_come_from(self):
        text, _ = self.made(BOARD, SOLVE)
        self.assertIn("jumps = [[2, 7], [9, 4]]", text)
        self.assertIn("git_revision", text)
        self.assertIn("The optimal step on some tiles", text)

    def test_is_the_same_twice(self):
        path = run(self.folder.name, BOARD, SOLVE)
        pages = [Path(self.folder.name) / name for name in ("a.html", "b.html")]
        for page in pages:
            self.assertEqual(report(path, "-o", page).returncode, 0)
        self.assertEqual(pages[0].read_bytes(), pages[1].read_bytes())

    def test_errors_are_one_line_and_exit_with_3(self):
        missing = Path(self.folder.name) / "missing.h5"
        done = report(missing)
        self.assertEqual((done.returncode, done.stderr), (3, f"aleator_analysis: {missing}: no such file\n"))
        path = run(self.folder.name, BOARD, SOLVE)
        page = Path(self.folder.name) / "no" / "report.html"
        done = report(path, "-o", page)
        self.assertEqual((done.returncode, done.stderr),
                         (3, f"aleator_analysis: {page}: cannot be written: No such file or directory\n"))

    def test_a_wrong_command_line_exits_with_2(self):
        self.assertEqual(report().returncode, 2)
        self.assertEqual(report("x.h5", "--colour", "red").returncode, 2)

    def test_the_script_does_the_same(self):
        path = run(self.folder.name, BOARD, SOLVE)
        done = subprocess.run([ROOT / "scripts" / "report", path], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, f"{path.with_suffix('.html')}\n"))


if __name__ == "__main__":
    unittest.main()
