// guarded: turns a failed allocation into an Error. Nothing throws across the API, and an
// allocation is the one thing inside the library that can throw.
//
//   Result<Graph> build_graph(const World& world) {
//     return guarded([&] { return build(world); });
//   }
#pragma once

#include <new>
#include <stdexcept>
#include <utility>

#include "thalweg/core/memory.hpp"
#include "thalweg/core/result.hpp"

namespace thalweg {

// What `make` returns, which is a Result; out_of_memory() if an allocation fails in it, or if a
// container would exceed its greatest size.
template <class Make>
auto guarded(Make&& make) -> decltype(std::forward<Make>(make)()) {
  try {
    return std::forward<Make>(make)();
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  } catch (const std::length_error&) {
    return out_of_memory();
  }
}

}  // namespace thalweg
