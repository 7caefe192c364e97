#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/mdp/formats/prism_reader.hpp"
#include "core/mdp/formats/prism_writer.hpp"
#include "core/mdp/formats/text_scanner.hpp"
#include "tests/core/mdp/formats/random_model.hpp"

namespace aleator {
namespace {

using testing::difference;
using testing::random_model;
using testing::RandomRewards;

/// Knuth and Yao's die from a coin, after the first toss: 3 inner states, and 4 ends that loop.
constexpr const char* die_tra =
    "7 10\n"
    "0 1 0.5\n0 2 0.5\n"
    "1 3 0.5\n1 4 0.5\n"
    "2 5 0.5\n2 6 0.5\n"
    "3 3 1\n4 4 1\n5 5 1\n6 6 1\n";

/// Two choices in state 0, one in state 1; state 2 ends.
constexpr const char* small_tra =
    "3 3 5\n"
    "0 0 0 0.25 stay\n"
    "0 0 2 0.75 stay\n"
    "0 1 1 1 go\n"
    "1 0 0 1/3\n"
    "1 0 2 2/3\n";

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

std::string tra_complaint(const std::string& tra) {
  return complaint([&] { read_prism_transitions(tra); });
}

template <class Write>
std::string written(Write write, const LabelledMdp& model) {
  std::string all;
  write(model, [&](std::string_view piece) { all += piece; });
  return all;
}

// ---- transitions

TEST(PrismTransitions, reads_a_chain) {
  const LabelledMdp die = read_prism_transitions(die_tra);
  EXPECT_EQ(die.mdp.action_begin, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(die.mdp.row_begin, (std::vector<std::int64_t>{0, 2, 4, 6, 7, 8, 9, 10}));
  EXPECT_EQ(die.mdp.next_state, (std::vector<State>{1, 2, 3, 4, 5, 6, 3, 4, 5, 6}));
  EXPECT_EQ(die.mdp.probability, (std::vector<double>{.5, .5, .5, .5, .5, .5, 1, 1, 1, 1}));
  EXPECT_EQ(die.mdp.reward, std::vector<double>(7, 0));
  EXPECT_EQ(die.mdp.fixed_value, std::vector<double>(7, 0));
  EXPECT_EQ(die.initial, std::vector<State>{0});
  EXPECT_TRUE(die.action_name.empty());
  EXPECT_EQ(die.row_sums.largest, 0);
  EXPECT_EQ(die.row_sums.state, -1);
}

TEST(PrismTransitions, reads_choices_actions_fractions_and_a_state_without_transitions) {
  const LabelledMdp model = read_prism_transitions(small_tra);
  EXPECT_EQ(model.mdp.action_begin, (std::vector<std::int64_t>{0, 2, 3, 3}));
  EXPECT_EQ(model.mdp.row_begin, (std::vector<std::int64_t>{0, 2, 3, 5}));
  EXPECT_EQ(model.mdp.probability, (std::vector<double>{0.25, 0.75, 1, 1.0 / 3, 2.0 / 3}));
  EXPECT_EQ(model.action_names, (std::vector<std::string>{"stay", "go"}));
  EXPECT_EQ(model.action_name, (std::vector<std::int32_t>{0, 1, -1}));
  EXPECT_EQ(end_states(model.mdp), std::vector<State>{2});
}

TEST(PrismTransitions, takes_comments_blanks_both_line_ends_and_no_end_of_the_last_line) {
  std::string crlf = "# Transitions (MDP)\r\n\r\n";
  for (const char c : std::string(small_tra)) crlf += c == '\n' ? std::string(" \r\n") : std::string(1, c);
  crlf.erase(crlf.size() - 3);
  EXPECT_EQ(difference(read_prism_transitions(crlf), read_prism_transitions(small_tra)), "");
}

TEST(PrismTransitions, rows_may_come_in_any_order) {
  const std::string shuffled = "3 3 5\n1 0 0 1/3\n1 0 2 2/3\n0 1 1 1 go\n0 0 0 0.25 stay\n0 0 2 0.75 stay\n";
  LabelledMdp model = read_prism_transitions(shuffled);
  EXPECT_EQ(difference(model, read_prism_transitions(small_tra)), "");
}

TEST(PrismTransitions, entries_of_a_row_keep_their_order) {
  EXPECT_EQ(read_prism_transitions("3 3\n0 2 0.25\n0 0 0.5\n0 1 0.25\n").mdp.next_state, (std::vector<State>{2, 0, 1}));
}

TEST(PrismTransitions, entries_of_probability_0_are_dropped) {
  EXPECT_EQ(read_prism_transitions("3 3\n0 2 0.25\n0 0 0\n0 1 0.75\n").mdp.next_state, (std::vector<State>{2, 1}));
}

TEST(PrismTransitions, sums_off_1_are_taken_as_they_are_and_reported) {
  const LabelledMdp model =
      read_prism_transitions("3 3 4\n0 0 1 0.5\n0 0 2 0.5\n0 1 0 0.9999999995\n1 0 1 1.0000000001\n");
  EXPECT_EQ(model.mdp.probability[2], 0.9999999995);
  EXPECT_NEAR(model.row_sums.largest, 5e-10, 1e-15);
  EXPECT_EQ(model.row_sums.state, 0);
  EXPECT_EQ(model.row_sums.action, 1);
}

TEST(PrismTransitions, errors_name_the_line_and_the_rule) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "line 1: the file is empty"},
      {"# nothing\n\n", "line 3: the file is empty"},
      {"x 1\n", "line 1: expected the number of states, found \"x\""},
      {"2\n", "line 1: expected the number of choices or transitions, found the end of the line"},
      {"-2 1\n", "line 1: expected the number of states, found \"-2\""},
      {"0 0\n", "line 1: a process has at least one state"},
      {"2 2 2 2\n", "line 1: partially observable processes (4 numbers here) are not supported"},
      {"1000000000000 3\n0 0 1\n", "line 1: 1000000000000 states: the most is 2147483647"},
      {"2000000000 1\n0 0 1\n", "line 1: 2000000000 states in a file of 19 bytes"},
      {"1e12 3\n0 0 1\n", "line 1: expected the number of states, found \"1e12\""},
      {"2 2\n0 1 1\n1 2 1\n", "line 3: state 2 of 2 states"},
      {"2 2\n2 1 1\n", "line 2: state 2 of 2 states"},
      {"2 2\n0 1 1\n1\n", "line 3: expected a next state, found the end of the line"},
      {"2 2\n0 1 1\n1 1\n", "line 3: expected a probability, found the end of the line"},
      {"2 2\n0 1 1\n1 1 one\n", "line 3: expected a probability, found \"one\""},
      {"2 2\n0 1 1\n1 1 nan\n", "line 3: expected a probability, found \"nan\""},
      {"2 2\n0 1 1\n1 1 1e999\n", "line 3: expected a probability, found \"1e999\""},
      {"2 2\n0 1 1,0\n1 1 1\n", "line 2: expected a probability, found \"1,0\""},
      {"2 2\n0 1 1:0\n1 1 1\n", "line 2: expected a probability, found \"1:0\""},
      {"2 2\n0 1 1/1,0\n1 1 1\n", "line 2: expected a probability, found \"1/1,0\""},
      {"2 2\n0 1, 1\n1 1 1\n", "line 2: expected a next state, found \"1,\""},
      {"2 2\n0 1 1\n1 1 1 a b\n", "line 3: \"b\" is too much on this line"},
      {"2 3\n0 0 -0.5\n0 1 1.5\n", "line 2: state 0, choice 0: the probability is -0.5"},
      {"2 3\n0 0 1.5\n0 1 -0.5\n", "line 2: state 0, choice 0: the probability is 1.5"},
      {"2 2\n0 1 0.9\n1 1 1\n", "line 2: state 0, choice 0: the probabilities sum to 0.9"},
      {"2 2\n0 1 1\n1 1 0.999999998\n", "line 3: state 1, choice 0: the probabilities sum to 0.999999998"},
      {"2 3\n0 1 0.5\n0 1 0.5\n1 1 1\n", "line 3: state 0, choice 0: next state 1 is listed twice"},
      {"3 3\n0 2 0.25\n0 1 0.5\n0 2 0.25\n", "line 4: state 0, choice 0: next state 2 is listed twice"},
      {"2 3\n0 0 0.5\n1 1 1\n0 1 0.5\n", "line 2: state 0, choice 0: the probabilities sum to 0.5"},
      {"2 3\n0 0 1\n1 1 1\n0 1 1\n", "line 4: state 0, choice 0 is listed twice, first on line 2"},
      {"1 3 3\n0 0 0 1\n0 1 0 1\n0 0 0 1\n", "line 4: state 0, choice 0 is listed twice, first on line 2"},
      {"1 2 2\n0 0 0 1\n0 2 0 1\n", "line 3: state 0: choice 1 is missing before choice 2"},
      {"1 1 1\n0 1 0 1\n", "line 2: state 0: choice 0 is missing before choice 1"},
      {"1 1 1\n0 99999999999 0 1\n", "line 2: choice 99999999999 is too large"},
      {"1 1 1\n0 0 0 [0.5,1]\n", "line 2: intervals of probabilities are not supported"},
      {"2 1 2\n0 0 0 0.5 a\n0 0 1 0.5 b\n", "line 3: state 0, choice 0: action \"b\" after \"a\""},
      {"2 3\n0 1 1\n1 1 1\n", "line 1: the header announces 3 transitions, the file has 2"},
      {"2 1\n0 1 1\n1 1 1\n", "line 1: the header announces 1 transitions, the file has 2"},
      {"2 1 2\n0 0 1 1\n1 0 1 1\n", "line 1: the header announces 1 choices, the file has 2"},
      {std::string("\x89HDF\r\n\x1a\n", 8), "line 1: expected the number of states, found \"\\x89HDF\""},
  };
  for (const auto& [tra, message] : cases) EXPECT_EQ(tra_complaint(tra), message) << tra;
}

