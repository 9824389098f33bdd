// Converts options to cells, and Recast's polygons to a world. Does not call Recast.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "geometry/direction.hpp"
#include "import/recast_polygons.hpp"

namespace thalweg {
namespace {

// Three digits are enough for a message.
std::string shown(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 3);
  return {text, end.ptr};
}

// Rounds up to whole cells, ignoring the rounding errors of quotients such as 0.6 / 0.2.
double cells_up(double length, double cell) { return std::ceil(length / cell - 1e-6); }
double cells_down(double length, double cell) { return std::floor(length / cell + 1e-6); }

// The cosine of an angle in degrees, by its series, because libm differs between platforms.
double cosine(double degrees) {
  const double x = degrees * (3.14159265358979323846 / 180);
  double term = 1;
  double sum = 1;
  for (int n = 1; n <= 12; ++n) {
    term *= -x * x / ((2.0 * n - 1) * (2.0 * n));
    sum += term;
  }
  return sum;
}

Result<void> check_options(const RecastOptions& o) {
  const auto is_within = [](double value, double low, double high) {
    return value >= low && value <= high;
  };
  if (!is_within(o.cell_size, 1e-6, 1e9) || !is_within(o.cell_height, 1e-6, 1e9)) {
    return Error{"the cell size and the cell height must be above zero"};
  }
  if (!is_within(o.agent_height, 0, 1e9) || !is_within(o.agent_radius, 0, 1e9) ||
      !is_within(o.max_climb, 0, 1e9)) {
    return Error{"the agent's height, radius and climb must be zero or more"};
  }
  if (!(o.max_slope >= 0 && o.max_slope < 90)) {
    return Error{"the greatest slope must be at least 0 and under 90 degrees"};
  }
  if (!is_within(o.region_min_size, 0, 10000) || !is_within(o.region_merge_size, 0, 10000)) {
    return Error{"region sizes must be between 0 and 10,000 cells"};
  }
  if (!is_within(o.edge_max_length, 0, 1e9) || !is_within(o.edge_max_error, 0, 1000)) {
    return Error{"the edges' greatest length or error is out of range"};
  }
  if (!is_within(o.max_sides, 3, 6)) return Error{"polygons have 3 to 6 sides"};
  return {};
}

Result<void> check_agent(const RecastOptions& o) {
  const double height = cells_up(o.agent_height, o.cell_height);
  if (height < 3) return Error{"the agent is under three cells high: use a lower cell height"};
  if (height > 254) return Error{"the agent is over 254 cells high: use a larger cell height"};
  if (cells_up(o.agent_radius, o.cell_size) > 126) {
    return Error{"the agent's radius is over 126 cells: use a larger cell size"};
  }
  if (cells_down(o.max_climb, o.cell_height) > 8190) {
    return Error{"the agent climbs over 8,190 cells: use a larger cell height"};
  }
  return {};
}

Result<void> check_extent(const RecastOptions& o, Vec3 size) {
  constexpr double kMostCells = 64e6;
  constexpr double kMostInRow = 65000;
  constexpr double kMostLevels = 8190;  // Recast gives heights 13 bits
  const double width = std::max(cells_up(size.x, o.cell_size), 1.0);
  const double depth = std::max(cells_up(size.y, o.cell_size), 1.0);
  if (width * depth > kMostCells || width > kMostInRow || depth > kMostInRow) {
    const double enough = std::max({std::sqrt(size.x) * std::sqrt(size.y) / std::sqrt(kMostCells),
                                    size.x / kMostInRow, size.y / kMostInRow});
    return Error{"the level is over 64 million cells or 65,000 in a row: use a cell size of " +
                 shown(enough * 1.02) + " or more"};
  }
  if (cells_up(size.z, o.cell_height) > kMostLevels) {
    return Error{"the level is over 8,190 cells high: use a cell height of " +
                 shown(size.z / kMostLevels * 1.02) + " or more"};
  }
  return {};
}

// True for convex polygons with an area that turn once; exact, in whole cells.
bool is_convex(const RecastPolygons& p, std::uint32_t first, std::uint32_t last) {
  const auto at = [&](std::uint32_t i) {
    const auto& c = p.corners[p.corner[first + i % (last - first)]];
    return Vec2{double(c[0]), double(c[1])};
  };
  int left = 0;
  int right = 0;
  int half_turns = 0;
  for (std::uint32_t i = 0; i < last - first; ++i) {
    const Vec2 in = at(i + 1) - at(i);
    const Vec2 out = at(i + 2) - at(i + 1);
    if (in == Vec2{}) return false;
    left += cross(in, out) > 0;
    right += cross(in, out) < 0;
    half_turns += is_upwards({}, in) != is_upwards({}, out);
  }
  return (left == 0) != (right == 0) && half_turns == 2;
}

bool has_area(const RecastPolygons& p, const std::array<std::uint32_t, 3>& t) {
  const auto at = [&](std::uint32_t i) {
    return Vec2{double(p.corners[t[i]][0]), double(p.corners[t[i]][1])};
  };
  return cross(at(1) - at(0), at(2) - at(0)) != 0;
}

void add_face(RecastMesh& mesh, std::span<const std::uint32_t> corners, std::uint8_t area) {
  for (const std::uint32_t c : corners) mesh.soup.corners.push_back(VertexId(c));
  mesh.soup.first_corner.push_back(static_cast<std::uint32_t>(mesh.soup.corners.size()));
  mesh.area.push_back(area);
}

// Sets the areas: the group's by name, or plain ground.
Result<void> name_areas(const TriangleSoup& soup, const std::vector<std::uint8_t>& area,
                        AreaNames& names, MeshSoup& mesh) {
  TRY(const auto areas, areas_of_groups(soup, names));
  for (const std::uint8_t a : area) mesh.face_area.push_back(areas[a - 1u]);
  return {};
}

std::vector<std::string> notes_of(const RecastPolygons& polygons, const RecastMesh& mesh,
                                  const Mesh& built) {
  std::vector<std::string> notes;
  if (!polygons.warnings.empty()) {
    const std::size_t more = polygons.warnings.size() - 1;
    notes.push_back("Recast warns: " + polygons.warnings.front() +
                    (more == 0 ? "" : " (and " + std::to_string(more) + " more)"));
  }
  if (mesh.cut != 0) notes.push_back(std::to_string(mesh.cut) + " polygons were not convex");
  if (mesh.dropped != 0) notes.push_back(std::to_string(mesh.dropped) + " pieces had no area");
  // Never fewer than Recast's; more if Recast runs out of its 16 bits for edges.
  std::size_t joined = 0;
  for (const EdgeId e : built.edges()) joined += !built.twin(e).is_none();
  if (mesh.cut == 0 && mesh.dropped == 0 && joined < polygons.joined_sides) {
    notes.push_back("Recast joins " + std::to_string(polygons.joined_sides) +
                    " sides of polygons, the mesh " + std::to_string(joined));
  }
  return notes;
}

}  // namespace

