// Every getter checks type and range; texts and lists have limits of length.
#include "serve/fields.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/text.hpp"

namespace thalweg::tool::serve {
namespace {

constexpr std::size_t kMostText = 256;

[[noreturn]] void refuse(const std::string& sentence) { throw HttpFailure(400, sentence); }

double number_of(const Json& value, const std::string& name) {
  if (value.is_number()) return value.number();
  if (value.is_string()) {
    const auto& text = value.text();
    if (const auto number = TextReader::parse_number<double>(text)) return *number;
  }
  refuse("'" + name + "' wants a number");
}

double in_range(double value, FieldRange range, const std::string& name) {
  if (!(value >= range.least && value <= range.most)) {
    refuse(fmt::format("'{}' wants a number from {} to {}", name, range.least, range.most));
  }
  return value;
}

}  // namespace

Fields Fields::parse(std::string_view text) {
  if (text.empty()) return Fields(Json::object());
  Result<Json> body = Json::parse(text);
  if (!body) refuse("the body " + body.error());
  if (!body->is_object()) refuse("the body must be a JSON object");
  return Fields(std::move(body).value());
}

std::string Fields::text(const char* name) const {
  if (!has(name)) refuse(fmt::format("'{}' is missing", name));
  const Json& value = body_[name];
  if (!value.is_string() || value.text().size() > kMostText) {
    refuse(fmt::format("'{}' wants a text of at most {} bytes", name, kMostText));
  }
  return value.text();
}

std::string Fields::text(const char* name, std::string fallback) const {
  return has(name) ? text(name) : std::move(fallback);
}

double Fields::number(const char* name, FieldRange range) const {
  if (!has(name)) refuse(fmt::format("'{}' is missing", name));
  return in_range(number_of(body_[name], name), range, name);
}

double Fields::number(const char* name, FieldRange range, double fallback) const {
  return has(name) ? number(name, range) : fallback;
}

std::uint64_t Fields::whole(const char* name, FieldRange range, std::uint64_t fallback) const {
  if (!has(name)) return fallback;
  const double value = number(name, range);
  if (value != std::floor(value)) refuse(fmt::format("'{}' wants a whole number", name));
  return static_cast<std::uint64_t>(value);
}

bool Fields::flag(const char* name, bool fallback) const {
  if (!has(name)) return fallback;
  const Json& value = body_[name];
  if (value.is_boolean()) return value.boolean();
  if (value.is_string()) {
    if (value.text() == "1" || value.text() == "true") return true;
    if (value.text() == "0" || value.text() == "false") return false;
  }
  refuse(fmt::format("'{}' wants true or false", name));
}

Point point_of(const Json& value, const std::string& name) {
  constexpr FieldRange kFar{-1e12, 1e12};
  if (!value.is_array() || value.size() < 2 || value.size() > 3) {
    refuse("'" + name + "' wants [x, y] or [x, y, z]");
  }
  const auto number = [&](std::size_t i) {
    return in_range(number_of(value[i], name), kFar, name);
  };
  const bool has_height = value.size() == 3 && !value[2].is_null();
  return {number(0), number(1), has_height ? number(2) : kNoHeight};
}

Point Fields::point(const char* name) const {
  if (!has(name)) refuse(fmt::format("'{}' is missing", name));
  return point_of(body_[name], name);
}

const Json& Fields::list(const char* name, std::size_t most) const {
  if (!has(name)) refuse(fmt::format("'{}' is missing", name));
  const Json& value = body_[name];
  if (!value.is_array() || value.size() > most) {
    refuse(fmt::format("'{}' wants a list of at most {} items", name, most));
  }
  return value;
}

std::vector<std::string> Fields::texts(const char* name, std::size_t most) const {
  std::vector<std::string> out;
  for (const Json& item : list(name, most)) {
    if (!item.is_string() || item.text().size() > kMostText) {
      refuse(fmt::format("'{}' wants texts of at most {} bytes", name, kMostText));
    }
    out.push_back(item.text());
  }
  return out;
}

Json point_json(Vec3 p) { return {p.x, p.y, p.z}; }

}  // namespace thalweg::tool::serve
