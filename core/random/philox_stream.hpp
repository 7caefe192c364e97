// Counter-based random streams: a stream is named by what it is for, never by who draws from it or when.
#pragma once

#include <Random123/philox.h>

#include <array>
#include <cstdint>
#include <limits>

namespace aleator {

/// What a whole simulation is keyed by: a hash of the seed and of everything that defines the experiment.
using StreamKey = std::array<std::uint64_t, 2>;

/// A UniformRandomBitGenerator of 64-bit words: Philox4x64-10 under `key` with the counter (step, block, stream, 0).
/// Streams with different (key, stream, block) are independent; each has 2^66 words.
/// Source: Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3 (SC'11).
class PhiloxStream {
 public:
  using result_type = std::uint64_t;

  PhiloxStream(const StreamKey& key, std::uint64_t stream, std::uint64_t block) noexcept
      : key_{{key[0], key[1]}}, counter_{{0, block, stream, 0}} {}

  result_type operator()() noexcept {
    if (used_ == words_.size()) refill();
    return words_[used_++];
  }

  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }

 private:
  void refill() noexcept {
    words_ = r123::Philox4x64()(counter_, key_);
    ++counter_[0];
    used_ = 0;
  }

  r123::Philox4x64::key_type key_;
  r123::Philox4x64::ctr_type counter_;
  r123::Philox4x64::ctr_type words_{};
  std::size_t used_ = 4;
};

/// A uniform integer in [0, bound), without bias. @pre bound > 0.
/// Source: Lemire, Fast Random Integer Generation in an Interval (TOMACS 2019).
template <class Generator>
std::uint64_t uniform_below(Generator& generator, std::uint64_t bound) noexcept {
  __extension__ using Wide = unsigned __int128;
  Wide product = Wide{generator()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t unfair = -bound % bound;  // 2^64 mod bound
    while (static_cast<std::uint64_t>(product) < unfair) product = Wide{generator()} * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

}  // namespace aleator
