#!/usr/bin/python3
"""Every include line shows its layer, and points down: core <- parallel <- experiments.

Linking alone does not see a header of a higher layer that is only included; this does.
"""

import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ["core", "parallel", "experiments"]  # each may include those before it
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?P<open>[<"])(?P<name>[^>"]*)[>"]')

STANDARD = set("""
    algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits
    clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint
    cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception execution filesystem format forward_list fstream
    functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
    memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator
    semaphore set shared_mutex source_location span sstream stack stdexcept stop_token streambuf string string_view
    strstream syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility
    valarray variant vector version""".split())

# core has no threads, files, clock or printing.
NOT_IN_CORE = set("""
    atomic barrier chrono condition_variable csignal cstdio ctime execution filesystem fstream future iostream latch
    mutex semaphore shared_mutex syncstream thread""".split())

THIRD_PARTY = {"core": ("Random123/", "hwy/", "Eigen/", "unsupported/Eigen/", "boost/multiprecision/", "glpk.h")}
THIRD_PARTY["parallel"] = THIRD_PARTY["core"] + ("oneapi/tbb/",)
HARNESS = {"tests": ("gtest/", "gmock/", "sched.h"), "bench": ("benchmark/",)}  # sched.h: affinity masks


def layer_of(path):
    """The layer that a file belongs to, and its harness: tests/core/x.cpp is ("core", "tests").

    Benchmarks are sorted by topic; all of them measure core and parallel, but for bench/sweep: whole experiments.
    """
    top = path.parts[0]
    if top == "bench":
        return ("experiments" if path.parts[1] == "sweep" else "parallel"), top
    if top == "tests":
        return path.parts[1], top
    return top, None


def complaint(root, path, opening, name):
    """What is wrong with one include line, or None. `path` is relative to the root."""
    layer, harness = layer_of(path)
    allowed = LAYERS[: LAYERS.index(layer) + 1]
    if opening == '"':
        if not any((root / name).with_name(Path(name).name + suffix).is_file() for suffix in ("", ".in")):
            return "is not a file of the repository (includes are rooted there)"
        target, target_harness = layer_of(Path(name))
        if target_harness not in (None, harness):
            return f"belongs to {target_harness}/"
        if target not in allowed:
            return f"belongs to {target}, which {layer} may not include"
        return None
    if name in STANDARD:
        if layer == "core" and not harness and name in NOT_IN_CORE:
            return "is not for core: no threads, files, clock or printing there"
        return None
    if layer == "experiments" or name.startswith(THIRD_PARTY[layer] + HARNESS.get(harness, ())):
        return None
    return f"is no standard header, and not among those that {harness + '/' if harness else ''}{layer} may include"


def violations(root):
    """Every include line below `root` that breaks the rules, as "file:line: <header> what is wrong"."""
    found = []
    for top in (*LAYERS, "bench", "tests"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix not in (".hpp", ".cpp", ".h", ".in"):
                continue
            path = file.relative_to(root)
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
                if layer_of(path) == ("core", None) and re.search(r"\brandom_device\b", line.split("//")[0]):
                    found.append(f"{path}:{number}: random_device: results must come from the seed alone")
                match = INCLUDE.match(line)
                reason = match and complaint(root, path, match["open"], match["name"])
                if reason:
                    found.append(f"{path}:{number}: {match['name']} {reason}")
    return found


class TheRepository(unittest.TestCase):
    def test_every_include_line_points_down(self):
        self.assertEqual(violations(ROOT), [])

    def test_there_is_something_to_check(self):
        for top in LAYERS:
            self.assertTrue(list((ROOT / top).rglob("*.[ch]pp")), top)


class TheTestItself(unittest.TestCase):
    """It can fail: a made-up tree with one offence at a time."""

    def check(self, path, line):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("core/a.hpp", "parallel/b.hpp", "experiments/c.hpp", "tests/core/d.hpp", "bench/mdp/e.hpp",
                         "tests/experiments/f.hpp"):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text("#pragma once\n")
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text("// a comment\n" + line + "\n")
            return violations(root)

    def test_sees_what_is_forbidden(self):
        for path, line, header in [
            ("core/x.cpp", '#include "parallel/b.hpp"', "parallel/b.hpp"),
            ("core/x.cpp", '#  include "experiments/c.hpp"', "experiments/c.hpp"),
            ("core/x.cpp", '#include "a.hpp"', "a.hpp"),
            ("core/x.cpp", '#include "core/missing.hpp"', "core/missing.hpp"),
            ("core/x.cpp", '#include "tests/core/d.hpp"', "tests/core/d.hpp"),
            ("core/x.cpp", "#include <thread>", "thread"),
            ("core/x.hpp", "#include <fstream>", "fstream"),
            ("core/deep/x.hpp", "\t#include <chrono>", "chrono"),
            ("core/x.hpp", "#include <oneapi/tbb/parallel_for.h>", "oneapi/tbb/parallel_for.h"),
            ("core/x.hpp", "#include <unistd.h>", "unistd.h"),
            ("core/x.hpp", "std::random_device seed;", "random_device:"),
            ("parallel/x.cpp", '#include "experiments/c.hpp"', "experiments/c.hpp"),
            ("parallel/x.cpp", "#include <hdf5.h>", "hdf5.h"),
            ("experiments/x.cpp", '#include "bench/mdp/e.hpp"', "bench/mdp/e.hpp"),
            ("experiments/x.cpp", '#include "c.hpp"', "c.hpp"),
            ("tests/core/x.cpp", '#include "parallel/b.hpp"', "parallel/b.hpp"),
            ("tests/parallel/x.cpp", '#include "tests/experiments/f.hpp"', "tests/experiments/f.hpp"),
            ("tests/core/x.cpp", "#include <hdf5.h>", "hdf5.h"),
            ("bench/mdp/x.cpp", '#include "experiments/c.hpp"', "experiments/c.hpp"),
            ("bench/mdp/x.cpp", "#include <gtest/gtest.h>", "gtest/gtest.h"),
        ]:
            with self.subTest(path=path, line=line):
                found = self.check(path, line)
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(f"{path}:2: {header}"), found[0])

    def test_lets_pass_what_is_allowed(self):
        for path, line in [
            ("core/x.cpp", '#include "core/a.hpp"'),
            ("core/x.cpp", "#include <vector>"),
            ("core/x.cpp", "#include <Random123/philox.h>"),
            ("core/x.cpp", '// #include "parallel/b.hpp" would be wrong'),
            ("parallel/x.cpp", '#include "core/a.hpp"'),
            ("parallel/x.cpp", "#include <oneapi/tbb/parallel_for.h>"),
            ("parallel/x.cpp", "#include <thread>"),
            ("experiments/x.cpp", '#include "parallel/b.hpp"'),
            ("experiments/x.cpp", "#include <hdf5.h>"),
            ("tests/core/x.cpp", '#include "tests/core/d.hpp"'),
            ("tests/core/x.cpp", "#include <thread>"),
            ("tests/parallel/x.cpp", '#include "tests/core/d.hpp"'),
            ("tests/parallel/x.cpp", "#include <gtest/gtest.h>"),
            ("bench/mdp/x.cpp", '#include "parallel/b.hpp"'),
            ("bench/mdp/x.cpp", "#include <benchmark/benchmark.h>"),
            ("bench/sweep/x.cpp", '#include "experiments/c.hpp"'),
        ]:
            with self.subTest(path=path, line=line):
                self.assertEqual(self.check(path, line), [])


if __name__ == "__main__":
    sys.exit(unittest.main())
