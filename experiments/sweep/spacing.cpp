#include "experiments/sweep/spacing.hpp"

#include <fmt/format.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>

namespace aleator {
namespace {

using boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

constexpr std::size_t most_values = 10'000'000;

/// The shortest decimal that reads back as x, exactly.
Rational decimal(double x) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::scientific).ptr;
  const std::string_view shortest(buffer, static_cast<std::size_t>(end - buffer));
  const auto e = shortest.find('e');
  cpp_int digits = 0;
  int exponent = std::stoi(std::string(shortest.substr(e + 1)));
  bool after_point = false;
  for (const char c : shortest.substr(0, e)) {
    if (c == '.') after_point = true;
    if (c < '0' || c > '9') continue;
    digits = digits * 10 + (c - '0');
    if (after_point) --exponent;
  }
  if (shortest.front() == '-') digits = -digits;
  const cpp_int power = boost::multiprecision::pow(cpp_int(10), static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? Rational(digits, power) : Rational(digits * power);
}

/// The double nearest n/d, ties to even: 55 or 56 bits of the quotient, the last one set if anything remains. @pre d >
/// 0
double nearest_double(const cpp_int& number, const cpp_int& d) {
  const cpp_int n = boost::multiprecision::abs(number);
  if (n == 0) return 0;
  const int shift = 55 - (static_cast<int>(msb(n)) - static_cast<int>(msb(d)));
  const cpp_int scaled_n = shift > 0 ? cpp_int(n << shift) : n;
  const cpp_int scaled_d = shift < 0 ? cpp_int(d << -shift) : d;
  cpp_int quotient, remainder;
  divide_qr(scaled_n, scaled_d, quotient, remainder);
  auto bits = static_cast<std::uint64_t>(quotient);
  if (remainder != 0) bits |= 1;
  const double size = std::ldexp(static_cast<double>(bits), -shift);
  return number < 0 ? -size : size;
}

/// begin, begin + width, ..., each rounded once.
std::vector<double> evenly_spaced(const Rational& begin, const Rational& width, std::size_t count) {
  const cpp_int d = denominator(begin) * denominator(width);
  const cpp_int step = numerator(width) * denominator(begin);
  cpp_int n = numerator(begin) * denominator(width);
  std::vector<double> values(count);
  for (double& value : values) {
    value = nearest_double(n, d);
    n += step;
  }
  return values;
}

}  // namespace

std::vector<double> range_values(double from, double to, double step) {
  if (step == 0) throw std::invalid_argument("the step is 0");
  const Rational begin = decimal(from);
  const Rational width = decimal(step);
  const Rational steps = (decimal(to) - begin) / width;
  if (steps <= 0) return {};
  if (steps > most_values) throw std::invalid_argument(fmt::format("more than {} values", most_values));
  const cpp_int whole = numerator(steps) / denominator(steps);
  const bool ends_between = whole * denominator(steps) != numerator(steps);
  return evenly_spaced(begin, width, static_cast<std::size_t>(whole) + (ends_between ? 1 : 0));
}

std::vector<double> linspace_values(double from, double to, std::size_t count) {
  const Rational begin = decimal(from);
  const Rational width = count > 1 ? Rational((decimal(to) - begin) / Rational(count - 1)) : Rational(0);
  return evenly_spaced(begin, width, count);
}

std::vector<double> logspace_values(double from, double to, std::size_t count) {
  if (!(from > 0) || !(to > 0)) throw std::invalid_argument("both ends must be above 0");
  std::vector<double> values(count);
  const long double ratio = std::log(static_cast<long double>(to) / static_cast<long double>(from));
  for (std::size_t i = 0; i < count; ++i) {
    const long double part = count > 1 ? static_cast<long double>(i) / static_cast<long double>(count - 1) : 0;
    values[i] = std::stod(fmt::format("{:.15g}", static_cast<double>(from * std::exp(ratio * part))));
  }
  if (count > 0) values.front() = from;
  if (count > 1) values.back() = to;
  return values;
}

}  // namespace aleator
