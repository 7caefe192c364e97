#include "core/games/g2048/search/expectimax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.hpp"

namespace aleator::g2048 {
namespace {

constexpr std::int32_t to_the_end = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t deepest = 1'000'000;
constexpr std::int64_t largest_table = 1 << 20;  // MiB

constexpr std::int32_t one_less(std::int32_t moves) noexcept {
  return moves == to_the_end ? to_the_end : moves - 1;
}

std::int32_t rareness_of(double probability) noexcept {
  return static_cast<std::int32_t>(std::lround(-std::log2(probability) * 0x1p20));
}

}  // namespace

Problems problems_of(const ExpectimaxOptions& options) {
  Problems problems;
  if (options.depth < 0 || options.depth > deepest) {
    problems.push_back({"depth", {}, text(options.depth, " is not between 0 and ", deepest)});
  }
  if (!(options.probability_cutoff >= 0 && options.probability_cutoff <= 1)) {
    problems.push_back({"probability_cutoff", {}, text(options.probability_cutoff, " is not a probability")});
  }
  if (options.table < 0 || options.table > largest_table) {
    problems.push_back({"table", {}, text(options.table, " is not between 0 and ", largest_table)});
  }
  return problems;
}

SearchMemory::SearchMemory(std::int64_t mebibytes)
    : bytes_(static_cast<std::size_t>(mebibytes) << 20), narrow_(bytes_) {}

template <>
SearchTable<Board>& SearchMemory::table<Board>() {
  return narrow_;
}
template <>
SearchTable<WideBoard>& SearchMemory::table<WideBoard>() {
  if (!wide_) wide_.emplace(bytes_);
  return *wide_;
}

void SearchMemory::clear() {
  narrow_.clear();
  if (wide_) wide_->clear();
}

Expectimax::Spawns::Spawns(double four_probability, double cutoff)
    : probability{1 - four_probability, four_probability},
      limit(cutoff > 0 ? rareness_of(cutoff) : std::numeric_limits<std::int32_t>::max()) {
  if (cutoff == 0) return;
  for (std::size_t empty = 1; empty < rareness.size(); ++empty) {
    for (std::size_t tile = 0; tile < 2; ++tile) {
      if (probability[tile] == 0) continue;
      rareness[empty][tile] = rareness_of(probability[tile] / static_cast<double>(empty));
      rarest = std::max(rarest, rareness[empty][tile]);
    }
  }
}

/// One search.
class Expectimax::Tree {
 public:
  Tree(const Expectimax& rules, SearchMemory& memory, const std::stop_token& stop)
      : rules_(rules), memory_(memory), stop_(stop) {}

  const SearchCounts& counts() const noexcept { return counts_; }

  template <AnyBoard B>
  MoveValues values(B board) {
    MoveValues values;
    const auto depth = static_cast<std::int32_t>(rules_.options_.depth);
    const std::int32_t moves = depth == 0 ? to_the_end : depth;
    for_legal_moves(board, [&](Direction direction, const Moved<B>& moved) {
      values[static_cast<std::size_t>(direction)] =
          static_cast<double>(moved.reward) + before_spawn(moved.board, one_less(moves), 0);
    });
    return values;
  }

 private:
  template <AnyBoard B, class F>
  void for_legal_moves(B board, F f) {
    if (has_tile_from(board, rules_.end_)) return;
    ++counts_.positions;
    for (const Direction direction : directions) {
      const Moved<B> moved = rules_.moves_(board, direction);
      if (moved.board != board) f(direction, moved);
    }
  }

  /// The most that a move's reward and what follows come to; 0 without moves.
  template <AnyBoard B, class F>
  double best_of_moves(B board, F what_follows) {
    std::optional<double> best;
    for_legal_moves(board, [&](Direction, const Moved<B>& moved) {
      const double value = static_cast<double>(moved.reward) + what_follows(moved.board);
      if (!best || value > *best) best = value;
    });
    return best.value_or(0);
  }

  /// After the last move.
  template <AnyBoard B>
  double evaluated(B board) {
    if (has_tile_from(board, rules_.end_)) return 0;
    ++counts_.evaluations;
    return rules_.evaluation_(board);
  }

  /// A board before a spawn, after which so many moves are searched.
  template <AnyBoard B>
  double before_spawn(B board, std::int32_t moves, std::int32_t rareness) {
    if constexpr (std::same_as<B, Board>) {
      if (may_outgrow(board)) return before_spawn(widened(board), moves, rareness);
    }
    board = rules_.canonical(board);
    if (moves == 0) return evaluated(board);
    if (has_tile_from(board, rules_.end_) || stop_.stop_requested()) return 0;
    const Depths depths = depths_after(board, moves, rareness);
    const SearchKey<B> key{board, depths.most(), rules_.spawns_.may_cut(depths.most(), rareness) ? rareness : 0};
    if (const double* known = memory_.table<B>().find(key)) {
      ++counts_.table_hits;
      return *known;
    }
    const double value = mean_of_spawns(board, depths);
    memory_.table<B>().insert(key, value);
    return value;
  }

