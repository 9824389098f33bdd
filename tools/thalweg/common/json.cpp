// JSON, read by nlohmann's parser: the only file of the tool that includes it.
#include "common/json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace thalweg::tool {
namespace {

// Builds a value from what the parser reports.
class Builder {
 public:
  bool null() { return add({}); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& key) {
    open_.back().key = std::move(key);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) {
    return false;
  }

  Json take() { return std::move(whole_); }
  // Why it could not go on.
  const char* problem() const { return problem_; }

 private:
  struct Open {
    Json value;
    std::string key;  // of the member that comes next
  };

  bool add(Json value) {
    if (open_.empty()) {
      whole_ = std::move(value);
    } else if (Open& last = open_.back(); last.value.is_array()) {
      last.value.push_back(std::move(value));
    } else if (last.value.size() < Json::kMostMembers) {
      last.value[last.key] = std::move(value);
    } else {
      return refuse("has an object of more than 256 members");
    }
    return true;
  }
  bool open(Json value) {
    if (open_.size() == Json::kMostNested) return refuse("is nested deeper than 64 levels");
    open_.push_back({std::move(value), {}});
    return true;
  }
  bool close() {
    Json value = std::move(open_.back().value);
    open_.pop_back();
    return add(std::move(value));
  }
  bool refuse(const char* problem) {
    problem_ = problem;
    return false;
  }

  Json whole_;
  std::vector<Open> open_;
  const char* problem_ = "is no JSON";
};

class Writer {
 public:
  explicit Writer(int indent) : indent_(indent) {}

  void write(const Json& json) {
    if (json.is_object()) {
      list('{', '}', json.members(), [&](const Json::Member& member) {
        write_text(member.key);
        text_ += indent_ < 0 ? ":" : ": ";
        write(member.value);
      });
    } else if (json.is_array()) {
      list('[', ']', json, [&](const Json& item) { write(item); });
    } else if (json.is_string()) {
      write_text(json.text());
    } else if (json.is_number_float()) {
      write_number(json.number());
    } else if (json.is_number()) {
      json.is_number_unsigned() ? write_whole(json.whole()) : write_whole(json.signed_whole());
    } else {
      text_ += json.is_null() ? "null" : json.boolean() ? "true" : "false";
    }
  }

  std::string take() { return std::move(text_); }

 private:
  template <class Items, class Write>
  void list(char open, char close, const Items& items, const Write& write_item) {
    text_ += open;
    ++level_;
    bool is_first = true;
    for (const auto& item : items) {
      if (!is_first) text_ += ',';
      is_first = false;
      line();
      write_item(item);
    }
    --level_;
    if (!is_first) line();
    text_ += close;
  }
  void line() {
    if (indent_ < 0) return;
    text_ += '\n';
    text_.append(static_cast<std::size_t>(indent_ * level_), ' ');
  }
  template <class T>
  void write_whole(T value) {
    std::array<char, 24> digits{};
    text_.append(digits.data(),
                 std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }
  void write_number(double value) {
    if (!std::isfinite(value)) {
      text_ += "null";
      return;
    }
    std::array<char, 64> digits{};
    text_.append(digits.data(),
                 nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), value));
  }
  void write_text(const std::string& text) {
    const auto is_plain = [](char c) {
      return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x80 &&
             c != '"' && c != '\\';
    };
    if (std::ranges::all_of(text, is_plain)) {
      ((text_ += '"') += text) += '"';
    } else {
      text_ += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
  }

  int indent_;
  int level_ = 0;
  std::string text_;
};

}  // namespace

Json::Json() = default;
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;
Json::Json(bool value) : value_(value) {}
Json::Json(double value) : value_(value) {}
Json::Json(std::string value) : value_(std::move(value)) {}
Json::Json(std::string_view value) : value_(std::string(value)) {}
Json::Json(const char* value) : value_(std::string(value)) {}
Json::Json(Whole, std::int64_t value) : value_(value) {}
Json::Json(Whole, std::uint64_t value) : value_(value) {}

