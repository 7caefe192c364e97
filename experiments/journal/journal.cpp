#include "experiments/journal/journal.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>
#include <utility>

#include "experiments/results/file_error.hpp"

namespace aleator {
namespace {

constexpr int application_id = 0x616c6561;  // "alea"
constexpr const char* format_version = "1";

constexpr const char* tables = R"(
  CREATE TABLE texts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE facts (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
  CREATE TABLE schemas (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
  CREATE TABLE runs (number INTEGER PRIMARY KEY, identity BLOB NOT NULL, place BLOB NOT NULL, status INTEGER NOT NULL,
                     attempts INTEGER NOT NULL, seconds REAL NOT NULL, facts INTEGER NOT NULL, schema INTEGER NOT NULL,
                     message TEXT, record BLOB);
)";

using IdentityBytes = std::array<unsigned char, 16>;

IdentityBytes bytes_of(const Identity& identity) {
  IdentityBytes bytes;
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<unsigned char>(identity.high >> (56 - 8 * i));
    bytes[8 + i] = static_cast<unsigned char>(identity.low >> (56 - 8 * i));
  }
  return bytes;
}

std::string text_of(const Facts& facts) {
  std::string text;
  for (const auto& [about, fact] : facts) text += fmt::format("{} = {}\n", about, fact);
  return text;
}

}  // namespace

struct Journal::State {
  std::filesystem::path path;
  sqlite3* database = nullptr;
  bool is_writer = false;

  ~State() {
    // No empty rollback journal stays behind.
    if (is_writer) sqlite3_exec(database, "PRAGMA journal_mode = DELETE", nullptr, nullptr, nullptr);
    sqlite3_close_v2(database);
  }

  [[noreturn]] void fail(const std::string& doing) const {
    const int code = sqlite3_errcode(database);
    const int system_code = sqlite3_system_errno(database);
    const bool by_system = (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system_code != 0;
    const std::string reason = by_system               ? std::strerror(system_code)
                               : code == SQLITE_FULL   ? "No space left on device"
                               : code == SQLITE_NOTADB ? "it is no journal of aleator; --fresh renames it"
                               : code == SQLITE_CORRUPT
                                   ? "it is damaged; `sqlite3 JOURNAL .recover` may save what is whole, and --fresh "
                                     "renames it and begins anew"
                                   : sqlite3_errmsg(database);
    throw results::FileError(fmt::format("{} {}: {}", doing, path.string(), reason));
  }

  void execute(const char* sql, const std::string& doing) const {
    if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(doing);
  }

  void open(int flags) {
    is_writer = (flags & SQLITE_OPEN_READONLY) == 0;
    const std::string doing = is_writer ? "cannot write" : "cannot read";
    if (sqlite3_open_v2(path.c_str(), &database, flags, nullptr) != SQLITE_OK) fail(doing);
  }
};

namespace {

/// A prepared statement.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql) : database_(database) {
    sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr);
  }
  Statement(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  void bind(int i, std::int64_t value) { sqlite3_bind_int64(statement_, i, value); }
  void bind(int i, double value) { sqlite3_bind_double(statement_, i, value); }
  void bind(int i, const std::string& text) {
    sqlite3_bind_text(statement_, i, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  }
  void bind(int i, const void* bytes, std::size_t size) {
    if (size > 0) sqlite3_bind_blob64(statement_, i, bytes, size, SQLITE_STATIC);
  }

  int step() { return sqlite3_step(statement_); }
  void reset() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }

  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  double number(int column) const { return sqlite3_column_double(statement_, column); }
  std::string text(int column) const {
    const auto* characters = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return characters ? std::string(characters, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)))
                      : "";
  }
  std::span<const std::byte> blob(int column) const {
    const auto* bytes = static_cast<const std::byte*>(sqlite3_column_blob(statement_, column));
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }
  Identity identity(int column) const {
    Identity identity;
    const auto bytes = blob(column);
    for (std::size_t i = 0; i < std::min<std::size_t>(16, bytes.size()); ++i) {
      auto& half = i < 8 ? identity.high : identity.low;
      half = half << 8 | static_cast<std::uint64_t>(bytes[i]);
    }
    return identity;
  }

 private:
  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace

