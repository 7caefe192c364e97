// The chain on which value iteration from below stops far too early.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/mdp/model.hpp"
#include "core/problem.hpp"

namespace aleator {

struct HaddadMonmegeRules {
  std::int64_t n = 10;  // steps from the middle to either end
  double p = 0.7;       // probability to leave the middle towards 0, which is that of ending there
};

/// All that is wrong with the rules, each by its key; empty if nothing is.
Problems problems_of(const HaddadMonmegeRules& rules);

/// States 0 ... 2n, the ends end it. The middle n goes to n-1 with p, else to n+1; every other state goes one step
/// further from the middle or back to it, with 1/2 each. Reward 1 a step: 3 * 2^(n-1) - 2 steps are expected.
/// Source: Haddad and Monmege, Interval iteration algorithm for MDPs and IMDPs (TCS 2018).
class HaddadMonmege {
 public:
  /// @throws std::invalid_argument with the first of problems_of(rules).
  explicit HaddadMonmege(const HaddadMonmegeRules& rules);

  State num_states() const noexcept { return 2 * middle() + 1; }
  Action num_actions(State s) const noexcept { return is_end(s) ? 0 : 1; }
  double fixed_value(State) const noexcept { return 0; }
  State initial_state() const noexcept { return middle(); }

  static std::vector<std::string> label_names() { return {"zero", "end"}; }
  bool has_label(std::string_view name, State s) const noexcept {
    return (name == "zero" && s == 0) || (name == "end" && is_end(s));
  }

  template <class Visit>
  void for_each_transition(State s, Action, Visit&& visit) const {
    if (s == middle()) {
      visit(s - 1, rules_.p, 1.0);
      visit(s + 1, 1 - rules_.p, 1.0);
    } else {
      visit(s < middle() ? s - 1 : s + 1, 0.5, 1.0);
      visit(middle(), 0.5, 1.0);
    }
  }

 private:
  State middle() const noexcept { return static_cast<State>(rules_.n); }
  bool is_end(State s) const noexcept { return s == 0 || s == 2 * middle(); }

  HaddadMonmegeRules rules_;
};
static_assert(Model<HaddadMonmege>);

}  // namespace aleator
