// Where the parts of a long array begin, in as few bytes as their lengths allow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace aleator {

/// Part i is the elements begins[i] ... begins[i + 1] - 1. Nothing is stored while all parts have the same length, and
/// 4 bytes a part while the array has less than 2^32 elements.
class Begins {
 public:
  enum class Kind : std::uint8_t { equal, narrow, wide };

  void add_part(std::int64_t length);

  std::int64_t parts() const noexcept { return parts_; }
  std::int64_t elements() const noexcept { return elements_; }

  std::int64_t operator[](std::int64_t part) const noexcept {
    if (kind_ == Kind::equal) return part * length_;
    return kind_ == Kind::narrow ? narrow_[static_cast<std::size_t>(part)] : wide_[static_cast<std::size_t>(part)];
  }

  Kind kind() const noexcept { return kind_; }
  std::int64_t equal_length() const noexcept { return length_; }           // @pre Kind::equal
  const std::uint32_t* narrow() const noexcept { return narrow_.data(); }  // parts + 1, @pre Kind::narrow
  const std::int64_t* wide() const noexcept { return wide_.data(); }       // parts + 1, @pre Kind::wide

  std::size_t bytes() const noexcept;

 private:
  void make_narrow();
  void make_wide();

  Kind kind_ = Kind::equal;
  std::int64_t parts_ = 0;
  std::int64_t elements_ = 0;
  std::int64_t length_ = 0;
  std::vector<std::uint32_t> narrow_;
  std::vector<std::int64_t> wide_;
};

}  // namespace aleator
