#include "experiments/results/netcdf_writer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <numeric>

#include "experiments/results/netcdf_reader.hpp"
#include "tests/experiments/results/file_testing.hpp"

namespace aleator::results {
namespace {

using Offsets = std::vector<std::uint64_t>;

/// A file in which everything occurs that the writer can write.
void write_varied_file(const std::filesystem::path& path, const std::vector<double>& values) {
  NetcdfWriter file(path);
  NetcdfGroup root = file.root();
  root.attribute({"title", std::string("varied")});
  const std::vector<std::string> methods = {"value iteration", "policy iteration"};
  root.axis("method", std::span(methods), {{"long_name", std::string("solver")}});
  root.dimension("state", values.size() / 2);
  root.variable("value", ElementType::f64, {"method", "state"}, {{"units", std::string("turns")}}, 4)
      .write(values.data());
  const std::vector<std::int8_t> status = {0, 1};
  root.variable("status", ElementType::i8, {"method"}, {{"flag_values", status}}).write(status.data());
  NetcdfGroup child = root.group("provenance");
  child.strings("experiment", {}, std::vector<std::string>{std::string(100'000, 'x')}, {});
  file.commit();
}

/// Lets no file of this process grow beyond `bytes`: how a full disk looks from inside, without one.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_limit_);
    const rlimit limit{bytes, old_limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(FileSizeLimit&&) = delete;
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_limit_{};
  void (*old_handler_)(int);
};

TEST(NetcdfWriter, a_file_appears_under_its_name_only_on_commit) {
  const TemporaryFolder folder;
  const auto path = folder / "out.h5";
  write_text(path, "old");
  NetcdfWriter file(path);
  file.root().dimension("state", 3);
  EXPECT_EQ(bytes_of(path), "old");
  file.commit();
  EXPECT_EQ(bytes_of(path).substr(1, 3), "HDF");
  EXPECT_EQ(folder.number_of_files(), 1U);
}

TEST(NetcdfWriter, a_file_abandoned_before_commit_leaves_the_old_one_untouched) {
  const TemporaryFolder folder;
  const auto path = folder / "out.h5";
  write_text(path, "old");
  {
    NetcdfWriter file(path);
    file.root().dimension("state", 3);
    EXPECT_EQ(folder.number_of_files(), 2U);
  }
  EXPECT_EQ(bytes_of(path), "old");
  EXPECT_EQ(folder.number_of_files(), 1U);
}

TEST(NetcdfWriter, groups_and_variables_may_outlive_their_file) {
  const TemporaryFolder folder;
  auto file = std::make_unique<NetcdfWriter>(folder / "out.h5");
  NetcdfGroup root = file->root();
  NetcdfVariable turns = root.variable("turns", ElementType::i32, {}, {});
  file->commit();
  file.reset();
  const std::int32_t value = 7;
  EXPECT_THROW(turns.write(&value), FileError);
  EXPECT_THROW(root.dimension("state", 3), FileError);
}

TEST(NetcdfWriter, the_same_calls_write_the_same_bytes) {
  const TemporaryFolder folder;
  std::vector<double> values(20'000);
  std::iota(values.begin(), values.end(), 0.5);
  write_varied_file(folder / "first.h5", values);
  sleep(1);  // a stored time would differ now
  const std::vector<std::string> other_memory_contents(1000, std::string(300, '#'));
  write_varied_file(folder / "second.h5", values);
  EXPECT_TRUE(bytes_of(folder / "first.h5") == bytes_of(folder / "second.h5"));
}

TEST(NetcdfWriter, a_link_to_a_file_stays_a_link) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "scratch");
  write_text(folder / "scratch/real.h5", "old");
  std::filesystem::create_symlink("scratch/real.h5", folder / "out.h5");
  NetcdfWriter(folder / "out.h5").commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "out.h5"));
  EXPECT_EQ(bytes_of(folder / "scratch/real.h5").substr(1, 3), "HDF");
}

TEST(NetcdfWriter, a_device_or_folder_is_no_target) {
  const TemporaryFolder folder;
  EXPECT_EQ(message_of([] { NetcdfWriter(""); }), "cannot write : it names no file");
  EXPECT_EQ(message_of([] { NetcdfWriter("/dev/null"); }), "cannot write /dev/null: it is not a regular file");
  EXPECT_EQ(message_of([&] { NetcdfWriter(folder.path()); }),
            "cannot write " + folder.path().string() + ": it is not a regular file");
}

TEST(NetcdfWriter, a_missing_folder_is_an_error_that_says_so) {
  const TemporaryFolder folder;
  const auto path = folder / "missing/out.h5";
  EXPECT_EQ(message_of([&] { NetcdfWriter{path}; }), "cannot write " + path.string() + ": No such file or directory");
}

TEST(NetcdfWriter, a_folder_without_write_permission_is_an_error_that_says_so) {
  const TemporaryFolder folder;
  const auto path = folder / "out.h5";
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  const uid_t user = geteuid();
  ASSERT_EQ(seteuid(user == 0 ? 65534 : user), 0);  // root may write everywhere
  const std::string message = message_of([&] { NetcdfWriter{path}; });
  ASSERT_EQ(seteuid(user), 0);
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  EXPECT_EQ(message, "cannot write " + path.string() + ": Permission denied");
}

// The limit ends before the file is closed: what was lost on the way must not be forgotten by then.
TEST(NetcdfWriter, a_disk_that_was_full_for_a_while_leaves_the_old_file) {
  const TemporaryFolder folder;
  const auto path = folder / "out.h5";
  write_text(path, "old");
  const std::vector<double> values(100'000, 0.1);
  for (const int compression : {0, 1}) {
    NetcdfWriter file(path);
    file.root().dimension("state", values.size());
    {
      const FileSizeLimit limit(2048);
      file.root().variable("value", ElementType::f64, {"state"}, {}, compression).write(values.data());
    }
    EXPECT_EQ(message_of([&] { file.commit(); }), "cannot write " + path.string() + ": File too large");
  }
  EXPECT_EQ(bytes_of(path), "old");
  EXPECT_EQ(folder.number_of_files(), 1U);
}

TEST(NetcdfWriter, a_disk_that_fills_up_while_closing_leaves_the_old_file_and_nothing_open) {
  const TemporaryFolder folder;
  const auto path = folder / "out.h5";
  write_text(path, "old");
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator{});
  };
  const auto open_before = open_files();
  {
    NetcdfWriter file(path);
    for (int i = 0; i < 50; ++i) file.root().group("group" + std::to_string(i)).dimension("state", 3);
    const FileSizeLimit limit(1024);
    EXPECT_EQ(message_of([&] { file.commit(); }), "cannot write " + path.string() + ": File too large");
  }
  EXPECT_EQ(bytes_of(path), "old");
  EXPECT_EQ(folder.number_of_files(), 1U);
  EXPECT_EQ(open_files(), open_before);
  write_varied_file(path, std::vector<double>(10, 0.1));  // the next snapshot works
  EXPECT_EQ(NetcdfReader(path).variables().size(), 3U);
}

TEST(NetcdfWriter, a_process_whose_disk_was_full_exits_in_order) {
  const auto fill_the_disk_and_exit = [] {
    {
      const TemporaryFolder folder;
      NetcdfWriter file(folder / "out.h5");
      for (int i = 0; i < 50; ++i) file.root().group("group" + std::to_string(i)).dimension("state", 3);
      const FileSizeLimit limit(1024);
      message_of([&] { file.commit(); });
    }
    std::exit(0);
  };
  EXPECT_EXIT(fill_the_disk_and_exit(), testing::ExitedWithCode(0), "");
}

TEST(NetcdfWriter, parts_never_written_are_nan_or_minus_one) {
  const TemporaryFolder folder;
  NetcdfWriter file(folder / "out.h5");
  NetcdfGroup root = file.root();
  root.dimension("run", 3);
  root.dimension("state", 2);
  const std::vector<double> value = {1.5, 2.5};
  root.variable("value", ElementType::f64, {"run", "state"}, {}).write(Offsets{1, 0}, Offsets{1, 2}, value.data());
  root.variable("turns", ElementType::i64, {"run"}, {});
  const std::int8_t policy = 4;
  root.variable("policy", ElementType::i8, {"run"}, {}, 1).write(Offsets{2}, Offsets{1}, &policy);
  file.commit();

  const NetcdfReader reader(folder / "out.h5");
  const std::vector<double> values = reader.read_doubles("value");
  EXPECT_TRUE(std::isnan(values[0]) && std::isnan(values[1]) && std::isnan(values[4]) && std::isnan(values[5]));
  EXPECT_EQ(values[2], 1.5);
  EXPECT_EQ(values[3], 2.5);
  EXPECT_EQ(reader.read_integers("turns"), (std::vector<std::int64_t>{-1, -1, -1}));
  EXPECT_EQ(reader.read_integers("policy"), (std::vector<std::int64_t>{-1, -1, 4}));
}

TEST(NetcdfWriter, a_block_outside_the_shape_is_refused) {
  const TemporaryFolder folder;
  NetcdfWriter file(folder / "out.h5");
  file.root().dimension("run", 3);
  NetcdfVariable turns = file.root().variable("turns", ElementType::i64, {"run"}, {});
  const std::vector<std::int64_t> data(4, 0);
  EXPECT_THROW(turns.write(Offsets{1}, Offsets{3}, data.data()), std::invalid_argument);
  EXPECT_THROW(turns.write(Offsets{4}, Offsets{0}, data.data()), std::invalid_argument);
  EXPECT_THROW(turns.write(Offsets{0, 0}, Offsets{1, 1}, data.data()), std::invalid_argument);
  EXPECT_NO_THROW(turns.write(Offsets{3}, Offsets{0}, data.data()));
  EXPECT_NO_THROW(turns.write(Offsets{0}, Offsets{3}, data.data()));
}

TEST(NetcdfWriter, compressed_values_come_back_and_take_less_room) {
  const TemporaryFolder folder;
  std::vector<std::int64_t> values(400'000);
  std::iota(values.begin(), values.end(), 0);
  for (const int level : {0, 1, 9}) {
    NetcdfWriter file(folder / ("level" + std::to_string(level) + ".h5"));
    file.root().dimension("run", 400);
    file.root().dimension("state", 1000);
    file.root().variable("turns", ElementType::i64, {"run", "state"}, {}, level).write(values.data());
    file.commit();
  }
  EXPECT_EQ(NetcdfReader(folder / "level9.h5").read_integers("turns"), values);
  EXPECT_EQ(NetcdfReader(folder / "level1.h5").read_integers("turns"), values);
  EXPECT_LT(file_size(folder / "level1.h5") * 10, file_size(folder / "level0.h5"));
}

TEST(NetcdfWriter, lengths_of_zero_are_fine_with_and_without_compression) {
  const TemporaryFolder folder;
  NetcdfWriter file(folder / "out.h5");
  NetcdfGroup root = file.root();
  root.axis("run", std::span<const std::int64_t>(), {});
  root.dimension("state", 5);
  root.variable("turns", ElementType::i64, {"run", "state"}, {}, 3).write(nullptr);
  root.variable("value", ElementType::f64, {"run"}, {}).write(nullptr);
  root.strings("message", {"run"}, {}, {});
  file.commit();
  const NetcdfReader reader(folder / "out.h5");
  EXPECT_TRUE(reader.read_integers("turns").empty());
  EXPECT_TRUE(reader.read_doubles("value").empty());
  EXPECT_TRUE(reader.read_strings("message").empty());
}

TEST(NetcdfWriter, calls_that_do_not_fit_the_file_are_refused) {
  const TemporaryFolder folder;
  NetcdfWriter file(folder / "out.h5");
  NetcdfGroup root = file.root();
  root.dimension("state", 2);
  EXPECT_THROW(root.dimension("state", 2), std::invalid_argument);
  EXPECT_THROW(root.group("state"), std::invalid_argument);
  EXPECT_THROW(root.variable("state", ElementType::f64, {"state"}, {}), std::invalid_argument);
  EXPECT_THROW(root.variable("value", ElementType::f64, {"action"}, {}), std::invalid_argument);
  EXPECT_THROW(root.group("runs").variable("value", ElementType::f64, {"state"}, {}), std::invalid_argument);
  EXPECT_THROW(root.variable("value", ElementType::f64, {"state"}, {}, 10), std::invalid_argument);
  EXPECT_THROW(root.strings("label", {"state"}, std::vector<std::string>{"one"}, {}), std::invalid_argument);
  EXPECT_THROW(root.attribute({"weights", std::vector<double>{}}), std::invalid_argument);
  for (const char* name : {"", "a/b", " a", "a ", "a\nb", "+a"}) {
    EXPECT_THROW(root.dimension(name, 1), std::invalid_argument) << name;
  }
  for (const char* name : {"_a", "2nd", "a b", "größe", "a-b.c"}) EXPECT_NO_THROW(root.dimension(name, 1)) << name;
}

}  // namespace
}  // namespace aleator::results
