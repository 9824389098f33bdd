// World: all that is known of the ground. A mesh, a grid, or both of the same ground.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "thalweg/core/array.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/geometry/earth.hpp"
#include "thalweg/geometry/frame.hpp"
#include "thalweg/world/areas.hpp"
#include "thalweg/world/grid.hpp"
#include "thalweg/world/links.hpp"
#include "thalweg/world/locate.hpp"
#include "thalweg/world/mesh.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

// The direction in which y is drawn.
enum class YAxis : std::uint32_t { up, down };

struct World {
  std::string name;            // where it came from, for people
  Vec3 origin;                 // world coordinates = origin + local coordinates
  YAxis y_axis = YAxis::up;    // down: row 0 is drawn at the top (grid maps)
  Earth earth;                 // where the world coordinates lie on Earth, if that is known
  bool is_height_map = false;  // its mesh was made from one; older files do not say
  AreaNames areas;
  Mesh mesh;        // may be empty
  Locator locator;  // of the mesh
  Grid grid;        // may be empty
  IdArray<LinkId, Link> links;

  // From a caller's coordinates to local ones and back.
  Frame frame(Axes axes = Axes::z_up) const { return {origin, axes}; }

  // The box of the mesh, or of the grid if there is no mesh, in local coordinates.
  Box3 box() const;
  // A hash of everything that can change an answer; the name, the position on Earth and what it was
  // made from are not included.
  std::uint64_t fingerprint() const;
};

// Assembles a world: builds the locator, finds the faces and squares of the links' ends and moves
// the ends onto the ground. Refused with a sentence: a link end that lies on no face or free square
// (within `link_reach` metres), values that break broken_value_law.
struct WorldParts {
  std::string name;
  Vec3 origin;
  YAxis y_axis = YAxis::up;
  Earth earth = {};
  bool is_height_map = false;
  AreaNames areas;
  Mesh mesh;
  Grid grid;
  std::vector<Link> links;  // faces and squares are filled in
  double link_reach = 1;
};
Result<World> make_world(WorldParts parts);

// True where the mesh was made from a height map: where the world says so, or where its vertices are
// all points of a lattice, row by row, not all of one height, and its faces lie inside the squares.
// O(faces).
bool is_height_map(const World& world);

// The surface point on the mesh at a caller's point, for functions over meshes (walking, sight,
// random points), whose coordinates are local: as locate finds it. Nowhere if there is none.
struct SurfacePointOptions {
  Axes axes = Axes::z_up;  // of the point
  double reach = 0;        // metres; how far off the mesh the point may lie
};
SurfacePoint surface_point_at(const World& world, Point p, const SurfacePointOptions& options = {});

// `world` with `links` added to those it has.
Result<World> with_links(const World& world, std::vector<Link> links, double link_reach = 1);

// The first law `world` breaks, or nothing: those of its mesh and grid; the locator equals the one
// that build_locator gives; links start and end at the positions they state.
std::optional<std::string> broken_law(const World& world);

// The subset of these laws that concerns single values. Fast; every loaded file is checked against
// it.
std::optional<std::string> broken_value_law(const World& world);

}  // namespace thalweg
