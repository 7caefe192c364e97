// What a position is worth to the player who moves there, as one number that searches compare.
#pragma once

#include <cstdint>

namespace aleator {

/// A win in d plies is won - d, a loss lost + d, a draw 0; between them is room for evaluations of positions whose
/// result is not known. Searches that do not ask for distances take d = 0 for all.
using Score = std::int32_t;

inline constexpr Score won = 1 << 30;
inline constexpr Score lost = -won;
inline constexpr Score least_win = 1 << 29;  // the longest game has fewer plies than lie between
inline constexpr Score largest_evaluation = least_win - 1;
inline constexpr Score infinite = won + 1;

constexpr bool is_decided(Score score) noexcept {
  return score >= least_win || score <= -least_win;
}

constexpr Score score_of_result(int result) noexcept {
  return result * won;
}

/// How scores change from a position to the one before it, where the other player moved.
/// @tparam distances  whether a result that is one ply further off is worth less
template <bool distances>
struct OnePly {
  /// The score of a move to a position of this score.
  static constexpr Score before(Score score) noexcept {
    if constexpr (distances) return score >= least_win ? 1 - score : score <= -least_win ? -1 - score : -score;
    return -score;
  }

  /// The bound on a position's score with: before(score) > bound exactly if score < after(bound), and so for < and >.
  static constexpr Score after(Score bound) noexcept {
    if constexpr (distances) {
      return bound > won || bound < lost ? -bound
             : bound >= least_win        ? -1 - bound
             : bound <= -least_win       ? 1 - bound
                                         : -bound;
    }
    return -bound;
  }
};

/// The result for the player to move, in a game played to its end.
constexpr int value_of(Score score) noexcept {
  return (score >= least_win) - (score <= -least_win);
}

/// Plies to the end. @pre is_decided(score), found with distances
constexpr std::int64_t distance_of(Score score) noexcept {
  return won - (score > 0 ? score : -score);
}

}  // namespace aleator
