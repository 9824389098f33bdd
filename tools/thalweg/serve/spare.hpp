// Spare: something that the server keeps only to be faster, and can give up. It is made again when
// it is next needed.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace thalweg::tool::serve {

// A number that grows from use to use.
inline std::uint64_t next_use() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// What remembers when it was last used.
struct Used {
  std::atomic<std::uint64_t> used{next_use()};
  void touch() { used = next_use(); }
};

struct Spare {
  const void* what = nullptr;  // equal ones are one thing, which several states share
  std::uint64_t used = 0;
  std::uint64_t bytes = 0;
  std::function<void()> drop;  // after it, nothing new uses it; requests that have it go on
};
using Spares = std::vector<Spare>;

}  // namespace thalweg::tool::serve
