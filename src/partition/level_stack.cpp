// Strongly connected components among cells that share a label become the next level. Arcs inside
// new cells are dropped, so that each level works on a smaller list.
#include "partition/level_stack.hpp"

#include "core/try.hpp"
#include "thalweg/core/csr.hpp"

namespace thalweg {
namespace {

// The passable arcs between cells.
std::vector<CellArc> arcs_between(const Ground& ground, const std::vector<CellId>& home) {
  std::vector<CellArc> arcs;
  for (const NodeId node : ground.graph().nodes()) {
    const CellId from = home[node.value];
    for (const ArcId arc : ground.graph().arcs(node)) {
      const CellId to = home[ground.graph().target(arc).value];
      if (from.is_none() || to.is_none() || from == to) continue;
      if (ground.metric().is_passable(arc)) arcs.push_back({from, to});
    }
  }
  return arcs;
}

// The strong parts of cells that share a label.
StrongParts grouped(std::span<const std::uint64_t> labels, const std::vector<CellArc>& arcs) {
  const auto row = [&](std::size_t i) { return arcs[i].from.value; };
  const auto item = [&](std::size_t i) { return arcs[i].to.value; };
  const auto next_of = group_by_row<CellId, std::uint32_t>(labels.size(), arcs.size(), row, item);
  const auto slots = [&](std::uint32_t cell) {
    return SlotRange{next_of.first(CellId(cell)), next_of.last(CellId(cell))};
  };
  const auto next = [&](std::uint32_t cell, std::uint32_t slot) {
    const std::uint32_t to = next_of.items()[slot];
    return labels[to] == labels[cell] ? to : kNoItem;
  };
  return strong_parts(static_cast<std::uint32_t>(labels.size()), slots, next);
}

}  // namespace

LevelStack::LevelStack(const Ground& ground, const std::vector<CellId>& home, std::size_t count)
    : arcs_(arcs_between(ground, home)), parents_(count), top_count_(count) {}

StrongParts LevelStack::add_level(std::span<const std::uint64_t> labels) {
  StrongParts parts = grouped(labels, arcs_);
  const std::size_t first_of_top = parents_.size() - top_count_;
  const auto first_new = static_cast<std::uint32_t>(parents_.size());
  for (std::size_t i = 0; i < top_count_; ++i) {
    parents_[first_of_top + i] = CellId(first_new + parts.of[i]);
  }
  top_count_ = parts.count;
  parents_.resize(parents_.size() + top_count_);
  for (CellArc& arc : arcs_) {
    arc = {CellId(parts.of[arc.from.value]), CellId(parts.of[arc.to.value])};
  }
  std::erase_if(arcs_, [](CellArc arc) { return arc.from == arc.to; });
  return parts;
}

Result<Cells> cells_of(const Ground& ground, LowCells low, LevelStack stack) {
  TRY(auto partition,
      Partition::from(ground.graph().fingerprint(), std::move(low.home), stack.take_parents()));
  return Cells{std::move(partition), std::move(low.extents), {}};
}

}  // namespace thalweg
