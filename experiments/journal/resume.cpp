#include "experiments/journal/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "experiments/journal/needed_replicates.hpp"
#include "experiments/journal/stored_schema.hpp"
#include "experiments/results/file_error.hpp"

namespace aleator {

namespace {

/// Runs on their way from one journal to another, in batches of the same facts and outputs.
class RunsToCopy {
 public:
  RunsToCopy(Journal& into, const Journal& from) : into_(into), from_(from) {}

  void add(const JournalEntry& entry, const RunOutcome& outcome, std::span<const std::byte> bytes) {
    constexpr std::size_t most = 10'000;
    if (entry.facts != facts_ || entry.schema != schema_ || runs_.size() == most) commit();
    facts_ = entry.facts;
    schema_ = entry.schema;
    runs_.push_back({entry.identity, entry.place, outcome, {bytes.begin(), bytes.end()}});
  }

  void commit() {
    if (runs_.empty()) return;
    const std::int64_t facts = into_.facts_number(from_.facts(facts_));
    const std::int64_t schema = into_.schema_number(from_.schema(schema_));
    while (!into_.append(runs_, facts, schema)) {
    }
    runs_.clear();
  }

 private:
  Journal& into_;
  const Journal& from_;
  std::vector<JournalRun> runs_;
  std::int64_t facts_ = 0;
  std::int64_t schema_ = 0;
};

}  // namespace

std::vector<std::int64_t> SweepState::to_run(bool retry_failed) const {
  std::vector<std::int64_t> points;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const bool finished = state[i] == PointState::done || state[i] == PointState::unneeded ||
                          (state[i] == PointState::failed && !retry_failed);
    if (!finished) points.push_back(static_cast<std::int64_t>(i));
  }
  return points;
}

std::int64_t SweepState::count(PointState of) const noexcept {
  return std::count(state.begin(), state.end(), of);
}

Resume::Resume(const Experiment& experiment, const Journal& journal)
    : experiment_(experiment), journal_(journal), identities_(experiment), replicates_(experiment.sweep.replicates) {
  journal.for_each_entry([this](const JournalEntry& entry) {
    const Known known{entry.number, entry.status, entry.attempts, entry.facts, entry.schema};
    add(by_identity_[entry.identity], known);
    by_place_[entry.place] = known;
  });
  const auto points = static_cast<std::size_t>(experiment.sweep.size());
  state_.state.resize(points, PointState::is_new);
  state_.number.resize(points, 0);
  state_.attempts.resize(points, 0);
  for (std::size_t point = 0; point < points; ++point) look_at(static_cast<std::int64_t>(point));
  if (experiment.until) mark_unneeded();
}

void Resume::add(Known& same, const Known& repeated) {
  const bool in_vain = repeated.status == RunStatus::failed && same.number > 0 && same.status != RunStatus::failed &&
                       lacks(same.schema).empty();
  if (in_vain) {
    same.attempts = repeated.attempts;
  } else {
    same = repeated;
  }
}

void Resume::mark_unneeded() {
  const auto needed = needed_replicates(experiment_, load_records(journal_, experiment_.schema, state_.number));
  replicates_ = *std::max_element(needed.begin(), needed.end());
  const auto replicates = static_cast<std::size_t>(experiment_.sweep.replicates);
  for (std::size_t i = 0; i < state_.state.size(); ++i) {
    if (static_cast<std::int64_t>(i % replicates) < needed[i / replicates]) continue;
    state_.state[i] = PointState::unneeded;
    state_.number[i] = 0;  // it may have been run when more were needed
  }
}

std::unique_ptr<Resume> resume_with_needed_replicates(Experiment& experiment, const Journal& journal) {
  for (;;) {
    auto resume = std::make_unique<Resume>(experiment, journal);
    if (resume->replicates() <= experiment.sweep.replicates) return resume;
    experiment.sweep.replicates = resume->replicates();
  }
}

