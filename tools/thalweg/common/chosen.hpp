// Chooses one of the named things of a .thal file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/common.hpp"

namespace thalweg::tool {

// The only one of `all`. Otherwise a Failure that lists the names. `one` and `many`: what it is
// called, as "partition" and "partitions".
template <class Stored>
const Stored& only_one(const std::vector<Stored>& all, std::string_view one,
                       std::string_view many) {
  if (all.size() == 1) return all.front();
  if (all.empty()) {
    throw Failure("the file holds no " + std::string(one) + ": thalweg build makes one");
  }
  std::string names;
  for (const Stored& stored : all) names += (names.empty() ? "" : ", ") + stored.name;
  throw UsageError("the file holds several " + std::string(many) + ": name one of " + names);
}

}  // namespace thalweg::tool
