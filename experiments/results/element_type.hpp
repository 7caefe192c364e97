// The element types of result variables, in memory and in the file alike.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace aleator {

enum class ElementType : std::uint8_t { f64, i64, i32, i8 };

constexpr std::size_t size_of(ElementType type) noexcept {
  switch (type) {
    case ElementType::f64:
      return 8;
    case ElementType::i64:
      return 8;
    case ElementType::i32:
      return 4;
    case ElementType::i8:
      return 1;
  }
  return 0;
}

/// What stands where a run has no value: NaN for floats, -1 for integers (which carry no `_FillValue`, because readers
/// would turn them into doubles).
inline constexpr double missing_float = std::numeric_limits<double>::quiet_NaN();
inline constexpr int missing_integer = -1;

/// Whole elements of `type`.
inline void fill_with_missing(ElementType type, std::span<std::byte> bytes) {
  if (type == ElementType::f64) {
    std::fill_n(reinterpret_cast<double*>(bytes.data()), bytes.size() / sizeof(double), missing_float);
  } else {
    std::fill(bytes.begin(), bytes.end(), std::byte{0xff});  // -1 in every width
  }
}

template <class T>
inline constexpr ElementType element_type_of = [] {
  static_assert(sizeof(T) == 0, "not an element type of result variables");
  return ElementType::f64;
}();
template <>
inline constexpr ElementType element_type_of<double> = ElementType::f64;
template <>
inline constexpr ElementType element_type_of<std::int64_t> = ElementType::i64;
template <>
inline constexpr ElementType element_type_of<std::int32_t> = ElementType::i32;
template <>
inline constexpr ElementType element_type_of<std::int8_t> = ElementType::i8;

}  // namespace aleator
