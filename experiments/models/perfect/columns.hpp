// Tables of solved positions as columns of numbers, and back.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/search/solved_table.hpp"
#include "experiments/models/perfect/any_game.hpp"

namespace aleator::perfect {

/// The columns of a table, and a table of the columns.
template <class Kind>
TableColumns columns_of(const SolvedTable<typename Kind::Game>& table) {
  TableColumns columns;
  columns.value.assign(table.values().begin(), table.values().end());
  columns.distance.assign(table.distances().begin(), table.distances().end());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto [own, other] = Kind::words(table.position(i));
    columns.own.push_back(static_cast<std::int64_t>(own));
    columns.other.push_back(static_cast<std::int64_t>(other));
  }
  return columns;
}
template <class Kind>
SolvedTable<typename Kind::Game> table_of(const typename Kind::Game& game, const TableColumns& columns) {
  std::vector<typename Kind::Game::Position> positions;
  for (std::size_t i = 0; i < columns.value.size(); ++i) {
    positions.push_back(
        Kind::position(static_cast<std::uint64_t>(columns.own[i]), static_cast<std::uint64_t>(columns.other[i])));
  }
  SolvedTable<typename Kind::Game> table(game, std::move(positions));  // which keeps the order that it once made
  for (std::size_t i = 0; i < columns.value.size(); ++i) {
    const bool is_there =
        i < table.size() && Kind::words(table.position(i)) == std::pair(static_cast<std::uint64_t>(columns.own[i]),
                                                                        static_cast<std::uint64_t>(columns.other[i]));
    if (!is_there) throw std::invalid_argument("book_file: the positions are not in order");
    table.set(i, {columns.value[i], columns.distance[i]});
  }
  return table;
}

}  // namespace aleator::perfect
