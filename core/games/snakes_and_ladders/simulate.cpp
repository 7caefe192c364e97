#include "core/games/snakes_and_ladders/simulate.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/games/snakes_and_ladders/piece_results.hpp"
#include "core/random/discrete.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

void add_counts(std::vector<std::int64_t>& total, const std::vector<std::int64_t>& part) {
  if (total.size() < part.size()) total.resize(part.size(), 0);
  for (std::size_t i = 0; i < part.size(); ++i) total[i] += part[i];
}

void drop_zeros(std::vector<std::int64_t>& counts) {
  while (!counts.empty() && counts.back() == 0) counts.pop_back();
}

// ---- the rules of lanes

bool is_one_fair_die(const std::vector<double>& total_probability) noexcept {
  const auto faces = static_cast<std::int64_t>(total_probability.size()) - 1;
  if (!is_fair_pair(faces) || total_probability[0] != 0) return false;
  return std::all_of(total_probability.begin() + 1, total_probability.end(),
                     [&](double p) { return p == total_probability[1]; });
}

void set_thresholds(const std::vector<double>& probability, LaneRules& lanes) {
  std::size_t lowest = 0;
  while (probability[lowest] == 0) ++lowest;
  std::size_t highest = probability.size() - 1;
  while (probability[highest] == 0) --highest;
  lanes.roll = RollKind::thresholds;
  lanes.lowest_total = static_cast<std::uint8_t>(lowest);
  double sum = 0;
  for (std::size_t total = lowest; total < highest; ++total) {
    sum += probability[total];
    lanes.threshold.push_back(static_cast<std::uint32_t>(std::min(std::nearbyint(sum * 0x1p32), 0x1p32 - 1)));
  }
}

std::optional<LaneRules> lane_rules(const SnakesAndLadders& game) {
  const std::int64_t tiles = game.moves().tiles();
  const std::int64_t most = game.dice().top();
  if (game.rules().sets > 1 || tiles - 1 + most > 255) return std::nullopt;
  LaneRules lanes;
  lanes.last_tile = static_cast<std::uint8_t>(tiles);
  lanes.stay = game.rules().overshoot == PastLast::stay;
  lanes.again_total = static_cast<std::uint8_t>(game.dice().again ? most : 0);
  for (std::int64_t raw = 0; raw <= tiles - 1 + most; ++raw) {
    // Where a roll that is not made would lead does not matter.
    const std::int32_t tile = raw > tiles && lanes.stay ? 0 : game.moves().landing(0, raw);
    lanes.destination[static_cast<std::size_t>(raw)] = static_cast<std::uint8_t>(game.moves().jump_end(0, tile));
  }
  if (is_one_fair_die(game.dice().probability)) {
    lanes.faces = static_cast<std::uint8_t>(most);
  } else {
    set_thresholds(game.dice().probability, lanes);
  }
  return lanes;
}

// ---- games in lanes

/// 64 tables, each with a fixed number of games: were games counted in the order in which they end, short ones would
/// be too many.
class LanesOfGames {
 public:
  LanesOfGames(const LaneRules& rules, std::size_t players, std::int64_t games, PhiloxStream& random,
               SnakesCounts& counts)
      : rules_(rules), players_(players), counts_(counts) {
    for (auto& words : state_.random) {
      for (std::uint64_t& word : words) word = random();
    }
    for (std::size_t lane = 0; lane < snakes_lanes; ++lane) {
      const auto index = static_cast<std::int64_t>(lane);
      const auto lanes = static_cast<std::int64_t>(snakes_lanes);
      tables_[lane].left = (games / lanes + (index < games % lanes)) * static_cast<std::int64_t>(players);
    }
  }

  bool done() const noexcept {
    return std::all_of(tables_.begin(), tables_.end(), [](const detail::Table& table) { return table.left == 0; });
  }

  void play_on() {
    play_steps(rules_, state_, events_);
    if (players_ == 1) {
      take_arrivals([this](std::size_t lane, std::int64_t rolls, std::int64_t turns) { solo(lane, rolls, turns); });
    } else {
      take_arrivals([this](std::size_t lane, std::int64_t rolls, std::int64_t turns) {
        if (detail::piece_arrived(tables_[lane], players_, turns, counts_)) counts_.rolls += rolls;
      });
    }
  }

 private:
  template <class F>
  static void for_events_before(LaneEvent end, std::span<const LaneEvent> events, std::size_t& next, F&& f) {
    for (; next < events.size() && events[next] < end; ++next) f(events[next] % snakes_lanes);
  }

