// Laws of shapes: every shape on every kind of graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>

#include "laws/answers.hpp"
#include "laws/cases.hpp"
#include "scope.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/spaces/space.hpp"
#include "thalweg/world/grid_mesh.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr Shape kShapes[] = {Shape::centres, Shape::midpoints, Shape::pruned,
                             Shape::sight,   Shape::funnel,    Shape::spline};

// True when the open segment meets the inside of a square (or hexagon) that may not be entered.
// Works by cutting the segment at the lines of the polygon, without rays.
bool crosses(const GridMesh& mesh, FaceId face, Segment2 walk) {
  double first = 0;
  double last = 1;
  for (const EdgeId e : mesh.edges(face)) {
    const Vec2 p = mesh.flat(mesh.origin(e));
    const Vec2 side = mesh.flat(mesh.target(e)) - p;
    const double at_a = cross(side, walk.a - p) - 1e-7;
    const double at_b = cross(side, walk.b - p) - 1e-7;
    if (at_a <= 0 && at_b <= 0) return false;
    if (at_a < 0) first = std::max(first, at_a / (at_a - at_b));
    if (at_b < 0) last = std::min(last, at_a / (at_a - at_b));
  }
  return first < last;
}

void check_squares(const Ground& ground, const Answer& answer) {
  const GridMesh mesh(ground.world().grid);
  for (std::size_t i = 0; i + 1 < answer.points.size(); ++i) {
    if (!answer.points[i].link.is_none()) continue;
    const Segment2 walk{answer.points[i].vec().xy(), answer.points[i + 1].vec().xy()};
    for (const SquareId s : ground.world().grid.squares()) {
      if (ground.pricer().may_enter(s)) continue;
      ASSERT_FALSE(crosses(mesh, FaceId(s.value), walk)) << "point " << i << " square " << s.value;
    }
  }
}

void check_faces(const Ground& ground, const Answer& answer) {
  const auto may_cross = [&](EdgeId edge) {
    return ground.pricer().may_cross(edge) &&
           ground.pricer().may_enter(ground.world().mesh.across(edge));
  };
  ASSERT_EQ(broken_local_law(answer.points, ground.world(), {{may_cross}, kWalkSlack}),
            std::nullopt);
}

