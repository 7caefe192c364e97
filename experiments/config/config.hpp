// The typed configuration of one point: the sections of an experiment file, each holding plain structs of core.
#pragma once

#include <any>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/key.hpp"

namespace aleator {

/// One kind of model or one method of a task: its keys, and the struct that they fill.
struct Variant {
  std::string name;
  std::string help;
  Keys keys;
  std::any defaults;
  const void* (*address)(const std::any&);  // of the struct inside
  int version = 1;                          // raised when the same keys give other results than before
};

template <class Rules>
Variant variant(std::string name, std::string help, Keys keys) {
  return {std::move(name), std::move(help), std::move(keys), Rules{},
          [](const std::any& data) -> const void* { return std::any_cast<Rules>(&data); }, 1};
}

/// A table of the file, such as [solve]. With a selector ("method") there is one variant for each of its values.
struct SectionSpec {
  std::string name;      // empty: the keys outside any table
  std::string selector;  // empty: a single variant
  std::vector<Variant> variants;

  /// The variants' names, in order.
  std::vector<std::string> variant_names() const;
};

/// The section with other defaults in all of its variants. @pre the variants' structs are Rules.
template <class Rules>
SectionSpec with_defaults(SectionSpec spec, const Rules& defaults) {
  for (Variant& variant : spec.variants) {
    variant.defaults = defaults;
    for (Key& key : variant.keys) {
      if (key.options.required) continue;
      key.default_value = key.get(&defaults);
      if (key.default_value) key.options.default_text.clear();
    }
  }
  return spec;
}

class Section {
 public:
  explicit Section(const SectionSpec& spec);

  const SectionSpec& spec() const noexcept { return *spec_; }
  const Variant& selected() const noexcept { return spec_->variants[selected_]; }

  /// The selected variant's struct. @throws std::bad_any_cast if it is not a Rules.
  template <class Rules>
  const Rules& as() const {
    return std::any_cast<const Rules&>(data_[selected_]);
  }

  /// Sets the selector or a key, in every variant that has it of this type.
  void set(std::string_view key, const Value& value);

  /// The selected variant's value; none for an optional key that is not set. @pre the variant has the key.
  std::optional<Value> get(const Key& key) const;

 private:
  const SectionSpec* spec_;
  std::size_t selected_ = 0;
  std::vector<std::any> data_;  // one for each variant
};

class Config {
 public:
  void add(const SectionSpec& spec) { sections_.emplace_back(spec); }

  const std::vector<Section>& sections() const noexcept { return sections_; }
  const Section* find(std::string_view section) const noexcept;
  bool has(std::string_view section) const noexcept { return find(section) != nullptr; }

  /// @pre the section exists.
  const Section& section(std::string_view name) const noexcept { return *find(name); }
  Section& section(std::string_view name) noexcept { return const_cast<Section&>(*std::as_const(*this).find(name)); }

  template <class Rules>
  const Rules& as(std::string_view name) const {
    return section(name).template as<Rules>();
  }

 private:
  std::vector<Section> sections_;
};

/// "section.key" split at the last dot; a key outside any table has an empty section.
struct KeyPath {
  std::string section;
  std::string key;

  static KeyPath parse(std::string_view path);
  std::string text() const { return section.empty() ? key : section + "." + key; }
  auto operator<=>(const KeyPath&) const = default;
};

/// The keys of a section, or only those that differ from their default, one "section.key = value" a line; the selector
/// comes first. Of a key without a value a comment says what it means.
enum class Listed : std::uint8_t { all, changed };
std::string section_text(const Section& section, Listed listed);

/// All keys of all sections, defaults included.
std::string resolved_text(const Config& config);

}  // namespace aleator
