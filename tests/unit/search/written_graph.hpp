// A graph given as a list of arcs, and a simple computation of its costs, for the tests of search.
#pragma once

#include <vector>

#include "thalweg/core/random.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

struct WrittenArc {
  std::uint32_t from, to;
  Cost cost;
};

struct WrittenGraph {
  using Node = NodeId;
  using Arc = ArcId;

  std::uint32_t nodes = 0;
  std::vector<WrittenArc> arcs = {};

  std::uint32_t node_count() const { return nodes; }
  template <class Visit>
  void for_each_arc(NodeId node, const Visit& visit) const {
    for (std::uint32_t i = 0; i < arcs.size(); ++i) {
      if (arcs[i].from == node.value) visit(ArcId(i), NodeId(arcs[i].to), arcs[i].cost);
    }
  }
};

// The same arcs in the opposite direction.
inline WrittenGraph reversed(WrittenGraph graph) {
  for (WrittenArc& arc : graph.arcs) std::swap(arc.from, arc.to);
  return graph;
}

inline WrittenGraph random_graph(Random& random, std::uint32_t most_nodes = 12) {
  WrittenGraph graph{1 + random.below(most_nodes)};
  const std::uint32_t count = random.below(4 * graph.nodes);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t from = random.below(graph.nodes);
    const std::uint32_t to = random.below(graph.nodes);
    graph.arcs.push_back({from, to, 1 + random.below(6)});
  }
  return graph;
}

inline std::vector<Seed> random_seeds(Random& random, std::uint32_t nodes, std::uint32_t most) {
  std::vector<Seed> seeds;
  for (std::uint32_t i = random.below(most + 1); i > 0; --i) {
    const NodeId node(random.below(nodes));
    seeds.push_back({node, random.below(5)});
  }
  std::ranges::stable_sort(seeds, {}, &Seed::node);
  return seeds;
}

// Bellman-Ford: relax every arc until nothing changes.
inline std::vector<Distance> obvious_costs(const WrittenGraph& graph,
                                           std::span<const Seed> sources) {
  std::vector<Distance> least(graph.nodes, kUnreached);
  for (const Seed& seed : sources) {
    least[seed.node.value] = std::min(least[seed.node.value], seed.cost);
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const auto& [from, to, cost] : graph.arcs) {
      if (least[from] == kUnreached || least[from] + cost >= least[to]) continue;
      least[to] = least[from] + cost;
      has_changed = true;
    }
  }
  return least;
}

inline Distance obvious_cost(const WrittenGraph& graph, const SearchTask& task) {
  const auto least = obvious_costs(graph, task.sources);
  Distance best = task.direct;
  for (const Seed& goal : task.goals) {
    if (least[goal.node.value] == kUnreached) continue;
    best = std::min(best, least[goal.node.value] + goal.cost);
  }
  return best;
}

}  // namespace thalweg
