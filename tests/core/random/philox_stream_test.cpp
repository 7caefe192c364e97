#include "core/random/philox_stream.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <vector>

namespace aleator {
namespace {

using Words = std::vector<std::uint64_t>;

Words take(PhiloxStream stream, std::size_t n) {
  Words words;
  for (std::size_t i = 0; i < n; ++i) words.push_back(stream());
  return words;
}

TEST(Philox, gives_the_known_answers_of_its_authors) {
  // Random123 1.14, tests/kat_vectors, philox4x64 10.
  using Philox = r123::Philox4x64;
  const auto words = [](Philox::ctr_type counter, Philox::key_type key) {
    const auto out = Philox()(counter, key);
    return Words(out.begin(), out.end());
  };
  const std::uint64_t all = ~std::uint64_t{0};
  EXPECT_EQ(words({{0, 0, 0, 0}}, {{0, 0}}),
            (Words{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}));
  EXPECT_EQ(words({{all, all, all, all}}, {{all, all}}),
            (Words{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0}));
  EXPECT_EQ(words({{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89}},
                  {{0x452821e638d01377, 0xbe5466cf34e90c6c}}),
            (Words{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6}));
}

TEST(PhiloxStream, counts_step_block_stream_0) {
  // The second from numpy.random.Philox, whose counter is one ahead: an implementation of its own.
  EXPECT_EQ(take({{0, 0}, 0, 0}, 6), (Words{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b,
                                            0x7e68b68aec7ba23b, 0x02f4ba6408e4d89b, 0x3dd62b0b9ca8c5b2}));
  EXPECT_EQ(take({{0x0123456789abcdef, 0xfedcba9876543210}, 7, 5}, 9),
            (Words{0x4d7cac46b4802124, 0x72de3e64dbe6f60a, 0x788fb57c21ad8dd0, 0x3d4945e4decec7f4, 0x7ac2c6b2b22eec6c,
                   0x9464d67aa71727cd, 0xc8dc04c446d16ac5, 0xa23da75d7e65257b, 0x91fa65730fed5df3}));
}

TEST(PhiloxStream, differs_by_key_stream_and_block) {
  std::set<Words> seen;
  for (const StreamKey& key : {StreamKey{1, 2}, StreamKey{2, 1}, StreamKey{1, 3}}) {
    for (const std::uint64_t stream : {0, 1}) {
      for (const std::uint64_t block : {0, 1, 2}) seen.insert(take({key, stream, block}, 8));
    }
  }
  EXPECT_EQ(seen.size(), 18u);
}

TEST(PhiloxStream, serves_the_standard_distributions) {
  static_assert(std::uniform_random_bit_generator<PhiloxStream>);
  PhiloxStream stream({1, 2}, 0, 0);
  const double x = std::uniform_real_distribution<double>()(stream);
  EXPECT_GE(x, 0);
  EXPECT_LT(x, 1);
}

/// Hands out what it was given.
struct Scripted {
  Words words;
  std::size_t next = 0;
  std::uint64_t operator()() { return words.at(next++); }
};

TEST(UniformBelow, of_one_is_0) {
  PhiloxStream stream({1, 2}, 0, 0);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(uniform_below(stream, 1), 0u);
}

TEST(UniformBelow, rejects_exactly_the_words_that_would_be_too_many) {
  // Bound 3: 2^64 mod 3 = 1, so the one word with low product 0 (word 0) is drawn again.
  Scripted words{{0, std::uint64_t{1} << 63}};
  EXPECT_EQ(uniform_below(words, 3), 1u);
  EXPECT_EQ(words.next, 2u);
  Scripted fair{{1}};
  EXPECT_EQ(uniform_below(fair, 3), 0u);
  // Bound 2^63 + 1: low products below 2^64 mod bound = 2^63 - 1 are drawn again, that is even words below it; the
  // product of the word 2^64 - 1 is 2^63 - 1 to the bit.
  const std::uint64_t half = std::uint64_t{1} << 63;
  Scripted large{{2, 0, half - 2, ~std::uint64_t{0}}};
  EXPECT_EQ(uniform_below(large, half + 1), half);
  EXPECT_EQ(large.next, 4u);
}

TEST(UniformBelow, is_uniform_for_small_bounds) {
  for (const std::uint64_t bound : {2, 3, 5, 6, 7, 10, 100}) {
    PhiloxStream stream({3, 4}, bound, 0);
    const int n = 100'000;
    std::vector<int> count(bound, 0);
    for (int i = 0; i < n; ++i) ++count.at(uniform_below(stream, bound));
    const double expected = static_cast<double>(n) / static_cast<double>(bound);
    double chi_square = 0;
    for (const int c : count) chi_square += (c - expected) * (c - expected) / expected;
    const double degrees = static_cast<double>(bound - 1);
    EXPECT_LT(chi_square, degrees + 4 * std::sqrt(2 * degrees) + 8) << "bound " << bound;
  }
}

TEST(UniformBelow, is_uniform_for_bounds_near_2_to_the_64) {
  // With bound 3/4 2^64 a multiply without rejection gives every third value twice as often: by residue 2 : 1 : 1 or
  // so.
  const std::uint64_t bound = std::uint64_t{3} << 62;
  PhiloxStream stream({5, 6}, 0, 0);
  const int n = 90'000;
  std::vector<int> by_residue(3, 0);
  std::vector<int> by_third(3, 0);
  for (int i = 0; i < n; ++i) {
    const std::uint64_t x = uniform_below(stream, bound);
    ASSERT_LT(x, bound);
    ++by_residue[x % 3];
    ++by_third[x / (bound / 3)];
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(by_residue[static_cast<std::size_t>(i)], n / 3, 4 * std::sqrt(n * 2.0 / 9));
    EXPECT_NEAR(by_third[static_cast<std::size_t>(i)], n / 3, 4 * std::sqrt(n * 2.0 / 9));
  }
  const std::uint64_t largest = ~std::uint64_t{0};
  for (int i = 0; i < 1000; ++i) ASSERT_LT(uniform_below(stream, largest), largest);
}

}  // namespace
}  // namespace aleator
