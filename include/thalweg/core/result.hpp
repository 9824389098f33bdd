// Result: a value, or one sentence that says why there is none. Nothing throws across the API.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace thalweg {

// Why something could not be done: one sentence for a person, without a final full stop.
struct Error {
  std::string message;
};

// Prints the sentence and ends the program: for value() called where there is none.
[[noreturn]] void fail_on_missing_value(const std::string& message);

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Requires: ok(). Otherwise the sentence goes to stderr and the program ends.
  const T& value() const& { return *checked(); }
  T value() && { return std::move(*const_cast<T*>(checked())); }
  const T* operator->() const { return checked(); }
  const T& operator*() const { return *checked(); }

  // The sentence. Requires: !ok().
  const std::string& error() const { return std::get<1>(state_).message; }

 private:
  const T* checked() const {
    if (!ok()) fail_on_missing_value(error());
    return &std::get<0>(state_);
  }

  std::variant<T, Error> state_;
};

// Done, or one sentence that says why not.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : message_(std::move(error.message)), failed_(true) {}  // NOLINT

  bool ok() const { return !failed_; }
  explicit operator bool() const { return ok(); }
  const std::string& error() const { return message_; }

 private:
  std::string message_;
  bool failed_ = false;
};

}  // namespace thalweg
