#include "experiments/config/key.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "experiments/config/config.hpp"
#include "experiments/registry.hpp"

namespace aleator {
namespace {

enum class Colour { red, blue };
struct Rules {
  std::int64_t size = 4;
  std::optional<double> weight;
  Colour colour = Colour::blue;
};

Keys rules_keys() {
  return {key("size", &Rules::size, {.help = "", .range = between(1, 9)}), key("weight", &Rules::weight, {.help = ""}),
          choice("colour", &Rules::colour, {{"red", Colour::red}, {"blue", Colour::blue}}, {.help = ""})};
}

TEST(Key, the_default_is_that_of_the_struct) {
  const Keys keys = rules_keys();
  EXPECT_EQ(keys[0].default_text(), "4");
  EXPECT_EQ(keys[1].default_text(), "none");
  EXPECT_EQ(keys[2].default_text(), "\"blue\"");
}

TEST(Key, sets_and_gets_members_by_name) {
  const Keys keys = rules_keys();
  Rules rules;
  keys[0].set(&rules, Value(std::int64_t{7}));
  keys[1].set(&rules, Value(0.5));
  keys[2].set(&rules, Value(std::string("red")));
  EXPECT_EQ(rules.size, 7);
  EXPECT_EQ(rules.weight, 0.5);
  EXPECT_EQ(rules.colour, Colour::red);
  EXPECT_EQ(keys[2].get(&rules), Value(std::string("red")));
}

TEST(Key, values_out_of_range_and_unknown_names_are_told) {
  const Keys keys = rules_keys();
  EXPECT_EQ(value_problems(keys[0], Value(std::int64_t{10})).front().message, "10 is out of range: it must be 1 to 9");
  EXPECT_EQ(value_problems(keys[2], Value(std::string("bleu"))).front().message,
            "there is no colour \"bleu\" (did you mean \"blue\"?)");
  EXPECT_EQ(value_problems(keys[2], Value(std::string("ultraviolet"))).front().message,
            "there is no colour \"ultraviolet\": it is one of red, blue");
  EXPECT_TRUE(value_problems(keys[0], Value(std::int64_t{9})).empty());
}

TEST(Key, near_misses_are_suggested_and_far_ones_are_not) {
  EXPECT_EQ(did_you_mean("dicsount", {"discount", "tolerance"}), " (did you mean \"discount\"?)");
  EXPECT_EQ(did_you_mean("gamma", {"discount", "tolerance"}), "");
}

TEST(Section, keys_reach_every_variant_that_has_them_and_the_selector_chooses) {
  struct Other {
    double weight = 2;
  };
  const SectionSpec spec{
      "solve",
      "method",
      {variant<Rules>("a", "", rules_keys()), variant<Other>("b", "", {key("weight", &Other::weight, {.help = ""})})}};
  Section section(spec);
  section.set("weight", Value(9.0));
  EXPECT_EQ(section.as<Rules>().weight, 9.0);
  section.set("method", Value(std::string("b")));
  EXPECT_EQ(section.as<Other>().weight, 9.0);
  EXPECT_EQ(section_text(section, Listed::changed), "solve.method = \"b\"\nsolve.weight = 9.0\n");
}

/// Every key of the registry has a help text, a default inside its range, and comes back as it was set.
TEST(Registry, every_key_is_complete) {
  std::vector<const SectionSpec*> sections = {&experiment_section(), &model_section(), &output_section()};
  for (const ModelKind& kind : model_kinds()) {
    for (const Task& task : kind.tasks) sections.push_back(&task.section);
  }
  for (const SectionSpec* section : sections) {
    for (const Variant& variant : section->variants) {
      for (const Key& key : variant.keys) {
        EXPECT_FALSE(key.options.help.empty()) << key.name;
        if (key.default_value) {
          EXPECT_TRUE(value_problems(key, *key.default_value).empty()) << key.name;
        }
      }
    }
  }
}

TEST(Registry, names_of_outputs_and_dimensions_are_unique_and_known) {
  for (const ModelKind& kind : model_kinds()) {
    std::set<std::string> names;
    std::vector<Output> outputs = kind.outputs;
    for (const Task& task : kind.tasks) outputs.insert(outputs.end(), task.outputs.begin(), task.outputs.end());
    for (const Output& output : outputs) {
      EXPECT_TRUE(names.insert(output.name).second) << output.name;
      for (const std::string& dimension : output.dimensions) {
        const auto& all = output_dimensions();
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const Dimension& d) { return d.name == dimension; }))
            << dimension;
      }
    }
  }
}

}  // namespace
}  // namespace aleator
