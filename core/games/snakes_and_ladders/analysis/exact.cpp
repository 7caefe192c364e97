#include "core/games/snakes_and_ladders/analysis/exact.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <cstdlib>
#include <vector>

#include "core/games/snakes_and_ladders/analysis/expected.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Rational =
    boost::multiprecision::number<boost::multiprecision::cpp_rational::backend_type, boost::multiprecision::et_off>;

/// The decimal that a probability is written as: "0.25", "1e-05".
Rational decimal(double value) {
  const std::string text = to_text(value);
  const std::size_t e = text.find('e');
  int exponent = 0;
  if (e != std::string::npos) {
    const std::size_t sign = text[e + 1] == '+' ? 1 : 0;
    std::from_chars(text.data() + e + 1 + sign, text.data() + text.size(), exponent);
  }
  std::string digits = text.substr(0, e);
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<int>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));  // a 0 in front would mean octal
  const Integer scale = boost::multiprecision::pow(Integer(10), static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? Rational(Integer(digits), scale) : Rational(Integer(digits) * scale);
}

std::vector<Rational> exact_faces(const SnakesRules& rules) {
  if (!rules.die_probabilities) return fair_faces<Rational>(num_faces(rules));
  std::vector<Rational> faces;
  Rational sum = 0;
  for (const double probability : *rules.die_probabilities) sum += faces.emplace_back(decimal(probability));
  for (Rational& probability : faces) probability /= sum;
  return faces;
}

}  // namespace

std::string exact_expected_turns(const SnakesAndLadders& game) {
  const SnakesRules& rules = game.rules();
  const auto dice = roll_of(exact_faces(rules), rules.dice, rules.six_again);
  const Rational turns = eliminate_rolls(game.moves(), dice).solve(turn_ends(game.moves(), dice)).front();
  return numerator(turns).str() + "/" + denominator(turns).str();
}

}  // namespace aleator
