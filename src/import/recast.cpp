// The only file that calls Recast. Recast's axes are x, up, y; its grid is ours seen from above.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <tuple>

#include <Recast.h>

#include "core/try.hpp"
#include "import/recast_tiles.hpp"
#include "import/surface_heights.hpp"
#include "thalweg/geometry/segment.hpp"

namespace thalweg {
namespace {

// Owns an object of Recast, which Recast frees.
template <class T, void (*Free)(T*)>
struct Freer {
  void operator()(T* object) const { Free(object); }
};
template <class T, void (*Free)(T*)>
using Owned = std::unique_ptr<T, Freer<T, Free>>;
using Solid = Owned<rcHeightfield, rcFreeHeightField>;
using Open = Owned<rcCompactHeightfield, rcFreeCompactHeightfield>;
using Contours = Owned<rcContourSet, rcFreeContourSet>;
using Polygons = Owned<rcPolyMesh, rcFreePolyMesh>;
using Detail = Owned<rcPolyMeshDetail, rcFreePolyMeshDetail>;

// Stores Recast's messages instead of printing them.
class Context : public rcContext {
 public:
  std::vector<std::string> messages;

  Error error(std::string_view stage) const {
    const std::string why = messages.empty() ? "it gives no reason" : messages.front();
    return Error{"Recast failed to " + std::string(stage) + ": " + why};
  }

