// SightForm: what visibility and axis graphs share. Nodes stand on the mesh, arcs are straight
// walks over several faces, and the ends of links are the last nodes.
#pragma once

#include "graph/kinds/arcs.hpp"
#include "graph/kinds/mesh_form.hpp"
#include "graph/open_ground.hpp"
#include "graph/portal_nodes.hpp"
#include "graph/sight_nodes.hpp"

namespace thalweg {

class SightForm : public MeshForm {
 public:
  SightForm(GraphKind kind, std::string_view name)
      : MeshForm({.kind = kind, .name = name, .has_faces = true, .is_around_walls = true}) {}

  std::uint64_t profile_key(const World& world, const Profile& profile) const override {
    return closed_fingerprint(world.mesh, Pricer(world, profile));
  }

  ArcPrices prices(const World& world, const Graph& graph, const Profile& profile,
                   const Progress& progress) const override;
  CostBatch filtered(const Ground& ground, const GroundFilter& filter,
                     std::span<const ReverseArc> arcs) const override;
  Laid lay(const Ground& ground, const Route& route, const JoinedEnds& ends,
           Laid old) const override;

 private:
  void mark_faces(const Ground& ground, const ReachedNodes& reached,
                  FaceMarker& marker) const override;
};

// Adds the seeds of one end, by straight walks. Borrows all.
class SightSeeds {
 public:
  SightSeeds(const Ground& ground, const End& end, bool is_start, JoinedEnds& ends)
      : ground_(ground),
        by_{ground.world(), ground.pricer(), ends.filter},
        end_(end),
        is_start_(is_start),
        ends_(ends) {}

  // By the walk to the node or from it, or by one over a point in between. False where there is
  // none.
  bool add(NodeId node) { return add(node, walk_to(standing(node))); }
  bool add(NodeId node, const SurfacePoint& over);

 private:
  SurfacePoint standing(NodeId node) const {
    return standing_surface_point(by_, ground_.graph(), node);
  }
  Cost walk(const SurfacePoint& from, const SurfacePoint& to, WalkEnds ends) const {
    return to_cost(ground_, spaced_price(by_, from, to, ends));
  }
  // Between the end and a point.
  Cost walk_to(const SurfacePoint& at) const {
    return is_start_ ? walk(end_.surface_point(), at, {.is_from = true})
                     : walk(at, end_.surface_point(), {.is_to = true});
  }
  bool add(NodeId node, Cost cost) {
    if (cost != kForbidden) (is_start_ ? ends_.sources : ends_.goals).push_back({node, cost});
    return cost != kForbidden;
  }

  const Ground& ground_;
  ProfileRule by_;
  const End& end_;
  bool is_start_;
  JoinedEnds& ends_;
};

// Joins ends to the nodes in sight.
class SightJoiner : public EndJoiner {
 public:
  explicit SightJoiner(const Ground& ground)
      : ground_(ground), link_ends_(link_end_nodes(ground.world())) {}

  void join(const End& end, bool is_start, JoinedEnds& ends) const final;
  Distance direct(const End& start, const End& goal, const GroundFilter* filter) const final;

 protected:
  // Adds the nodes that the end may see, but for ends of links, which are the last nodes. May use
  // the scratch of `ends`.
  virtual void add_seen(const End& end, JoinedEnds& ends, SightSeeds& seeds) const = 0;

  const Ground& ground() const { return ground_; }
  std::size_t link_end_count() const { return link_ends_.size(); }

 private:
  Ground ground_;
  std::vector<PortalNode> link_ends_;
};

}  // namespace thalweg
