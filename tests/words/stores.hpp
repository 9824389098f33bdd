// The stores whose files are changed word by word: together they hold a section of every kind.
#pragma once

#include <string>
#include <vector>

#include "thalweg/store/store.hpp"

namespace thalweg::words {

struct NamedStore {
  std::string name;
  Store store;
};

std::vector<NamedStore> sample_stores();

}  // namespace thalweg::words
