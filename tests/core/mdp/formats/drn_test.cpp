#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/mdp/formats/drn_reader.hpp"
#include "core/mdp/formats/drn_writer.hpp"
#include "core/mdp/formats/text_scanner.hpp"
#include "tests/core/mdp/formats/random_model.hpp"

namespace aleator {
namespace {

using testing::difference;
using testing::random_model;
using testing::RandomRewards;

constexpr const char* small_drn =
    "// Written by hand\n"
    "@type: MDP\n"
    "@value_type: double\n"
    "@parameters\n"
    "\n"
    "@reward_models\n"
    "time cost \n"
    "@nr_states\n"
    "3\n"
    "@nr_choices\n"
    "4\n"
    "@model\n"
    "state 0 [1, 10] init\n"
    "//[x=0]\n"
    "\taction stay [0.5, 0]\n"
    "\t\t0 : 0.25\n"
    "\t\t2 : 0.75\n"
    "\taction 1 [0, 2]\n"
    "\t\t1 : 1\n"
    "state 1 [0, 0] \"a label\" goal\n"
    "\taction 0 [0, 0]\n"
    "\t\t0 : 1/3\n"
    "\t\t2 : 2/3\n"
    "state 2 [0, 0] goal deadlock\n"
    "\taction 0 [0, 0]\n"
    "\t\t2 : 1\n";

std::string complaint(const std::function<void()>& action) {
  try {
    action();
  } catch (const ModelTextError& error) {
    return error.what();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

std::string written(const LabelledMdp& model) {
  std::string all;
  write_drn(model, [&](std::string_view piece) { all += piece; });
  return all;
}

/// small_drn with its first `old_text` replaced.
std::string with(const std::string& old_text, const std::string& new_text) {
  std::string drn = small_drn;
  const std::size_t at = drn.find(old_text);
  EXPECT_NE(at, std::string::npos) << old_text;
  return drn.replace(at, old_text.size(), new_text);
}

TEST(Drn, reads_a_process) {
  const LabelledMdp model = read_drn(small_drn);
  EXPECT_EQ(model.mdp.action_begin, (std::vector<std::int64_t>{0, 2, 3, 3}));
  EXPECT_EQ(model.mdp.row_begin, (std::vector<std::int64_t>{0, 2, 3, 5}));
  EXPECT_EQ(model.mdp.next_state, (std::vector<State>{0, 2, 1, 0, 2}));
  EXPECT_EQ(model.mdp.probability, (std::vector<double>{0.25, 0.75, 1, 1.0 / 3, 2.0 / 3}));
  EXPECT_EQ(model.mdp.reward, (std::vector<double>{1.5, 1, 0}));
  EXPECT_EQ(model.initial, std::vector<State>{0});
  EXPECT_EQ(*model.find_label("a label"), std::vector<State>{1});
  EXPECT_EQ(*model.find_label("goal"), (std::vector<State>{1, 2}));
  EXPECT_EQ(model.action_names, std::vector<std::string>{"stay"});
  EXPECT_EQ(model.action_name, (std::vector<std::int32_t>{0, -1, -1}));
}

TEST(Drn, chooses_the_reward_model_by_name) {
  EXPECT_EQ(read_drn(small_drn, "time").mdp.reward, (std::vector<double>{1.5, 1, 0}));
  EXPECT_EQ(read_drn(small_drn, "cost").mdp.reward, (std::vector<double>{10, 12, 0}));
  EXPECT_EQ(complaint([] { read_drn(small_drn, "coins"); }),
            "line 13: there is no reward model \"coins\", only \"time\", \"cost\"");
}

TEST(Drn, a_loop_that_earns_something_stays_in_a_deadlock) {
  const LabelledMdp model = read_drn(with("state 2 [0, 0]", "state 2 [0, 1]"), "cost");
  EXPECT_EQ(model.mdp.num_rows(), 4);
  EXPECT_EQ(model.mdp.reward[3], 1);
  EXPECT_EQ(read_drn(with("goal deadlock", "goal")).mdp.num_rows(), 4) << "the loop of a state without the label stays";
}

TEST(Drn, reads_a_chain_without_the_optional_sections) {
  const LabelledMdp chain = read_drn(
      "@type: DTMC\r\n@nr_states\r\n2\r\n@model\r\nstate 0\r\naction 0\r\n1:1\r\nstate 1 init\r\naction 0\r\n0 : "
      ".5\r\n1 : .5");
  EXPECT_EQ(chain.mdp.next_state, (std::vector<State>{1, 0, 1}));
  EXPECT_EQ(chain.initial, std::vector<State>{1});
  EXPECT_TRUE(chain.action_name.empty());
}

TEST(Drn, errors_name_the_line_and_the_rule) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "line 1: the file is empty"},
      {"@type: MDP\n", "line 2: there is no @model section"},
      {"@nr_states\n1\n@model\n", "line 3: @type: is missing"},
      {"@type: MDP\n@model\n", "line 2: @nr_states is missing"},
      {"7 10\n0 1 0.5\n", "line 1: expected a section such as @model, found \"7\""},
      {with("@type: MDP", "@type: CTMC"), "line 2: models of type \"CTMC\" are not supported, only DTMC and MDP"},
      {with("@type: MDP", "@type: Markov Automaton"),
       "line 2: models of type \"Markov Automaton\" are not supported, only DTMC and MDP"},
      {with("@type: MDP", "@type: POMDP"), "line 2: models of type \"POMDP\" are not supported, only DTMC and MDP"},
      {with("@value_type: double", "@value_type: double-interval"),
       "line 3: values of type \"double-interval\" are not supported, only double and rational"},
      {with("@value_type: double", "@type: MDP"), "line 3: \"@type:\" comes twice"},
      {with("@parameters\n\n", "@parameters\np q\n"), "line 5: processes with parameters are not supported"},
      {with("@parameters\n\n", "@placeholders\n$p : 1\n"), "line 4: placeholders are not supported"},
      {with("@nr_states\n3", "@nr_states\n0"), "line 9: a process has at least one state"},
      {with("@nr_states\n3", "@nr_states\n1000000000000"), "line 9: 1000000000000 states: the most is 2147483647"},
      {with("@nr_states\n3", "@nr_states\n4"), "line 27: the header announces 4 states, the file has 3"},
      {with("@nr_states\n3", "@nr_states\n2"), "line 17: state 2 of 2 states"},
      {with("@nr_choices\n4", "@nr_choices\n5"), "line 11: the header announces 5 choices, the file has 4"},
      {with("state 1", "state 2"), "line 20: state 2 where state 1 is expected"},
      {with("state 1", "station 1"), "line 20: expected a state, an action or a transition, found \"station\""},
      {with("state 1 [0, 0]", "state 1 [0]"), "line 20: 1 rewards for 2 reward models"},
      {with("state 1 [0, 0]", "state 1 [0, 0"), "line 20: ] is missing after the rewards"},
      {with("state 1 [0, 0]", "state 1 [0, nan]"), "line 20: expected a reward, found \"nan]\""},
      {with("[1, 10] init\n//[x=0]\n\taction stay [0.5", "[1e308, 10] init\n//[x=0]\n\taction stay [1e308"),
       "line 15: state 0: rewards add up to inf"},
      {with("[0.5, 0]", "[0.5:0]"), "line 15: expected a reward, found \"0.5:0]\""},
      {with("\t\t0 : 0.25", "\t\t0 : 0,25"), "line 16: expected a probability, found \"0,25\""},
      {with("\"a label\"", "\"a label"), "line 20: a quotation mark is missing"},
      {with("\"a label\"", "\"\""), "line 20: a label has no name"},
      {with("state 0 [1, 10] init\n", ""), "line 14: an action before the first state"},
      {with("\taction stay [0.5, 0]\n", ""), "line 15: a transition before the action that it belongs to"},
      {with("action stay", "action 1"), "line 18: state 0: action 1 is listed twice or after a higher one"},
      {with("action stay [0.5, 0]", "action"), "line 15: expected the name of an action, found the end of the line"},
      {with("\t\t0 : 0.25", "\t\t3 : 0.25"), "line 16: state 3 of 3 states"},
      {with("\t\t0 : 0.25", "\t\t2 : 0.25"), "line 17: state 0, action 0: next state 2 is listed twice"},
      {with("\t\t0 : 0.25", "\t\t0 : 0.24"), "line 17: state 0, action 0: the probabilities sum to 0.99"},
      {with("\t\t0 : 0.25", "\t\t0 : -0.25"), "line 16: state 0, action 0: the probability is -0.25"},
      {with("\t\t0 : 0.25", "\t\t0 0.25"), "line 16: : is missing after next state 0"},
      {with("\t\t0 : 0.25", "\t\t0 : [0.2, 0.25]"), "line 16: intervals of probabilities are not supported"},
      {with("\t\t0 : 0.25", "\t\t0 : p"), "line 16: expected a probability, found \"p\""},
      {with("\t\t1 : 1\n", ""), "line 18: state 0, action 1: the probabilities sum to 0"},
      {with("@type: MDP", "@type: DTMC"), "line 18: state 0 of a DTMC has a second action"},
      {with("state 2 [0, 0] goal deadlock\n\taction 0 [0, 0]\n\t\t2 : 1\n", "state 2 [3, 0]\n"),
       "line 24: state 2 has no actions: nothing can earn its reward 3"},
  };
  for (const auto& [drn, message] : cases) {
    EXPECT_EQ(complaint([&] { read_drn(drn); }), message) << drn;
  }
}

TEST(Drn, is_written_as_storm_writes_it) {
  LabelledMdp model = read_drn(small_drn);
  EXPECT_EQ(written(model),
            "@type: MDP\n@parameters\n\n@reward_models\nreward\n@nr_states\n3\n@nr_choices\n4\n@model\n"
            "state 0 [0] init\n\taction stay [1.5]\n\t\t0 : 0.25\n\t\t2 : 0.75\n\taction 1 [1]\n\t\t1 : 1\n"
            "state 1 [0] \"a label\" goal\n\taction 0 [0]\n\t\t0 : 0.3333333333333333\n\t\t2 : 0.6666666666666666\n"
            "state 2 [0] goal deadlock\n\taction 0 [0]\n\t\t2 : 1\n");
}

TEST(Drn, gives_back_random_processes_bit_by_bit) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 4000; ++i) {
    const auto rewards = static_cast<RandomRewards>(i % 3);  // the format has none of transitions
    LabelledMdp model = random_model(random, {rewards, true, i % 3 == 0, i % 5 != 0, i % 7 == 0, i % 2 == 0});
    const LabelledMdp copy = read_drn(written(model));
    if (!end_states(model.mdp).empty()) add_to_label(model, "deadlock", {end_states(model.mdp)});
    ASSERT_EQ(difference(copy, model), "") << written(model);
  }
}

TEST(Drn, rewards_of_transitions_are_written_as_what_actions_expect) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 200; ++i) {
    const LabelledMdp model = random_model(random, {RandomRewards::per_transition});
    const LabelledMdp copy = read_drn(written(model));
    EXPECT_TRUE(copy.mdp.transition_reward.empty());
    ASSERT_EQ(copy.mdp.reward, model.mdp.reward);
  }
}

TEST(Drn, refuses_what_it_cannot_hold) {
  LabelledMdp model = read_drn(small_drn);
  model.action_names[0] = "two words";
  EXPECT_EQ(complaint([&] { written(model); }), "drn files cannot hold the action \"two words\"");
  model = read_drn(small_drn);
  add_to_label(model, "a\nb", {0});
  EXPECT_EQ(complaint([&] { written(model); }), "drn files cannot hold the label \"a\\x0ab\"");
  model = read_drn(small_drn);
  model.mdp.fixed_value[2] = -1;
  EXPECT_EQ(complaint([&] { written(model); }), "drn files cannot hold the value -1 of the end in state 2; hdf5 can");
}

}  // namespace
}  // namespace aleator
