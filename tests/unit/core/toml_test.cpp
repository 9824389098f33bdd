// TOML: what is read, with lines, and one sentence for each kind of malformed text.
#include "core/toml.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace thalweg {
namespace {

// The table as one line: {a=1,b={c="x"}}.
std::string shown(const TomlTable& table);
std::string shown(const TomlEntry& entry) {
  if (const bool* flag = entry.as_boolean()) return *flag ? "true" : "false";
  if (const std::int64_t* whole = entry.as_integer()) return std::to_string(*whole);
  if (const std::string* text = entry.as_text()) return "\"" + *text + "\"";
  if (const TomlTable* inner = entry.as_table()) return shown(*inner);
  return "~" + std::to_string(*entry.as_number());
}
std::string shown(const TomlTable& table) {
  std::string text = "{";
  for (const TomlEntry& entry : table) {
    text += (text.size() > 1 ? "," : "") + entry.key + "=" + shown(entry);
  }
  return text + "}";
}
std::string read(std::string_view text) {
  const auto table = parse_toml(text);
  return table ? shown(*table) : table.error();
}

TEST(Toml, reads_values) {
  EXPECT_EQ(read(""), "{}");
  EXPECT_EQ(read("a = 1\nb=-2 # note\r\n\r\n  c\t=\t+3"), "{a=1,b=-2,c=3}");
  EXPECT_EQ(read("a = 1.5\nb = -2e3\nc = 1_000\nd = 0x1F\ne = 0o17\nf = 0b101\ng = 6.0E-1"),
            "{a=~1.500000,b=~-2000.000000,c=1000,d=31,e=15,f=5,g=~0.600000}");
  EXPECT_EQ(read("a = true\nb = false"), "{a=true,b=false}");
  EXPECT_EQ(read("a = inf\nb = -inf"), "{a=~inf,b=~-inf}");
  EXPECT_TRUE(std::isnan(*parse_toml("a = nan")->find("a")->as_number()));
  EXPECT_EQ(read(R"(a = "x \"y\" \\ \t."
b = 'C:\temp'
c = "")"),
            "{a=\"x \"y\" \\ \t.\",b=\"C:\\temp\",c=\"\"}");
}

TEST(Toml, reads_tables) {
  EXPECT_EQ(read("[a]\nx = 1\n[b]\nx = 2"), "{a={x=1},b={x=2}}");
  EXPECT_EQ(read("[a.b]\nx = 1\n[a]\ny = 2"), "{a={b={x=1},y=2}}");
  EXPECT_EQ(read("a.b.c = 1\na.b.d = 2\na.e = 3"), "{a={b={c=1,d=2},e=3}}");
  EXPECT_EQ(read("[ a . \"b c\" ]\nx = 1"), "{a={b c={x=1}}}");
  EXPECT_EQ(read("a = { x = 1, y.z = 'b', w = {} }"), "{a={x=1,y={z=\"b\"},w={}}}");
  EXPECT_EQ(read("[a]\nb.c = 1\n[a.b.d]\ne = 2"), "{a={b={c=1,d={e=2}}}}");
}

TEST(Toml, knows_lines) {
  const TomlTable table = parse_toml("\n\na = 1\n[b]\nc = 2\n").value();
  EXPECT_EQ(line_of(*table.find("a")), "line 3");
  EXPECT_EQ(line_of(*table.find("b")->as_table()->find("c")), "line 5");
}

TEST(Toml, refuses_with_a_line_and_a_sentence) {
  EXPECT_EQ(read("a = 1\na = 2"), "line 2: 'a' is set twice");
  EXPECT_EQ(read("[a]\n[a]"), "line 2: 'a' is set twice");
  EXPECT_EQ(read("a = 1\n[a]"), "line 2: 'a' is set twice");
  EXPECT_EQ(read("a = {}\na.b = 1"), "line 2: 'a' is set twice");
  EXPECT_EQ(read("a.b = 1\n[a]"), "line 2: 'a' is set twice");
  EXPECT_EQ(read("[a]\nx = 1\n[b]\n[a.x]"), "line 4: 'x' is set twice");
  EXPECT_EQ(read("a"), "line 1: not TOML: expected '=', not the end of the line");
  EXPECT_EQ(read("a = "), "line 1: not TOML: expected a value, not the end of the line");
  EXPECT_EQ(read("a = 1 2"), "line 1: not TOML: expected the end of the line, not '2'");
  EXPECT_EQ(read("[a\nb = 1"), "line 1: not TOML: expected ']', not the end of the line");
  EXPECT_EQ(read("a = \"x"),
            "line 1: not TOML: expected a letter or a closing quote, not the end of the line");
  EXPECT_EQ(read("a = [1]"), "line 1: a list is not used in settings");
  EXPECT_EQ(read("[[a]]"), "line 1: a list of tables is not used in settings");
  EXPECT_EQ(read("a = \"\"\"x\"\"\""), "line 1: a text over several lines is not used in settings");
  EXPECT_EQ(read("\xc3\xa4 = 1"), "line 1: only comments may hold letters beyond ASCII");
  EXPECT_EQ(read("a = \"\xc3\xa4\""), "line 1: only comments may hold letters beyond ASCII");
  for (const std::string word : {"01", "1__0", "_1", "1_", "--1", "0x", "0x-1", ".5", "5.", "5.e3",
                                 "1e", "1e999", "tru", "1979-05-27", "99999999999999999999x"}) {
    EXPECT_EQ(read("a = " + word),
              "line 1: not TOML: '" + word + "' is neither a number, true, false nor in quotes");
  }
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "{a=";
  EXPECT_EQ(read("a = " + deep), "line 1: the tables are nested too deeply");
}

}  // namespace
}  // namespace thalweg
