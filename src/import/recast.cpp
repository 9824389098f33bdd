// The only file that calls Recast. Recast's axes are x, up, y; its grid is ours seen from above.
#include "thalweg/import/recast.hpp"

#include <algorithm>
#include <memory>

#include <Recast.h>

#include "core/try.hpp"
#include "import/recast_polygons.hpp"

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

struct Job {
  const TriangleSoup& soup;
  const std::vector<std::uint8_t>& areas;
  const RecastOptions& options;
  const Progress& progress;
  RecastCells cells;
  Box3 box;
  Context context;
};

bool fill_solid(Job& job, rcHeightfield& solid) {
  constexpr std::size_t kBatch = 1 << 14;
  std::vector<float> corners;
  const std::size_t count = job.soup.triangles.size();
  for (std::size_t first = 0; first < count; first += kBatch) {
    const std::size_t last = std::min(count, first + kBatch);
    corners.clear();
    for (std::size_t t = first; t < last; ++t) {
      for (const std::uint32_t v : job.soup.triangles[t]) {
        const Vec3f p = to_float(job.soup.vertices[v] - job.box.low);
        corners.insert(corners.end(), {p.x, p.z, p.y});
      }
    }
    if (!rcRasterizeTriangles(&job.context, corners.data(), job.areas.data() + first,
                              static_cast<int>(last - first), solid, job.cells.max_climb)) {
      return false;
    }
    report(job.progress, "filling cells", static_cast<double>(last) / static_cast<double>(count));
  }
  return true;
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
                 " cells, more than 16,777,215: use a larger cell size"};
  }
  return {};
}

Result<Open> open_space(Job& job) {
  Solid solid(rcAllocHeightfield());
  const RecastCells& cells = job.cells;
  const auto side = static_cast<float>(job.options.cell_size);
  const auto height = static_cast<float>(job.options.cell_height);
  const float low[3] = {0, 0, 0};
  const float high[3] = {static_cast<float>(cells.width) * side,
                         static_cast<float>(cells.levels) * height,
                         static_cast<float>(cells.depth) * side};
  if (!solid || !rcCreateHeightfield(&job.context, *solid, cells.width, cells.depth, low, high,
                                     side, height)) {
    return Error{"there is no memory for " + std::to_string(cells.width) + " x " +
                 std::to_string(cells.depth) + " cells: use a larger cell size"};
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
  if (!rcErodeWalkableArea(&job.context, job.cells.agent_radius, open)) {
    return job.context.error("keep the agent from walls");
  }
  report(job.progress, "finding regions", 0);
  if (!rcBuildDistanceField(&job.context, open)) return job.context.error("measure distances");
  constexpr int kNoBorder = 0;
  const int least = job.options.region_min_size * job.options.region_min_size;
  const int merged = job.options.region_merge_size * job.options.region_merge_size;
  if (!rcBuildRegions(&job.context, open, kNoBorder, least, merged)) {
    return job.context.error("find regions");
  }
  report(job.progress, "finding regions", 1);
  return {};
}

Result<Contours> trace_contours(Job& job, rcCompactHeightfield& open) {
  Contours contours(rcAllocContourSet());
  if (!contours ||
      !rcBuildContours(&job.context, open, static_cast<float>(job.options.edge_max_error),
                       job.cells.max_edge, *contours, RC_CONTOUR_TESS_WALL_EDGES)) {
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
                 " corners, more than Recast's 65,533: use a larger cell size"};
  }
  return contours;
}

RecastPolygons copied(const rcPolyMesh& mesh) {
  RecastPolygons out;
  for (int v = 0; v < mesh.nverts; ++v) {
    const unsigned short* p = mesh.verts + 3 * static_cast<std::ptrdiff_t>(v);
    out.corners.push_back({p[0], p[2], p[1]});
  }
  for (int i = 0; i < mesh.npolys; ++i) {
    const unsigned short* sides = mesh.polys + 2 * static_cast<std::ptrdiff_t>(i) * mesh.nvp;
    for (int j = 0; j < mesh.nvp && sides[j] != RC_MESH_NULL_IDX; ++j) {
      out.corner.push_back(sides[j]);
      out.joined_sides += sides[j + mesh.nvp] != RC_MESH_NULL_IDX;
    }
    out.first.push_back(static_cast<std::uint32_t>(out.corner.size()));
    out.area.push_back(mesh.areas[i]);
  }
  return out;
}

}  // namespace

Result<RecastPolygons> run_recast(const TriangleSoup& soup, const std::vector<std::uint8_t>& areas,
                                  const RecastOptions& options, const Progress& progress) {
  const Box3 box = box_of(soup);
  TRY(const auto cells, recast_cells(options, box.size()));
  Job job{soup, areas, options, progress, cells, box, {}};
  TRY(const Open space, open_space(job));
  TRY_DO(find_regions(job, *space));
  TRY(const Contours contours, trace_contours(job, *space));
  Polygons mesh(rcAllocPolyMesh());
  if (!mesh || !rcBuildPolyMesh(&job.context, *contours, options.max_sides, *mesh)) {
    return job.context.error("build polygons");
  }
  RecastPolygons out = copied(*mesh);
  out.warnings = std::move(job.context.messages);
  return out;
}

}  // namespace thalweg
