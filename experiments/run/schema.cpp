#include "experiments/run/schema.hpp"

#include <algorithm>

namespace aleator {
namespace {

template <class List, class Name>
std::size_t position(const List& list, std::string_view wanted, Name name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& item) { return name(item) == wanted; });
  return found == list.end() ? ResultSchema::npos : static_cast<std::size_t>(found - list.begin());
}

}  // namespace

ResultSchema::ResultSchema(const std::vector<Dimension>& dimensions, const std::vector<Output>& outputs,
                           const std::vector<std::string>& keep) {
  for (const Output& output : outputs) {
    const bool wanted =
        keep.empty() ? !output.on_request : std::find(keep.begin(), keep.end(), output.name) != keep.end();
    if (!wanted) continue;
    Entry entry{output, {}};
    for (const std::string& name : output.dimensions) {
      if (dimension(name) == npos) {
        dimensions_.push_back(dimensions[position(dimensions, name, [](const Dimension& d) { return d.name; })]);
      }
      entry.dimensions.push_back(dimension(name));
      entry.is_trace = dimensions_[entry.dimensions.back()].kind == Dimension::Kind::trace;
      entry.is_text = dimensions_[entry.dimensions.back()].kind == Dimension::Kind::text;
    }
    entries_.push_back(std::move(entry));
  }
}

std::size_t ResultSchema::entry(std::string_view name) const noexcept {
  return position(entries_, name, [](const Entry& e) -> const std::string& { return e.output.name; });
}

std::size_t ResultSchema::dimension(std::string_view name) const noexcept {
  return position(dimensions_, name, [](const Dimension& d) -> const std::string& { return d.name; });
}

}  // namespace aleator
