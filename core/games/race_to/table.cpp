#include "core/games/race_to/table.hpp"

#include <deque>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator::race_to {
namespace {

/// The best of the totals in a window that moves down: those that a later and at least as good one outlives are
/// dropped, so that the best is always in front.
class BestInWindow {
 public:
  explicit BestInWindow(std::int64_t width) : width_(width) {}

  /// @param outlook  of the move to this total
  void add(std::int64_t total, const Outlook& outlook) {
    while (!candidates_.empty() && !is_better(candidates_.back().outlook, outlook)) candidates_.pop_back();
    candidates_.push_back({total, outlook});
    while (candidates_.front().total >= total + width_) candidates_.pop_front();
  }

  const Outlook& best() const { return candidates_.front().outlook; }

 private:
  struct Candidate {
    std::int64_t total;
    Outlook outlook;
  };

  std::int64_t width_;
  std::deque<Candidate> candidates_;
};

void require_room(const RaceTo& game, std::size_t memory) {
  const std::int64_t target = game.rules().target;
  if (target > largest_table_target) {
    throw std::length_error(text("a table of ", target, " totals is larger than the ", largest_table_target,
                                 " that are solved one by one; outlooks are known by the period"));
  }
  // The window holds few totals: of equal value the nearer ends are better for one player, the farther for the other.
  const std::size_t bytes = static_cast<std::size_t>(target + 1) * (sizeof(std::int8_t) + sizeof(std::int32_t));
  if (bytes <= memory) return;
  throw std::length_error(text("a table of ", target, " totals takes ", bytes, " bytes: more than the ", memory,
                               " bytes of memory that it may take"));
}

}  // namespace

Table solve_table(const RaceTo& game, std::size_t memory) {
  require_room(game, memory);
  const auto target = static_cast<std::size_t>(game.rules().target);
  Table table{std::vector<std::int8_t>(target + 1), std::vector<std::int32_t>(target + 1)};
  BestInWindow window(game.rules().largest_step);
  Outlook outlook{*game.result(game.rules().target), 0};
  for (std::int64_t total = game.rules().target;; --total) {
    table.value[static_cast<std::size_t>(total)] = static_cast<std::int8_t>(outlook.value);
    table.distance[static_cast<std::size_t>(total)] = outlook.distance;
    if (total == 0) return table;
    window.add(total, before(outlook));
    outlook = window.best();
  }
}

}  // namespace aleator::race_to
