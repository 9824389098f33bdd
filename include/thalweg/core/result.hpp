// Result: a value, or one sentence that says why there is none. Nothing throws across the API.
//
// Inside the library `TRY` (src/core/try.hpp) passes an error on to the caller.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace thalweg {

// Why something could not be done: one sentence for a person, without a final full stop.
struct Error {
  std::string message;
};

// "what: message": says where an error happened.
inline Error error_in(std::string_view what, Error error) {
  return Error{std::string(what) + ": " + error.message};
}

// Prints the sentence and aborts. Called by value() of a failed Result.
[[noreturn]] void fail_on_missing_value(const std::string& message);
// Prints that there is no error and aborts. Called by error() of a Result that holds a value.
[[noreturn]] void fail_on_missing_error();

// A T or an Error. Taking the value of a failed Result is a bug of the caller: the program prints
// the sentence on stderr and aborts.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Requires: ok().
  const T& value() const& { return checked(*this); }
  T value() && { return std::move(checked(*this)); }
  const T* operator->() const { return &checked(*this); }
  const T& operator*() const { return checked(*this); }

  // The sentence. Requires: !ok().
  const std::string& error() const { return checked_error(*this).message; }
  // The error itself, moved out. Requires: !ok().
  Error take_error() && { return std::move(checked_error(*this)); }

  // The same, with "what: " before the sentence of an error.
  Result in(std::string_view what) && {
    if (ok()) return std::move(*this);
    return error_in(what, std::move(*this).take_error());
  }

 private:
  template <class Self>
  static auto& checked(Self& self) {
    if (!self.ok()) fail_on_missing_value(self.error());
    return *std::get_if<0>(&self.state_);
  }
  template <class Self>
  static auto& checked_error(Self& self) {
    if (self.ok()) fail_on_missing_error();
    return *std::get_if<1>(&self.state_);
  }

  std::variant<T, Error> state_;
};

// Success, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }

  // Aborts when there is an error. Requires: ok().
  void value() const {
    if (!ok()) fail_on_missing_value(error());
  }

  // The sentence. Requires: !ok().
  const std::string& error() const {
    if (ok()) fail_on_missing_error();
    return error_->message;
  }
  // The error itself, moved out. Requires: !ok().
  Error take_error() && {
    if (ok()) fail_on_missing_error();
    return std::move(*error_);
  }

  // The same, with "what: " before the sentence of an error.
  Result in(std::string_view what) && {
    if (ok()) return {};
    return error_in(what, std::move(*this).take_error());
  }

 private:
  std::optional<Error> error_;
};

}  // namespace thalweg
