// Folds of a .thal file for the verbs: described.
#pragma once

#include "common/common.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

Json describe(const StoredFold& stored);

}  // namespace thalweg::tool
