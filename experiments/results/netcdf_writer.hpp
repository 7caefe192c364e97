// Writes HDF5 files that netCDF-4 readers (xarray, ncdump, h5netcdf, netCDF4), h5py, hdf5r and Octave open as they are.
//
//   NetcdfWriter file("results.h5");
//   NetcdfGroup root = file.root();
//   root.axis("discount", std::span<const double>(discounts), {{"long_name", "discount factor"}, {"units", "1"}});
//   root.dimension("state", 101);
//   root.variable("value", ElementType::f64, {"discount", "state"}, {{"units", "turns"}}).write(values.data());
//   file.commit();
//
// The same calls write the same bytes: no times, names or addresses get into the file.
//
// Threads: the HDF5 library used is the serial one; of all NetcdfWriters and NetcdfReaders of a process, only one
// thread at a time may call anything.
//
// Names of dimensions, variables and groups are netCDF's: they begin with a letter, a digit or `_`, contain neither `/`
// nor control characters and do not end in a space. Lengths of zero are fine: every reader accepts them (ncdump calls
// such a dimension "UNLIMITED // (0 currently)").
//
// Errors: std::invalid_argument if a call does not fit the file described so far (a name taken or malformed, an unknown
// dimension, a wrong number of values); FileError if the system refuses ("cannot write results.h5: No space left on
// device"): on opening or, for all that is written later, at the commit.
//
// Source: NetCDF-4 file format specification (Unidata, "File Format Specifications", netCDF-4/HDF5 format).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "experiments/results/element_type.hpp"
#include "experiments/results/file_error.hpp"
#include "experiments/results/netcdf_attribute.hpp"

namespace aleator::results {

/// A variable of a file being written. Copies refer to the same variable; unusable after the file's commit.
class NetcdfVariable {
 public:
  /// Writes the whole variable.
  /// @param data  as many elements of the variable's type as its shape has, the last dimension varying fastest
  void write(const void* data);

  /// Writes the block that begins at `offset` and has the shape `count`, both with one entry per dimension. What is
  /// never written reads as NaN or -1.
  /// @param data  the block's elements, the last dimension varying fastest
  void write(std::span<const std::uint64_t> offset, std::span<const std::uint64_t> count, const void* data);

 private:
  friend class NetcdfGroup;
  struct State;
  explicit NetcdfVariable(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

/// The root or a child of a file being written, with dimensions of its own: a variable's dimensions are those of its
/// group. Copies refer to the same group; unusable after the file's commit.
class NetcdfGroup {
 public:
  NetcdfGroup group(const std::string& name);

  void attribute(const Attribute& attribute);

  /// A dimension without values: its indices 0, 1, ... are all there is to say.
  void dimension(const std::string& name, std::uint64_t length);

  /// A dimension and the coordinates along it, which become the variable `name(name)`.
  void axis(const std::string& name, std::span<const double> values, const std::vector<Attribute>& attributes);
  void axis(const std::string& name, std::span<const std::int64_t> values, const std::vector<Attribute>& attributes);
  void axis(const std::string& name, std::span<const std::string> values, const std::vector<Attribute>& attributes);

  /// A variable of numbers; no dimensions: a scalar. Floats get the `_FillValue` NaN; integers have none (readers would
  /// make doubles of them), but where never written they are -1.
  /// @param compression  0: contiguous; 1 to 9: in chunks of about 1 MiB, shuffled and deflated at this level
  NetcdfVariable variable(const std::string& name, ElementType type, const std::vector<std::string>& dimensions,
                          const std::vector<Attribute>& attributes, int compression = 0);

  /// A variable of UTF-8 strings, each up to its first NUL and of any length; no dimensions: one string.
  /// @pre the strings are valid UTF-8 (netCDF4 and h5netcdf refuse others when they are read)
  void strings(const std::string& name, const std::vector<std::string>& dimensions, std::span<const std::string> values,
               const std::vector<Attribute>& attributes);

 private:
  friend class NetcdfWriter;
  struct State;
  explicit NetcdfGroup(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

/// One file. It is written under a temporary name in its folder and takes its place, whole and on disk, at `commit`;
/// until then a file of that name stays as it was. Without a commit nothing remains of it.
class NetcdfWriter {
 public:
  /// @throws FileError if the folder cannot be written, or `target` is there but no regular file (a folder, /dev/null)
  explicit NetcdfWriter(const std::filesystem::path& target);
  NetcdfWriter(NetcdfWriter&&) noexcept;
  NetcdfWriter& operator=(NetcdfWriter&&) noexcept;
  ~NetcdfWriter();

  NetcdfGroup root();

  /// Closes the file, waits until it is on disk, and puts it in its place. To be called once, last.
  /// @throws FileError if anything written since the opening is not on disk; the file of that name is still the old one
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace aleator::results
