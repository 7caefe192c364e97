#include "core/mdp/formats/text_scanner.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

namespace aleator {
namespace {

double number(const std::string& digits) {
  TextScanner scanner(digits, "#");
  const double value = scanner.number("a number");
  scanner.end_line();
  return value;
}

std::string complaint(const std::string& digits) {
  try {
    return text("took it as ", number(digits));
  } catch (const ModelTextError& error) {
    return error.what();
  }
}

TEST(TextScanner, reads_decimals_as_the_nearest_double) {
  for (const char* digits :
       {"0", "1", "0.5", ".5", "1.", "5.6e-6", "1E3", "-2.5", "0.1", "0.30000000000000004", "0.3333333333333333",
        "123456789012345678", "9007199254740993", "0.00000000000000000001", "1e-320", "1.7976931348623157e308"}) {
    EXPECT_EQ(number(digits), std::strtod(digits, nullptr)) << digits;
  }
}

TEST(TextScanner, agrees_with_the_library_on_random_decimals) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200'000; ++i) {
    std::string digits;
    const int before = static_cast<int>(random() % 12);
    const int after = static_cast<int>(random() % 14);
    for (int k = 0; k < before; ++k) digits += static_cast<char>('0' + random() % 10);
    if (after > 0 || before == 0) digits += ".";
    for (int k = 0; k < after + (before == 0 ? 1 : 0); ++k) digits += static_cast<char>('0' + random() % 10);
    if (random() % 4 == 0) digits += "e" + std::to_string(static_cast<int>(random() % 40) - 20);
    ASSERT_EQ(number(digits), std::strtod(digits.c_str(), nullptr)) << digits;
  }
}

TEST(TextScanner, agrees_with_the_library_on_the_shortest_texts_of_random_doubles) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 100'000; ++i) {
    const double value = std::uniform_real_distribution<>(0, 1)(random);
    ASSERT_EQ(number(to_text(value)), value);
  }
}

TEST(TextScanner, reads_fractions) {
  EXPECT_EQ(number("1/3"), 1.0 / 3);
  EXPECT_EQ(number("-2/7"), -2.0 / 7);
  EXPECT_EQ(number("3/1"), 3);
  EXPECT_EQ(complaint("1/0"), "line 1: expected a number, found \"1/0\"");
  EXPECT_EQ(complaint("1/"), "line 1: expected a number, found \"1/\"");
  EXPECT_EQ(complaint("1/2/3"), "line 1: expected a number, found \"1/2/3\"");
  EXPECT_EQ(complaint("1/x"), "line 1: expected a number, found \"1/x\"");
}

TEST(TextScanner, refuses_what_is_no_finite_number) {
  for (const char* digits :
       {"nan", "NaN", "inf", "-inf", "1e999", "abc", "0x1p3", "--1", "+1", "1.5.2", "e5", ".", "-", "1e", "\"1\""}) {
    EXPECT_EQ(complaint(digits).substr(0, 32), "line 1: expected a number, found") << digits;
  }
  EXPECT_EQ(complaint(""), "line 1: expected a number, found the end of the line");
  EXPECT_EQ(complaint("1 2"), "line 1: \"2\" is too much on this line");
}

TEST(TextScanner, shows_junk_as_what_it_is) {
  EXPECT_EQ(complaint(std::string("\x01\x00\xff", 3)), "line 1: expected a number, found \"\\x01\\x00\\xff\"");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "\"" + std::string(40, 'x') + "...\"");
}

TEST(TextScanner, counts_lines_over_comments_blank_lines_and_both_line_ends) {
  TextScanner scanner("# one\r\n\r\n  \t\n 4 \r\n# five\n6", "#");
  ASSERT_TRUE(scanner.find_line());
  EXPECT_EQ(scanner.line(), 4);
  EXPECT_EQ(scanner.integer("a number"), 4);
  scanner.end_line();
  ASSERT_TRUE(scanner.find_line());
  EXPECT_EQ(scanner.line(), 6);
  EXPECT_EQ(scanner.integer("a number"), 6);
  scanner.end_line();
  EXPECT_FALSE(scanner.find_line());
}

TEST(TextScanner, whole_numbers_end_where_they_should) {
  const auto refusal = [](const char* digits) {
    TextScanner scanner(digits, "#");
    try {
      return text("took it as ", scanner.integer("a state"));
    } catch (const ModelTextError& error) {
      return error.rule;
    }
  };
  EXPECT_EQ(refusal("12"), "took it as 12");
  EXPECT_EQ(refusal("12:"), "expected a state, found \"12:\"");
  EXPECT_EQ(refusal("999999999999999999"), "took it as 999999999999999999");
  EXPECT_EQ(refusal("1000000000000000000"), "expected a state, found \"1000000000000000000\"");
  EXPECT_EQ(refusal("12.5"), "expected a state, found \"12.5\"");
  EXPECT_EQ(refusal("12x"), "expected a state, found \"12x\"");
  EXPECT_EQ(refusal("-1"), "expected a state, found \"-1\"");
}

}  // namespace
}  // namespace aleator
