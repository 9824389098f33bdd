// NaturalTree: a Partition with what the descending planner knows of it: each cell's children,
// their neighbours inside the cell, what it costs to go over to them, and where the borders are
// crossed (natural-hierarchy thesis, chapter 3).
//
//   thesis                here        meaning
//   low mesh, high mesh   piece       a node, a cell
//   top mesh              top         a piece in no cell
//   global mesh           none        CellId none: the cell that holds the tops
//   neighbour record      Neighbour   from a piece to another in the same cell
//   joint                 Joint       an arc of the graph that crosses from one piece to the other
//
// The thesis gives every mesh a record for each neighbour at the highest level, and every record
// its joints, again on each layer. Here an arc is the joint of one record only: the one between the
// two children of the smallest cell that holds both its ends. A deeper piece finds its joints
// there, because joints lie in the order of the tree. Memory is linear in arcs, whatever the depth.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "thalweg/graph/ground.hpp"
#include "thalweg/partition/partition.hpp"
#include "thalweg/partition/rest.hpp"

namespace thalweg {

// What trees are built from: a ground, and what its arcs would cost if all of it were easy and
// open: plain distances in space, heights included. Cheap to copy.
class NaturalGround {
 public:
  // Prices the graph a second time: the metric's own rule for distances, without its multipliers;
  // heights count as any other distance.
  // A quantum of 0 is chosen by `price`. Refused with a sentence: a quantum that the dearest arc
  // does not fit into. O(arcs).
  static Result<NaturalGround> of(Ground ground, double unweighted_quantum = 0);

  const Ground& priced() const { return ground_; }
  const World& world() const { return ground_.world(); }
  const Graph& graph() const { return ground_.graph(); }
  const Metric& metric() const { return ground_.metric(); }
  const Metric& unweighted() const { return *unweighted_; }

 private:
  NaturalGround(Ground ground, Metric unweighted)
      : ground_(std::move(ground)),
        unweighted_(std::make_shared<const Metric>(std::move(unweighted))) {}

  Ground ground_;
  std::shared_ptr<const Metric> unweighted_;
};

// What a tree is made of.
struct NaturalTreeParts {
  // An arc from a piece into another.
  struct Joint {
    std::uint32_t offset = 0;  // of the arc's start among the piece's nodes, in tree order
    ArcId arc;
    bool operator==(const Joint&) const = default;
  };

  // From a piece to another one of the same cell.
  struct Neighbour {
    std::uint32_t child_index = 0;  // of the other piece, in the cell
    std::uint32_t first_joint = 0;
    std::uint32_t joint_count = 0;
    std::uint32_t pad = 0;
    Distances distances;  // to enter it and move inside it
    bool operator==(const Neighbour&) const = default;
  };

  struct Child {
    PieceId piece;
    std::uint32_t offset = 0;  // of its first node among the cell's nodes, in tree order
    std::uint32_t first_neighbour = 0;
    std::uint32_t neighbour_count = 0;
    Distances rest;  // from it to the rest of the cell; 0 where nothing leads into the cell by it
    std::array<float, 3> low{};  // its extremes, local coordinates
    std::array<float, 3> high{};
    bool operator==(const Child&) const = default;
  };

  // A cell's children. A cell without any was dissolved by an update.
  struct Block {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t size = 0;  // nodes
  };
};

template <class T>
using GrowingColumn = std::vector<T>;

// A tree whose arrays are kept in `Column`s: NaturalTree below for the finished value, whose copies
// share their arrays, and GrowingTree for those who build and change trees.
template <template <class> class Column>
class BasicNaturalTree : public NaturalTreeParts {
 public:
  BasicNaturalTree() = default;
  // A tree of the other form. Arrays are moved; those that other trees share are copied.
  template <template <class> class Other>
  explicit BasicNaturalTree(BasicNaturalTree<Other> other);

  std::uint32_t node_count() const { return node_count_; }
  std::uint32_t piece_count() const { return static_cast<std::uint32_t>(parents_.size()); }
  bool is_node(PieceId piece) const { return piece.value < node_count_; }
  PieceId piece(NodeId node) const { return PieceId(node.value); }
  PieceId piece(CellId cell) const { return PieceId(node_count_ + cell.value); }
  CellId cell(PieceId piece) const { return CellId(piece.value - node_count_); }

