// Reads the files that NetcdfWriter writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "experiments/results/file_error.hpp"
#include "experiments/results/netcdf_attribute.hpp"

namespace aleator::results {

enum class ValueKind : std::uint8_t { floats, integers, strings };

/// What a file says about one variable (or axis: the variable named like its only dimension).
struct VariableInfo {
  std::string name;
  ValueKind kind;
  std::vector<std::string> dimensions;  ///< "" where no dimension is attached
  std::vector<std::uint64_t> shape;
  std::vector<Attribute> attributes;  ///< without those that only tie variables to dimensions
};

/// A file open for reading. Groups and variables are named by their paths: "/", "runs", "runs/status".
/// Every function throws FileError if the file does not hold what is asked for or cannot be read.
/// Threads: as for NetcdfWriter, one at a time in a process.
class NetcdfReader {
 public:
  /// @throws FileError "cannot read results.h5: No such file or directory", "results.h5 is not an HDF5 file"
  explicit NetcdfReader(const std::filesystem::path& path);
  NetcdfReader(NetcdfReader&&) noexcept;
  NetcdfReader& operator=(NetcdfReader&&) noexcept;
  ~NetcdfReader();

  bool has_group(const std::string& group) const;

  /// The axes and variables of a group in the order of their creation; dimensions without values are left out.
  std::vector<VariableInfo> variables(const std::string& group = "/") const;

  std::vector<Attribute> attributes(const std::string& group = "/") const;

  /// All values of a variable, the last dimension varying fastest. Integers are widened, never floats cut: only
  /// `read_doubles` takes both kinds.
  std::vector<double> read_doubles(const std::string& variable) const;
  std::vector<std::int64_t> read_integers(const std::string& variable) const;
  /// One element of a variable of one dimension. @pre i < length(variable)
  double read_double(const std::string& variable, std::uint64_t i) const;
  std::int64_t read_integer(const std::string& variable, std::uint64_t i) const;
  /// Of a variable of one dimension.
  std::uint64_t length(const std::string& variable) const;
  std::vector<std::string> read_strings(const std::string& variable) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace aleator::results
