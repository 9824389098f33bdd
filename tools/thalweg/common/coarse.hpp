// Coarse grounds of a .thal file for the verbs: described, and chosen by name.
#pragma once

#include "common/common.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// Faces, nodes, how far off, and bytes, for info and build.
Json describe(const StoredCoarse& stored);

// The coarse ground of that name, or the only one if no name is given. A Failure lists the names.
const StoredCoarse& chosen_coarse(const Store& store, const std::string& name);

}  // namespace thalweg::tool
