#include "core/mdp/formats/text_scanner.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace aleator {

std::string in_quotes(std::string_view piece) {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : piece.substr(0, 40)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      result += c;
    } else {
      result += {'\\', 'x', hexadecimal[byte >> 4], hexadecimal[byte & 15]};
    }
  }
  return result + (piece.size() > 40 ? "...\"" : "\"");
}

bool TextScanner::find_line() noexcept {
  for (;;) {
    skip_blanks();
    if (at_ == end_) return false;
    const bool is_comment = !comment_.empty() && static_cast<std::size_t>(end_ - at_) >= comment_.size() &&
                            std::string_view(at_, comment_.size()) == comment_;
    if (is_comment) at_ = std::find(at_, end_, '\n');
    if (at_ == end_) return false;
    if (*at_ != '\n') return true;
    ++at_;
    ++line_;
  }
}

std::string_view TextScanner::rest_of_line() noexcept {
  skip_blanks();
  const char* const first = at_;
  at_ = std::find(at_, end_, '\n');
  const char* last = at_;
  while (last != first && is_blank(last[-1])) --last;
  if (at_ != end_) {
    ++at_;
    ++line_;
  }
  return {first, static_cast<std::size_t>(last - first)};
}

std::string_view TextScanner::rest_of_word() const noexcept {
  const char* const last = std::find_if(at_, end_, [](char c) { return is_blank(c) || c == '\n'; });
  return {at_, static_cast<std::size_t>(last - at_)};
}

std::string_view TextScanner::word(std::string_view stops) noexcept {
  skip_blanks();
  std::string_view result = rest_of_word();
  result = result.substr(0, result.find_first_of(stops));
  at_ += result.size();
  return result;
}

std::string_view TextScanner::quoted_text() {
  if (!take('"')) fail_at(at_, "expected a text in quotation marks");
  const char* const first = at_;
  at_ = std::find_if(at_, end_, [](char c) { return c == '"' || c == '\n'; });
  if (at_ == end_ || *at_ != '"') fail("a quotation mark is missing");
  return {first, static_cast<std::size_t>(at_++ - first)};
}

void TextScanner::fail_at(const char* first, const std::string& expected) {
  at_ = first;
  if (at_line_end()) fail(expected + ", found the end of the line");
  fail(text(expected, ", found ", in_quotes(rest_of_word())));
}

double TextScanner::long_decimal(const char* what) {
  double value = 0;
  const auto [last, error] = std::from_chars(at_, end_, value);
  if (error != std::errc{} || !std::isfinite(value)) fail_at(at_, text("expected ", what));
  at_ = last;
  return value;
}

double TextScanner::denominator(const char* first, const char* what, std::string_view stops) {
  ++at_;
  double value = 0;
  if (!short_decimal(value) || !ends_number(stops) || value == 0) fail_at(first, text("expected ", what));
  return value;
}

}  // namespace aleator
