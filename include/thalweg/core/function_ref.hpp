// FunctionRef: a non-owning reference to a callable, for callbacks that need not be stored.
//
// Two pointers, no allocation; a call is one indirect call. The callable must outlive the
// reference, so only lvalues are accepted: a lambda needs a name first.
//
//   const auto is_open = [&](EdgeId edge) { return !shut.contains(edge); };
//   cast_ray(mesh, from, to, {.accepts = is_open});
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace thalweg {

template <class Signature>
class FunctionRef;

template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  // Refers to nothing and must not be called.
  FunctionRef() = default;

  template <class F>
  requires(!std::same_as<std::remove_cv_t<F>, FunctionRef> && !std::is_function_v<F> &&
           std::is_invocable_r_v<R, F&, Args...>)
      FunctionRef(F& callable)  // NOLINT(google-explicit-constructor)
      : object_(std::addressof(callable)), call_([](const void* object, Args... args) -> R {
          return static_cast<R>(
              (*static_cast<F*>(const_cast<void*>(object)))(std::forward<Args>(args)...));
        }) {}

  // Calls a member function of `object`: FunctionRef<bool(EdgeId)>::to<&Rule::allows>(rule).
  template <auto Member, class Object>
  static FunctionRef to(Object& object) {
    FunctionRef out;
    out.object_ = std::addressof(object);
    out.call_ = [](const void* given, Args... args) -> R {
      return static_cast<R>(
          (static_cast<Object*>(const_cast<void*>(given))->*Member)(std::forward<Args>(args)...));
    };
    return out;
  }

  explicit operator bool() const { return call_ != nullptr; }
  R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  const void* object_ = nullptr;
  R (*call_)(const void* object, Args... args) = nullptr;
};

}  // namespace thalweg
