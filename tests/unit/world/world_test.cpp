// Worlds: links on the ground, areas by name, laws, coordinates, and
// fingerprints that every value changes.
#include "thalweg/world/world.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "scene.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

TEST(Areas, built_in_names_come_first) {
  const AreaNames names;
  EXPECT_EQ(names.size(), kBuiltInAreas.size());
  EXPECT_EQ(names.find("water"), kWater);
  EXPECT_EQ(names[kRoad], "road");
  EXPECT_EQ(names.find("lava"), std::nullopt);
  EXPECT_TRUE(is_walkable(kWater));
  EXPECT_FALSE(is_walkable(kBlocked));
  EXPECT_FALSE(is_walkable(kTrees));
}

TEST(Areas, at_most_256_and_only_words) {
  AreaNames names;
  for (const std::string& bad : {std::string(), std::string("two words"), std::string("a/b"),
                                 std::string(65, 'a'), std::string("\n")}) {
    EXPECT_EQ(names.find_or_add(bad), std::nullopt);
  }
  EXPECT_EQ(names.find_or_add("swamp"), kSwamp);
  for (std::size_t i = names.size(); i < 256; ++i) {
    EXPECT_EQ(names.find_or_add("a" + std::to_string(i)), i);
  }
  EXPECT_EQ(names.find_or_add("one-more"), std::nullopt);
  EXPECT_EQ(names.find_or_add("a255"), 255);
}

TEST(World, link_ends_are_located) {
  const World world = with_links(samples::world_of(samples::mesh_of(samples::triangles(3)),
                                                   samples::grid(2, 2, GridShape::square, false)),
                                 {link_between({0.2f, 0.1f, 0}, {2.2f, 2.8f, 0})})
                          .value();
  ASSERT_EQ(world.links.size(), 1u);
  const Link& link = world.links[LinkId(0)];
  EXPECT_EQ(link.from_face, FaceId(0));
  EXPECT_EQ(link.to_face, FaceId(17));
  EXPECT_EQ(link.from_square, SquareId(0));
  EXPECT_EQ(link.to_square, SquareId(3));
  EXPECT_EQ(broken_law(world), std::nullopt);
}

TEST(World, link_ends_within_reach_are_taken) {
  const World world = samples::world_of(samples::mesh_of(samples::triangles(3)));
  const Link link = link_between({1, 1, 0}, {3.5f, 1.5f, 0});
  EXPECT_TRUE(with_links(world, {link}, 0.6).ok());
  const auto refused = with_links(world, {link}, 0.4);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error(), "link 1 ends where there is no ground to stand on");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(with_links(world, {link_between({nan, 0, 0}, {1, 1, 0})}).error(),
            "link 1 starts where there is no ground to stand on");
}

TEST(World, links_on_a_grid_need_free_squares) {
  const World world = samples::world_of({}, samples::grid(6, 2, GridShape::square, false));
  EXPECT_TRUE(with_links(world, {link_between({0.5f, 0.5f, 0}, {4, 2, 0})}).ok());
  EXPECT_FALSE(with_links(world, {link_between({0.5f, 0.5f, 0}, {8, 1, 0})}).ok());  // trees
  EXPECT_FALSE(with_links(world, {link_between({0.5f, 0.5f, 0}, {10, 1, 0})}).ok());
}

TEST(World, with_links_keeps_those_it_has) {
  const World one = samples::with_extras(samples::world_of(samples::mesh_of(samples::polygons(3))));
  const World two = with_links(one, {link_between({0.5f, 0.5f, 0}, {2.5f, 2.5f, 0})}).value();
  ASSERT_EQ(two.links.size(), 3u);
  EXPECT_EQ(two.links[LinkId(1)].tags, one.links[LinkId(1)].tags);
  EXPECT_EQ(one.links.size(), 2u);
  EXPECT_NE(one.fingerprint(), two.fingerprint());
}

// A world with one thing changed.
World changed(const std::function<void(World&)>& change) {
  World world = samples::every_world()[8];
  change(world);
  return world;
}

void change_link(World& world, const std::function<void(Link&)>& change) {
  auto links = world.links.to_vector();
  change(links[0]);
  world.links = links;
}

