// Partitioner: k-way graph partitioning as a function that the caller provides.
//
// The runtime links no partitioning library; thalweg_metis provides metis_kway, and programs that
// link it pass it on. What was built with one is stored complete, so it is needed for building only.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "thalweg/core/result.hpp"

namespace thalweg {

// An undirected graph with weights. Nodes are numbers from 0.
struct WeightedGraph {
  std::vector<std::uint32_t> offsets;     // [node + 1]  rising, from 0
  std::vector<std::uint32_t> neighbours;  // by node: each once, never the node itself; each edge in
                                          // both directions
  std::vector<std::uint32_t> node_weights;  // [node]  empty: 1 each
  std::vector<std::uint32_t> edge_weights;  // [neighbour]  above 0, equal in both directions;
                                            // empty: 1 each

  std::uint32_t size() const {
    return offsets.empty() ? 0 : static_cast<std::uint32_t>(offsets.size() - 1);
  }
};

struct KwayTask {
  const WeightedGraph& graph;  // connected, at least 2 nodes
  std::uint32_t parts = 2;     // 2 to the number of nodes
  std::uint32_t seed = 1;      // equal seeds give equal parts
};

// [node] Its part, a number below `parts`; parts may be empty or not connected.
using Partitioner = std::function<Result<std::vector<std::uint32_t>>(const KwayTask& task)>;

// The error when a build needs a Partitioner and has none.
inline Error no_partitioner() {
  return Error{
      "k-way cells need a partitioner, and this program has none (THALWEG_METIS=OFF): "
      "use a file that holds them, built by one that has"};
}

}  // namespace thalweg
