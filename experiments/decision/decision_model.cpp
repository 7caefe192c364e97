#include "experiments/decision/decision_model.hpp"

#include <fmt/format.h>

#include "experiments/config/key.hpp"
#include "experiments/decision/rules_model.hpp"

namespace aleator {

void refuse_label(std::string_view label, const std::vector<std::string>& known) {
  throw std::invalid_argument(fmt::format("there is no label \"{}\"{}: the model has {}", label,
                                          did_you_mean(label, known), fmt::join(known, ", ")));
}

}  // namespace aleator
