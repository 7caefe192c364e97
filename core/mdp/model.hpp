// A decision process as rules: what the arrays of SparseMdp and the other encodings are built from.
#pragma once

#include <concepts>
#include <cstdint>

namespace aleator {

using State = std::int32_t;   // 0 ... num_states - 1
using Action = std::int32_t;  // 0 ... num_actions(s) - 1, counted in each state anew

/// What a decision maker wants of the value.
enum class Sense : std::uint8_t { max, min };

constexpr Sense opposite(Sense sense) noexcept {
  return sense == Sense::max ? Sense::min : Sense::max;
}

/// A state without actions ends the process: its value is fixed_value(s). In every other state the transitions of an
/// action have probabilities that sum to 1 (to 1e-9); a next state may come more than once.
template <class M>
concept Model = requires(const M& model, State s, Action a,
                         void (*visit)(State next, double probability, double reward)) {
  { model.num_states() } -> std::convertible_to<State>;
  { model.num_actions(s) } -> std::convertible_to<Action>;
  { model.fixed_value(s) } -> std::convertible_to<double>;
  model.for_each_transition(s, a, visit);
};

/// A turn-based game also says who moves: owner(s) is what the state's owner wants (a state with one action is a chance
/// state, whoever owns it).
template <class M>
concept GameModel = Model<M> && requires(const M& model, State s) {
  { model.owner(s) } -> std::same_as<Sense>;
};

}  // namespace aleator
