#include "core/games/g2048/exact/layers.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace aleator::g2048 {
namespace {

struct Totals {
  std::size_t positions = 0;
  std::size_t afterstates = 0;
  std::size_t terminals = 0;

  bool operator==(const Totals&) const = default;
};

Totals totals(const Rules& rules) {
  SerialExecutor executor;
  Totals totals;
  for (const Layer& layer : enumerate_layers(LayerRules(rules), executor)) {
    totals.positions += layer.positions.size();
    totals.afterstates += layer.afterstates.size();
    totals.terminals += layer.terminals;
  }
  return totals;
}

TEST(G2048Layers, hold_as_many_positions_as_are_known) {
  EXPECT_EQ(totals({.rows = 1, .cols = 3}), (Totals{36, 16, 16}));
  EXPECT_EQ(totals({.rows = 1, .cols = 4}), (Totals{226, 104, 71}));
  EXPECT_EQ(totals({.rows = 2, .cols = 2}), (Totals{110, 67, 36}));
  EXPECT_EQ(totals({.rows = 2, .cols = 3}), (Totals{21752, 14883, 4484}));
  EXPECT_EQ(totals({.rows = 3, .cols = 2}), (Totals{21752, 14883, 4484}));
}

}  // namespace
}  // namespace aleator::g2048
