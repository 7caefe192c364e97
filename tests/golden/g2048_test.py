#!/usr/bin/python3
"""2048 against known figures, and against games solved and replayed here from the rules alone."""

import functools
import itertools
import re
import unittest

import numpy

from support import GoldenTest, axis

NAMES = ("left", "right", "up", "down")
# Counts and expected scores of an independent program, for four_probability = 0.1.
KNOWN = {(1, 3): (36, 16, 16, 12.5856808704, 8.26101943226), (1, 4): (226, 104, 71, 33.3113496893, 21.7372772287),
         (2, 2): (110, 67, 36, 66.9641494571, 19.6565401755),
         (2, 3): (21752, 14883, 4484, 480.258271776, 61.1688802953)}


def game(model="", solve=None, simulate=None, rest=""):
    """The text of an experiment on 2048; tables are left out where None."""
    parts = ['name = "x"', "[model]", 'kind = "g2048"', model]
    for table, keys in (("solve", solve), ("simulate", simulate)):
        parts += [f"[{table}]", keys] if keys is not None else []
    return "\n".join(part for part in parts + [rest] if part) + "\n"


def shape(rows, cols):
    return f"rows = {rows}\ncols = {cols}"


def slide(line):
    """A line moved to its start, and the reward."""
    tiles, after, reward = [tile for tile in line if tile], [], 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
            reward += tile
        after.append(tile)
    return after + [0] * (len(line) - len(after)), reward


def move(board, name):
    """A board, a tuple of rows, after a move; and the reward."""
    lines = [list(line) for line in (board if name in ("left", "right") else zip(*board))]
    moved = [slide(line[::-1] if name in ("right", "down") else line) for line in lines]
    lines = [line[::-1] if name in ("right", "down") else line for line, _ in moved]
    if name in ("up", "down"):
        lines = zip(*lines)
    return tuple(tuple(line) for line in lines), sum(reward for _, reward in moved)


def spawns(board, four):
    """Boards after a spawn, with their probabilities."""
    empty = [(r, c) for r, row in enumerate(board) for c, tile in enumerate(row) if not tile]
    for (r, c), (tile, probability) in itertools.product(empty, ((2, 1 - four), (4, four))):
        rows = [list(row) for row in board]
        rows[r][c] = tile
        yield tuple(map(tuple, rows)), probability / len(empty)


def solved(four=0.1, target=0, reach=0):
    """action_values(board): what the moves are worth, {name: value}; the score unless reach is a tile."""
    @functools.cache
    def value(board):
        if reach and max(map(max, board)) >= reach:
            return 1.0
        return max(action_values(board).values(), default=0.0)

    @functools.cache
    def action_values(board):
        if target and max(map(max, board)) >= target:
            return {}
        values = {}
        for name in NAMES:
            after, reward = move(board, name)
            if after != board:
                values[name] = (0 if reach else reward) + sum(p * value(b) for b, p in spawns(after, four) if p)
        return values

    return action_values


def written(board):
    return " / ".join(" ".join(map(str, row)) for row in board)


def lines_of(text):
    """{move: (value, is best)} of the printed table."""
    found = re.findall(r"^ *(left|right|up|down) +(\S+)( +best)? *$", text, re.MULTILINE)
    return {name: (float(value), bool(best)) for name, value, best in found}


