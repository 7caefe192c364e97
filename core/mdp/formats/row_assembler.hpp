// Puts the arrays of a process together from the transitions of a text, with all checks.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/mdp/formats/labelled_mdp.hpp"
#include "core/mdp/formats/text_scanner.hpp"

namespace aleator {

/// Rows come in the order of their states; states that are left out have no actions. Arrays are reserved once, there is
/// nothing per row besides them: a process read from a file is as large as the file allows.
class RowAssembler {
 public:
  /// @param row_word  what the format calls the rows of a state: "choice" or "action"
  RowAssembler(State num_states, const char* row_word) : num_states_(num_states), row_word_(row_word) {
    model_.mdp.action_begin.reserve(static_cast<std::size_t>(num_states) + 1);
    model_.mdp.row_begin.push_back(0);
  }
  void reserve(std::size_t rows, std::size_t transitions);

  /// @pre state is not before that of the row before
  void begin_row(State state, double reward = 0);
  /// @throws ModelTextError for a probability outside 0 ... 1 + 1e-9, or a next state that the row has already
  void add(const TextScanner& at, State next, double probability) {
    if (!(probability >= 0 && probability <= 1 + 1e-9)) fail(at.line(), text("the probability is ", probability));
    if (next <= largest_next_) {
      check_not_listed(at.line(), next);
    } else {
      largest_next_ = next;
    }
    if (probability == 0) return;
    sum_ += probability;
    model_.mdp.next_state.push_back(next);
    model_.mdp.probability.push_back(probability);
  }
  /// @param line  for the message
  /// @throws ModelTextError if the row does not sum to 1 within 1e-9
  void end_row(std::int64_t line);
  /// Gives the row just begun a name; an empty one is none.
  void name_row(std::string_view name);

  /// The name of the row just begun; empty if it has none.
  std::string_view row_name() const noexcept;
  std::int64_t num_rows() const noexcept { return static_cast<std::int64_t>(model_.mdp.reward.size()); }

  /// Labels and initial states are the caller's.
  LabelledMdp finish() &&;

 private:
  struct NameHash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  [[noreturn]] void fail(std::int64_t line, const std::string& what) const;
  void check_not_listed(std::int64_t line, State next);

  State num_states_;
  std::string row_word_;
  LabelledMdp model_;
  std::unordered_map<std::string, std::int32_t, NameHash, std::equal_to<>> name_index_;
  State state_ = -1;
  State largest_next_ = -1;  // of the row
  double sum_ = 0;
  // For rows that do not ascend: of every next state the last such row that has it, counted from 1, and how far the
  // entries are marked there. Empty until there is such a row.
  std::vector<std::int64_t> row_seen_;
  std::int64_t marked_ = 0;
};

}  // namespace aleator
