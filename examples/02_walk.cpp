// Walks a point over the ground as a player would, towards the middle of the world, and looks
// around it. Make valley.thal first, as 01_hello.cpp says.
#include <cstdio>
#include <thalweg/path/around.hpp>
#include <thalweg/path/random_point.hpp>
#include <thalweg/path/walk.hpp>
#include <thalweg/store/store.hpp>
#include <thalweg/world/ray.hpp>

int main(int argc, char** argv) {
  using namespace thalweg;
  const auto loaded = load_world(argc > 1 ? argv[1] : "valley.thal");
  if (!loaded) return std::puts(loaded.error().c_str()), 1;
  const Mesh& mesh = loaded->mesh;

  // The player's start, and the goal: any point on ground connected to it.
  Random random(7);
  SurfacePoint player = random_point(mesh, random);
  const SurfacePoint goal = random_reachable_point(mesh, player, random);
  if (!goal.is_found()) return std::puts("the world has no ground"), 1;

  FloodScratch scratch;  // memory that is used again; one per thread
  Walk step;
  int hits = 0;
  for (int tick = 0; tick < 600; ++tick) {
    const Vec2 rest = goal.point.xy() - player.point.xy();
    if (length(rest) < 1) break;
    const Vec2 motion = rest * (1 / length(rest));  // a metre a tick
    step = walk(mesh, player, motion, {.radius = 0.3}, scratch, std::move(step));
    for (const WalkEvent& event : step.events) hits += event.kind == WalkEvent::Kind::hit;
    player = step.end;
  }

  const NearWall wall = distance_to_wall(mesh, player, {.radius = 50}, scratch);
  const auto near = faces_in_circle(mesh, player, {.radius = 20}, scratch);
  std::printf("at %.1f, %.1f, height %.1f m after %d hits; %zu faces within 20 m\n", player.point.x,
              player.point.y, player.point.z, hits, near.size());
  if (wall.found()) std::printf("the nearest wall is %.1f m away\n", wall.distance);
  std::puts(line_of_sight(mesh, player, goal) ? "the goal is in sight" : "the goal is hidden");
}
