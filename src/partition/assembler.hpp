// NaturalAssembler: a NaturalTree from a Partition, distances and all, from below.
#pragma once

#include "thalweg/graph/span.hpp"
#include "thalweg/partition/natural_tree.hpp"

namespace thalweg {

class NaturalAssembler {
 public:
  NaturalAssembler(const NaturalGround& ground, const Partition& partition, RestRule rule);
  NaturalTree take() { return std::move(tree_); }

 private:
  // An arc at the two pieces of one cell that it joins.
  struct Crossing {
    PieceId from;
    std::uint32_t place;   // of the piece it leads to
    std::uint32_t offset;  // of its start in `from`
    ArcId arc;
  };

  void put_children(const Partition& partition);
  void put_extents();
  void put_joints(const Partition& partition);
  void put_neighbours(std::vector<Crossing> crossings);
  void measure(CellId cell, RestFinder& finder);
  Distances through(ArcId arc, CellId cell) const;

  NaturalGround ground_;
  NaturalTree tree_;
  std::vector<CellId> order_;           // cells bottom up
  std::vector<bool> is_entered_;        // [cell]  an arc crosses its border
  std::vector<std::uint32_t> offsets_;  // scratch
  std::vector<ChildArc> arcs_;
};

}  // namespace thalweg
