// From nodes of a TOML document to values of keys, with the places they stand at.
#pragma once

#include <toml++/toml.h>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/config/key.hpp"
#include "experiments/config/place.hpp"

namespace aleator {

/// The source path of a document that stands for an option; places in it have no line.
std::string option_source(std::string_view path);

Place place_of(const toml::source_region& region);
inline Place place_of(const toml::node& node) {
  return place_of(node.source());
}
/// Of an entry of a table: where its key stands, unless an option gave the value.
Place place_of(const toml::key& key, const toml::node& node);

/// What a node is, for messages: "a string", "a table", ...
std::string describe_node(const toml::node& node);

/// The node as a value of `key`, or none after adding what is wrong (type, range, choice) to `problems` under the
/// name `path`.
std::optional<Located> read_value(const toml::node& node, const Key& key, const std::string& path,
                                  ProblemList& problems);

}  // namespace aleator
