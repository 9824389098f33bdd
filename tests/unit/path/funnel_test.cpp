// Funnel paths compared with Dijkstra over the corridor's corners: as short, inside the corridor by
// exact predicates, bent only at corners.
#include "thalweg/path/funnel.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "scope.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/shape.hpp"
#include "unit/path/path_worlds.hpp"
#include "unit/path/random_corridor.hpp"
#include "unit/path/segment_of.hpp"

namespace thalweg {
namespace {

std::vector<EdgeId> portals_of(const Corridor& corridor) {
  std::vector<EdgeId> portals;
  for (const CorridorStep& step : corridor.steps) portals.push_back(step.portal);
  return portals;
}

double length_of(std::span<const Bend> bends) {
  double sum = 0;
  for (std::size_t i = 1; i < bends.size(); ++i) sum += length(bends[i].point - bends[i - 1].point);
  return sum;
}

// A slow, simple oracle: the nodes are the corners of the corridor, one for each run of portals
// that end at it; nodes that see each other inside the corridor are connected; then Dijkstra.
class SleeveOracle {
 public:
  SleeveOracle(const Mesh& mesh, const Stretch& stretch) : mesh_(mesh), stretch_(stretch) {
    const int count = static_cast<int>(stretch.portals.size());
    nodes_.push_back({stretch.start.point.xy(), -1, -1});
    for (const bool is_left : {true, false}) {
      VertexId last;
      for (int i = 0; i < count; ++i) {
        const EdgeId portal = stretch.portals[static_cast<std::size_t>(i)];
        const VertexId v = is_left ? left_corner(mesh, portal) : right_corner(mesh, portal);
        if (v == last) {
          nodes_.back().last = i;
        } else {
          nodes_.push_back({mesh.point(v).xy(), i, i});
        }
        last = v;
      }
    }
    nodes_.push_back({stretch.goal.point.xy(), count, count});
  }

  double shortest() const {
    const std::size_t n = nodes_.size();
    std::vector<double> least(n, std::numeric_limits<double>::infinity());
    std::vector<char> is_done(n, 0);
    least[0] = 0;
    for (std::size_t round = 0; round < n; ++round) {
      std::size_t best = n;
      for (std::size_t i = 0; i < n; ++i) {
        if (is_done[i] == 0 && (best == n || least[i] < least[best])) best = i;
      }
      is_done[best] = 1;
      for (std::size_t i = 0; i < n; ++i) {
        const double metres = least[best] + length(nodes_[i].point - nodes_[best].point);
        if (is_done[i] == 0 && metres < least[i] && see(nodes_[best], nodes_[i])) least[i] = metres;
      }
    }
    return least.back();
  }

 private:
  struct Node {
    Vec2 point;
    int first;  // portals that end here; -1 the start, portal count the goal
    int last;
  };

  bool see(const Node& a, const Node& b) const {
    if (a.last > b.first) return b.last >= a.first || see(b, a);
    for (int i = a.last + 1; i < b.first; ++i) {
      const EdgeId portal = stretch_.portals[static_cast<std::size_t>(i)];
      if (!meet({a.point, b.point}, segment_of(mesh_, portal))) return false;
      const Vec2 left = mesh_.point(left_corner(mesh_, portal)).xy();
      const Vec2 right = mesh_.point(right_corner(mesh_, portal)).xy();
      // Forwards through the portal, not back.
      if (orientation(right, left, a.point) < 0 || orientation(right, left, b.point) > 0)
        return false;
    }
    return true;
  }

