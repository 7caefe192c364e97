#!/usr/bin/python3
"""Games of perfect information: searches against values found here from the rules alone, and against known figures."""

import functools
import itertools
import re
import unittest

import numpy

from support import GoldenTest, axis

CORE = __import__("pathlib").Path(__file__).resolve().parents[1] / "core" / "games" / "connect_four"
METHODS = ("minimax", "memoised", "alpha-beta", "table")


def game(kind, model="", search="", rest=""):
    parts = ['name = "x"', "[model]", f'kind = "{kind}"', model, "[search]", search, rest]
    return "\n".join(part for part in parts if part) + "\n"


def better(a, b):
    """Of (value, distance): is a better than b?"""
    if a[0] != b[0]:
        return a[0] > b[0]
    return a[1] < b[1] if a[0] > 0 else a[0] < 0 and a[1] > b[1]


def outlook(position, moves, over):
    """(value, distance) for the player to move, by the definition; moves(position) are the next positions."""
    @functools.cache
    def of(at):
        result = over(at)
        if result is not None:
            return result, 0
        best = None
        for after in moves(at):
            value, distance = of(after)
            if best is None or better((-value, distance + 1), best):
                best = (-value, distance + 1)
        return best
    return of(position)


def race(target, step, misere=False):
    return outlook(0, lambda n: range(n + 1, min(n + step, target) + 1),
                   lambda n: None if n < target else 1 if misere else -1)


def nim(heaps, misere=False):
    return outlook(heaps, lambda h: [h[:i] + (left,) + h[i + 1:] for i, n in enumerate(h) for left in range(n)],
                   lambda h: None if any(h) else 1 if misere else -1)


def lines(rows, cols, length):
    for row, col, (down, right) in itertools.product(range(rows), range(cols), ((0, 1), (1, 0), (1, 1), (1, -1))):
        if 0 <= row + down * (length - 1) < rows and 0 <= col + right * (length - 1) < cols:
            yield [(row + i * down) * cols + col + i * right for i in range(length)]


def tic_tac_toe(rows, cols, length, board=None):
    all_lines = list(lines(rows, cols, length))

    def over(at):
        if any(all(at[c] == at[line[0]] != "." for c in line) for line in all_lines):
            return -1
        return None if "." in at else 0

    def moves(at):
        stone = "x" if at.count("x") == at.count("o") else "o"
        return [at[:i] + stone + at[i + 1:] for i, cell in enumerate(at) if cell == "."]
    return outlook(board or "." * (rows * cols), moves, over)


