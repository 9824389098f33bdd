// Loops over arcs that the kinds of graphs share: pricing all of them, or a batch for a filter.
#pragma once

#include "core/shared_progress.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

struct GraphArc {
  ArcId id;
  NodeId from;
  NodeId to;
  ArcLabel label;
};

inline GraphArc arc_of(const Graph& graph, NodeId from, ArcId id) {
  return {id, from, graph.target(id), graph.label(id)};
}

// make() is called for each range of nodes: what it makes has price(arc) and may_stand(node). In
// parallel.
template <class MakePricer>
ArcPrices price_in_ranges(const Graph& graph, const MakePricer& make,
                          const Progress& progress = {}) {
  constexpr std::size_t kGrain = 1 << 13;
  ArcPrices prices;
  prices.of_arc.resize(graph.arc_count());
  prices.is_open.resize(graph.node_count());
  SharedProgress done(progress, "pricing the graph", graph.node_count());
  parallel_for(graph.node_count(), kGrain, [&](std::size_t first, std::size_t last) {
    auto pricer = make();
    for (std::size_t n = first; n < last; ++n) {
      const NodeId node(static_cast<std::uint32_t>(n));
      prices.is_open[n] = pricer.may_stand(node) ? 1 : 0;
      for (const ArcId arc : graph.arcs(node)) {
        prices.of_arc[arc.value] = pricer.price(arc_of(graph, node, arc));
      }
    }
    done.add(last - first);
  });
  return prices;
}

// price_arc(arc) for each arc and may_stand(node) for each node, in parallel.
template <class PriceArc, class MayStand>
ArcPrices price_all(const Graph& graph, const PriceArc& price_arc, const MayStand& may_stand) {
  struct {
    const PriceArc& price;
    const MayStand& may_stand;
  } const pricer{price_arc, may_stand};
  return price_in_ranges(graph, [&] { return pricer; });
}

// filter_cost(arc, its cost in the metric) for each arc of a batch.
template <class FilterCost>
CostBatch filter_batch(const Ground& ground, std::span<const ReverseArc> arcs,
                       const FilterCost& filter_cost) {
  CostBatch costs;
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    const GraphArc arc = arc_of(ground.graph(), arcs[i].source, arcs[i].arc);
    costs[i] = filter_cost(arc, ground.metric().cost(arc.id));
  }
  return costs;
}

// The cost of an arc whose straight walk leads past obstacles that a filter leaves out.
inline Cost cost_if_clear(const GroundFilter& filter, Vec3 from, Vec3 to, Cost cost) {
  return cost == kForbidden || filter.is_clear(from, to) ? cost : kForbidden;
}

// Where an arc of a link leaves the ground and where it lands, by its direction.
struct LinkStep {
  Vec3 left;
  Vec3 reached;
};
inline LinkStep link_step(const Link& link, bool is_backwards) {
  return is_backwards ? LinkStep{link.to, link.from} : LinkStep{link.from, link.to};
}

// True when no such obstacle lies in the straight walk between an end and a node.
inline bool is_clear(const GroundFilter* filter, const End& end, Vec3 node) {
  return filter == nullptr || !filter->has_obstacles() || filter->is_clear(end.point, node);
}
inline bool is_clear(const GroundFilter* filter, const End& start, const End& goal) {
  return is_clear(filter, start, goal.point);
}

// Joins ends that stand on nodes.
class NodeJoiner final : public EndJoiner {
 public:
  explicit NodeJoiner(const Ground& ground) : ground_(ground) {}

  void join(const End& end, bool is_start, JoinedEnds& ends) const override {
    const NodeId node = ground_.graph().form().node_of(end);
    if (!is_clear(ends.filter, end, ground_.graph().position(node))) return;
    (is_start ? ends.sources : ends.goals).push_back({node, 0});
  }
  Distance direct(const End& /*start*/, const End& /*goal*/,
                  const GroundFilter* /*filter*/) const override {
    return kUnreached;
  }

 private:
  Ground ground_;
};

// Prices of ends' steps as costs.
inline Cost to_cost(const Ground& ground, double price) {
  return quanta(price / ground.metric().quantum());
}
inline Distance to_distance(Cost cost) { return cost == kForbidden ? kUnreached : cost; }

// The price of an arc, in `unit`, as a cost: the same operations in the same order as in `price`, so
// that equal prices have equal costs.
inline Cost arc_cost(const Ground& ground, double price, double unit = 1) {
  return quanta(price * (unit / ground.metric().quantum()));
}

}  // namespace thalweg
