// CorridorBuilder: the corridor of a route, step by step.
#pragma once

#include "graph/portal_nodes.hpp"
#include "thalweg/graph/end.hpp"
#include "thalweg/path/corridor.hpp"

namespace thalweg {

class CorridorBuilder {
 public:
  // `old`'s memory is used again.
  CorridorBuilder(const World& world, const JoinedEnds& ends, Corridor old)
      : world_(world), corridor_(std::move(old)), at_(ends.start.face) {
    corridor_.start = ends.start.surface_point();
    corridor_.goal = ends.goal.surface_point();
    corridor_.steps.clear();
  }

  // Through the portal that `at` lies on, unless the corridor is there already.
  void cross_to(FaceId face, PortalNode at) {
    if (face == at_) return;
    corridor_.steps.push_back({at_, half_in(world_.mesh, at, at_), {}, false});
    at_ = face;
  }
  void cross(EdgeId edge) {
    corridor_.steps.push_back({at_, edge, {}, false});
    at_ = world_.mesh.across(edge);
  }
  void take(LinkId id, bool is_backwards) {
    corridor_.steps.push_back({at_, {}, id, is_backwards});
    const Link& link = world_.links[id];
    at_ = is_backwards ? link.from_face : link.to_face;
  }

  Corridor finish() && { return std::move(corridor_); }

 private:
  const World& world_;
  Corridor corridor_;
  FaceId at_;
};

}  // namespace thalweg