Json::Json(std::initializer_list<Json> items) {
  const auto is_member = [](const Json& item) {
    return item.is_array() && item.size() == 2 && item[0].is_string();
  };
  if (!std::ranges::all_of(items, is_member)) {
    value_ = Items(items);
    return;
  }
  value_ = Members();
  for (const Json& item : items) (*this)[item[0].text()] = item[1];
}

Json Json::array() {
  Json json;
  json.value_ = Items();
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Members();
  return json;
}

Result<Json> Json::parse(std::string_view text) {
  Builder builder;
  if (!nlohmann::json::sax_parse(text, &builder)) return Error{builder.problem()};
  return builder.take();
}

bool Json::is_null() const { return std::holds_alternative<std::monostate>(value_); }
bool Json::is_boolean() const { return std::holds_alternative<bool>(value_); }
bool Json::is_number() const { return is_number_integer() || is_number_float(); }
bool Json::is_number_integer() const {
  return std::holds_alternative<std::int64_t>(value_) || is_number_unsigned();
}
bool Json::is_number_unsigned() const { return std::holds_alternative<std::uint64_t>(value_); }
bool Json::is_number_float() const { return std::holds_alternative<double>(value_); }
bool Json::is_string() const { return std::holds_alternative<std::string>(value_); }
bool Json::is_array() const { return std::holds_alternative<Items>(value_); }
bool Json::is_object() const { return std::holds_alternative<Members>(value_); }

bool Json::boolean() const { return std::get<bool>(value_); }
const std::string& Json::text() const { return std::get<std::string>(value_); }

double Json::number() const {
  if (const auto* value = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*value);
  if (const auto* value = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*value);
  return std::get<double>(value_);
}

std::uint64_t Json::whole() const { return static_cast<std::uint64_t>(signed_whole()); }

std::int64_t Json::signed_whole() const {
  if (const auto* value = std::get_if<std::uint64_t>(&value_)) {
    return static_cast<std::int64_t>(*value);
  }
  if (const auto* value = std::get_if<double>(&value_)) return static_cast<std::int64_t>(*value);
  return std::get<std::int64_t>(value_);
}

std::size_t Json::size() const {
  if (const auto* items = std::get_if<Items>(&value_)) return items->size();
  if (const auto* members = std::get_if<Members>(&value_)) return members->size();
  return is_null() ? 0 : 1;
}

void Json::push_back(Json item) {
  if (is_null()) value_ = Items();
  std::get<Items>(value_).push_back(std::move(item));
}

Json& Json::item(std::size_t index) { return std::get<Items>(value_)[index]; }
const Json& Json::item(std::size_t index) const { return std::get<Items>(value_)[index]; }

Json::Items::const_iterator Json::begin() const {
  static const Items kNone;
  const auto* items = std::get_if<Items>(&value_);
  return (items == nullptr ? kNone : *items).begin();
}

Json::Items::const_iterator Json::end() const {
  return begin() + static_cast<std::ptrdiff_t>(is_array() ? size() : 0);
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) value_ = Members();
  auto& members = std::get<Members>(value_);
  const auto found = std::ranges::find(members, key, &Member::key);
  if (found != members.end()) return found->value;
  members.push_back({std::string(key), {}});
  return members.back().value;
}

const Json& Json::operator[](std::string_view key) const {
  return std::ranges::find(std::get<Members>(value_), key, &Member::key)->value;
}

bool Json::contains(std::string_view key) const {
  return std::ranges::find(members(), key, &Member::key) != members().end();
}

const Json::Members& Json::members() const {
  static const Members kNone;
  const auto* members = std::get_if<Members>(&value_);
  return members == nullptr ? kNone : *members;
}

void Json::update(const Json& other) {
  for (const Member& member : other.members()) (*this)[member.key] = member.value;
}

std::string Json::dump() const { return dump(-1); }

std::string Json::dump(int indent) const {
  Writer writer(indent);
  writer.write(*this);
  return writer.take();
}

}  // namespace thalweg::tool
