// What info and build print of a pyramid: cells by level, and steps.
#include "common/pyramids.hpp"

namespace thalweg::tool {

Json describe(const StoredPyramid& stored) {
  const Pyramid& pyramid = stored.pyramid;
  Json out;
  out["recipe"] = stored.recipe;
  out["nodes"] = pyramid.node_count();
  out["levels"] = pyramid.top_level();
  out["cells"] = Json::array();
  for (Level level = 1; level <= pyramid.top_level(); ++level) {
    out["cells"].push_back(pyramid.level(level).size());
  }
  out["steps"] = pyramid.steps().item_count();
  out["bytes"] = pyramid.bytes();
  return out;
}

}  // namespace thalweg::tool