RecastOptions RecastOptions::quake() {
  RecastOptions o;
  o.cell_size = 4;
  o.cell_height = 2;
  o.agent_height = 56;
  o.agent_radius = 15;
  o.max_climb = 18;
  o.max_slope = 45.573;  // whose cosine is 0.7
  o.edge_max_length = 160;
  return o;
}

Result<RecastCells> recast_cells(const RecastOptions& o, Vec3 size) {
  TRY_DO(check_options(o));
  TRY_DO(check_agent(o));
  TRY_DO(check_extent(o, size));
  const auto whole = [](double cells) { return static_cast<int>(cells); };
  RecastCells cells;
  cells.width = whole(std::max(cells_up(size.x, o.cell_size), 1.0));
  cells.depth = whole(std::max(cells_up(size.y, o.cell_size), 1.0));
  cells.levels = whole(std::max(cells_up(size.z, o.cell_height), 1.0));
  cells.agent_height = whole(cells_up(o.agent_height, o.cell_height));
  cells.agent_radius = whole(cells_up(o.agent_radius, o.cell_size));
  cells.max_climb = whole(cells_down(o.max_climb, o.cell_height));
  cells.max_edge = whole(std::min(cells_down(o.edge_max_length, o.cell_size), 1e6));
  return cells;
}

std::vector<std::uint8_t> recast_areas(const TriangleSoup& soup, const RecastOptions& options) {
  const double least = cosine(options.max_slope);
  std::vector<std::uint8_t> areas(soup.triangles.size(), 0);
  for (std::size_t t = 0; t < areas.size(); ++t) {
    const auto& corners = soup.triangles[t];
    const Vec3 a = soup.vertices[corners[0]];
    const Vec3 n = cross(soup.vertices[corners[1]] - a, soup.vertices[corners[2]] - a);
    const double up = options.both_sides ? std::abs(n.z) : n.z;
    if (!(up > 0 && up >= least * length(n))) continue;
    const bool has_groups = options.groups_as_areas && !soup.group.empty();
    areas[t] = has_groups ? static_cast<std::uint8_t>(soup.group[t] + 1) : kRecastGround;
  }
  return areas;
}

RecastMesh recast_mesh(const RecastPolygons& p, const RecastOptions& options) {
  RecastMesh out;
  for (const auto& c : p.corners) {
    out.soup.vertices.push_back(
        to_float({c[0] * options.cell_size, c[1] * options.cell_size, c[2] * options.cell_height}));
  }
  out.soup.first_corner.push_back(0);
  for (std::size_t i = 0; i + 1 < p.first.size(); ++i) {
    const std::uint32_t first = p.first[i];
    const std::uint32_t last = p.first[i + 1];
    if (is_convex(p, first, last)) {
      add_face(out, std::span(p.corner).subspan(first, last - first), p.area[i]);
      continue;
    }
    out.cut += last - first > 3;
    for (std::uint32_t j = first + 2; j < last; ++j) {
      const std::array<std::uint32_t, 3> piece = {p.corner[first], p.corner[j - 1], p.corner[j]};
      if (has_area(p, piece)) {
        add_face(out, piece, p.area[i]);
      } else {
        ++out.dropped;
      }
    }
  }
  return out;
}

Result<ImportedWorld> recast_world(const TriangleSoup& soup, const RecastOptions& options,
                                   const Progress& progress) try {
  TRY_DO(check(soup));
  const bool has_groups = options.groups_as_areas && !soup.group.empty();
  if (has_groups && soup.group_names.size() >= kRecastGround) {
    return Error{"there are " + std::to_string(soup.group_names.size()) +
                 " groups, more than Recast's 62 areas"};
  }
  TRY(const auto polygons, run_recast(soup, recast_areas(soup, options), options, progress));
  RecastMesh mesh = recast_mesh(polygons, options);
  if (mesh.area.empty()) {
    return Error{"no ground is level, wide and high enough for this agent"};
  }
  ImportedWorld out;
  out.parts.origin = box_of(soup).low;
  if (has_groups) {
    TRY_DO(name_areas(soup, mesh.area, out.parts.areas, mesh.soup));
  }
  TRY(auto built, build_mesh(std::move(mesh.soup)));
  out.notes = notes_of(polygons, mesh, built.mesh);
  out.parts.mesh = built.mesh;
  return out;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
