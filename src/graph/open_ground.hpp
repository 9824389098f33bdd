// OpenGround: the ground of one agent, for graphs that are built around its walls.
#pragma once

#include <vector>

#include "thalweg/graph/graph.hpp"
#include "thalweg/price/pricer.hpp"

namespace thalweg {

// Borrows both. Without an agent: all ground that anybody may enter. The radius does not matter.
class OpenGround {
 public:
  OpenGround(const Mesh& mesh, const Pricer* agent) : mesh_(mesh), agent_(agent) {}

  bool has(FaceId face) const {
    return is_walkable(mesh_.area(face)) && (agent_ == nullptr || agent_->may_enter(face));
  }
  // The portals that may be crossed: the same from both sides. Borrows this.
  CrossRule rule() const { return {FunctionRef<bool(EdgeId)>::to<&OpenGround::joins>(*this)}; }
  // True for an edge of this ground that leads nowhere.
  bool is_wall(EdgeId edge) const {
    return has(mesh_.face(edge)) && !(CrossRule{}.allows(mesh_, edge) && joins(edge));
  }

 private:
  // Requires: a portal.
  bool joins(EdgeId edge) const {
    return agent_ == nullptr ||
           (agent_->rule().accepts(edge) && agent_->may_enter(mesh_.face(edge)));
  }

  const Mesh& mesh_;
  const Pricer* agent_;
};

// The areas of the ground that the agent may enter, and of the edges that it may cross there. O(edges).
std::vector<AreaId> areas_of(const Mesh& mesh, const Pricer& agent);

// A fingerprint of the ground that somebody may enter but the agent may not: its faces, and the
// portals that are closed to it. 0: there is none. O(edges).
std::uint64_t closed_fingerprint(const Mesh& mesh, const Pricer& agent);

// Refused with a sentence: a profile whose walls are not those that a graph was built around.
// Requires: no broken law in the profile.
Result<void> check_walls(const World& world, const Graph& graph, const Profile& profile);

}  // namespace thalweg
