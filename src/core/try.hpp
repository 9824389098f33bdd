// TRY: takes the value out of a Result, or returns its error to the caller. Only for use inside a
// function that returns a Result, and not in public headers, because a macro has no namespace.
//
//   Result<Cells> cells_in(const std::filesystem::path& file) {
//     TRY(const std::string text, read_file(file));           // declares text, or returns the error
//     TRY_DO(check(text));                                    // for results without a value
//     TRY(const auto rows, rows_of(text).in(file.string()));  // the error begins with "file: "
//     return cells_of(rows);
//   }
//
// TRY is several statements: it needs a block of its own after an if or a for.
#pragma once

#include <optional>
#include <string>

#include "thalweg/core/result.hpp"

namespace thalweg {

// A broken law as an error: TRY_DO(lawful(broken_law(mesh))).
inline Result<void> lawful(std::optional<std::string> broken) {
  if (!broken) return {};
  return Error{std::move(*broken)};
}

}  // namespace thalweg

#define THALWEG_JOINED_AGAIN(a, b) a##b
#define THALWEG_JOINED(a, b) THALWEG_JOINED_AGAIN(a, b)

// `target`: a declaration without its initialiser, or an expression that can be assigned to.
#define TRY(target, ...) THALWEG_TRY(THALWEG_JOINED(tried_on_line_, __LINE__), target, __VA_ARGS__)
#define THALWEG_TRY(result, target, ...)                \
  auto result = __VA_ARGS__;                            \
  if (!(result)) return std::move(result).take_error(); \
  target = std::move(result).value()

// For a Result whose value nobody needs.
#define TRY_DO(...)                                                                               \
  do {                                                                                            \
    if (auto tried_to_do = __VA_ARGS__; !tried_to_do) return std::move(tried_to_do).take_error(); \
  } while (false)
