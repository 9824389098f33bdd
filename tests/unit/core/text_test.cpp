// TextReader: words, lines and whole finite numbers from any bytes; trimmed and quoted text.
#include "core/text.hpp"

#include <gtest/gtest.h>

namespace thalweg {
namespace {

TEST(TextReader, reads_words_across_lines_and_counts_them) {
  TextReader reader(" one\ttwo\r\n\n  three");
  EXPECT_EQ(reader.word(), "one");
  EXPECT_EQ(reader.word(), "two");
  EXPECT_EQ(reader.line(), 1u);
  EXPECT_EQ(reader.word(), "three");
  EXPECT_EQ(reader.line(), 3u);
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(reader.word(), "");
  EXPECT_EQ(reader.error("too short").message, "line 3: too short");
}

TEST(TextReader, reads_the_rest_of_a_line) {
  TextReader reader("a b c\r\n\nlast");
  EXPECT_EQ(reader.word(), "a");
  EXPECT_EQ(reader.rest_of_line(), " b c");
  EXPECT_EQ(reader.line(), 2u);
  EXPECT_EQ(reader.rest_of_line(), "");
  EXPECT_EQ(reader.bytes_left(), 4u);
  EXPECT_EQ(reader.rest_of_line(), "last");
  EXPECT_EQ(reader.rest_of_line(), "");
  EXPECT_TRUE(reader.at_end());
}

TEST(TextReader, takes_only_whole_finite_numbers) {
  const auto real = [](std::string_view word) { return TextReader::parse_number<double>(word); };
  EXPECT_EQ(real("+1.5e2"), 150.0);
  EXPECT_EQ(real("-0.25"), -0.25);
  for (const auto* wrong : {"", "+", "1.5x", "nan", "inf", "-inf", "1e999", "0x10", "1 2", "++1"}) {
    EXPECT_EQ(real(wrong), std::nullopt) << wrong;
  }
  const auto small = [](std::string_view w) { return TextReader::parse_number<std::uint8_t>(w); };
  EXPECT_EQ(small("255"), 255);
  EXPECT_EQ(small("256"), std::nullopt);
  EXPECT_EQ(small("-1"), std::nullopt);
  EXPECT_EQ(small("1.0"), std::nullopt);
}

TEST(TextReader, survives_odd_bytes) {
  TextReader reader(std::string_view("\0\xff \0", 4));
  EXPECT_EQ(reader.word().size(), 2u);
  EXPECT_EQ(reader.word().size(), 1u);
  EXPECT_TRUE(reader.at_end());
}

TEST(Trimmed, takes_blanks_off_both_ends) {
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(trimmed(" \n "), "");
}

TEST(Quoted, is_short_and_printable) {
  EXPECT_EQ(quoted("word"), "'word'");
  EXPECT_EQ(quoted("a\x01\xff"), "'a?\?'");
  EXPECT_EQ(thalweg::quoted(std::string(100, 'x')), "'" + std::string(40, 'x') + "...'");
}

}  // namespace
}  // namespace thalweg