  const Mesh& mesh_;
  const Stretch& stretch_;
  std::vector<Node> nodes_;
};

// Every segment from bend to bend crosses the portals in its order, by exact predicates.
void expect_inside(const Mesh& mesh, const Stretch& stretch, std::span<const Bend> bends) {
  std::size_t at = 0;
  for (std::size_t i = 1; i < bends.size(); ++i) {
    const Segment2 walk{bends[i - 1].point, bends[i].point};
    at = bends[i - 1].crossed;
    const std::size_t end = bends[i].corner.is_none() ? stretch.portals.size() : bends[i].crossed;
    for (; at < end; ++at) {
      ASSERT_TRUE(meet(walk, segment_of(mesh, stretch.portals[at])))
          << "walk " << i << " misses portal " << at;
    }
  }
}

TEST(Funnel, is_the_shortest_path_in_the_corridor) {
  Funnel funnel;
  std::size_t bends_seen = 0;
  for (const std::uint64_t seed : seeds(60)) {
    for (const auto& [name, world] : small_worlds(seed)) {
      if (name == "linked hills") continue;
      for (Corridor& corridor : random_corridors(world, 60, seed)) {
        if (corridor.steps.size() > 24) {
          corridor.steps.resize(24);
          Random random(seed);
          corridor.goal = random_surface_point_on(
              world.mesh, world.mesh.across(corridor.steps[23].portal), random);
        }
        const std::vector<EdgeId> portals = portals_of(corridor);
        const Stretch stretch{corridor.start, corridor.goal, portals};
        const auto bends = funnel.pull(world.mesh, stretch);
        bends_seen += bends.size();
        ASSERT_NEAR(length_of(bends), SleeveOracle(world.mesh, stretch).shortest(), 1e-9)
            << name << " seed " << seed << " portals " << portals.size();
        expect_inside(world.mesh, stretch, bends);
      }
    }
  }
  EXPECT_GT(bends_seen, 3000u);
}

TEST(Funnel, bends_are_never_straight_on) {
  Funnel funnel;
  for (const std::uint64_t seed : seeds(5)) {
    const World world = holes(seed);
    for (const Corridor& corridor : random_corridors(world, 200, seed)) {
      const std::vector<EdgeId> portals = portals_of(corridor);
      const auto bends = funnel.pull(world.mesh, {corridor.start, corridor.goal, portals});
      for (std::size_t i = 2; i < bends.size(); ++i) {
        const Vec2 a = bends[i - 2].point;
        const Vec2 b = bends[i - 1].point;
        const Vec2 c = bends[i].point;
        EXPECT_NE(a, b);
        EXPECT_TRUE(orientation(a, b, c) != 0 || dot(b - a, c - b) < 0);
      }
    }
  }
}

// Two rows of squares with a wall of no thickness between them, open at the right end.
World slit() {
  World world = mesh_scene(R"(
      . . . .
      . . . . )");
  MeshArrays arrays = world.mesh.arrays();
  std::vector<AreaId> edge_area(arrays.origin.size(), kGround);
  for (const EdgeId e : world.mesh.edges()) {
    const Vec3 middle = world.mesh.midpoint(e);
    if (middle.y == 1 && middle.x < 3) edge_area[e.value] = kBlocked;
  }
  arrays.edge_area = std::move(edge_area);
  WorldParts parts;
  parts.mesh = Mesh::from(std::move(arrays)).value();
  return make_world(std::move(parts)).value();
}

TEST(Funnel, turns_back_round_the_end_of_a_wall_without_thickness) {
  const World world = slit();
  Random random(seed_of(1));
  const FaceTree tree(world, FaceId(0), false, random);
  Corridor corridor = tree.to(world, FaceId(4), random);
  for (const double x : {0.0, 0.5, 1.0}) {
    corridor.start = {FaceId(0), {x, 1, 0}};
    corridor.goal = {FaceId(4), {0.25, 1, 0}};
    const auto points = shape_corridor(world, corridor);
    ASSERT_EQ(points.size(), 3u);
    EXPECT_EQ(points[1].vec(), (Vec3{3, 1, 0}));
  }
}

TEST(Funnel, a_portal_of_no_length_is_a_bend) {
  // Two triangles that touch in a point, with a portal through it: not lawful, but harmless.
  MeshArrays arrays;
  arrays.vertices =
      std::vector<Vec3f>{{0, 0, 0}, {1, 1, 0}, {1, 1, 0}, {0, 2, 0}, {3, 0, 0}, {3, 2, 0}};
  const auto v = [](std::uint32_t i) { return VertexId(i); };
  const EdgeId none;
  arrays.origin = std::vector<VertexId>{v(0), v(1), v(2), v(3), v(2), v(1), v(4), v(5)};
  arrays.twin = std::vector<EdgeId>{none, EdgeId(4), none, none, EdgeId(1), none, none, none};
  arrays.first_edge = std::vector<std::uint32_t>{0, 4, 8};
  const FaceId f(0);
  const FaceId g(1);
  arrays.edge_face = std::vector<FaceId>{f, f, f, f, g, g, g, g};
  const Mesh mesh = Mesh::from(std::move(arrays)).value();
  Funnel funnel;
  const std::vector<EdgeId> portals{EdgeId(1)};
  const auto bends = funnel.pull(mesh, {{f, {0.2, 0.5, 0}}, {g, {2.5, 0.4, 0}}, portals});
  ASSERT_EQ(bends.size(), 3u);
  EXPECT_EQ(bends[1].point, (Vec2{1, 1}));
}

}  // namespace
}  // namespace thalweg
