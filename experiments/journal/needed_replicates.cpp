#include "experiments/journal/needed_replicates.hpp"

#include <cmath>
#include <cstring>

#include "core/stats/moments.hpp"

namespace aleator {
namespace {

template <class T>
double number(std::span<const std::byte> bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return static_cast<double>(value);
}

/// The output of one number; NaN where there is none.
double number_of(const RecordView& record, std::size_t index, ElementType type) {
  const auto bytes = record.output(index);
  if (bytes.empty()) return std::nan("");
  switch (type) {
    case ElementType::i8:
      return number<std::int8_t>(bytes);
    case ElementType::i32:
      return number<std::int32_t>(bytes);
    case ElementType::i64:
      return number<std::int64_t>(bytes);
    default:
      return number<double>(bytes);
  }
}

}  // namespace

std::vector<std::int64_t> needed_replicates(const Experiment& experiment, const Records& records) {
  const ReplicatesUntil& until = *experiment.until;
  const std::size_t index = experiment.schema.entry(until.of);
  const ElementType type = experiment.schema.entries()[index].output.type;
  const std::int64_t replicates = experiment.sweep.replicates;
  std::vector<std::int64_t> needed;
  for (std::int64_t point = 0; point < experiment.sweep.size(); point += replicates) {
    Moments moments;
    std::int64_t known = 0;
    std::int64_t wanted = until.at_least;
    while (wanted <= replicates) {
      for (; known < wanted; ++known) {
        const RecordView record = records[static_cast<std::size_t>(point + known)];
        if (record.status == RunStatus::not_run) break;
        const double value = number_of(record, index, type);
        if (std::isfinite(value)) moments.add(value);
      }
      if (known < wanted || moments.count() == 0) break;  // where all have failed, more would
      const std::int64_t more = more_replicates(until, wanted, moments);
      if (more == 0) break;
      wanted += more;
    }
    needed.push_back(wanted);
  }
  return needed;
}

}  // namespace aleator