std::filesystem::path journal_path(const std::filesystem::path& results) {
  return results.string() + ".journal";
}

Journal::Journal(const std::filesystem::path& path, const std::string& experiment)
    : state_(std::make_unique<State>(State{path})) {
  state_->open(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
  state_->execute("PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000",
                  "cannot write");
  Statement empty(state_->database, "SELECT count(*) FROM sqlite_master");
  if (empty.step() != SQLITE_ROW) state_->fail("cannot read");
  if (empty.integer(0) == 0) {
    state_->execute(fmt::format("BEGIN; PRAGMA application_id = {}; {}; COMMIT", application_id, tables).c_str(),
                    "cannot write");
    set_text("format", format_version);
    set_text("name", experiment);
  }
  check_format();
  if (text("name") != experiment) {
    throw results::FileError(
        fmt::format("{} holds runs of the experiment \"{}\", not of \"{}\": choose another file with -o, or let "
                    "--fresh rename this one",
                    path.string(), text("name"), experiment));
  }
}

Journal::Journal(const std::filesystem::path& path) : state_(std::make_unique<State>(State{path})) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    throw results::FileError(fmt::format("cannot read {}: No such file or directory", path.string()));
  }
  state_->open(SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX);
  state_->execute("PRAGMA busy_timeout = 5000", "cannot read");
  check_format();
}

Journal::Journal(Journal&&) noexcept = default;
Journal::~Journal() = default;

const std::filesystem::path& Journal::path() const noexcept {
  return state_->path;
}

/// @throws results::FileError for a database that is no journal
void Journal::check_format() const {
  Statement id(state_->database, "PRAGMA application_id");
  if (id.step() != SQLITE_ROW) state_->fail("cannot read");
  if (id.integer(0) != application_id) {
    throw results::FileError(fmt::format("{} is no journal of aleator", state_->path.string()));
  }
  if (text("format") != format_version) {
    throw results::FileError(fmt::format("{} is a journal of format {}, and this program knows format {}",
                                         state_->path.string(), text("format"), format_version));
  }
}

std::string Journal::text(const std::string& key) const {
  Statement query(state_->database, "SELECT value FROM texts WHERE key = ?");
  query.bind(1, key);
  const int result = query.step();
  if (result == SQLITE_DONE) return {};
  if (result != SQLITE_ROW) state_->fail("cannot read");
  return query.text(0);
}

void Journal::set_text(const std::string& key, const std::string& value) {
  Statement insert(state_->database, "INSERT OR REPLACE INTO texts VALUES (?, ?)");
  insert.bind(1, key);
  insert.bind(2, value);
  if (insert.step() != SQLITE_DONE) state_->fail("cannot write");
}

/// The number of a text in one of the tables `facts` and `schemas`.
std::int64_t Journal::number_of(const char* table, const std::string& text) {
  Statement query(state_->database, fmt::format("SELECT number FROM {} WHERE text = ?", table).c_str());
  query.bind(1, text);
  const int result = query.step();
  if (result == SQLITE_ROW) return query.integer(0);
  if (result != SQLITE_DONE) state_->fail("cannot read");
  Statement insert(state_->database, fmt::format("INSERT INTO {} (text) VALUES (?)", table).c_str());
  insert.bind(1, text);
  if (insert.step() != SQLITE_DONE) state_->fail("cannot write");
  return sqlite3_last_insert_rowid(state_->database);
}

std::string Journal::numbered(const char* table, std::int64_t number) const {
  Statement query(state_->database, fmt::format("SELECT text FROM {} WHERE number = ?", table).c_str());
  query.bind(1, number);
  if (query.step() != SQLITE_ROW) state_->fail("cannot read");
  return query.text(0);
}

std::int64_t Journal::facts_number(const Facts& facts) {
  return number_of("facts", text_of(facts));
}

std::int64_t Journal::schema_number(const std::string& description) {
  return number_of("schemas", description);
}

Facts Journal::facts(std::int64_t number) const {
  Facts facts;
  std::istringstream lines(numbered("facts", number));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find(" = ");
    if (equals != std::string::npos) facts[line.substr(0, equals)] = line.substr(equals + 3);
  }
  return facts;
}

std::string Journal::schema(std::int64_t number) const {
  return numbered("schemas", number);
}

