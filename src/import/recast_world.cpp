// recast_world: from triangles to a world, tile by tile.
#include <mutex>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "import/recast_tiles.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/import/merge.hpp"

namespace thalweg {
namespace {

Result<RecastTile> whole_tile(const RecastPlan& plan, RecastTileId tile) {
  RecastTile out;
  TRY(const auto slabs, slabs_of(plan, tile));
  for (const RecastSlab& slab : slabs) {
    TRY(out, recast_tile(plan, tile, slab, std::move(out)));
  }
  return out;
}

// All tiles, by row. Tiles are independent, so the thread count changes nothing.
Result<std::vector<RecastTile>> all_tiles(const RecastPlan& plan, const Progress& progress) {
  const std::size_t count = plan.triangles.row_count();
  std::vector<RecastTile> tiles(count);
  std::vector<std::string> errors(count);
  std::mutex reporting;
  std::size_t done = 0;
  parallel_for(count, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      auto tile = whole_tile(plan, RecastTileId(static_cast<std::uint32_t>(i)));
      if (tile) {
        tiles[i] = std::move(tile).value();
      } else {
        errors[i] = tile.error();
      }
      const std::scoped_lock lock(reporting);
      report(progress, "building tiles", static_cast<double>(++done) / static_cast<double>(count));
    }
  });
  for (std::string& error : errors) {
    if (!error.empty()) return Error{std::move(error)};
  }
  return tiles;
}

// Sets the areas: the group's by name, or plain ground.
Result<void> name_areas(const TriangleSoup& soup, const std::vector<std::uint8_t>& area,
                        AreaNames& names, MeshSoup& mesh) {
  TRY(const auto areas, areas_of_groups(soup, names));
  for (const std::uint8_t a : area) mesh.face_area.push_back(areas[a - 1u]);
  return {};
}

std::vector<std::string> notes_of(const std::vector<RecastTile>& tiles, const RecastFaces& faces) {
  std::vector<std::string> notes;
  std::string first;
  std::size_t warnings = 0;
  std::size_t dropped = faces.dropped;
  for (const RecastTile& tile : tiles) {
    if (warnings == 0 && !tile.warnings.empty()) first = tile.warnings.front();
    warnings += tile.warnings.size();
    dropped += tile.dropped;
  }
  if (warnings != 0) {
    notes.push_back("Recast warns: " + first +
                    (warnings == 1 ? "" : " (and " + std::to_string(warnings - 1) + " more)"));
  }
  if (dropped != 0) notes.push_back(std::to_string(dropped) + " polygons had no area");
  return notes;
}

}  // namespace

RecastOptions RecastOptions::quake() {
  RecastOptions o;
  o.cell_size = 4;
  o.cell_height = 2;
  o.agent_height = 56;
  o.agent_radius = 15;
  o.max_climb = 18;
  o.max_slope = 45.573;  // whose cosine is 0.7
  o.edge_max_length = 160;
  return o;
}

Result<ImportedWorld> recast_world(const TriangleSoup& soup, const RecastOptions& options,
                                   const Progress& progress) try {
  TRY_DO(check(soup));
  const bool has_groups = options.groups_as_areas && !soup.group.empty();
  if (has_groups && soup.group_names.size() >= kRecastGround) {
    return Error{"there are " + std::to_string(soup.group_names.size()) +
                 " groups, more than Recast's 62 areas"};
  }
  TRY(const RecastPlan plan, plan_tiles(soup, options));
  TRY(const auto tiles, all_tiles(plan, progress));
  report(progress, "joining tiles", 0);
  RecastFaces faces = ground_faces(drop_islands(join_tiles(tiles, plan), options), options);
  if (faces.area.empty()) {
    return Error{"no ground is level, wide and high enough for this agent"};
  }
  ImportedWorld out;
  out.notes = notes_of(tiles, faces);
  out.parts.origin = plan.origin;
  if (has_groups) {
    TRY_DO(name_areas(soup, faces.area, out.parts.areas, faces.soup));
  }
  TRY(const auto built, build_mesh(std::move(faces.soup)));
  TRY(out.parts.mesh,
      merge_convex(built.mesh, {.max_corners = static_cast<std::uint32_t>(options.max_sides),
                                .height_tolerance = level_tolerance(options)}));
  return out;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
