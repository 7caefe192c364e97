// What a journal has already of an experiment's points.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/journal/journal.hpp"
#include "experiments/run/records.hpp"

namespace aleator {

enum class PointState : std::uint8_t {
  is_new,  // never run
  done,
  failed,   // finished with an error
  stale,    // run with other keys, or without an output that is kept now
  unneeded  // a replicate that is not needed: the mean of those before it is known well enough
};

/// What is known of each point.
struct SweepState {
  std::vector<PointState> state;
  std::vector<std::int64_t> number;    // of its run in the journal; 0: none that counts
  std::vector<std::int32_t> attempts;  // how often it was run

  /// Points that are to be run, ascending.
  std::vector<std::int64_t> to_run(bool retry_failed) const;
  std::int64_t count(PointState of) const noexcept;
};

/// Compares the points of an experiment with a journal.
class Resume {
 public:
  Resume(const Experiment& experiment, const Journal& journal);

  const SweepState& state() const noexcept { return state_; }

  /// The most replicates that a point needs now; may be more than the sweep has.
  std::int64_t replicates() const noexcept { return replicates_; }

  /// Why a point is stale or failed: "solve.tolerance changed"; empty for others.
  std::string reason(std::int64_t point) const;

 private:
  struct Known {
    std::int64_t number = 0;
    RunStatus status = RunStatus::not_run;
    std::int32_t attempts = 0;
    std::int64_t facts = 0;
    std::int64_t schema = 0;
  };

  /// What is known after a run was repeated: one that fails takes nothing from one that was good.
  void add(Known& same, const Known& repeated);
  void look_at(std::int64_t point);
  void mark_unneeded();
  /// The first output that records of a schema lack; empty if they have all.
  const std::string& lacks(std::int64_t schema) const;

  const Experiment& experiment_;
  const Journal& journal_;
  PointIdentities identities_;
  std::unordered_map<Identity, Known, IdentityHash> by_identity_;
  std::unordered_map<Identity, Known, IdentityHash> by_place_;
  mutable std::unordered_map<std::int64_t, std::string> lacking_;  // by schema
  SweepState state_;
  std::int64_t replicates_;
};

/// What the journal has of the points; where replicates go on until a mean is known well enough, with as many as it
/// tells are needed.
/// @param experiment  gets that many replicates
std::unique_ptr<Resume> resume_with_needed_replicates(Experiment& experiment, const Journal& journal);

/// Notes in a journal what its experiment is, so that it can be read again from there.
void note_experiment(Journal& journal, const Experiment& experiment);
/// The experiment that was noted last. Its results stand beside the journal.
/// @throws ConfigError if this program does not take it
Experiment noted_experiment(const Journal& journal);

/// Copies the runs of one journal to another that has not got them, or only as failed ones.
/// @throws results::FileError if they cannot be read or written
void merge_runs(Journal& into, const Journal& from);

/// The records of all points that have a run in the journal.
/// @param numbers  by point; 0: none
Records load_records(const Journal& journal, const ResultSchema& schema, const std::vector<std::int64_t>& numbers);

}  // namespace aleator