std::optional<std::int64_t> Journal::append(std::span<const JournalRun> runs, std::int64_t facts, std::int64_t schema) {
  sqlite3* const database = state_->database;
  const auto busy = [](int code) { return code == SQLITE_BUSY || code == SQLITE_LOCKED; };
  const int begun = sqlite3_exec(database, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr);
  if (busy(begun)) return std::nullopt;
  if (begun != SQLITE_OK) state_->fail("cannot write");
  const auto roll_back = [&](int code) -> std::optional<std::int64_t> {
    const std::string doing = "cannot write";
    if (busy(code)) {
      sqlite3_exec(database, "ROLLBACK", nullptr, nullptr, nullptr);
      return std::nullopt;
    }
    try {
      state_->fail(doing);
    } catch (...) {
      sqlite3_exec(database, "ROLLBACK", nullptr, nullptr, nullptr);
      throw;
    }
  };
  std::int64_t last = 0;
  {
    Statement insert(database,
                     "INSERT INTO runs (identity, place, status, attempts, seconds, facts, schema, message, record) "
                     "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (const JournalRun& run : runs) {
      const IdentityBytes identity = bytes_of(run.identity);
      const IdentityBytes place = bytes_of(run.place);
      insert.bind(1, identity.data(), identity.size());
      insert.bind(2, place.data(), place.size());
      insert.bind(3, static_cast<std::int64_t>(run.outcome.status));
      insert.bind(4, static_cast<std::int64_t>(run.outcome.attempts));
      insert.bind(5, run.outcome.seconds);
      insert.bind(6, facts);
      insert.bind(7, schema);
      if (!run.outcome.message.empty()) insert.bind(8, run.outcome.message);
      insert.bind(9, run.record.data(), run.record.size());
      if (const int code = insert.step(); code != SQLITE_DONE) return roll_back(code);
      insert.reset();
      last = sqlite3_last_insert_rowid(database);
    }
  }
  const int committed = sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr);
  if (committed != SQLITE_OK) return roll_back(committed);
  return last - static_cast<std::int64_t>(runs.size()) + 1;
}

void Journal::for_each_entry(const std::function<void(const JournalEntry&)>& use) const {
  Statement query(state_->database,
                  "SELECT number, identity, place, status, attempts, facts, schema FROM runs ORDER BY number");
  int result = SQLITE_ROW;
  while ((result = query.step()) == SQLITE_ROW) {
    use({query.integer(0), query.identity(1), query.identity(2), static_cast<RunStatus>(query.integer(3)),
         static_cast<std::int32_t>(query.integer(4)), query.integer(5), query.integer(6)});
  }
  if (result != SQLITE_DONE) state_->fail("cannot read");
}

void Journal::for_each_run(std::int64_t first, const UseRun& use) const {
  Statement query(
      state_->database,
      "SELECT number, schema, status, attempts, seconds, message, record FROM runs WHERE number >= ? ORDER BY number");
  query.bind(1, first);
  int result = SQLITE_ROW;
  while ((result = query.step()) == SQLITE_ROW) {
    const RunOutcome outcome{static_cast<RunStatus>(query.integer(2)), static_cast<std::int32_t>(query.integer(3)),
                             query.number(4), query.text(5)};
    use(query.integer(0), query.integer(1), outcome, query.blob(6));
  }
  if (result != SQLITE_DONE) state_->fail("cannot read");
}

JournalCounts Journal::counts(std::int64_t last) const {
  Statement query(state_->database, "SELECT count(*), coalesce(sum(status = ?), 0) FROM runs WHERE number > ?");
  query.bind(1, static_cast<std::int64_t>(RunStatus::failed));
  query.bind(2, last);
  if (query.step() != SQLITE_ROW) state_->fail("cannot read");
  return {query.integer(0), query.integer(1)};
}

std::string schema_text(const ResultSchema& schema) {
  std::string text;
  for (const ResultSchema::Entry& entry : schema.entries()) {
    text += fmt::format("{} {}", entry.output.name, static_cast<int>(entry.output.type));
    for (const std::size_t d : entry.dimensions) {
      text += fmt::format(" {}:{}", schema.dimensions()[d].name, static_cast<int>(schema.dimensions()[d].kind));
    }
    text += "\n";
  }
  return text;
}

}  // namespace aleator
