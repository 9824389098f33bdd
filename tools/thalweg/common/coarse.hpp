// Coarse grounds of a .thal file for the verbs.
#pragma once

#include "common/common.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// Faces, nodes, how far off, and bytes, for info and build.
nlohmann::ordered_json describe(const StoredCoarse& stored);

}  // namespace thalweg::tool