/// Reads a correct .tra word by word.
LabelledMdp slow_reading(const std::string& tra) {
  std::istringstream lines(tra);
  std::string line;
  std::getline(lines, line);
  std::istringstream first(line);
  std::vector<std::int64_t> counts;
  for (std::int64_t count; first >> count;) counts.push_back(count);
  const bool choices = counts.size() == 3;
  struct Entry {
    std::int64_t state, choice, next;
    double probability;
  };
  std::vector<Entry> entries;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    Entry entry{};
    words >> entry.state;
    if (choices) words >> entry.choice;
    words >> entry.next >> entry.probability;
    entries.push_back(entry);
  }
  SparseMdpBuilder builder(static_cast<State>(counts[0]));
  std::size_t i = 0;
  for (State s = 0; s < counts[0]; ++s) {
    while (i < entries.size() && entries[i].state == s) {
      const std::int64_t choice = entries[i].choice;
      for (; i < entries.size() && entries[i].state == s && entries[i].choice == choice; ++i) {
        builder.add_transition(static_cast<State>(entries[i].next), entries[i].probability, 0);
      }
      builder.end_action();
    }
    builder.end_state(0);
  }
  LabelledMdp model;
  model.mdp = std::move(builder).finish();
  model.initial = {0};
  model.row_sums = row_sum_deviation(model.mdp);
  return model;
}

