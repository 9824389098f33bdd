// Views: a priced graph as searches see it. Forwards, backwards, and confined to some nodes.
#pragma once

#include <span>

#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/graph/reverse.hpp"

namespace thalweg {

// What each arc costs. Views ask for the arcs of a node at once, so that costs may be found by the
// batch: visit(ReverseArc, cost) is called for each. Borrows.
class PlainCosts {
 public:
  explicit PlainCosts(const Metric& metric) : costs_(metric.parts().costs.span()) {}
  Cost operator()(NodeId /*from*/, ArcId arc) const { return costs_[arc.value]; }
  void prefetch(ArcId arc) const { __builtin_prefetch(costs_.data() + arc.value); }
  // The arcs of one row of the graph, which all leave `from`.
  template <class Visit>
  void visit_row(NodeId from, IdRange<ArcId> row, const Visit& visit) const {
    for (const ArcId arc : row) visit(ReverseArc{from, arc}, costs_[arc.value]);
  }
  // Arcs from anywhere.
  template <class Visit>
  void visit_list(std::span<const ReverseArc> arcs, const Visit& visit) const {
    for (const ReverseArc& arc : arcs) visit(arc, costs_[arc.arc.value]);
  }

 private:
  std::span<const Cost> costs_;
};

// The passable arcs that leave a node.
template <class Costs>
class ForwardView {
 public:
  using Node = NodeId;
  using Arc = ArcId;

  ForwardView(const Graph& graph, Costs costs)
      : offsets_(graph.arrays().targets.offsets().data()),
        targets_(graph.arrays().targets.items().data()),
        node_count_(graph.node_count()),
        costs_(costs) {}

  std::uint32_t node_count() const { return node_count_; }
  // The node will be expanded soon.
  void prefetch(NodeId node) const {
    const std::uint32_t first = offsets_[node.value];
    __builtin_prefetch(targets_ + first);
    costs_.prefetch(ArcId(first));
  }
  template <class Visit>
  void for_each_arc(NodeId node, const Visit& visit) const {
    const IdRange<ArcId> row(offsets_[node.value], offsets_[node.value + 1]);
    costs_.visit_row(node, row, [&](ReverseArc from, Cost cost) {
      if (cost != kForbidden) visit(from.arc, targets_[from.arc.value], cost);
    });
  }

 private:
  const std::uint32_t* offsets_;
  const NodeId* targets_;
  std::uint32_t node_count_;
  Costs costs_;
};

// The passable arcs that lead to a node, followed backwards.
template <class Costs>
class BackwardView {
 public:
  using Node = NodeId;
  using Arc = ArcId;

  BackwardView(const ReverseRows& rows, Costs costs) : rows_(rows), costs_(costs) {}

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(rows_.row_count()); }
  template <class Visit>
  void for_each_arc(NodeId node, const Visit& visit) const {
    costs_.visit_list(rows_[node], [&](ReverseArc from, Cost cost) {
      if (cost != kForbidden) visit(from.arc, from.source, cost);
    });
  }

 private:
  const ReverseRows& rows_;
  Costs costs_;
};

// A view that leads only to nodes inside: `inside(node)` says which.
template <class View, class Inside>
class ConfinedView {
 public:
  using Node = NodeId;
  using Arc = ArcId;

  ConfinedView(View view, Inside inside) : view_(view), inside_(inside) {}

  std::uint32_t node_count() const { return view_.node_count(); }
  void prefetch(NodeId node) const requires requires(const View& view) { view.prefetch(node); }
  { view_.prefetch(node); }
  template <class Visit>
  void for_each_arc(NodeId node, const Visit& visit) const {
    view_.for_each_arc(node, [&](ArcId arc, NodeId target, auto cost) {
      if (inside_(target)) visit(arc, target, cost);
    });
  }

 private:
  View view_;
  Inside inside_;
};

// The cheapest passable arc from one node to another, the first among equals; none without one.
inline ArcId cheapest_arc(const Graph& graph, const Metric& metric, NodeId from, NodeId to) {
  ArcId best;
  Cost least = kForbidden;
  for (const ArcId arc : graph.arcs(from)) {
    if (graph.target(arc) != to || metric.cost(arc) >= least) continue;
    least = metric.cost(arc);
    best = arc;
  }
  return best;
}

}  // namespace thalweg
