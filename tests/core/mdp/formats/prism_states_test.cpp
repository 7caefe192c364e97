#include "core/mdp/formats/prism_states.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/mdp/formats/prism_reader.hpp"
#include "core/mdp/formats/text_scanner.hpp"
#include "tests/core/mdp/formats/random_model.hpp"

namespace aleator {
namespace {

using testing::difference;
using testing::random_model;
using testing::RandomModelOptions;
using enum VariableType;

LabelledMdp three_states() {
  return read_prism_transitions("3 3\n0 1 1\n1 2 1\n2 2 1\n");
}

Valuations read(const std::string& sta) {
  LabelledMdp model = three_states();
  read_prism_states(sta, model);
  return model.valuations;
}

std::string written(const LabelledMdp& model) {
  std::string all;
  write_prism_states(model, [&](std::string_view piece) { all += piece; });
  return all;
}

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

constexpr const char* small_sta = "(x,y,z)\n0:(1,-2,true)\n1:(0,0.5,false)\n2:(1,3,false)\n";

TEST(PrismStates, are_values_of_each_variable_in_each_state) {
  const Valuations valuations = read(small_sta);
  EXPECT_EQ(valuations.variables, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(valuations.types, (std::vector<VariableType>{integer, real, boolean}));
  EXPECT_EQ(valuations.values, (std::vector<double>{1, -2, 1, 0, 0.5, 0, 1, 3, 0}));
  EXPECT_EQ(valuations.value(1, 1), 0.5);
}

TEST(PrismStates, may_come_in_any_order_with_blanks_comments_and_both_line_ends) {
  const Valuations valuations =
      read("# states\r\n ( x , y,z )\r\n\r\n2 : ( 1 , 3 , false )\r\n0:(1,-2,true)\r\n#\r\n1:(0,5e-1,false)");
  EXPECT_EQ(valuations.variables, read(small_sta).variables);
  EXPECT_EQ(valuations.types, read(small_sta).types);
  EXPECT_EQ(valuations.values, read(small_sta).values);
}

TEST(PrismStates, without_variables_are_no_valuations) {
  EXPECT_TRUE(read("()\n0:()\n1:()\n2:()\n").empty());
  EXPECT_EQ(written(three_states()), "()\n0:()\n1:()\n2:()\n");
}

TEST(PrismStates, errors_name_the_line_and_the_rule) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "line 1: the file is empty"},
      {"x,y\n", "line 1: expected the variables, such as (x,y,z)"},
      {"(x,)\n", "line 1: expected the name of a variable, found \")\""},
      {"(x,\"y\")\n", "line 1: expected the name of a variable, found \"\"y\")\""},
      {"(x,y,x)\n", "line 1: variable \"x\" is listed twice"},
      {"(x y)\n", "line 1: expected , or ) after the name of a variable"},
      {"(x\n", "line 1: expected , or ) after the name of a variable"},
      {"(x) y\n", "line 1: \"y\" is too much on this line"},
      {"(x)\n", "line 2: state 0 of 3 states is missing"},
      {"(x)\n0:(1)\n2:(1)\n", "line 4: state 1 of 3 states is missing"},
      {"(x)\n0:(1)\n3:(1)\n", "line 3: state 3 of 3 states"},
      {"(x)\n0:(1)\n0:(1)\n", "line 3: state 0 is listed twice"},
      {"(x)\n-1:(1)\n", "line 2: expected a state, found \"-1:(1)\""},
      {"(x)\n0 (1)\n", "line 2: : is missing after state 0"},
      {"(x)\n0:1\n", "line 2: ( is missing before the values of state 0"},
      {"(x)\n0:(1\n", "line 2: ) is missing after the values of state 0"},
      {"(x)\n0:(1) 2\n", "line 2: \"2\" is too much on this line"},
      {"(x,y)\n0:(1)\n", "line 2: state 0 has 1 values of 2 variables"},
      {"(x,y)\n0:()\n", "line 2: state 0 has 0 values of 2 variables"},
      {"(x,y)\n0:(1,2,3)\n", "line 2: state 0 has more than 2 values of 2 variables"},
      {"()\n0:(1)\n", "line 2: ) is missing after the values of state 0"},
      {"(x,y)\n0:(1 2)\n", "line 2: state 0: expected , after value 1"},
      {"(x)\n0:(red)\n", "line 2: expected a number, true or false, found \"red\""},
      {"(x)\n0:(1x)\n", "line 2: expected a number, true or false, found \"1x\""},
      {"(x)\n0:(inf)\n", "line 2: expected a number, true or false, found \"inf\""},
      {"(x)\n0:(1e999)\n", "line 2: expected a number, true or false, found \"1e999\""},
      {"(x,y)\n0:(,1)\n", "line 2: expected a number, true or false, found \",1)\""},
      {"(x)\n0:(\n", "line 2: expected a number, true or false, found the end of the line"},
      {"(x)\n0:(9007199254740993)\n", "line 2: the whole number 9007199254740993 is beyond 2^53"},
      {"(x)\n0:(99999999999999999999)\n", "line 2: the whole number 99999999999999999999 is beyond 2^53"},
      {"(x)\n0:(1)\n1:(true)\n", "line 3: state 1: variable x is true or false, a number before"},
      {"(x)\n0:(true)\n1:(1)\n", "line 3: state 1: variable x is a number, true or false before"},
  };
  for (const auto& [sta, message] : cases) {
    EXPECT_EQ(complaint([&sta = sta] { read(sta); }), message) << sta;
  }
}

