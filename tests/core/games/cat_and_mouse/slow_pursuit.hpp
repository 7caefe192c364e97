// The rules of cat and mouse once more, written to be obvious: every position is looked at again for every ply.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/games/cat_and_mouse/rules.hpp"

namespace aleator::cat_and_mouse {

struct SlowPosition {
  std::vector<std::pair<int, int>> cats, mice;  // (row, column); (-1, -1) for a mouse that is caught
  bool cats_move;
  int plies_left;  // of the turn, this one included

  auto operator<=>(const SlowPosition&) const = default;
};

class SlowPursuit {
 public:
  explicit SlowPursuit(const Rules& rules) : rules_(rules) {
    for (int row = 0; row < rules.num_rows(); ++row) {
      for (int col = 0; col < rules.num_cols(); ++col) {
        if (is_free(row, col)) cells_.emplace_back(row, col);
      }
    }
  }

  /// Plies to the capture of every position; those that are missing are never won.
  std::map<SlowPosition, int> solve() const {
    const std::vector<SlowPosition> all = positions();
    std::map<SlowPosition, int> plies;
    for (const SlowPosition& p : all) {
      if (over(p)) plies[p] = 0;
    }
    for (int level = 1; level <= static_cast<int>(all.size()); ++level) {
      std::vector<SlowPosition> found;
      for (const SlowPosition& p : all) {
        if (plies.count(p)) continue;
        bool some = false;
        bool every = true;
        for (const SlowPosition& next : successors(p)) (plies.count(next) ? some : every) = plies.count(next) > 0;
        if (p.cats_move ? some : every) found.push_back(p);
      }
      if (found.empty() && level > rules_.cat_steps + rules_.mouse_steps) return plies;
      for (const SlowPosition& p : found) plies[p] = level;
    }
    return plies;
  }

  /// Those of all phases where no mouse stands with a cat.
  std::vector<SlowPosition> positions() const {
    std::vector<SlowPosition> all;
    for (const auto& cats : tuples(cells_, static_cast<int>(rules_.cats))) {
      auto places = cells_;
      places.emplace_back(-1, -1);
      for (const auto& mice : tuples(places, static_cast<int>(rules_.mice))) {
        if (std::any_of(mice.begin(), mice.end(), [&](auto m) { return std::count(cats.begin(), cats.end(), m); }))
          continue;
        for (int left = 1; left <= rules_.cat_steps; ++left) all.push_back({cats, mice, true, left});
        for (int left = 1; left <= rules_.mouse_steps; ++left) all.push_back({cats, mice, false, left});
      }
    }
    return all;
  }

  std::vector<SlowPosition> successors(const SlowPosition& p) const {
    std::vector<SlowPosition> next;
    std::vector<std::vector<std::pair<int, int>>> choices{{}};
    for (const auto& piece : p.cats_move ? p.cats : p.mice) {
      std::vector<std::vector<std::pair<int, int>>> longer;
      for (const auto& choice : choices) {
        for (const auto& cell : moves(piece)) {
          longer.push_back(choice);
          longer.back().push_back(cell);
        }
      }
      choices = longer;
    }
    for (const auto& cells : choices) {
      SlowPosition q = p;
      (p.cats_move ? q.cats : q.mice) = cells;
      bool captured = false;
      for (auto& mouse : q.mice) {
        if (!std::count(q.cats.begin(), q.cats.end(), mouse)) continue;
        mouse = {-1, -1};
        captured = true;
      }
      if (captured || p.plies_left == 1) {
        q.cats_move = !p.cats_move;
        q.plies_left = static_cast<int>(q.cats_move ? rules_.cat_steps : rules_.mouse_steps);
      } else {
        --q.plies_left;
      }
      next.push_back(q);
    }
    return next;
  }

  static bool over(const SlowPosition& p) {
    return std::all_of(p.mice.begin(), p.mice.end(), [](auto mouse) { return mouse.first < 0; });
  }

 private:
  bool is_free(int row, int col) const {
    if (row < 0 || col < 0 || row >= rules_.num_rows() || col >= rules_.num_cols()) return false;
    for (const Cell& cell : rules_.obstacles) {
      if (cell[0] == row && cell[1] == col) return false;
    }
    return rules_.map.empty() || rules_.map[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)] != '#';
  }

  std::vector<std::pair<int, int>> moves(std::pair<int, int> from) const {
    if (from.first < 0) return {from};
    std::vector<std::pair<int, int>> to;
    for (int row = from.first - 1; row <= from.first + 1; ++row) {
      for (int col = from.second - 1; col <= from.second + 1; ++col) {
        const int sides = (row != from.first) + (col != from.second);
        if (sides == 0 || (sides == 2 && !rules_.eight_neighbours) || !is_free(row, col)) continue;
        to.emplace_back(row, col);
      }
    }
    if (to.empty() || rules_.may_stay) to.push_back(from);
    return to;
  }

  static std::vector<std::vector<std::pair<int, int>>> tuples(const std::vector<std::pair<int, int>>& of, int length) {
    if (length == 0) return {{}};
    std::vector<std::vector<std::pair<int, int>>> all;
    for (const auto& begin : tuples(of, length - 1)) {
      for (const auto& last : of) {
        all.push_back(begin);
        all.back().push_back(last);
      }
    }
    return all;
  }

  Rules rules_;
  std::vector<std::pair<int, int>> cells_;
};

}  // namespace aleator::cat_and_mouse