void Resume::look_at(std::int64_t point) {
  const auto i = static_cast<std::size_t>(point);
  const auto position = experiment_.sweep.position(point);
  const auto same = by_identity_.find(identities_.identity(position));
  if (same == by_identity_.end()) {
    if (by_place_.contains(identities_.place(position))) state_.state[i] = PointState::stale;
    return;
  }
  const Known& known = same->second;
  state_.attempts[i] = known.attempts;
  if (known.status == RunStatus::failed) {
    state_.state[i] = PointState::failed;
  } else if (!lacks(known.schema).empty()) {
    state_.state[i] = PointState::stale;
    return;
  } else {
    state_.state[i] = PointState::done;
  }
  state_.number[i] = known.number;
}

const std::string& Resume::lacks(std::int64_t schema) const {
  const auto found = lacking_.find(schema);
  if (found != lacking_.end()) return found->second;
  return lacking_[schema] = first_lacking(stored_schema(journal_.schema(schema)), experiment_.schema);
}

std::string Resume::reason(std::int64_t point) const {
  const auto i = static_cast<std::size_t>(point);
  if (state_.state[i] == PointState::failed) return "failed before: retry with --retry-failed";
  if (state_.state[i] != PointState::stale) return {};
  const auto position = experiment_.sweep.position(point);
  const auto same = by_identity_.find(identities_.identity(position));
  if (same != by_identity_.end()) return fmt::format("output {} was not kept", lacks(same->second.schema));
  const auto place = by_place_.find(identities_.place(position));
  return changed_facts(identities_.facts_about(position, journal_.facts(place->second.facts)),
                       identities_.facts_about(position, identities_.facts()));
}

void note_experiment(Journal& journal, const Experiment& experiment) {
  journal.set_text("experiment", experiment.text);
  journal.set_text("file", experiment.file);
  journal.set_text("overrides", fmt::format("{}", fmt::join(experiment.overrides, "\n")));
}

Experiment noted_experiment(const Journal& journal) {
  std::vector<std::string> overrides;
  std::istringstream lines(journal.text("overrides"));
  for (std::string line; std::getline(lines, line);) overrides.push_back(line);
  Experiment experiment = read_experiment_text(journal.text("file"), journal.text("experiment"), overrides);
  experiment.results = journal.path().parent_path() / journal.path().stem();
  return experiment;
}

void merge_runs(Journal& into, const Journal& from) {
  std::unordered_map<Identity, bool, IdentityHash> known;  // whether it is more than a failure
  into.for_each_entry([&](const JournalEntry& entry) { known[entry.identity] |= entry.status != RunStatus::failed; });
  std::vector<JournalEntry> entries;
  from.for_each_entry([&](const JournalEntry& entry) { entries.push_back(entry); });
  RunsToCopy copied(into, from);
  auto entry = entries.begin();
  from.for_each_run(1, [&](std::int64_t, std::int64_t, const RunOutcome& outcome, std::span<const std::byte> bytes) {
    const JournalEntry& of = *entry++;
    const auto found = known.find(of.identity);
    if (found != known.end() && (found->second || outcome.status == RunStatus::failed)) return;
    copied.add(of, outcome, bytes);
  });
  copied.commit();
}

Records load_records(const Journal& journal, const ResultSchema& schema, const std::vector<std::int64_t>& numbers) {
  std::vector<std::pair<std::int64_t, std::size_t>> wanted;  // number and point
  for (std::size_t point = 0; point < numbers.size(); ++point) {
    if (numbers[point] > 0) wanted.emplace_back(numbers[point], point);
  }
  std::sort(wanted.begin(), wanted.end());
  Records records(schema, numbers.size());
  if (wanted.empty()) return records;
  StoredSchemas stored(journal, schema);
  auto next = wanted.begin();
  journal.for_each_run(wanted.front().first, [&](std::int64_t number, std::int64_t of, const RunOutcome& outcome,
                                                 std::span<const std::byte> bytes) {
    while (next != wanted.end() && next->first < number) ++next;
    if (next == wanted.end() || next->first != number) return;
    const auto read = stored.read(of, bytes);
    for (; next != wanted.end() && next->first == number; ++next) records.put(next->second, outcome, read);
  });
  return records;
}

}  // namespace aleator
