// Axis graph: nodes where the axes between obstacles meet, arcs along the axes (axis_builder.cpp).
//
// Ends are joined by straight walks to those in sight of the 8 nearest nodes (more where none is),
// to both ends of the nearest axis in sight, and from start to goal. An end of that axis that is
// out of sight is reached over the axis's nearest point.
#include <array>
#include <cmath>

#include "core/try.hpp"
#include "graph/kinds/builders.hpp"
#include "graph/kinds/sight_form.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr GraphKind kAxes{5};

// The axis that comes nearest to an end and is in its sight, and the point where it does.
struct NearestAxis {
  std::array<NodeId, 2> nodes;
  SurfacePoint surface_point;  // none: no axis among the nearest is in sight
};

// The nearest arcs between the first `count` nodes, nearest first. O(arcs).
NearArcs nearest_arcs(const Graph& graph, std::size_t count, Vec2 p) {
  NearArcs nearest;
  for (std::uint32_t n = 0; n < count; ++n) {
    for (const ArcId arc : graph.arcs(NodeId(n))) {
      const NodeId to = graph.target(arc);
      if (to.value <= n || to.value >= count || graph.label(arc).is_link()) continue;
      const Segment2 axis{graph.position(NodeId(n)).xy(), graph.position(to).xy()};
      keep_nearest(nearest, {distance(axis, p), NodeId(n), to});
    }
  }
  return nearest;
}

NearestAxis nearest_axis(const Ground& ground, std::size_t count, const End& end) {
  const Graph& graph = ground.graph();
  const Mesh& mesh = ground.world().mesh;
  const ProfileRule by{ground.world(), ground.pricer()};
  for (const NearArc& near : nearest_arcs(graph, count, end.point.xy())) {
    if (near.from.is_none()) break;
    const SurfacePoint from = standing_surface_point(by, graph, near.from);
    if (!from.is_found()) continue;
    const Segment2 axis{graph.position(near.from).xy(), graph.position(near.to).xy()};
    const Ray ray = cast_ray(mesh, from, nearest_point(axis, end.point.xy()), by.rule());
    if (!ray.is_clear || !line_of_sight(mesh, end.surface_point(), ray.end, by.rule())) continue;
    return {{near.from, near.to}, ray.end};
  }
  return {};
}

// Joins ends to the nearest nodes, and to those at both ends of the nearest piece of an axis.
class AxisJoiner final : public SightJoiner {
 public:
  using SightJoiner::SightJoiner;

 private:
  void add_seen(const End& end, JoinedEnds& ends, SightSeeds& seeds) const override {
    const std::size_t count = ground().graph().node_count() - link_end_count();
    const auto point_of = [&](NodeId node) { return ground().graph().position(node).xy(); };
    const NearestAxis axis = nearest_axis(ground(), count, end);
    bool is_joined[2] = {false, false};
    const auto add_near = [&](NodeId node) {
      const bool is_added = seeds.add(node);
      for (const int i : {0, 1}) is_joined[i] |= is_added && node == axis.nodes[i];
      return is_added;
    };
    ends.near = join_near(count, end.point.xy(), point_of, add_near, std::move(ends.near));
    if (!axis.surface_point.is_found()) return;
    for (const int i : {0, 1}) {
      if (!is_joined[i] && !seeds.add(axis.nodes[i])) seeds.add(axis.nodes[i], axis.surface_point);
    }
  }
};

class AxisForm final : public SightForm {
 public:
  AxisForm() : SightForm(kAxes, "axis") {}

  std::span<const NamedGraph> named() const override {
    static const NamedGraph kNamed[] = {
        {"axes", "the axes between obstacles, a node for 2 m", GraphSpec::axes()}};
    return kNamed;
  }
  Result<void> check(const World& world, const GraphSpec& spec) const override {
    TRY_DO(MeshForm::check(world, spec));
    if (!(spec.one_per > 0) || !std::isfinite(spec.one_per)) {
      return Error{"the metres between the points of an axis must be positive"};
    }
    return {};
  }
  GraphSpec normal(const World& /*world*/, const GraphSpec& spec) const override {
    return GraphSpec::axes(spec.one_per);
  }
  Result<GraphArrays> build(const World& world, const GraphSpec& spec, const Pricer* agent,
                            const Progress& /*progress*/) const override {
    return build_axis_graph(world, spec, agent);
  }
  std::unique_ptr<const EndJoiner> joiner(const Ground& ground) const override {
    return std::make_unique<AxisJoiner>(ground);
  }
};

}  // namespace

GraphSpec GraphSpec::axes(float one_per) { return {.kind = kAxes, .one_per = one_per}; }

const GraphForm& axis_form() {
  static const AxisForm form;
  return form;
}

}  // namespace thalweg
