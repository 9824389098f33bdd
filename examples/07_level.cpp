// A level as a game uses it, call by call: docs/guide/from-detour.md. Make fort.thal first:
//   thalweg import scenes/fort.obj --recast -o fort.thal
#include <cstdio>
#include <thalweg/path/around.hpp>
#include <thalweg/path/follow.hpp>
#include <thalweg/path/walk.hpp>
#include <thalweg/thalweg.hpp>
#include <thalweg/world/ray.hpp>

using namespace thalweg;

// The nearest ground to a point, within a metre.
SurfacePoint ground_at(const World& world, Point point) {
  const Location found =
      locate(world.mesh, world.locator, world.frame().to_local(point), {.reach = 1});
  return {found.face, found.point};
}

int main(int argc, char** argv) {
  const auto world = load_world(argc > 1 ? argv[1] : "fort.thal").value();
  const auto level = ground(world, Profile::euclid()).value();
  const auto planner = fastest_planner(level).value();  // one per thread

  // A whole path in one call: points on the ground, with the face and area of each.
  Query query{.start = {-25, -25}, .goal = {10.5, 0, 3}};
  Answer path = planner->find(query);
  if (!path.found()) return std::puts(path.why()), 1;
  std::printf("%.1f m in %zu points\n", path.length(), path.points.size());

  // The same in slices of so many nodes; or of so long: Slice::lasting(500us).
  int slices = 1;
  planner->begin(query, std::move(path));
  while (!planner->advance({.nodes = 16})) ++slices;
  path = planner->take();
  std::printf("%.1f m again, in %d slices\n", path.length(), slices);

  // Somebody stands in the middle of it: paths keep away.
  const PathPoint middle = path.points[path.points.size() / 2];
  query.blocked.circles = {{.centre = {middle.x, middle.y, middle.z}, .radius = 0.3}};
  const Answer around = planner->find(query);
  std::printf("%.1f m around somebody\n", around.length());

  // An agent that walks along the path, a step a tick.
  PathFollower follower(path.points);
  int ticks = 0;
  for (; !follower.is_done(); ++ticks) follower.advance(0.1);
  std::printf("there after %d ticks\n", ticks);

  // A player who is pushed straight at the goal: a ray, and a walk that slides along walls.
  const SurfacePoint start = ground_at(world, query.start);
  const Vec2 goal = ground_at(world, query.goal).point.xy();
  const Ray ray = cast_ray(world.mesh, start, goal);
  FloodScratch scratch;  // memory that is used again; one per thread
  const Vec2 motion = goal - start.point.xy();
  const Walk walked = walk(world.mesh, start, motion, {.radius = 0.2}, scratch);
  const NearWall wall = distance_to_wall(world.mesh, walked.end, {.radius = 5}, scratch);
  const Vec3 end = world.frame().from_local(walked.end.point);  // meshes have local coordinates
  std::printf("%s; pushed to %.1f, %.1f, a wall at %.2f m\n",
              ray.is_clear ? "the goal is in sight" : "a wall is between", end.x, end.y,
              wall.found() ? wall.distance : 5);
}
