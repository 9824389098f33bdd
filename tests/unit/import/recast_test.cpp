// Levels of boxes through Recast: floors, stairs, radius, slope and groups as asked;
// options that do not fit are named.
#include "thalweg/import/recast.hpp"

#include <gtest/gtest.h>

#include "thalweg/import/obj.hpp"

namespace thalweg {
namespace {

// Boxes as OBJ text, y up, each a closed solid.
class BoxLevel {
 public:
  BoxLevel& add(const std::string& group, Vec3 low, Vec3 high) {
    text_ += "g " + group + "\n";
    for (const double y : {low.y, high.y}) {
      for (const Vec2 p :
           {Vec2{low.x, low.z}, {high.x, low.z}, {high.x, high.z}, {low.x, high.z}}) {
        text_ +=
            "v " + std::to_string(p.x) + " " + std::to_string(y) + " " + std::to_string(p.y) + "\n";
      }
    }
    text_ +=
        "f -8 -7 -6 -5\nf -4 -1 -2 -3\nf -8 -4 -3 -7\nf -7 -3 -2 -6\nf -6 -2 -1 -5\nf -5 -1 -4 "
        "-8\n";
    return *this;
  }
  TriangleSoup soup() const { return read_obj(text_).value(); }

 private:
  std::string text_;
};

// A ground floor of 20 x 20 m, and 4 m above it a floor over half of it.
BoxLevel two_storeys() {
  BoxLevel level;
  level.add("ground", {0, -1, 0}, {20, 0, 20}).add("upper", {0, 4, 0}, {10, 4.5, 20});
  return level;
}

World world_of_level(const TriangleSoup& soup, const RecastOptions& options = {}) {
  const auto imported = recast_world(soup, options);
  EXPECT_TRUE(imported) << imported.error();
  EXPECT_TRUE(imported->notes.empty()) << imported->notes.front();
  auto world = make_world(imported->parts);
  EXPECT_TRUE(world) << world.error();
  EXPECT_EQ(broken_law(*world), std::nullopt);
  return std::move(world).value();
}

TEST(RecastWorld, has_one_layer_per_floor) {
  const World world = world_of_level(two_storeys().soup());
  const auto at = [&](double x, double y, double z) {
    return locate(world.mesh, world.locator, world.frame().to_local({x, y, z}));
  };
  const Location down = at(5, -10, 0.5);
  const Location up = at(5, -10, 4.6);
  ASSERT_TRUE(down.found());
  ASSERT_TRUE(up.found());
  EXPECT_NE(down.face, up.face);
  EXPECT_NEAR(world.frame().from_local(down.point).z, 0, 0.2 + 1e-6);
  EXPECT_NEAR(world.frame().from_local(up.point).z, 4.5, 0.2 + 1e-6);
  EXPECT_EQ(at(5, -10, kNoHeight).face, up.face);
  EXPECT_NEAR(world.frame().from_local(at(15, -10, kNoHeight).point).z, 0, 0.2 + 1e-6);
  EXPECT_FALSE(at(30, -10, 0).found());
}

TEST(RecastWorld, keeps_the_radius_from_edges) {
  const World world = world_of_level(two_storeys().soup());
  const Box3 box = world.mesh.box();
  EXPECT_NEAR(world.frame().from_local(box.low).x, 0.6, 0.31);
  EXPECT_NEAR(world.frame().from_local(box.high).x, 19.4, 0.31);
}

TEST(RecastWorld, has_corners_on_whole_cells) {
  const World world = world_of_level(two_storeys().soup());
  for (const VertexId v : world.mesh.vertices()) {
    const Vec3 cells = world.mesh.point(v) * (1 / 0.3);
    EXPECT_NEAR(cells.x, std::round(cells.x), 1e-4);
    EXPECT_NEAR(cells.y, std::round(cells.y), 1e-4);
  }
}

TEST(RecastWorld, joins_floors_by_stairs_that_the_agent_can_climb) {
  BoxLevel level;
  level.add("low", {0, -1, 0}, {10, 0, 10}).add("step", {10, -1, 0}, {20, 0.6, 10});
  const auto islands = [](const Mesh& mesh) {
    bool joined = false;
    for (const EdgeId e : mesh.edges()) {
      joined |= !mesh.twin(e).is_none() &&
                std::abs(mesh.centre(mesh.face(e)).z - mesh.centre(mesh.across(e)).z) > 0.1;
    }
    return joined;
  };
  EXPECT_TRUE(islands(world_of_level(level.soup()).mesh));
  EXPECT_FALSE(islands(world_of_level(level.soup(), {.max_climb = 0.4}).mesh));
}

TEST(RecastWorld, names_ground_by_its_group) {
  const World world = world_of_level(two_storeys().soup(), {.groups_as_areas = true});
  const auto area = [&](double z) {
    return world.areas[world.mesh.area(
        locate(world.mesh, world.locator, world.frame().to_local({5, -10, z})).face)];
  };
  EXPECT_EQ(area(0), "ground");
  EXPECT_EQ(area(5), "upper");
}

TEST(RecastWorld, walks_on_faces_that_look_down_only_when_told) {
  TriangleSoup soup;
  soup.vertices = {{0, 0, 0}, {20, 0, 0}, {20, 20, 0}, {0, 20, 0}};
  soup.triangles = {{0, 2, 1}, {0, 3, 2}};
  const auto refused = recast_world(soup);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), "no ground is level, wide and high enough for this agent");
  EXPECT_GT(world_of_level(soup, {.both_sides = true}).mesh.face_count(), 0u);
}

