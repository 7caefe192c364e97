// The chains with known answers: Haddad and Monmege's, Knuth and Yao's.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/mdp/models/haddad_monmege.hpp"
#include "core/mdp/models/knuth_yao_die.hpp"
#include "tests/core/mdp/models/support.hpp"

namespace aleator {
namespace {

using reference::labelled;
using reference::Reaching;
using reference::Row;
using reference::row_of;
using reference::told;
using Lines = std::vector<std::string>;

TEST(HaddadMonmege, goes_on_or_back_to_the_middle) {
  const HaddadMonmege chain({3, 0.75});
  EXPECT_EQ(chain.num_states(), 7);
  EXPECT_EQ(chain.initial_state(), 3);
  EXPECT_EQ(row_of(chain, 3, 0), (Row{{2, 0.75, 1}, {4, 0.25, 1}}));
  EXPECT_EQ(row_of(chain, 1, 0), (Row{{0, 0.5, 1}, {3, 0.5, 1}}));
  EXPECT_EQ(row_of(chain, 5, 0), (Row{{6, 0.5, 1}, {3, 0.5, 1}}));
  EXPECT_EQ(labelled(chain, "zero"), std::vector<State>{0});
  EXPECT_EQ(labelled(chain, "end"), (std::vector<State>{0, 6}));
  EXPECT_EQ(chain.num_actions(0), 0);
  EXPECT_EQ(chain.num_actions(6), 0);
  reference::expect_rows_of_probabilities(chain);
}

TEST(HaddadMonmege, reaches_0_with_p_after_three_times_a_power_of_two_steps) {
  for (const std::int64_t n : {1, 2, 5, 8}) {
    for (const double p : {0.0, 0.3, 0.7, 1.0}) {
      const HaddadMonmege chain({n, p});
      const auto reach = reference::values(Reaching<HaddadMonmege>{chain, "zero"}, 1);
      EXPECT_NEAR(static_cast<double>(reach[static_cast<std::size_t>(n)]), p, 1e-12);
      const auto steps = reference::values(chain, 1);
      EXPECT_NEAR(static_cast<double>(steps[static_cast<std::size_t>(n)]), 3 * std::pow(2, n - 1) - 2, 1e-11);
    }
  }
}

TEST(HaddadMonmegeProblems, name_what_is_out_of_range) {
  EXPECT_EQ(told(HaddadMonmegeRules{}), Lines{});
  EXPECT_EQ(told(HaddadMonmegeRules{0, -0.5}),
            (Lines{"n: 0 is out of range: 1 to 1073741823", "p: -0.5 is not a probability"}));
  EXPECT_THROW(HaddadMonmege({0, 0.5}), std::invalid_argument);
}

TEST(KnuthYaoDie, is_a_tree_of_flips_with_two_ways_back) {
  const KnuthYaoDie die;
  EXPECT_EQ(die.num_states(), 13);
  EXPECT_EQ(die.initial_state(), 0);
  EXPECT_EQ(row_of(die, 0, 0), (Row{{1, 0.5, 1}, {2, 0.5, 1}}));
  EXPECT_EQ(row_of(die, 3, 0), (Row{{1, 0.5, 1}, {7, 0.5, 1}}));
  EXPECT_EQ(row_of(die, 6, 0), (Row{{2, 0.5, 1}, {12, 0.5, 1}}));
  for (State s = 0; s < 13; ++s) EXPECT_EQ(die.num_actions(s), s < 7 ? 1 : 0);
  reference::expect_rows_of_probabilities(die);
  EXPECT_TRUE(problems_of(KnuthYaoDieRules{}).empty());
}

TEST(KnuthYaoDie, shows_each_face_with_a_sixth_after_eleven_thirds_of_a_flip) {
  const KnuthYaoDie die;
  for (const std::string face : {"one", "two", "three", "four", "five", "six"}) {
    EXPECT_EQ(labelled(die, face).size(), 1u);
    const auto reach = reference::values(Reaching<KnuthYaoDie>{die, face}, 1);
    EXPECT_NEAR(static_cast<double>(reach[0]), 1.0 / 6, 1e-14) << face;
  }
  EXPECT_NEAR(static_cast<double>(reference::values(die, 1)[0]), 11.0 / 3, 1e-14);
}

TEST(KnuthYaoDie, labels_its_faces) {
  const KnuthYaoDie die;
  EXPECT_EQ(KnuthYaoDie::label_names(), (Lines{"one", "two", "three", "four", "five", "six", "done"}));
  EXPECT_EQ(labelled(die, "one"), std::vector<State>{7});
  EXPECT_EQ(labelled(die, "six"), std::vector<State>{12});
  EXPECT_EQ(labelled(die, "done"), (std::vector<State>{7, 8, 9, 10, 11, 12}));
}

}  // namespace
}  // namespace aleator
