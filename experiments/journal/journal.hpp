// The journal of an experiment: what every finished run has left, kept by SQLite so that a crash at any time loses
// nothing that was committed. docs/sweeps.md describes the tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/journal/identity.hpp"
#include "experiments/run/records.hpp"

namespace aleator {

/// The journal that belongs to a results file: RESULTS.journal.
std::filesystem::path journal_path(const std::filesystem::path& results);

/// A finished run on its way into the journal.
struct JournalRun {
  Identity identity;
  Identity place;
  RunOutcome outcome;
  std::vector<std::byte> record;  // as record_bytes gives it
};

/// What a journal says of a run without its record.
struct JournalEntry {
  std::int64_t number;  // 1, 2, ... in the order in which they were committed
  Identity identity;
  Identity place;
  RunStatus status;
  std::int32_t attempts;
  std::int64_t facts;   // the number of the Facts that the run shares with others
  std::int64_t schema;  // the number of its outputs' description
};

struct JournalCounts {
  std::int64_t runs = 0;
  std::int64_t failed = 0;  // of them
};

/// One connection to a journal. Threads: one at a time.
class Journal {
 public:
  /// Opens the file, or makes it.
  /// @throws results::FileError if it cannot be opened, is no journal, or is another experiment's (name)
  Journal(const std::filesystem::path& path, const std::string& experiment);
  /// Opens the file to read it.
  /// @throws results::FileError also if it is not there
  explicit Journal(const std::filesystem::path& path);
  Journal(Journal&&) noexcept;
  ~Journal();

  const std::filesystem::path& path() const noexcept;

  /// A text that belongs to the journal as a whole: "name", "experiment", ...; empty if it was never set.
  std::string text(const std::string& key) const;
  void set_text(const std::string& key, const std::string& value);

  /// The number of the facts or the description, which is added if it is new.
  std::int64_t facts_number(const Facts& facts);
  std::int64_t schema_number(const std::string& description);
  Facts facts(std::int64_t number) const;
  std::string schema(std::int64_t number) const;

  /// Adds runs, all or none of them.
  /// @return the number of the first; none if another process is reading, and it is to be tried again
  /// @throws results::FileError if they cannot be written
  std::optional<std::int64_t> append(std::span<const JournalRun> runs, std::int64_t facts, std::int64_t schema);

  /// Calls use(entry) for all runs in the order of their numbers; of a run that was repeated for each time.
  void for_each_entry(const std::function<void(const JournalEntry&)>& use) const;

  /// use(number, schema, outcome, bytes of the record)
  using UseRun = std::function<void(std::int64_t, std::int64_t, const RunOutcome&, std::span<const std::byte>)>;
  /// Calls use for all runs from number `first` on, in the order of their numbers.
  void for_each_run(std::int64_t first, const UseRun& use) const;

  /// Of the runs after number `last`.
  JournalCounts counts(std::int64_t last = 0) const;

 private:
  void check_format() const;
  std::int64_t number_of(const char* table, const std::string& text);
  std::string numbered(const char* table, std::int64_t number) const;

  struct State;
  std::unique_ptr<State> state_;
};

/// The outputs of a schema as text, one a line: what the bytes of a record mean.
std::string schema_text(const ResultSchema& schema);

}  // namespace aleator
