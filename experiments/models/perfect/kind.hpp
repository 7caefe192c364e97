// The row of the registry of a game of perfect information.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "experiments/models/perfect/ask.hpp"
#include "experiments/models/perfect/game_of.hpp"
#include "experiments/models/perfect/play.hpp"
#include "experiments/models/perfect/search.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::perfect {

/// @tparam Kind  see GameOf; its Game is made of Rules
template <class Rules, class Kind>
ModelKind kind(Variant variant, std::string state_help) {
  ModelKind kind;
  kind.variant = std::move(variant);
  kind.check = [](const Config& config) { return problems_of(config.as<Rules>("model")); };
  kind.make = [](const Config& config, std::uint64_t) {
    const auto game = std::make_shared<const GameOf<Kind>>(typename Kind::Game(config.as<Rules>("model")));
    return Game{std::shared_ptr<const AnyGame>(game), nullptr};
  };
  kind.size = [](const Config&) { return ProcessSize(); };
  kind.tasks = {search_task(), play_task()};
  kind.state_help = std::move(state_help) + "; or \"moves\" and the moves from the start on, such as \"moves 1 2\"";
  kind.ask = ask;
  return kind;
}

}  // namespace aleator::perfect
