#include "experiments/journal/identity.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "tests/experiments/support.hpp"

namespace aleator {
namespace {

using testing::experiment_of;

const std::string smallest = R"(name = "x"
[model]
kind = "chutes"
[solve]
discount = 0.9
)";

Identity identity_of(const Experiment& experiment, std::int64_t point = 0) {
  return PointIdentities(experiment).identity(experiment.sweep.position(point));
}

Identity identity_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return identity_of(experiment_of(text, overrides));
}

TEST(Identity, is_that_of_the_keys_that_change_results) {
  const Identity identity = identity_of(smallest);
  EXPECT_EQ(identity_of(smallest, {"name=y"}), identity);
  EXPECT_EQ(identity_of(smallest, {"replicates=7"}), identity);
  EXPECT_EQ(identity_of(smallest, {"timeout=60"}), identity);
  EXPECT_EQ(identity_of(smallest, {"solve.max_sweeps=1000000"}), identity) << "the default, spelled out";
  EXPECT_NE(identity_of(smallest, {"seed=1"}), identity);
  EXPECT_NE(identity_of(smallest, {"solve.tolerance=1e-3"}), identity);
  EXPECT_NE(identity_of(smallest, {"solve.method=topological"}), identity);
  EXPECT_NE(identity_of(smallest + "[simulate]\n"), identity);
}

TEST(Identity, does_not_depend_on_what_else_is_swept) {
  const Experiment swept = experiment_of(smallest + R"([[axis]]
key = "solve.discount"
values = [0.5, 0.9]
[[axis]]
key = "solve.method"
values = ["topological", "value-iteration"]
)");
  EXPECT_EQ(identity_of(swept, 3), identity_of(smallest));
  std::set<Identity> all;
  for (std::int64_t point = 0; point < swept.sweep.size(); ++point) all.insert(identity_of(swept, point));
  EXPECT_EQ(all.size(), 4u);
}

TEST(Identity, is_summed_as_it_is_hashed_whole) {
  // With an axis of a selector identities are hashed from whole configurations, without one summed from parts.
  const std::string discounts = R"([[axis]]
key = "solve.discount"
values = [0.5, 0.9, 0.95]
)";
  const std::string methods = "[[axis]]\nkey = \"solve.method\"\nvalues = [\"value-iteration\"]\n";
  const Experiment parts = experiment_of(smallest + discounts);
  const Experiment whole = experiment_of(smallest + discounts + methods);
  for (std::int64_t point = 0; point < 3; ++point) EXPECT_EQ(identity_of(parts, point), identity_of(whole, point));
}

TEST(Identity, of_replicates_is_their_own) {
  const Experiment experiment = experiment_of(smallest, {"replicates=2"});
  EXPECT_NE(identity_of(experiment, 0), identity_of(experiment, 1));
  EXPECT_EQ(identity_of(experiment, 0), identity_of(smallest));
}

TEST(Identity, a_key_that_the_method_has_not_got_does_not_matter) {
  const std::string methods = smallest + R"([[axis]]
key = "solve.method"
values = ["value-iteration", "sor"]
)";
  const auto identity_with = [&](const char* relaxation, std::int64_t point) {
    return identity_of(experiment_of(methods, {std::string("solve.relaxation=") + relaxation}), point);
  };
  EXPECT_EQ(identity_with("1.0", 0), identity_with("1.1", 0));
  EXPECT_NE(identity_with("1.0", 1), identity_with("1.1", 1));
}

TEST(Identity, an_axis_that_does_not_exist_for_a_point_leaves_it_alone) {
  const Experiment experiment = experiment_of(smallest + R"([[axis]]
key = "model.overshoot"
values = ["stay", "bounce"]
[[axis]]
key = "model.win_reward"
values = [7, 8]
when = { model.overshoot = "bounce" }
)");
  ASSERT_EQ(experiment.sweep.size(), 3);
  EXPECT_EQ(identity_of(experiment, 0), identity_of(smallest, {"model.overshoot=stay"}));
  EXPECT_EQ(identity_of(experiment, 2), identity_of(smallest, {"model.overshoot=bounce", "model.win_reward=8"}));
}

TEST(Identity, what_stands_in_a_file_counts) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder.path() / "m.tra").string();
  const auto identity_with = [&](const char* transitions) {
    std::ofstream(file) << transitions;
    return identity_of("name = \"x\"\n[model]\nkind = \"file\"\npath = \"" + file + "\"\n[solve]\ndiscount = 0.9\n");
  };
  const Identity first = identity_with("2 2\n0 1 1\n1 1 1\n");
  EXPECT_NE(identity_with("2 2\n0 0 1\n1 1 1\n"), first);
  EXPECT_EQ(identity_with("2 2\n0 1 1\n1 1 1\n"), first);
}

TEST(Identity, places_are_told_apart_whatever_the_other_keys) {
  const std::string swept = smallest + "[[axis]]\nkey = \"solve.discount\"\nvalues = [0.5, 0.9]\n";
  const Experiment one = experiment_of(swept);
  const Experiment other = experiment_of(swept, {"solve.tolerance=1e-3"});
  const auto place = [](const Experiment& experiment, std::int64_t point) {
    return PointIdentities(experiment).place(experiment.sweep.position(point));
  };
  EXPECT_EQ(place(one, 1), place(other, 1));
  EXPECT_NE(place(one, 0), place(one, 1));
}

}  // namespace
}  // namespace aleator