  /// How many moves deep the positions with a 2 and with a 4 are searched, and their rareness.
  struct Depths {
    std::array<std::int32_t, 2> moves{};  // 0: there are none
    std::array<std::int32_t, 2> rareness{};

    std::int32_t most() const noexcept { return std::max(moves[0], moves[1]); }
  };

  template <AnyBoard B>
  Depths depths_after(B board, std::int32_t moves, std::int32_t rareness) const noexcept {
    const Spawns& spawns = rules_.spawns_;
    const auto empty = static_cast<std::size_t>(num_empty(board, rules_.moves_.shape()));
    Depths depths;
    for (std::size_t tile = 0; tile < 2; ++tile) {
      if (spawns.probability[tile] == 0) continue;
      depths.rareness[tile] = rareness + spawns.rareness[empty][tile];
      depths.moves[tile] = depths.rareness[tile] > spawns.limit ? 1 : moves;
    }
    return depths;
  }

  template <AnyBoard B>
  double mean_of_spawns(B board, const Depths& depths) {
    std::array<double, 2> sum = sums_of_leaves(board, {depths.moves[0] == 1, depths.moves[1] == 1});
    const B empty_cells_of_board = empty_cells(board, rules_.moves_.shape());
    for (std::size_t tile = 0; tile < 2; ++tile) {
      if (depths.moves[tile] <= 1) continue;
      for (B empty = empty_cells_of_board; empty != 0; empty &= empty - 1) {
        const B cell = empty & -empty;
        sum[tile] += best_of_moves(board | cell << tile, [&](B after) {
          return before_spawn(after, one_less(depths.moves[tile]), depths.rareness[tile]);
        });
      }
    }
    const std::array<double, 2>& probability = rules_.spawns_.probability;
    return (probability[0] * sum[0] + probability[1] * sum[1]) / num_empty(board, rules_.moves_.shape());
  }

  /// Of all positions with a 2 and with a 4, as far as they are asked for, searched one move deep.
  template <AnyBoard B>
  std::array<double, 2> sums_of_leaves(B board, std::array<bool, 2> spawned) {
    std::array<double, 2> sum{};
    if (!spawned[0] && !spawned[1]) return sum;
    if constexpr (std::same_as<B, Board>) {
      if (rules_.leaves_ && !has_tile_from(board, rules_.end_ - 1)) {
        const SpawnSums sums = (*rules_.leaves_)(board, spawned);
        counts_.positions += sums.positions;
        counts_.evaluations += sums.evaluations;
        return sums.value;
      }
    }
    for (B empty = empty_cells(board, rules_.moves_.shape()); empty != 0; empty &= empty - 1) {
      const B cell = empty & -empty;
      for (std::size_t tile = 0; tile < 2; ++tile) {
        if (!spawned[tile]) continue;
        sum[tile] += best_of_moves(board | cell << tile, [this](B after) { return evaluated(after); });
      }
    }
    return sum;
  }

  const Expectimax& rules_;
  SearchMemory& memory_;
  const std::stop_token& stop_;
  SearchCounts counts_;
};

Expectimax::Expectimax(const Rules& rules, const EvaluationWeights& weights, const ExpectimaxOptions& options)
    : options_((require_none(problems_of(rules)), require_none(problems_of(options)), options)),
      moves_(shape_of(rules)),
      evaluation_(shape_of(rules), weights),
      end_(end_exponent(rules)),
      spawns_(rules.four_probability, options.probability_cutoff),
      symmetries_(Symmetries<Board>(shape_of(rules)), Symmetries<WideBoard>(shape_of(rules))) {
  constexpr int largest_spawned = 2;
  if (shape_of(rules) == square_4x4 && end_ - 1 > largest_spawned) leaves_.emplace(evaluation_);
}

template <AnyBoard B>
ExpectimaxResult Expectimax::search(B board, SearchMemory& memory, const std::stop_token& stop) const {
  if constexpr (std::same_as<B, Board>) {
    if (may_outgrow(board)) return search(widened(board), memory, stop);
  }
  memory.clear();
  Tree tree(*this, memory, stop);
  const MoveValues values = tree.values(board);
  return {values, tree.counts()};
}

template ExpectimaxResult Expectimax::search(Board, SearchMemory&, const std::stop_token&) const;
template ExpectimaxResult Expectimax::search(WideBoard, SearchMemory&, const std::stop_token&) const;

}  // namespace aleator::g2048