TEST(World, any_changed_value_changes_the_fingerprint) {
  using Change = std::function<void(World&)>;
  const std::vector<Change> changes = {
      [](World& w) { w.origin.x += 1; },
      [](World& w) { w.origin.y += 1; },
      [](World& w) { w.origin.z += 1; },
      [](World& w) { w.y_axis = YAxis::up; },
      [](World& w) { w.areas.find_or_add("sand"); },
      [](World& w) { w.mesh = samples::mesh_of(samples::triangles(4)); },
      [](World& w) { w.mesh = samples::with_every_array(w.mesh); },
      [](World& w) { w.grid = samples::grid(2, 2, GridShape::square, true); },
      [](World& w) { w.links = IdArray<LinkId, Link>(); },
      [](World& w) { change_link(w, [](Link& l) { l.tags ^= 1; }); },
      [](World& w) { change_link(w, [](Link& l) { l.length += 1; }); },
      [](World& w) { change_link(w, [](Link& l) { l.kind = LinkKind::jump; }); },
      [](World& w) { change_link(w, [](Link& l) { l.is_two_way ^= 1; }); },
  };
  std::vector<std::uint64_t> seen = {changed([](World&) {}).fingerprint()};
  for (const Change& change : changes) seen.push_back(changed(change).fingerprint());
  std::ranges::sort(seen);
  EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
  // The name is only for display.
  EXPECT_EQ(changed([](World& w) { w.name = "other"; }).fingerprint(),
            samples::every_world()[8].fingerprint());
}

TEST(WorldLaws, every_sample_keeps_them) {
  for (const World& world : samples::every_world()) {
    EXPECT_EQ(broken_law(world), std::nullopt);
    EXPECT_EQ(broken_value_law(world), std::nullopt);
  }
}

TEST(WorldLaws, links_are_sound) {
  const auto law = [](const std::function<void(Link&)>& change) {
    return broken_law(changed([&](World& w) { change_link(w, change); })).value_or("");
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::string no_ground = "link l0 ends at no face or square";
  const std::string not_finite = "link l0 has a length or an end that is not finite";
  const std::string no_kind = "link l0 is of no known kind";
  EXPECT_EQ(law([](Link& l) { l.from_face = FaceId(18); }), no_ground);
  EXPECT_EQ(law([](Link& l) { l.to_face = FaceId(); }), no_ground);
  EXPECT_EQ(law([](Link& l) { l.from_square = SquareId(4); }), no_ground);
  EXPECT_EQ(law([](Link& l) { l.to_square = SquareId(); }), no_ground);
  EXPECT_EQ(law([=](Link& l) { l.from.x = nan; }), not_finite);
  EXPECT_EQ(law([=](Link& l) { l.to.z = nan; }), not_finite);
  EXPECT_EQ(law([](Link& l) { l.length = -1; }), not_finite);
  EXPECT_EQ(law([](Link& l) { l.kind = static_cast<LinkKind>(3); }), no_kind);
  EXPECT_EQ(law([](Link& l) { l.is_two_way = 2; }), no_kind);
}

TEST(WorldLaws, origin_and_locator_fit) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(broken_law(changed([=](World& w) { w.origin.y = inf; })), "the origin is not finite");
  EXPECT_EQ(broken_law(changed([](World& w) { w.locator = Locator(); })),
            "the locator does not fit the mesh");
  const auto other = [](World& w) {
    w.locator = build_locator(samples::mesh_of(samples::triangles(2)));
  };
  EXPECT_EQ(broken_law(changed(other)), "the locator does not fit the mesh");
}

TEST(World, local_and_world_coordinates_agree) {
  const World world = samples::every_world()[1];
  const Vec3 local = world.frame().to_local({1001.5, -1998.25, 5});
  EXPECT_EQ(local, (Vec3{1, 2, 2}));
  EXPECT_EQ(world.frame().from_local(local), (Vec3{1001.5, -1998.25, 5}));
  EXPECT_TRUE(std::isnan(world.frame().to_local({1, 2}).z));
  EXPECT_EQ(world.box().xy(), world.mesh.box().xy());
  EXPECT_TRUE(World().box().is_empty());
}

}  // namespace
}  // namespace thalweg