class Values(GoldenTest):
    def check(self, kind, model, expected, methods=METHODS, search=""):
        data = self.solve(game(kind, model, search, axis("search.method", f"values = {list(methods)}")))
        self.assertEqual(data.value.values.ravel().tolist(), [expected[0]] * len(methods))
        self.assertEqual(data.distance.values.ravel().tolist(), [expected[1]] * len(methods))
        for line in data.principal_variation.values.ravel():
            self.assertEqual(len(line.split()), expected[1])
        return data

    def test_of_races(self):
        for target, step, misere in ((13, 3, False), (12, 3, False), (13, 4, True), (1, 1, True), (5, 9, False)):
            with self.subTest(target=target, step=step, misere=misere):
                model = f"target = {target}\nlargest_step = {step}\nmisere = {str(misere).lower()}"
                self.check("race", model, race(target, step, misere), METHODS + ("formula",))

    def test_of_large_races(self):
        data = self.solve(game("race", "target = 1_000_000_000\nlargest_step = 3", 'method = "formula"\n'
                               'position = "999_999_990"'.replace("_", "")))
        self.assertEqual((data.value.item(), data.distance.item()), race(10, 3))
        model = "target = 100_000\nlargest_step = 7\nmisere = true"
        data = self.solve(game("race", model, 'method = "table"', '[output]\nkeep = ["value", "distance", "table_value", '
                               '"table_distance"]'))
        formula = self.solve(game("race", model, 'method = "formula"', '[output]\nkeep = ["value", "distance"]'),
                             "--fresh")
        self.assertEqual((data.value.item(), data.distance.item()), (formula.value.item(), formula.distance.item()))
        self.assertEqual(data.table_value.size, 100_001)

    def test_of_nim(self):
        for heaps, misere in (((3, 4, 5), False), ((1, 2, 3), False), ((1, 1, 1), True), ((2, 2), True)):
            with self.subTest(heaps=heaps, misere=misere):
                model = f"heaps = {list(heaps)}\nmisere = {str(misere).lower()}"
                self.check("nim", model, nim(heaps, misere), METHODS[1:])
                data = self.solve(game("nim", model, 'method = "formula"'), "--fresh")
                self.assertEqual(data.value.item(), nim(heaps, misere)[0])

    def test_of_lines(self):
        self.check("tic-tac-toe", "", tic_tac_toe(3, 3, 3))
        self.check("tic-tac-toe", "rows = 2\ncols = 4", tic_tac_toe(2, 4, 3))
        self.check("tic-tac-toe", "rows = 3\ncols = 4\nin_row = 3", tic_tac_toe(3, 4, 3), METHODS[1:])
        self.check("tic-tac-toe", "", tic_tac_toe(3, 3, 3, "x...o...."), search='position = "moves a1 b2"')

    def test_count_nodes_as_known(self):
        """Plain minimax 549,946, memoised 16,168, alpha-beta over the cells in order 18,297; 765 positions."""
        off = 'move_ordering = "none"\nbounds = false\nnull_window = "none"\ntransposition_table = 0\n'
        data = self.solve(game("tic-tac-toe", "", off + "symmetry = false\ndistances = false",
                               axis("search.method", 'values = ["minimax", "memoised", "alpha-beta", "table"]')))
        self.assertEqual(data.nodes.values.ravel().tolist(), [549946, 16168, 18297, 765])
        self.assertEqual(data.reproducible.values.ravel().tolist(), [1] * 4)
        self.assertEqual(int(data.num_table_positions[3].item()), 765)

    def test_of_connect_four(self):
        """As known: 4 x 4 and 5 x 4 are draws, 6 x 4 is lost by the last stone; and positions of 7 x 6."""
        for method, boards in (("solver", ((4, 4, 0), (5, 4, 0), (6, 4, -1))), ("alpha-beta", ((4, 4, 0), (5, 4, 0))),
                               ("table", ((4, 4, 0),))):
            for cols, rows, score in boards:
                with self.subTest(method=method, cols=cols, rows=rows):
                    data = self.solve(game("connect-four", f"cols = {cols}\nrows = {rows}", f'method = "{method}"'),
                                      "--fresh")
                    self.assertEqual(data.score.item(), score)
        for file, count, methods in (("end_easy", 1000, ("solver", "alpha-beta")), ("middle_easy", 1000, ("solver",))):
            search = f'method = "solver"\npositions_file = "{CORE / file}.txt"'
            data = self.solve(game("connect-four", "", search, axis("search.method", f"values = {list(methods)}") +
                                   '[output]\nkeep = ["score", "expected", "agrees_with_expected", "nodes"]'), "--fresh")
            self.assertEqual(data.agrees_with_expected.values.ravel().tolist(), [1] * count * len(methods))


class Books(GoldenTest):
    def test_save_searching_and_change_nothing(self):
        model = "cols = 5\nrows = 4"
        for method in ("solver", "alpha-beta"):
            without = self.solve(game("connect-four", model, f'method = "{method}"'), "--fresh")
            book = self.solve(game("connect-four", model, f'method = "{method}"\nbook = {{ depth = 4 }}'), "--fresh")
            self.assertEqual(book.nodes.item(), without.nodes.item())
            file = book.table_file.item()
            self.assertTrue((self.folder / file).exists())
            found = self.solve(game("connect-four", model, f'method = "{method}"\nbook_file = "{file}"'), "--fresh")
            self.assertEqual(found.score.item(), without.score.item())
            self.assertGreater(found.table_hits.item(), 0)
            self.assertLess(found.nodes.item(), without.nodes.item() / 10)

    def test_tables_serve_as_bases_of_endgames(self):
        model = "rows = 3\ncols = 4"
        table = self.solve(game("tic-tac-toe", model, 'method = "table"\nkeep_table = true\nposition = "moves a1 b2"'))
        search = f'distances = true\nposition = "moves a1"\nbook_file = "{table.table_file.item()}"'
        found = self.solve(game("tic-tac-toe", model, search), "--fresh")
        plain = self.solve(game("tic-tac-toe", model, 'position = "moves a1"'), "--fresh")
        self.assertEqual((found.value.item(), found.distance.item()), (plain.value.item(), plain.distance.item()))
        self.assertLess(found.nodes.item(), plain.nodes.item())

    def test_are_asked(self):
        table = self.solve(game("nim", "heaps = [2, 3]", 'method = "table"\nkeep_table = true')).table_file.item()
        out = self.aleator("ask", table, "--state", "2 3").stdout
        self.assertRegex(out, r"2:1 +win in 5 plies +best")
        self.aleator("ask", table, "--state", "2 9", code=2)

    def test_of_other_rules_are_refused(self):
        book = self.solve(game("nim", "", "book = { depth = 1 }"))
        self.write(game("nim", "heaps = [2, 2]", f'book_file = "{book.table_file.item()}"'))
        done = self.aleator("run", "x.toml", "-o", "y.h5", code=1)
        self.assertIn("is of a game with other rules", done.stderr)


