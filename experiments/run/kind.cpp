#include "experiments/run/kind.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "experiments/cli/table.hpp"

namespace aleator {
namespace {

void require(std::string_view what, double needed, double allowed) {
  if (needed <= allowed) return;
  throw std::invalid_argument(fmt::format("{} at least {}, and {} are allowed (--memory)", what,
                                          cli::bytes_text(needed), cli::bytes_text(allowed)));
}

}  // namespace

void require_process(const ProcessSize& size, double allowed) {
  require("the model takes", size.needed_bytes(), allowed);
}

void require_plain_rows(const ProcessSize& size, double allowed) {
  if (size.actions > 0) require("the plain rows of the model take", 12 * size.transitions + 24 * size.states, allowed);
}

}  // namespace aleator