 protected:
  void doLog(const rcLogCategory category, const char* message, const int length) override {
    constexpr std::size_t kMostKept = 100;
    if (category == RC_LOG_PROGRESS || length <= 0 || messages.size() >= kMostKept) return;
    std::string text(message, static_cast<std::size_t>(length));
    while (!text.empty() && text.back() == '.') text.pop_back();
    if (text.find("Expanding max contours") != std::string::npos) return;  // its own bookkeeping
    messages.push_back(std::move(text));
  }
};

// One slab of one tile, and what Recast says of it.
struct Job : RecastJob {
  Context context;
};

bool fill_solid(Job& job, rcHeightfield& solid) {
  constexpr std::size_t kBatch = 1 << 14;
  const Vec3 low = job.low();
  const double top = job.levels * job.plan.options.cell_height;
  std::vector<float> corners;
  std::vector<unsigned char> areas;
  const auto flush = [&] {
    const bool is_done =
        rcRasterizeTriangles(&job.context, corners.data(), areas.data(),
                             static_cast<int>(areas.size()), solid, job.plan.cells.max_climb);
    corners.clear();
    areas.clear();
    return is_done;
  };
  for (const std::uint32_t t : job.triangles) {
    Box3 box;
    for (const std::uint32_t v : job.plan.soup.triangles[t]) {
      const Vec3 p = job.plan.soup.vertices[v] - low;
      box.add(p);
      const Vec3f f = to_float(p);
      corners.insert(corners.end(), {f.x, f.z, f.y});
    }
    if (box.high.z < 0 || box.low.z > top) {
      corners.resize(corners.size() - 9);
      continue;
    }
    areas.push_back(job.plan.areas[t]);
    if (areas.size() == kBatch && !flush()) return false;
  }
  return areas.empty() || flush();
}

// Checks what Recast stores in bit fields without overflow checks: all spans, and floors per
// column.
Result<void> check_counts(const rcHeightfield& solid) {
  constexpr std::size_t kMostSpans = (std::size_t{1} << 24) - 1;
  constexpr std::size_t kMostFloors = 255;
  std::size_t spans = 0;
  for (int column = 0; column < solid.width * solid.height; ++column) {
    std::size_t floors = 0;
    for (const rcSpan* s = solid.spans[column]; s != nullptr; s = s->next) floors += s->area != 0;
    if (floors > kMostFloors) return Error{"over 255 floors lie above one another"};
    spans += floors;
  }
  if (spans > kMostSpans) {
    return Error{"the ground covers " + std::to_string(spans) +
                 " cells, more than 16,777,215: build it in smaller tiles, or use a larger cell "
                 "size"};
  }
  return {};
}

Result<Open> open_space(Job& job) {
  Solid solid(rcAllocHeightfield());
  const RecastCells& cells = job.plan.cells;
  const int width = job.width + 2 * cells.border;
  const int depth = job.depth + 2 * cells.border;
  const auto side = static_cast<float>(job.plan.options.cell_size);
  const auto height = static_cast<float>(job.plan.options.cell_height);
  const float margin = static_cast<float>(cells.border) * side;
  const float low[3] = {-margin, 0, -margin};
  const float high[3] = {static_cast<float>(job.width) * side + margin,
                         static_cast<float>(job.levels) * height,
                         static_cast<float>(job.depth) * side + margin};
  if (!solid || !rcCreateHeightfield(&job.context, *solid, width, depth, low, high, side, height)) {
    return Error{"there is no memory for " + std::to_string(width) + " x " + std::to_string(depth) +
                 " cells: use smaller tiles or a larger cell size"};
  }
  if (!fill_solid(job, *solid)) return job.context.error("fill the cells");
  rcFilterLowHangingWalkableObstacles(&job.context, cells.max_climb, *solid);
  rcFilterLedgeSpans(&job.context, cells.agent_height, cells.max_climb, *solid);
  rcFilterWalkableLowHeightSpans(&job.context, cells.agent_height, *solid);
  TRY_DO(check_counts(*solid));
  Open open(rcAllocCompactHeightfield());
  if (!open || !rcBuildCompactHeightfield(&job.context, cells.agent_height, cells.max_climb, *solid,
                                          *open)) {
    return job.context.error("find the open space");
  }
  return open;
}

Result<void> find_regions(Job& job, rcCompactHeightfield& open) {
  if (!rcErodeWalkableArea(&job.context, job.plan.cells.agent_radius, open)) {
    return job.context.error("keep the agent from walls");
  }
  if (!rcBuildDistanceField(&job.context, open)) return job.context.error("measure distances");
  const RecastOptions& options = job.plan.options;
  const int least = options.region_min_size * options.region_min_size;
  const int merged = options.region_merge_size * options.region_merge_size;
  if (!rcBuildRegions(&job.context, open, job.plan.cells.border, least, merged)) {
    return job.context.error("find regions");
  }
  return {};
}

Result<Contours> trace_contours(Job& job, rcCompactHeightfield& open) {
  Contours contours(rcAllocContourSet());
  if (!contours ||
      !rcBuildContours(&job.context, open, static_cast<float>(job.plan.options.edge_max_error),
                       job.plan.cells.max_edge, *contours, RC_CONTOUR_TESS_WALL_EDGES)) {
    return job.context.error("trace contours");
  }
  // Recast stores the index of a corner in 16 bits.
  constexpr std::size_t kMostCorners = 0xFFFE;
  std::size_t corners = 0;
  for (int c = 0; c < contours->nconts; ++c) {
    corners += static_cast<std::size_t>(std::max(contours->conts[c].nverts, 0));
  }
  if (corners >= kMostCorners) {
    return Error{"the outlines have " + std::to_string(corners) +
                 " corners, more than Recast's 65,533: build it in smaller tiles, or use a larger "
                 "cell size"};
  }
  return contours;
}

// Everything that Recast computes for one slab of a tile.
struct Output {
  Open space;
  Polygons mesh;
  Detail detail;  // empty: not wanted, or there are no polygons
};

Result<Output> run_recast(Job& job) {
  Output out;
  TRY(out.space, open_space(job));
  TRY_DO(find_regions(job, *out.space));
  TRY(const Contours contours, trace_contours(job, *out.space));
  out.mesh.reset(rcAllocPolyMesh());
  const RecastOptions& o = job.plan.options;
  if (!out.mesh || !rcBuildPolyMesh(&job.context, *contours, o.max_sides, *out.mesh)) {
    return job.context.error("build polygons");
  }
  if (o.detail_spacing == 0 || out.mesh->npolys == 0) return out;
  // We take the points of the detail mesh alone, so messages about its triangles do not matter.
  Context messages;
  out.detail.reset(rcAllocPolyMeshDetail());
  if (!out.detail ||
      !rcBuildPolyMeshDetail(&messages, *out.mesh, *out.space,
                             static_cast<float>(o.detail_spacing * o.cell_size),
                             static_cast<float>(o.detail_error * o.cell_height), *out.detail)) {
    return messages.error("build the detail mesh");
  }
  return out;
}

// Copies Recast's polygons and detail points, converted to the level's coordinates.
class Copier {
 public:
  Copier(const Job& job, const Output& output, RecastTile tile)
      : job_(job),
        output_(output),
        heights_(job.plan.soup, job.triangles, {area(), job.plan.options.both_sides}),
        first_corner_(static_cast<std::uint32_t>(tile.corners.size())),
        tile_(std::move(tile)) {}

