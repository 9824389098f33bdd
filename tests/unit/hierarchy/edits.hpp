// Worlds that are edited again and again, with hierarchies that follow.
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

// What of a world an edit may change: areas and heights of its squares, or areas of the faces and
// edges of its mesh where it has no grid.
struct Ground {
  std::vector<AreaId> areas;
  std::vector<float> heights;
  std::vector<AreaId> edges;

  explicit Ground(const World& world) {
    for (const SquareId square : world.grid.squares()) {
      areas.push_back(world.grid.area(square));
      heights.push_back(world.grid.ground(square));
    }
    for (const FaceId face : world.mesh.faces()) areas.push_back(world.mesh.area(face));
    for (const EdgeId edge : world.mesh.edges()) edges.push_back(world.mesh.edge_area(edge));
  }
};

inline World with_ground(const World& world, const Ground& ground) {
  WorldParts parts;
  parts.y_axis = world.y_axis;
  parts.links = {world.links.begin(), world.links.end()};
  if (!world.grid.empty()) {
    GridArrays arrays = world.grid.arrays();
    arrays.area = ground.areas;
    arrays.ground = ground.heights;
    parts.grid = Grid::from(std::move(arrays)).value();
  } else {
    MeshArrays arrays = world.mesh.arrays();
    arrays.face_area = ground.areas;
    arrays.edge_area = ground.edges;
    parts.mesh = Mesh::from(std::move(arrays)).value();
  }
  return make_world(std::move(parts)).value();
}

// Squares or faces that a link ends on stay open, or the link would have no ground.
inline std::set<std::uint32_t> ends_of_links(const World& world) {
  std::set<std::uint32_t> ends;
  for (const Link& link : world.links) {
    ends.insert({link.from_square.value, link.to_square.value});
    ends.insert({link.from_face.value, link.to_face.value});
  }
  return ends;
}

// Blocks, opens and changes a few places, some of them side by side.
inline World edited(const World& world, Random& random) {
  constexpr AreaId kChoice[] = {kBlocked, kGround, kSwamp};
  const auto choice = [&] { return kChoice[random.below(3)]; };
  Ground ground(world);
  const std::set<std::uint32_t> ends = ends_of_links(world);
  const auto count = static_cast<std::uint32_t>(ground.areas.size());
  std::uint32_t at = random.below(count);
  for (std::uint32_t i = 1 + random.below(5); i > 0; --i) {
    const std::uint32_t what = random.below(3);
    if (what > 0 && !ends.contains(at)) ground.areas[at] = choice();
    if (what == 0 && !world.grid.empty()) ground.heights[at] = static_cast<float>(random.below(3));
    if (what == 0 && !world.mesh.empty()) {
      const EdgeId edge = world.mesh.edges(FaceId(at)).front();
      ground.edges[edge.value] = choice();
      const EdgeId twin = world.mesh.twin(edge);
      if (!twin.is_none()) ground.edges[twin.value] = ground.edges[edge.value];
    }
    const std::uint32_t along = world.grid.empty() ? 2 : world.grid.width();
    const std::uint32_t step = random.below(2) == 0 ? 1 : along;
    at = random.below(3) == 0 ? random.below(count) : (at + step) % count;
  }
  return with_ground(world, ground);
}

// What is built on a world.
struct Setting {
  Profile profile;
  SectionOptions sections;
  HierarchyOptions options;

  Land land(const World& world, double quantum = 0) const {
    Graph graph = world.grid.empty() ? face_graph(world).value() : grid_graph(world).value();
    return {world, std::move(graph), profile, {.quantum = quantum}};
  }
  Cells cells(const Land& land) const {
    return (land.world.grid.empty() ? triangle_sections(land.ground(), sections)
                                    : thalweg::sections(land.ground(), sections))
        .value();
  }
  Hierarchy fresh(const Land& land) const {
    return build_hierarchy(land.ground(), cells(land), options).value();
  }
};

// A world that is edited again and again, with its hierarchy.
class Edits {
 public:
  Edits(const World& world, Setting setting)
      : setting_(std::move(setting)),
        land_(setting_.land(world)),
        hierarchy_(setting_.fresh(land_)) {}

  const World& world() const { return land_.world; }
  const Hierarchy& hierarchy() const { return hierarchy_; }

  // What follows is divided and joined otherwise.
  void set(const SectionOptions& sections, GateRule rule) {
    setting_.sections = sections;
    setting_.options.rule = rule;
  }

  // Updates to `world` and holds that against a fresh build.
  UpdatedHierarchy change_to(const World& world) {
    Land now = setting_.land(world, land_.metric.quantum());
    UpdatedHierarchy updated = update_hierarchy(land_.ground(), hierarchy_, now.ground(),
                                                setting_.cells(now), setting_.options)
                                   .value();
    EXPECT_TRUE(updated.hierarchy == setting_.fresh(now));
    EXPECT_EQ(updated.rebuilt + updated.kept, updated.hierarchy.partition().cell_count());
    land_ = std::move(now);
    hierarchy_ = updated.hierarchy;
    return updated;
  }

 private:
  Setting setting_;
  Land land_;
  Hierarchy hierarchy_;
};

// Profiles in turn: plain, and one that only steps down.
inline Profile profile_for(std::uint64_t turn) {
  Profile profile = turn % 2 == 0 ? Profile::euclid() : Profile::thesis();
  if (turn % 3 == 0) profile.greatest_step_up = 1;
  profile.areas = {{.area = "swamp", .multiplier = 2.5}};
  return profile;
}

}  // namespace thalweg
