// Positions with their outlooks, looked up by position: solved games, opening books, endgame bases.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/search/game.hpp"
#include "core/search/outlook.hpp"

namespace aleator {

/// Canonical positions in layers of equal G::longest, each ascending by key.
template <TwoPlayerGame G>
class SolvedTable {
 public:
  using Position = typename G::Position;

  /// What a position takes.
  static constexpr std::size_t bytes_of_one = sizeof(Position) + sizeof(std::int8_t) + sizeof(std::int32_t);

  /// @param positions  canonical, in any order, each any number of times; the game must outlive this
  SolvedTable(const G& game, std::vector<Position> positions) : game_(&game), positions_(std::move(positions)) {
    const auto is_before = [&](const Position& a, const Position& b) {
      const auto left_of_a = game.longest(a);
      const auto left_of_b = game.longest(b);
      return left_of_a != left_of_b ? left_of_a < left_of_b : game.key(a) < game.key(b);
    };
    if (!std::is_sorted(positions_.begin(), positions_.end(), is_before)) {
      std::sort(positions_.begin(), positions_.end(), is_before);
    }
    positions_.erase(std::unique(positions_.begin(), positions_.end()), positions_.end());
    values_.resize(positions_.size());
    distances_.resize(positions_.size());
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      const auto layer = static_cast<std::size_t>(game.longest(positions_[i]));
      while (layer_begin_.size() <= layer) layer_begin_.push_back(i);
    }
    layer_begin_.push_back(positions_.size());
  }

  std::size_t size() const noexcept { return positions_.size(); }
  const Position& position(std::size_t i) const noexcept { return positions_[i]; }
  Outlook outlook(std::size_t i) const noexcept { return {values_[i], distances_[i]}; }
  void set(std::size_t i, const Outlook& outlook) noexcept {
    values_[i] = static_cast<std::int8_t>(outlook.value);
    distances_[i] = outlook.distance;
  }

  std::span<const std::int8_t> values() const noexcept { return values_; }
  std::span<const std::int32_t> distances() const noexcept { return distances_; }

  std::size_t num_layers() const noexcept { return layer_begin_.size() - 1; }
  /// Where the positions of so many plies at most to the end begin. @pre longest <= num_layers()
  std::size_t layer_begin(std::size_t longest) const noexcept { return layer_begin_[longest]; }

  /// Nothing if neither the position nor its image is there.
  std::optional<Outlook> find(const Position& position) const noexcept {
    const auto layer = static_cast<std::size_t>(game_->longest(position));
    if (layer >= num_layers() || layer_begin_[layer] == layer_begin_[layer + 1]) return std::nullopt;
    const auto key = game_->key(game_->canonical(position));
    const auto begin = positions_.begin() + static_cast<std::ptrdiff_t>(layer_begin_[layer]);
    const auto end = positions_.begin() + static_cast<std::ptrdiff_t>(layer_begin_[layer + 1]);
    const auto found =
        std::lower_bound(begin, end, key, [&](const Position& p, const auto& k) { return game_->key(p) < k; });
    if (found == end || game_->key(*found) != key) return std::nullopt;
    return outlook(static_cast<std::size_t>(found - positions_.begin()));
  }

 private:
  const G* game_;
  std::vector<Position> positions_;
  std::vector<std::int8_t> values_;
  std::vector<std::int32_t> distances_;
  std::vector<std::size_t> layer_begin_;  // [longest]
};

}  // namespace aleator
