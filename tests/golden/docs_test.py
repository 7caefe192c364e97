#!/usr/bin/python3
"""The lists in the documentation name everything that there is."""

import re
import unittest
from pathlib import Path

from support import CONFIGS, GoldenTest

ROOT = Path(__file__).resolve().parents[2]


class Lists(GoldenTest):
    def test_every_experiment_file_has_its_question(self):
        listed = re.findall(r"^\| `(\w+\.toml)` \| .+\? ", (ROOT / "README.md").read_text(), re.MULTILINE)
        self.assertEqual(sorted(listed), sorted(path.name for path in CONFIGS.glob("*.toml")))

    def test_every_kind_is_in_the_table_of_models_with_a_section(self):
        kinds = re.findall(r"^  ([a-z-]+) {2,}\w", self.aleator("list").stdout.split("\n\n")[0], re.MULTILINE)
        page = (ROOT / "docs" / "models.md").read_text()
        listed = dict(re.findall(r"^\| \[`([a-z-]+)`\]\(([^)]+)\) ", page, re.MULTILINE))
        self.assertEqual(sorted(listed), sorted(kind for kind in kinds if kind != "kind"))
        for place in listed.values():
            file, _, section = place.partition("#")
            text = (ROOT / "docs" / file).read_text() if file else page
            titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
            anchors = [re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles]
            self.assertIn(section, anchors + [""], place)

    def test_what_can_be_simulated_is_said(self):
        rows = re.findall(r"^  ([a-z-]+) {2,}((?:\w+, )*\w+)  ", self.aleator("list").stdout.split("\n\n")[0],
                          re.MULTILINE)
        page = " ".join((ROOT / "docs" / "models.md").read_text().split())
        sentence = re.search(r"([^.;]+) can be simulated", page).group(1)
        self.assertEqual(sorted(re.findall(r"`([a-z-]+)`", sentence)),
                         sorted(kind for kind, tasks in rows if "simulate" in tasks))


if __name__ == "__main__":
    unittest.main()
