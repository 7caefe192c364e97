// What this program was built from.
#pragma once

#include <string_view>

namespace aleator::build_info {

extern const std::string_view version;       // "0.1.0"
extern const std::string_view git_revision;  // "1a2b3c4d5e6f", with "-dirty" for uncommitted changes; or "unknown"
extern const std::string_view compiler;      // "GNU 12.2.0"
extern const std::string_view build_type;    // "Release"

}  // namespace aleator::build_info
