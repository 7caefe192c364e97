#!/usr/bin/python3
"""Cat and mouse against published figures, and against value iteration written here from the rules alone."""

import re
import unittest

import numpy

from support import CONFIGS, GoldenTest, axis

# rows, cols, first mover: plies from the start, the cat's and the mouse's moves, won and all positions, most, how many
KNOWN = {
    (3, 3, "cat"): (-1, -1, -1, 40, 72, 5, 8), (3, 3, "mouse"): (6, 3, 3, 32, 72, 6, 16),
    (4, 4, "cat"): (-1, -1, -1, 128, 240, 9, 24), (4, 4, "mouse"): (10, 5, 5, 112, 240, 10, 28),
    (4, 5, "cat"): (11, 6, 5, 200, 380, 11, 32), (4, 5, "mouse"): (-1, -1, -1, 180, 380, 12, 36),
    (8, 7, "cat"): (23, 12, 11, 1568, 3080, 23, 104), (8, 7, "mouse"): (-1, -1, -1, 1512, 3080, 24, 108),
}


def chase(model="", kind="cat-and-mouse", solve="", rest=""):
    return f'name = "x"\n[model]\nkind = "{kind}"\n{model}\n[solve]\n{solve}\n{rest}\n'


def neighbours(rows, cols, cell):
    row, col = cell
    beside = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
    return [(r, c) for r, c in beside if 0 <= r < rows and 0 <= c < cols]


def expected_plies(rows, cols, careful):
    """From the corners, the best cat to move, against a random mouse."""
    cells = [(row, col) for row in range(rows) for col in range(cols)]

    def goes_to(cat, mouse):
        every = neighbours(rows, cols, mouse)
        safe = [cell for cell in every if cell not in neighbours(rows, cols, cat)]
        return safe if careful and safe else every

    value = {(mover, cat, mouse): 0.0 for mover in "cm" for cat in cells for mouse in cells}
    start = ("c", (rows - 1, 0), (0, cols - 1))
    while True:
        before = value[start]
        for mover, cat, mouse in value:
            if cat == mouse:
                continue
            if mover == "c":
                new = 1 + min(value["m", to, mouse] for to in neighbours(rows, cols, cat))
            else:
                choices = goes_to(cat, mouse)
                new = 1 + sum(value["c", cat, to] for to in choices) / len(choices)
            value[mover, cat, mouse] = new
        if value[start] > 0 and abs(value[start] - before) < 1e-13:
            return value[start]


