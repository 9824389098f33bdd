// Parallel loops: on threads of our own, or on oneTBB if the library was built with it. The chunks
// depend on the input alone, never on the thread count, so that results are the same bytes on any
// number of threads.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <cstddef>
#include <functional>

namespace thalweg {

// Limits how many threads parallel loops use. The default (0) and the maximum are the machine's
// threads.
void set_thread_count(int count);
int thread_count();

// Calls body(first, last) for consecutive ranges of at most `grain` items that cover [0, count), in
// parallel and in any order. An exception of `body` is thrown to the caller once no other thread is
// inside `body`; if several ranges throw, it is the exception of the first of them. Loops may be
// nested and be started by several threads at once. Requires: grain > 0.
void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t first, std::size_t last)>& body);

// True when is_good(first, last) holds for every range that parallel_for would use.
bool parallel_all_of(std::size_t count, std::size_t grain,
                     const std::function<bool(std::size_t first, std::size_t last)>& is_good);

}  // namespace thalweg