  /// arrived(lane, rolls, turns) of the piece that arrives.
  template <class F>
  void take_arrivals(F&& arrived) {
    const auto rejected = std::span(events_.rejected).first(events_.num_rejected);
    const auto again = std::span(events_.again).first(events_.num_again);
    const auto late = [this](std::size_t lane) { ++birth_[lane]; };
    const auto on = [this](std::size_t lane) { ++again_[lane]; };
    std::size_t next_rejected = 0;
    std::size_t next_again = 0;
    for (std::size_t i = 0; i < events_.num_arrived; ++i) {
      const LaneEvent arrival = events_.arrived[i];
      for_events_before(arrival, rejected, next_rejected, late);
      for_events_before(arrival, again, next_again, on);
      const std::size_t lane = arrival % snakes_lanes;
      const std::int64_t next_birth = arrival / snakes_lanes + 1;
      const std::int64_t rolls = next_birth - std::exchange(birth_[lane], next_birth);
      arrived(lane, rolls, rolls - std::exchange(again_[lane], 0));
    }
    constexpr LaneEvent end = snakes_steps * snakes_lanes;
    for_events_before(end, rejected, next_rejected, late);
    for_events_before(end, again, next_again, on);
    for (std::int64_t& birth : birth_) birth -= static_cast<std::int64_t>(snakes_steps);
  }

  /// A game of one piece, without branches.
  void solo(std::size_t lane, std::int64_t rolls, std::int64_t turns) {
    const auto bin = static_cast<std::size_t>(turns);
    const std::int64_t counts = tables_[lane].left > 0;
    tables_[lane].left -= counts;
    counts_.rolls += counts * rolls;
    if (bin >= counts_.turns.size()) counts_.turns.resize(2 * bin, 0);
    counts_.turns[bin] += counts;
  }

  const LaneRules& rules_;
  std::size_t players_;
  SnakesCounts& counts_;
  LaneState state_;
  std::array<detail::Table, snakes_lanes> tables_;
  std::array<std::int64_t, snakes_lanes> birth_{};  // the step of the piece's first roll; after a rejection one more
  std::array<std::int64_t, snakes_lanes> again_{};  // rolls of the piece after which its turn went on
  LaneEvents events_;
};

// ---- games one by one

/// A piece that plays from tile 0 to the last one. Counts its turns and rolls.
class Piece {
 public:
  Piece(const SnakesAndLadders& game, const DiscreteDistribution& roll) : game_(game), roll_(roll) {}

  /// Plays at most `turns` turns; true if it has arrived.
  bool play(std::int64_t turns, PhiloxStream& random) {
    for (const std::int64_t end = turns_ + turns; turns_ < end && !has_arrived();) play_turn(random);
    return has_arrived();
  }

  std::int64_t turns() const noexcept { return turns_; }
  std::int64_t rolls() const noexcept { return rolls_; }

 private:
  bool has_arrived() const noexcept { return tile_ == game_.moves().tiles(); }

  void play_turn(PhiloxStream& random) {
    for (bool again = true; again && !has_arrived(); ++rolls_) {
      const auto total = static_cast<std::int64_t>(roll_(random));
      tile_ = game_.destination(phase_, tile_, total);
      again = game_.dice().rolls_again(total);
    }
    phase_ = game_.moves().next_phase(phase_);
    ++turns_;
  }

  const SnakesAndLadders& game_;
  const DiscreteDistribution& roll_;
  std::int32_t tile_ = 0;
  std::int32_t phase_ = 0;
  std::int64_t turns_ = 0;
  std::int64_t rolls_ = 0;
};

void play_one_by_one(const SnakesAndLadders& game, std::size_t players, std::int64_t games, PhiloxStream& random,
                     const std::stop_token& stop, SnakesCounts& counts) {
  constexpr std::int64_t turns_between_questions = 1 << 15;
  const DiscreteDistribution roll(game.dice().probability);
  detail::Table table{games * static_cast<std::int64_t>(players)};
  for (std::int64_t until_question = turns_between_questions; table.left > 0;) {
    Piece piece(game, roll);
    while (!piece.play(turns_between_questions, random)) {
      if (stop.stop_requested()) return;
    }
    detail::piece_arrived(table, players, piece.turns(), counts);
    counts.rolls += piece.rolls();
    until_question -= piece.turns();
    if (until_question > 0) continue;
    if (stop.stop_requested()) return;
    until_question = turns_between_questions;
  }
}

}  // namespace

void SnakesCounts::merge(const SnakesCounts& other) {
  add_counts(turns, other.turns);
  add_counts(first_in, other.first_in);
  add_counts(all_in, other.all_in);
  add_counts(wins, other.wins);
  rolls += other.rolls;
}

SnakesPlayer::SnakesPlayer(const SnakesAndLadders& game, bool vectorised)
    : game_(game), players_(static_cast<std::size_t>(game.rules().players)) {
  if (vectorised) lanes_ = lane_rules(game);
}

SnakesCounts SnakesPlayer::play(std::int64_t games, PhiloxStream random, const std::stop_token& stop) const {
  SnakesCounts counts;
  counts.turns.resize(1024, 0);
  counts.wins.resize(players_, 0);
  if (lanes_) {
    const auto lanes = std::make_unique<LanesOfGames>(*lanes_, players_, games, random, counts);
    while (!lanes->done() && !stop.stop_requested()) lanes->play_on();
  } else {
    play_one_by_one(game_, players_, games, random, stop, counts);
  }
  drop_zeros(counts.turns);
  drop_zeros(counts.first_in);
  drop_zeros(counts.all_in);
  if (players_ == 1) {
    counts.first_in = counts.all_in = counts.turns;
    counts.wins.front() = std::accumulate(counts.turns.begin(), counts.turns.end(), std::int64_t{0});
  }
  return counts;
}

}  // namespace aleator
