// What the dice of snakes and ladders show, in doubles or exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace aleator {

/// A roll of all dice.
template <class Number>
struct SnakesDice {
  std::vector<Number> probability;  // [t]: that the faces add up to t; the last entry is that of all top faces
  bool again = false;               // after all top faces the player rolls again in the same turn

  std::int64_t top() const noexcept { return static_cast<std::int64_t>(probability.size()) - 1; }
  bool rolls_again(std::int64_t total) const noexcept { return again && total == top(); }
};

/// The distribution of a sum. Entry t of each is the probability of t.
template <class Number>
std::vector<Number> convolve(const std::vector<Number>& a, const std::vector<Number>& b) {
  std::vector<Number> sum(a.size() + b.size() - 1, Number(0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == 0) continue;
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (b[j] != 0) sum[i + j] += a[i] * b[j];
    }
  }
  return sum;
}

/// @param faces  the probabilities of the faces 1, 2, ...; they sum to 1
template <class Number>
SnakesDice<Number> roll_of(const std::vector<Number>& faces, std::int64_t dice, bool again) {
  std::vector<Number> one = {Number(0)};
  one.insert(one.end(), faces.begin(), faces.end());
  SnakesDice<Number> roll{{Number(1)}, again};
  for (std::int64_t i = 0; i < dice; ++i) roll.probability = convolve(roll.probability, one);
  return roll;
}

/// Faces that are all as likely.
template <class Number>
std::vector<Number> fair_faces(std::int64_t faces) {
  return std::vector<Number>(static_cast<std::size_t>(faces), Number(1) / Number(faces));
}

}  // namespace aleator
