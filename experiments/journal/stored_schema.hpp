// Records that were written when other outputs were kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "experiments/journal/journal.hpp"

namespace aleator {

/// The schema that schema_text describes, as far as bytes of records go.
/// @throws results::FileError if the text is damaged
ResultSchema stored_schema(const std::string& text);

/// The first output of `wanted` that `stored` lacks, or has in another form; empty if there is none.
std::string first_lacking(const ResultSchema& stored, const ResultSchema& wanted);

/// How the facts differ, in few words: "solve.tolerance changed", "solve version 1 -> 2".
std::string changed_facts(const Facts& before, const Facts& now);

/// Reads records of any schema of a journal as those of another one.
class StoredSchemas {
 public:
  /// @param journal, wanted  must outlive this
  StoredSchemas(const Journal& journal, const ResultSchema& wanted) : journal_(journal), wanted_(wanted) {}

  /// @return bytes as record_bytes(wanted, ...) gives them; valid until the next call
  /// @throws results::FileError if the bytes are damaged
  std::span<const std::byte> read(std::int64_t schema, std::span<const std::byte> bytes);

 private:
  struct Stored {
    ResultSchema schema;
    bool is_wanted = false;  // the same as the wanted one
  };
  const Stored& stored(std::int64_t number);

  const Journal& journal_;
  const ResultSchema& wanted_;
  std::map<std::int64_t, Stored> stored_;
  std::vector<std::byte> buffer_;
  std::vector<std::int64_t> aligned_;
};

}  // namespace aleator