TEST(PrismStates, whole_numbers_to_2_to_the_53_are_exact) {
  const Valuations valuations = read("(x)\n0:(9007199254740992)\n1:(-9007199254740992)\n2:(-0)\n");
  EXPECT_EQ(valuations.values, (std::vector<double>{0x1p53, -0x1p53, 0}));
  EXPECT_EQ(valuations.types, std::vector<VariableType>{integer});
}

TEST(PrismStates, ask_for_no_more_memory_than_the_text_can_mean) {
  LabelledMdp model = read_prism_transitions("1000000 0\n");
  EXPECT_EQ(complaint([&] { read_prism_states("(a,b)\n0:(1,2)\n", model); }),
            "line 1: 2000000 values of variables in a file of 14 bytes");
}

TEST(PrismStates, cut_anywhere_but_before_the_last_line_end_are_refused) {
  const std::string sta = small_sta;
  for (std::size_t end = 0; end + 1 < sta.size(); ++end) {
    LabelledMdp model = three_states();
    const std::string message = complaint([&] { read_prism_states(sta.substr(0, end), model); });
    EXPECT_EQ(message.substr(0, 5), "line ") << sta.substr(0, end);
    EXPECT_TRUE(model.valuations.empty()) << "nothing is kept of a file that is refused";
  }
  EXPECT_EQ(read(sta.substr(0, sta.size() - 1)).values, read(sta).values);
}

TEST(PrismStates, are_written_as_prism_writes_them) {
  LabelledMdp model = three_states();
  read_prism_states("(x,y,z)\n0:(1,-2,true)\n2:(1,1e30,false)\n1:(0,0.50,false)\n", model);
  EXPECT_EQ(written(model), "(x,y,z)\n0:(1,-2.0,true)\n1:(0,0.5,false)\n2:(1,1e+30,false)\n");
}

TEST(PrismStates, give_back_random_valuations_bit_by_bit) {
  std::mt19937_64 random(12);
  for (int i = 0; i < 3000; ++i) {
    const LabelledMdp model = random_model(random, {.valuations = true});
    const std::string sta = written(model);
    LabelledMdp copy = model;
    copy.valuations = {};
    read_prism_states(sta, copy);
    ASSERT_EQ(difference(copy, model), "") << sta;
    ASSERT_EQ(written(copy), sta);
  }
}

// ---- conditions

TEST(Conditions, select_the_states_with_the_values) {
  const Valuations valuations = read(small_sta);
  const auto where = [&](const char* condition) { return states_where(valuations, condition); };
  EXPECT_EQ(where("(1,-2,true)"), std::vector<State>{0});
  EXPECT_EQ(where(" ( 1, 3.0 ,false ) "), std::vector<State>{2});
  EXPECT_EQ(where("(1,-2,false)"), std::vector<State>{});
  EXPECT_EQ(where("x=1"), (std::vector<State>{0, 2}));
  EXPECT_EQ(where("x=1&z=false"), std::vector<State>{2});
  EXPECT_EQ(where("  z = false & y = 0.5 & x = 0 "), std::vector<State>{1});
  EXPECT_EQ(where("x=1 & x=0"), std::vector<State>{});
}

