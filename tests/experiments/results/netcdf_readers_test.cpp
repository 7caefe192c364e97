// Opens a file of every kind of content with the programs that people use: readers_test.py, beside this file.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "experiments/results/netcdf_writer.hpp"
#include "tests/experiments/results/file_testing.hpp"

namespace aleator::results {
namespace {

Attribute text(const std::string& name, const std::string& value) {
  return {name, value};
}

/// The dense grid: axes of strings and floats, variables with padding, labels with their numbers beside them.
void write_grid(NetcdfGroup root) {
  root.attribute(text("Conventions", "CF-1.8"));
  root.attribute(text("empty", ""));
  for (int i = 0; i < 12; ++i) root.attribute({"number" + std::to_string(i), std::int64_t{i}});
  const std::vector<std::string> slips = {"two coins", "", "größer"};
  root.axis("slip", slips, {text("long_name", "chance to slip")});
  // more attributes than HDF5 keeps in an object's header, on an axis that many variables use
  std::vector<Attribute> many = {text("units", "1")};
  for (int i = 0; i < 12; ++i) many.push_back({"number" + std::to_string(i), 0.5 * i});
  root.axis("discount", std::vector<double>{0.1, 0.2, 0.3, 0.4}, many);
  root.axis("replicate", std::vector<std::int64_t>{0, 1}, {});
  root.dimension("state", 5);
  root.dimension("slip_entry", 2);

  const std::vector<double> slip_values = {0.5, 0.5, 0.25, 0.75, 0.0, 1.0};
  root.variable("slip_values", ElementType::f64, {"slip", "slip_entry"}, {}).write(slip_values.data());
  std::vector<double> value(3 * 4 * 2 * 5);
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = static_cast<double>(i);
  value[7] = missing_float;
  const std::vector<std::string> dimensions = {"slip", "discount", "replicate", "state"};
  const std::vector<Attribute> attributes = {text("units", "turns"), text("coordinates", "slip_values")};
  root.variable("value", ElementType::f64, dimensions, attributes).write(value.data());
  root.variable("packed", ElementType::f64, dimensions, attributes, 4).write(value.data());
  for (int i = 0; i < 12; ++i) root.variable("more" + std::to_string(i), ElementType::f64, {"discount"}, {});
  const std::vector<std::int8_t> status = {0, 1, 2, 0};
  root.variable("status", ElementType::i8, {"discount"},
                {{"flag_values", std::vector<std::int8_t>{0, 1, 2}}, text("flag_meanings", "done failed timeout")})
      .write(status.data());
  const std::vector<std::int32_t> policy = {3, -1, 2, 1, 0};
  root.variable("policy", ElementType::i32, {"state"}, {}).write(policy.data());
  root.variable("games", ElementType::i64, {"discount"}, {}, 1);
}

void write_tables(NetcdfGroup root) {
  NetcdfGroup runs = root.group("runs");
  runs.axis("run", std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}, {});
  const std::vector<double> seconds = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5};
  runs.variable("seconds", ElementType::f64, {"run"}, {text("units", "s")}).write(seconds.data());

  NetcdfGroup failures = root.group("failures");  // none
  failures.axis("run", std::vector<std::int64_t>{}, {});
  failures.variable("attempts", ElementType::i32, {"run"}, {});
  failures.strings("message", {"run"}, {}, {});

  NetcdfGroup traces = root.group("traces");
  traces.dimension("run", 3);
  traces.dimension("sweep", 6);
  const std::vector<std::int64_t> row_size = {1, 2, 3};
  traces.variable("row_size", ElementType::i64, {"run"}, {text("sample_dimension", "sweep")}).write(row_size.data());
  const std::vector<double> residual = {1, 2, 2, 3, 3, 3};
  traces.variable("residual", ElementType::f64, {"sweep"}, {}).write(residual.data());

  NetcdfGroup provenance = root.group("provenance");
  provenance.attribute(text("version", "1.0"));
  provenance.strings("experiment", {}, std::vector<std::string>{std::string(70'000, 'x') + "é"}, {});
}

TEST(NetcdfReaders, xarray_h5py_ncdump_and_h5dump_read_everything) {
  ASSERT_EQ(std::system("/usr/bin/python3 -c 'import h5netcdf, h5py, netCDF4, xarray' 2> /dev/null"), 0)
      << "/usr/bin/python3 needs xarray, h5netcdf, netCDF4 and h5py: scripts/test installs them";
  const TemporaryFolder folder;
  NetcdfWriter file(folder / "sample.h5");
  write_grid(file.root());
  write_tables(file.root());
  file.commit();
  const auto script = std::filesystem::path(ALEATOR_SOURCE_DIR) / "tests/experiments/results/readers_test.py";
  const std::string command =
      "/usr/bin/python3 -W ignore '" + script.string() + "' '" + (folder / "sample.h5").string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

}  // namespace
}  // namespace aleator::results
