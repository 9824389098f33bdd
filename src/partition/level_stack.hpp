// LevelStack: levels of cells over those of height 1, each grouped by labels and split into its
// strong parts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "partition/cell_arc.hpp"
#include "partition/memberships.hpp"
#include "partition/strong_parts.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

class LevelStack {
 public:
  // `home`: [node] its cell of height 1, of which there are `count`. O(arcs).
  LevelStack(const Ground& ground, const std::vector<CellId>& home, std::size_t count);

  // All cells so far; those of the highest level, which come last.
  std::size_t size() const { return parents_.size(); }
  std::size_t top_count() const { return top_count_; }

  // Adds a level. Cells of the top level that share a label and reach each other by arcs between
  // such cells become one. Returns which one, by number within the new level.
  // Requires: a label for each cell of the top level. O(arcs between cells of the top level).
  StrongParts add_level(std::span<const std::uint64_t> labels);

  std::vector<CellId> take_parents() { return std::move(parents_); }

 private:
  std::vector<CellArc> arcs_;    // between cells of the top level
  std::vector<CellId> parents_;  // [cell]
  std::size_t top_count_ = 0;
};

// The cells of height 1 and all levels above them. Refused as Partition::from.
Result<Cells> cells_of(const Ground& ground, LowCells low, LevelStack stack);

}  // namespace thalweg
