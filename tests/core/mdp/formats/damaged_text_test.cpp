// Damaged texts give an error with a line, or a process that holds together.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/mdp/formats/drn_reader.hpp"
#include "core/mdp/formats/drn_writer.hpp"
#include "core/mdp/formats/prism_reader.hpp"
#include "core/mdp/formats/prism_states.hpp"
#include "core/mdp/formats/prism_writer.hpp"
#include "core/mdp/formats/text_scanner.hpp"
#include "tests/core/mdp/formats/random_model.hpp"

namespace aleator {
namespace {

using testing::random_model;
using testing::RandomRewards;

/// A few random changes: bytes, pieces taken out, doubled or moved, the end cut off.
std::string damaged(std::string text, std::mt19937_64& random) {
  static const std::string likely = "0123456789.-e/ \n\t:[]()\"@#=,x\r\xff";
  for (std::uint64_t changes = 1 + random() % 3; changes > 0 && !text.empty(); --changes) {
    const std::size_t at = random() % text.size();
    const std::size_t length = random() % 12;
    switch (random() % 6) {
      case 0:
        text[at] = likely[random() % likely.size()];
        break;
      case 1:
        text[at] = static_cast<char>(random());
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(random() % text.size(), text.substr(at, length));
        break;
      case 4:
        text.insert(at, 1, likely[random() % likely.size()]);
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

void expect_whole(const LabelledMdp& model, const std::string& text) {
  const SparseMdp& mdp = model.mdp;
  ASSERT_EQ(mdp.action_begin.size(), static_cast<std::size_t>(mdp.num_states()) + 1) << text;
  ASSERT_EQ(mdp.row_begin.size(), mdp.reward.size() + 1) << text;
  ASSERT_EQ(mdp.action_begin.back(), mdp.num_rows()) << text;
  ASSERT_EQ(mdp.row_begin.back(), mdp.num_transitions()) << text;
  ASSERT_LE(row_sum_deviation(mdp).largest, 1e-9) << text;
  for (const State next : mdp.next_state) ASSERT_TRUE(next >= 0 && next < mdp.num_states()) << text;
  for (const double p : mdp.probability) ASSERT_TRUE(p > 0 && p <= 1 + 1e-9) << text;
  for (const double r : mdp.reward) ASSERT_TRUE(std::isfinite(r)) << text;
  ASSERT_NO_THROW(check_valuations(model.valuations, mdp.num_states())) << text;
  for (const auto& [name, states] : model.labels) {
    for (const State s : states) ASSERT_TRUE(s >= 0 && s < mdp.num_states()) << text;
  }
}

/// @returns whether the text was accepted
bool survives(const std::function<LabelledMdp(const std::string&)>& read, const std::string& text) {
  try {
    expect_whole(read(text), text);
    return true;
  } catch (const ModelTextError& error) {
    EXPECT_GE(error.line, 1) << text;
    EXPECT_LE(error.line, 2 + std::count(text.begin(), text.end(), '\n')) << text;
    EXPECT_FALSE(error.rule.empty());
    return false;
  }
}

template <class Write>
std::string written(Write write, const LabelledMdp& model) {
  std::string all;
  write(model, [&](std::string_view piece) { all += piece; });
  return all;
}

TEST(DamagedText, is_refused_with_a_line_or_read) {
  std::mt19937_64 random(9);
  int accepted = 0;
  constexpr int rounds = 3000;
  for (int i = 0; i < rounds; ++i) {
    const LabelledMdp model =
        random_model(random, {static_cast<RandomRewards>(i % 4), i % 2 == 0, i % 3 == 0, true, i % 5 == 0, true, true});
    const std::string tra = written(write_prism_transitions, model);
    accepted += survives([](const std::string& text) { return read_prism_transitions(text); }, damaged(tra, random));
    const auto with_companion = [&](auto read_companion) {
      return [&tra, read_companion](const std::string& text) {
        LabelledMdp copy = read_prism_transitions(tra);
        read_companion(text, copy);
        return copy;
      };
    };
    accepted += survives(with_companion(read_prism_labels), damaged(written(write_prism_labels, model), random));
    accepted += survives(with_companion(read_prism_states), damaged(written(write_prism_states, model), random));
    accepted +=
        survives(with_companion(read_prism_state_rewards), damaged(written(write_prism_state_rewards, model), random));
    accepted += survives(with_companion(read_prism_transition_rewards),
                         damaged(written(write_prism_transition_rewards, model), random));
    accepted +=
        survives([](const std::string& text) { return read_drn(text); }, damaged(written(write_drn, model), random));
  }
  EXPECT_GT(accepted, rounds / 10) << "some damage does not matter";
  EXPECT_LT(accepted, 5 * rounds);
}

TEST(DamagedText, of_random_bytes_is_refused) {
  std::mt19937_64 random(10);
  for (int i = 0; i < 3000; ++i) {
    std::string text(random() % 200, '\0');
    for (char& c : text) c = static_cast<char>(random());
    EXPECT_FALSE(survives([](const std::string& bytes) { return read_prism_transitions(bytes); }, text));
    EXPECT_FALSE(survives([](const std::string& bytes) { return read_drn(bytes); }, text));
  }
}

TEST(DamagedText, cut_anywhere_is_refused_or_read) {
  std::mt19937_64 random(11);
  const LabelledMdp model = random_model(random, {RandomRewards::per_action, true, false, true, true});
  const std::string tra = written(write_prism_transitions, model);
  for (std::size_t end = 0; end < tra.size(); ++end) {
    survives([](const std::string& text) { return read_prism_transitions(text); }, tra.substr(0, end));
  }
  const std::string drn = written(write_drn, model);
  for (std::size_t end = 0; end < drn.size(); ++end) {
    survives([](const std::string& text) { return read_drn(text); }, drn.substr(0, end));
  }
}

}  // namespace
}  // namespace aleator
