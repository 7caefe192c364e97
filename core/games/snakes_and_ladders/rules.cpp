#include "core/games/snakes_and_ladders/rules.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/games/snakes_and_ladders/game.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

void check_range(Problems& problems, const char* key, std::int64_t value, std::int64_t least, std::int64_t most) {
  if (value >= least && value <= most) return;
  problems.push_back({key, {}, text(value, " is out of range: ", least, " to ", most)});
}

void check_probabilities(const std::vector<double>& probabilities, Problems& problems) {
  bool all_valid = true;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    if (probabilities[i] >= 0 && probabilities[i] <= 1) continue;
    all_valid = false;
    problems.push_back({"die_probabilities", i, text(probabilities[i], " is not a probability")});
  }
  const double sum = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  if (all_valid && !(std::abs(sum - 1) <= 1e-9)) {
    problems.push_back(
        {"die_probabilities", {}, text("the probabilities sum to ", std::round(sum * 1e12) / 1e12, ", not to 1")});
  }
}

void check_dice(const SnakesRules& rules, Problems& problems) {
  if (rules.die && rules.die_probabilities) {
    problems.push_back({"die_probabilities", {}, "give either die or die_probabilities, not both"});
    return;
  }
  const std::size_t before = problems.size();
  if (rules.die) check_range(problems, "die", *rules.die, 1, snakes_most_total);
  if (rules.die_probabilities) check_probabilities(*rules.die_probabilities, problems);
  check_range(problems, "dice", rules.dice, 1, snakes_most_total);
  if (problems.size() == before && num_faces(rules) * rules.dice > snakes_most_total) {
    problems.push_back(
        {"dice",
         {},
         text(rules.dice, " dice of ", num_faces(rules), " faces add up to more than ", snakes_most_total)});
  }
}

