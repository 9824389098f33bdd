// Reads statement by statement. Polygons become fans of triangles, and negative indices
// count back from the last point.
#include "thalweg/import/obj.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

// The words of one statement: a line, continued on the next line if it ends in a backslash.
class Statement {
 public:
  explicit Statement(TextReader& reader) : reader_(reader), line_(reader.line()) { next_line(); }

  // The next word; empty at the end of the statement.
  std::string_view word() {
    rest_ = trimmed(rest_);
    while (rest_.empty() && continues_) {
      next_line();
      rest_ = trimmed(rest_);
    }
    const std::size_t end = std::min(rest_.find_first_of(" \t\r\v\f"), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }

  // The rest of the line.
  std::string_view rest() const { return trimmed(rest_); }

  Error error(std::string_view what) const {
    return Error{"line " + std::to_string(line_) + ": " + std::string(what)};
  }

 private:
  void next_line() {
    rest_ = reader_.rest_of_line();
    continues_ = rest_.ends_with('\\');
    if (continues_) rest_.remove_suffix(1);
  }

  TextReader& reader_;
  std::size_t line_;
  std::string_view rest_;
  bool continues_ = false;
};

class ObjReader {
 public:
  ObjReader(std::string_view bytes, const ObjOptions& options) : text_(bytes), options_(options) {}

  Result<TriangleSoup> read() {
    while (!text_.at_end()) {
      Statement statement(text_);
      TRY_DO(read(statement));
    }
    if (soup_.triangles.empty()) return Error{"the file has no faces"};
    soup_.group_names = groups_.take_names();
    if (soup_.group_names == std::vector<std::string>{""}) {
      soup_.group.clear();
      soup_.group_names.clear();
    }
    return std::move(soup_);
  }

 private:
  Result<void> read(Statement& statement) {
    const std::string_view keyword = statement.word();
    if (keyword == "v") return read_point(statement);
    if (keyword == "f") return read_face(statement);
    if (keyword == "o" || keyword == "g") {
      group_name_ = statement.rest();
      has_group_ = false;
    }
    return {};
  }

  Result<void> read_point(Statement& statement) {
    Vec3 p;
    for (double* coordinate : {&p.x, &p.y, &p.z}) {
      const std::string_view word = statement.word();
      const auto number = TextReader::parse_number<double>(word);
      if (!number) return statement.error("expected three coordinates, found " + quoted(word));
      *coordinate = *number;
    }
    soup_.vertices.push_back(to_world(options_.axes, p));
    return check_size(0);
  }

  // From time to time: the soup with `more` triangles must fit in memory.
  Result<void> check_size(std::size_t more) {
    const std::size_t size = soup_.triangles.size() + soup_.vertices.size() + more;
    if (size < next_check_) return {};
    next_check_ = size + kCheckEvery;
    return check_soup_memory(soup_.triangles.size() + more, soup_.vertices.size());
  }

  Result<void> read_face(Statement& statement) {
    corners_.clear();
    for (auto word = statement.word(); !word.empty(); word = statement.word()) {
      const auto corner = corner_of(word);
      if (!corner) return statement.error(wrong_corner(word));
      corners_.push_back(*corner);
    }
    if (corners_.size() < 3) return statement.error("a face needs at least three corners");
    if (!has_group_) {
      group_ = groups_.number_of(group_name_);
      has_group_ = true;
    }
    TRY_DO(check_size(corners_.size()));
    for (std::size_t i = 2; i < corners_.size(); ++i) {
      soup_.triangles.push_back({corners_[0], corners_[i - 1], corners_[i]});
      soup_.group.push_back(group_);
    }
    return {};
  }

  // The point that "7", "7/1", "7//3" or "-1/2/3" refers to.
  std::optional<std::uint32_t> corner_of(std::string_view word) const {
    const auto number = TextReader::parse_number<std::int64_t>(word.substr(0, word.find('/')));
    const auto count = static_cast<std::int64_t>(soup_.vertices.size());
    if (!number || *number == 0 || *number > count || *number < -count) return std::nullopt;
    return static_cast<std::uint32_t>(*number > 0 ? *number - 1 : count + *number);
  }

  std::string wrong_corner(std::string_view word) const {
    return "face corner " + quoted(word) + " names none of the " +
           std::to_string(soup_.vertices.size()) + " points so far";
  }

  static constexpr std::size_t kCheckEvery = 4096;

  TextReader text_;
  const ObjOptions& options_;
  TriangleSoup soup_;
  GroupList groups_;
  std::string group_name_;
  std::uint32_t group_ = 0;
  bool has_group_ = false;
  std::vector<std::uint32_t> corners_;    // of the current face
  std::size_t next_check_ = kCheckEvery;  // triangles and points
};

}  // namespace

Result<TriangleSoup> read_obj(std::string_view bytes, const ObjOptions& options) try {
  if (bytes.size() > 0xFFFFFFFEu) return Error{"the file holds more than 4 GB"};
  return ObjReader(bytes, options).read();
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
