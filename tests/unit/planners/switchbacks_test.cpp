// Drawn zigzags stay inside their face, and by their own slopes they cost what the
// straight stretch was said to cost.
#include "path/switchbacks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "grounds.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/check_answer.hpp"
#include "thalweg/price/pricer.hpp"

namespace thalweg {
namespace {

// One triangle with random heights, as a world.
World triangle(Random& random) {
  MeshSoup soup;
  const auto z = [&] { return static_cast<float>(random.between(0, 10)); };
  soup.vertices = {{0, 0, z()}, {10, 0, z()}, {static_cast<float>(random.between(0, 10)), 10, z()}};
  soup.corners = {VertexId(0), VertexId(1), VertexId(2)};
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  return make_world(std::move(parts)).value();
}

// Metres in the plane.
double distance_outside(const Mesh& mesh, Vec2 p) {
  double most = 0;
  for (const EdgeId e : mesh.edges(FaceId(0))) {
    const Vec2 side = (mesh.end(e) - mesh.start(e)).xy();
    most = std::max(most, -cross(side, p - mesh.start(e).xy()) / length(side));
  }
  return most;
}

double raw_price(SpeedModel speed_model, Vec3 walk) {
  const double run = length(walk.xy());
  if (speed_model == SpeedModel::tobler)
    return length(walk) * tobler_seconds_per_metre(walk.z / run);
  if (walk.z >= 0) return 0.72 * run + 6 * walk.z;
  return 0.72 * run + 1.9998 * walk.z;
}

TEST(Switchbacks, cost_what_the_straight_stretch_was_said_to_cost) {
  Random random(seed_of(1));
  int drawn = 0;
  double most_off = 0;
  for (int i = 0; i < 10000; ++i) {
    const World world = triangle(random);
    const Mesh& mesh = world.mesh;
    const auto on_edge = [&](std::uint32_t e) {
      const double share = random.between(0.02, 0.98);
      return mesh.start(EdgeId(e)) + (mesh.end(EdgeId(e)) - mesh.start(EdgeId(e))) * share;
    };
    const Vec3 a = on_edge(0);
    const Vec3 b = on_edge(1 + random.below(2));
    for (const SpeedModel speed_model : {SpeedModel::tobler, SpeedModel::langmuir}) {
      if (!is_as_steep(speed_model, b - a)) continue;
      const std::vector<PathPoint> straight = {{a.x, a.y, a.z, FaceId(0)},
                                               {b.x, b.y, b.z, FaceId(0)}};
      const double leg = i % 2 == 0 ? 0 : 0.5;
      const auto points = with_switchbacks(mesh, straight, {speed_model, leg}, {});
      if (points.size() == 2) continue;
      ++drawn;
      double sum = 0;
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        const Vec3 walk = points[k + 1].vec() - points[k].vec();
        sum += raw_price(speed_model, walk);
        EXPECT_TRUE(leg == 0 || length(walk.xy()) <= leg + 1e-9);
        EXPECT_LE(distance_outside(mesh, points[k].vec().xy()), 1e-9);
      }
      const double said = walk_seconds(speed_model, length((b - a).xy()), b.z - a.z);
      most_off = std::max(most_off, std::abs(sum / said - 1));
    }
  }
  std::printf("%d stretches drawn, off by at most %.1e\n", drawn, most_off);
  EXPECT_GT(drawn, 3000);
  EXPECT_LE(most_off, 1e-9);
}

TEST(Switchbacks, of_a_path_can_be_walked_and_cost_no_more) {
  int steep = 0;
  for (const std::uint64_t seed : seeds(20)) {
    const World world = hills(seed);
    const Ground ground = on_portals(world, Profile::hiker());
    Planner planner = a_star_on(ground);
    Random random(seed);
    for (int i = 0; i < 5; ++i) {
      Query query{.start = random_point(world, random), .goal = random_point(world, random)};
      query.want_ground_price = true;
      const Answer plain = planner.find(query);
      query.shape = Shape::switchbacks;
      const Answer drawn = planner.find(query);
      ASSERT_EQ(drawn.outcome, plain.outcome);
      if (!plain.found()) continue;
      ASSERT_EQ(broken_law(drawn, query, ground), std::nullopt);
      EXPECT_LE(drawn.ground_price, plain.ground_price * (1 + 1e-3));
      steep += static_cast<int>(std::ranges::count(drawn.points, true, &PathPoint::is_steep));
    }
  }
  EXPECT_GT(steep, 100);
}

}  // namespace
}  // namespace thalweg
