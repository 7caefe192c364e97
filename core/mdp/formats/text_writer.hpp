// Text in large pieces to wherever it goes.
#pragma once

#include <charconv>
#include <concepts>
#include <functional>
#include <string>
#include <string_view>

namespace aleator {

/// Takes a piece of a text, in order; errors are its exceptions.
using TextSink = std::function<void(std::string_view)>;

/// Collects what is written and passes it on in pieces of about 64 KB. Doubles are written as the shortest text that
/// reads back as the same number.
class TextWriter {
 public:
  explicit TextWriter(const TextSink& sink) : sink_(sink) { buffer_.reserve(piece_bytes + 4096); }
  TextWriter(const TextWriter&) = delete;
  TextWriter& operator=(const TextWriter&) = delete;

  template <class... Values>
  void write(const Values&... values) {
    (put(values), ...);
    if (buffer_.size() >= piece_bytes) finish();
  }
  /// Passes on what is left.
  void finish() {
    if (!buffer_.empty()) sink_(buffer_);
    buffer_.clear();
  }

 private:
  static constexpr std::size_t piece_bytes = 1 << 16;

  void put(char c) { buffer_ += c; }
  void put(const char* piece) { buffer_ += piece; }
  void put(std::string_view piece) { buffer_ += piece; }
  template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
  void put(Number value) {
    char digits[32];
    buffer_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }

  const TextSink& sink_;
  std::string buffer_;
};

}  // namespace aleator
