#include "experiments/model_files/text_file_writer.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "tests/experiments/results/file_testing.hpp"

namespace aleator {
namespace {

using results::bytes_of;
using results::message_of;
using results::TemporaryFolder;
using results::write_text;

void add(TextFiles& files, const std::filesystem::path& file) {
  files.add(file, [](const TextSink& sink) { sink("new"); });
}

TEST(TextFiles, take_their_places_together) {
  const TemporaryFolder folder;
  write_text(folder / "a", "old");
  {
    TextFiles files;
    add(files, folder / "a");
    add(files, folder / "b");
    EXPECT_EQ(bytes_of(folder / "a"), "old");
    EXPECT_FALSE(exists(folder / "b"));
    files.commit();
  }
  EXPECT_EQ(bytes_of(folder / "a"), "new");
  EXPECT_EQ(bytes_of(folder / "b"), "new");
  EXPECT_EQ(folder.number_of_files(), 2u);
}

TEST(TextFiles, leave_nothing_if_one_cannot_be_written) {
  const TemporaryFolder folder;
  write_text(folder / "a", "old");
  const auto fails_midway = [&] {
    TextFiles files;
    add(files, folder / "a");
    files.add(folder / "b", [](const TextSink& sink) {
      sink("half");
      throw std::invalid_argument("no more");
    });
  };
  EXPECT_THROW(fails_midway(), std::invalid_argument);
  EXPECT_EQ(bytes_of(folder / "a"), "old");
  EXPECT_EQ(folder.number_of_files(), 1u);
}

TEST(TextFiles, are_put_back_if_one_cannot_take_its_place) {
  const TemporaryFolder folder;
  write_text(folder / "a", "old");
  {
    TextFiles files;
    for (const char* name : {"a", "b", "c", "d"}) add(files, folder / name);
    std::filesystem::create_directory(folder / "c");
    write_text(folder / "c" / "file", "in the way");
    const std::string message = message_of([&] { files.commit(); });
    EXPECT_EQ(message.find("cannot write " + (folder / "c").string() + ": "), 0u) << message;
  }
  EXPECT_EQ(bytes_of(folder / "a"), "old");
  EXPECT_EQ(bytes_of(folder / "c" / "file"), "in the way");
  EXPECT_EQ(folder.number_of_files(), 2u) << "neither b nor d";
}

}  // namespace
}  // namespace aleator
