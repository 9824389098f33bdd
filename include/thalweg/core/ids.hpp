// Strong ids: four bytes each, one type per kind of thing, so that a face is never taken for a
// node.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <compare>
#include <cstdint>
#include <string>

namespace thalweg {

// An index into the arrays of one kind of thing, printed with its letter. Default: none.
template <class Tag, char kLetter>
struct Id {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::uint32_t value = kNone;

  constexpr Id() = default;
  explicit constexpr Id(std::uint32_t index) : value(index) {}

  constexpr bool is_none() const { return value == kNone; }
  constexpr auto operator<=>(const Id&) const = default;
};

using VertexId = Id<struct VertexTag, 'v'>;  // a corner of the mesh
using EdgeId = Id<struct EdgeTag, 'e'>;      // a half-edge: one side of a portal, or a wall
using FaceId = Id<struct FaceTag, 'f'>;      // a convex polygon of the mesh
using SquareId = Id<struct SquareTag, 's'>;  // a square of a grid, not of a partition
using LinkId = Id<struct LinkTag, 'l'>;      // a jump, ladder or teleport
using NodeId = Id<struct NodeTag, 'n'>;      // a vertex of a graph
using ArcId = Id<struct ArcTag, 'a'>;        // a directed edge from one node to another
using IslandId = Id<struct IslandTag, 'i'>;  // a set of nodes that no passable arc leaves

using CellId = Id<struct CellTag, 'c'>;    // a group of nodes, and of smaller cells, in a partition
using PieceId = Id<struct PieceTag, 'p'>;  // a node or a cell: nodes first, then cells
using GateId = Id<struct GateTag, 'g'>;    // a node by which routes enter and leave cells
using ChildId = Id<struct ChildTag, 'k'>;  // a child of a cell, by its child index
using RecordId = Id<struct RecordTag, 'r'>;  // what is known of one child and one of its neighbours

// "f12"; "f-" for none.
template <class Tag, char kLetter>
std::string to_string(Id<Tag, kLetter> id) {
  return kLetter + (id.is_none() ? std::string("-") : std::to_string(id.value));
}

// The ids 0, 1, ... count - 1, for range-for.
template <class IdType>
class IdRange {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint32_t at) : at_(at) {}
    constexpr IdType operator*() const { return IdType(at_); }
    constexpr Iterator& operator++() {
      ++at_;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint32_t at_;
  };

  constexpr IdRange(std::uint32_t first, std::uint32_t last) : first_(first), last_(last) {}
  constexpr explicit IdRange(std::size_t count) : last_(static_cast<std::uint32_t>(count)) {}
  constexpr Iterator begin() const { return Iterator(first_); }
  constexpr Iterator end() const { return Iterator(last_); }
  constexpr std::uint32_t size() const { return last_ - first_; }
  constexpr IdType front() const { return IdType(first_); }

 private:
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
};

}  // namespace thalweg
