// Worlds that are edited repeatedly, with hierarchies that are updated.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "laws/cases.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/partition/sections.hpp"
#include "unit/partition/reach.hpp"

namespace thalweg {

// The parts of a world that an edit may change: areas and heights of its squares, or areas of the
// faces and edges of its mesh if it has no grid.
struct Surface {
  std::vector<AreaId> areas;
  std::vector<float> heights;
  std::vector<AreaId> edges;

  explicit Surface(const World& world) {
    for (const SquareId square : world.grid.squares()) {
      areas.push_back(world.grid.area(square));
      heights.push_back(world.grid.ground(square));
    }
    for (const FaceId face : world.mesh.faces()) areas.push_back(world.mesh.area(face));
    for (const EdgeId edge : world.mesh.edges()) edges.push_back(world.mesh.edge_area(edge));
  }
};

inline World with_surface(const World& world, const Surface& surface) {
  WorldParts parts;
  parts.y_axis = world.y_axis;
  parts.links = {world.links.begin(), world.links.end()};
  if (!world.grid.empty()) {
    GridArrays arrays = world.grid.arrays();
    arrays.area = surface.areas;
    arrays.ground = surface.heights;
    parts.grid = Grid::from(std::move(arrays)).value();
  } else {
    MeshArrays arrays = world.mesh.arrays();
    arrays.face_area = surface.areas;
    arrays.edge_area = surface.edges;
    parts.mesh = Mesh::from(std::move(arrays)).value();
  }
  return make_world(std::move(parts)).value();
}

// Squares or faces on which a link ends stay open, because a link needs ground.
inline std::set<std::uint32_t> ends_of_links(const World& world) {
  std::set<std::uint32_t> ends;
  for (const Link& link : world.links) {
    ends.insert({link.from_square.value, link.to_square.value});
    ends.insert({link.from_face.value, link.to_face.value});
  }
  return ends;
}

// Blocks, opens and changes a few squares or faces, some of them adjacent.
inline World edited(const World& world, Random& random) {
  constexpr AreaId kChoice[] = {kBlocked, kGround, kSwamp};
  const auto choice = [&] { return kChoice[random.below(3)]; };
  Surface surface(world);
  const std::set<std::uint32_t> ends = ends_of_links(world);
  const auto count = static_cast<std::uint32_t>(surface.areas.size());
  std::uint32_t at = random.below(count);
  for (std::uint32_t i = 1 + random.below(5); i > 0; --i) {
    const std::uint32_t what = random.below(3);
    if (what > 0 && !ends.contains(at)) surface.areas[at] = choice();
    if (what == 0 && !world.grid.empty()) surface.heights[at] = static_cast<float>(random.below(3));
    if (what == 0 && !world.mesh.empty()) {
      const EdgeId edge = world.mesh.edges(FaceId(at)).front();
      surface.edges[edge.value] = choice();
      const EdgeId twin = world.mesh.twin(edge);
      if (!twin.is_none()) surface.edges[twin.value] = surface.edges[edge.value];
    }
    const std::uint32_t along = world.grid.empty() ? 2 : world.grid.width();
    const std::uint32_t step = random.below(2) == 0 ? 1 : along;
    at = random.below(3) == 0 ? random.below(count) : (at + step) % count;
  }
  return with_surface(world, surface);
}

// The options for everything that is built on a world.
struct Setting {
  Profile profile;
  SectionOptions sections;
  HierarchyOptions options;

  Ground priced(const World& world, double quantum = 0) const {
    return ground_of(world, world.grid.empty() ? GraphSpec::faces() : GraphSpec::grid(), profile,
                     {.quantum = quantum});
  }
  Cells cells(const Ground& ground) const {
    return (ground.world().grid.empty() ? triangle_sections(ground, sections)
                                        : thalweg::sections(ground, sections))
        .value();
  }
  Hierarchy fresh(const Ground& ground) const {
    return build_hierarchy(ground, cells(ground), options).value();
  }
};

// A world that is edited repeatedly, with its hierarchy.
class Edits {
 public:
  Edits(const World& world, Setting setting)
      : setting_(std::move(setting)),
        ground_(setting_.priced(world)),
        hierarchy_(setting_.fresh(ground_)) {}

  const World& world() const { return ground_.world(); }
  const Hierarchy& hierarchy() const { return hierarchy_; }

  // Later updates use other sections and another gate rule.
  void set(const SectionOptions& sections, GateRule rule) {
    setting_.sections = sections;
    setting_.options.rule = rule;
  }

  // Updates to `world` and compares the result with a fresh build.
  UpdatedHierarchy change_to(const World& world) {
    Ground now = setting_.priced(world, ground_.metric().quantum());
    UpdatedHierarchy updated =
        update_hierarchy(ground_, hierarchy_, now, setting_.cells(now), setting_.options).value();
    EXPECT_TRUE(updated.hierarchy == setting_.fresh(now));
    EXPECT_EQ(updated.rebuilt + updated.kept, updated.hierarchy.partition().cell_count());
    ground_ = std::move(now);
    hierarchy_ = updated.hierarchy;
    return updated;
  }

 private:
  Setting setting_;
  Ground ground_;
  Hierarchy hierarchy_;
};

// Alternating profiles: plain, and one that only steps down.
inline Profile profile_for(std::uint64_t turn) {
  Profile profile = turn % 2 == 0 ? Profile::euclid() : Profile::thesis();
  if (turn % 3 == 0) profile.greatest_step_up = 1;
  profile.areas = {{.area = "swamp", .multiplier = 2.5}};
  return profile;
}

}  // namespace thalweg
