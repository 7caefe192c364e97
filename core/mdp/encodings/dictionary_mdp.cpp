#include "core/mdp/encodings/dictionary_mdp.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator {

double DictionaryMdp::fixed_value(State s) const noexcept {
  const auto found = std::lower_bound(fixed_value_.begin(), fixed_value_.end(), s,
                                      [](const auto& entry, State state) { return entry.first < state; });
  return found != fixed_value_.end() && found->first == s ? found->second : 0;
}

std::size_t DictionaryMdp::bytes() const noexcept {
  const auto size = [](const auto& array) { return array.size() * sizeof array[0]; };
  return action_begin_.bytes() + row_begin_.bytes() + sizeof level_ + size(next_state_) + size(code_) + size(reward_) +
         size(fixed_value_) + size(owner_);
}

// ---- building

namespace {

constexpr std::size_t most_counted = 1 << 16;  // of distinct probabilities, so that the count stays small

}  // namespace

/// Open addressing: probabilities are equal if their bits are, as none is -0 or no number.
std::uint8_t DictionaryBuilder::code_of(double probability) {
  const std::uint64_t hash = std::bit_cast<std::uint64_t>(probability) * 0x9e37'79b9'7f4a'7c15;
  std::size_t slot = hash >> (64 - std::bit_width(slots - 1));
  while (code_in_slot_[slot] != 0) {
    const auto code = static_cast<std::uint8_t>(code_in_slot_[slot] - 1);
    if (mdp_.level_[code] == probability) return code;
    slot = (slot + 1) % slots;
  }
  if (mdp_.num_levels_ == DictionaryMdp::most_levels) {
    if (too_many_.size() < most_counted) too_many_.insert(probability);
    return 0;
  }
  mdp_.level_[mdp_.num_levels_++] = probability;
  code_in_slot_[slot] = static_cast<std::int16_t>(mdp_.num_levels_);
  return static_cast<std::uint8_t>(mdp_.num_levels_ - 1);
}

void DictionaryBuilder::add_rows(const SparseMdp& block) {
  if (failed()) {
    for (const double p : block.probability) code_of(p);
    return;
  }
  for (const double p : block.probability) mdp_.code_.push_back(code_of(p));
  mdp_.next_state_.insert(mdp_.next_state_.end(), block.next_state.begin(), block.next_state.end());
  mdp_.reward_.insert(mdp_.reward_.end(), block.reward.begin(), block.reward.end());
  for (std::int64_t row = 0; row < block.num_rows(); ++row) {
    mdp_.row_begin_.add_part(block.row_begin[row + 1] - block.row_begin[row]);
  }
}

void DictionaryBuilder::add_states(const SparseMdp& block) {
  const State first = mdp_.num_states();
  if (block.is_game() && !mdp_.is_game()) mdp_.owner_.assign(static_cast<std::size_t>(first), Sense::max);
  for (State s = 0; s < block.num_states(); ++s) {
    mdp_.action_begin_.add_part(block.num_actions(s));
    if (block.fixed_value[s] != 0) mdp_.fixed_value_.emplace_back(first + s, block.fixed_value[s]);
    if (mdp_.is_game() || block.is_game()) mdp_.owner_.push_back(block.is_game() ? block.owner[s] : Sense::max);
  }
}

void DictionaryBuilder::add_block(const SparseMdp& block) {
  add_rows(block);
  if (failed()) return;
  add_states(block);
  const RowFacts facts = row_facts(block);
  mdp_.facts_.smallest_sum = std::min(mdp_.facts_.smallest_sum, facts.smallest_sum);
  mdp_.facts_.largest_sum = std::max(mdp_.facts_.largest_sum, facts.largest_sum);
  mdp_.facts_.longest = std::max(mdp_.facts_.longest, facts.longest);
  mdp_.facts_.largest_reward = std::max(mdp_.facts_.largest_reward, facts.largest_reward);
  mdp_.facts_.largest_fixed = std::max(mdp_.facts_.largest_fixed, facts.largest_fixed);
}

DictionaryMdp DictionaryBuilder::finish() && {
  if (failed()) {
    const std::size_t found = mdp_.num_levels_ + too_many_.size();
    throw std::invalid_argument(text(found > most_counted ? "more than " : "", std::min(found, most_counted),
                                     " distinct probabilities, and a dictionary has room for ",
                                     DictionaryMdp::most_levels));
  }
  return std::move(mdp_);
}

std::optional<DictionaryMdp> try_build_dictionary(const SparseMdp& mdp) {
  DictionaryBuilder builder;
  builder.add_block(mdp);
  if (builder.failed()) return std::nullopt;
  return std::move(builder).finish();
}

DictionaryMdp build_dictionary(const SparseMdp& mdp) {
  DictionaryBuilder builder;
  builder.add_block(mdp);
  return std::move(builder).finish();
}

// ---- the kernel

