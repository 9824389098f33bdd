// NodeBank: what a search knows of each node. Reset in O(1) by a stamp; grows with the graph.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/core/ids.hpp"

namespace thalweg {

// 32 bytes, so that two share a cache line.
struct SearchNode {
  Distance g = kUnreached;    // the least cost found so far
  Distance h = 0;             // the heuristic, computed once
  NodeId parent;              // none: a source
  ArcId arc;                  // from the parent
  std::uint32_t open_at = 0;  // place in the open list, or kNotOpen
  std::uint32_t stamp = 0;
};

class NodeBank {
 public:
  static constexpr std::uint32_t kNotOpen = 0xFFFFFFFFu;

  // Forgets all nodes; room for `count` of them. Allocates only when `count` has grown.
  void reset(std::size_t count) {
    if (nodes_.size() < count) nodes_.resize(count);
    if (++stamp_ != 0) return;
    for (SearchNode& node : nodes_) node.stamp = 0;
    stamp_ = 1;
  }

  bool is_reached(NodeId node) const { return nodes_[node.value].stamp == stamp_; }
  // True when the node was expanded and nothing better has been found since.
  bool is_settled(NodeId node) const {
    return is_reached(node) && nodes_[node.value].open_at == kNotOpen;
  }
  // Requires: is_reached(node).
  const SearchNode& operator[](NodeId node) const { return nodes_[node.value]; }
  SearchNode& operator[](NodeId node) { return nodes_[node.value]; }

  // Marks `node` as reached, with nothing known. Requires: !is_reached(node).
  SearchNode& reach(NodeId node) {
    SearchNode& fresh = nodes_[node.value];
    fresh = {};
    fresh.open_at = kNotOpen;
    fresh.stamp = stamp_;
    return fresh;
  }
  std::size_t bytes() const { return nodes_.capacity() * sizeof(SearchNode); }

 private:
  std::vector<SearchNode> nodes_;  // [node]
  std::uint32_t stamp_ = 0;
};

}  // namespace thalweg
