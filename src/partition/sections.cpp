#include "thalweg/partition/sections.hpp"

#include <utility>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "partition/cell_arc.hpp"
#include "partition/section_lattice.hpp"

namespace thalweg {
namespace {

std::int32_t floor_divided(std::int32_t a, std::uint32_t factor) {
  const auto by = static_cast<std::int32_t>(factor);
  return a / by - (a % by < 0 ? 1 : 0);
}

// The section of the level above.
SectionIndex above(SectionIndex at, std::uint32_t factor) {
  return {floor_divided(at.column, factor), floor_divided(at.row, factor)};
}

// The passable arcs between cells, numbered within their level.
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

// The cells of the level above those in `sections`: strong parts of cells in one section of it.
StrongParts grouped(const std::vector<SectionIndex>& sections, const std::vector<CellArc>& arcs) {
  const auto row = [&](std::size_t i) { return arcs[i].from.value; };
  const auto item = [&](std::size_t i) { return arcs[i].to.value; };
  const auto next_of = group_by_row<CellId, std::uint32_t>(sections.size(), arcs.size(), row, item);
  const auto slots = [&](std::uint32_t cell) {
    return SlotRange{next_of.first(CellId(cell)), next_of.last(CellId(cell))};
  };
  const auto next = [&](std::uint32_t cell, std::uint32_t slot) {
    const std::uint32_t to = next_of.items()[slot];
    return sections[to] == sections[cell] ? to : kNoItem;
  };
  return strong_parts(static_cast<std::uint32_t>(sections.size()), slots, next);
}

// Builds level upon level.
class Stack {
 public:
  Stack(const Ground& ground, const LowCells& low)
      : arcs_(arcs_between(ground, low.home)), parents_(low.rooms.size()) {
    for (const RoomKey room : low.rooms) sections_.push_back(index_of(room));
    top_ = sections_;
  }

  std::size_t size() const { return parents_.size(); }

  void add_level(std::uint32_t factor) {
    for (SectionIndex& section : top_) section = above(section, factor);
    const StrongParts parts = grouped(top_, arcs_);
    const std::size_t first_of_top = parents_.size() - top_.size();
    std::vector<SectionIndex> next_top(parts.count);
    for (std::size_t i = 0; i < top_.size(); ++i) {
      parents_[first_of_top + i] =
          CellId(static_cast<std::uint32_t>(first_of_top + top_.size()) + parts.of[i]);
      next_top[parts.of[i]] = top_[i];
    }
    top_ = std::move(next_top);
    sections_.insert(sections_.end(), top_.begin(), top_.end());
    parents_.resize(sections_.size());
    for (CellArc& arc : arcs_) {
      arc = {CellId(parts.of[arc.from.value]), CellId(parts.of[arc.to.value])};
    }
    std::erase_if(arcs_, [](CellArc arc) { return arc.from == arc.to; });
  }

  std::vector<CellId> take_parents() { return std::move(parents_); }
  std::vector<SectionIndex> take_sections() { return std::move(sections_); }

 private:
  std::vector<CellArc> arcs_;           // between cells of the top level
  std::vector<CellId> parents_;         // [cell]
  std::vector<SectionIndex> sections_;  // [cell]
  std::vector<SectionIndex> top_;       // [cell of the top level]
};

}  // namespace

Result<void> check_sections(const Ground& ground, const SectionOptions& options) {
  if (!(options.size > 0 && options.size <= kLargestSection)) {
    return Error{"sections need a size above 0 and up to 1,000,000,000,000 metres"};
  }
  if (options.levels < 1 || options.levels > 16) return Error{"sections have 1 to 16 levels"};
  if (options.factor < 2 || options.factor > 1024) {
    return Error{"sections of the level above are 2 to 1024 times as wide"};
  }
  return check_pricing(ground);
}

Error too_small_sections() { return {"the sections are too small to be counted"}; }

Result<Cells> stacked_sections(const Ground& ground, const Seats& seats,
                               const SectionOptions& options) {
  LowCells low = low_cells(ground, seats);
  Stack stack(ground, low);
  for (std::uint32_t level = 2; level <= options.levels; ++level) {
    if (stack.size() >= CellId::kNone / 2) return Error{"there are too many cells for their ids"};
    stack.add_level(options.factor);
  }
  TRY(auto partition,
      Partition::from(ground.graph().fingerprint(), std::move(low.home), stack.take_parents()));
  return Cells{std::move(partition), std::move(low.extents), stack.take_sections()};
}

Result<Cells> sections(const Ground& ground, const SectionOptions& options) try {
  TRY_DO(check_sections(ground, options));
  const SectionLattice lattice(options.size);
  std::vector<std::uint32_t> offsets = {0};
  std::vector<RoomKey> rooms;
  for (const NodeId node : ground.graph().nodes()) {
    if (!ground.metric().islands().of[node].is_none()) {
      const Vec2 at = ground.graph().position(node).xy();
      if (!lattice.can_count(at)) return too_small_sections();
      rooms.push_back(room_of(lattice.index(at)));
    }
    offsets.push_back(static_cast<std::uint32_t>(rooms.size()));
  }
  return stacked_sections(ground, {{std::move(offsets), std::move(rooms)}, {}}, options);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
