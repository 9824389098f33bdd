// Routes: the nodes that a search leads through, and the arcs between them.
#pragma once

#include <algorithm>
#include <vector>

#include "thalweg/core/ids.hpp"

namespace thalweg {

template <class Node, class Arc>
struct RouteOf {
  std::vector<Node> nodes;
  std::vector<Arc> arcs;  // one fewer than nodes

  void clear() {
    nodes.clear();
    arcs.clear();
  }
};
using Route = RouteOf<NodeId, ArcId>;

// From a source to `node`, found by following the parents back; `route`'s memory is used again.
// Requires: `node` was reached.
template <class Bank>
RouteOf<typename Bank::Node, typename Bank::Arc> route_to(
    const Bank& bank, typename Bank::Node node,
    RouteOf<typename Bank::Node, typename Bank::Arc> route = {}) {
  route.clear();
  for (auto at = node; !at.is_none();) {
    const auto known = bank[at];
    route.nodes.push_back(at);
    if (!known.parent.is_none()) route.arcs.push_back(known.arc);
    at = known.parent;
  }
  std::reverse(route.nodes.begin(), route.nodes.end());
  std::reverse(route.arcs.begin(), route.arcs.end());
  return route;
}

}  // namespace thalweg
