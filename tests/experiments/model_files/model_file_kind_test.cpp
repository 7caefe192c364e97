// What labels mean in a process from a file.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/run/kind.hpp"
#include "tests/experiments/results/file_testing.hpp"
#include "tests/experiments/support.hpp"

namespace aleator {
namespace {

using results::TemporaryFolder;
using results::write_text;
using Flags = std::vector<std::uint8_t>;

/// Three states; the last one ends, and a label is named like a condition.
class LabelsOfAFile : public ::testing::Test {
 protected:
  LabelsOfAFile() {
    write_text(folder_ / "m.tra", "3 2\n0 1 1\n1 2 1\n");
    write_text(folder_ / "m.lab", "0=\"init\" 1=\"goal\" 2=\"x=3\"\n1: 0\n2: 1\n0: 2\n");
  }

  std::shared_ptr<const DecisionModel> model(const std::string& more_keys = "") const {
    const Experiment experiment =
        testing::experiment_of("name = \"m\"\n[model]\nkind = \"file\"\npath = \"" + (folder_ / "m.tra").string() +
                               "\"\n" + more_keys + "[solve]\ndiscount = 0.5\n");
    return kind_of(experiment.config).make(experiment.config, 0).process;
  }
  static std::string complaint(const DecisionModel& model, std::string_view label) {
    try {
      model.labelled(label);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  }

  const TemporaryFolder folder_;
};

TEST_F(LabelsOfAFile, may_be_conditions_on_variables) {
  write_text(folder_ / "m.sta", "(x,z)\n0:(1,true)\n1:(2,true)\n2:(3,false)\n");
  const auto process = model();
  EXPECT_EQ(process->labelled("z=true"), (Flags{1, 1, 0}));
  EXPECT_EQ(process->labelled("x=2 & z=true"), (Flags{0, 1, 0}));
  EXPECT_EQ(process->labelled("(3,false)"), (Flags{0, 0, 1}));
  EXPECT_EQ(process->labelled("x=7"), (Flags{0, 0, 0}));
  EXPECT_EQ(complaint(*process, "y=2"), "the condition \"y=2\": there is no variable \"y\": the model has x, z");
  EXPECT_EQ(complaint(*process, "none"), "there is no label \"none\": the model has end, init, goal, x=3");
}

TEST_F(LabelsOfAFile, go_before_conditions) {
  write_text(folder_ / "m.sta", "(x)\n0:(1)\n1:(2)\n2:(3)\n");
  const auto process = model();
  EXPECT_EQ(process->labelled("x=3"), (Flags{1, 0, 0})) << "the label, not the state with x=3";
  EXPECT_EQ(process->labelled("x = 3"), (Flags{0, 0, 1}));
  EXPECT_EQ(process->labelled("init"), (Flags{0, 1, 0}));
  EXPECT_EQ(process->labelled("goal"), (Flags{0, 0, 1}));
  EXPECT_EQ(process->labelled("end"), (Flags{0, 0, 1}));
}

TEST_F(LabelsOfAFile, are_no_conditions_without_variables) {
  EXPECT_EQ(complaint(*model(), "x=2"), "the condition \"x=2\": the model has no variables");
}

TEST_F(LabelsOfAFile, use_the_states_that_are_named) {
  write_text(folder_ / "m.sta", "(x)\n0:(1)\n1:(1)\n2:(1)\n");
  write_text(folder_ / "other.txt", "(y)\n0:(1)\n1:(2)\n2:(2)\n");
  EXPECT_EQ(model("states = \"" + (folder_ / "other.txt").string() + "\"\n")->labelled("y=2"), (Flags{0, 1, 1}));
}

TEST_F(LabelsOfAFile, need_the_states_that_are_named) {
  const std::string none = (folder_ / "none.sta").string();
  std::string message;
  try {
    model("states = \"" + none + "\"\n");
  } catch (const std::exception& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("there is no file " + none), std::string::npos) << message;
}

}  // namespace
}  // namespace aleator
