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
  End end_at(const World& world, const Graph& graph, NodeId node) const override;
  Laid lay(const Ground& ground, const Route& route, const Ends& ends, Laid old) const override;

 private:
  void mark_faces(const Ground& ground, const NearestSearch& reached,
                  FaceMarker& marker) const override;
};

// The straight walks of two ends. Borrows all.
class SightJoin {
 public:
  SightJoin(const Ground& ground, const Join& join) : ground_(ground), join_(join) {}

  // The same over a point in between.
  Cost from_start(NodeId node, const Spot& over) const {
    return sum(walk(join_.start.spot(), over, {.is_from = true}), walk(over, spot(node), {}));
  }
  Cost to_goal(NodeId node, const Spot& over) const {
    return sum(walk(spot(node), over, {}), walk(over, join_.goal.spot(), {.is_to = true}));
  }
  // From the start to a node, or from a node to the goal.
  Cost from_start(NodeId node) const {
    return walk(join_.start.spot(), spot(node), {.is_from = true});
  }
  Cost to_goal(NodeId node) const { return walk(spot(node), join_.goal.spot(), {.is_to = true}); }
  Cost direct() const {
    if (join_.start.point == join_.goal.point) return 0;
    return walk(join_.start.spot(), join_.goal.spot(), {true, true});
  }

 private:
  Spot spot(NodeId node) const {
    return standing_spot({ground_.world(), ground_.pricer(), join_.filter}, ground_.graph(), node);
  }
  static Cost sum(Cost a, Cost b) {
    return a == kForbidden || b >= kForbidden - a ? kForbidden : a + b;
  }
  Cost walk(const Spot& from, const Spot& to, WalkEnds ends) const {
    return to_cost(ground_,
                   spaced_price({ground_.world(), ground_.pricer(), join_.filter}, from, to, ends));
  }

  const Ground& ground_;
  const Join& join_;
};

// Joins ends by straight walks to nodes in sight, and from start to goal. `try_nodes(ends, end,
// add)` calls add(node) for the nodes that `end` may see, ends of links apart, or add(node, over)
// for a walk over a point in between, and may use the scratch of `ends`; add tells whether the node
// was joined.
template <class TryNodes>
JoinEnds joiner_in_sight(const Ground& ground, TryNodes try_nodes) {
  return
      [ground, link_ends = link_end_nodes(ground.world()), try_nodes](const Join& join, Ends ends) {
        const SightJoin sight(ground, join);
        const std::size_t first_end = ground.graph().node_count() - link_ends.size();
        for (const bool is_start : {true, false}) {
          std::vector<Seed>& seeds = is_start ? ends.sources : ends.goals;
          const auto add = [&](NodeId node, const Spot* over = nullptr) {
            const Cost cost =
                over == nullptr
                    ? (is_start ? sight.from_start(node) : sight.to_goal(node))
                    : (is_start ? sight.from_start(node, *over) : sight.to_goal(node, *over));
            if (cost == kForbidden) return false;
            seeds.push_back({node, cost});
            if (over != nullptr) {
              ends.vias.push_back({node, (is_start ? join.start : join.goal).point, *over});
            }
            return true;
          };
          try_nodes(ends, is_start ? join.start : join.goal, add);
          for (std::size_t i = 0; i < link_ends.size(); ++i) {
            const bool is_open = is_start ? can_arrive(ground.world(), link_ends[i])
                                          : can_leave(ground.world(), link_ends[i]);
            if (is_open) add(NodeId(static_cast<std::uint32_t>(first_end + i)));
          }
        }
        sort_seeds(ends.goals);
        const Cost straight = sight.direct();
        if (straight != kForbidden) ends.direct = straight;
        return ends;
      };
}

}  // namespace thalweg