class Limits(GoldenTest):
    def test_give_up(self):
        data = self.solve(game("connect-four", "", "node_limit = 1000"))
        self.assertEqual(data.search_status.item(), 1)
        self.assertEqual(data.nodes.item(), 1000)
        self.assertTrue(numpy.isnan(data.value.item()))
        self.assertEqual(data.reproducible.item(), 1)
        data = self.solve(game("connect-four", "", "time_limit = 0.2"), "--fresh")
        self.assertEqual(data.search_status.item(), 2)
        self.assertEqual(data.reproducible.item(), 0)

    def test_evaluations_of_totals_and_heaps(self):
        """One ply from the horizon: 3 may be added to 4 of 20, and the opponent is worst off with 14 to go."""
        weights = list(range(1, 14)) + [-50, 15]
        data = self.solve(game("race", "target = 20", f'depth = 1\nweights = {weights}\nposition = "4"'))
        self.assertEqual((data.evaluation.item(), data.principal_variation.item()), (50, "2"))
        data = self.solve(game("nim", "heaps = [2, 3]", "depth = 1\nweights = [5, -7, 20]"), "--fresh")
        self.assertEqual((data.evaluation.item(), data.principal_variation.item()), (14, "2:1"))

    def test_depth_looks_so_far(self):
        data = self.solve(game("connect-four", "", "depth = 4\nweights = [1, 3, 9]",
                               axis("search.method", 'values = ["minimax", "memoised", "alpha-beta"]')))
        self.assertEqual(len(set(data.evaluation.values.ravel())), 1)
        self.assertEqual(data.depth_reached.values.ravel().tolist(), [4] * 3)
        self.assertTrue(numpy.isnan(data.value.values).all())


class Mistakes(GoldenTest):
    def refused(self, text, *messages):
        self.write(text)
        done = self.aleator("run", "x.toml", code=2)
        for message in messages:
            self.assertIn(message, done.stderr)

    def test_are_told_before_anything_runs(self):
        self.refused(game("race", "largest_step = 0"), "model.largest_step: with steps of at most 0 nobody could move")
        self.refused(game("tic-tac-toe", "", 'position = "xox/xxo/oxo"'), "search.position: the game is over in")
        self.refused(game("connect-four", "", 'position = "1111111"'),
                     'search.position: move 7 of "1111111": column 1 is full')
        self.refused(game("tic-tac-toe", "", 'positions = ["moves a1 a1"]'), "search.positions: move a1 is not legal in")
        self.refused(game("connect-four", "cols = 9\nrows = 7"), "9 x 7 is too large a board")
        self.refused(game("nim", "", 'method = "solver"'), "search.method: is none of this game")
        self.refused(game("race", "", "weights = [1, 600_000_000]"), "search.weights: 600000000 is out of range")
        self.refused(game("tic-tac-toe", "", "weights = [1]"), "needs a weight for each of 1 to 2 stones")
        self.refused(game("nim", "", 'move_ordering = "killer+killer"'), 'there is no order "killer+killer"')
        self.refused(game("nim", "", "book = { depth = 99 }"), '"depth:99" is no book')
        self.refused(game("nim", "", "threads = 2\ntransposition_table = 0"), "search.threads: share the")
        self.refused(game("nim", "", "threads = 2\nnode_limit = 9"), "search.node_limit: is a reproducible budget")
        self.refused(game("nim", "", 'position = "3 4 5"\npositions = ["1 1 1"]'), "only one of position, positions")

    def test_tables_larger_than_memory_fail(self):
        self.write(game("tic-tac-toe", "rows = 4\ncols = 4\nin_row = 4", 'method = "table"'))
        done = self.aleator("run", "x.toml", "--memory", "1M", code=1)
        self.assertRegex(done.stderr, "more than the 1048576 bytes of memory that it may take")
        self.write(game("nim"))
        done = self.aleator("run", "x.toml", "--memory", "1M", "--fresh", code=1)
        self.assertIn("transposition_table: 64 MiB are more than the 1 MiB of memory", done.stderr)


