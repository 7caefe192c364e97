#include "core/mdp/encodings/stencil_mdp.hpp"

#include <bit>
#include <cmath>
#include <map>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator {
namespace {

/// Each offset of a pattern with the least probability that an action has for it.
std::map<std::int32_t, double> least_probabilities(const StencilPattern& pattern) {
  std::map<std::int32_t, double> least;
  std::map<std::int32_t, Action> actions;
  for (std::size_t i = 0; i < pattern.offset.size(); ++i) {
    const auto [entry, is_new] = least.emplace(pattern.offset[i], pattern.probability[i]);
    if (!is_new) entry->second = std::min(entry->second, pattern.probability[i]);
    ++actions[pattern.offset[i]];
  }
  std::erase_if(least, [&](const auto& entry) { return actions[entry.first] < pattern.num_actions(); });
  return least;
}

void add_extra_terms(const std::map<std::int32_t, double>& shared, StencilPattern& pattern) {
  pattern.extra_begin.assign(1, 0);
  for (Action a = 0; a < pattern.num_actions(); ++a) {
    for (std::int64_t i = pattern.row_begin[a]; i < pattern.row_begin[a + 1]; ++i) {
      const auto found = shared.find(pattern.offset[i]);
      const double beyond = pattern.probability[i] - (found == shared.end() ? 0 : found->second);
      if (beyond == 0) continue;
      pattern.extra_offset.push_back(pattern.offset[i]);
      pattern.extra.push_back(beyond);
    }
    pattern.extra_begin.push_back(static_cast<std::int64_t>(pattern.extra.size()));
  }
}

template <class List>
bool all_equal(const List& list) {
  return std::all_of(list.begin(), list.end(), [&](const auto& item) { return item == list.front(); });
}

/// Whether every action has one extra term of the same weight and the same reward.
bool has_one_extra(const StencilPattern& pattern) {
  for (Action a = 0; a < pattern.num_actions(); ++a) {
    if (pattern.extra_begin[a + 1] != a + 1) return false;
  }
  return all_equal(pattern.reward) && all_equal(pattern.extra);
}

/// Leaves one of each offset; the order does not matter, all weigh the same.
void drop_repeated_extra(StencilPattern& pattern) {
  auto& offsets = pattern.extra_offset;
  std::sort(offsets.begin(), offsets.end());
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
}

}  // namespace

StencilPattern make_pattern(const SparseMdp& rows, State index, State state) {
  StencilPattern pattern;
  pattern.row_begin.push_back(0);
  for (std::int64_t row = rows.action_begin[index]; row < rows.action_begin[index + 1]; ++row) {
    for (std::int64_t i = rows.row_begin[row]; i < rows.row_begin[row + 1]; ++i) {
      pattern.offset.push_back(rows.next_state[i] - state);
      pattern.probability.push_back(rows.probability[i]);
    }
    pattern.row_begin.push_back(static_cast<std::int64_t>(pattern.offset.size()));
    pattern.reward.push_back(rows.reward[row]);
  }
  const auto least = least_probabilities(pattern);
  for (const auto& [offset, probability] : least) {
    pattern.shared_offset.push_back(offset);
    pattern.shared.push_back(probability);
  }
  add_extra_terms(least, pattern);
  pattern.one_extra = has_one_extra(pattern);
  if (!pattern.one_extra) return pattern;
  drop_repeated_extra(pattern);
  const bool one_weight = all_equal(pattern.shared) && pattern.extra_offset == pattern.shared_offset;
  if (one_weight) pattern.one_weight = pattern.shared.size();
  return pattern;
}

void check_runs(StencilMdp& mdp) {
  mdp.transitions = mdp.general.num_transitions();
  for (const StencilRun& run : mdp.runs) {
    if (run.pattern < 0) continue;
    const auto& offset = mdp.patterns[run.pattern].offset;
    const auto [least, most] = std::minmax_element(offset.begin(), offset.end());
    if (run.begin + *least < 0 || static_cast<std::int64_t>(run.end) - 1 + *most >= mdp.num_states()) {
      throw std::invalid_argument(
          text("states ", run.begin, " to ", run.end - 1, ": a next state outside of ", mdp.num_states(), " states"));
    }
    mdp.transitions += static_cast<std::int64_t>(offset.size()) * (run.end - run.begin);
  }
}

std::size_t StencilMdp::bytes() const noexcept {
  std::size_t total = runs.size() * sizeof(StencilRun) + general.bytes();
  for (const StencilPattern& pattern : patterns) {
    total += sizeof pattern + pattern.offset.size() * 24 + pattern.reward.size() * 24;
  }
  return total;
}

RowFacts row_facts(const StencilMdp& mdp) {
  RowFacts facts = row_facts(mdp.general);
  for (const StencilPattern& pattern : mdp.patterns) {
    for (Action a = 0; a < pattern.num_actions(); ++a) {
      double sum = 0;
      for (std::int64_t i = pattern.row_begin[a]; i < pattern.row_begin[a + 1]; ++i) sum += pattern.probability[i];
      facts.smallest_sum = std::min(facts.smallest_sum, sum);
      facts.largest_sum = std::max(facts.largest_sum, sum);
      facts.largest_reward = std::max(facts.largest_reward, std::abs(pattern.reward[a]));
    }
    const auto terms = static_cast<std::int64_t>(pattern.shared.size() + pattern.extra.size());
    facts.longest = std::max(facts.longest, terms);
  }
  return facts;
}

namespace detail {

std::size_t RelativeRows::hash() const noexcept {
  std::size_t hash = row_end.size();
  const auto mix = [&](std::size_t bits) { hash = (hash ^ bits) * 0x9e3779b97f4a7c15 ^ (hash >> 29); };
  for (const Entry& entry : entries) {
    mix(static_cast<std::size_t>(entry.offset));
    mix(std::bit_cast<std::size_t>(entry.probability));
  }
  return hash;
}

void StencilPlanner::begin_run(State begin, const RelativeRows& rows) {
  if (!plan_.pays) return;
  end_run(begin);
  const std::size_t hash = rows.hash();
  auto [entry, last] = by_hash_.equal_range(hash);
  while (entry != last && !(rows_[static_cast<std::size_t>(entry->second)] == rows)) ++entry;
  std::int32_t pattern = static_cast<std::int32_t>(plan_.patterns.size());
  if (entry != last) {
    pattern = entry->second;
  } else {
    by_hash_.emplace(hash, pattern);
    rows_.push_back(rows);
    plan_.patterns.push_back({begin, 0});
    // Patterns that few states have are no gain over general rows.
    plan_.pays = pattern < 256 || static_cast<std::int64_t>(pattern) * 64 < begin;
  }
  const bool goes_on = !plan_.runs.empty() && plan_.runs.back().pattern == pattern;
  if (!goes_on) plan_.runs.push_back({begin, begin, pattern});
}

void StencilPlanner::end_run(State end) {
  if (plan_.runs.empty()) return;
  StencilPlan::Run& run = plan_.runs.back();
  plan_.patterns[static_cast<std::size_t>(run.pattern)].states += end - run.end;
  run.end = end;
}

StencilPlan StencilPlanner::finish(State num_states) && {
  end_run(num_states);
  const auto patterns = static_cast<std::int64_t>(plan_.patterns.size());
  plan_.pays = plan_.pays && patterns * least_states_of_pattern < num_states;
  return std::move(plan_);
}

}  // namespace detail

}  // namespace aleator
