// Failed allocations as errors. Nothing throws across the API, and an allocation is the one thing
// inside the library that can throw, so the public functions that read or build are written as
//
//   Result<Graph> build_graph(const World& world) try {
//     ...
//   } catch (const std::exception& thrown) {
//     return error_of(thrown);
//   }
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "thalweg/core/memory.hpp"
#include "thalweg/core/result.hpp"

namespace thalweg {

// out_of_memory() for a failed allocation, or for a container beyond its greatest size. Anything
// else was thrown by a callback of the caller and is thrown again. Requires: called while `thrown`
// is handled.
inline Error error_of(const std::exception& thrown) {
  const bool is_memory = dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr ||
                         dynamic_cast<const std::length_error*>(&thrown) != nullptr;
  if (!is_memory) throw;
  return out_of_memory();
}

// The value of a result that can fail for want of memory only: that is thrown on.
template <class T>
T value_if_memory(Result<T> made) {
  if (!made) throw std::bad_alloc();
  return std::move(made).value();
}

}  // namespace thalweg
