// Unreachable goals: partial answers lead to the reachable point nearest to the goal.
#include <gtest/gtest.h>

#include "graph/portal_nodes.hpp"
#include "oracle.hpp"
#include "partitioner.hpp"
#include "trials.hpp"

namespace thalweg {
namespace {

double distance_to_square(const Grid& grid, SquareId s, Vec2 p) {
  const Vec2 centre = grid.centre(s).xy();
  const double half = grid.spacing() / 2;
  return distance(Box2{centre - Vec2{half, half}, centre + Vec2{half, half}}, p);
}

// The least distance in the plane from the goal to ground that the reached nodes lie on.
double nearest_ground(const Ground& ground, const JoinedEnds& ends,
                      const std::vector<Distance>& least, Vec2 goal) {
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

std::vector<std::string> exact_planners() {
  std::vector<std::string> exact;
  for (const PlannerDescriptor& info : planners()) {
    if (info.is_exact) exact.emplace_back(info.name);
  }
  return exact;
}

// Checks random queries; the number of partial answers.
int check_partial(const Case& c, Planner& planner, const Ground& ground, std::uint64_t seed) {
  int partial = 0;
  const EndFinder finder(ground);
  Random random(seed);
  for (int i = 0; i < 20; ++i) {
    const Query query{.start = random_point(c.world, random),
                      .goal = random_point(c.world, random),
                      .allow_partial = true,
                      .use_islands = random.below(2) == 0};
    const Answer answer = planner.find(query);
    if (answer.outcome != Outcome::partial) continue;
    ++partial;
    const End start = finder.find(c.world.frame().to_local(query.start), query.reach);
    const JoinedEnds ends =
        finder.join(start, finder.find(c.world.frame().to_local(query.goal), query.reach));
    const auto least = dijkstra(c.graph, ground.metric(), ends.sources);
    const Vec2 goal{query.goal.x, query.goal.y};
    const Vec2 end = answer.points.back().vec().xy();
    EXPECT_NEAR(length(end - goal), nearest_ground(ground, ends, least, goal), 1e-6);
    EXPECT_FALSE(answer.found());
    if (answer.route.nodes.empty()) continue;
    EXPECT_GE(answer.cost, least[answer.route.nodes.back().value]);
  }
  return partial;
}

TEST(PartialLaws, the_path_ends_at_the_reachable_point_nearest_the_goal) {
  int partial = 0;
  const std::vector<std::string> exact = exact_planners();
  const Profile profile = Profile::vehicle();
  for (const std::uint64_t seed : seeds({.test = 1, .check = 4})) {
    std::vector<Case> all = cases(seed);
    std::erase_if(all, [](const Case& c) {
      const bool is_checked = c.graph.facts().has_corridors || c.graph.facts().nodes_are_squares;
      return !is_checked || c.world.grid.shape() == GridShape::hex;
    });
    for (const Trial& trial : planner_trials(all, {&profile, 1}, exact)) {
      const Ground ground = all[trial.at].priced(profile);
      for (const std::size_t v : trial.variants) {
        SCOPED_TRACE(all[trial.at].name + ", " + exact[v]);
        auto planner = make_planner(exact[v], any_input(ground)).value();
        partial += check_partial(all[trial.at], *planner, ground, seed);
        ASSERT_FALSE(HasFailure());
      }
    }
  }
  EXPECT_GT(partial, 100);
}

TEST(PartialLaws, nodes_that_see_each_other_lead_near_the_goal_too) {
  int partial = 0;
  for (const std::uint64_t seed : seeds(4)) {
    for (const Case& c : cases(seed)) {
      auto planner = make_planner("a_star", {c.priced(Profile::euclid())}).value();
      Random random(seed);
      for (int i = 0; i < 10; ++i) {
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
  }
  EXPECT_GT(partial, 0);
}

}  // namespace
}  // namespace thalweg
