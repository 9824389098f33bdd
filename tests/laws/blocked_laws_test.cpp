// Laws of queries with blocked faces, squares and circles, for every planner, graph and seed.
#include <gtest/gtest.h>

#include "query_trials.hpp"
#include "scope.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/planners/check_answer.hpp"

namespace thalweg {
namespace {

// The same world where some faces and squares have an area of their own, "closed".
World with_closed(const World& world, const Blocked& blocked) {
  World cut = world;
  const AreaId closed = cut.areas.find_or_add("closed").value();
  if (!blocked.faces.empty()) {
    MeshArrays arrays = world.mesh.arrays();
    std::vector<AreaId> areas;
    for (const FaceId face : world.mesh.faces()) areas.push_back(world.mesh.area(face));
    for (const FaceId face : blocked.faces) {
      if (is_walkable(areas[face.value])) areas[face.value] = closed;
    }
    arrays.face_area = std::move(areas);
    cut.mesh = Mesh::from(std::move(arrays)).value();
  }
  if (!blocked.squares.empty()) {
    GridArrays arrays = world.grid.arrays();
    std::vector<AreaId> areas(arrays.area.begin(), arrays.area.end());
    for (const SquareId square : blocked.squares) {
      if (is_walkable(areas[square.value])) areas[square.value] = closed;
    }
    arrays.area = std::move(areas);
    cut.grid = Grid::from(std::move(arrays)).value();
  }
  return cut;
}

Blocked some_blocked(const World& world, Random& random) {
  Blocked blocked;
  for (std::uint32_t i = 0; i < world.mesh.face_count() / 8; ++i) {
    blocked.faces.push_back(FaceId(random.below(world.mesh.face_count())));
  }
  for (std::uint32_t i = 0; i < world.grid.size() / 8; ++i) {
    blocked.squares.push_back(SquareId(random.below(world.grid.size())));
  }
  return blocked;
}

// Graphs whose nodes do not depend on where walls are.
bool has_fixed_nodes(const Graph& graph) {
  return graph.facts().has_corridors || graph.facts().is_on_grid;
}

// Checks answers with something blocked against Dijkstra on ground where it may not be entered.
std::uint64_t check_blocked(const Case& c, const Ground& whole, std::vector<Tried>& planners,
                            std::uint64_t seed) {
  Profile banning = Profile::hiker();
  banning.areas.push_back({.area = "closed", .is_banned = true});
  Random random(seed);
  const Blocked blocked = some_blocked(c.world, random);
  const World cut = with_closed(c.world, blocked);
  const Ground oracle =
      ground_of(cut, c.graph.spec(), banning, {.quantum = whole.metric().quantum()});
  auto dijkstra = make_planner("dijkstra", {oracle}).value();
  std::uint64_t found = 0;
  for (auto& [variant, planner] : planners) {
    SCOPED_TRACE(variant.spec);
    for (int i = 0; i < 10; ++i) {
      Query query = free_query(whole, random);
      const Answer wanted = dijkstra->find(query);
      query.blocked = blocked;
      const Answer answer = planner->find(query);
      EXPECT_EQ(answer.outcome, wanted.outcome) << answer.why();
      EXPECT_EQ(broken_law(answer, query, whole), std::nullopt);
      if (!answer.found()) continue;
      ++found;
      EXPECT_GE(answer.cost, wanted.cost);
      if (variant.is_exact) {
        EXPECT_EQ(answer.cost, wanted.cost);
      }
    }
  }
  return found;
}

TEST(QueryLaws, blocked_faces_and_squares_equal_a_profile_that_may_not_enter_them) {
  std::uint64_t found = 0;
  for (const std::uint64_t seed : seeds({.test = 1, .check = 2})) {
    std::vector<Case> all = cases(seed);
    std::erase_if(all, [](const Case& c) { return !has_fixed_nodes(c.graph); });
    for_each_queried(all, Profile::hiker(), [&](const Case& c, const Ground& whole, auto& tried) {
      found += check_blocked(c, whole, tried, seed);
      ASSERT_FALSE(HasFailure());
    });
  }
  EXPECT_GT(found, 1000u);
}

// The distance from a path to a point, links apart.
double distance_to(const Answer& answer, Vec2 p) {
  double least = kNoLimit;
  for (std::size_t i = 0; i + 1 < answer.points.size(); ++i) {
    if (!answer.points[i].link.is_none()) continue;
    const Segment2 piece{answer.points[i].vec().xy(), answer.points[i + 1].vec().xy()};
    least = std::min(least, distance(piece, p));
  }
  return least;
}

std::vector<BlockedCircle> some_circles(const World& world, Random& random) {
  std::vector<BlockedCircle> circles;
  const double size = world.mesh.empty() ? world.grid.spacing() : world.box().size().x / 12;
  for (int i = 0; i < 12; ++i) {
    circles.push_back({random_point(world, random), random.between(0.1, 1) * size});
  }
  return circles;
}

// A path comes no nearer to a circle's centre than its radius, or than who stands inside already.
void check_clear(const Case& c, const Ground& ground, const Query& query, const Answer& answer) {
  const Vec2 start = answer.points.front().vec().xy();
  const NodeId node = c.graph.form().node_of(
      EndFinder(ground).find(c.world.frame().to_local(query.start), query.reach));
  for (const BlockedCircle& circle : query.blocked.circles) {
    const Vec2 centre{circle.centre.x, circle.centre.y};
    // Who stands inside comes no nearer than the first node of its own ground.
    double keep = std::min(circle.radius, length(start - centre));
    if (!node.is_none()) {
      keep = std::min(keep, distance(Segment2{start, c.graph.position(node).xy()}, centre));
    }
    ASSERT_GE(distance_to(answer, centre), keep * (1 - 1e-5) - 1e-9);
  }
}

// The number of paths found.
std::uint64_t check_circles(const Case& c, const Ground& ground, const Tried& tried,
                            Planner& dijkstra, Random& random) {
  std::uint64_t found = 0;
  for (int i = 0; i < 10; ++i) {
    Query query = free_query(ground, random);
    query.blocked.circles = some_circles(c.world, random);
    query.shape = static_cast<Shape>(i % 5);
    query.try_straight = i % 2 == 0;
    const Answer answer = tried.planner->find(query);
    query.try_straight = false;
    const Answer wanted = dijkstra.find(query);
    // A straight walk may be clear where all arcs are closed.
    if (!answer.is_straight) {
      EXPECT_EQ(answer.outcome, wanted.outcome) << answer.why();
    }
    if (query.shape != Shape::centres) {  // which may leave the ground
      EXPECT_EQ(broken_law(answer, query, ground), std::nullopt);
    }
    if (!answer.found()) continue;
    ++found;
    if (tried.variant.is_exact && !answer.is_straight) {
      EXPECT_EQ(answer.cost, wanted.cost);
    }
    check_clear(c, ground, query, answer);
  }
  return found;
}

TEST(QueryLaws, paths_keep_clear_of_circles_in_every_shape) {
  std::uint64_t found = 0;
  for (const std::uint64_t seed : seeds({.test = 1, .check = 2})) {
    for_each_queried(cases(seed), Profile::euclid(),
                     [&](const Case& c, const Ground& ground, auto& all) {
                       Random random(seed);
                       auto dijkstra = make_planner("dijkstra", {ground}).value();
                       for (const Tried& tried : all) {
                         SCOPED_TRACE(tried.variant.spec);
                         found += check_circles(c, ground, tried, *dijkstra, random);
                         ASSERT_FALSE(HasFailure());
                       }
                     });
  }
  EXPECT_GT(found, 1000u);
}

// Arcs that lead through circles, found by trial, for graphs whose arcs are straight.
TEST(QueryLaws, circles_close_the_arcs_that_lead_through_them_and_no_others) {
  for (const Case& c : cases(seed_of(3))) {
    const bool is_straight = c.graph.facts().has_portal_nodes || c.graph.facts().nodes_are_squares;
    if (!is_straight || !c.world.links.empty()) continue;
    SCOPED_TRACE(c.name);
    const Ground ground = c.priced(Profile::euclid());
    Random random(seed_of(3));
    auto planner = make_planner("a_star", {ground}).value();
    for (int i = 0; i < 20; ++i) {
      Query query = free_query(ground, random);
      query.blocked.circles = some_circles(c.world, random);
      const auto is_near = [&](Vec3 from, Vec3 to) {
        return std::ranges::any_of(query.blocked.circles, [&](const BlockedCircle& circle) {
          const Vec2 centre{circle.centre.x, circle.centre.y};
          return distance(Segment2{from.xy(), to.xy()}, centre) < circle.radius * (1 - 0x1p-20);
        });
      };
      MetricParts parts = ground.metric().parts();
      std::vector<Cost> costs(parts.costs.begin(), parts.costs.end());
      for (const NodeId node : c.graph.nodes()) {
        for (const ArcId arc : c.graph.arcs(node)) {
          if (is_near(c.graph.position(node), c.graph.position(c.graph.target(arc)))) {
            costs[arc.value] = kForbidden;
          }
        }
      }
      parts.costs = std::move(costs);
      const Metric closed = Metric::from(std::move(parts), c.graph).value();
      JoinedEnds ends = ends_of(ground, query);
      const NodeId own = c.graph.form().node_of(ends.start);
      const Vec3 first = own.is_none() ? ends.start.point : c.graph.position(own);
      if (is_near(ends.start.point, first) || is_near(ends.goal.point, ends.goal.point)) continue;
      std::erase_if(ends.sources, [&](const Seed& s) {
        return is_near(ends.start.point, c.graph.position(s.node));
      });
      std::erase_if(ends.goals, [&](const Seed& s) {
        return is_near(ends.goal.point, c.graph.position(s.node));
      });
      if (is_near(ends.start.point, ends.goal.point)) ends.direct = kUnreached;
      const Distance wanted =
          std::min(ends.direct, dijkstra(c.graph, closed, ends.sources, ends.goals));
      const Answer answer = planner->find(query);
      ASSERT_EQ(answer.found(), wanted != kUnreached) << answer.why();
      if (answer.found()) {
        ASSERT_EQ(answer.cost, wanted);
      }
    }
  }
}

TEST(QueryLaws, partial_paths_keep_clear_of_obstacles) {
  std::uint64_t partial = 0;
  const auto check = [&](const Case& c, const Ground& ground, auto& all) {
    Random random(seed_of(9));
    for (auto& [variant, planner] : all) {
      SCOPED_TRACE(variant.spec);
      for (int i = 0; i < 8; ++i) {
        Query query = free_query(ground, random);
        query.allow_partial = true;
        query.blocked = some_blocked(c.world, random);
        query.blocked.circles = some_circles(c.world, random);
        query.more_starts = {free_point(ground, random)};
        const Answer answer = planner->find(query);
        ASSERT_EQ(broken_law(answer, query, ground), std::nullopt);
        if (answer.outcome != Outcome::partial) continue;
        ++partial;
        ASSERT_GE(answer.points.size(), 2u);
        for (const PathPoint& p : answer.points) {
          for (const FaceId face : query.blocked.faces) ASSERT_NE(p.face, face);
        }
      }
    }
  };
  for_each_queried(cases(seed_of(9)), Profile::euclid(), check);
  EXPECT_GT(partial, 100u);
}

}  // namespace
}  // namespace thalweg