/// One problem for each set: those of the jumps that are in force together.
void check_sets(const SnakesRules& rules, Problems& problems) {
  const std::size_t before = problems.size();
  check_range(problems, "sets", rules.sets, 1, 1'000);
  check_range(problems, "set_turns", rules.set_turns, 1, 1'000);
  const std::size_t jumps = jumps_of(rules).size();
  if (rules.sets > 1 && !rules.jump_sets) {
    problems.push_back({"jump_sets", {}, text("missing: with sets = ", rules.sets, " every jump belongs to one")});
  }
  if (rules.jump_sets && rules.jump_sets->size() != jumps) {
    problems.push_back({"jump_sets", {}, text(rules.jump_sets->size(), " sets for ", jumps, " jumps")});
  }
  if (problems.size() > before) return;
  for (std::size_t i = 0; rules.jump_sets && i < jumps; ++i) {
    const std::int64_t set = (*rules.jump_sets)[i];
    if (set >= -1 && set < rules.sets) continue;
    problems.push_back({"jump_sets", i, text("there is no set ", set, ": they are 0 to ", rules.sets - 1, ", or -1")});
  }
  if (problems.size() == before && rules.tiles > snakes_most_cells / num_phases(rules)) {
    problems.push_back(
        {"tiles", {}, text(rules.tiles, " tiles in ", num_phases(rules), " phases are more than ", snakes_most_cells)});
  }
}

/// The problems of the board, each set of jumps by itself.
Problems check_board(const SnakesRules& rules) {
  if (!rules.jumps || !rules.jump_sets || rules.jump_sets->size() != rules.jumps->size()) {
    return problems_of(rules, snakes_default_board);
  }
  Problems problems;
  for (std::int64_t set = 0; set < std::min<std::int64_t>(rules.sets, 1'000) && problems.empty(); ++set) {
    std::vector<Jump> here;
    std::vector<std::size_t> number;
    for (std::size_t i = 0; i < rules.jumps->size(); ++i) {
      if (!is_in_force(rules, i, set)) continue;
      here.push_back((*rules.jumps)[i]);
      number.push_back(i);
    }
    problems = problems_of({rules.tiles, rules.board, std::move(here), rules.chain_jumps}, snakes_default_board);
    for (Problem& problem : problems) {
      if (problem.element) problem.element = number[*problem.element];
    }
  }
  return problems;
}

/// Pieces of tile t in phase p are in cell t * phases + p; by rolls, since those of one turn may see several tiles.
class Cells {
 public:
  explicit Cells(const SnakesRules& rules) : moves_(rules), dice_(roll_of(rules)) {}

  /// The least tile that a game may come to and never leave for the last one; none if there is none.
  std::optional<std::int32_t> stuck_tile() const {
    const std::vector<std::uint8_t> can = can_finish();
    std::vector<std::uint8_t> seen(can.size(), 0);
    std::vector<std::size_t> open = {0};
    seen[0] = 1;
    std::optional<std::int32_t> least;
    while (!open.empty()) {
      const std::size_t cell = open.back();
      open.pop_back();
      if (!can[cell]) least = std::min(least.value_or(moves_.tiles()), tile_of(cell));
      for_each_next(cell, [&](std::size_t next) {
        if (next < seen.size() && !seen[next]) seen[next] = 1, open.push_back(next);
      });
    }
    return least;
  }

  /// "no roll of at most 6 passes the snakes on tiles 94 to 99", or empty.
  std::string wall() const {
    std::int64_t longest = dice_.top();
    while (dice_.probability[static_cast<std::size_t>(longest)] == 0) --longest;
    std::int64_t length = 0;
    for (std::int32_t tile = 1; tile < moves_.tiles() && moves_.phases() == 1; ++tile) {
      length = moves_.jump_end(0, tile) < tile ? length + 1 : 0;
      if (length < longest) continue;
      const std::string wall =
          length == 1 ? text("snake on tile ", tile) : text("snakes on tiles ", tile - length + 1, " to ", tile);
      return text(": no roll of at most ", longest, " passes the ", wall);
    }
    return {};
  }

 private:
  std::int32_t tile_of(std::size_t cell) const { return static_cast<std::int32_t>(cell) / moves_.phases(); }

  template <class F>
  void for_each_next(std::size_t cell, F f) const {
    const std::int32_t phase = static_cast<std::int32_t>(cell) % moves_.phases();
    for_each_roll(moves_, dice_, phase, tile_of(cell), [&](std::int64_t, double, std::int32_t next, bool turn_ends) {
      f(static_cast<std::size_t>(next) * static_cast<std::size_t>(moves_.phases()) +
        static_cast<std::size_t>(turn_ends ? moves_.next_phase(phase) : phase));
    });
  }

  /// Moves go up but for snakes, so that few passes from the top are needed.
  std::vector<std::uint8_t> can_finish() const {
    std::vector<std::uint8_t> can(static_cast<std::size_t>(moves_.tiles()) * static_cast<std::size_t>(moves_.phases()));
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t cell = can.size(); cell-- > 0;) {
        if (can[cell]) continue;
        for_each_next(cell, [&](std::size_t next) { can[cell] |= next >= can.size() || can[next] != 0; });
        changed |= can[cell] != 0;
      }
    }
    return can;
  }

  SnakesMoves moves_;
  SnakesDice<double> dice_;
};

/// The dice are to blame if the board cannot be finished without jumps either.
std::string key_to_blame(const SnakesRules& rules) {
  SnakesRules bare = rules;
  bare.jumps.reset();
  bare.board = "empty";
  bare.jump_sets.reset();
  bare.sets = 1;
  if (Cells(bare).stuck_tile()) return rules.die_probabilities ? "die_probabilities" : "dice";
  return rules.jumps ? "jumps" : "board";
}

}  // namespace

Problems problems_of(const SnakesRules& rules) {
  Problems problems = check_board(rules);
  const bool board_is_known = problems.empty();
  check_dice(rules, problems);
  check_range(problems, "players", rules.players, 1, snakes_most_players);
  if (board_is_known) check_sets(rules, problems);
  if (!problems.empty()) return problems;
  const Cells cells(rules);
  if (const auto tile = cells.stuck_tile()) {
    problems.push_back(
        {key_to_blame(rules),
         {},
         text("tile ", *tile, " can be reached, but the last one cannot be reached from it", cells.wall())});
  }
  return problems;
}

}  // namespace aleator
