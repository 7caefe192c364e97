// Any game of chance as a decision process: what the tasks that solve and analyse see of a model.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/mdp/encodings/dictionary_mdp.hpp"
#include "core/mdp/encodings/stencil_mdp.hpp"
#include "core/mdp/formats/labelled_mdp.hpp"
#include "core/mdp/sparse_mdp.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {

/// How the rows are kept in memory.
enum class Encoding : std::uint8_t { automatic, plain, dictionary, stencil, lanes };

/// Rows that are not plain ones.
using EncodedRows = std::variant<DictionaryMdp, StencilMdp>;

class DecisionModel {
 public:
  virtual ~DecisionModel() = default;

  virtual State num_states() const = 0;
  /// The names of the actions: action i of every state is action_labels()[i].
  virtual const std::vector<std::int64_t>& action_labels() const = 0;

  /// The rows as compressed sparse rows, which are kept for whoever asks next.
  virtual std::shared_ptr<const SparseMdp> sparse(Rewards rewards) const = 0;
  /// The rows in the encoding; `automatic` is the one that is fastest for this model. Nothing where that is sparse()
  /// (also for lanes, which share those).
  /// @throws std::invalid_argument if they cannot be kept so
  virtual std::shared_ptr<const EncodedRows> encoded(Encoding encoding, TbbExecutor& executor) const = 0;

  /// The chain that the process becomes under a policy of |S| actions (not read in states without actions).
  /// @throws std::invalid_argument for a policy of another size or with an action that does not exist
  virtual SparseMdp chain(const std::vector<Action>& policy, Rewards rewards) const = 0;

  /// Names of sets of states; "end", the states without actions, and "init" are among them.
  virtual std::vector<std::string> label_names() const = 0;
  /// |S|: 1 in the states that have the label.
  /// @throws std::invalid_argument if there is no such label; the message lists those that exist
  virtual std::vector<std::uint8_t> labelled(std::string_view label) const = 0;

  /// The process as files hold it: the rows with their labels and, if it was read from one, the names of actions and
  /// the values of variables.
  virtual LabelledMdp labelled_mdp() const;
};

}  // namespace aleator
