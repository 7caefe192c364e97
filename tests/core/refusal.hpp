// What a call says when it refuses its arguments.
#pragma once

#include <stdexcept>
#include <string>

namespace aleator {

template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace aleator
