// A recursive-descent parser. It records how each table was made (by the path of a header, by a
// header, by dotted keys), since TOML decides by that who may add to it.
#include "core/toml.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/text.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

using TomlValue = decltype(TomlEntry::value);
using TomlKey = std::vector<std::string>;  // the parts of a dotted key

constexpr int kMostNested = 8;

bool is_key_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

// The word without its underscores; nothing if one of them is not between two digits.
std::optional<std::string> without_underscores(std::string_view word) {
  const auto is_digit = [&](std::size_t i) {
    return i < word.size() && word[i] != '_' && is_key_letter(word[i]) && word[i] != '-';
  };
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '_') {
      out += word[i];
    } else if (i == 0 || !is_digit(i - 1) || !is_digit(i + 1)) {
      return std::nullopt;
    }
  }
  return out;
}

std::optional<std::int64_t> integer_of(std::string_view digits, int base) {
  std::int64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [at, failure] = std::from_chars(digits.data(), end, value, base);
  if (failure != std::errc{} || at != end) return std::nullopt;
  return value;
}

// A number without its sign and underscores.
std::optional<TomlValue> unsigned_number(std::string_view digits) {
  if (digits.empty() || digits[0] == '-' || digits[0] == '+') return std::nullopt;
  if (digits == "inf") return std::numeric_limits<double>::infinity();
  if (digits == "nan") return std::numeric_limits<double>::quiet_NaN();
  const std::string_view prefix = digits.substr(0, 2);
  const int base = prefix == "0x" ? 16 : prefix == "0o" ? 8 : prefix == "0b" ? 2 : 10;
  if (base != 10) {
    if (digits.substr(2).starts_with('-')) return std::nullopt;
    const auto value = integer_of(digits.substr(2), base);
    return value ? std::optional<TomlValue>(*value) : std::nullopt;
  }
  if (digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9') {
    return std::nullopt;
  }
  if (const auto whole = integer_of(digits, 10)) return *whole;
  const std::size_t point = digits.find('.');
  const bool is_bare =
      point == 0 ||
      (point != std::string_view::npos &&
       (point + 1 == digits.size() || digits[point + 1] < '0' || digits[point + 1] > '9'));
  const auto value = is_bare ? std::nullopt : TextReader::parse_number<double>(digits);
  return value ? std::optional<TomlValue>(*value) : std::nullopt;
}

std::optional<TomlValue> number_of(std::string_view word) {
  const bool is_negative = word.starts_with('-');
  if (is_negative || word.starts_with('+')) word.remove_prefix(1);
  const auto digits = without_underscores(word);
  auto value = digits ? unsigned_number(*digits) : std::nullopt;
  if (!value || !is_negative) return value;
  if (auto* whole = std::get_if<std::int64_t>(&*value)) *whole = -*whole;
  if (auto* real = std::get_if<double>(&*value)) *real = -*real;
  return value;
}

class TomlParser {
 public:
  explicit TomlParser(std::string_view text) : text_(text) {}
  Result<TomlTable> parse();

 private:
  enum class Made : std::uint8_t { by_path, by_header, by_dots };

  bool at_end() const { return at_ == text_.size(); }
  char next() const { return at_end() ? '\n' : text_[at_]; }
  bool take(char c);
  Error wrong(std::string what) const;
  Error unexpected(std::string_view wanted) const;
  void skip_blanks();
  Result<void> end_line();
  Result<std::string> quoted_text();
  Result<char> escaped();
  Result<std::string> key_part();
  Result<TomlKey> key();
  Result<TomlValue> value(int depth);
  Result<TomlValue> inline_table(int depth);
  Result<void> header();
  // Sets `key` in `table`, in the tables that its dots name.
  Result<void> set(TomlTable& table, const std::string& path, int depth);
  Result<TomlTable*> inner(TomlTable& table, const std::string& part, const std::string& path,
                           Made made);
  Made* made(const std::string& path);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  TomlTable root_;
  TomlKey section_;  // the header that the following keys belong to
  std::vector<std::pair<std::string, Made>> tables_;  // by path; inline ones are not listed
};

