#include "experiments/results/netcdf_reader.hpp"

#include <gtest/gtest.h>

#include "experiments/results/netcdf_writer.hpp"
#include "tests/experiments/results/file_testing.hpp"

namespace aleator::results {
namespace {

template <class T>
T value_of(const std::vector<Attribute>& attributes, const std::string& name) {
  for (const Attribute& attribute : attributes) {
    if (attribute.name == name) return std::get<T>(attribute.value);
  }
  throw std::out_of_range(name);
}

TEST(NetcdfReader, variables_come_back_in_order_with_dimensions_shapes_kinds_and_attributes) {
  const TemporaryFolder folder;
  NetcdfWriter file(folder / "out.h5");
  NetcdfGroup root = file.root();
  root.dimension("state", 2);
  root.axis("discount", std::vector<double>{0.1, 0.3, 0.5}, {{"units", std::string("1")}});
  const std::vector<double> value = {1, 2, 3, 4, 5, 6};
  root.variable("value", ElementType::f64, {"discount", "state"}, {{"units", std::string("turns")}})
      .write(value.data());
  const std::vector<std::int8_t> status = {0, 1, 0};
  root.variable("status", ElementType::i8, {"discount"}, {{"flag_values", std::vector<std::int8_t>{0, 1}}})
      .write(status.data());
  root.strings("a label", {"state"}, std::vector<std::string>{"ä", ""}, {});
  file.commit();

  const NetcdfReader reader(folder / "out.h5");
  const std::vector<VariableInfo> variables = reader.variables();
  ASSERT_EQ(variables.size(), 4U);
  EXPECT_EQ(variables[0].name, "discount");
  EXPECT_EQ(variables[0].dimensions, (std::vector<std::string>{"discount"}));
  EXPECT_EQ(variables[1].name, "value");
  EXPECT_EQ(variables[1].dimensions, (std::vector<std::string>{"discount", "state"}));
  EXPECT_EQ(variables[1].shape, (std::vector<std::uint64_t>{3, 2}));
  EXPECT_EQ(variables[1].kind, ValueKind::floats);
  EXPECT_EQ(variables[1].attributes.size(), 2U);
  EXPECT_EQ(value_of<std::string>(variables[1].attributes, "units"), "turns");
  EXPECT_EQ(variables[2].kind, ValueKind::integers);
  EXPECT_EQ(value_of<std::vector<std::int64_t>>(variables[2].attributes, "flag_values"),
            (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(variables[3].kind, ValueKind::strings);
  EXPECT_EQ(reader.read_doubles("value"), value);
  EXPECT_EQ(reader.read_integers("status"), (std::vector<std::int64_t>{0, 1, 0}));
  EXPECT_EQ(reader.read_strings("a label"), (std::vector<std::string>{"ä", ""}));
}

TEST(NetcdfReader, attributes_of_groups_come_back_as_text_and_numbers) {
  const TemporaryFolder folder;
  NetcdfWriter file(folder / "out.h5");
  NetcdfGroup runs = file.root().group("runs");
  runs.attribute({"title", std::string("größe")});
  runs.attribute({"empty", std::string()});
  runs.attribute({"seed", std::int64_t{1} << 60});
  runs.attribute({"tolerance", 1e-9});
  runs.attribute({"levels", std::vector<double>{0.5, 0.95}});
  runs.attribute({"codes", std::vector<std::int32_t>{3, 4}});
  file.commit();

  const std::vector<Attribute> attributes = NetcdfReader(folder / "out.h5").attributes("runs");
  ASSERT_EQ(attributes.size(), 6U);
  EXPECT_EQ(attributes[0].name, "title");
  EXPECT_EQ(value_of<std::string>(attributes, "title"), "größe");
  EXPECT_EQ(value_of<std::string>(attributes, "empty"), "");
  EXPECT_EQ(value_of<std::int64_t>(attributes, "seed"), std::int64_t{1} << 60);
  EXPECT_EQ(value_of<double>(attributes, "tolerance"), 1e-9);
  EXPECT_EQ(value_of<std::vector<double>>(attributes, "levels"), (std::vector<double>{0.5, 0.95}));
  EXPECT_EQ(value_of<std::vector<std::int64_t>>(attributes, "codes"), (std::vector<std::int64_t>{3, 4}));
}

TEST(NetcdfReader, groups_have_dimensions_of_their_own) {
  const TemporaryFolder folder;
  NetcdfWriter file(folder / "out.h5");
  file.root().dimension("run", 2);
  NetcdfGroup runs = file.root().group("runs");
  runs.dimension("run", 5);
  const std::vector<std::int32_t> turns = {1, 2, 3, 4, 5};
  runs.variable("turns", ElementType::i32, {"run"}, {}).write(turns.data());
  file.commit();

  const NetcdfReader reader(folder / "out.h5");
  EXPECT_TRUE(reader.has_group("runs"));
  EXPECT_TRUE(reader.has_group("/"));
  EXPECT_FALSE(reader.has_group("traces"));
  EXPECT_FALSE(reader.has_group("runs/turns"));
  EXPECT_TRUE(reader.variables().empty());
  EXPECT_EQ(reader.variables("runs").at(0).dimensions, (std::vector<std::string>{"run"}));
  EXPECT_EQ(reader.read_integers("runs/turns").back(), 5);
}

TEST(NetcdfReader, a_file_it_cannot_read_is_an_error_that_says_why) {
  const TemporaryFolder folder;
  const std::string text = (folder / "notes.txt").string();
  write_text(text, "no experiment\n");
  EXPECT_EQ(message_of([&] { NetcdfReader{text}; }), text + " is not an HDF5 file");
  const std::string empty = (folder / "empty.h5").string();
  write_text(empty, "");
  EXPECT_EQ(message_of([&] { NetcdfReader{empty}; }), empty + " is not an HDF5 file");
  const std::string missing = (folder / "missing.h5").string();
  EXPECT_EQ(message_of([&] { NetcdfReader{missing}; }), "cannot read " + missing + ": No such file or directory");
}

TEST(NetcdfReader, a_truncated_file_is_an_error) {
  const TemporaryFolder folder;
  NetcdfWriter file(folder / "out.h5");
  file.root().strings("text", {}, std::vector<std::string>{std::string(10'000, 'x')}, {});
  file.commit();
  std::filesystem::resize_file(folder / "out.h5", 5'000);
  const std::string message = message_of([&] { NetcdfReader{folder / "out.h5"}; });
  EXPECT_NE(message.find("truncated file"), std::string::npos) << message;
}

TEST(NetcdfReader, asking_for_what_is_not_there_is_an_error_that_names_it) {
  const TemporaryFolder folder;
  NetcdfWriter file(folder / "out.h5");
  file.root().variable("value", ElementType::f64, {}, {});
  file.commit();
  const NetcdfReader reader(folder / "out.h5");
  const std::string path = (folder / "out.h5").string();
  EXPECT_TRUE(message_of([&] { reader.read_doubles("turns"); }).starts_with(path + " has no variable turns"));
  EXPECT_TRUE(message_of([&] { reader.variables("runs"); }).starts_with(path + " has no group runs"));
  EXPECT_EQ(message_of([&] { reader.read_integers("value"); }), path + ": the variable value is of another type");
  EXPECT_EQ(message_of([&] { reader.read_strings("value"); }), path + ": the variable value holds no text");
}

}  // namespace
}  // namespace aleator::results
