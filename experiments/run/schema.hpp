// What the runs of an experiment write: named outputs over named dimensions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/results/element_type.hpp"

namespace aleator {

/// A dimension of the outputs, besides the axes of the sweep.
struct Dimension {
  enum class Kind : std::uint8_t {
    index,     // 0 ... n-1
    labelled,  // each run gives labels, such as the actions that its rules allow; the file has their union
    trace,     // a series of its own length in every run, kept in /traces
    text       // the characters (i8) of a text in every run, the only dimension of its output: the file has strings
  };
  std::string name;
  Kind kind;
  std::string unit;
  std::string long_name;
};

/// A variable that runs write.
struct Output {
  std::string name;
  ElementType type;
  std::vector<std::string> dimensions;  // names; none: one number a run
  std::string unit;
  std::string long_name;
  std::vector<std::pair<int, std::string>> flags = {};  // what the values of an integer mean
  bool on_request = false;                              // large: written only if output.keep names it
};

/// The outputs that an experiment keeps, with their dimensions as indices.
class ResultSchema {
 public:
  struct Entry {
    Output output;
    std::vector<std::size_t> dimensions;  // indices into dimensions()
    bool is_trace = false;
    bool is_text = false;
  };

  ResultSchema() = default;
  /// The `outputs` whose names are in `keep` (if it is empty: all but those on request) and the dimensions they use.
  /// @pre every dimension of an output is one of `dimensions`.
  ResultSchema(const std::vector<Dimension>& dimensions, const std::vector<Output>& outputs,
               const std::vector<std::string>& keep);

  const std::vector<Dimension>& dimensions() const noexcept { return dimensions_; }
  const std::vector<Entry>& entries() const noexcept { return entries_; }

  /// The index of an entry or a dimension, or npos if it is not kept.
  std::size_t entry(std::string_view name) const noexcept;
  std::size_t dimension(std::string_view name) const noexcept;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

 private:
  std::vector<Dimension> dimensions_;
  std::vector<Entry> entries_;
};

}  // namespace aleator
