// Reads what an axis of drawn values asks for.
#pragma once

#include <toml++/toml.h>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "experiments/sweep/samples.hpp"

namespace aleator {

struct SampleRequest {
  std::size_t count = 0;
  std::uint64_t seed = 0;
};

/// { from, to, count, scale, seed }: from, to and scale are of one key, or lists with one entry for each; scale
/// ("linear" or "log") and seed need not be there.
/// @param ranges  one for each key; filled but for `whole`
/// @throws std::invalid_argument that says what is wrong
SampleRequest read_sample_request(const toml::node& node, std::vector<SampledRange>& ranges);

}  // namespace aleator
