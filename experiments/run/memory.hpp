// How much memory a run may take.
#pragma once

#include <optional>
#include <string_view>

namespace aleator {

/// "16G", "1.5G", "500M", "64k" or plain bytes, in powers of 1024; none if it is no size above 0.
std::optional<double> memory_bytes(std::string_view text);

/// 80 % of what is free: the least of the machine's available memory, the control group's and Slurm's limit.
double default_memory();

}  // namespace aleator
