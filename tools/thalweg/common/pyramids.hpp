// Pyramids of a .thal file for the verbs: described.
#pragma once

#include "common/common.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// Cells of each level, steps and bytes, for info and build.
Json describe(const StoredPyramid& stored);

}  // namespace thalweg::tool