  RecastTile run() {
    copy_corners();
    for (int i = 0; i < output_.mesh->npolys; ++i) copy_polygon(i);
    std::sort(tile_.side_points.begin(), tile_.side_points.end(),
              [](const RecastSidePoint& a, const RecastSidePoint& b) {
                return std::tie(a.side, a.along, a.z) < std::tie(b.side, b.along, b.z);
              });
    return std::move(tile_);
  }

 private:
  double cell() const { return job_.plan.options.cell_size; }
  Box2 area() const {
    const Vec2 low = job_.low().xy();
    return {low, low + Vec2{job_.width * cell(), job_.depth * cell()}};
  }

  // The height of the triangles at `p` (cells from the tile's corner), in metres above the origin.
  // Recast's `top` is that of the highest point in the cell, rounded up.
  double height_at(Vec2 p, double top) const {
    const RecastOptions& o = job_.plan.options;
    const double about = job_.low().z + top * o.cell_height;
    const auto z = heights_.nearest(job_.low().xy() + p * cell(), about - o.cell_height / 2);
    const bool is_near = z && std::abs(*z - about) <= o.max_climb + 2 * o.cell_height;
    return (is_near ? *z : about) - job_.plan.origin.z;
  }

  void copy_corners() {
    for (int v = 0; v < output_.mesh->nverts; ++v) {
      const unsigned short* p = output_.mesh->verts + 3 * static_cast<std::ptrdiff_t>(v);
      tile_.corners.push_back(
          {job_.x + p[0], job_.y + p[2], height_at({double(p[0]), double(p[2])}, double(p[1]))});
    }
  }

  void copy_polygon(int polygon);
  void add_detail(int polygon, std::uint32_t first);
  void add_border(std::uint32_t side, int region);
  std::int32_t ground_beside(int x, int y, int region, double about) const;

  // Cells from the tile's corner.
  Vec2 position(std::uint32_t side) const {
    const RecastCorner& c = tile_.corners[tile_.corner[side]];
    return {double(c.x - job_.x), double(c.y - job_.y)};
  }
  std::uint32_t after(std::uint32_t side, std::uint32_t first) const {
    return side + 1 == tile_.corner.size() ? first : side + 1;
  }

