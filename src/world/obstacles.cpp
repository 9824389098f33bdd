// Walls are joined where they continue straight. Floors overlap exactly where walls cross (a sweep
// along x) or a wall lies over other ground (point location).
#include "thalweg/world/obstacles.hpp"

#include <algorithm>

#include "thalweg/geometry/box.hpp"
#include "thalweg/geometry/visibility.hpp"
#include "thalweg/world/locate.hpp"
#include "world/corner.hpp"

namespace thalweg {
namespace {

// The edges of the ground that nobody crosses.
std::vector<EdgeId> walls_of(const Mesh& mesh) {
  std::vector<EdgeId> walls;
  for (const EdgeId e : mesh.edges()) {
    const bool is_ground = is_walkable(mesh.area(mesh.face(e)));
    if (is_ground && !CrossRule{}.allows(mesh, e)) walls.push_back(e);
  }
  return walls;
}

bool is_straight(Vec2 a, Vec2 b, Vec2 c) {
  return orientation(a, b, c) == 0 && dot(b - a, c - b) > 0;
}

// For each vertex the one wall that starts there, where no more than one starts and one ends.
class WallChains {
 public:
  WallChains(const Mesh& mesh, std::span<const EdgeId> walls)
      : mesh_(mesh), from_(mesh.vertex_count()), to_(mesh.vertex_count()) {
    for (const EdgeId e : walls) {
      note(from_[mesh.origin(e).value], e);
      note(to_[mesh.target(e).value], e);
    }
  }

  // The wall that goes on straight from this one; none: it bends, or several meet.
  EdgeId after(EdgeId wall) const { return straight(wall, from_[mesh_.target(wall).value], true); }
  EdgeId before(EdgeId wall) const { return straight(wall, to_[mesh_.origin(wall).value], false); }

 private:
  struct One {
    EdgeId wall;
    bool is_many = false;
  };

  static void note(One& one, EdgeId wall) {
    one.is_many = one.is_many || !one.wall.is_none();
    one.wall = wall;
  }
  EdgeId straight(EdgeId wall, const One& next, bool is_after) const {
    const VertexId shared = is_after ? mesh_.target(wall) : mesh_.origin(wall);
    if (from_[shared.value].is_many || to_[shared.value].is_many || next.wall.is_none()) return {};
    const EdgeId first = is_after ? wall : next.wall;
    const EdgeId second = is_after ? next.wall : wall;
    const bool is_on =
        is_straight(mesh_.start(first).xy(), mesh_.end(first).xy(), mesh_.end(second).xy());
    return is_on ? next.wall : EdgeId();
  }

  const Mesh& mesh_;
  std::vector<One> from_;  // [vertex]
  std::vector<One> to_;    // [vertex]
};

// Walls drawn together where they go on straight.
std::vector<Segment2> joined(const Mesh& mesh, std::span<const EdgeId> walls) {
  const WallChains chains(mesh, walls);
  std::vector<Segment2> segments;
  for (const EdgeId wall : walls) {
    if (!chains.before(wall).is_none()) continue;
    EdgeId last = wall;
    for (EdgeId next = chains.after(last); !next.is_none(); next = chains.after(last)) last = next;
    segments.push_back({mesh.start(wall).xy(), mesh.end(last).xy()});
  }
  return segments;
}

Box2 box_of(const Segment2& wall) {
  Box2 box;
  box.add(wall.a);
  box.add(wall.b);
  return box;
}

bool do_cross(std::span<const Segment2> walls) {
  std::vector<Segment2> sorted(walls.begin(), walls.end());
  const auto left = [](const Segment2& wall) { return std::min(wall.a.x, wall.b.x); };
  std::ranges::sort(sorted, {}, left);
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const Box2 box = box_of(sorted[i]);
    for (std::size_t k = i + 1; k < sorted.size() && left(sorted[k]) <= box.high.x; ++k) {
      const Box2 other = box_of(sorted[k]);
      const bool is_abreast = other.low.y <= box.high.y && box.low.y <= other.high.y;
      if (is_abreast && hides(sorted[k], sorted[i].a, sorted[i].b)) return true;
    }
  }
  return false;
}

// True when a face covers the ground beside a wall at this point of it.
bool covers(const Mesh& mesh, FaceId face, EdgeId wall, Vec2 point) {
  EdgeId touched;
  for (const EdgeId e : mesh.edges(face)) {
    const int side = orientation(mesh.start(e).xy(), mesh.end(e).xy(), point);
    if (side < 0) return false;
    if (side == 0) touched = e;
  }
  if (touched.is_none() || CrossRule{}.allows(mesh, touched)) return true;
  const auto along = [&](EdgeId e) { return mesh.end(e).xy() - mesh.start(e).xy(); };
  return orientation(mesh.start(wall).xy(), mesh.end(wall).xy(), mesh.start(touched).xy()) == 0 &&
         dot(along(touched), along(wall)) > 0;
}

// True when the ground beside some wall is covered twice.
bool is_overlaid(const Mesh& mesh, std::span<const EdgeId> walls) {
  const Locator locator = build_locator(mesh);
  if (locator.empty()) return false;
  return std::ranges::any_of(walls, [&](EdgeId wall) {
    const Vec2 middle = (mesh.start(wall).xy() + mesh.end(wall).xy()) * 0.5;
    const auto lies_here = [&](FaceId face) {
      return face != mesh.face(wall) && covers(mesh, face, wall, middle);
    };
    return locate(mesh, locator, {middle.x, middle.y, kNoHeight}, {.accepts = lies_here}).found();
  });
}

}  // namespace

// Floors overlap exactly where walls cross, or where a wall lies over other ground.
Obstacles find_obstacles(const Mesh& mesh, const Bends& bends) {
  Obstacles obstacles;
  const std::vector<EdgeId> walls = walls_of(mesh);
  obstacles.screen = Screen(joined(mesh, walls));
  obstacles.is_one_floor = !do_cross(obstacles.screen.walls()) && !is_overlaid(mesh, walls);
  for (const BendId bend : bends.ids()) {
    obstacles.corners.push_back(mesh.point(bends[bend].vertex).xy());
  }
  return obstacles;
}

}  // namespace thalweg
