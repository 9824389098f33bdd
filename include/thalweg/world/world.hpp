// World: all that is known of the ground. A mesh, a grid, or both of the same ground.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "thalweg/core/array.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/geometry/axes.hpp"
#include "thalweg/world/areas.hpp"
#include "thalweg/world/grid.hpp"
#include "thalweg/world/links.hpp"
#include "thalweg/world/locate.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// A point as callers give it: world coordinates in metres. z may be omitted.
struct Point {
  double x = 0;
  double y = 0;
  double z = kNoHeight;
};

// The direction in which y is drawn.
enum class YAxis : std::uint32_t { up, down };

struct World {
  std::string name;          // where it came from, for people
  Vec3 origin;               // world coordinates = origin + local coordinates
  YAxis y_axis = YAxis::up;  // down: row 0 is drawn at the top (grid maps)
  AreaNames areas;
  Mesh mesh;        // may be empty
  Locator locator;  // of the mesh
  Grid grid;        // may be empty
  IdArray<LinkId, Link> links;

  Vec3 to_local(Point p) const { return {p.x - origin.x, p.y - origin.y, p.z - origin.z}; }
  Vec3 to_world(Vec3 local) const { return origin + local; }

  // The box of the mesh, or of the grid if there is no mesh, in local coordinates.
  Box3 box() const;
  // A hash of everything that can change an answer; the name is not included.
  std::uint64_t fingerprint() const;
};

// Assembles a world: builds the locator, finds the faces and squares of the links' ends and moves
// the ends onto the ground. Refused with a sentence: a link end that lies on no face or free square
// (within `link_reach` metres), values that break broken_value_law.
struct WorldParts {
  std::string name;
  Vec3 origin;
  YAxis y_axis = YAxis::up;
  AreaNames areas;
  Mesh mesh;
  Grid grid;
  std::vector<Link> links;  // faces and squares are filled in
  double link_reach = 1;
};
Result<World> make_world(WorldParts parts);

// `world` with `links` added to those it has.
Result<World> with_links(const World& world, std::vector<Link> links, double link_reach = 1);

// The first law `world` breaks, or nothing: those of its mesh and grid; the locator equals the one
// that build_locator gives; links start and end at the positions they state.
std::optional<std::string> broken_law(const World& world);

// The subset of these laws that concerns single values. Fast; every loaded file is checked against
// it.
std::optional<std::string> broken_value_law(const World& world);

}  // namespace thalweg
