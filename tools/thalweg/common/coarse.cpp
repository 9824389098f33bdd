// The bytes of a coarse ground are those of its sections in a file.
#include "common/coarse.hpp"

#include "common/chosen.hpp"

namespace thalweg::tool {

Json describe(const StoredCoarse& stored) {
  std::size_t bytes = 0;
  Store one;
  one.world = stored.world;
  one.metrics.push_back(stored.own);
  for (const ThalSection& section : need(sections_of(one))) bytes += section.bytes.size();
  Json out;
  out["recipe"] = stored.recipe;
  out["faces"] = stored.world.mesh.face_count();
  out["nodes"] = stored.own.parts.islands.of.size();
  out["height_error_m"] = stored.error;
  out["bytes"] = bytes + stored.homes.bytes();
  return out;
}

const StoredCoarse& chosen_coarse(const Store& store, const std::string& name) {
  if (!name.empty()) return *need(find_coarse(store, name));
  return only_one(store.coarse, "coarse ground", "coarse grounds");
}

}  // namespace thalweg::tool
