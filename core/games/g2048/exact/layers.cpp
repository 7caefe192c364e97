#include "core/games/g2048/exact/layers.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator::g2048 {
namespace {

KeyLists keys_of_canonical(const LayerRules& rules, std::vector<Board>& boards) {
  canonical_boards(rules.symmetries(), boards, boards);
  KeyLists lists;
  for (const Board board : boards) lists.add(key_of(board));
  return lists;
}

}  // namespace

LayerRules::LayerRules(const Rules& rules)
    : moves_((require_none(problems_of(rules)), shape_of(rules))),
      symmetries_(shape_of(rules)),
      end_(end_exponent(rules)),
      tile_probability_{1 - rules.four_probability, rules.four_probability} {}

std::vector<Start> starts_of(const LayerRules& rules) {
  std::vector<Start> starts;
  const int cells = rules.shape().cells();
  const auto add = [&](int first, double first_probability) {
    for_each_spawn(0, rules.shape(), first, [&](Board one_tile) {
      for (int second = 1; second <= 2; ++second) {
        const double probability = first_probability * rules.tile_probability()[second - 1] / cells / (cells - 1);
        if (probability == 0) continue;
        for_each_spawn(one_tile, rules.shape(), second, [&](Board board) {
          starts.push_back({rules.symmetries().canonical(board), probability});
        });
      }
    });
  };
  for (int first = 1; first <= 2; ++first) add(first, rules.tile_probability()[first - 1]);
  std::stable_sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) { return a.board < b.board; });
  std::vector<Start> distinct;
  for (const Start& start : starts) {
    if (distinct.empty() || distinct.back().board != start.board) distinct.push_back({start.board, 0});
    distinct.back().probability += start.probability;
  }
  return distinct;
}

KeyLists afterstates_of(const LayerRules& rules, BlockOf positions, std::size_t& terminals) {
  std::vector<Board> boards;
  boards.reserve(4 * (positions.last - positions.first));
  for (std::size_t i = positions.first; i < positions.last; ++i) {
    const Board board = positions.set[i];
    const std::size_t before = boards.size();
    for (const Direction direction : rules.choices(board)) {
      const Moved<Board> moved = rules.moves()(board, direction);
      if (moved.outgrown)
        throw std::overflow_error("a tile above 2^15 can be reached: the board is too large to solve");
      if (moved.board != board) boards.push_back(moved.board);
    }
    terminals += boards.size() == before;
  }
  return keys_of_canonical(rules, boards);
}

KeyLists spawned_on(const LayerRules& rules, BlockOf afterstates, int exponent) {
  std::vector<Board> boards;
  for (std::size_t i = afterstates.first; i < afterstates.last; ++i) {
    for_each_spawn(afterstates.set[i], rules.shape(), exponent, [&](Board board) { boards.push_back(board); });
  }
  return keys_of_canonical(rules, boards);
}

void FoundBytes::add(const Layer& layer, const std::array<FoundPositions, 2>& next) {
  layers_ += static_cast<double>((layer.positions.size() + layer.afterstates.size()) * sizeof(Board));
  double bytes = layers_;
  for (const FoundPositions& found : next) {
    for (const KeyLists& lists : found) bytes += static_cast<double>(lists.bytes());
  }
  if (bytes <= most_) return;
  constexpr double mebibyte = 1 << 20;
  throw std::length_error(text("the positions up to a sum of tiles of ", layer.sum, " take ",
                               std::ceil(bytes / mebibyte), " MiB, more than the ", std::floor(most_ / mebibyte),
                               " MiB that are allowed"));
}

}  // namespace aleator::g2048