bool TomlParser::take(char c) {
  if (at_end() || text_[at_] != c) return false;
  ++at_;
  return true;
}

Error TomlParser::wrong(std::string what) const {
  return error_in("line " + std::to_string(line_), Error{std::move(what)});
}

Error TomlParser::unexpected(std::string_view wanted) const {
  const auto code = static_cast<unsigned char>(next());
  if (code >= 0x80) return wrong("only comments may hold letters beyond ASCII");
  const bool is_end = next() == '\n' || next() == '\r';
  return wrong("not TOML: expected " + std::string(wanted) + ", not " +
               (is_end ? "the end of the line" : quoted(text_.substr(at_, 1))));
}

void TomlParser::skip_blanks() {
  while (!at_end() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
}

// The rest of a line: blanks and a comment.
Result<void> TomlParser::end_line() {
  skip_blanks();
  if (take('#')) at_ = std::min(text_.find('\n', at_), text_.size());
  if (at_end()) return {};
  take('\r');
  if (!take('\n')) return unexpected("the end of the line");
  ++line_;
  return {};
}

Result<char> TomlParser::escaped() {
  constexpr std::string_view kLetters = "btnfr\"\\";
  constexpr std::string_view kMeanings = "\b\t\n\f\r\"\\";
  const std::size_t index = kLetters.find(next());
  if (index == std::string_view::npos) return unexpected("one of \\b \\t \\n \\f \\r \\\" \\\\");
  ++at_;
  return kMeanings[index];
}

// "basic", with escapes, or 'literal'.
Result<std::string> TomlParser::quoted_text() {
  const char quote = text_[at_++];
  if (next() == quote && at_ + 1 < text_.size() && text_[at_ + 1] == quote) {
    return wrong("a text over several lines is not used in settings");
  }
  std::string out;
  while (!take(quote)) {
    const char c = next();
    if ((static_cast<unsigned char>(c) < ' ' && c != '\t') || static_cast<unsigned char>(c) > '~') {
      return unexpected("a letter or a closing quote");
    }
    ++at_;
    if (c == '\\' && quote == '"') {
      TRY(const char meant, escaped());
      out += meant;
    } else {
      out += c;
    }
  }
  return out;
}

Result<std::string> TomlParser::key_part() {
  skip_blanks();
  if (next() == '"' || next() == '\'') return quoted_text();
  const std::size_t first = at_;
  while (!at_end() && is_key_letter(text_[at_])) ++at_;
  if (at_ == first) return unexpected("a key");
  return std::string(text_.substr(first, at_ - first));
}

Result<TomlKey> TomlParser::key() {
  TomlKey parts;
  do {
    TRY(std::string part, key_part());
    parts.push_back(std::move(part));
    skip_blanks();
  } while (take('.'));
  if (parts.size() > kMostNested) return wrong("the key is nested too deeply");
  return parts;
}

Result<TomlValue> TomlParser::value(int depth) {
  skip_blanks();
  if (next() == '"' || next() == '\'') {
    TRY(std::string text, quoted_text());
    return TomlValue(std::move(text));
  }
  if (next() == '{') return inline_table(depth);
  if (next() == '[') return wrong("a list is not used in settings");
  const std::size_t first = at_;
  while (is_key_letter(next()) || next() == '+' || next() == '.' || next() == ':') ++at_;
  const std::string_view word = text_.substr(first, at_ - first);
  if (word.empty()) return unexpected("a value");
  if (word == "true" || word == "false") return TomlValue(word == "true");
  if (auto number = number_of(word)) return std::move(*number);
  return wrong("not TOML: " + quoted(word) + " is neither a number, true, false nor in quotes");
}

Result<TomlValue> TomlParser::inline_table(int depth) {
  if (depth == kMostNested) return wrong("the tables are nested too deeply");
  ++at_;  // the brace
  TomlTable table;
  skip_blanks();
  if (take('}')) return TomlValue(std::move(table));
  // Its tables are listed under a path of their own, so that dotted keys work as elsewhere.
  const std::string path = "{" + std::to_string(at_) + "}";
  do {
    TRY_DO(set(table, path, depth + 1));
    skip_blanks();
  } while (take(','));
  if (!take('}')) return unexpected("',' or '}'");
  return TomlValue(std::move(table));
}

TomlParser::Made* TomlParser::made(const std::string& path) {
  const auto found = std::ranges::find(tables_, path, &std::pair<std::string, Made>::first);
  return found == tables_.end() ? nullptr : &found->second;
}

// The table `part` of `table`, new if there is none. Refuses what may not be extended: values,
// inline tables and, for dotted keys, tables that a header made.
Result<TomlTable*> TomlParser::inner(TomlTable& table, const std::string& part,
                                     const std::string& path, Made how) {
  TomlEntry* entry = table.find(part);
  if (entry == nullptr) {
    tables_.emplace_back(path, how);
    entry = table.add({.key = part, .line = line_, .value = TomlTable()});
  }
  const Made* was = made(path);
  const bool is_open = was != nullptr && (how != Made::by_dots || *was == Made::by_dots);
  if (!is_open) return wrong(thalweg::quoted(part) + " is set twice");
  return &std::get<TomlTable>(entry->value);
}

Result<void> TomlParser::set(TomlTable& table, const std::string& path, int depth) {
  TRY(const TomlKey parts, key());
  if (!take('=')) return unexpected("'='");
  TRY(TomlValue given, value(depth));
  TomlTable* into = &table;
  std::string at = path;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    at += "\n" + parts[i];
    TRY(into, inner(*into, parts[i], at, Made::by_dots));
  }
  if (into->find(parts.back()) != nullptr)
    return wrong(thalweg::quoted(parts.back()) + " is set twice");
  into->add({.key = parts.back(), .line = line_, .value = std::move(given)});
  return {};
}

