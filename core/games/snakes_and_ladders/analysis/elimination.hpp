// The linear equations of a chain that ends, eliminated from the last state down without a subtraction.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace aleator {

/// x = c + Q x for the states 0 ... n-1 of a chain with transitions Q, in doubles or exactly. States are eliminated
/// from n-1 down: where moves go up but for a few, as on boards, the rows stay short. Instead of 1 - Q(i, i) the sum of
/// what leaves state i is divided by, so that every step adds, multiplies or divides numbers that are not negative:
/// each element of x >= 0 is right to nearly all of its digits. Source: Grassmann, Taksar, Heyman, Regenerative
/// Analysis and Steady State Distributions for Markov Chains (1985).
template <class Number>
class Elimination {
 public:
  /// @param row  row(i, add) calls add(j, probability) for every transition from state i to state j, and add(n,
  ///             probability) for one that ends the chain; a j may come more than once. The probabilities sum to 1.
  template <class Row>
  Elimination(std::size_t n, Row row) : rows_(n), lost_(n, 0), work_(n, Number(0)) {
    for (std::size_t i = n; i-- > 0;) eliminate(i, row);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = rows_[i].lower; k < rows_[i].end; ++k) lost_[i] |= lost_[entries_[k].state];
    }
    work_ = {};
  }

  std::size_t size() const noexcept { return rows_.size(); }
  /// Whether a path from state i may never end.
  bool is_lost(std::size_t i) const noexcept { return lost_[i] != 0; }

  /// x = c + Q x; of lost states the x means nothing.
  std::vector<Number> solve(std::vector<Number> c) const {
    for (std::size_t i = size(); i-- > 0;) {
      for (std::size_t k = rows_[i].upper; k < rows_[i].lower; ++k) c[i] += entries_[k].value * c[entries_[k].state];
      c[i] *= rows_[i].stays;
    }
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t k = rows_[i].lower; k < rows_[i].end; ++k) c[i] += entries_[k].value * c[entries_[k].state];
    }
    return c;
  }

  /// y = c + Q' y: the expected visits of every state, if c(i) chain start in state i, none of them lost.
  std::vector<Number> solve_transposed(std::vector<Number> c) const {
    for (std::size_t i = size(); i-- > 0;) {
      for (std::size_t k = rows_[i].lower; k < rows_[i].end; ++k) c[entries_[k].state] += entries_[k].value * c[i];
    }
    for (std::size_t i = 0; i < size(); ++i) {
      c[i] *= rows_[i].stays;
      for (std::size_t k = rows_[i].upper; k < rows_[i].lower; ++k) c[entries_[k].state] += entries_[k].value * c[i];
    }
    return c;
  }

 private:
  struct Entry {
    std::size_t state;
    Number value;
  };
  /// Entries upper ... lower - 1 lead to higher states, which are eliminated: probabilities. Entries lower ... end - 1
  /// lead to lower ones: probabilities given that the chain leaves the state for one of them or ends.
  struct Row {
    std::size_t upper = 0;
    std::size_t lower = 0;
    std::size_t end = 0;
    Number stays = Number(0);  // how often the chain is in the state before it leaves it so, expected
    Number ends = Number(0);   // the probability, given that, that it ends
  };

  template <class RowOf>
  void eliminate(std::size_t i, const RowOf& row_of) {
    Row& row = rows_[i];
    Number ends = Number(0);
    std::size_t highest = i;
    const auto add = [&](std::size_t j, const Number& probability) {
      if (j < i && work_[j] == 0) below_.push_back(j);
      work_[j] += probability;
    };
    row_of(i, [&](std::size_t j, const Number& probability) {
      if (j == size()) {
        ends += probability;
      } else if (probability != 0) {
        add(j, probability);
        highest = std::max(highest, j);
      }
    });
    row.upper = entries_.size();
    for (std::size_t j = highest; j > i; --j) {
      if (work_[j] == 0) continue;
      const Number there = std::exchange(work_[j], Number(0));
      entries_.push_back({j, there});
      for (std::size_t k = rows_[j].lower; k < rows_[j].end; ++k) add(entries_[k].state, there * entries_[k].value);
      ends += there * rows_[j].ends;
      lost_[i] |= lost_[j];
    }
    work_[i] = Number(0);
    row.lower = entries_.size();
    Number leaves = ends;
    for (const std::size_t j : below_) leaves += work_[j];
    for (const std::size_t j : below_) entries_.push_back({j, std::exchange(work_[j], Number(0)) / leaves});
    row.end = entries_.size();
    below_.clear();
    lost_[i] |= leaves == 0;
    if (leaves == 0) return;
    row.stays = Number(1) / leaves;
    row.ends = ends / leaves;
  }

  std::vector<Row> rows_;
  std::vector<Entry> entries_;
  std::vector<std::uint8_t> lost_;
  std::vector<Number> work_;        // of the row that is eliminated
  std::vector<std::size_t> below_;  // its states below, each once
};

}  // namespace aleator