TEST(Conditions, agree_with_looking_at_every_state) {
  std::mt19937_64 random(13);
  for (int i = 0; i < 2000; ++i) {
    const Valuations valuations = random_model(random, {.valuations = true}).valuations;
    const std::size_t variables = valuations.variables.size();
    const auto num_states = static_cast<State>(valuations.values.size() / variables);
    const auto model = static_cast<State>(random() % static_cast<std::uint64_t>(num_states));
    std::string equalities;
    std::vector<State> expected(static_cast<std::size_t>(num_states));
    for (State s = 0; s < num_states; ++s) expected[s] = s;
    for (std::size_t v = 0; v < variables; ++v) {
      if (random() % 2 == 0 && !(equalities.empty() && v + 1 == variables)) continue;
      const double value = valuations.value(model, v);
      const bool is_boolean = valuations.types[v] == boolean;
      equalities += (equalities.empty() ? "" : " & ") + valuations.variables[v] + "=";
      equalities += is_boolean ? (value != 0 ? "true" : "false") : text(value);
      std::erase_if(expected, [&](State s) { return valuations.value(s, v) != value; });
    }
    ASSERT_EQ(states_where(valuations, equalities), expected) << equalities;
  }
}

TEST(Conditions, are_told_from_labels) {
  for (const char* condition : {"(1)", " (", "x=1", "="}) EXPECT_TRUE(is_condition(condition)) << condition;
  for (const char* label : {"", " ", "goal", "f(x)", "x"}) EXPECT_FALSE(is_condition(label)) << label;
}

TEST(Conditions, errors_tell_what_is_wrong) {
  const Valuations valuations = read(small_sta);
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"q=1", "\"q=1\": there is no variable \"q\": the model has x, y, z"},
      {"x=1 & Z=true", "\"x=1 & Z=true\": there is no variable \"Z\": the model has x, y, z"},
      {"x", "\"x\": = is missing after x"},
      {"x=", "\"x=\": expected a number, true or false, found the end of the line"},
      {"x=1 &", "\"x=1 &\": expected a variable, = and its value"},
      {"x=1 y=2", "\"x=1 y=2\": \"y=2\" is too much on this line"},
      {"x=true", "\"x=true\": x is a number"},
      {"z=1", "\"z=1\": z is true or false"},
      {"(1,2)", "\"(1,2)\": expected (x, y, z), a value of each"},
      {"(1,2,true,3)", "\"(1,2,true,3)\": expected (x, y, z), a value of each"},
      {"(1,2,3)", "\"(1,2,3)\": z is true or false"},
      {"(1,2,true", "\"(1,2,true\": expected (x, y, z), a value of each"},
      {"x=1\ny=2", "\"x=1\\x0ay=2\": it has more than one line"},
  };
  for (const auto& [condition, message] : cases) {
    EXPECT_EQ(complaint([&, &condition = condition] { states_where(valuations, condition); }),
              "the condition " + message);
  }
  EXPECT_EQ(complaint([] { states_where({}, "x=1"); }), "the condition \"x=1\": the model has no variables");
}

TEST(Valuations, that_do_not_go_together_are_refused_by_place) {
  const Valuations good = read(small_sta);
  const std::vector<std::pair<std::string, std::function<void(Valuations&)>>> cases = {
      {"accepted", [](auto&) {}},
      {"a variable cannot be named \"a b\"", [](auto& v) { v.variables[1] = "a b"; }},
      {"a variable cannot be named \"\"", [](auto& v) { v.variables[1] = ""; }},
      {"the variable x is listed twice", [](auto& v) { v.variables[2] = "x"; }},
      {"the types of 2 variables are given, not of 3", [](auto& v) { v.types.pop_back(); }},
      {"the type of variable y is 3, not 0, 1 or 2", [](auto& v) { v.types[1] = static_cast<VariableType>(3); }},
      {"the variables have 8 values, not 9", [](auto& v) { v.values.pop_back(); }},
      {"state 1: z is 2, but its type is boolean", [](auto& v) { v.values[5] = 2; }},
      {"state 2: x is 0.5, but its type is integer", [](auto& v) { v.values[6] = 0.5; }},
      {"state 0: y is nan, but its type is real", [](auto& v) { v.values[1] = NAN; }},
  };
  for (const auto& [reason, spoil] : cases) {
    Valuations valuations = good;
    spoil(valuations);
    EXPECT_EQ(complaint([&] { check_valuations(valuations, 3); }), reason);
  }
}

}  // namespace
}  // namespace aleator
