// In portal graphs a clique is a face or a link, in face graphs a pair of neighbours. Memberships
// are sorted by clique and by node.
#include "hierarchy/fold_cliques.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "graph/portal_nodes.hpp"
#include "thalweg/graph/view.hpp"

namespace thalweg {
namespace {

using Membership = std::pair<CliqueId, NodeId>;

// Sorts the memberships both ways.
FoldCliques grouped(std::vector<Membership> all, std::size_t clique_count, std::size_t node_count) {
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  FoldCliques cliques;
  cliques.members = group_by_row<CliqueId, NodeId>(
      clique_count, all.size(), [&](std::size_t i) { return all[i].first.value; },
      [&](std::size_t i) { return all[i].second; });
  cliques.of_node = group_by_row<NodeId, CliqueId>(
      node_count, all.size(), [&](std::size_t i) { return all[i].second.value; },
      [&](std::size_t i) { return all[i].first; });
  return cliques;
}

FoldCliques cliques_of_portals(const World& world, const Graph& graph) {
  const Mesh& mesh = world.mesh;
  const auto face_count = static_cast<std::uint32_t>(mesh.face_count());
  std::vector<Membership> all;
  all.reserve(std::size_t{graph.node_count()} * 2);
  for (const NodeId node : graph.nodes()) {
    const PortalNode at = graph.portal_node(node);
    if (at.is_link_end()) {
      all.push_back({CliqueId(link_end_face(world, at).value), node});
      all.push_back({CliqueId(face_count + at.link().value), node});
    } else {
      all.push_back({CliqueId(mesh.face(at.edge()).value), node});
      all.push_back({CliqueId(mesh.across(at.edge()).value), node});
    }
  }
  return grouped(std::move(all), face_count + world.links.size(), graph.node_count());
}

FoldCliques cliques_of_faces(const Graph& graph) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  pairs.reserve(graph.arc_count());
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      const NodeId other = graph.target(arc);
      if (other != node) pairs.push_back({std::min(node, other), std::max(node, other)});
    }
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<Membership> all;
  all.reserve(pairs.size() * 2);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const CliqueId clique(static_cast<std::uint32_t>(i));
    all.push_back({clique, pairs[i].first});
    all.push_back({clique, pairs[i].second});
  }
  return grouped(std::move(all), pairs.size(), graph.node_count());
}

}  // namespace

FoldCliques cliques_of(const Ground& ground) {
  if (ground.graph().facts().nodes_are_faces) return cliques_of_faces(ground.graph());
  return cliques_of_portals(ground.world(), ground.graph());
}

ArcId clique_arc(const Ground& ground, std::uint32_t clique, NodeId from, NodeId to) {
  const Graph& graph = ground.graph();
  if (graph.facts().nodes_are_faces) return cheapest_arc(graph, ground.metric(), from, to);
  const auto face_count = static_cast<std::uint32_t>(ground.world().mesh.face_count());
  const ArcLabel label = clique < face_count ? ArcLabel::of(FaceId(clique))
                                             : ArcLabel::of(LinkId(clique - face_count));
  for (const ArcId arc : graph.arcs(from)) {
    if (graph.target(arc) == to && graph.label(arc) == label) {
      return ground.metric().is_passable(arc) ? arc : ArcId();
    }
  }
  return {};
}

}  // namespace thalweg
