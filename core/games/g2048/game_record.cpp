#include "core/games/g2048/game_record.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"

namespace aleator::g2048 {
namespace {

constexpr std::array<const char*, 4> direction_names{"left", "right", "up", "down"};

/// The tiles of `board` where `before` has none: " 2@1,3 4@4,2".
std::string new_tiles(WideBoard before, WideBoard board, Shape shape) {
  std::string tiles;
  for (int cell = 0; cell < shape.cells(); ++cell) {
    const int exponent = exponent_at(board, shape, cell);
    if (exponent == 0 || exponent_at(before, shape, cell) != 0) continue;
    tiles += text(" ", std::int64_t{1} << exponent, "@", cell / shape.cols + 1, ",", cell % shape.cols + 1);
  }
  return tiles;
}

std::string move_text(const GameRecord::Step& step, Shape shape) {
  const auto direction = std::find_if(directions.begin(), directions.end(), [&](Direction each) {
    return move_cell_by_cell(step.before, shape, each).board == step.after;
  });
  return text(direction_names[static_cast<std::size_t>(*direction)], " +",
              move_cell_by_cell(step.before, shape, *direction).reward);
}

}  // namespace

std::string record_text(const GameRecord& record, Shape shape) {
  const auto& steps = record.steps;
  std::string all = "start" + new_tiles(0, steps.empty() ? record.end : steps.front().before, shape) + "\n";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const WideBoard next = i + 1 < steps.size() ? steps[i + 1].before : record.end;
    all += move_text(steps[i], shape) + new_tiles(steps[i].after, next, shape) + "\n";
  }
  return all + text("end score ", record.result.score, " moves ", record.result.moves, " largest ",
                    std::int64_t{1} << record.result.largest, "\n");
}

}  // namespace aleator::g2048
