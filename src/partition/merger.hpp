// NaturalMerger: the tops of a tree as a graph that shrinks, step by step.
//
// Two tops that arcs join share one edge, which knows both directions. When tops become a cell, the
// edges between them become its records, and those to the same outside top become one. Only tops
// with a changed neighbourhood are looked at again.
#pragma once

#include <vector>

#include "thalweg/graph/metric_bound.hpp"
#include "thalweg/partition/natural.hpp"

namespace thalweg {

class NaturalMerger {
 public:
  // Requires: the tops' children, neighbours and joints lie last in the tree's arrays.
  NaturalMerger(const NaturalGround& ground, NaturalTree tree, const MergeOptions& options);

  // Merges once; how many cells that made. 0: nothing can be merged any more.
  std::uint32_t step();
  std::uint32_t top_count() const { return top_count_; }
  NaturalTree take();

 private:
  static constexpr std::uint32_t kEnd = 0xFFFFFFFFu;

  // Side s leads from ends[s] to ends[1 - s].
  struct Edge {
    PieceId ends[2];
    std::uint32_t next[2] = {kEnd, kEnd};  // the next edge at each end
    Distances distances[2];
    std::uint32_t first_arc[2] = {kEnd, kEnd};  // the joints, as a list
    std::uint32_t last_arc[2] = {kEnd, kEnd};
    std::uint64_t key = kUnreached;  // how near the tops are, see key_of; kUnreached: one-way
    bool is_dead = false;            // has become part of another edge
  };
  // Tops that become one cell.
  struct Group {
    std::size_t first = 0;  // in members_
    std::size_t count = 0;
  };
  // A record in the making.
  struct Record {
    std::uint32_t from = 0;  // child indices
    std::uint32_t to = 0;
    Distances distances;
    std::uint32_t first_arc = kEnd;
  };

  void reserve();
  void load_edges();
  void add_joints(Edge& edge, int side, const NaturalTree::Neighbour& neighbour);
  void hang(std::uint32_t edge, int side);
  std::uint64_t key_of(const Edge& edge) const;
  // Calls use(edge number, side of `top`); drops the dead edges that it meets.
  template <class Use>
  void for_each_edge(PieceId top, const Use& use);

  void mark_dirty(PieceId top);
  void pick(PieceId top);
  template <class Use>
  void for_each_match(PieceId top, const Use& use);
  void collect(PieceId seed);
  void group_matches();
  void group_capped();
  void add_groups(std::span<const std::uint32_t> root_of);
  void grow(PieceId seed, std::uint32_t most);
  void make_cell(std::span<const PieceId> members);
  void sort_edges(CellId cell, std::span<const PieceId> members);
  std::span<const Distances> find_rests(CellId cell, std::span<const PieceId> members);
  void hand_over(CellId cell, std::span<const Distances> rests);
  void join(Edge& kept, int kept_side, Edge& edge, int side);
  NaturalTree::Block put_block(std::span<const PieceId> members, std::span<const Distances> rests);
  NaturalTree::Child new_child(PieceId piece) const;
  void put_records(NaturalTree::Child& child, std::span<const Record> records);
  std::uint32_t offset_in_top(PieceId piece);

  GrowingTree tree_;
  MetricBound span_;
  std::uint32_t tie_bits_;
  std::uint32_t most_children_;
  std::uint32_t base_;  // of capped growth; 0: growth as in the thesis
  bool by_cost_;        // capped growth in the order of costs
  std::uint32_t top_count_ = 0;
  std::uint32_t step_ = 0;
  std::uint32_t round_ = 0;        // of collecting
  std::uint32_t first_round_ = 0;  // of this step

  std::vector<Edge> edges_;
  std::vector<std::uint32_t> two_way_;   // capped growth: edges between tops that lead both ways
  std::vector<NodeId> sources_;          // [arc]
  std::vector<std::uint32_t> next_arc_;  // [arc]    in its edge's list

  std::vector<std::uint32_t> first_edge_;  // [piece]
  std::vector<std::uint64_t> best_;        // [piece]  the least key of its edges
  std::vector<std::uint32_t> kept_;        // [piece]  the edge to the cell being made
  std::vector<PieceId> kept_for_;          // [piece]  which cell that is
  std::vector<std::uint32_t> grouped_;     // [piece]  the round in which it was last collected
  std::vector<std::uint32_t> dirty_at_;    // [piece]  the step in which it was last made dirty
  std::vector<std::uint8_t> is_closed_;    // [piece]  see NaturalTree::closed_pieces
  std::vector<PieceId> up_;                // [piece]  a piece that holds it; none: a top
  std::vector<std::uint32_t> up_offset_;   // [piece]  its offset there

  std::vector<PieceId> dirty_;
  std::vector<PieceId> matches_;  // scratch
  std::vector<PieceId> members_;  // of all groups of a step, one after another
  std::vector<Group> groups_;
  std::vector<Record> records_;  // scratch
  // An edge that leaves the cell being made.
  struct Outside {
    std::uint32_t edge;
    int side;  // of the member it leaves
  };
  std::vector<Outside> outside_;          // scratch
  std::vector<std::uint32_t> offsets_;    // scratch
  std::vector<ChildArc> child_arcs_;      // scratch
  std::vector<std::uint8_t> is_entered_;  // scratch
  RestFinder finder_;
};

}  // namespace thalweg