  // The cell that holds `piece`; none: it is a top. And its index among that cell's children.
  CellId parent(PieceId piece) const { return parents_[piece.value]; }
  std::uint32_t child_index(PieceId piece) const { return child_indices_[piece.value]; }
  // In order of piece. None: the tops.
  std::span<const Child> children(CellId cell) const {
    const Block& block = this->block(cell);
    return {children_.data() + block.first, block.count};
  }
  const Child& child(PieceId piece) const { return children(parent(piece))[child_index(piece)]; }
  // In order of child index.
  std::span<const Neighbour> neighbours(const Child& child) const {
    return {neighbours_.data() + child.first_neighbour, child.neighbour_count};
  }
  // By its number among all records.
  const Neighbour& neighbour(std::uint32_t record) const { return neighbours_[record]; }
  // In order of offset, then arc.
  std::span<const Joint> joints(const Neighbour& neighbour) const {
    return {joints_.data() + neighbour.first_joint, neighbour.joint_count};
  }
  // Nodes in a piece.
  std::uint32_t size(PieceId piece) const {
    return is_node(piece) ? 1 : blocks_[cell(piece).value].size;
  }

  // A child's box.
  static Box3 extent(const Child& c) {
    return {{c.low[0], c.low[1], c.low[2]}, {c.high[0], c.high[1], c.high[2]}};
  }
  // A corner of a child's extremes.
  static std::array<float, 3> as_floats(Vec3 p) {
    return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
  }

  std::uint32_t top_count() const { return global_.count; }
  RestRule rule() const { return rule_; }
  // Of the metric that the distances are of.
  std::uint64_t metric_fingerprint() const { return metric_; }
  std::uint64_t graph_fingerprint() const { return graph_; }
  // The tree alone; cells that updates left empty are left out, and the others numbered again.
  Partition partition() const;
  std::size_t bytes() const;

 private:
  friend class NaturalMerger;
  friend class NaturalAssembler;
  friend class NaturalUpdate;
  template <template <class> class Other>
  friend class BasicNaturalTree;

  // Forgets the tops' children, records and joints, which lie last in the arrays.
  void drop_tops();
  // [piece]  1 for those with a node that an impassable arc leaves or leads to. They count as
  // entered whatever leads into them, so that a cell keeps its rests when such an arc opens.
  std::vector<std::uint8_t> closed_pieces(const NaturalGround& ground) const;
  const Block& block(CellId cell) const { return cell.is_none() ? global_ : blocks_[cell.value]; }

  std::uint32_t node_count_ = 0;
  std::uint64_t graph_ = 0;
  std::uint64_t metric_ = 0;
  RestRule rule_ = RestRule::average;
  Column<CellId> parents_;               // [piece]
  Column<std::uint32_t> child_indices_;  // [piece]
  Column<Block> blocks_;                 // [cell]
  Block global_;                         // the tops
  Column<Child> children_;               // grouped by cell
  Column<Neighbour> neighbours_;         // grouped by child
  Column<Joint> joints_;                 // grouped by neighbour
};

using NaturalTree = BasicNaturalTree<Array>;
using GrowingTree = BasicNaturalTree<GrowingColumn>;

// The tree of any partition, with all distances recomputed from the joints upward (thesis 6.2.3).
// Requires: the partition is of the ground's graph, and every cell strongly connected inside.
NaturalTree assemble(const NaturalGround& ground, const Partition& partition,
                     RestRule rule = RestRule::average);

// The rest of each piece of a tree, in the order of the pieces of its partition. Finding them is
// most of the work of assemble.
Array<Distances> rests_of(const NaturalTree& tree);

// The same as assemble, with the rests that rests_of gave for a tree of the same ground, partition
// and rule. Requires: one for each piece. Wrong ones make a tree that gives more expensive routes.
NaturalTree assemble(const NaturalGround& ground, const Partition& partition, RestRule rule,
                     std::span<const Distances> rests);

// The first law `tree` breaks, or nothing: it is what assemble makes of its own partition, and that
// partition keeps its laws. Slow.
std::optional<std::string> broken_law(const NaturalTree& tree, const NaturalGround& ground);

}  // namespace thalweg
