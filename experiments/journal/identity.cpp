#include "experiments/journal/identity.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <vector>

namespace aleator {
namespace {

Identity hash_of(const std::string& about, const std::string& fact) {
  const std::string text = about + '\0' + fact;
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.low64, hash.high64};
}

Identity sum_of(const Facts& facts) {
  Identity sum;
  for (const auto& [about, fact] : facts) sum += hash_of(about, fact);
  return sum;
}

/// A hash of what stands in a file; empty if there is none.
std::string file_hash(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return {};
  std::ifstream file(path, std::ios::binary);
  XXH3_state_t* const state = XXH3_createState();
  XXH3_128bits_reset(state);
  std::vector<char> buffer(std::size_t{1} << 20);
  while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), file.gcount() > 0) {
    XXH3_128bits_update(state, buffer.data(), static_cast<std::size_t>(file.gcount()));
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

void add_key(Facts& facts, const KeyPath& path, const Key& key, const std::optional<Value>& value) {
  if (!key.options.changes_results || !value || value == key.default_value) return;
  facts[path.text()] = toml_text(*value);
  if (!key.options.files) return;
  for (const std::string& file : key.options.files(std::get<std::string>(*value))) {
    const std::string hash = file_hash(file);
    if (!hash.empty()) facts[fmt::format("{} file {}", path.text(), file)] = hash;
  }
}

void add_section(Facts& facts, const Section& section) {
  const SectionSpec& spec = section.spec();
  const Variant& variant = section.selected();
  if (spec.name == "output") return;
  if (!spec.selector.empty()) facts[KeyPath{spec.name, spec.selector}.text()] = variant.name;
  if (!spec.name.empty()) {
    facts[fmt::format("{} version", spec.selector.empty() ? spec.name : KeyPath{spec.name, spec.selector}.text())] =
        std::to_string(variant.version);
  }
  for (const Key& key : variant.keys) add_key(facts, {spec.name, key.name}, key, section.get(key));
}

/// Whether keys of the axis decide which other keys there are.
bool selects(const Experiment& experiment, const Axis& axis) {
  return std::any_of(axis.keys.begin(), axis.keys.end(), [&](const AxisKey& key) {
    const Section* section = experiment.config.find(key.path.section);
    return section && section->spec().selector == key.path.key;
  });
}

constexpr std::string_view of_version = " version";

/// What the fact about the version of a section's variant is called where there are facts of several variants.
std::string named_version(const Section& section) {
  const KeyPath path{section.spec().name, section.spec().selector};
  return fmt::format("{} {}{}", path.text(), section.selected().name, of_version);
}

Facts with_named_versions(const Config& config) {
  Facts facts = facts_of(config);
  for (const Section& section : config.sections()) {
    if (section.spec().selector.empty()) continue;
    auto version = facts.extract(KeyPath{section.spec().name, section.spec().selector}.text() + " version");
    if (version.empty()) continue;
    version.key() = named_version(section);
    facts.insert(std::move(version));
  }
  return facts;
}

Identity replicate_hash(std::size_t replicate) {
  return hash_of("replicate", std::to_string(replicate));
}

}  // namespace

Facts facts_of(const Config& config) {
  Facts facts;
  for (const Section& section : config.sections()) add_section(facts, section);
  return facts;
}

PointIdentities::PointIdentities(const Experiment& experiment) : experiment_(experiment) {
  shared_ = facts_of(experiment.config);
  for (const Axis& axis : experiment.sweep.axes) {
    is_sum_ = is_sum_ && axis.when.empty() && !selects(experiment, axis);
    for (const AxisKey& key : axis.keys) {
      const std::string path = key.path.text();
      std::erase_if(shared_, [&](const auto& fact) {
        return fact.first == path || fact.first.starts_with(path + " file ") || fact.first == path + " version";
      });
    }
  }
  base_ = sum_of(shared_);
  for (const Axis& axis : experiment.sweep.axes) {
    auto& sums = on_axis_.emplace_back(axis.size());
    auto& places = place_on_.emplace_back(axis.size());
    for (const AxisKey& axis_key : axis.keys) {
      const Section& section = experiment.config.section(axis_key.path.section);
      const Key* key = find_key(section.selected().keys, axis_key.path.key);
      for (std::size_t i = 0; i < axis.size(); ++i) {
        places[i] += hash_of(axis_key.path.text(), toml_text(axis_key.values[i].value));
        if (!key || !is_sum_) continue;
        Facts facts;
        add_key(facts, axis_key.path, *key, axis_key.values[i].value);
        sums[i] += sum_of(facts);
      }
    }
  }
}

Identity PointIdentities::identity(const std::vector<std::size_t>& position) const {
  Identity identity = replicate_hash(position.back());
  if (!is_sum_) {
    Config config = experiment_.config;
    experiment_.sweep.apply(position, experiment_.config, config);
    return identity += sum_of(facts_of(config));
  }
  identity += base_;
  for (std::size_t i = 0; i < on_axis_.size(); ++i) identity += on_axis_[i][position[i]];
  return identity;
}

Facts PointIdentities::facts() const {
  if (is_sum_) return shared_;
  Facts facts = with_named_versions(experiment_.config);
  for (const Axis& axis : experiment_.sweep.axes) {
    if (!selects(experiment_, axis)) continue;
    for (std::size_t i = 0; i < axis.size(); ++i) {
      Config config = experiment_.config;
      for (const AxisKey& key : axis.keys) config.section(key.path.section).set(key.path.key, key.values[i].value);
      facts.merge(with_named_versions(config));
    }
  }
  return facts;
}

Facts PointIdentities::facts_about(const std::vector<std::size_t>& position, Facts facts) const {
  if (is_sum_) return facts;
  Config config = experiment_.config;
  experiment_.sweep.apply(position, experiment_.config, config);
  std::set<std::string> swept;
  for (std::size_t i = 0; i < experiment_.sweep.axes.size(); ++i) {
    if (position[i] == Sweep::absent) continue;
    for (const AxisKey& key : experiment_.sweep.axes[i].keys) swept.insert(key.path.text());
  }
  std::erase_if(facts, [&](const auto& fact) {
    const std::string path = fact.first.substr(0, fact.first.find(' '));
    const KeyPath key = KeyPath::parse(path);
    const Section* section = config.find(key.section);
    if (fact.first.ends_with(of_version)) {
      return section && section->spec().selector == key.key && fact.first != named_version(*section);
    }
    if (swept.contains(path)) return true;
    return section && section->spec().selector != key.key && !find_key(section->selected().keys, key.key);
  });
  return facts;
}

Identity PointIdentities::place(const std::vector<std::size_t>& position) const {
  Identity place = replicate_hash(position.back());
  for (std::size_t i = 0; i < place_on_.size(); ++i) {
    if (position[i] != Sweep::absent) place += place_on_[i][position[i]];
  }
  return place;
}

}  // namespace aleator
