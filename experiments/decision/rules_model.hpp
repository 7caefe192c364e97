// A decision process given by rules, or read from a file.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/mdp/chain/policy_chain.hpp"
#include "experiments/decision/decision_model.hpp"

namespace aleator {

/// @throws std::invalid_argument that tells the labels that exist
[[noreturn]] void refuse_label(std::string_view label, const std::vector<std::string>& known);

/// Rows smaller than this are kept plain: they are in the cache whatever their encoding.
inline constexpr State least_encoded_states = 4096;

/// The encoding that is asked for, or the best for the model alone; nothing where that is plain.
/// @param is_game  such have no stencil
template <Model M>
std::optional<EncodedRows> encode(const M& model, bool is_game, Encoding encoding, TbbExecutor& executor) {
  const bool automatic = encoding == Encoding::automatic;
  if (encoding == Encoding::plain || encoding == Encoding::lanes) return std::nullopt;
  if (automatic && model.num_states() < least_encoded_states) return std::nullopt;
  if (encoding == Encoding::dictionary) return build_dictionary(model);
  if (!is_game) {
    const StencilPlan plan = plan_stencil(model, executor);
    if (plan.pays) return build_stencil(model, plan);
  }
  if (encoding == Encoding::stencil) {
    throw std::invalid_argument(
        is_game ? "encoding = \"stencil\" is not for turn games"
                : "encoding = \"stencil\": too few states have relative transitions in common");
  }
  if (auto rows = try_build_dictionary(model)) return std::move(*rows);
  return std::nullopt;
}

/// Rows in the encodings that were asked for, so that each is made once. One thread at a time works on a model.
class KeptEncodings {
 public:
  template <Model M>
  std::shared_ptr<const EncodedRows> of(const M& model, bool is_game, Encoding encoding, TbbExecutor& executor) {
    Kept& kept = kept_[static_cast<std::size_t>(encoding)];
    if (!kept.made) {
      if (auto rows = encode(model, is_game, encoding, executor)) {
        kept.rows = std::make_shared<const EncodedRows>(std::move(*rows));
      }
      kept.made = true;
    }
    return kept.rows;
  }

 private:
  struct Kept {
    bool made = false;
    std::shared_ptr<const EncodedRows> rows;
  };
  std::array<Kept, 5> kept_;
};

/// Any Model of core. It may also have label_names() and has_label(name, state), initial_state(), owner(state).
template <Model M>
class RulesModel : public DecisionModel {
 public:
  RulesModel(M model, std::vector<std::int64_t> labels) : model_(std::move(model)), action_labels_(std::move(labels)) {}

  const M& model() const noexcept { return model_; }

  State num_states() const override { return model_.num_states(); }
  const std::vector<std::int64_t>& action_labels() const override { return action_labels_; }

  std::shared_ptr<const SparseMdp> sparse(Rewards rewards) const override {
    auto& kept = sparse_[rewards == Rewards::per_transition];
    if (!kept) kept = std::make_shared<const SparseMdp>(build_sparse(model_, rewards));
    return kept;
  }

  std::shared_ptr<const EncodedRows> encoded(Encoding encoding, TbbExecutor& executor) const override {
    return encoded_.of(model_, GameModel<M>, encoding, executor);
  }

  SparseMdp chain(const std::vector<Action>& policy, Rewards rewards) const override {
    return policy_chain(model_, policy, rewards);
  }

  std::vector<std::string> label_names() const override {
    std::vector<std::string> names = {"end", "init"};
    if constexpr (has_labels) {
      for (const std::string& name : model_.label_names()) {
        if (name != "end" && name != "init") names.push_back(name);
      }
    }
    return names;
  }

  std::vector<std::uint8_t> labelled(std::string_view label) const override {
    const auto names = label_names();
    if (std::find(names.begin(), names.end(), label) == names.end()) refuse_label(label, names);
    std::vector<std::uint8_t> has(static_cast<std::size_t>(num_states()));
    for (State s = 0; s < num_states(); ++s) has[s] = has_label(label, s);
    return has;
  }

 private:
  static constexpr bool has_labels = requires(const M& model, State s) {
    model.label_names();
    { model.has_label("", s) } -> std::convertible_to<bool>;
  };

  bool has_label(std::string_view label, State s) const {
    if (label == "end") return model_.num_actions(s) == 0;
    if (label == "init") {
      State initial = 0;
      if constexpr (requires { model_.initial_state(); }) initial = model_.initial_state();
      return s == initial;
    }
    if constexpr (has_labels) return model_.has_label(label, s);
    return false;
  }

  M model_;
  std::vector<std::int64_t> action_labels_;
  mutable std::shared_ptr<const SparseMdp> sparse_[2];  // kept once built
  mutable KeptEncodings encoded_;
};

/// The actions 0 ... n-1 of models that do not name them.
inline std::vector<std::int64_t> numbered_actions(std::int64_t n) {
  std::vector<std::int64_t> labels(static_cast<std::size_t>(n));
  std::iota(labels.begin(), labels.end(), 0);
  return labels;
}

}  // namespace aleator
