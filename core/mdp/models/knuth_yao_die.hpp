// A fair die made of flips of a fair coin.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/mdp/model.hpp"
#include "core/problem.hpp"

namespace aleator {

struct KnuthYaoDieRules {};

/// Nothing can be wrong.
inline Problems problems_of(const KnuthYaoDieRules&) {
  return {};
}

/// States 0 ... 6 flip the coin (reward 1 a flip, 11/3 flips expected), 7 ... 12 are the faces one ... six and end it.
/// Source: Knuth and Yao, The complexity of nonuniform random number generation (1976).
class KnuthYaoDie {
 public:
  explicit KnuthYaoDie(const KnuthYaoDieRules& = {}) {}

  State num_states() const noexcept { return first_face + 6; }
  Action num_actions(State s) const noexcept { return s < first_face ? 1 : 0; }
  double fixed_value(State) const noexcept { return 0; }
  State initial_state() const noexcept { return 0; }

  static std::vector<std::string> label_names() {
    std::vector<std::string> names(faces.begin(), faces.end());
    names.emplace_back("done");
    return names;
  }
  bool has_label(std::string_view name, State s) const noexcept {
    return s >= first_face && (name == "done" || name == faces[static_cast<std::size_t>(s - first_face)]);
  }

  template <class Visit>
  void for_each_transition(State s, Action, Visit&& visit) const {
    for (const State next : coin[static_cast<std::size_t>(s)]) visit(next, 0.5, 1.0);
  }

 private:
  static constexpr State first_face = 7;
  static constexpr std::array<std::string_view, 6> faces = {"one", "two", "three", "four", "five", "six"};
  /// Where heads and tails lead. Two of eight outcomes of three flips are no face: 3 and 6 flip once more from 1 and 2.
  static constexpr std::array<std::array<State, 2>, first_face> coin = {
      {{1, 2}, {3, 4}, {5, 6}, {1, 7}, {8, 9}, {10, 11}, {2, 12}}};
};
static_assert(Model<KnuthYaoDie>);

}  // namespace aleator
