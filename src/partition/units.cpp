// A node of a portal graph belongs to the faces on both sides of its portal, except those that the
// profile cannot cross. Parallel joins are added up to one weighted edge.
#include "partition/units.hpp"

#include <algorithm>

#include "thalweg/graph/form.hpp"

namespace thalweg {
namespace {

// [face] True where some arc crosses it, and none that the profile may take.
std::vector<bool> closed_faces(const Ground& ground) {
  std::vector<bool> is_closed(ground.world().mesh.face_count());
  std::vector<bool> is_open(is_closed.size());
  for (const ArcId arc : ground.graph().arcs()) {
    const ArcLabel label = ground.graph().label(arc);
    if (label.is_link() || label.is_nothing()) continue;
    is_closed[label.face().value] = true;
    if (ground.metric().is_passable(arc)) is_open[label.face().value] = true;
  }
  for (std::size_t i = 0; i < is_closed.size(); ++i) is_closed[i] = is_closed[i] && !is_open[i];
  return is_closed;
}

// The faces at a node of a portal graph, in order.
std::vector<std::uint32_t> faces_at(const Ground& ground, NodeId node) {
  const PortalNode at = ground.graph().portal_node(node);
  const Mesh& mesh = ground.world().mesh;
  if (at.is_link_end()) {
    return {ground.graph().form().end_at(ground.world(), ground.graph(), node).face.value};
  }
  std::vector<std::uint32_t> faces = {mesh.face(at.edge()).value, mesh.across(at.edge()).value};
  std::ranges::sort(faces);
  return faces;
}

}  // namespace

Units::Units(const Ground& ground) {
  const Graph& graph = ground.graph();
  const bool are_faces = graph.facts().has_portal_nodes;
  count_ = are_faces ? ground.world().mesh.face_count() : graph.node_count();
  const std::vector<bool> is_closed = are_faces ? closed_faces(ground) : std::vector<bool>();
  std::vector<std::uint32_t> offsets = {0};
  std::vector<std::uint32_t> units;
  for (const NodeId node : graph.nodes()) {
    if (!ground.metric().islands().of[node].is_none()) {
      if (!are_faces) {
        units.push_back(node.value);
      } else {
        const auto faces = faces_at(ground, node);
        for (const std::uint32_t face : faces) {
          if (!is_closed[face]) units.push_back(face);
        }
        if (units.size() == offsets.back()) units.push_back(faces.front());
      }
    }
    offsets.push_back(static_cast<std::uint32_t>(units.size()));
  }
  of_ = {std::move(offsets), std::move(units)};
}

std::pair<std::uint32_t, std::uint32_t> Units::ends(NodeId from, NodeId to) const {
  const auto a = of(from);
  const auto b = of(to);
  for (const std::uint32_t unit : a) {
    if (std::ranges::find(b, unit) != b.end()) return {unit, unit};
  }
  return {a.front(), b.front()};
}

WeightedGraph graph_of(std::uint32_t count, std::vector<UnitJoin> joins) {
  constexpr std::uint32_t kMostWeight = 0x7FFFFFFFu;
  for (UnitJoin& join : joins) {
    if (join.a > join.b) std::swap(join.a, join.b);
  }
  const auto pair_of = [](const UnitJoin& join) { return std::pair(join.a, join.b); };
  std::ranges::sort(joins, {}, pair_of);
  std::size_t kept = 0;
  for (const UnitJoin& join : joins) {
    if (kept > 0 && pair_of(joins[kept - 1]) == pair_of(join)) {
      std::uint32_t& weight = joins[kept - 1].weight;
      weight = std::min(kMostWeight - weight, join.weight) + weight;
    } else {
      joins[kept++] = join;
    }
  }
  joins.resize(kept);
  WeightedGraph graph;
  graph.offsets.assign(std::size_t{count} + 1, 0);
  for (const UnitJoin& join : joins) {
    ++graph.offsets[join.a + std::size_t{1}];
    ++graph.offsets[join.b + std::size_t{1}];
  }
  for (std::size_t i = 1; i < graph.offsets.size(); ++i) graph.offsets[i] += graph.offsets[i - 1];
  graph.neighbours.resize(2 * kept);
  graph.edge_weights.resize(2 * kept);
  std::vector<std::uint32_t> next(graph.offsets.begin(), graph.offsets.end() - 1);
  const auto put = [&](std::uint32_t from, std::uint32_t to, std::uint32_t weight) {
    graph.edge_weights[next[from]] = weight;
    graph.neighbours[next[from]++] = to;
  };
  // In this order each row rises: first the smaller neighbours, then the larger.
  for (const UnitJoin& join : joins) put(join.b, join.a, join.weight);
  for (const UnitJoin& join : joins) put(join.a, join.b, join.weight);
  return graph;
}

}  // namespace thalweg
