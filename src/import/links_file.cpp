// Links as a small text file, one per line.
#include "thalweg/import/links_file.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

constexpr float kLeftOut = std::numeric_limits<float>::quiet_NaN();

std::optional<LinkKind> kind_of(std::string_view word) {
  for (const LinkKind kind : {LinkKind::jump, LinkKind::ladder, LinkKind::teleport}) {
    if (word == to_string(kind)) return kind;
  }
  return std::nullopt;
}

// "x,y" or "x,y,z" relative to `origin`.
std::optional<Vec3f> end_of(std::string_view word, Vec3 origin) {
  std::array<double, 3> at{0, 0, std::numeric_limits<double>::quiet_NaN()};
  for (std::size_t i = 0; i < at.size(); ++i) {
    const std::size_t comma = word.find(',');
    const auto number = TextReader::parse_number<double>(word.substr(0, comma));
    if (!number || std::abs(*number) > 1e9) return std::nullopt;
    at[i] = *number;
    if (comma == std::string_view::npos) {
      return i == 0 ? std::nullopt : std::optional(to_float(Vec3{at[0], at[1], at[2]} - origin));
    }
    word.remove_prefix(comma + 1);
  }
  return std::nullopt;
}

// Applies one of the words that follow the ends.
Result<void> apply(std::string_view word, Link& link) {
  if (word == "both") {
    link.is_two_way = 1;
  } else if (word.starts_with("length=")) {
    const auto length = TextReader::parse_number<float>(word.substr(7));
    if (!length || !(*length >= 0)) return Error{"a length is a number of metres, 0 or more"};
    link.length = *length;
  } else if (word.starts_with("tag=")) {
    const auto tag = TextReader::parse_number<std::uint32_t>(word.substr(4));
    if (!tag) return Error{"a tag is a whole number below 4,294,967,296"};
    link.tags = *tag;
  } else {
    return Error{"expected both, length= or tag=, not " + quoted(word)};
  }
  return {};
}

Result<Link> link_of(std::string_view line, Vec3 origin) {
  TextReader words(line);
  Link link;
  const std::string_view kind_word = words.word();
  const auto kind = kind_of(kind_word);
  if (!kind) return Error{"expected jump, ladder or teleport, not " + quoted(kind_word)};
  link.kind = *kind;
  link.length = *kind == LinkKind::teleport ? 0 : kLeftOut;
  const auto from = end_of(words.word(), origin);
  const std::string_view arrow = words.word();
  const auto to = end_of(words.word(), origin);
  if (!from || !to || arrow != "->") return Error{"a link goes x,y[,z] -> x,y[,z]"};
  link.from = *from;
  link.to = *to;
  for (auto word = words.word(); !word.empty(); word = words.word()) {
    TRY_DO(apply(word, link));
  }
  return link;
}

}  // namespace

Result<std::vector<Link>> read_links(std::string_view text, Vec3 origin) try {
  std::vector<Link> links;
  TextReader reader(text);
  while (!reader.at_end()) {
    const std::string line = std::to_string(reader.line());
    std::string_view row = reader.rest_of_line();
    row = trimmed(row.substr(0, row.find('#')));
    if (row.empty()) continue;
    TRY(const auto link, link_of(row, origin).in("line " + line));
    links.push_back(link);
  }
  return links;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