TEST(ShapeLaws, every_shape_can_be_walked_on_every_graph) {
  std::size_t found = 0;
  std::size_t more_expensive = 0;  // sight paths than midpoints: one was seen, on a grid, of 777779
  for (const std::uint64_t seed : seeds({.test = 2, .check = 3})) {
    for (const Case& c : cases(seed)) {
      for (const Profile& profile : {Profile::euclid(), Profile::hiker()}) {
        const Ground ground = c.priced(profile);
        auto planner = make_planner("a_star", {ground}).value();
        Random random(seed);
        for (int i = 0; i < 12; ++i) {
          Query query = random_query(c.world, random, i);
          query.want_ground_price = true;
          query.try_straight = i % 3 == 0;
          double middles = 0;
          for (const Shape shape : kShapes) {
            SCOPED_TRACE(c.name + ", " + profile.name + ", seed " + std::to_string(seed) +
                         ", query " + std::to_string(i) + ", " + std::string(to_string(shape)));
            query.shape = shape;
            const Answer answer = planner->find(query);
            if (!answer.found()) continue;
            ++found;
            ASSERT_GE(answer.points.size(), 2u);
            ASSERT_GT(answer.ground_price + 1e-9, 0);
            ASSERT_LT(answer.ground_price, kNoLimit);
            const bool is_on_grid = ground.graph().facts().is_on_grid;
            if (shape != Shape::centres) {
              is_on_grid ? check_squares(ground, answer) : check_faces(ground, answer);
              if (::testing::Test::HasFatalFailure()) return;
            }
            if (shape == Shape::midpoints) middles = answer.ground_price;
            if (shape == Shape::sight) {
              more_expensive += answer.ground_price > middles * (1 + 1e-6) + 1e-6 ? 1 : 0;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(found, 2000u);
  EXPECT_LE(more_expensive, found / 2000);
}

// Where ground costs the same everywhere, a taut path is the shortest of all shapes, and its price
// is its length.
TEST(ShapeLaws, on_even_ground_the_funnel_is_the_cheapest_shape_of_every_graph) {
  for (const std::uint64_t seed : seeds(3)) {
    std::vector<Case> all = cases_of("grid", random_grid(seed, "....#"));
    for (Case& c : cases_of("hexagons", random_grid(seed, "....#", {.shape = GridShape::hex}))) {
      all.push_back(std::move(c));
    }
    std::string text;
    Random letters(seed);
    for (int y = 0; y < 12; ++y) {
      for (int x = 0; x < 12; ++x) text += letters.below(5) == 0 ? '#' : '.';
      text += '\n';
    }
    for (Case& c : cases_of("squares", mesh_scene(text))) all.push_back(std::move(c));
    for (const Case& c : all) {
      const Ground ground = c.priced(Profile::euclid());
      auto planner = make_planner("a_star", {ground}).value();
      Random random(seed);
      for (int i = 0; i < 30; ++i) {
        Query query = random_query(c.world, random, i);
        query.want_ground_price = true;
        const Answer taut = planner->find(query);
        for (const Shape shape : {Shape::midpoints, Shape::pruned, Shape::sight, Shape::funnel}) {
          SCOPED_TRACE(c.name + ", seed " + std::to_string(seed) + ", query " + std::to_string(i) +
                       ", " + std::string(to_string(shape)));
          query.shape = shape;
          const Answer answer = planner->find(query);
          ASSERT_EQ(answer.found(), taut.found());
          if (!answer.found()) continue;
          ASSERT_NEAR(answer.ground_price, answer.length(), 1e-6);
          ASSERT_LE(taut.length(), answer.length() * (1 + 1e-9));
        }
      }
    }
  }
}

TEST(ShapeLaws, a_route_through_the_middles_of_squares_has_its_own_price) {
  const Ground ground = on_grid(random_grid(2, "....0123#"), Profile::hiker());
  auto planner = make_planner("a_star", {ground}).value();
  Random random(seed_of(2));
  for (int i = 0; i < 100; ++i) {
    const Grid& grid = ground.world().grid;
    const auto middle = [&] {
      const Vec3 p = grid.centre(SquareId(random.below(grid.size())));
      return Point{p.x, p.y};
    };
    const Point start = middle();
    const Answer answer = planner->find({.start = start,
                                         .goal = middle(),
                                         .reach = 0,
                                         .try_straight = false,
                                         .shape = Shape::midpoints,
                                         .want_ground_price = true});
    bool is_straight = answer.found();
    for (std::size_t k = 1; k < answer.points.size(); ++k) {
      const PathPoint& a = answer.points[k - 1];
      const PathPoint& b = answer.points[k];
      is_straight = is_straight && (a.x == b.x || a.y == b.y);  // corners have heights of their own
    }
    if (!is_straight) continue;
    EXPECT_NEAR(answer.ground_price, answer.price, 0.01 * answer.price + 0.01);
  }
}

TEST(ShapeLaws, the_straight_walk_is_taken_on_grids) {
  const Ground ground = on_grid(R"(
      . . . . . .
      . . . . . .
      . . # . . .
      . . . . . . )");
  auto planner = make_planner("a_star", {ground}).value();
  const Answer open = planner->find({.start = {0.5, 0.5}, .goal = {5.25, 1.75}});
  ASSERT_TRUE(open.found());
  EXPECT_TRUE(open.is_straight);
  EXPECT_EQ(open.points.size(), 2u);
  EXPECT_EQ(open.stats.expanded, 0u);
  EXPECT_NEAR(open.price, length(Vec2{4.75, 1.25}), 0.001);
  const Answer behind = planner->find({.start = {0.5, 2.5}, .goal = {5.5, 2.5}});
  ASSERT_TRUE(behind.found());
  EXPECT_FALSE(behind.is_straight);
  EXPECT_EQ(behind.points.size(), 4u);  // round the corners of the blocked square
  EXPECT_NEAR(behind.length(), length(Vec2{1.5, 0.5}) + 1 + length(Vec2{2.5, 0.5}), 1e-6);
}

// Bends between the ends that no wall touches.
std::size_t bends_in_the_open(const Mesh& mesh, std::span<const PathPoint> points) {
  std::size_t count = 0;
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const auto is_at = [&](EdgeId e) {
      return mesh.start(e).xy() == points[i].vec().xy() || mesh.end(e).xy() == points[i].vec().xy();
    };
    bool touches = false;
    for (const EdgeId e : mesh.edges()) {
      touches = touches || (is_at(e) && !CrossRule{}.allows(mesh, e));
    }
    count += !touches;
  }
  return count;
}

TEST(ShapeLaws, routes_over_quadtrees_and_large_faces_bend_at_walls_only) {
  for (const char* space : {"quadtree", "max_area"}) {
    std::size_t before = 0;
    for (const std::uint64_t seed : seeds(4)) {
      Random random(seed);
      std::string text(40 * 41, '.');
      for (int y = 0; y < 40; ++y) text[static_cast<std::size_t>(y * 41 + 40)] = '\n';
      for (int i = 0; i < 40; ++i) {
        const std::uint32_t x = random.below(37);
        const std::uint32_t y = random.below(37);
        for (std::uint32_t k = 0; k < 9; ++k) text[(y + k / 3) * 41 + x + k % 3] = '#';
      }
      const World world = make_space(scene(text), space).value();
      for (const GraphSpec& spec : {GraphSpec::portals(), GraphSpec::faces()}) {
        auto planner = make_planner("a_star", {ground_of(world, spec)}).value();
        for (int i = 0; i < 40; ++i) {
          const Answer answer = planner->find(random_query(world, random, i));
          if (!answer.found()) continue;
          const auto loose = shape_corridor(world, answer.corridor, {.pull_again = false});
          before += bends_in_the_open(world.mesh, loose);
          ASSERT_EQ(bends_in_the_open(world.mesh, answer.points), 0u) << space << " " << seed;
          ASSERT_LE(answer.length(), length(loose) * (1 + 1e-9));
        }
      }
    }
    EXPECT_GT(before, 20u) << space;
  }
}

// The arc between nodes of axes that comes nearest to the point and is in its sight there.
std::optional<std::array<NodeId, 2>> nearest_axis_of(const Ground& ground,
                                                     const SurfacePoint& surface_point) {
  const Graph& graph = ground.graph();
  const Mesh& mesh = ground.world().mesh;
  struct Near {
    double metres;
    NodeId from;
    NodeId to;
  };
  std::vector<Near> arcs;
  for (const NodeId n : graph.nodes()) {
    for (const ArcId arc : graph.arcs(n)) {
      const Segment2 axis{graph.position(n).xy(), graph.position(graph.target(arc)).xy()};
      if (n < graph.target(arc)) {
        arcs.push_back({distance(axis, surface_point.point.xy()), n, graph.target(arc)});
      }
    }
  }
  std::ranges::stable_sort(arcs, {}, &Near::metres);
  arcs.resize(std::min<std::size_t>(arcs.size(), 8));
  for (const Near& arc : arcs) {
    const Segment2 axis{graph.position(arc.from).xy(), graph.position(arc.to).xy()};
    const Vec2 foot = nearest_point(axis, surface_point.point.xy());
    const Ray along = cast_ray(mesh, {graph.face(arc.from), graph.position(arc.from)}, foot);
    if (along.is_clear && line_of_sight(mesh, surface_point, along.end))
      return {{arc.from, arc.to}};
  }
  return std::nullopt;
}

// So that no route goes back to a node behind its end first, around a hook.
TEST(ShapeLaws, the_ends_of_axis_routes_join_the_nearest_axis_both_ways) {
  std::size_t checked = 0;
  std::size_t far = 0;  // nodes that are not among the 8 nearest
  for (const std::uint64_t seed : seeds(6)) {
    std::string text;
    Random letters(seed);
    for (int y = 0; y < 14; ++y) {
      for (int x = 0; x < 14; ++x) text += letters.below(8) == 0 ? '#' : '.';
      text += '\n';
    }
    const Ground ground = ground_of(mesh_scene(text), GraphSpec::axes(0.05f));
    const Graph& graph = ground.graph();
    Random random(seed);
    for (int i = 0; i < 40; ++i) {
      const Query query = random_query(ground.world(), random, i);
      const EndFinder finder(ground);
      const End end = finder.find(ground.world().frame().to_local(query.start), query.reach);
      if (!end.is_found()) continue;
      const JoinedEnds ends = finder.join(end, end, nullptr);
      const auto axis = nearest_axis_of(ground, end.surface_point());
      if (!axis) continue;
      for (const NodeId node : *axis) {
        ++checked;
        const double metres = length((graph.position(node) - end.point).xy());
        int nearer = 0;
        for (const NodeId n : graph.nodes()) {
          nearer += length((graph.position(n) - end.point).xy()) < metres;
        }
        far += nearer >= 8;
        EXPECT_NE(seed_cost(ends.sources, node), kUnreached) << "seed " << seed << " query " << i;
        EXPECT_NE(seed_cost(ends.goals, node), kUnreached) << "seed " << seed << " query " << i;
      }
    }
  }
  EXPECT_GT(checked, 50u);
  EXPECT_GT(far, 0u);
}

TEST(ShapeLaws, axis_routes_are_shaped) {
  const Ground ground = ground_of(mesh_scene(R"(
      . . . . . . . .
      . # # # . # # .
      . # # # . # # .
      . . . . . . . . )"),
                                  GraphSpec::axes());
  auto planner = make_planner("a_star", {ground}).value();
  Query query{.start = {0.5, 0.5}, .goal = {7.5, 3.5}, .try_straight = false};
  query.shape = Shape::midpoints;
  const Answer loose = planner->find(query);
  query.shape = Shape::funnel;
  const Answer taut = planner->find(query);
  ASSERT_TRUE(loose.found() && taut.found());
  EXPECT_LT(taut.length(), loose.length() - 0.1);
  EXPECT_LT(taut.points.size(), loose.points.size());
}

}  // namespace
}  // namespace thalweg
