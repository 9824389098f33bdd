// Frame: a hierarchy's gates and steps without its crossings; and how it is filled with them.
#pragma once

#include <vector>

#include "hierarchy/gates.hpp"
#include "thalweg/hierarchy/build.hpp"

namespace thalweg {

inline constexpr std::uint64_t kMostCrossings = std::uint64_t{1} << 31;

// Gates of all levels and steps; every crossing kUnreached, no routes. Refused as build_hierarchy.
Result<HierarchyArrays> frame_of(const Ground& ground, const Cells& cells,
                                 const HierarchyOptions& options, const GateScope& scope = {});

// True when arcs between any two nodes cost the same in both directions. O(arcs x degree) of nodes
// in scope.
bool is_symmetric(const Ground& ground, const GateScope& scope = {});

// Cells whose crossings are those of another hierarchy.
struct KeptCells {
  const Hierarchy* old = nullptr;
  std::vector<CellId> from;  // [cell]  its cell there; none: crossed again. Empty: all of them
};

// Finds the crossings level by level, but for those that are kept. Refused with a sentence: more
// nodes on routes than can be counted.
Result<Hierarchy> fill(const Ground& ground, HierarchyArrays frame, const KeptCells& kept,
                       const HierarchyOptions& options);

}  // namespace thalweg
