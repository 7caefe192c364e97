#include "core/games/snakes_and_ladders/game.hpp"

#include <numeric>

namespace aleator {
namespace {

const SnakesRules& checked(const SnakesRules& rules) {
  require_none(problems_of(rules));
  return rules;
}

}  // namespace

std::vector<double> face_probabilities(const SnakesRules& rules) {
  if (!rules.die_probabilities) return fair_faces<double>(num_faces(rules));
  std::vector<double> faces = *rules.die_probabilities;
  const double sum = std::accumulate(faces.begin(), faces.end(), 0.0);
  for (double& probability : faces) probability /= sum;
  return faces;
}

SnakesDice<double> roll_of(const SnakesRules& rules) {
  return roll_of(face_probabilities(rules), rules.dice, rules.six_again);
}

SnakesAndLadders::SnakesAndLadders(const SnakesRules& rules)
    : rules_(checked(rules)), moves_(rules_), dice_(roll_of(rules_)) {}

}  // namespace aleator
