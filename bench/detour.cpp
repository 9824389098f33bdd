// Detour's tiles from our faces, or from Recast's polygons as its sample builds them; queries by findPath
// and findStraightPath.
#include "detour.hpp"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <DetourNode.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "core/try.hpp"
#include "detour_soup.hpp"
#include "import/recast_tiles.hpp"

namespace thalweg {
namespace {

static_assert(kMostDetourCorners == DT_VERTS_PER_POLYGON);

void copy(float* to, Vec3 p) {
  to[0] = static_cast<float>(p.x);
  to[1] = static_cast<float>(p.z);
  to[2] = static_cast<float>(p.y);
}

void set_box(dtNavMeshCreateParams& params, const Box3& box) {
  copy(params.bmin, box.low);
  copy(params.bmax, box.high);
}

dtNavMeshCreateParams params_of(const DetourSoup& soup) {
  dtNavMeshCreateParams params{};
  params.verts = soup.vertices.data();
  params.vertCount = static_cast<int>(soup.vertices.size() / 3);
  params.polys = soup.polygons.data();
  params.polyFlags = soup.flags.data();
  params.polyAreas = soup.areas.data();
  params.polyCount = static_cast<int>(soup.count());
  params.nvp = static_cast<int>(kMostDetourCorners);
  set_box(params, soup.box);
  params.walkableHeight = 2;
  params.walkableRadius = 0;
  params.walkableClimb = 1;
  params.cs = static_cast<float>(soup.step);
  params.ch = static_cast<float>(soup.height);
  params.buildBvTree = true;
  return params;
}

// As Recast's sample fills it in. Requires: `flags` and `areas` for each polygon.
dtNavMeshCreateParams params_of(const RecastPolygons& part, const RecastOptions& options,
                                const std::vector<std::uint16_t>& flags,
                                const std::vector<std::uint8_t>& areas) {
  dtNavMeshCreateParams params{};
  params.verts = part.vertices.data();
  params.vertCount = static_cast<int>(part.vertices.size() / 3);
  params.polys = part.polygons.data();
  params.polyFlags = flags.data();
  params.polyAreas = areas.data();
  params.polyCount = static_cast<int>(flags.size());
  params.nvp = options.max_sides;
  if (!part.detail_parts.empty()) {
    params.detailMeshes = part.detail_parts.data();
    params.detailVerts = part.detail_vertices.data();
    params.detailVertsCount = static_cast<int>(part.detail_vertices.size() / 3);
    params.detailTris = part.detail_triangles.data();
    params.detailTriCount = static_cast<int>(part.detail_triangles.size() / 4);
  }
  set_box(params, part.box);
  params.walkableHeight = static_cast<float>(options.agent_height);
  params.walkableRadius = static_cast<float>(options.agent_radius);
  params.walkableClimb = static_cast<float>(options.max_climb);
  params.cs = static_cast<float>(options.cell_size);
  params.ch = static_cast<float>(options.cell_height);
  params.buildBvTree = true;
  return params;
}

}  // namespace

// The data of a tile, which Detour frees.
struct DetourTile {
  std::unique_ptr<unsigned char, void (*)(void*)> data{nullptr, dtFree};
  int size = 0;
  std::size_t polygons = 0;
};

namespace {

Result<DetourTile> tile_of(dtNavMeshCreateParams params) {
  unsigned char* data = nullptr;
  DetourTile tile{.polygons = static_cast<std::size_t>(params.polyCount)};
  if (!dtCreateNavMeshData(&params, &data, &tile.size)) {
    return Error{"Detour cannot build the mesh"};
  }
  tile.data.reset(data);
  return tile;
}

// One slab of a tile of Recast's; of no polygons where it has no ground.
Result<DetourTile> tile_of(const RecastPlan& plan, RecastTileId tile, const RecastSlab& slab,
                           std::size_t layer) {
  TRY(const RecastPolygons part, recast_polygons(plan, tile, slab));
  const std::size_t words = 2 * static_cast<std::size_t>(plan.options.max_sides);
  const std::vector<std::uint16_t> flags(part.polygons.size() / words, 1);
  if (flags.empty()) return DetourTile{};
  const std::vector<std::uint8_t> areas(flags.size(), 0);
  dtNavMeshCreateParams params = params_of(part, plan.options, flags, areas);
  const auto columns = static_cast<std::uint32_t>(plan.cells.columns);
  params.tileX = static_cast<int>(tile.value % columns);
  params.tileY = static_cast<int>(tile.value / columns);
  params.tileLayer = static_cast<int>(layer);
  return tile_of(params);
}

std::uint64_t detour_allocations = 0;

void* counted_memory(std::size_t size, dtAllocHint) {
  ++detour_allocations;
  return std::malloc(size);
}

// Memory that dtAlloc gave before is malloc's too.
void count_detour_memory() { dtAllocSetCustom(counted_memory, std::free); }

constexpr int kMostPath = 1 << 15;
constexpr int kMostPoints = 1 << 12;

}  // namespace

std::uint64_t detour_allocation_count() { return detour_allocations; }

struct DetourPeer::Scratch {
  dtQueryFilter filter;
  std::vector<dtPolyRef> path = std::vector<dtPolyRef>(kMostPath);
  std::vector<float> points = std::vector<float>(3 * kMostPoints);
  std::vector<dtPolyRef> entered = std::vector<dtPolyRef>(kMostPoints);  // [point]  0: the last
  int point_count = 0;
  PeerOutcome outcome = PeerOutcome::none;
};

DetourPeer::DetourPeer()
    : mesh_(dtAllocNavMesh(), dtFreeNavMesh),
      query_(dtAllocNavMeshQuery(), dtFreeNavMeshQuery),
      scratch_(std::make_unique<Scratch>()) {
  count_detour_memory();
}
DetourPeer::DetourPeer(DetourPeer&&) noexcept = default;
DetourPeer& DetourPeer::operator=(DetourPeer&&) noexcept = default;
DetourPeer::~DetourPeer() = default;

Result<DetourPeer> DetourPeer::make(const Mesh& mesh, int nodes) {
  TRY(const DetourSoup soup, detour_soup(mesh));
  std::vector<DetourTile> tiles(1);
  TRY(tiles.front(), tile_of(params_of(soup)));
  DetourPeer peer;
  TRY_DO(peer.load(std::move(tiles), soup.box));
  TRY_DO(peer.make_query(nodes));
  return peer;
}

Result<DetourPeer> DetourPeer::of_recast(const TriangleSoup& soup, const RecastOptions& options,
                                         int nodes) {
  TRY_DO(check(soup));
  TRY(const RecastPlan plan, plan_tiles(soup, options));
  std::vector<DetourTile> tiles;
  for (std::uint32_t t = 0; t < plan.triangles.row_count(); ++t) {
    TRY(const auto slabs, slabs_of(plan, RecastTileId(t)));
    for (std::size_t layer = 0; layer < slabs.size(); ++layer) {
      TRY(DetourTile tile, tile_of(plan, RecastTileId(t), slabs[layer], layer));
      if (tile.polygons > 0) tiles.push_back(std::move(tile));
    }
  }
  const double side = plan.cells.tile * options.cell_size;
  DetourPeer peer;
  TRY_DO(peer.load(std::move(tiles), {{}, {side, side, 0}}));
  TRY_DO(peer.make_query(nodes));
  return peer;
}

Result<DetourPeer> DetourPeer::with_pool(int nodes) const {
  DetourPeer peer;
  peer.mesh_ = mesh_;
  peer.call_ = call_;
  peer.polygon_count_ = polygon_count_;
  peer.mesh_bytes_ = mesh_bytes_;
  TRY_DO(peer.make_query(nodes));
  return peer;
}

Result<void> DetourPeer::load(std::vector<DetourTile> tiles, const Box3& first) {
  std::size_t most = 1;
  for (const DetourTile& tile : tiles) most = std::max(most, tile.polygons);
  dtNavMeshParams params{};
  copy(params.orig, first.low);
  params.tileWidth = static_cast<float>(first.size().x);
  params.tileHeight = static_cast<float>(first.size().y);
  params.maxTiles = static_cast<int>(std::max(tiles.size(), std::size_t{1}));
  params.maxPolys = static_cast<int>(std::bit_ceil(most));
  if (dtStatusFailed(mesh_->init(&params))) {
    return Error{"the mesh has more tiles and polygons than Detour can number"};
  }
  for (DetourTile& tile : tiles) {
    if (dtStatusFailed(mesh_->addTile(tile.data.get(), tile.size, DT_TILE_FREE_DATA, 0, nullptr))) {
      return Error{"Detour cannot load the mesh"};
    }
    tile.data.release();
    polygon_count_ += tile.polygons;
    mesh_bytes_ += static_cast<std::size_t>(tile.size);
  }
  return {};
}

Result<void> DetourPeer::make_query(int nodes) {
  if (dtStatusFailed(query_->init(mesh_.get(), nodes))) {
    return Error{"Detour cannot have that many nodes"};
  }
  return {};
}

void DetourPeer::find(Vec3 start, Vec3 goal) {
  Scratch& s = *scratch_;
  s.outcome = PeerOutcome::none;
  s.point_count = 0;
  const auto reach = static_cast<float>(call_.reach);
  const float box[3] = {reach, static_cast<float>(call_.height_reach), reach};
  std::array<float, 3> from, to, near_from, near_to;
  copy(from.data(), start);
  copy(to.data(), goal);
  dtPolyRef first = 0;
  dtPolyRef last = 0;
  query_->findNearestPoly(from.data(), box, &s.filter, &first, near_from.data());
  query_->findNearestPoly(to.data(), box, &s.filter, &last, near_to.data());
  if (first == 0 || last == 0) return;
  int count = 0;
  const dtStatus status = query_->findPath(first, last, near_from.data(), near_to.data(), &s.filter,
                                           s.path.data(), &count, kMostPath);
  if (dtStatusFailed(status) || count == 0) return;
  const dtPolyRef end = s.path[static_cast<std::size_t>(count) - 1];
  s.outcome = end == last ? PeerOutcome::found : PeerOutcome::partial;
  if (end != last) query_->closestPointOnPoly(end, near_to.data(), near_to.data(), nullptr);
  query_->findStraightPath(near_from.data(), near_to.data(), s.path.data(), count, s.points.data(),
                           nullptr, call_.with_heights ? s.entered.data() : nullptr, &s.point_count,
                           kMostPoints);
  if (call_.with_heights) lift_points(end);
}

// Puts the points at the heights of the detail mesh. Corners that lie off their polygon by rounding
// keep the height that they have.
void DetourPeer::lift_points(std::uint64_t last) {
  Scratch& s = *scratch_;
  for (int i = 0; i < s.point_count; ++i) {
    const dtPolyRef entered = s.entered[static_cast<std::size_t>(i)];
    float* const p = s.points.data() + 3 * i;
    float height = 0;
    const dtPolyRef ref = entered != 0 ? entered : static_cast<dtPolyRef>(last);
    if (dtStatusSucceed(query_->getPolyHeight(ref, p, &height))) p[1] = height;
  }
}

PeerAnswer DetourPeer::answer() const {
  const Scratch& s = *scratch_;
  PeerAnswer out{.outcome = s.outcome};
  for (int i = 1; i < s.point_count; ++i) {
    const float* const a = s.points.data() + 3 * (i - 1);
    out.length += length(Vec2{double{a[3]} - a[0], double{a[5]} - a[2]});
  }
  return out;
}

std::vector<Vec3> DetourPeer::points() const {
  std::vector<Vec3> out;
  for (int i = 0; i < scratch_->point_count; ++i) {
    const float* const p = scratch_->points.data() + 3 * i;
    out.push_back({p[0], p[2], p[1]});
  }
  return out;
}

bool DetourPeer::has_ground(Vec3 p, double step) const {
  const float box[3] = {0.01f, static_cast<float>(step), 0.01f};
  std::array<float, 3> at;
  copy(at.data(), p);
  dtPolyRef ref = 0;
  float height = 0;
  query_->findNearestPoly(at.data(), box, &scratch_->filter, &ref, nullptr);
  return ref != 0 && dtStatusSucceed(query_->getPolyHeight(ref, at.data(), &height)) &&
         std::abs(height - p.z) <= step;
}

std::size_t DetourPeer::bytes() const {
  return mesh_bytes_ + static_cast<std::size_t>(query_->getNodePool()->getMemUsed());
}

}  // namespace thalweg
