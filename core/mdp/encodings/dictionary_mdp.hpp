// A decision process with few distinct probabilities: one byte each in place of eight.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/encodings/begins.hpp"
#include "core/mdp/model.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// The rows of SparseMdp with the probability of a transition as the number of one of at most 256 values: 5 bytes a
/// transition and 8 a row (its reward). Where rows, or the actions of states, are of different numbers, 4 or 8 bytes
/// more a row, or a state. Rewards are those of actions.
class DictionaryMdp {
 public:
  static constexpr std::size_t most_levels = 256;

  State num_states() const noexcept { return static_cast<State>(action_begin_.parts()); }
  std::int64_t num_rows() const noexcept { return row_begin_.parts(); }
  std::int64_t num_transitions() const noexcept { return row_begin_.elements(); }
  Action num_actions(State s) const noexcept { return static_cast<Action>(action_begin_[s + 1] - action_begin_[s]); }
  bool is_game() const noexcept { return !owner_.empty(); }
  Sense owner(State s) const noexcept { return is_game() ? owner_[static_cast<std::size_t>(s)] : Sense::max; }
  double fixed_value(State s) const noexcept;
  /// Every transition with the expected reward of its action.
  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const std::int64_t row = action_begin_[s] + a;
    for (std::int64_t i = row_begin_[row]; i < row_begin_[row + 1]; ++i) {
      visit(next_state_[i], level_[code_[i]], reward_[row]);
    }
  }

  /// The distinct probabilities, in the order of their first appearance.
  std::span<const double> levels() const noexcept { return std::span(level_).first(num_levels_); }
  const RowFacts& row_facts() const noexcept { return facts_; }
  /// Bytes of all arrays.
  std::size_t bytes() const noexcept;

 private:
  friend class DictionaryBuilder;
  friend class DictionaryKernel;

  Begins action_begin_;                      // |S|: the rows of a state
  Begins row_begin_;                         // |SA|: the transitions of a row
  std::array<double, most_levels> level_{};  // so that every code has one
  std::size_t num_levels_ = 0;
  std::vector<State> next_state_;                      // nnz
  std::vector<std::uint8_t> code_;                     // nnz
  std::vector<double> reward_;                         // |SA|
  std::vector<std::pair<State, double>> fixed_value_;  // of the states without actions where it is not 0, ascending
  std::vector<Sense> owner_;                           // |S|, or empty: no game
  RowFacts facts_;
};
static_assert(GameModel<DictionaryMdp>);

inline const RowFacts& row_facts(const DictionaryMdp& mdp) noexcept {
  return mdp.row_facts();
}

/// Puts a DictionaryMdp together from blocks of sparse rows (see for_sparse_blocks).
class DictionaryBuilder {
 public:
  /// @param block  with the next states' numbers in the whole process; rewards of transitions are in those of actions
  void add_block(const SparseMdp& block);
  /// Whether more than 256 distinct probabilities have been seen; all that further blocks add is their number.
  bool failed() const noexcept { return !too_many_.empty(); }
  /// @throws std::invalid_argument saying how many distinct probabilities there are, if more than 256.
  DictionaryMdp finish() &&;

 private:
  std::uint8_t code_of(double probability);
  void add_rows(const SparseMdp& block);
  void add_states(const SparseMdp& block);

  static constexpr std::size_t slots = 1024;  // at most a quarter of them is used

  DictionaryMdp mdp_;
  std::array<std::int16_t, slots> code_in_slot_ = {};  // 1 + the code, or 0
  std::unordered_set<double> too_many_;                // probabilities besides the first 256
};

namespace detail {

inline constexpr State states_per_dictionary_block = 1024;

}  // namespace detail

/// The same process, or nothing if it has more than 256 distinct probabilities; gives up as soon as that is known. The
/// full SparseMdp is never there. @throws what build_sparse does.
template <Model M>
std::optional<DictionaryMdp> try_build_dictionary(const M& model) {
  DictionaryBuilder builder;
  for_sparse_blocks(model, detail::states_per_dictionary_block, [&](const SparseMdp& block) {
    builder.add_block(block);
    return !builder.failed();
  });
  if (builder.failed()) return std::nullopt;
  return std::move(builder).finish();
}
std::optional<DictionaryMdp> try_build_dictionary(const SparseMdp& mdp);

/// The same process. @throws std::invalid_argument saying how many distinct probabilities it has, if more than 256, and
/// what build_sparse does.
template <Model M>
DictionaryMdp build_dictionary(const M& model) {
  DictionaryBuilder builder;
  for_sparse_blocks(model, detail::states_per_dictionary_block, [&](const SparseMdp& block) {
    builder.add_block(block);
    return true;
  });
  return std::move(builder).finish();
}
DictionaryMdp build_dictionary(const SparseMdp& mdp);

/// One Bellman backup v_next = TV of the states of `block`, to the last bit what bellman_backup gives on the rows of
/// build_sparse; in a game the sense is the owner's.
/// @param v       |S| values of the previous sweep
/// @param v_next  |S| values; only those of `block` are written
/// @pre v and v_next do not overlap. Never throws.
Change bellman_backup(const DictionaryMdp& mdp, double discount, Sense sense, StateRange block,
                      std::span<const double> v, std::span<double> v_next) noexcept;

}  // namespace aleator
