#include "core/games/cat_and_mouse/coevolution.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator::cat_and_mouse {
namespace {

void require_at_least(const char* name, std::int64_t value, std::int64_t least) {
  if (value < least) throw std::invalid_argument(text(name, ": ", value, " is below ", least));
}

/// One word makes three numbers: each takes the upper half of a product and leaves the lower one to the next. They are
/// uniform to within 2^-64 times their bounds.
class Draw {
 public:
  explicit Draw(std::uint64_t word) noexcept : word_(word) {}
  std::uint64_t below(std::uint64_t bound) noexcept {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{word_} * bound;
    word_ = static_cast<std::uint64_t>(product);
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  std::uint64_t word_;
};

class Coevolution {
 public:
  Coevolution(const Game& game, const CoevolutionOptions& options, PhiloxStream random)
      : options_(options), chase_(game), board_(game.board()), random_(random) {
    cells_ = static_cast<std::size_t>(board_.num_cells());
    for (const Side side : {Side::cat, Side::mouse}) {
      table(side) = random_table(board_, side, random_);
      on_path_[static_cast<std::size_t>(side)].assign(cells_ * cells_, 0);
    }
    play_current();
    changes_.resize(static_cast<std::size_t>(options.entries));
  }

  CoevolutionResult run(bool keep_history, const std::stop_token& stop) {
    std::int64_t idle = 0;  // rounds without an improvement
    constexpr std::int64_t rounds_between_questions = 1 << 12;
    for (std::int64_t round = 0; round < options_.rounds; ++round) {
      if (round % rounds_between_questions == 0 && stop.stop_requested()) break;
      const std::int64_t before = result_.improvements;
      const Side leader = winner();
      improve(other(leader));
      ++result_.rounds;
      if (winner() != leader) result_.lead_changes.push_back(round);
      if (keep_history) keep_round();
      idle = result_.improvements > before ? 0 : idle + 1;
      if (options_.patience > 0 && idle >= options_.patience) break;
    }
    result_.cat = table(Side::cat);
    result_.mouse = table(Side::mouse);
    result_.game = current_;
    return std::move(result_);
  }

 private:
  struct Change {
    std::size_t pair;
    std::uint16_t to, from;
  };

  PolicyTable& table(Side side) noexcept { return tables_[static_cast<std::size_t>(side)]; }
  Side winner() const noexcept { return current_.captures > 0 ? Side::cat : Side::mouse; }

  Outcome play(Side side, const PolicyTable& opponent) {
    return side == Side::cat ? chase_.play(table(side), opponent, chase_.start())
                             : chase_.play(opponent, table(side), chase_.start());
  }

  void play_current() { current_ = play(Side::cat, table(Side::mouse)); }

  /// The side's games against its opponents.
  Outcome judge(Side side) {
    Outcome sum = play(side, table(other(side)));
    for (const PolicyTable& opponent : hall_[static_cast<std::size_t>(side)]) sum.add(play(side, opponent));
    return sum;
  }

  /// The same for its table as it is now on, with the pairs that the side comes to.
  void judge_marking(Side side) {
    auto& path = paths_[static_cast<std::size_t>(side)];
    auto& marks = on_path_[static_cast<std::size_t>(side)];
    for (const std::int32_t pair : path) marks[static_cast<std::size_t>(pair)] = 0;
    path.clear();
    const auto mark = [&](const Outcome& outcome) {
      for (const std::int32_t pair : chase_.visited(side)) {
        marks[static_cast<std::size_t>(pair)] = 1;
        path.push_back(pair);
      }
      return outcome;
    };
    Outcome sum;
    for (const PolicyTable& opponent : hall_[static_cast<std::size_t>(side)]) sum.add(mark(play(side, opponent)));
    current_ = mark(play(side, table(other(side))));
    sum.add(current_);
    judged_ = side;
    known_ = sum;
  }

  /// Draws the entries of a candidate; true if a game can tell it from the table.
  bool draw_candidate(Side side) {
    bool matters = false;
    for (Change& change : changes_) {
      Draw draw(random_());
      const auto cat = static_cast<std::size_t>(draw.below(cells_));
      auto mouse = static_cast<std::size_t>(draw.below(cells_ - 1));
      mouse += mouse >= cat;
      const auto moves = board_.moves(static_cast<int>(side == Side::cat ? cat : mouse));
      change.pair = cat * cells_ + mouse;
      change.to = static_cast<std::uint16_t>(moves[draw.below(moves.size())]);
      matters = matters || on_path_[static_cast<std::size_t>(side)][change.pair] != 0;
    }
    return matters;
  }

  void apply(Side side) {
    for (Change& change : changes_) {
      change.from = table(side)[change.pair];
      table(side)[change.pair] = change.to;
    }
  }
  void take_back(Side side) {
    for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) table(side)[change->pair] = change->from;
  }

  void improve(Side side) {
    if (judged_ != side) judge_marking(side);
    for (std::int64_t i = 0; i < options_.changes; ++i) {
      ++result_.candidates;
      const bool matters = draw_candidate(side);
      if (!matters && !options_.play_every_candidate) {
        if (options_.accept_equal) apply(side);
        continue;
      }
      ++result_.played;
      apply(side);
      const Outcome found = judge(side);
      const bool better = options_.order.better(side, found, known_);
      const bool as_good = !better && !options_.order.better(side, known_, found);
      if (!better && !(as_good && options_.accept_equal)) {
        take_back(side);
        continue;
      }
      result_.improvements += better;
      judge_marking(side);
      if (winner() != side) continue;
      remember(side);
      return;
    }
  }

  /// What the side has beaten it must go on beating.
  void remember(Side side) {
    auto& hall = hall_[static_cast<std::size_t>(side)];
    hall.push_back(table(other(side)));
    // The current opponent counts, too.
    while (static_cast<std::int64_t>(hall.size()) >= options_.hall_of_fame) hall.pop_front();
  }

  void keep_round() {
    result_.history.push_back(
        {winner(), static_cast<std::int32_t>(current_.plies), static_cast<float>(current_.mean_distance())});
  }

  const CoevolutionOptions& options_;
  Chase chase_;
  const Board& board_;
  PhiloxStream random_;
  std::size_t cells_;
  std::array<PolicyTable, 2> tables_;
  std::array<std::deque<PolicyTable>, 2> hall_;       // [side] its past opponents
  std::array<std::vector<std::int32_t>, 2> paths_;    // [side] pairs that its games come to
  std::array<std::vector<std::uint8_t>, 2> on_path_;  // [side][pairs]
  std::vector<Change> changes_;
  Outcome current_;             // of the current tables
  std::optional<Side> judged_;  // whose games `known_` and the marks are of
  Outcome known_;
  CoevolutionResult result_;
};

}  // namespace

CoevolutionResult coevolve(const Game& game, const CoevolutionOptions& options, PhiloxStream random, bool keep_history,
                           const std::stop_token& stop) {
  require_at_least("rounds", options.rounds, 0);
  require_at_least("patience", options.patience, 0);
  require_at_least("changes", options.changes, 1);
  require_at_least("entries", options.entries, 1);
  require_at_least("hall_of_fame", options.hall_of_fame, 1);
  return Coevolution(game, options, random).run(keep_history, stop);
}

}  // namespace aleator::cat_and_mouse
