// Nothing dangles when it is made from temporaries: it holds what it needs, or does not compile.
#include <gtest/gtest.h>

#include <type_traits>

#include "laws/natural_grounds.hpp"
#include "partitioner.hpp"
#include "scope.hpp"
#include "thalweg/hierarchy/gate_view.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/partition/occupancy.hpp"
#include "thalweg/path/random_point.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"

namespace thalweg {
namespace {

// What only borrows refuses temporaries.
static_assert(std::is_constructible_v<Viewer, const Mesh&, const Bends&>);
static_assert(!std::is_constructible_v<Viewer, Mesh, const Bends&>);
static_assert(!std::is_constructible_v<Viewer, const Mesh&, Bends>);
static_assert(!std::is_constructible_v<Viewer, Mesh, Bends>);
static_assert(!std::is_constructible_v<Pricer, World, const Profile&>);
static_assert(!std::is_constructible_v<GateView<UsesChildren>, Hierarchy, UsesChildren>);

World temporary_world() { return hills(7, {.corners = 10, .has_areas = false}); }

TEST(Temporaries, every_planner_holds_its_ground) {
  const Query query{.start = {1.2, 1.4}, .goal = {7.3, 6.1}, .try_straight = false};
  for (const PlannerDescriptor& one : planners()) {
    const std::string name(one.name);
    const World world = temporary_world();
    if (!build_graph(world, one.graph(world))) continue;  // a grid graph: the world is a mesh
    const Ground kept = ground_of(world, one.graph(world));
    if (one.serves != nullptr && !one.serves(kept)) continue;
    const auto wanted = make_planner(name, any_input(kept));
    if (!wanted) continue;
    const auto planner =
        make_planner(name, any_input(ground_of(temporary_world(), one.graph(world)))).value();
    const Answer answer = planner->find(query);
    EXPECT_EQ(answer.cost, (*wanted)->find(query).cost) << name;
    EXPECT_TRUE(answer.found()) << name << ": " << answer.why();
  }
}

TEST(Temporaries, the_any_angle_oracle_holds_its_world) {
  const World world = temporary_world();
  AnyAngleOracle kept(world);
  AnyAngleOracle oracle(temporary_world());
  const auto path = oracle.find(Point{1.2, 1.4}, Point{7.3, 6.1});
  ASSERT_TRUE(path.found);
  EXPECT_EQ(path.length, kept.find(Point{1.2, 1.4}, Point{7.3, 6.1}).length);
}

TEST(Temporaries, a_sampler_holds_its_mesh) {
  const World world = temporary_world();
  const PointSampler sampler(temporary_world().mesh);
  Random random(seed_of(3));
  for (int i = 0; i < 100; ++i) {
    const SurfacePoint surface_point = sampler.draw(random);
    EXPECT_TRUE(contains(world.mesh, surface_point.face, surface_point.point.xy()));
  }
}

TEST(Temporaries, occupancy_holds_its_tree) {
  const NaturalGround ground = NaturalGround::of(on_faces(temporary_world())).value();
  const NaturalTree tree = merge(ground, single_nodes(ground)).tree;
  Occupancy occupancy(merge(ground, single_nodes(ground)).tree);
  occupancy.enter(NodeId(5));
  occupancy.move(NodeId(5), NodeId(40));
  EXPECT_EQ(occupancy.count(tree.piece(NodeId(5))), 0u);
  EXPECT_EQ(occupancy.count(tree.piece(NodeId(40))), 1u);
}

}  // namespace
}  // namespace thalweg