// [table] or [table.inner].
Result<void> TomlParser::header() {
  ++at_;  // the bracket
  if (next() == '[') return wrong("a list of tables is not used in settings");
  TRY(section_, key());
  if (!take(']')) return unexpected("']'");
  TomlTable* table = &root_;
  std::string path;
  bool is_new = false;
  for (const std::string& part : section_) {
    path += "\n" + part;
    is_new = table->find(part) == nullptr;
    TRY(table, inner(*table, part, path, Made::by_path));
  }
  Made& how = *made(path);
  if (!is_new && how != Made::by_path)
    return wrong(thalweg::quoted(section_.back()) + " is set twice");
  how = Made::by_header;
  return {};
}

Result<TomlTable> TomlParser::parse() {
  while (!at_end()) {
    skip_blanks();
    const char c = next();
    if (c == '[') {
      TRY_DO(header());
    } else if (c != '#' && c != '\n' && c != '\r') {
      TomlTable* table = &root_;
      std::string path;
      for (const std::string& part : section_) {
        path += "\n" + part;
        table = &std::get<TomlTable>(table->find(part)->value);
      }
      TRY_DO(set(*table, path, 0));
    }
    TRY_DO(end_line());
  }
  return std::move(root_);
}

}  // namespace

const TomlEntry* TomlTable::find(std::string_view key) const {
  const auto found = std::ranges::find(entries_, key, &TomlEntry::key);
  return found == entries_.end() ? nullptr : &*found;
}

TomlEntry* TomlTable::find(std::string_view key) {
  return const_cast<TomlEntry*>(std::as_const(*this).find(key));
}

TomlEntry* TomlTable::add(TomlEntry entry) { return &entries_.emplace_back(std::move(entry)); }

std::optional<double> TomlEntry::as_number() const {
  if (const auto* whole = as_integer()) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

std::string line_of(const TomlEntry& entry) { return "line " + std::to_string(entry.line); }

Error error_at(const TomlEntry& entry, std::string what) {
  return error_in(line_of(entry), Error{std::move(what)});
}

Result<TomlTable> parse_toml(std::string_view text) { return TomlParser(text).parse(); }

}  // namespace thalweg