class Ask(GoldenTest):
    def test_tells_what_every_move_is_worth(self):
        for method in METHODS:
            path = self.write(game("tic-tac-toe", "", f'method = "{method}"'))
            out = self.aleator("ask", path, "--state", "x.o/.x./..o").stdout
            told = dict(re.findall(r"^ *([a-c][1-3]) +(.+?)  ", out, re.MULTILINE))
            self.assertEqual(told, {"b1": "loss in 2 plies", "a2": "loss in 2 plies", "c2": "draw", "a3":
                                    "loss in 2 plies", "b3": "loss in 2 plies"})
            self.assertRegex(out, r"c2 +draw +best +c2 a2 ")

    def test_tells_scores_of_connect_four(self):
        path = self.write(game("connect-four", "", 'method = "solver"'))
        out = self.aleator("ask", path, "--state", "2252576253462244111563365343671351441").stdout
        self.assertRegex(out, r"6 +loss in 4 plies, score -1 +best +6 7 7 7")
        self.assertIn("xooox..", out)


class Threads(GoldenTest):
    def test_change_no_value(self):
        for method, model in (("alpha-beta", "cols = 5\nrows = 4"), ("solver", "cols = 6\nrows = 4")):
            with self.subTest(method=method):
                data = self.solve(game("connect-four", model, f'method = "{method}"',
                                       axis("search.threads", "values = [1, 2, 3]")), "--fresh")
                data = data.squeeze()
                for name in ("value", "distance", "score"):
                    self.assertEqual(len(set(data[name].values.tolist())), 1, name)
                self.assertEqual(data.reproducible.values.tolist(), [1, 0, 0])
                for line in data.principal_variation.values:
                    self.assertEqual(len(line.split()), data.distance.values[0])

    def test_twice_the_same_on_one(self):
        text = game("connect-four", "cols = 5\nrows = 4", "", axis("search.method", 'values = ["alpha-beta", "solver"]'))
        first = self.figures(self.run_text(text, out="first.h5"))
        self.assertEqual(first, self.figures(self.run_text(text, "-j", "3", out="second.h5")))


