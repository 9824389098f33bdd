// Names of files that other files refer to.
#pragma once

#include <algorithm>
#include <string_view>

namespace thalweg {

// True for names that stay in the file's own folder or below it. A file from a stranger must not
// read files of the user elsewhere.
inline bool stays_inside(std::string_view name) {
  if (name.empty() || name.front() == '/') return false;
  if (name.find_first_of(std::string_view(":\\\0", 3)) != std::string_view::npos) return false;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/'), name.size());
    if (name.substr(0, end) == "..") return false;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return true;
}

}  // namespace thalweg