class Exact(GoldenTest):
    def test_boards_have_their_known_numbers(self):
        for (rows, cols, first), figures in KNOWN.items():
            data = self.solve(chase(f'rows = {rows}\ncols = {cols}\nfirst_mover = "{first}"'))
            names = ("start_plies", "start_cat_moves", "start_mouse_moves", "won_positions", "positions",
                     "longest_plies", "longest_positions")
            self.assertEqual(tuple(int(data[name]) for name in names), figures)
            self.assertEqual(int(data.winner), int(figures[0] > 0))

    def test_parity_decides_from_the_corners(self):
        text = (CONFIGS / "cat_mouse_exact.toml").read_text()
        data = self.solve(text).squeeze("replicate")
        for rows in data.rows.values:
            for cols in data.cols.values:
                d = int(rows + cols - 2)
                for first, plies in (("cat", 2 * d - 3), ("mouse", 2 * d - 2)):
                    point = data.sel(rows=rows, cols=cols, first_mover=first)
                    wins = (d % 2 == 1) == (first == "cat")
                    self.assertEqual(int(point.winner), int(wins))
                    self.assertEqual(int(point.start_plies), plies if wins else -1)

    def test_tables_hold_every_position_and_a_best_move(self):
        keep = '[output]\nkeep = ["plies", "best_row", "best_col", "longest_row", "longest_col", "longest_plies"]'
        rows, cols = 4, 5
        data = self.solve(chase("rows = 4\ncols = 5", rest=keep)).squeeze("replicate")
        plies = data.plies.values
        self.assertEqual(plies.shape, (2, 20, 20))
        for phase in (0, 1):
            for cat in range(20):
                for mouse in range(20):
                    here = plies[phase, cat, mouse]
                    self.assertEqual(here == 0, cat == mouse)
                    if cat == mouse:
                        self.assertTrue((data.best_row.values[phase, cat, mouse] == -2).all())
                        continue
                    pieces = list(zip(data.best_row.values[phase, cat, mouse], data.best_col.values[phase, cat, mouse]))
                    after = [int(row * cols + col) for row, col in pieces]
                    moved = (cat, mouse)[phase]
                    self.assertEqual(after[1 - phase], (cat, mouse)[1 - phase])
                    self.assertIn(tuple(pieces[phase]), neighbours(rows, cols, divmod(moved, cols)))
                    following = plies[1 - phase, after[0], after[1]]
                    self.assertEqual(here, -1 if following == -1 else following + 1)
        longest = [int(row * cols + col) for row, col in zip(data.longest_row.values, data.longest_col.values)]
        self.assertEqual(plies[0, longest[0], longest[1]], int(data.longest_plies))

    def test_maps_and_lines_fit_the_table(self):
        data = self.solve(chase()).squeeze("replicate")
        self.assertEqual(int(data.plies_by_mouse[0, 6]), 23)
        self.assertEqual(int(data.plies_by_cat[7, 0]), 23)
        self.assertEqual(int(data.plies_by_mouse[7, 0]), -2)
        self.assertEqual(data.sizes["ply"], 24)
        line = list(zip(data.line_row.values.tolist(), data.line_col.values.tolist()))
        self.assertEqual(line[0], ([7, 0], [0, 6]))
        self.assertEqual(line[-1][0][1], -1)  # caught

    def test_two_cats_that_may_stay_catch_a_mouse_in_the_known_turns(self):
        text = chase("may_stay = true", rest=axis("model.rows", "values = [2, 5, 6]") +
                     axis("model.cols", "values = [3, 6]") + axis("model.cats", "values = [1, 2]"))
        data = self.solve(text).squeeze("replicate")
        for rows in data.rows.values:
            for cols in data.cols.values:
                point = data.placed_plies.sel(rows=rows, cols=cols)
                self.assertEqual(int(point.sel(cats=1)), -1)
                self.assertEqual((int(point.sel(cats=2)) + 1) // 2, (rows + cols - 2) // 2)

    def test_a_move_limit_makes_late_captures_escapes(self):
        data = self.solve(chase("move_limit = 22"))
        self.assertEqual((int(data.winner), int(data.start_plies)), (0, -1))
        self.assertEqual(data.sizes["ply"], 23)  # the line ends before the capture
        self.assertEqual(int(self.solve(chase("move_limit = 23")).start_plies), 23)

    def test_random_starts_differ_between_replicates(self):
        text = chase("random_start = true").replace('name = "x"', 'name = "x"\nreplicates = 8')
        data = self.solve(text)
        starts = {tuple(data.line_row.values[i, 0].tolist() + data.line_col.values[i, 0].tolist()) for i in range(8)}
        self.assertGreater(len(starts), 4)

    def test_moves_are_told_when_asked_for(self):
        path = self.write(chase())
        told = self.aleator("ask", path, "--state", "0,2 0,6 mouse").stdout
        self.assertEqual(told.splitlines()[0], ". . C . . . M")
        moves = dict(re.findall(r"^ *(up|right|down|left) +(\S+)", told, re.MULTILINE))
        self.assertEqual(sorted(moves), ["down", "left"])
        data = self.solve(chase(rest='[output]\nkeep = ["plies"]')).squeeze("replicate")
        for move, mouse in (("down", 13), ("left", 5)):
            plies = int(data.plies[0, 2, mouse])
            self.assertEqual(moves[move], "never" if plies < 0 else str(plies + 1))

    def test_bad_boards_and_states_are_refused_with_the_reason(self):
        for model, reason in (
                ("rows = 1\ncols = 1", "model.rows: a board of 1 free cell(s) has no room for a chase"),
                ("obstacles = [[7, 0]]", "model.cat_start: a cat begins on the obstacle (7, 0)"),
                ('map = ["C#M"]', "model.mouse_start: no cat can come from its start to the mouse on (0, 2)"),
                ('map = ["C.M", ".."]', "model.map: the row has 2 cells, the first one 3")):
            done = self.aleator("run", self.write(chase(model)), code=2)
            self.assertIn(reason, done.stderr)

    def test_what_does_not_fit_says_how_much_it_takes(self):
        path = self.write(chase("rows = 16\ncols = 16\ncats = 2"))
        done = self.aleator("run", path, "--memory", "100M", code=1)
        self.assertRegex(done.stderr, r"the exact answer takes 1\d\d(\.\d+)? MB, and 105 MB are allowed \(--memory\)")
        path = self.write(chase("rows = 64\ncols = 64\ncats = 2"))
        done = self.aleator("run", path, code=1)
        self.assertRegex(done.stderr, r"the exact answer takes [\d.]+ [GT]B, and")


class RandomMice(GoldenTest):
    def test_expected_plies_are_those_of_value_iteration(self):
        for rows, cols in ((3, 3), (4, 5)):
            for mouse in ("random", "careful"):
                data = self.solve(chase(f'rows = {rows}\ncols = {cols}\nmouse = "{mouse}"', "cat-and-random-mouse"))
                exact = expected_plies(rows, cols, mouse == "careful")
                self.assertAlmostEqual(float(data.initial_value), exact, delta=1e-9)
                self.assertLessEqual(float(data.error_bound), 1e-9)

    def test_mice_that_move_at_random_make_a_decision_process_for_every_method(self):
        methods = ["value-iteration", "policy-iteration", "topological", "optimistic-value-iteration", "linear-programming"]
        text = chase('rows = 3\ncols = 4\nmouse = "careful"', "cat-and-random-mouse",
                     rest=axis("solve.method", f"values = {methods}"))
        for value in self.solve(text).initial_value.values.ravel():
            self.assertAlmostEqual(float(value), expected_plies(3, 4, True), delta=1e-6)
        path = self.write(chase(kind="cat-and-random-mouse", model="rows = 3\ncols = 4"))
        self.assertIn("288 states", self.aleator("export", path, "--format", "drn", "-o", str(path) + ".drn").stdout)

    def test_optimal_mice_are_caught_when_the_exact_table_says(self):
        for rows, cols in ((2, 3), (4, 5), (5, 4), (8, 7)):
            model = f"rows = {rows}\ncols = {cols}"
            data = self.solve(chase(model + '\nmouse = "optimal"', "cat-and-random-mouse"))
            self.assertAlmostEqual(float(data.initial_value), int(self.solve(chase(model)).start_plies), delta=1e-8)
        data = self.solve(chase('rows = 3\ncols = 3\nmouse = "optimal"', "cat-and-random-mouse"))
        self.assertTrue(numpy.isinf(float(data.initial_value)))


def search(optimise, model="rows = 4\ncols = 5", rest="", top=""):
    return f'name = "x"\n{top}\n[model]\nkind = "cat-and-mouse"\n{model}\n[optimise]\n{optimise}\n{rest}\n'


class Optimise(GoldenTest):
    METHODS = ["hill-climbing", "random-restart", "simulated-annealing", "late-acceptance", "genetic", "cross-entropy",
               "particle-swarm"]

    def test_every_method_improves_on_what_it_began_with(self):
        text = search("all_starts = true\nevaluations = 1500", rest=axis("optimise.method", f"values = {self.METHODS}"))
        data = self.solve(text).squeeze("replicate")
        self.assertEqual(set(data.status.values.ravel()), {0})
        for method in self.METHODS:
            point = data.sel({"method": method})
            self.assertGreater(int(point.improvements), 1, method)
            self.assertEqual(int(point.evaluations), 1500)
            self.assertEqual(int(point.exact_plies), 11)
            self.assertEqual(int(point.measured_positions), 380)
            self.assertEqual(bool(point.reached_exact[0]), int(point.guaranteed_plies[0]) == 11)
            self.assertEqual(int(point.reached_exact[1]), -1)

    def test_hill_climbing_reaches_the_exact_answer_from_most_seeds(self):
        text = search("all_starts = true\nevaluations = 20_000\nstop_when_exact = true", "rows = 3\ncols = 4",
                      axis("optimise.player", 'values = ["cat"]'), top="replicates = 10")
        data = self.solve(text)
        reached = data.reached_exact.isel(side=0)
        self.assertGreaterEqual(int(reached.sum()), 8)
        exact = reached == 1
        self.assertTrue((data.regret.isel(side=0).where(exact, 0) == 0).all())
        self.assertTrue((data.reached_evaluation == data.evaluations).where(exact, True).all())

    def test_policies_are_what_is_measured(self):
        keep = '[output]\nkeep = ["policy_row", "policy_col", "guaranteed_plies", "optimal_positions", "plies"]'
        text = search("evaluations = 3000\nall_starts = true", "rows = 3\ncols = 4", "[solve]\n" + keep)
        data = self.solve(text).squeeze("replicate")
        cells = [(row, col) for row in range(3) for col in range(4)]
        goes = data.policy_row.values[0] * 4 + data.policy_col.values[0]
        self.assertTrue((data.policy_row.values[1] == -2).all())
        exact = data.plies.values
        optimal = 0
        plies = {(phase, cell, cell): 0 for phase in (0, 1) for cell in range(12)}
        for cat in range(12):
            for mouse in range(12):
                if cat == mouse:
                    continue
                self.assertIn(cells[goes[cat, mouse]], neighbours(3, 4, cells[cat]))
                after = exact[1, goes[cat, mouse], mouse]
                optimal += (-1 if after == -1 else after + 1) == exact[0, cat, mouse]
        self.assertEqual(int(data.optimal_positions[0]), optimal)
        for level in range(1, 300):
            for cat in range(12):
                for mouse in range(12):
                    to = plies.get((1, goes[cat, mouse], mouse), 1000)
                    if to == level - 1 and (0, cat, mouse) not in plies:
                        plies[0, cat, mouse] = level
                    every = [plies.get((0, cat, r * 4 + c), 1000) for r, c in neighbours(3, 4, cells[mouse])]
                    if max(every) == level - 1 and (1, cat, mouse) not in plies:
                        plies[1, cat, mouse] = level
        self.assertEqual(int(data.guaranteed_plies[0]), plies.get((0, 8, 3), -1))

    def test_co_evolution_tells_every_round(self):
        keep = ('[output]\nkeep = ["round_winner", "round_plies", "round_distance", "lead_changes", '
                '"lead_change_round", "rounds_played", "last_winner", "evaluations"]')
        text = search('method = "co-evolution"\nrounds = 3000', "rows = 5\ncols = 6", keep)
        data = self.solve(text).squeeze("replicate")
        winner = data.round_winner.values
        self.assertEqual(winner.shape, (3000,))
        self.assertTrue(set(winner) <= {0, 1})
        changes = int((winner[1:] != winner[:-1]).sum())
        self.assertIn(int(data.lead_changes) - changes, (0, 1))
        self.assertEqual(int(data.last_winner), winner[-1])
        self.assertTrue((data.round_plies.values >= 1).all() and (data.round_distance.values >= 0).all())

    def test_co_evolution_is_the_same_on_any_number_of_threads(self):
        text = search('method = "co-evolution"\nrounds = 2000\nopponents = "hall-of-fame"', top="replicates = 6")
        path = self.write(text)
        for threads in (1, 2):
            self.aleator("run", path, "-o", f"{threads}.h5", "-j", threads, "--omit-times")
        first, second = ((self.folder / f"{n}.h5").read_bytes() for n in (1, 2))
        self.assertEqual(first, second)

    def test_co_evolution_stops_when_neither_improves(self):
        data = self.solve(search('method = "co-evolution"\nrounds = 100_000\npatience = 300', "rows = 2\ncols = 3"))
        self.assertLess(int(data.rounds_played), 100_000)

    def test_local_policies_are_tested_on_other_boards(self):
        text = search('policy = "local"\nopponent = "random"\nevaluations = 1500\ngames = 300\n'
                      'test_boards = [[5, 5], [15, 15]]\ntest_games = 2000\norder = ["win", "plies", "distance"]',
                      "rows = 5\ncols = 5")
        data = self.solve(text).squeeze("replicate")
        self.assertEqual(data.test_rows.values.tolist(), [5, 15])
        self.assertGreater(float(data.found_capture_share), 0.95)
        self.assertGreater(float(data.test_capture_share[1]), 0.5)
        # The optimal cat of the process is not beaten: expected plies, of which few games are cut.
        best = self.solve(chase("rows = 5\ncols = 5", "cat-and-random-mouse"))
        self.assertGreater(float(data.test_plies[0]), 0.9 * float(best.initial_value))

    def test_a_policy_that_begins_with_the_far_rule_is_no_worse_than_it(self):
        text = search('policy = "local"\nopponent = "random"\nevaluations = 800\ngames = 300\nbegin = "far-rule"\n'
                      'accept_equal = false\n'
                      'test_boards = [[5, 5], [15, 15]]\norder = ["win", "plies", "distance"]', "rows = 5\ncols = 5")
        data = self.solve(text).squeeze("replicate")
        self.assertGreater(float(data.test_capture_share[1]), 0.97)
        first = self.solve(text.replace("evaluations = 800", "evaluations = 1")).squeeze("replicate")
        self.assertEqual(first.test_capture_share.values.tolist(), first.test_far_capture_share.values.tolist())
        self.assertLess(float(data.found_plies), float(first.found_plies))

    def test_bad_keys_are_refused_with_the_reason(self):
        for optimise, model, reason in (
                ('order = ["win", "plies", "win"]', "", 'optimise.order: "win" is there already'),
                ('order = ["distance"]', "", "nothing tells which policy is better: by best responses there is no distance"),
                ('method = "hill-climbin"', "", 'there is no method "hill-climbin"'),
                ('player = "mouse"\nopponent = "careful"', "", "optimise.opponent: a cat that moves at random is not"),
                ('order = ["win", "luck"]', "", 'optimise.order: there is no criterion "luck"'),
                ("", "cats = 2", "optimise.method: policies are for one cat and one mouse, not 2 and 1"),
                ('opponent = "random"\nall_starts = true', "", "optimise.all_starts: games against opponents that"),
                ('opponent = "random"\ngames = 90_000_000', "",
                 "optimise.games: 90000000 games draw up to 2.7e+09 numbers, and 1e+08 can be kept"),
                ("test_boards = [[9, 9]]", "", "optimise.test_boards: only a local policy fits other boards"),
                ('method = "genetic"\npopulation = 2', "", "optimise.elite: 2 is not below the population of 2"),
                ('method = "particle-swarm"\npolicy = "table"', "",
                 'optimise.policy: is a key of method "hill-climbing", not of "particle-swarm"')):
            done = self.aleator("run", self.write(search(optimise, model)), code=2)
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    unittest.main()
