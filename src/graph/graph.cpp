#include "thalweg/graph/graph.hpp"

#include <algorithm>

#include "thalweg/core/hash.hpp"

namespace thalweg {

std::string_view to_string(GraphKind kind) {
  switch (kind) {
    case GraphKind::face: return "face";
    case GraphKind::portal: return "portal";
    case GraphKind::grid: return "grid";
  }
  return "unknown";
}

Result<Graph> Graph::from(GraphArrays arrays) {
  const std::size_t nodes = arrays.positions.size();
  const std::size_t arcs = arrays.targets.item_count();
  if (nodes > 0xFFFFFFFEu || arcs > 0xFFFFFFFEu) return Error{"the graph is too large"};
  const auto& offsets = arrays.targets.offsets();
  if (!(nodes == 0 && offsets.empty()) && !are_offsets(offsets.span(), nodes, arcs)) {
    return Error{"the arcs of a graph are not grouped by its nodes"};
  }
  if (!arrays.labels.empty() && arrays.labels.size() != arcs) {
    return Error{"the labels are not one per arc"};
  }
  if (arrays.places.size() != (arrays.spec.kind == GraphKind::portal ? nodes : 0)) {
    return Error{"the places on portals are not one per node"};
  }
  bool in_range = true;
  for (const NodeId target : arrays.targets.items()) in_range &= target.value < nodes;
  if (!in_range) return Error{"an arc leads to no node"};
  Graph graph;
  graph.arrays_ = std::move(arrays);
  const GraphArrays& a = graph.arrays_;
  Hasher hasher;
  hasher.add(std::span(&a.spec, 1)).add(a.world).add(offsets).add(a.targets.items());
  hasher.add(a.labels).add(a.positions).add(a.places);
  graph.fingerprint_ = hasher.digest();
  return graph;
}

Graph Graph::none(GraphSpec spec, std::string why) {
  Graph graph;
  graph.arrays_.spec = spec;
  graph.why_empty_ = std::move(why);
  return graph;
}

std::size_t Graph::bytes() const {
  return arrays_.targets.bytes() + arrays_.labels.bytes() + arrays_.positions.bytes() +
         arrays_.places.bytes();
}

std::optional<std::string> broken_law(const Graph& graph, const World& world) {
  const auto fresh = build_graph(world, graph.spec());
  if (!fresh) return fresh.error();
  if (fresh->fingerprint() != graph.fingerprint()) {
    return "the graph is not the one that its world gives";
  }
  return std::nullopt;
}

}  // namespace thalweg
