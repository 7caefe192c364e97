// A decision process as compressed sparse rows, and how it is built from rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/mdp/model.hpp"

namespace aleator {

/// The transitions of action a in state s are row `r = action_begin[s] + a`; they stand at row_begin[r] ...
/// row_begin[r + 1] - 1 of next_state and probability.
///
///     state        0         1      2 (no actions: ends here)
///     action_begin 0         2      3   3
///     row          0    1    2
///     row_begin    0    2    3    5
///     next_state   0 1  2    0 2
///
/// A Markov chain has one row a state. A turn-based game has an owner for each state.
struct SparseMdp {
  std::vector<std::int64_t> action_begin;  // |S| + 1
  std::vector<std::int64_t> row_begin;     // |SA| + 1
  std::vector<State> next_state;           // nnz
  std::vector<double> probability;         // nnz
  std::vector<double> reward;              // |SA|: expected reward of one step
  std::vector<double> fixed_value;         // |S|: the value of a state without actions, 0 elsewhere
  std::vector<double> transition_reward;   // nnz: of each transition, or empty: it is the action's
  std::vector<Sense> owner;                // |S|: what the owner of a state wants, or empty: no game

  State num_states() const noexcept { return static_cast<State>(fixed_value.size()); }
  std::int64_t num_rows() const noexcept { return static_cast<std::int64_t>(reward.size()); }
  std::int64_t num_transitions() const noexcept { return static_cast<std::int64_t>(next_state.size()); }
  Action num_actions(State s) const noexcept { return static_cast<Action>(action_begin[s + 1] - action_begin[s]); }
  bool is_game() const noexcept { return !owner.empty(); }
  bool is_chain() const noexcept;

  /// Bytes of all arrays.
  std::size_t bytes() const noexcept;
};

/// What the error bounds need to know of the rows: sums off 1 (by rounding, or by up to 1e-9 as given) and lengths.
struct RowFacts {
  double smallest_sum = 1;
  double largest_sum = 1;
  std::int64_t longest = 0;   // transitions of the longest row
  double largest_reward = 0;  // absolute
  double largest_fixed = 0;   // absolute, of the fixed values
};
RowFacts row_facts(const SparseMdp& mdp);

/// Whether SparseMdp::transition_reward is filled.
enum class Rewards : std::uint8_t { per_action, per_transition };

/// Row by row construction; entries with the same next state are merged (with Rewards::per_transition only if their
/// rewards match too), entries of probability 0 dropped.
class SparseMdpBuilder {
 public:
  explicit SparseMdpBuilder(State num_states, Rewards rewards = Rewards::per_action);

  void add_transition(State next, double probability, double reward);
  /// Ends a row. @param reward  of the action, besides those of its transitions
  /// @throws std::invalid_argument if the row's probabilities do not sum to 1 within 1e-9.
  void end_action(double reward = 0);
  /// @throws std::invalid_argument if the fixed value is not finite.
  void end_state(double fixed_value, Sense owner = Sense::max);
  /// Hands over the states that have ended since the last time: a process whose rows are numbered from 0 while its next
  /// states keep their numbers. So another encoding can be built without all rows ever being there at once.
  /// @pre no state is begun and not ended.
  SparseMdp take_block();
  /// The result is a game if some state is owned by Sense::min.
  /// @throws std::invalid_argument if fewer or more states have ended than there are.
  SparseMdp finish() &&;

  /// For encodings that keep the rows of some states only: what the state that comes next is called in messages, how
  /// many have ended, and the rows of those.
  void name_state(State name) noexcept { name_ = name; }
  State num_ended() const noexcept { return static_cast<State>(mdp_.fixed_value.size()); }
  SparseMdp take() && { return std::move(mdp_); }

 private:
  State current_state() const noexcept { return name_ < 0 ? states_taken_ + num_ended() : name_; }
  std::int64_t find_in_row(State next, double reward) const noexcept;

  State num_states_;
  State states_taken_ = 0;
  State name_ = -1;
  Rewards rewards_;
  SparseMdp mdp_;
  std::vector<std::int64_t> last_seen_;  // |S|: where a next state stood last
  double row_sum_ = 0;
  double row_reward_ = 0;    // sum of probability * reward
  double first_reward_ = 0;  // a reward that all transitions of a row share is the action's, without rounding
  bool same_reward_ = true;
};

namespace detail {

template <Model M>
void add_state(SparseMdpBuilder& builder, const M& model, State s) {
  const Action actions = model.num_actions(s);
  for (Action a = 0; a < actions; ++a) {
    model.for_each_transition(s, a, [&](State next, double probability, double reward) {
      builder.add_transition(next, probability, reward);
    });
    builder.end_action();
  }
  Sense owner = Sense::max;
  if constexpr (GameModel<M>) owner = model.owner(s);
  builder.end_state(actions == 0 ? model.fixed_value(s) : 0.0, owner);
}

}  // namespace detail

/// @throws std::invalid_argument for a probability that is negative or not finite, a next state outside 0 ... |S|-1, a
/// row that does not sum to 1 within 1e-9, a reward or fixed value that is not finite; the
/// message names the state and the action.
template <Model M>
SparseMdp build_sparse(const M& model, Rewards rewards = Rewards::per_action) {
  SparseMdpBuilder builder(model.num_states(), rewards);
  for (State s = 0; s < model.num_states(); ++s) detail::add_state(builder, model, s);
  return std::move(builder).finish();
}

/// Calls f(block) for the states of the model in blocks of `states_per_block` (the last one may be smaller), each as
/// SparseMdpBuilder::take_block gives it, until f answers false. @throws what build_sparse does.
template <Model M, class F>
void for_sparse_blocks(const M& model, State states_per_block, F&& f) {
  SparseMdpBuilder builder(model.num_states());
  for (State s = 0; s < model.num_states(); ++s) {
    detail::add_state(builder, model, s);
    const bool full = (s + 1) % states_per_block == 0 || s + 1 == model.num_states();
    if (full && !f(builder.take_block())) return;
  }
}

/// Sparse rows as a Model. @pre the rows outlive it.
class SparseRules {
 public:
  explicit SparseRules(const SparseMdp& mdp) noexcept : mdp_(&mdp) {}

  State num_states() const noexcept { return mdp_->num_states(); }
  Action num_actions(State s) const noexcept { return mdp_->num_actions(s); }
  double fixed_value(State s) const noexcept { return mdp_->fixed_value[static_cast<std::size_t>(s)]; }
  Sense owner(State s) const noexcept {
    return mdp_->is_game() ? mdp_->owner[static_cast<std::size_t>(s)] : Sense::max;
  }
  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const std::int64_t row = mdp_->action_begin[s] + a;
    const bool per_transition = !mdp_->transition_reward.empty();
    for (std::int64_t i = mdp_->row_begin[row]; i < mdp_->row_begin[row + 1]; ++i) {
      visit(mdp_->next_state[i], mdp_->probability[i], per_transition ? mdp_->transition_reward[i] : mdp_->reward[row]);
    }
  }

 private:
  const SparseMdp* mdp_;
};
static_assert(GameModel<SparseRules>);

}  // namespace aleator