class Solve(GoldenTest):
    def test_is_as_known(self):
        for (rows, cols), (positions, afterstates, terminals, optimal, random) in KNOWN.items():
            with self.subTest(rows=rows, cols=cols):
                text = game(shape(rows, cols), "", rest=axis("solve.policy", 'values = ["optimal", "random"]'))
                data = self.solve(text).squeeze("replicate")
                self.assertEqual(data.positions.values.tolist(), [positions] * 2)
                self.assertEqual(data.afterstates.values.tolist(), [afterstates] * 2)
                self.assertEqual(data.terminals.values.tolist(), [terminals] * 2)
                numpy.testing.assert_allclose(data.expected_score, [optimal, random], rtol=1e-11)
                self.assertEqual(int(data.layer_positions[0].sum()), positions)
                self.assertEqual(int(data.layer_terminals[0].sum()), terminals)
                numpy.testing.assert_allclose((data.start_probability * data.start_value).sum("start"),
                                              data.expected_score, rtol=1e-12)
                numpy.testing.assert_allclose(data.final_tile_probability.sum("largest_tile"), 1, rtol=1e-12)

    def test_reaches_tiles_with_known_probabilities(self):
        text = game(shape(2, 3), rest=axis("solve.objective", 'values = [{ reach = 64 }, "reach:128"]'), solve="")
        data = self.solve(text).squeeze("replicate")
        self.assertEqual(data.objective.values.tolist(), ["reach:64", "reach:128"])
        numpy.testing.assert_allclose(data.reach_probability, [0.939263692431, 0.0569921604956], rtol=1e-11)
        numpy.testing.assert_allclose(self.solve(game(shape(2, 2), "objective = { reach = 16 }")).reach_probability,
                                      0.96251125375, rtol=1e-11)
        tiles = self.solve(game(shape(2, 3), "")).final_tile_probability.squeeze()
        numpy.testing.assert_allclose(tiles.sel(largest_tile=[16, 32, 64, 128]),
                                      [0.000269246663, 0.06104262467, 0.8839805188, 0.05470760989], rtol=1e-9)

    def test_is_the_game_solved_here(self):
        for four, target, reach in ((0.1, 0, 0), (0.5, 16, 0), (1, 0, 16), (0.3, 32, 32)):
            with self.subTest(four=four, target=target, reach=reach):
                values = solved(four, target, reach)
                objective = f"objective = {{ reach = {reach} }}" if reach else ""
                text = game(f"{shape(2, 2)}\nfour_probability = {four}\ntarget = {target}", objective)
                data = self.solve(text).squeeze("replicate")
                for start in range(data.sizes["start"]):
                    board = tuple(map(tuple, data.start_tile[start].values.tolist()))
                    self.assertAlmostEqual(max(values(board).values()), float(data.start_value[start]), places=10)

    def test_answers_by_solving_and_from_the_table(self):
        values = solved()
        text = game(shape(2, 2), "keep_table = true")
        data = self.solve(text)
        table = str(data.table_file.item())
        kept = self.open(self.folder / table)
        self.assertEqual(kept.sizes["position"], int(data.positions))
        self.assertEqual(kept.attrs["rows"], 2)
        for board in (((2, 0), (0, 2)), ((4, 2), (2, 0)), ((8, 2), (4, 4)), ((16, 8), (2, 2))):
            expected = values(board)
            for file in ("x.toml", table):
                told = lines_of(self.aleator("ask", file, "--state", written(board)).stdout)
                self.assertEqual(set(told), set(expected))
                for name, (value, best) in told.items():
                    self.assertAlmostEqual(value, expected[name], places=9)
                    if best:
                        self.assertAlmostEqual(value, max(expected.values()), places=9)
                self.assertEqual(sum(best for _, best in told.values()), 1)
        self.assertIn("the game is over", self.aleator("ask", table, "--state", "2 4 / 8 2").stdout)

    def test_table_is_of_every_position(self):
        kept = self.open(self.folder / str(self.solve(game(shape(1, 3), "keep_table = true")).table_file.item()))
        boards = kept.board.values.astype(numpy.uint64)
        begins = kept.layer_begin.values.tolist() + [len(boards)]
        for first, last in itertools.pairwise(begins):
            self.assertTrue((numpy.diff(boards[first:last].astype(float)) > 0).all())
        values = solved()
        for board, value, best in zip(boards.tolist(), kept.value.values, kept.best_move.values):
            tiles = tuple((1 << (board >> 4 * (2 - i) & 15)) & ~1 for i in range(3))
            moves = values((tiles,))
            self.assertAlmostEqual(value, max(moves.values(), default=0), places=10)
            first = [name for name in NAMES if name in moves and moves[name] == max(moves.values())]
            self.assertEqual(best, NAMES.index(first[0]) if first else -1)

    def test_keeps_to_its_memory(self):
        self.write(game(shape(3, 3), ""))
        done = self.aleator("run", "x.toml", "--memory", "2M", code=1)
        self.assertRegex(done.stderr, "failed: the positions up to a sum of tiles of [0-9]+ take [0-9]+ MiB, more than "
                                      "the 1 MiB that are allowed")

    def test_does_not_depend_on_threads(self):
        self.write(game(shape(2, 3), "keep_table = true", 'policy = "optimal"\nrecord_game = true'))
        files = []
        for threads in (1, 2, 5):
            self.aleator("run", "x.toml", "-o", "out.h5", "-j", threads, "--omit-times", "--fresh")
            files.append([path.read_bytes() for path in sorted(self.folder.glob("out.[ht]*5"))])
        self.assertEqual(len(files[0]), 2)
        self.assertEqual(files[0], files[1])
        self.assertEqual(files[0], files[2])