TEST(PrismTransitions, agrees_with_reading_word_by_word) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const LabelledMdp model = random_model(random, {RandomRewards::none, true, i % 2 == 0, i % 3 != 0});
    const std::string tra = written(write_prism_transitions, model);
    ASSERT_EQ(difference(read_prism_transitions(tra), slow_reading(tra)), "") << tra;
  }
}

TEST(PrismTransitions, shuffled_rows_read_as_sorted_ones) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 1000; ++i) {
    const LabelledMdp model = random_model(random, {RandomRewards::none, true, i % 2 == 0});
    std::istringstream lines(written(write_prism_transitions, model));
    std::string header;
    std::getline(lines, header);
    std::vector<std::pair<std::string, std::string>> rows;  // beginning, lines
    for (std::string line; std::getline(lines, line);) {
      const std::size_t first = line.find(' ');
      const std::string start = line.substr(0, is_written_as_chain(model) ? first : line.find(' ', first + 1));
      if (rows.empty() || rows.back().first != start) rows.emplace_back(start, "");
      rows.back().second += line + "\n";
    }
    std::shuffle(rows.begin(), rows.end(), random);
    std::string tra = header + "\n";
    for (const auto& row : rows) tra += row.second;
    const LabelledMdp sorted = read_prism_transitions(written(write_prism_transitions, model));
    ASSERT_EQ(difference(read_prism_transitions(tra), sorted), "") << tra;
  }
}

