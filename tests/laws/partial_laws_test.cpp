// Unreachable goals: partial answers lead to the reachable point nearest to the goal.
#include <gtest/gtest.h>

#include "cases.hpp"
#include "graph/portal_nodes.hpp"
#include "oracle.hpp"
#include "partitioner.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg {
namespace {

double distance_to_square(const Grid& grid, SquareId s, Vec2 p) {
  const Vec2 centre = grid.centre(s).xy();
  const double half = grid.spacing() / 2;
  return distance(Box2{centre - Vec2{half, half}, centre + Vec2{half, half}}, p);
}

// The least distance in the plane from the goal to ground that the reached nodes lie on.
double nearest_ground(const Ground& ground, const Ends& ends, const std::vector<Distance>& least,
                      Vec2 goal) {
  const World& world = ground.world();
  const Graph& graph = ground.graph();
  double nearest = length(ends.start.point.xy() - goal);
  const auto look_at = [&](FaceId face) {
    if (face.is_none() || !ground.pricer().may_enter(face)) return;
    nearest = std::min(nearest, length(nearest_point(world.mesh, face, goal) - goal));
  };
  if (!ends.start.face.is_none()) look_at(ends.start.face);
  for (const NodeId node : graph.nodes()) {
    if (least[node.value] == kUnreached) continue;
    if (graph.facts().nodes_are_squares) {
      nearest = std::min(nearest, distance_to_square(world.grid, SquareId(node.value), goal));
    } else if (graph.facts().nodes_are_faces) {
      look_at(FaceId(node.value));
    } else if (graph.portal_node(node).is_link_end()) {
      look_at(link_end_face(world, graph.portal_node(node)));
    } else {
      look_at(world.mesh.face(graph.portal_node(node).edge()));
      look_at(world.mesh.across(graph.portal_node(node).edge()));
    }
  }
  return nearest;
}

TEST(PartialLaws, the_path_ends_at_the_reachable_point_nearest_the_goal) {
  int partial = 0;
  for (std::uint64_t seed = 1; seed <= seeds_to_try(4); ++seed) {
    for (const Case& c : cases(seed)) {
      const bool is_checked = c.graph.facts().has_corridors || c.graph.facts().nodes_are_squares;
      if (!is_checked || c.world.grid.shape() == GridShape::hex) continue;
      SCOPED_TRACE(c.name + ", seed " + std::to_string(seed));
      const Ground ground = c.priced(Profile::vehicle());
      const EndFinder finder(ground);
      for (const PlannerDescriptor& info : planners()) {
        if (!info.is_exact || (info.serves != nullptr && !info.serves(ground))) continue;
        auto planner = make_planner(info.name, any_input(ground)).value();
        Random random(seed);
        for (int i = 0; i < 20; ++i) {
          const Query query{.start = random_point(c.world, random),
                            .goal = random_point(c.world, random),
                            .allow_partial = true,
                            .use_islands = random.below(2) == 0};
          const Answer answer = planner->find(query);
          if (answer.outcome != Outcome::partial) continue;
          ++partial;
          const End start = finder.find(c.world.frame().to_local(query.start), query.reach);
          const Ends ends =
              finder.join(start, finder.find(c.world.frame().to_local(query.goal), query.reach));
          const auto least = dijkstra(c.graph, ground.metric(), ends.sources);
          const Vec2 goal{query.goal.x, query.goal.y};
          const Vec2 end = answer.points.back().vec().xy();
          ASSERT_NEAR(length(end - goal), nearest_ground(ground, ends, least, goal), 1e-6)
              << info.name;
          ASSERT_FALSE(answer.found());
          if (answer.route.nodes.empty()) continue;
          ASSERT_GE(answer.cost, least[answer.route.nodes.back().value]);
        }
      }
    }
  }
  EXPECT_GT(partial, 100);
}

TEST(PartialLaws, nodes_that_see_each_other_lead_near_the_goal_too) {
  int partial = 0;
  for (const Case& c : cases(2)) {
    auto planner = make_planner("a_star", {c.priced(Profile::euclid())}).value();
    Random random(2);
    for (int i = 0; i < 40; ++i) {
      const Query query{.start = random_point(c.world, random),
                        .goal = random_point(c.world, random),
                        .allow_partial = true};
      const Answer answer = planner->find(query);
      if (answer.outcome != Outcome::partial) continue;
      ++partial;
      const Vec2 goal{query.goal.x, query.goal.y};
      EXPECT_LE(length(answer.points.back().vec().xy() - goal),
                length(answer.points.front().vec().xy() - goal) + 1e-6)
          << c.name;
    }
  }
  EXPECT_GT(partial, 0);
}

}  // namespace
}  // namespace thalweg
