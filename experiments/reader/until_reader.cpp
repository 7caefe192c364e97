#include "experiments/reader/until_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/config/key.hpp"
#include "experiments/reader/toml_values.hpp"

namespace aleator {

ReplicatesUntil read_until(const toml::table& table, ProblemList& problems) {
  using U = ReplicatesUntil;
  static const Keys keys = {key("of", &U::of, {.help = "", .required = true}),
                            key("half_width", &U::half_width, {.help = "", .range = above(0), .required = true}),
                            key("confidence", &U::confidence, {.help = "", .range = inside(0, 1)}),
                            key("at_least", &U::at_least, {.help = "", .range = between(2, 1e6)}),
                            key("at_most", &U::at_most, {.help = "", .range = between(2, 1e6)})};
  std::vector<std::string> names;
  for (const Key& known : keys) names.push_back(known.name);
  U until;
  for (const auto& [name, node] : table) {
    const Key* known = find_key(keys, name.str());
    const std::string path = "replicates." + std::string(name.str());
    if (!known) {
      problems.add(place_of(name, node), fmt::format("unknown key \"{}\"{}", path, did_you_mean(name.str(), names)));
    } else if (const auto value = read_value(node, *known, path, problems)) {
      known->set(&until, value->value);
    }
  }
  for (const Key& known : keys) {
    if (known.options.required && !table.contains(known.name)) {
      problems.add(place_of(table), fmt::format("missing required key \"replicates.{}\"", known.name));
    }
  }
  if (until.at_most < until.at_least) {
    problems.add(place_of(table),
                 fmt::format("replicates.at_most: {} is below at_least, {}", until.at_most, until.at_least));
  }
  return until;
}

void check_until(const ReplicatesUntil& until, const Place& place, const ResultSchema& schema, ProblemList& problems) {
  const std::string& name = until.of;
  std::vector<std::string> names;
  for (const ResultSchema::Entry& entry : schema.entries()) {
    if (entry.dimensions.empty() && !entry.is_text) names.push_back(entry.output.name);
  }
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  problems.add(place, fmt::format("replicates.of: \"{}\" is no output of one number that is kept here{}", name,
                                  did_you_mean(name, names)));
}

}  // namespace aleator
