// Rows: the arcs of a graph, counted and then filled in, node by node.
#pragma once

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/try.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/graph.hpp"

namespace thalweg {

inline constexpr std::size_t kNodeGrain = 1 << 14;

// Few faces have so many portals; a file that claims them would take all memory.
inline constexpr std::uint64_t kMostArcs = 0xFFFFFFFEull;
inline Result<void> check_arc_count(std::uint64_t arcs, std::uint64_t nodes) {
  constexpr std::uint64_t kArcBytes = 24;  // with the metric and the reverse arcs
  if (arcs <= kMostArcs && (arcs <= (std::uint64_t{1} << 26) || arcs / 1024 <= nodes)) {
    return check_memory(arcs, kArcBytes);
  }
  const std::string count = arcs > kMostArcs ? "over four billion" : std::to_string(arcs);
  return Error{"the graph would have " + count + " arcs, which is too many"};
}

// `for_each_arc(node, emit)` calls emit(target, label) for each arc of a node, in the same order
// each time, from any thread. Labels are left out when `is_labelled` is false.
template <class ForEachArc>
Result<GraphRows> build_rows(std::size_t node_count, bool is_labelled,
                             const ForEachArc& for_each_arc) {
  std::vector<std::uint32_t> offsets(node_count + 1, 0);
  std::atomic<std::uint64_t> total = 0;
  parallel_for(node_count, kNodeGrain, [&](std::size_t first, std::size_t last) {
    std::uint64_t sum = 0;
    for (std::size_t n = first; n < last; ++n) {
      std::uint32_t count = 0;
      for_each_arc(NodeId(static_cast<std::uint32_t>(n)), [&](NodeId, ArcLabel) { ++count; });
      offsets[n + 1] = count;
      sum += count;
    }
    total += sum;
  });
  TRY_DO(check_arc_count(total, node_count));
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<NodeId> targets(total);
  std::vector<ArcLabel> labels(is_labelled ? total.load() : 0);
  parallel_for(node_count, kNodeGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t n = first; n < last; ++n) {
      std::uint32_t at = offsets[n];
      for_each_arc(NodeId(static_cast<std::uint32_t>(n)), [&](NodeId target, ArcLabel label) {
        targets[at] = target;
        if (is_labelled) labels[at] = label;
        ++at;
      });
    }
  });
  return GraphRows{{std::move(offsets), std::move(targets)}, std::move(labels)};
}

// position(n) for each node, as stored.
template <class Position>
std::vector<Vec3f> positions_of(std::size_t node_count, const Position& position) {
  std::vector<Vec3f> positions(node_count);
  parallel_for(node_count, kNodeGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t n = first; n < last; ++n) {
      positions[n] = to_float(position(static_cast<std::uint32_t>(n)));
    }
  });
  return positions;
}

inline GraphArrays arrays_of(GraphRows rows, std::vector<Vec3f> positions) {
  GraphArrays arrays;
  arrays.targets = std::move(rows.targets);
  arrays.labels = std::move(rows.labels);
  arrays.positions = std::move(positions);
  return arrays;
}

// An arc through a link.
struct LinkArc {
  NodeId from;
  NodeId to;
  ArcLabel label;
};

// The arcs of all links whose ends `node_of(link, is_end)` finds, by the node they leave; no rows
// without links.
template <class NodeOf>
Csr<NodeId, LinkArc> link_arcs(const World& world, std::size_t node_count, const NodeOf& node_of) {
  std::vector<LinkArc> arcs;
  for (const LinkId id : world.links.ids()) {
    const NodeId from = node_of(id, false);
    const NodeId to = node_of(id, true);
    if (from.is_none() || to.is_none()) continue;
    arcs.push_back({from, to, ArcLabel::of(id)});
    if (world.links[id].is_two_way != 0) arcs.push_back({to, from, ArcLabel::of(id)});
  }
  if (arcs.empty()) return {};
  return group_by_row<NodeId, LinkArc>(
      node_count, arcs.size(), [&](std::size_t i) { return arcs[i].from.value; },
      [&](std::size_t i) { return arcs[i]; });
}

template <class Emit>
void emit_links(const Csr<NodeId, LinkArc>& links, NodeId node, const Emit& emit) {
  if (links.row_count() == 0) return;
  for (const LinkArc& arc : links[node]) emit(arc.to, arc.label);
}

}  // namespace thalweg
