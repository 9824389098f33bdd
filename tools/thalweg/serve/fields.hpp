// Fields: the JSON body of a request, read with checks. What is missing, of another type or out of
// range is an HttpFailure 400 with a sentence that names the field. Numbers and flags may be given as
// text, since parameters of addresses are.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http.hpp"
#include "thalweg/geometry/frame.hpp"

namespace thalweg::tool::serve {

struct FieldRange {
  double least = -std::numeric_limits<double>::max();
  double most = std::numeric_limits<double>::max();
};

class Fields {
 public:
  explicit Fields(Json body) : body_(std::move(body)) {}
  // The body of a request; an empty text counts as {}.
  static Fields parse(std::string_view text);

  bool has(const char* name) const { return body_.contains(name) && !body_[name].is_null(); }
  // At most 256 bytes.
  std::string text(const char* name) const;
  std::string text(const char* name, std::string fallback) const;
  double number(const char* name, FieldRange range) const;
  double number(const char* name, FieldRange range, double fallback) const;
  std::uint64_t whole(const char* name, FieldRange range, std::uint64_t fallback) const;
  bool flag(const char* name, bool fallback) const;
  // [x, y] or [x, y, z], world coordinates.
  Point point(const char* name) const;
  // A list of at most `most` items.
  const Json& list(const char* name, std::size_t most) const;
  std::vector<std::string> texts(const char* name, std::size_t most) const;

 private:
  Json body_;
};

// A point as a field holds it. `name` is what failures call it.
Point point_of(const Json& value, const std::string& name);
// "#,#,#" in world coordinates as JSON.
Json point_json(Vec3 p);

}  // namespace thalweg::tool::serve
