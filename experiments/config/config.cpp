#include "experiments/config/config.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace aleator {

std::vector<std::string> SectionSpec::variant_names() const {
  std::vector<std::string> names;
  for (const Variant& variant : variants) names.push_back(variant.name);
  return names;
}

Section::Section(const SectionSpec& spec) : spec_(&spec) {
  for (const Variant& variant : spec.variants) data_.push_back(variant.defaults);
}

/// Variants may have keys of one name and different types.
void Section::set(std::string_view key, const Value& value) {
  for (std::size_t i = 0; i < spec_->variants.size(); ++i) {
    const Variant& variant = spec_->variants[i];
    if (!spec_->selector.empty() && key == spec_->selector) {
      if (variant.name == std::get<std::string>(value)) selected_ = i;
    } else if (const Key* found = find_key(variant.keys, key);
               found && value.index() == static_cast<std::size_t>(found->type)) {
      found->set(const_cast<void*>(variant.address(data_[i])), value);
    }
  }
}

std::optional<Value> Section::get(const Key& key) const {
  return key.get(selected().address(data_[selected_]));
}

const Section* Config::find(std::string_view section) const noexcept {
  const auto found =
      std::find_if(sections_.begin(), sections_.end(), [&](const Section& s) { return s.spec().name == section; });
  return found == sections_.end() ? nullptr : &*found;
}

KeyPath KeyPath::parse(std::string_view path) {
  const auto dot = path.rfind('.');
  if (dot == std::string_view::npos) return {"", std::string(path)};
  return {std::string(path.substr(0, dot)), std::string(path.substr(dot + 1))};
}

std::string section_text(const Section& section, Listed listed) {
  std::string text;
  const auto line = [&](const std::string& key, const Value& value) {
    text += fmt::format("{} = {}\n", KeyPath{section.spec().name, key}.text(), toml_text(value));
  };
  if (!section.spec().selector.empty()) line(section.spec().selector, Value(section.selected().name));
  for (const Key& key : section.selected().keys) {
    const auto value = section.get(key);
    if (value && (listed == Listed::all || value != key.default_value)) line(key.name, *value);
    if (!value && listed == Listed::all) {
      text += fmt::format("# {}: {}\n", KeyPath{section.spec().name, key.name}.text(), key.default_text());
    }
  }
  return text;
}

std::string resolved_text(const Config& config) {
  std::string text;
  for (const Section& section : config.sections()) text += section_text(section, Listed::all);
  return text;
}

}  // namespace aleator