class Simulate(GoldenTest):
    def test_random_games_are_as_known(self):
        data = self.solve(game("", simulate="games = 200_000")).squeeze("replicate")
        self.assertLess(abs(float(data.score_mean) - 1095.022), 4 * float(data.score_mean_se))
        self.assertLess(abs(float(data.moves_mean) - 118.395), 4 * float(data.moves_mean_se))
        percent = {16: 0.26486, 32: 6.78104, 64: 37.4632, 128: 47.64985, 256: 7.82037, 512: 0.01894}
        for tile, share in percent.items():
            found = data.sel(largest_tile=tile)
            self.assertLess(abs(float(found.largest_share) - share / 100), 4 * float(found.largest_share_se) + 1e-5)
        self.assertEqual(int(data.largest_games.sum()), 200_000)
        self.assertEqual(int(data.score_games.sum()), 200_000)
        self.assertEqual(int(data.moves_games.sum()), 200_000)
        bins = (data.score * data.score_games).sum() / 200_000
        self.assertTrue(0 < float(data.score_mean - bins) < 100)
        self.assertTrue((data.score_quantile.diff("quantile") >= 0).all())

    def test_optimal_play_agrees_with_its_value(self):
        for rows, cols, solve in ((2, 2, ""), (2, 3, ""), (2, 3, "objective = { reach = 128 }"),
                                  (2, 2, 'objective = "moves"')):
            with self.subTest(rows=rows, cols=cols, solve=solve):
                data = self.solve(game(shape(rows, cols), solve, 'policy = "optimal"\ngames = 50_000'))
                self.assertEqual(int(data.agrees_with_value), 1)
                self.assertLess(abs(float(data.value_z)), 4)
                shares = data.largest_share - data.final_tile_probability
                self.assertTrue((abs(shares) <= 4.5 * data.largest_share_se + 1e-4).all())

    def test_random_play_agrees_with_its_value(self):
        data = self.solve(game(shape(2, 3), 'policy = "random"', "games = 50_000"))
        self.assertEqual(int(data.agrees_with_value), 1)
        other = self.solve(game(shape(2, 3), "", "games = 50_000"))
        self.assertEqual(int(other.agrees_with_value), -1)
        self.assertTrue(numpy.isnan(other.value_z))

    def test_games_end_with_the_target(self):
        data = self.solve(game("target = 64", simulate='policy = "corner"\ngames = 2000')).squeeze("replicate")
        self.assertEqual(float(data.reached_share.sel(largest_tile=128)), 0)
        self.assertGreater(float(data.reached_share.sel(largest_tile=64)), 0.9)

    def test_better_policies_earn_more(self):
        rest = axis("simulate.policy", 'values = ["random", "greedy", "corner"]')
        data = self.solve(game("", simulate="games = 2000", rest=rest)).squeeze("replicate")
        self.assertTrue((data.score_mean[1:] > 1.5 * data.score_mean[0]).all())

    def test_recorded_games_can_be_replayed(self):
        rest = axis("simulate.policy", 'values = ["random", "greedy", "corner", "optimal"]')
        data = self.solve(game(shape(2, 3), "", "games = 1\nrecord_game = true", rest=rest)).squeeze("replicate")
        for text in data.game_record.values:
            self.replay(str(text), 2, 3)

    def replay(self, text, rows, cols):
        board, score, moves = tuple((0,) * cols for _ in range(rows)), 0, 0
        *lines, end = text.splitlines()
        for line in lines:
            first, *words = line.split()
            if first != "start":
                after, reward = move(board, first)
                self.assertNotEqual(after, board)
                self.assertEqual(words.pop(0), f"+{reward}")
                board, score, moves = after, score + reward, moves + 1
            for word in words:
                tile, r, c = map(int, re.fullmatch(r"([24])@(\d+),(\d+)", word).groups())
                self.assertEqual(board[r - 1][c - 1], 0)
                rows_of = [list(row) for row in board]
                rows_of[r - 1][c - 1] = tile
                board = tuple(map(tuple, rows_of))
        self.assertEqual(end, f"end score {score} moves {moves} largest {max(map(max, board))}")
        self.assertTrue(all(move(board, name)[0] == board for name in NAMES))