TEST(RecastWorld, respects_the_greatest_slope) {
  TriangleSoup soup;
  soup.vertices = {{0, 0, 0}, {20, 0, 0}, {20, 20, 20}, {0, 20, 20}};
  soup.triangles = {{0, 1, 2}, {0, 2, 3}};
  EXPECT_TRUE(recast_world(soup, {.max_slope = 45.1}));
  EXPECT_FALSE(recast_world(soup, {.max_slope = 44.9}));
}

TEST(RecastWorld, says_which_option_does_not_fit) {
  const TriangleSoup soup = two_storeys().soup();
  const auto refusal = [&](const RecastOptions& options) {
    const auto imported = recast_world(soup, options);
    EXPECT_FALSE(imported);
    return imported ? "" : imported.error();
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal({.cell_size = 0}), "the cell size and the cell height must be above zero");
  EXPECT_EQ(refusal({.cell_height = nan}), "the cell size and the cell height must be above zero");
  EXPECT_EQ(refusal({.agent_radius = -1}),
            "the agent's height, radius and climb must be zero or more");
  EXPECT_EQ(refusal({.max_slope = 90}),
            "the greatest slope must be at least 0 and under 90 degrees");
  EXPECT_EQ(refusal({.region_min_size = -1}), "region sizes must be between 0 and 10,000 cells");
  EXPECT_EQ(refusal({.edge_max_error = nan}),
            "the edges' greatest length or error is out of range");
  EXPECT_EQ(refusal({.max_sides = 7}), "polygons have 3 to 6 sides");
  EXPECT_EQ(refusal({.agent_height = 0.3}),
            "the agent is under three cells high: use a lower cell height");
  EXPECT_EQ(refusal({.agent_height = 100}),
            "the agent is over 254 cells high: use a larger cell height");
  EXPECT_EQ(refusal({.agent_radius = 100}),
            "the agent's radius is over 126 cells: use a larger cell size");
  EXPECT_EQ(refusal({.cell_size = 0.001, .agent_radius = 0.1, .tile_size = 0}),
            "the level is over 64 million cells or 65,000 in a row: build it in tiles, or use a "
            "cell size of 0.00255 or more");
  EXPECT_EQ(refusal({.cell_size = 1.1e-6, .agent_radius = 0}),
            "the level is over 16 million tiles or 16 million cells in a row: use a cell size of "
            "3.98e-05 or more");
  EXPECT_EQ(refusal({.tile_size = 8}), "a tile is 16 to 4,096 cells wide, or 0 for one piece");
  EXPECT_EQ(refusal({.detail_spacing = 0.5}),
            "samples of heights are 1 to 1,000 cells apart, or 0 for none");
  EXPECT_EQ(refusal({.detail_error = -1}),
            "the error of heights must be between 0 and 1,000 cell heights");
}

TEST(RecastWorld, takes_tall_levels_with_space_between_floors_only) {
  const RecastOptions low{.cell_height = 0.0005, .agent_height = 0.1, .max_climb = 0.1};
  const auto floors = recast_world(two_storeys().soup(), low);
  EXPECT_TRUE(floors) << floors.error();
  TriangleSoup slope;
  slope.vertices = {{0, 0, 0}, {20, 0, 0}, {20, 20, 18}, {0, 20, 18}};
  slope.triangles = {{0, 1, 2}, {0, 2, 3}};
  const auto refused = recast_world(slope, low);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(),
            "the ground of a tile is over 8,190 cells high: use a cell height of 0.00229 or more, "
            "or smaller tiles");
}

}  // namespace
}  // namespace thalweg