namespace {

/// Values that do not fit into 256 KB are asked for this many transitions ahead, into the second cache: it waits for
/// more lines at a time than the first one does. A sweep over a garnet of 1e6 x 8 x 8 then takes 1.3 ns a transition; 1.6
/// ns if the first cache is asked, 2.0 ns without asking (Zen 4; 128 to 1024 ahead are alike).
constexpr std::int64_t transitions_ahead = 256;
constexpr int second_cache = 2;
constexpr State most_near_values = 1 << 15;

/// Rows of one length that is known to the compiler.
template <int length>
struct RowsOf {
  std::int64_t begin(std::int64_t row) const noexcept { return row * length; }
  constexpr std::int64_t end(std::int64_t, std::int64_t begin) const noexcept { return begin + length; }
};

struct EqualRows {
  std::int64_t length;
  std::int64_t begin(std::int64_t row) const noexcept { return row * length; }
  std::int64_t end(std::int64_t, std::int64_t begin) const noexcept { return begin + length; }
};

template <class Offset>
struct UnequalRows {
  const Offset* begins;
  std::int64_t begin(std::int64_t row) const noexcept { return begins[row]; }
  std::int64_t end(std::int64_t row, std::int64_t) const noexcept { return begins[row + 1]; }
};

}  // namespace

class DictionaryKernel {
 public:
  DictionaryKernel(const DictionaryMdp& mdp, double discount, Sense sense, const double* v) noexcept
      : mdp_(mdp), discount_(discount), sense_(sense), v_(v) {}

  Change run(StateRange block, double* v_next) const noexcept {
    return mdp_.num_states() > most_near_values ? any_rows<true>(block, v_next) : any_rows<false>(block, v_next);
  }

 private:
  static constexpr int longest_unrolled = 16;

  template <bool far>
  Change any_rows(StateRange block, double* v_next) const noexcept {
    const Begins& rows = mdp_.row_begin_;
    switch (rows.kind()) {
      case Begins::Kind::narrow:
        return backup<far>(UnequalRows<std::uint32_t>{rows.narrow()}, block, v_next);
      case Begins::Kind::wide:
        return backup<far>(UnequalRows<std::int64_t>{rows.wide()}, block, v_next);
      default:
        return equal_rows<far, 2>(rows.equal_length(), block, v_next);
    }
  }

  template <bool far, int length>
  Change equal_rows(std::int64_t row_length, StateRange block, double* v_next) const noexcept {
    if (row_length == length) return backup<far>(RowsOf<length>{}, block, v_next);
    if constexpr (length < longest_unrolled) return equal_rows<far, length + 1>(row_length, block, v_next);
    return backup<far>(EqualRows{row_length}, block, v_next);
  }

  /// Asks for the values of as many transitions as a row has, some way ahead of it. Always inlined: g++ 12 takes a
  /// function that only prefetches for one without effect, and drops the call.
  [[gnu::always_inline]] void ask_ahead(std::int64_t begin, std::int64_t end) const noexcept {
    const std::int64_t length = end - begin;
    const State* next = mdp_.next_state_.data() + std::min(begin + transitions_ahead, mdp_.num_transitions() - length);
    for (std::int64_t i = 0; i < length; ++i) __builtin_prefetch(v_ + next[i], 0, second_cache);
  }

  double term(std::int64_t i) const noexcept { return mdp_.level_[mdp_.code_[i]] * v_[mdp_.next_state_[i]]; }

  /// In the order of expected_value() in core/mdp/bellman.hpp, whose rows of three do not start from 0 either.
  double expected(std::int64_t begin, std::int64_t end) const noexcept {
    if (end - begin == 3) return term(begin) + term(begin + 1) + term(begin + 2);
    double sum = 0;
    for (std::int64_t i = begin; i < end; ++i) sum += term(i);
    return sum;
  }

  template <bool far, class Rows>
  Change backup(Rows rows, StateRange block, double* v_next) const noexcept {
    Change change;
    std::int64_t row = mdp_.action_begin_[block.begin];
    std::int64_t begin = rows.begin(row);
    for (State s = block.begin; s < block.end; ++s) {
      const std::int64_t last = mdp_.action_begin_[s + 1];
      const double sign = (mdp_.is_game() ? mdp_.owner(s) : sense_) == Sense::max ? 1.0 : -1.0;
      double best = row < last ? -std::numeric_limits<double>::infinity() : sign * v_[s];
      for (; row < last; ++row) {
        const std::int64_t end = rows.end(row, begin);
        if constexpr (far) ask_ahead(begin, end);
        best = std::max(best, sign * (mdp_.reward_[row] + discount_ * expected(begin, end)));
        begin = end;
      }
      best *= sign;
      const double difference = best - v_[s];
      v_next[s] = best;
      change.smallest = std::min(change.smallest, difference);
      change.largest = std::max(change.largest, difference);
      change.total += std::abs(difference);
    }
    return change;
  }

  const DictionaryMdp& mdp_;
  double discount_;
  Sense sense_;
  const double* v_;
};

Change bellman_backup(const DictionaryMdp& mdp, double discount, Sense sense, StateRange block,
                      std::span<const double> v, std::span<double> v_next) noexcept {
  return DictionaryKernel(mdp, discount, sense, v.data()).run(block, v_next.data());
}

}  // namespace aleator