// ---- labels

TEST(PrismLabels, reads_labels_and_initial_states) {
  LabelledMdp model = read_prism_transitions(small_tra);
  read_prism_labels("0=\"init\" 1=\"deadlock\" 2=\"goal\" 3=\"never\"\n2: 1 2\n1: 0 2\n", model);
  EXPECT_EQ(model.initial, std::vector<State>{1});
  EXPECT_EQ(*model.find_label("init"), std::vector<State>{1});
  EXPECT_EQ(*model.find_label("deadlock"), std::vector<State>{2});
  EXPECT_EQ(*model.find_label("goal"), (std::vector<State>{1, 2}));
  EXPECT_EQ(*model.find_label("never"), std::vector<State>{});
  EXPECT_EQ(model.find_label("gaol"), nullptr);
  EXPECT_EQ(model.labels.size(), 3u);
}

TEST(PrismLabels, errors_name_the_line_and_the_rule) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "line 1: the file is empty"},
      {"0=\"a\" 2=\"b\"\n", "line 1: label 2 where label 1 is expected"},
      {"0=\"a\" 1=\"a\"\n", "line 1: label \"a\" is listed twice"},
      {"0=\"\"\n", "line 1: label 0 has no name"},
      {"0=\"a\n", "line 1: a quotation mark is missing"},
      {"0=a\n", "line 1: expected a text in quotation marks, found \"a\""},
      {"0 \"a\"\n", "line 1: = is missing after the number of label 0"},
      {"init\n", "line 1: expected the number of a label, found \"init\""},
      {"0=\"a\"\n3: 0\n", "line 2: state 3 of 3 states"},
      {"0=\"a\"\n0: 1\n", "line 2: label 1 of 1 labels"},
      {"0=\"a\"\n0 0\n", "line 2: : is missing after state 0"},
      {"0=\"a\"\n0: 0,\n", "line 2: expected the number of a label, found \"0,\""},
      {"0=\"a\"\n0: x\n", "line 2: expected the number of a label, found \"x\""},
  };
  for (const auto& [lab, message] : cases) {
    LabelledMdp model = read_prism_transitions(small_tra);
    EXPECT_EQ(complaint([&] { read_prism_labels(lab, model); }), message) << lab;
  }
}

// ---- rewards

TEST(PrismRewards, state_rewards_go_to_every_action) {
  LabelledMdp model = read_prism_transitions(small_tra);
  read_prism_state_rewards("# Reward structure \"r\"\n# State rewards\n3 2\n0 1.5\n1 -2\n", model);
  EXPECT_EQ(model.mdp.reward, (std::vector<double>{1.5, 1.5, -2}));
  EXPECT_TRUE(model.mdp.transition_reward.empty());
}

TEST(PrismRewards, transition_rewards_that_are_the_same_within_rows_are_those_of_the_actions) {
  LabelledMdp model = read_prism_transitions(small_tra);
  read_prism_transition_rewards("3 3 3\n0 0 0 0.1\n0 0 2 0.1\n0 1 1 7\n", model);
  EXPECT_EQ(model.mdp.reward, (std::vector<double>{0.1, 7, 0}));
  EXPECT_TRUE(model.mdp.transition_reward.empty());
}

TEST(PrismRewards, transition_rewards_that_differ_are_kept) {
  LabelledMdp model = read_prism_transitions(small_tra);
  read_prism_transition_rewards("3 3 2\n0 0 2 4\n0 1 1 7\n", model);
  EXPECT_EQ(model.mdp.transition_reward, (std::vector<double>{0, 4, 7, 0, 0}));
  EXPECT_EQ(model.mdp.reward, (std::vector<double>{3, 7, 0}));
}

