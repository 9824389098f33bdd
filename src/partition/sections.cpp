// Each node is in the section of its position. The section of a level above is the index
// divided by the factor, rounded down.
#include "thalweg/partition/sections.hpp"

#include <utility>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "partition/level_stack.hpp"
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

Result<Cells> stacked_sections(const Ground& ground, const Memberships& memberships,
                               const SectionOptions& options) {
  LowCells low = low_cells(ground, memberships);
  LevelStack stack(ground, low.home, low.rooms.size());
  std::vector<SectionIndex> all;
  for (const RoomKey room : low.rooms) all.push_back(index_of(room));
  std::vector<RoomKey> top = std::move(low.rooms);
  for (std::uint32_t level = 2; level <= options.levels; ++level) {
    if (stack.size() >= CellId::kNone / 2) return Error{"there are too many cells for their ids"};
    for (RoomKey& room : top) room = room_of(above(index_of(room), options.factor));
    const StrongParts parts = stack.add_level(top);
    std::vector<RoomKey> next(parts.count);
    for (std::size_t i = 0; i < top.size(); ++i) next[parts.of[i]] = top[i];
    top = std::move(next);
    for (const RoomKey room : top) all.push_back(index_of(room));
  }
  TRY(auto partition,
      Partition::from(ground.graph().fingerprint(), std::move(low.home), stack.take_parents()));
  return Cells{std::move(partition), std::move(low.extents), std::move(all)};
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
