#include "experiments/models/perfect/table_file.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <variant>
#include <vector>

#include "experiments/results/netcdf_reader.hpp"
#include "experiments/results/netcdf_writer.hpp"
#include "experiments/results/one_at_a_time.hpp"

namespace aleator::perfect {
namespace {

using results::Attribute;

std::string rules_text(const Run& run) {
  return section_text(run.config.section("model"), Listed::all);
}

std::filesystem::path table_path(const Run& run) {
  const std::string text = rules_text(run) + section_text(run.config.section("search"), Listed::all);
  std::filesystem::path path = run.results;
  const std::string extension = path.extension().string();
  return path.replace_extension(fmt::format("table-{:016x}{}", XXH3_64bits(text.data(), text.size()), extension));
}

std::string text_attribute(const std::vector<Attribute>& attributes, const std::string& name) {
  const auto found = std::find_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.name == name; });
  const auto* text = found == attributes.end() ? nullptr : std::get_if<std::string>(&found->value);
  return text ? *text : std::string();
}

template <class T>
std::vector<T> narrowed(const std::vector<std::int64_t>& numbers) {
  return std::vector<T>(numbers.begin(), numbers.end());
}

}  // namespace

std::string write_table_file(const Run& run, const TableColumns& columns) {
  const std::filesystem::path path = table_path(run);
  const std::lock_guard lock(results::hdf5_mutex());
  results::NetcdfWriter file(path);
  results::NetcdfGroup root = file.root();
  root.attribute({"format", std::string(table_format)});
  root.attribute({"format_version", std::int64_t{1}});
  root.attribute({"rules", rules_text(run)});
  root.dimension("table_position", columns.value.size());
  const auto write = [&](const char* name, ElementType type, const char* meaning, const void* data) {
    root.variable(name, type, {"table_position"}, {{"long_name", std::string(meaning)}, {"units", std::string("1")}})
        .write(data);
  };
  using enum ElementType;
  write("own", i64, "stones of the player to move as bits of the board; race: the total, nim: the heaps",
        columns.own.data());
  write("other", i64, "stones of the other player as bits of the board", columns.other.data());
  write("value", i8, "1, 0 or -1 for the player to move", columns.value.data());
  write("distance", i32, "moves until the game ends", columns.distance.data());
  file.commit();
  return path.filename().string();
}

std::string rules_of_table_file(const std::filesystem::path& file) {
  const std::lock_guard lock(results::hdf5_mutex());
  return text_attribute(results::NetcdfReader(file).attributes(), "rules");
}

TableColumns read_table_file(const std::filesystem::path& file, const Run& run) {
  const std::lock_guard lock(results::hdf5_mutex());
  const results::NetcdfReader reader(file);
  const std::vector<Attribute> attributes = reader.attributes();
  if (text_attribute(attributes, "format") != table_format) {
    throw results::FileError(fmt::format("{}: no table of positions", file.string()));
  }
  if (text_attribute(attributes, "rules") != rules_text(run)) {
    throw std::invalid_argument(fmt::format("book_file: {} is of a game with other rules", file.string()));
  }
  TableColumns columns{reader.read_integers("own"), reader.read_integers("other"),
                       narrowed<std::int8_t>(reader.read_integers("value")),
                       narrowed<std::int32_t>(reader.read_integers("distance"))};
  const std::size_t size = columns.value.size();
  if (columns.own.size() != size || columns.other.size() != size || columns.distance.size() != size) {
    throw results::FileError(fmt::format("{}: damaged", file.string()));
  }
  return columns;
}

}  // namespace aleator::perfect