TEST(PrismRewards, both_kinds_add_up_in_either_order) {
  for (const bool states_first : {true, false}) {
    LabelledMdp model = read_prism_transitions(small_tra);
    if (states_first) read_prism_state_rewards("3 1\n0 1\n", model);
    read_prism_transition_rewards("3 3 1\n0 0 2 4\n", model);
    if (!states_first) read_prism_state_rewards("3 1\n0 1\n", model);
    EXPECT_EQ(model.mdp.transition_reward, (std::vector<double>{1, 5, 1, 0, 0}));
    EXPECT_EQ(model.mdp.reward, (std::vector<double>{4, 1, 0}));
  }
}

TEST(PrismRewards, of_a_chain_have_no_choices) {
  LabelledMdp die = read_prism_transitions(die_tra);
  read_prism_transition_rewards("7 2\n0 2 3\n0 1 1\n", die);
  EXPECT_EQ(die.mdp.reward[0], 2);
  EXPECT_EQ(die.mdp.transition_reward[0], 1);
}

TEST(PrismRewards, errors_name_the_line_and_the_rule) {
  const std::vector<std::pair<std::string, std::string>> state_cases = {
      {"", "line 1: the file is empty"},
      {"4 1\n0 1\n", "line 1: the header announces 4 states, the file has 3"},
      {"3 3 1\n0 1\n", "line 1: state rewards have 2 numbers in their header"},
      {"3 2\n0 1\n", "line 1: the header announces 2 rewards, the file has 1"},
      {"3 1\n3 1\n", "line 2: state 3 of 3 states"},
      {"3 1\n0 inf\n", "line 2: expected a reward, found \"inf\""},
      {"3 2\n0 1\n0 1\n", "line 3: state 0 is listed twice"},
      {"3 1\n2 1\n", "line 2: state 2 has no transitions: nothing can earn its reward 1"},
      {"3 1\n0 1,5\n", "line 2: expected a reward, found \"1,5\""},
      {"3 1\n0 1 2\n", "line 2: \"2\" is too much on this line"},
  };
  for (const auto& [srew, message] : state_cases) {
    LabelledMdp model = read_prism_transitions(small_tra);
    EXPECT_EQ(complaint([&] { read_prism_state_rewards(srew, model); }), message) << srew;
  }
  const std::vector<std::pair<std::string, std::string>> transition_cases = {
      {"3 4 1\n0 0 0 1\n", "line 1: the header announces 4 choices, the file has 3"},
      {"3 3 1\n0 0 1 1\n", "line 2: state 0, choice 0, next state 1: there is no such transition"},
      {"3 3 1\n2 0 1 1\n", "line 2: state 2, choice 0, next state 1: there is no such transition"},
      {"3 3 2\n0 0 0 1\n0 0 0 1\n", "line 3: state 0, choice 0, next state 0 is listed twice"},
      {"3 3 2\n0 0 0 1\n", "line 1: the header announces 2 rewards, the file has 1"},
  };
  for (const auto& [trew, message] : transition_cases) {
    LabelledMdp model = read_prism_transitions(small_tra);
    EXPECT_EQ(complaint([&] { read_prism_transition_rewards(trew, model); }), message) << trew;
  }
}

TEST(PrismRewards, that_add_up_to_infinity_are_refused) {
  const std::string srew = "3 1\n0 1e308\n";
  const std::string trew = "3 3 2\n0 0 2 1e308\n0 1 1 1e308\n";
  LabelledMdp model = read_prism_transitions(small_tra);
  read_prism_transition_rewards(trew, model);
  EXPECT_EQ(complaint([&] { read_prism_state_rewards(srew, model); }), "line 2: state 0: rewards add up to inf");
  model = read_prism_transitions(small_tra);
  read_prism_state_rewards(srew, model);
  EXPECT_EQ(complaint([&] { read_prism_transition_rewards(trew, model); }), "line 1: state 0: rewards add up to inf");
}

// ---- writing

