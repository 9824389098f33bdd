// Links are put on the ground, the locator is built and the laws are checked before there is a
// World. Also here: which meshes are height maps.
#include "thalweg/world/world.hpp"

#include <algorithm>
#include <cmath>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/core/hash.hpp"

namespace thalweg {
namespace {

// The position of one end of a link.
struct End {
  FaceId face;
  SquareId square;
  Vec3f point;  // on the ground
};
std::optional<End> find_end(const World& world, Vec3f point, double reach) {
  End end{.point = point};
  if (!world.mesh.empty()) {
    const Location location = locate(world.mesh, world.locator, point, {.reach = reach});
    if (!location.found()) return std::nullopt;
    end.face = location.face;
    end.point = to_float(location.point);
  }
  if (!world.grid.empty()) {
    end.square = world.grid.square_at(point.xy());
    if (end.square.is_none() || !world.grid.is_free(end.square)) return std::nullopt;
    if (world.mesh.empty()) end.point.z = world.grid.ground(end.square);
  }
  return end;
}

// Moves the ends onto the ground, and uses the straight distance if no length is given.
void fill_in(Link& link, const End& from, const End& to) {
  link.from = from.point;
  link.to = to.point;
  if (std::isnan(link.length)) {
    link.length = static_cast<float>(length(Vec3(link.to) - Vec3(link.from)));
  }
}

Result<void> attach(World& world, std::vector<Link> links, std::size_t first_new, double reach) {
  for (std::size_t i = first_new; i < links.size(); ++i) {
    Link& link = links[i];
    const auto from = find_end(world, link.from, reach);
    const auto to = find_end(world, link.to, reach);
    if (!from || !to) {
      return Error{"link " + std::to_string(i - first_new + 1) + (from ? " ends" : " starts") +
                   " where there is no ground to stand on"};
    }
    link.from_face = from->face;
    link.from_square = from->square;
    link.to_face = to->face;
    link.to_square = to->square;
    fill_in(link, *from, *to);
  }
  world.links = std::move(links);
  return {};
}

// True when `end` lies on that face and in that square, up to rounding.
bool lies_at(const World& world, Vec3f end, FaceId face, SquareId square) {
  const Vec2 p = end.xy();
  const double rounding = std::max({std::abs(p.x), std::abs(p.y), 1.0}) * 0x1p-20;
  if (!world.mesh.empty() && length(nearest_point(world.mesh, face, p) - p) > rounding) {
    return false;
  }
  return world.grid.empty() || world.grid.square_at(p) == square ||
         length(world.grid.centre(square).xy() - p) <= world.grid.spacing() + rounding;
}

std::optional<std::string> broken_link_law(const World& world) {
  for (const LinkId id : world.links.ids()) {
    const Link& link = world.links[id];
    const std::string name = "link " + to_string(id);
    const auto in_range = [](auto x, std::uint32_t n) {
      return n == 0 ? x.is_none() : x.value < n;
    };
    if (!in_range(link.from_face, world.mesh.face_count()) ||
        !in_range(link.to_face, world.mesh.face_count()) ||
        !in_range(link.from_square, world.grid.size()) ||
        !in_range(link.to_square, world.grid.size())) {
      return name + " ends at no face or square";
    }
    if (!is_finite(Vec3(link.from)) || !is_finite(Vec3(link.to)) || !(link.length >= 0) ||
        !std::isfinite(link.length)) {
      return name + " has a length or an end that is not finite";
    }
    if (link.is_two_way > 1 || link.kind > LinkKind::teleport) return name + " is of no known kind";
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_string(LinkKind kind) {
  switch (kind) {
    case LinkKind::jump: return "jump";
    case LinkKind::ladder: return "ladder";
    case LinkKind::teleport: return "teleport";
  }
  return "unknown";
}

Box3 World::box() const { return mesh.empty() ? grid.box() : mesh.box(); }

std::uint64_t World::fingerprint() const {
  Hasher hasher;
  hasher.add(origin.x).add(origin.y).add(origin.z).add(static_cast<std::uint32_t>(y_axis));
  for (std::size_t a = 0; a < areas.size(); ++a) hasher.add(areas[static_cast<AreaId>(a)]);
  hasher.add(mesh.fingerprint()).add(grid.fingerprint()).add(links);
  return hasher.digest();
}

Result<World> make_world(WorldParts parts) try {
  World world;
  world.name = std::move(parts.name);
  world.origin = parts.origin;
  world.y_axis = parts.y_axis;
  world.earth = parts.earth;
  world.is_height_map = parts.is_height_map;
  world.areas = std::move(parts.areas);
  world.mesh = std::move(parts.mesh);
  world.grid = std::move(parts.grid);
  TRY_DO(lawful(broken_value_law(world)));
  world.locator = build_locator(world.mesh);
  TRY_DO(attach(world, std::move(parts.links), 0, parts.link_reach));
  TRY_DO(lawful(broken_link_law(world)));
  return world;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<World> with_links(const World& world, std::vector<Link> links, double link_reach) try {
  World out = world;
  std::vector<Link> all = world.links.to_vector();
  const std::size_t first_new = all.size();
  all.insert(all.end(), links.begin(), links.end());
  TRY_DO(attach(out, std::move(all), first_new, link_reach));
  TRY_DO(lawful(broken_link_law(out)));
  return out;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

namespace {

// The columns of a lattice whose points are the vertices, row by row; 0: they are no lattice.
std::size_t lattice_columns(std::span<const Vec3f> points) {
  std::size_t columns = 0;
  while (columns < points.size() && points[columns].y == points[0].y) ++columns;
  if (columns < 2 || points.size() % columns != 0 || points.size() == columns) return 0;
  const bool is_up = points[columns].y > points[0].y;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t column = i % columns;
    const float row_y = points[i - column].y;
    if (points[i].x != points[column].x || points[i].y != row_y) return 0;
    if (column > 0 && !(points[i].x > points[i - 1].x)) return 0;
    if (i >= columns && (row_y > points[i - columns].y) != is_up) return 0;
    if (i >= columns && row_y == points[i - columns].y) return 0;
  }
  return columns;
}

// True when a face's corners are corners of one square.
bool is_in_a_square(const Mesh& mesh, FaceId face, std::size_t columns) {
  std::size_t low_x = columns, high_x = 0, low_y = mesh.vertex_count(), high_y = 0;
  for (const EdgeId e : mesh.edges(face)) {
    const std::size_t x = mesh.origin(e).value % columns;
    const std::size_t y = mesh.origin(e).value / columns;
    low_x = std::min(low_x, x), high_x = std::max(high_x, x);
    low_y = std::min(low_y, y), high_y = std::max(high_y, y);
  }
  return high_x == low_x + 1 && high_y == low_y + 1;
}

}  // namespace

bool is_height_map(const World& world) {
  const Mesh& mesh = world.mesh;
  if (world.is_height_map) return true;
  if (mesh.empty() || !mesh.is_triangles()) return false;
  const auto points = mesh.arrays().vertices.span();
  const bool is_level = std::ranges::all_of(points, [&](Vec3f p) { return p.z == points[0].z; });
  const std::size_t columns = is_level ? 0 : lattice_columns(points);
  if (columns == 0) return false;
  for (const FaceId face : mesh.faces()) {
    if (!is_in_a_square(mesh, face, columns)) return false;
  }
  return true;
}

SurfacePoint surface_point_at(const World& world, Point p, const SurfacePointOptions& options) {
  const Location at = locate(world.mesh, world.locator, world.frame(options.axes).to_local(p),
                             {.reach = options.reach});
  return at.found() ? SurfacePoint{at.face, at.point} : SurfacePoint{};
}

std::optional<std::string> broken_value_law(const World& world) {
  if (!is_finite(world.origin)) return "the origin is not finite";
  if (auto wrong = broken_law(world.earth)) return wrong;
  if (auto wrong = broken_value_law(world.mesh, world.areas.size())) return wrong;
  if (auto wrong = broken_law(world.grid, world.areas.size())) return wrong;
  return broken_link_law(world);
}

std::optional<std::string> broken_law(const World& world) {
  if (auto wrong = broken_value_law(world)) return wrong;
  for (const LinkId id : world.links.ids()) {
    const Link& link = world.links[id];
    if (!lies_at(world, link.from, link.from_face, link.from_square) ||
        !lies_at(world, link.to, link.to_face, link.to_square)) {
      return "link " + to_string(id) + " does not end where it says";
    }
  }
  if (auto wrong = broken_law(world.mesh, world.areas.size())) return wrong;
  const Locator fresh = build_locator(world.mesh);
  if (!(fresh.layout() == world.locator.layout()) ||
      !std::ranges::equal(fresh.lists(), world.locator.lists()) ||
      !std::ranges::equal(fresh.words(), world.locator.words())) {
    return "the locator does not fit the mesh";
  }
  return std::nullopt;
}

}  // namespace thalweg