class Refusals(GoldenTest):
    def refused(self, text, message):
        self.write(text)
        with self.subTest(message=message):
            self.assertEqual(self.aleator("run", "x.toml", code=2).stderr.splitlines()[0], f"x.toml:{message}")

    def test_wrong_keys(self):
        self.refused(game(shape(4, 5), simulate=""), "4:8: model.rows: 4 x 5 cells are more than 16")
        self.refused(game("four_probability = 1.5", simulate=""),
                     "4:20: model.four_probability: 1.5 is out of range: it must be 0 to 1")
        self.refused(game("target = 24", simulate=""),
                     "4:10: model.target: 24 is neither 0 nor a tile: 8, 16, 32, ... 2^31")
        self.refused(game("", "objective = { reach = 100 }"),
                     "5:13: solve.objective: 100 is none of the tiles 2, 4, 8, ... 32768")
        self.refused(game("", 'objective = "win"'),
                     '5:13: solve.objective: there is no objective "win": it is "score", "moves" or { reach = TILE }')
        self.refused(game("", simulate='policy = "optimal"'),
                     '5:10: simulate.policy: "optimal" is what [solve] finds, and there is no [solve]')

    def test_wrong_states(self):
        self.write(game(shape(2, 2), ""))
        for state, message in (("2 0 0 / 0 0 0", None), ("2 0 / 0 3", None), ("65536 0 / 0 0", None),
                               ("8 8 / 8 8", "the position 8 8 / 8 8 cannot be reached")):
            error = self.aleator("ask", "x.toml", "--state", state, code=2).stderr
            with self.subTest(state=state, error=error):
                self.assertTrue(message is None or error == f"aleator: {message}\n")
                self.assertNotIn("internal", error)


class Optimise(GoldenTest):
    def search(self, keys, rest="", top=""):
        return f'name = "x"\n{top}\n[model]\nkind = "g2048"\nrows = 3\ncols = 3\n[optimise]\n{keys}\n{rest}'

    def test_the_best_of_many_evaluations_is_told_with_what_it_is_worth(self):
        methods = ["hill-climbing", "simulated-annealing", "genetic", "particle-swarm"]
        keys = "evaluations = 40\ngames = 20\ntest_games = 100"
        data = self.solve(self.search(keys, axis("optimise.method", f"values = {methods}"))).squeeze("replicate")
        self.assertEqual(data.weights_judged.values.tolist(), [40] * 4)
        self.assertTrue((data.improvements >= 1).all())
        self.assertGreater(float(data.found_score_mean.max()), float(data.usual_score_mean.mean()))
        self.assertTrue((data.test_score_mean_se > 0).all())

    def test_found_weights_score_what_is_told(self):
        """[search] with these weights plays as well as in the test, within standard errors."""
        data = self.solve(self.search("evaluations = 30\ngames = 20\ntest_games = 400")).squeeze("replicate")
        names = ("empty", "monotonicity", "smoothness", "merges", "corner", "potential")
        weights = "\n".join(f"{name} = {float(data[f'found_{name}'])}" for name in names)
        played = self.solve(game(shape(3, 3), simulate='policy = "expectimax"\ngames = 400',
                                 rest=f"[search]\ndepth = 1\n{weights}"))
        error = numpy.hypot(float(data.test_score_mean_se), float(played.score_mean_se))
        self.assertLess(abs(float(data.test_score_mean) - float(played.score_mean)), 4 * error)

    def test_threads_do_not_change_it(self):
        path = self.write(self.search("evaluations = 10\ngames = 7\ntest_games = 10"))
        for threads in (1, 2):
            self.aleator("run", path, "-o", f"{threads}.h5", "-j", threads, "--omit-times")
        first, second = ((self.folder / f"{n}.h5").read_bytes() for n in (1, 2))
        self.assertEqual(first, second)


if __name__ == "__main__":
    unittest.main()