class Play(GoldenTest):
    def play(self, kind, model="", play="", search=None, rest="", **options):
        parts = ['name = "x"', "[model]", f'kind = "{kind}"', model, "[play]", play]
        parts += ["[search]", search] if search is not None else []
        return self.solve("\n".join(parts + [rest]) + "\n", "--fresh", **options)

    def test_agrees_with_the_exact_probabilities(self):
        players = axis("play.player", 'values = ["random", "greedy", "heuristic", "epsilon-optimal"]')
        opponents = axis("play.opponent", 'values = ["random", "greedy", "heuristic", "epsilon-optimal"]')
        for kind, model in (("race", "target = 12"), ("race", "target = 12\nmisere = true"), ("nim", "heaps = [1, 2, 3]"),
                            ("tic-tac-toe", ""), ("connect-four", "cols = 4\nrows = 3")):
            with self.subTest(kind=kind):
                data = self.play(kind, model, "games = 3000", None, players + opponents)
                self.assertEqual(set(data.agrees_with_exact.values.ravel()), {1})
                numpy.testing.assert_allclose(data.win_exact + data.draw_exact + data.loss_exact, 1, rtol=1e-12)
                self.assertTrue(bool((data.win_share_low <= data.win_share).all()))
                self.assertTrue(bool((data.win_share <= data.win_share_high).all()))
                self.assertTrue(bool(((data.wins + data.draws + data.losses) == 1500).all()))

    def test_knows_random_tic_tac_toe(self):
        data = self.play("tic-tac-toe", "", 'player = "random"\nbegins = "player"')
        self.assertAlmostEqual(data.win_exact.item(), 737 / 1260, places=12)
        self.assertAlmostEqual(data.draw_exact.item(), 8 / 63, places=12)

    def test_person_who_errs_in_a_race(self):
        """Against a perfect player, by recursion over the totals with the person to move or not."""
        def win(target, step, epsilon):
            @functools.cache
            def of(total, person):
                if total == target:
                    return 0.0 if person else 1.0
                moves = range(1, min(step, target - total) + 1)
                best = [m for m in moves if (target - total - m) % (step + 1) == 0] or list(moves)
                all_moves = sum(of(total + m, not person) for m in moves) / len(moves)
                best_moves = sum(of(total + m, not person) for m in best) / len(best)
                return epsilon * all_moves + (1 - epsilon) * best_moves if person else best_moves
            return (of(0, True) + of(0, False)) / 2
        data = self.play("race", "", 'opponent = "epsilon-optimal"\ngames = 4000', None,
                         axis("play.epsilon", "values = [0.1, 0.8]") + axis("model.largest_step", "values = [2, 3, 5]"))
        for epsilon, step in itertools.product((0.1, 0.8), (2, 3, 5)):
            point = data.sel(epsilon=epsilon, largest_step=step)
            self.assertAlmostEqual(point.win_exact.item(), win(30, step, epsilon), places=12)
            self.assertEqual(point.agrees_with_exact.item(), 1)

    def test_tells_errors_and_their_cost(self):
        data = self.play("race", "target = 9", 'epsilon = 1.0\nopponent = "epsilon-optimal"\nbegins = "player"\n'
                         "games = 2000")
        self.assertEqual(data.given_away_games.values.ravel().tolist()[1], 0)
        positions = [int(p) for p in data.error_positions.item().split(" | ")]
        self.assertTrue(all((9 - p) % 4 != 0 for p in positions))  # the person had won there
        self.assertEqual(data.error_cost.sum().item(), data.given_away_cost.values.ravel()[0])

    def test_players_who_search(self):
        perfect = 'player = "search"\nopponent = "epsilon-optimal"\ngames = 20'
        for search in ("", 'method = "memoised"', 'method = "table"'):
            data = self.play("tic-tac-toe", "", perfect, search)
            self.assertEqual(data.draw_share.item(), 1)
            self.assertAlmostEqual(data.draw_exact.item(), 1, places=12)
        blind = self.play("tic-tac-toe", "", 'player = "search"\nopponent = "search"\nopponent_depth = 1\ngames = 2',
                          "depth = 5\nweights = [1, 2]")
        self.assertEqual(blind.loss_share.item(), 0)
        both = self.play("tic-tac-toe", "", 'player = "search"\nopponent = "search"\nopponent_method = "mcts"\ngames = 10\n'
                         "opponent_simulations = 20", "")
        self.assertEqual(both.loss_share.item(), 0)
        self.assertGreater(both.given_away_games.values.ravel()[1] + both.win_share.item() + both.draw_share.item(), 0)
        mcts = self.play("tic-tac-toe", "", perfect, 'method = "mcts"\nsimulations = 2000')
        self.assertGreaterEqual(mcts.draw_share.item(), 0.9)
        self.assertTrue(numpy.isnan(mcts.draw_exact.item()))
        self.assertEqual(mcts.agrees_with_exact.item(), -1)

    def test_does_not_depend_on_threads(self):
        text = ('name = "x"\n[model]\nkind = "tic-tac-toe"\n[search]\nmethod = "mcts"\nsimulations = 50\n'
                '[play]\nplayer = "search"\ngames = 600\n')
        one = self.figures(self.run_text(text, "-j", "1", out="one.h5"))
        three = self.figures(self.run_text(text, "-j", "3", out="three.h5"))
        self.assertEqual(one, three)

    def test_mistakes_are_told(self):
        for play, search, message in (
                ('player = "search"', None, "play.player: there is no [search]"),
                ('player = "random"\nepsilon = 0.5', None, "play.epsilon: is a key of a player who is epsilon-optimal"),
                ("weights = [1, 2]", None, "play.weights: no player is greedy"),
                ('player = "random"\nopponent = "search"\nopponent_method = "x"', None, 'there is no method "x"'),
                ('opponent_method = "mcts"', None, "play.opponent_method: is a key of a player who is search"),
                ("epsilon = 2.0", None, "out of range"), ('position = "xxx/oo./..."', None, "the game is over")):
            with self.subTest(play=play):
                self.write(f'name = "x"\n[model]\nkind = "tic-tac-toe"\n[play]\n{play}\n')
                self.assertIn(message, self.aleator("run", "x.toml", code=2).stderr)


class Trees(GoldenTest):
    def test_prove_what_they_can(self):
        data = self.solve(game("tic-tac-toe", "", 'method = "mcts"\nsimulations = 100_000\nposition = "x.o/.x./..o"'))
        self.assertEqual((data.value.item(), data.distance.item()), (0, -1))
        self.assertLess(data.simulations.item(), 1000)
        data = self.solve(game("tic-tac-toe", "", 'method = "mcts"\nproven_wins = false\nposition = "x.o/.x./..o"'),
                          "--fresh")
        self.assertEqual(data.simulations.item(), 1000)
        self.assertTrue(-0.5 < data.evaluation.item() < 0.5)
        self.assertEqual(data.principal_variation.item().split()[0], "c2")

    def test_are_asked(self):
        path = self.write(game("tic-tac-toe", "", 'method = "mcts"'))
        out = self.aleator("ask", path, "--state", "x.o/.x./..o").stdout
        self.assertRegex(out, r"c2 +draw +best")
        out = self.aleator("ask", path, "--state", "start", "-s", "search.simulations=20000").stdout
        self.assertRegex(out, r"b2 +mean -?0\.\d+ of \d+ games +best")


if __name__ == "__main__":
    unittest.main()
