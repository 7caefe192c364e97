#include "experiments/reader/sample_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "experiments/config/key.hpp"

namespace aleator {
namespace {

const std::vector<std::string> names = {"from", "to", "count", "scale", "seed"};

/// What stands for key k: the entry itself of a single key, else of its list.
const toml::node* entry_of(const toml::table& table, const std::string& name, std::size_t k, std::size_t keys) {
  const toml::node* node = table.get(name);
  if (!node || (keys == 1 && !node->is_array())) return node;
  const toml::array* list = node->as_array();
  if (!list || list->size() != keys) {
    throw std::invalid_argument(fmt::format("{}: expected a list of {}, one for each of keys", name, keys));
  }
  return list->get(k);
}

double number(const toml::table& table, const std::string& name, std::size_t k, std::size_t keys) {
  const toml::node* node = entry_of(table, name, k, keys);
  if (!node || !node->is_number()) {
    throw std::invalid_argument(
        fmt::format("expected {{ from = {0}, to = {0}, count = integer }}", keys == 1 ? "number" : "[numbers]"));
  }
  return *node->value<double>();
}

bool is_log(const toml::table& table, std::size_t k, std::size_t keys) {
  const toml::node* node = table.get("scale");
  if (!node) return false;
  if (!node->is_string()) node = entry_of(table, "scale", k, keys);
  const std::string scale = node->value_or(std::string());
  if (scale != "linear" && scale != "log") throw std::invalid_argument("scale: expected \"linear\" or \"log\"");
  return scale == "log";
}

}  // namespace

SampleRequest read_sample_request(const toml::node& node, std::vector<SampledRange>& ranges) {
  const toml::table* table = node.as_table();
  if (!table) throw std::invalid_argument("expected { from, to, count }");
  for (const auto& [key, value] : *table) {
    if (std::find(names.begin(), names.end(), key.str()) != names.end()) continue;
    throw std::invalid_argument(fmt::format("unknown key \"{}\"{}", key.str(), did_you_mean(key.str(), names)));
  }
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    ranges[k] = {number(*table, "from", k, ranges.size()), number(*table, "to", k, ranges.size()),
                 is_log(*table, k, ranges.size()), false};
  }
  const auto count = (*table)["count"].value_exact<std::int64_t>();
  if (!count || *count < 1 || *count > 10'000'000) {
    throw std::invalid_argument("count must be an integer from 1 to 10000000");
  }
  const auto seed = table->contains("seed") ? (*table)["seed"].value_exact<std::int64_t>() : 0;
  if (!seed || *seed < 0) throw std::invalid_argument("seed must be an integer of at least 0");
  return {static_cast<std::size_t>(*count), static_cast<std::uint64_t>(*seed)};
}

}  // namespace aleator