  const Job& job_;
  const Output& output_;
  SurfaceHeights heights_;
  std::uint32_t first_corner_;
  RecastTile tile_;
};

void Copier::copy_polygon(int polygon) {
  const rcPolyMesh& mesh = *output_.mesh;
  const unsigned short* corners = mesh.polys + 2 * static_cast<std::ptrdiff_t>(polygon) * mesh.nvp;
  const auto first = static_cast<std::uint32_t>(tile_.corner.size());
  for (int j = 0; j < mesh.nvp && corners[j] != RC_MESH_NULL_IDX; ++j) {
    tile_.corner.push_back(first_corner_ + corners[j]);
  }
  double doubled = 0;
  for (auto s = first + 2; s < tile_.corner.size(); ++s) {
    doubled += cross(position(s - 1) - position(first), position(s) - position(first));
  }
  if (doubled == 0) {
    ++tile_.dropped;
    tile_.corner.resize(first);
    return;
  }
  if (doubled < 0) std::reverse(tile_.corner.begin() + first, tile_.corner.end());
  if (output_.detail) add_detail(polygon, first);
  for (std::uint32_t s = first; s < tile_.corner.size(); ++s) add_border(s, mesh.regs[polygon]);
  tile_.first.push_back(static_cast<std::uint32_t>(tile_.corner.size()));
  tile_.first_inner.push_back(static_cast<std::uint32_t>(tile_.inner.size()));
  tile_.area.push_back(mesh.areas[polygon]);
}

void Copier::add_detail(int polygon, std::uint32_t first) {
  const unsigned* part = output_.detail->meshes + 4 * static_cast<std::ptrdiff_t>(polygon);
  const auto corners = static_cast<unsigned>(tile_.corner.size() - first);
  const RecastOptions& o = job_.plan.options;
  for (unsigned i = corners; i < part[1]; ++i) {  // the polygon's own corners come first
    const float* v = output_.detail->verts + 3 * static_cast<std::size_t>(part[0] + i);
    const Vec2 p = Vec2{double(v[0]), double(v[2])} * (1 / o.cell_size);
    // Recast puts the detail mesh one cell above the polygons.
    const double z = height_at(p, double(v[1]) / o.cell_height - 1);
    std::optional<RecastSidePoint> on_side;
    for (std::uint32_t s = first; s < tile_.corner.size() && !on_side; ++s) {
      const Segment2 line{position(s), position(after(s, first))};
      constexpr double kOnSide = 0.02;  // cells; inner samples lie much farther off
      if (distance(line, p) < kOnSide) on_side = {s, nearest_parameter(line, p), z};
    }
    if (on_side) {
      tile_.side_points.push_back(*on_side);
    } else {
      const Vec2 metres = (p + Vec2{double(job_.x), double(job_.y)}) * o.cell_size;
      tile_.inner.push_back({metres.x, metres.y, z});
    }
  }
}

// Records the ground along a side that lies on the tile's border.
void Copier::add_border(std::uint32_t side, int region) {
  if (job_.plan.cells.border == 0) return;
  const Vec2 a = position(side);
  const Vec2 b = position(after(side, tile_.first.back()));
  const bool is_upright = a.x == b.x && (a.x == 0 || a.x == job_.width);
  const bool is_level = a.y == b.y && (a.y == 0 || a.y == job_.depth);
  if (is_upright == is_level) return;
  const auto [low, high] = is_upright ? std::minmax({a.y, b.y}) : std::minmax({a.x, b.x});
  const double line = is_upright ? a.x : a.y;
  const int inside = line == 0 ? 0 : static_cast<int>(line) - 1;
  const double za = tile_.corners[tile_.corner[side]].z;
  tile_.borders.push_back({side, static_cast<std::uint32_t>(tile_.heights.size())});
  for (int i = static_cast<int>(low); i < static_cast<int>(high); ++i) {
    const double about = za / job_.plan.options.cell_height - static_cast<double>(job_.base);
    tile_.heights.push_back(is_upright ? ground_beside(inside, i, region, about)
                                       : ground_beside(i, inside, region, about));
  }
}

// The height of a region's ground in one cell of the tile, in cells above the origin. Polygons over
// several regions (0) take the floor nearest to `about`.
std::int32_t Copier::ground_beside(int x, int y, int region, double about) const {
  const rcCompactHeightfield& open = *output_.space;
  const int border = job_.plan.cells.border;
  const rcCompactCell& column = open.cells[x + border + (y + border) * open.width];
  std::optional<int> best;
  for (unsigned n = 0; n < column.count; ++n) {
    const rcCompactSpan& span = open.spans[column.index + n];
    if (span.reg == 0 || (span.reg & RC_BORDER_REG) != 0) continue;
    if (region != 0 && span.reg != region) continue;
    if (!best || std::abs(span.y - about) < std::abs(*best - about)) best = span.y;
  }
  return best ? static_cast<std::int32_t>(job_.base + *best) : kNoRecastHeight;
}

template <class T>
std::vector<T> copied(const T* from, int count) {
  return {from, from + count};
}

void copy_detail(RecastPolygons& out, const rcPolyMeshDetail& detail, Vec3 low) {
  out.detail_parts = copied(detail.meshes, 4 * detail.nmeshes);
  out.detail_vertices = copied(detail.verts, 3 * detail.nverts);
  out.detail_triangles = copied(detail.tris, 4 * detail.ntris);
  const Vec3f move = to_float(low);
  for (std::size_t i = 0; i < out.detail_vertices.size(); i += 3) {
    out.detail_vertices[i] += move.x;
    out.detail_vertices[i + 1] += move.z;
    out.detail_vertices[i + 2] += move.y;
  }
}

}  // namespace

Result<RecastPolygons> recast_polygons(const RecastPlan& plan, RecastTileId tile,
                                       const RecastSlab& slab) {
  Job job{recast_job(plan, tile, slab), {}};
  TRY(const Output output, run_recast(job));
  const rcPolyMesh& mesh = *output.mesh;
  const Vec3 low = job.low() - plan.origin;
  const double cell = plan.options.cell_size;
  RecastPolygons out;
  out.box = {low,
             low + Vec3{job.width * cell, job.depth * cell, job.levels * plan.options.cell_height}};
  out.vertices = copied(mesh.verts, 3 * mesh.nverts);
  out.polygons = copied(mesh.polys, 2 * mesh.nvp * mesh.npolys);
  if (output.detail) copy_detail(out, *output.detail, low);
  return out;
}

Result<RecastTile> recast_tile(const RecastPlan& plan, RecastTileId tile, const RecastSlab& slab,
                               RecastTile out) {
  Job job{recast_job(plan, tile, slab), {}};
  TRY(const Output output, run_recast(job));
  out = Copier(job, output, std::move(out)).run();
  for (std::string& message : job.context.messages) out.warnings.push_back(std::move(message));
  return out;
}

}  // namespace thalweg