TEST(PrismFiles, are_written_as_prism_writes_them) {
  LabelledMdp model = read_prism_transitions(small_tra);
  model.mdp.reward = {1, 2, 3};
  add_to_label(model, "goal", {2, 1});
  EXPECT_EQ(
      written(write_prism_transitions, model),
      "3 3 5\n0 0 0 0.25 stay\n0 0 2 0.75 stay\n0 1 1 1 go\n1 0 0 0.3333333333333333\n1 0 2 0.6666666666666666\n");
  EXPECT_EQ(written(write_prism_labels, model), "0=\"init\" 1=\"deadlock\" 2=\"goal\"\n0: 0\n1: 2\n2: 1 2\n");
  EXPECT_EQ(written(write_prism_state_rewards, model), "3 0\n");
  EXPECT_EQ(written(write_prism_transition_rewards, model), "3 3 5\n0 0 0 1\n0 0 2 1\n0 1 1 2\n1 0 0 3\n1 0 2 3\n");
  model.mdp.reward = {1, 1, 0};
  EXPECT_EQ(written(write_prism_transition_rewards, model), "3 3 0\n");
  EXPECT_EQ(written(write_prism_state_rewards, model), "3 1\n0 1\n");
  EXPECT_EQ(written(write_prism_transitions, read_prism_transitions(die_tra)), die_tra);
}

LabelledMdp through_prism(const LabelledMdp& model) {
  LabelledMdp copy = read_prism_transitions(written(write_prism_transitions, model));
  read_prism_labels(written(write_prism_labels, model), copy);
  read_prism_transition_rewards(written(write_prism_transition_rewards, model), copy);
  read_prism_state_rewards(written(write_prism_state_rewards, model), copy);
  return copy;
}

TEST(PrismFiles, give_back_random_processes_bit_by_bit) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 4000; ++i) {
    LabelledMdp model =
        random_model(random, {static_cast<RandomRewards>(i % 4), true, i % 3 == 0, i % 5 != 0, i % 7 == 0});
    LabelledMdp copy = through_prism(model);
    add_to_label(model, "deadlock", {});  // always written
    // Where no row has two rewards, they are those of the actions.
    if (copy.mdp.transition_reward.empty()) model.mdp.transition_reward.clear();
    if (is_written_as_chain(copy) && !model.action_name.empty()) continue;
    ASSERT_EQ(difference(copy, model), "") << written(write_prism_transitions, model);
  }
}

TEST(PrismFiles, are_sorted_within_rows) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 500; ++i) {
    const LabelledMdp model = random_model(random, {RandomRewards::per_transition, false});
    const LabelledMdp once = through_prism(model);
    for (std::int64_t row = 0; row < once.mdp.num_rows(); ++row) {
      ASSERT_TRUE(std::is_sorted(&once.mdp.next_state[once.mdp.row_begin[row]],
                                 &once.mdp.next_state[0] + once.mdp.row_begin[row + 1]));
    }
    ASSERT_EQ(difference(once, through_prism(once)), "");
  }
}

TEST(PrismFiles, refuse_what_they_cannot_hold) {
  LabelledMdp model = read_prism_transitions(small_tra);
  model.mdp.fixed_value[2] = 5;
  EXPECT_EQ(complaint([&] { written(write_prism_transitions, model); }),
            "prism files cannot hold the value 5 of the end in state 2; hdf5 can");
  model = read_prism_transitions(small_tra);
  model.mdp.owner.assign(3, Sense::min);
  EXPECT_EQ(complaint([&] { written(write_prism_transitions, model); }),
            "prism files cannot hold the owners of a game's states; hdf5 can");
  model = read_prism_transitions(small_tra);
  model.mdp.next_state[1] = 0;
  EXPECT_EQ(complaint([&] { written(write_prism_transitions, model); }),
            "prism files cannot hold two transitions of state 0, action 0 to state 0; hdf5 can");
  model = read_prism_transitions(small_tra);
  add_to_label(model, "a\"b", {0});
  EXPECT_EQ(complaint([&] { written(write_prism_labels, model); }), "prism files cannot hold the label \"a\"b\"");
}

}  // namespace
}  // namespace aleator
