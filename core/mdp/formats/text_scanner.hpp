// Numbers and words from the lines of a model's text, and what is wrong with them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/text.hpp"

namespace aleator {

/// The message is "line 17: " and the rule that is broken there.
struct ModelTextError : std::runtime_error {
  ModelTextError(std::int64_t line_at_fault, const std::string& broken_rule)
      : std::runtime_error(text("line ", line_at_fault, ": ", broken_rule)), line(line_at_fault), rule(broken_rule) {}
  std::int64_t line;  // counted from 1
  std::string rule;
};

/// A piece of text for a message: in quotation marks, at most 40 characters, those that do not print as \xNN.
std::string in_quotes(std::string_view piece);

/// Reads a text line by line. Blanks are spaces, tabs and the carriage returns of CRLF; the last line may lack its end.
class TextScanner {
 public:
  /// @param comment  lines that begin with it are skipped
  TextScanner(std::string_view text, std::string_view comment) noexcept
      : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()), comment_(comment) {}

  std::int64_t line() const noexcept { return line_; }
  std::size_t offset() const noexcept { return static_cast<std::size_t>(at_ - begin_); }

  /// From the beginning of a line to the first character of the next line that says something.
  /// @returns false if there is none
  bool find_line() noexcept;
  /// Goes to the beginning of the next line. @throws ModelTextError if anything but blanks is left on this one.
  void end_line() {
    skip_blanks();
    if (at_ == end_) return;
    if (*at_ != '\n') fail(text(in_quotes(rest_of_word()), " is too much on this line"));
    ++at_;
    ++line_;
  }
  /// Goes to the beginning of the next line and returns what is left of this one, without blanks around it.
  std::string_view rest_of_line() noexcept;

  bool at_line_end() noexcept {
    skip_blanks();
    return at_ == end_ || *at_ == '\n';
  }
  /// The next character that is no blank; '\n' at the end.
  char peek() noexcept { return at_line_end() ? '\n' : *at_; }
  /// Takes the next character if it is `c`.
  bool take(char c) noexcept {
    if (peek() != c || c == '\n') return false;
    ++at_;
    return true;
  }
  /// Takes a word up to the next blank or one of `stops`; empty at the end of the line.
  std::string_view word(std::string_view stops = {}) noexcept;
  /// Takes a text in quotation marks. @throws ModelTextError if the second one is missing.
  std::string_view quoted_text();

  /// Takes a whole number from 0, of at most 18 digits.
  /// @param what   for messages, such as "a state"
  /// @param stops  characters that may follow it at once, besides blanks and the end of the line
  std::int64_t integer(const char* what, std::string_view stops = {}) {
    skip_blanks();
    const char* const first = at_;
    std::int64_t value = 0;
    for (; at_ != end_ && is_digit(*at_); ++at_) {
      if (at_ - first == 18) fail_at(first, text("expected ", what));
      value = value * 10 + (*at_ - '0');
    }
    if (at_ == first || !ends_number(stops)) fail_at(first, text("expected ", what));
    return value;
  }
  /// Takes a decimal or a fraction such as 1/3, rounded once to the nearest double (a fraction of whole numbers below
  /// 2^53). Not finite is an error.
  double number(const char* what, std::string_view stops = {}) {
    skip_blanks();
    const char* const first = at_;
    double value = 0;
    if (!short_decimal(value)) {
      at_ = first;
      value = long_decimal(what);
    }
    if (at_ != end_ && *at_ == '/') return value / denominator(first, what, stops);
    if (!ends_number(stops)) fail_at(first, text("expected ", what));
    return value;
  }

  [[noreturn]] void fail(const std::string& rule) const { throw ModelTextError(line_, rule); }

 private:
  static bool is_digit(char c) noexcept { return static_cast<unsigned char>(c - '0') <= 9; }
  static bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\r'; }
  void skip_blanks() noexcept {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }
  bool ends_number(std::string_view stops) const noexcept {
    return at_ == end_ || is_blank(*at_) || *at_ == '\n' || stops.find(*at_) != std::string_view::npos;
  }
  std::string_view rest_of_word() const noexcept;
  [[noreturn]] void fail_at(const char* first, const std::string& expected);
  bool short_decimal(double& value) noexcept;
  double long_decimal(const char* what);
  double denominator(const char* first, const char* what, std::string_view stops);

  const char* begin_;
  const char* at_;
  const char* end_;
  std::string_view comment_;
  std::int64_t line_ = 1;
};

/// Digits with or without a point that make a double with one rounding: fewer than 2^53 units of 10^-k, k <= 22, both
/// exact, so that their quotient is the nearest double (Clinger 1990). False if it is something else.
inline bool TextScanner::short_decimal(double& value) noexcept {
  static constexpr double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  std::uint64_t units = 0;
  const char* const first = at_;
  while (at_ != end_ && is_digit(*at_)) units = units * 10 + static_cast<std::uint64_t>(*at_++ - '0');
  std::ptrdiff_t digits = at_ - first;
  std::ptrdiff_t places = 0;
  if (at_ != end_ && *at_ == '.') {
    const char* const point = ++at_;
    while (at_ != end_ && is_digit(*at_)) units = units * 10 + static_cast<std::uint64_t>(*at_++ - '0');
    places = at_ - point;
    digits += places;
  }
  // 19 digits fit 64 bits; an exponent, a sign or anything else is for from_chars.
  if (digits == 0 || digits > 19 || units >= (std::uint64_t{1} << 53)) return false;
  if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) return false;
  value = static_cast<double>(units) / power[places];
  return true;
}

}  // namespace aleator
