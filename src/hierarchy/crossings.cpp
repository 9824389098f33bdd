// One search from each gate of a cell until its others are settled, cells in parallel: in the graph
// on level 1, above that over the gates of the level below (or in the graph, on demand).
#include "hierarchy/crossings.hpp"

#include <algorithm>
#include <optional>

#include "hierarchy/graph_in_cell.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/view.hpp"
#include "thalweg/hierarchy/gate_view.hpp"
#include "thalweg/hierarchy/level_cells.hpp"
#include "thalweg/search/costs.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kMostAtATime = 64;  // cells searched by one thread at a time

// For cells of level 1, whose nodes are the graph's, and for those above, whose nodes are gates.
struct CellScratch {
  HashedScratch of_nodes;
  HashedScratchOf<GateId, GateArc> of_gates;
};

// Searches from each of `sources` to all of them; `keep(node, route)` adds a node of the view to a
// route, or leaves it out.
template <class View, class Keep, class Scratch>
void cross(const View& view, std::span<const typename View::Node> sources, const Keep& keep,
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
          keep(at, out.routes);
        }
        std::reverse(out.routes.begin() + static_cast<std::ptrdiff_t>(first), out.routes.end());
      }
      out.lengths.push_back(static_cast<std::uint32_t>(out.routes.size() - first));
    }
  }
}

// Crosses cells of one height.
class CellCrosser {
 public:
  CellCrosser(const Ground& ground, const Hierarchy& hierarchy, const CrossOptions& options,
              Level height)
      : ground_(ground), hierarchy_(hierarchy), options_(options) {
    if (options.on_graph && height > 1) level_.emplace(hierarchy.partition(), height);
  }

  void cross_cell(CellId cell, CellScratch& scratch, Crossings& out) const {
    const ForwardView graph(ground_.graph(), PlainCosts(ground_.metric()));
    if (hierarchy_.partition().height(cell) == 1) {
      const auto inside = [&](NodeId node) { return hierarchy_.cells().takes_part(node, cell); };
      const auto keep = [](NodeId node, std::vector<NodeId>& route) { route.push_back(node); };
      return cross(ConfinedView(graph, inside), gate_nodes(cell), keep, scratch.of_nodes,
                   options_.keep_routes, out);
    }
    if (level_) {
      const GraphInCell view(graph, hierarchy_.cells(), *level_, cell);
      const auto keep = [&](NodeId node, std::vector<NodeId>& route) {
        if (is_gate_of_child(node, cell)) route.push_back(node);
      };
      return cross(view, gate_nodes(cell), keep, scratch.of_nodes, options_.keep_routes, out);
    }
    const GateView view(hierarchy_, UsesChildren{hierarchy_, cell});
    const auto keep = [&](GateId gate, std::vector<NodeId>& route) {
      route.push_back(hierarchy_.node(gate));
    };
    cross(view, hierarchy_.gates(cell), keep, scratch.of_gates, options_.keep_routes, out);
  }

 private:
  std::vector<NodeId> gate_nodes(CellId cell) const {
    std::vector<NodeId> nodes;
    for (const GateId gate : hierarchy_.gates(cell)) nodes.push_back(hierarchy_.node(gate));
    return nodes;
  }
  bool is_gate_of_child(NodeId node, CellId cell) const {
    const GateId gate = hierarchy_.gate_at(node);
    return !gate.is_none() && UsesChildren{hierarchy_, cell}.enters(gate);
  }

  const Ground& ground_;
  const Hierarchy& hierarchy_;
  CrossOptions options_;
  std::optional<LevelCells> level_;  // on the graph, above height 1
};

}  // namespace

Crossings cross_cells(const Ground& ground, const Hierarchy& hierarchy,
                      std::span<const CellId> list, const CrossOptions& options) {
  if (list.empty()) return {};
  const CellCrosser crosser(ground, hierarchy, options, hierarchy.partition().height(list.front()));
  const std::size_t grain = std::clamp<std::size_t>(list.size() / kMostAtATime, 1, kMostAtATime);
  std::vector<Crossings> parts((list.size() + grain - 1) / grain);
  parallel_for(parts.size(), 1, [&](std::size_t first, std::size_t last) {
    CellScratch scratch;
    for (std::size_t part = first; part < last; ++part) {
      const std::size_t end = std::min(list.size(), (part + 1) * grain);
      for (std::size_t i = part * grain; i < end; ++i) {
        crosser.cross_cell(list[i], scratch, parts[part]);
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
