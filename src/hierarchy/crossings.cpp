#include "hierarchy/crossings.hpp"

#include <algorithm>

#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/view.hpp"
#include "thalweg/hierarchy/gate_view.hpp"
#include "thalweg/search/costs.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kGrain = 64;  // cells searched by one thread at a time

// For cells of level 1, whose nodes are the graph's, and for those above, whose nodes are gates.
struct CellScratch {
  HashedScratch of_nodes;
  HashedScratchOf<GateId, GateArc> of_gates;
};

// Searches from each of `sources` to all of them; `node_of` gives the graph's node for each of the
// view's.
template <class View, class NodeOf, class Scratch>
void cross(const View& view, std::span<const typename View::Node> sources, const NodeOf& node_of,
           Scratch& scratch, bool keep_routes, Crossings& out) {
  using Node = typename View::Node;
  for (const Node source : sources) {
    const SeedOf<Node> seed{source, 0};
    best_first(view, NoHeuristic{}, {.sources = {&seed, 1}, .goals = {}}, scratch,
               CountDown<Node>(sources));
    for (const Node target : sources) {
      const std::uint32_t slot = scratch.bank.slot(target);
      out.costs.push_back(slot == kNoSlot ? kUnreached : scratch.bank.at(slot).g);
      const std::size_t first = out.routes.size();
      if (keep_routes && slot != kNoSlot && target != source) {
        for (Node at = scratch.bank[target].parent; at != source; at = scratch.bank[at].parent) {
          out.routes.push_back(node_of(at));
        }
        std::reverse(out.routes.begin() + static_cast<std::ptrdiff_t>(first), out.routes.end());
      }
      out.lengths.push_back(static_cast<std::uint32_t>(out.routes.size() - first));
    }
  }
}

void cross_cell(const Ground& ground, const Hierarchy& hierarchy, CellId cell, CellScratch& scratch,
                bool keep_routes, Crossings& out) {
  if (hierarchy.partition().height(cell) == 1) {
    std::vector<NodeId> sources;
    for (const GateId gate : hierarchy.gates(cell)) sources.push_back(hierarchy.node(gate));
    const auto inside = [&](NodeId node) { return hierarchy.cells().takes_part(node, cell); };
    const ConfinedView view(ForwardView(ground.graph(), PlainCosts(ground.metric())), inside);
    return cross(
        view, sources, [](NodeId node) { return node; }, scratch.of_nodes, keep_routes, out);
  }
  const GateView view(hierarchy, UsesChildren{hierarchy, cell});
  const auto node_of = [&](GateId gate) { return hierarchy.node(gate); };
  cross(view, hierarchy.gates(cell), node_of, scratch.of_gates, keep_routes, out);
}

}  // namespace

Crossings cross_cells(const Ground& ground, const Hierarchy& hierarchy,
                      std::span<const CellId> list, bool keep_routes) {
  std::vector<Crossings> parts((list.size() + kGrain - 1) / kGrain);
  parallel_for(parts.size(), 1, [&](std::size_t first, std::size_t last) {
    CellScratch scratch;
    for (std::size_t part = first; part < last; ++part) {
      const std::size_t end = std::min(list.size(), (part + 1) * kGrain);
      for (std::size_t i = part * kGrain; i < end; ++i) {
        cross_cell(ground, hierarchy, list[i], scratch, keep_routes, parts[part]);
      }
    }
  });
  Crossings all;
  for (Crossings& part : parts) {
    all.costs.insert(all.costs.end(), part.costs.begin(), part.costs.end());
    all.lengths.insert(all.lengths.end(), part.lengths.begin(), part.lengths.end());
    all.routes.insert(all.routes.end(), part.routes.begin(), part.routes.end());
    part = {};
  }
  return all;
}

}  // namespace thalweg
