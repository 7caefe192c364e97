#include "core/games/g2048/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/games/g2048/random_kernel.hpp"

namespace aleator::g2048 {
namespace {

/// Each lane plays a fixed number of games: were games counted in the order in which they end, short ones would be too
/// many. A lane that has done its share plays on uncounted.
class LanesOfGames {
 public:
  LanesOfGames(std::uint64_t fours, std::int64_t games, PhiloxStream& random) : fours_(fours) {
    for (auto& words : lanes_.random) {
      for (std::uint64_t& word : words) word = random();
    }
    for (std::size_t lane = 0; lane < random_lanes; ++lane) {
      start_game(fours_, lanes_, lane);
      const auto index = static_cast<std::int64_t>(lane);
      const auto lanes = static_cast<std::int64_t>(random_lanes);
      left_[lane] = games / lanes + (index < games % lanes);
    }
  }

  bool done() const noexcept {
    return std::all_of(left_.begin(), left_.end(), [](std::int64_t left) { return left == 0; });
  }

  void play_on(const Moves& moves, const Spawner& spawner, PlayCounts& counts) {
    play_random_steps(fours_, lanes_, ended_);
    for (std::size_t i = 0; i < ended_.count; ++i) {
      if (take(ended_.lane[i])) counts.add(result_of(ended_.board[i], static_cast<std::int64_t>(ended_.fours[i])));
    }
    for (std::size_t lane = 0; lane < random_lanes; ++lane) {
      if (largest_tile(lanes_.board[lane]) > largest_in_lanes) finish(moves, spawner, lane, counts);
    }
  }

 private:
  /// Whether the lane's next game is counted.
  bool take(std::size_t lane) noexcept {
    const bool counted = left_[lane] > 0;
    left_[lane] -= counted;
    return counted;
  }

  /// Plays a game that has outgrown the lanes to its end.
  void finish(const Moves& moves, const Spawner& spawner, std::size_t lane, PlayCounts& counts) {
    LaneGenerator random(lanes_, lane);
    const auto fours = static_cast<std::int64_t>(lanes_.fours[lane]);
    const GameResult result = play_to_end(moves, spawner, RandomMove(), lanes_.board[lane], fours, random);
    if (take(lane)) counts.add(result);
    start_game(fours_, lanes_, lane);
  }

  std::uint64_t fours_;
  RandomLanes lanes_;
  EndedGames ended_;
  std::array<std::int64_t, random_lanes> left_{};  // games of the lane still to be counted
};

}  // namespace

double ExactSums::mean(std::int64_t count) const noexcept {
  if (count == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(sum_) / static_cast<double>(count);
}

double ExactSums::standard_error(std::int64_t count) const noexcept {
  if (count < 2) return std::numeric_limits<double>::quiet_NaN();
  const double n = static_cast<double>(count);
  const double deviations = static_cast<double>(squares_ * count - sum_ * sum_) / n;
  return std::sqrt(deviations / (n - 1) / n);
}

void PlayCounts::add(const GameResult& result) {
  ++games;
  score.add(result.score);
  moves.add(result.moves);
  scores_in_4.add(static_cast<std::size_t>(result.score / 4));
  numbers_of_moves.add(static_cast<std::size_t>(result.moves));
  ++largest[static_cast<std::size_t>(result.largest)];
}

void PlayCounts::merge(const PlayCounts& other) {
  games += other.games;
  score.merge(other.score);
  moves.merge(other.moves);
  scores_in_4.merge(other.scores_in_4);
  numbers_of_moves.merge(other.numbers_of_moves);
  for (std::size_t i = 0; i < largest.size(); ++i) largest[i] += other.largest[i];
}

RandomPlayer::RandomPlayer(const Rules& rules, bool vectorised)
    : moves_((require_none(problems_of(rules)), shape_of(rules))),
      spawner_(shape_of(rules), rules.four_probability),
      end_(end_exponent(rules)),
      fours_(static_cast<std::uint64_t>(std::nearbyint(std::ldexp(rules.four_probability, four_bits)))),
      vectorised_(vectorised && shape_of(rules) == square_4x4 && end_ == no_end) {}

PlayCounts RandomPlayer::play(std::int64_t games, PhiloxStream random, const std::stop_token& stop) const {
  if (vectorised_) return play_in_lanes(games, random, stop);
  return play_one_by_one(moves_, spawner_, RandomMove(), games, end_, random, stop);
}

PlayCounts RandomPlayer::play_in_lanes(std::int64_t games, PhiloxStream& random, const std::stop_token& stop) const {
  PlayCounts counts;
  const auto lanes = std::make_unique<LanesOfGames>(fours_, games, random);
  while (!lanes->done() && !stop.stop_requested()) lanes->play_on(moves_, spawner_, counts);
  return counts;
}

}  // namespace aleator::g2048
