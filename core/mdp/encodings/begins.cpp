#include "core/mdp/encodings/begins.hpp"

#include <limits>
#include <utility>

namespace aleator {

void Begins::add_part(std::int64_t length) {
  if (parts_ == 0) length_ = length;
  if (kind_ == Kind::equal && length != length_) make_narrow();
  elements_ += length;
  ++parts_;
  if (kind_ == Kind::narrow && elements_ > std::numeric_limits<std::uint32_t>::max()) make_wide();
  if (kind_ == Kind::narrow) narrow_.push_back(static_cast<std::uint32_t>(elements_));
  if (kind_ == Kind::wide) wide_.push_back(elements_);
}

/// Spells out the parts so far, or goes straight on to make_wide if they do not fit.
void Begins::make_narrow() {
  if (elements_ > std::numeric_limits<std::uint32_t>::max()) {
    make_wide();
    return;
  }
  for (std::int64_t part = 0; part <= parts_; ++part) narrow_.push_back(static_cast<std::uint32_t>(part * length_));
  kind_ = Kind::narrow;
}

void Begins::make_wide() {
  if (kind_ == Kind::equal) {
    for (std::int64_t part = 0; part <= parts_; ++part) wide_.push_back(part * length_);
  } else {
    wide_.assign(narrow_.begin(), narrow_.end());
    std::exchange(narrow_, {});
  }
  kind_ = Kind::wide;
}

std::size_t Begins::bytes() const noexcept {
  return narrow_.size() * sizeof narrow_[0] + wide_.size() * sizeof wide_[0];
}

}  // namespace aleator
