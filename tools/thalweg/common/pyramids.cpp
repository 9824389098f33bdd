#include "common/pyramids.hpp"

namespace thalweg::tool {

nlohmann::ordered_json describe(const StoredPyramid& stored) {
  const Pyramid& pyramid = stored.pyramid;
  nlohmann::ordered_json out;
  out["recipe"] = stored.recipe;
  out["nodes"] = pyramid.node_count();
  out["levels"] = pyramid.top_level();
  out["cells"] = nlohmann::ordered_json::array();
  for (Level level = 1; level <= pyramid.top_level(); ++level) {
    out["cells"].push_back(pyramid.level(level).size());
  }
  out["steps"] = pyramid.steps().item_count();
  out["bytes"] = pyramid.bytes();
  return out;
}

}  // namespace thalweg::tool
