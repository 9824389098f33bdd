// Takes the clearances of the portal graph, joins the portals of each face by union-find over the
// passages that are wide enough, and opens the largest set.
#include "graph/kinds/face_passages.hpp"

#include <algorithm>

#include "core/unions.hpp"
#include "graph/portal_nodes.hpp"
#include "thalweg/graph/clearance.hpp"

namespace thalweg {
namespace {

// A portal of one face, and the half-edge of the face.
struct Opening {
  NodeId node;
  EdgeId edge;
};

// The portals of a face that the agent fits through.
std::vector<Opening> openings_of(const World& world, const Graph& portals, FaceId face,
                                 const Clearances& widths, double radius) {
  std::vector<Opening> all;
  for_each_portal_node(world, portals, face, [&](NodeId node, EdgeId edge) {
    if (!edge.is_none() && widths.fits(radius, node)) all.push_back({node, edge});
  });
  return all;
}

// The openings that wide passages across the face join, by their numbers.
Unions parts_of(const Graph& portals, FaceId face, const Clearances& widths, double radius,
                const std::vector<Opening>& openings) {
  Unions parts(openings.size());
  for (std::uint32_t i = 0; i < openings.size(); ++i) {
    for (const ArcId arc : portals.arcs(openings[i].node)) {
      const ArcLabel label = portals.label(arc);
      if (label.is_link() || label.face() != face || !widths.fits(radius, arc)) continue;
      const auto to = std::ranges::find(openings, portals.target(arc), &Opening::node);
      if (to != openings.end()) parts.join(i, static_cast<std::uint32_t>(to - openings.begin()));
    }
  }
  return parts;
}

// The root of the part of most openings.
std::uint32_t largest_part(Unions parts, std::size_t count) {
  std::vector<std::uint32_t> sizes(count, 0);
  for (std::uint32_t i = 0; i < count; ++i) ++sizes[parts.root(i)];
  return static_cast<std::uint32_t>(std::ranges::max_element(sizes) - sizes.begin());
}

}  // namespace

FacePassages::FacePassages(const World& world, const Pricer& pricer)
    : mesh_(world.mesh), is_open_(world.mesh.edge_count(), 0) {
  const double radius = pricer.radius();
  const auto portals = build_graph(world, GraphSpec::portals());
  if (!portals) return;
  const auto widths =
      clearances(world, portals.value(), {.limit = 2 * radius, .rule = pricer.rule()});
  if (!widths) return;
  for (const FaceId face : mesh_.faces()) {
    const auto openings = openings_of(world, portals.value(), face, widths.value(), radius);
    Unions parts = parts_of(portals.value(), face, widths.value(), radius, openings);
    const std::uint32_t kept = largest_part(parts, openings.size());
    for (std::uint32_t i = 0; i < openings.size(); ++i) {
      is_open_[openings[i].edge.value] = parts.root(i) == kept ? 1 : 0;
    }
  }
}

}  // namespace thalweg
