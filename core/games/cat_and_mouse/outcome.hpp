// What games of one cat and one mouse came to, and which outcome a side likes better.
#pragma once

#include <cstdint>
#include <vector>

#include "core/games/cat_and_mouse/rules.hpp"

namespace aleator::cat_and_mouse {

/// Sums over games.
struct Outcome {
  std::int64_t games = 0;
  std::int64_t captures = 0;
  std::int64_t plies = 0;
  std::int64_t distance = 0;  // Manhattan, after each ply

  void add(const Outcome& other) noexcept {
    games += other.games;
    captures += other.captures;
    plies += other.plies;
    distance += other.distance;
  }
  bool operator==(const Outcome&) const = default;

  double capture_share() const noexcept { return static_cast<double>(captures) / static_cast<double>(games); }
  double mean_plies() const noexcept { return static_cast<double>(plies) / static_cast<double>(games); }
  double mean_distance() const noexcept { return static_cast<double>(distance) / static_cast<double>(plies); }
};

/// What the cat wants more of, or less; the mouse the opposite.
enum class Criterion : std::uint8_t {
  win,       // captures: the cat many
  distance,  // mean distance over all plies: the cat small
  plies      // plies of all games: the cat few
};

/// By the first criterion in which they differ.
class Order {
 public:
  explicit Order(std::vector<Criterion> criteria) : criteria_(std::move(criteria)) {}

  const std::vector<Criterion>& criteria() const noexcept { return criteria_; }

  /// Whether `a` is better than `b` for the side. @pre both are of as many games, one or more
  bool better(Side side, const Outcome& a, const Outcome& b) const noexcept {
    for (const Criterion criterion : criteria_) {
      const Wide liked = cat_likes(criterion, a, b);
      if (liked != 0) return (liked > 0) == (side == Side::cat);
    }
    return false;
  }

  /// A number that is large where the side likes the outcome little: each criterion scaled to about 0 ... 1 (the
  /// distance by `far`, plies by `long_game`), and a tenth of the one before it.
  double loss(Side side, const Outcome& outcome, double far, double long_game) const noexcept;

 private:
  __extension__ using Wide = __int128;

  /// Above 0 if the cat likes `a` better, 0 if it does not care.
  static Wide cat_likes(Criterion criterion, const Outcome& a, const Outcome& b) noexcept {
    switch (criterion) {
      case Criterion::win:
        return a.captures - b.captures;
      case Criterion::distance:
        return Wide{b.distance} * a.plies - Wide{a.distance} * b.plies;
      case Criterion::plies:
        return b.plies - a.plies;
    }
    return 0;
  }

  std::vector<Criterion> criteria_;
};

}  // namespace aleator::cat_and_mouse
