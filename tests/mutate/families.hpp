// What the mutations start from: valid files of every format that the tool reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sanitized.hpp"

namespace thalweg::mutate {

// How much longer than a release build a sanitized one may take.
inline double slowness() {
#ifdef THALWEG_IS_SANITIZED
  return 10;
#else
  return 1;
#endif
}

// A format and its valid files.
struct Family {
  std::string name;
  std::string ending;  // of the mutated file
  std::vector<std::string> files;
  std::vector<std::vector<std::string>> options;  // of import: one of them is taken each time
};

// Of the folder tests/fuzz/seeds and of files that the tool made in the current folder.
std::vector<Family> families(const std::string& source);

}  // namespace thalweg::mutate
