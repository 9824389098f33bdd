// Small stores that together hold a section of every kind. Their files are changed word by word.
#pragma once

#include <string>
#include <vector>

#include "thalweg/store/store.hpp"

namespace thalweg {

struct NamedStore {
  std::string name;
  Store store;
};

std::vector<NamedStore> sample_stores();

}  // namespace thalweg
