// Json: a JSON value whose objects keep the order of their keys. Only json.cpp knows the library that
// reads it.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "thalweg/core/result.hpp"

namespace thalweg::tool {

class Json {
 public:
  struct Member;
  using Items = std::vector<Json>;
  using Members = std::vector<Member>;

  Json();  // null
  Json(std::nullptr_t) : Json() {}
  Json(bool value);
  Json(double value);
  Json(std::string value);
  Json(std::string_view value);
  Json(const char* value);
  template <std::signed_integral T>
  Json(T value) : Json(Whole{}, static_cast<std::int64_t>(value)) {}
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) Json(T value)
      : Json(Whole{}, static_cast<std::uint64_t>(value)) {}
  // A list of items; of pairs that begin with a text alone, an object.
  Json(std::initializer_list<Json> items);
  // A list of a range's items. Json is a range itself: that it is none of these is asked first, as the
  // other requirements would ask this one again.
  template <std::ranges::range Range>
  requires(!std::same_as<Range, Json> &&
           std::constructible_from<Json, std::ranges::range_value_t<Range>> &&
           !std::convertible_to<Range, std::string_view>) Json(const Range& range)
      : Json(array()) {
    for (const auto& item : range) push_back(Json(item));
  }
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  static Json array();
  static Json object();
  // What others send is bounded: values are copied and freed by recursion, and members are found one
  // after the other.
  static constexpr std::size_t kMostNested = 64;    // lists and objects in each other
  static constexpr std::size_t kMostMembers = 256;  // of one object
  // The error is the end of a sentence that begins with what the text is: "is no JSON".
  static Result<Json> parse(std::string_view text);

  bool is_null() const;
  bool is_boolean() const;
  bool is_number() const;           // of any kind
  bool is_number_integer() const;   // a whole number, of either kind
  bool is_number_unsigned() const;  // a whole number that is not negative, where it was read
  bool is_number_float() const;
  bool is_string() const;
  bool is_array() const;
  bool is_object() const;

  // Requires: the value is of that kind; any number is one of any type.
  bool boolean() const;
  double number() const;
  std::uint64_t whole() const;
  std::int64_t signed_whole() const;
  const std::string& text() const;

  // Items of an array, members of an object; 1 for other values, 0 for null.
  std::size_t size() const;
  bool empty() const { return size() == 0; }

  // Arrays. null becomes one when an item is added.
  void push_back(Json item);
  Json& item(std::size_t index);
  const Json& item(std::size_t index) const;
  template <std::integral T>
  const Json& operator[](T index) const {
    return item(static_cast<std::size_t>(index));
  }
  Json& back() { return item(size() - 1); }
  // What a loop runs over: the items of an array, none of other values.
  Items::const_iterator begin() const;
  Items::const_iterator end() const;

  // Objects. null becomes one when a member is asked for, and a new member is null.
  Json& operator[](std::string_view key);
  // Requires: contains(key).
  const Json& operator[](std::string_view key) const;
  Json& operator[](const char* key) { return (*this)[std::string_view(key)]; }
  const Json& operator[](const char* key) const { return (*this)[std::string_view(key)]; }
  bool contains(std::string_view key) const;
  // In order. None of other values.
  const Members& members() const;
  // Adds the other object's members, or replaces those of the same key.
  void update(const Json& other);

  // On one line, or with each item on a line of its own, indented by so many blanks a level. Bytes
  // that are no UTF-8 are replaced.
  std::string dump() const;
  std::string dump(int indent) const;

 private:
  struct Whole {};
  Json(Whole, std::int64_t value);
  Json(Whole, std::uint64_t value);

  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Items,
               Members>
      value_;
};

struct Json::Member {
  std::string key;
  Json value;
};

}  // namespace thalweg::tool
