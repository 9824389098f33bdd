// The walks of a ground.
#pragma once

#include "path/walks.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

inline Walks walks_over(const Ground& ground, const GroundFilter* filter) {
  return {ground.world(), ground.pricer(), ground.graph().facts().is_on_grid, filter};
}

}  // namespace thalweg
