// NaturalAssembler: a NaturalTree from a Partition, distances and all, from below.
#pragma once

#include "thalweg/graph/metric_bound.hpp"
#include "thalweg/partition/natural_tree.hpp"

namespace thalweg {

class NaturalAssembler {
 public:
  // Finds the rests where none are given. Requires of `rests`: none, or one for each piece.
  NaturalAssembler(const NaturalGround& ground, const Partition& partition, RestRule rule,
                   std::span<const Distances> rests = {});
  NaturalTree take() { return NaturalTree(std::move(tree_)); }

 private:
  // An arc at the two pieces of one cell that it joins.
  struct Crossing {
    PieceId from;
    std::uint32_t child_index;  // of the piece it leads to
    std::uint32_t offset;       // of its start in `from`
    ArcId arc;
  };

  void put_children(const Partition& partition);
  void put_extents();
  void put_joints(const Partition& partition);
  void put_neighbours(std::vector<Crossing> crossings);
  // What one thread needs to measure cells.
  struct Scratch {
    RestFinder finder;
    std::vector<std::uint32_t> offsets;
    std::vector<ChildArc> arcs;
    std::vector<std::uint8_t> is_entered;
  };
  void measure_all(const Partition& partition);
  void measure(CellId cell, Scratch& scratch);
  void measure_neighbours(CellId cell);
  void take_rests(std::span<const Distances> rests);
  Distances through(ArcId arc, CellId cell) const;

  NaturalGround ground_;
  GrowingTree tree_;
  std::vector<CellId> order_;             // cells bottom up
  std::vector<std::uint8_t> is_entered_;  // [piece]  its cell may be entered by it
};

}  // namespace thalweg
