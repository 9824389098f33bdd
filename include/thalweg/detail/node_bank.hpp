// Node banks: what a search knows of each node (Rabin's node bank and master node list in one).
//
// Two kinds with one interface. NodeBank has a slot for every node of the graph: the fastest, with
// 32 bytes a node in two halves, of which most accesses need only the first. HashedNodeBank holds
// only the nodes that a search reaches, for huge worlds with small searches; it grows as needed. A
// node has a *slot* in its bank; open lists name slots. Both are reset in O(1) by a stamp and
// allocate nothing once warm.
//
// `Node` and `Arc` are the ids of the graph that is searched, 4 bytes each: NodeId and ArcId unless
// a view names others, as gates and crossings.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/core/ids.hpp"
#include "thalweg/detail/huge_pages.hpp"

namespace thalweg {

// The half that every access to a node needs: 16 bytes, so that four share a cache line.
struct ReachedNode {
  Distance g = kUnreached;    // the least cost found so far
  std::uint32_t open_at = 0;  // index in the open list, or kNotOpen
  std::uint32_t stamp = 0;
};

// The half that a better route to the node changes: 16 bytes as well.
template <class Node, class Arc>
struct TraceOf {
  Distance h = 0;  // the heuristic, computed once
  Node parent;     // none: a source
  Arc arc;         // from the parent
};

// Both, for those who read a search's result.
template <class Node, class Arc>
struct SearchNodeOf {
  Distance g = kUnreached;
  Distance h = 0;
  Node parent;
  Arc arc;
};
using SearchNode = SearchNodeOf<NodeId, ArcId>;

inline constexpr std::uint32_t kNotOpen = 0xFFFFFFFFu;
inline constexpr std::uint32_t kNoSlot = 0xFFFFFFFFu;

template <class NodeType, class ArcType>
class NodeBankOf {
 public:
  using Node = NodeType;
  using Arc = ArcType;
  using Trace = TraceOf<Node, Arc>;
  static_assert(sizeof(Trace) == 16);

  static constexpr bool kSlotIsId = true;

  // Forgets all nodes; room for `count` of them. Allocates only when `count` has grown.
  void reset(std::size_t count) {
    if (nodes_.size() < count) {
      traces_.resize(count);
      nodes_.resize(count);  // last: its size says that both are there
    }
    if (++stamp_ != 0) return;
    for (ReachedNode& node : nodes_) node.stamp = 0;
    stamp_ = 1;
  }

  // The slot of a reached node, or kNoSlot.
  std::uint32_t slot(Node node) const { return is_reached(node) ? node.value : kNoSlot; }
  ReachedNode& at(std::uint32_t slot) { return nodes_[slot]; }
  const ReachedNode& at(std::uint32_t slot) const { return nodes_[slot]; }
  Trace& trace(std::uint32_t slot) { return traces_[slot]; }

  bool is_reached(Node node) const { return nodes_[node.value].stamp == stamp_; }
  // True when the node was expanded and nothing better has been found since.
  bool is_settled(Node node) const {
    return is_reached(node) && nodes_[node.value].open_at == kNotOpen;
  }
  // Requires: is_reached(node).
  SearchNodeOf<Node, Arc> operator[](Node node) const {
    const Trace& trace = traces_[node.value];
    return {nodes_[node.value].g, trace.h, trace.parent, trace.arc};
  }

  // Marks `node` as reached and gives its slot; what is known of it is for the caller to fill in.
  // Requires: !is_reached(node).
  std::uint32_t reach(Node node) {
    nodes_[node.value].stamp = stamp_;
    return node.value;
  }
  std::size_t bytes() const {
    return nodes_.capacity() * sizeof(ReachedNode) + traces_.capacity() * sizeof(Trace);
  }

 private:
  std::vector<ReachedNode, HugePageAllocator<ReachedNode>> nodes_;  // [node]
  std::vector<Trace, HugePageAllocator<Trace>> traces_;             // [node]
  std::uint32_t stamp_ = 0;
};
using NodeBank = NodeBankOf<NodeId, ArcId>;

template <class NodeType, class ArcType>
class HashedNodeBankOf {
 public:
  using Node = NodeType;
  using Arc = ArcType;
  using Trace = TraceOf<Node, Arc>;
  static constexpr bool kSlotIsId = false;

  // Forgets all nodes. O(1), however many the graph has.
  void reset(std::size_t /*count*/) {
    nodes_.clear();
    traces_.clear();
    ids_.clear();
    if (table_.empty()) table_.resize(kFirstSize);
    if (++stamp_ != 0) return;
    for (Entry& entry : table_) entry.stamp = 0;
    stamp_ = 1;
  }

  [[gnu::always_inline]] std::uint32_t slot(Node node) const {
    for (std::size_t i = home(node);; i = (i + 1) & (table_.size() - 1)) {
      if (table_[i].stamp != stamp_) return kNoSlot;
      if (ids_[table_[i].slot] == node) return table_[i].slot;
    }
  }
  ReachedNode& at(std::uint32_t slot) { return nodes_[slot]; }
  const ReachedNode& at(std::uint32_t slot) const { return nodes_[slot]; }
  Trace& trace(std::uint32_t slot) { return traces_[slot]; }

  bool is_reached(Node node) const { return slot(node) != kNoSlot; }
  bool is_settled(Node node) const {
    const std::uint32_t s = slot(node);
    return s != kNoSlot && nodes_[s].open_at == kNotOpen;
  }
  // Requires: is_reached(node).
  SearchNodeOf<Node, Arc> operator[](Node node) const {
    const std::uint32_t s = slot(node);
    return {nodes_[s].g, traces_[s].h, traces_[s].parent, traces_[s].arc};
  }

  std::uint32_t reach(Node node) {
    if ((ids_.size() + 1) * 2 > table_.size()) grow();
    const std::uint32_t fresh = static_cast<std::uint32_t>(ids_.size());
    ids_.push_back(node);
    nodes_.emplace_back();
    traces_.emplace_back();
    put(fresh);
    return fresh;
  }
  std::size_t bytes() const {
    return nodes_.capacity() * sizeof(ReachedNode) + traces_.capacity() * sizeof(Trace) +
           ids_.capacity() * sizeof(Node) + table_.capacity() * sizeof(Entry);
  }

 private:
  struct Entry {
    std::uint32_t slot = 0;
    std::uint32_t stamp = 0;
  };
  static constexpr std::size_t kFirstSize = 1024;  // a power of two, as every size after it

  std::size_t home(Node node) const { return mix64(node.value) & (table_.size() - 1); }
  void put(std::uint32_t slot) {
    std::size_t i = home(ids_[slot]);
    while (table_[i].stamp == stamp_) i = (i + 1) & (table_.size() - 1);
    table_[i] = {slot, stamp_};
  }
  void grow() {
    const std::size_t size = table_.size() * 2;
    table_.clear();
    table_.resize(size);
    stamp_ = 1;
    for (std::uint32_t s = 0; s < ids_.size(); ++s) put(s);
  }

  std::vector<ReachedNode> nodes_;  // [slot]
  std::vector<Trace> traces_;       // [slot]
  std::vector<Node> ids_;           // [slot]
  std::vector<Entry> table_;        // open addressing, at most half full
  std::uint32_t stamp_ = 0;
};
using HashedNodeBank = HashedNodeBankOf<NodeId, ArcId>;

}  // namespace thalweg
