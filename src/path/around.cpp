// Floods through portals, nearest first for the nearest wall, in any order for the faces of a
// circle. Visited faces carry the number of the query, so that nothing is cleared.
#include "thalweg/path/around.hpp"

#include <algorithm>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/world/grid_mesh.hpp"

namespace thalweg {
namespace {

template <class AnyMesh>
Segment2 segment_of(const AnyMesh& mesh, EdgeId edge) {
  return {mesh.flat(mesh.origin(edge)), mesh.flat(mesh.target(edge))};
}

template <class AnyMesh>
bool is_on_mesh(const AnyMesh& mesh, const SurfacePoint& surface_point) {
  return surface_point.face.value < mesh.face_count() && is_finite(surface_point.point.xy());
}

// The nearest entry is on top of the heap; equal ones by id.
bool is_after(const FloodEntry& a, const FloodEntry& b) {
  return a.distance != b.distance ? a.distance > b.distance : a.edge > b.edge;
}

// Crosses portals in the order of the circle's growth. As long as no wall lies inside it, all that
// is joined inside the circle lies on the surface point's own floor, so the first wall is the
// nearest.
class WallSearch {
 public:
  WallSearch(const Mesh& mesh, const AroundOptions& options, FloodScratch& scratch)
      : mesh_(mesh), rule_(options.rule), scratch_(scratch), best_{options.radius, {}, {}} {}

  NearWall run(const SurfacePoint& surface_point) {
    p_ = surface_point.point.xy();
    scratch_.begin(mesh_.face_count());
    look(surface_point.face, 0);
    while (!scratch_.entries.empty()) {
      const FloodEntry entry = scratch_.entries.front();
      if (entry.distance > best_.distance) break;
      std::pop_heap(scratch_.entries.begin(), scratch_.entries.end(), is_after);
      scratch_.entries.pop_back();
      look(mesh_.across(entry.edge), entry.distance);
    }
    if (!best_.found()) return {};
    const Vec3 a = mesh_.start(best_.edge);
    const Vec3 b = mesh_.end(best_.edge);
    best_.point = a + (b - a) * nearest_parameter({a.xy(), b.xy()}, p_);
    return best_;
  }

 private:
  // Looks at the walls of a face and puts its portals on the heap.
  void look(FaceId face, double farthest_entry) {
    if (!scratch_.mark(face)) return;
    for (const EdgeId e : mesh_.edges(face)) {
      const double d = distance(segment_of(mesh_, e), p_);
      if (d > best_.distance) continue;
      if (rule_.allows(mesh_, e)) {
        scratch_.entries.push_back({std::max(d, farthest_entry), e});
        std::push_heap(scratch_.entries.begin(), scratch_.entries.end(), is_after);
      } else if (d < best_.distance || e < best_.edge) {
        best_.distance = d;
        best_.edge = e;
      }
    }
  }

  const Mesh& mesh_;
  const CrossRule& rule_;
  FloodScratch& scratch_;
  Vec2 p_;
  NearWall best_;
};

}  // namespace

void FloodScratch::begin(std::uint32_t count) {
  if (stamp_.size() < count) stamp_.resize(count, 0);
  if (++now_ == 0) {
    std::fill(stamp_.begin(), stamp_.end(), 0);
    now_ = 1;
  }
  entries.clear();
}

bool FloodScratch::mark(FaceId face) {
  if (stamp_[face.value] == now_) return false;
  stamp_[face.value] = now_;
  return true;
}

NearWall distance_to_wall(const Mesh& mesh, const SurfacePoint& surface_point,
                          const AroundOptions& options, FloodScratch& scratch) {
  if (!is_on_mesh(mesh, surface_point) || !(options.radius >= 0)) return {};
  return WallSearch(mesh, options, scratch).run(surface_point);
}

template <class AnyMesh>
std::vector<FaceId> faces_in_circle(const AnyMesh& mesh, const SurfacePoint& surface_point,
                                    const AroundOptions& options, FloodScratch& scratch,
                                    std::vector<FaceId> old) {
  std::vector<FaceId> faces = std::move(old);
  faces.clear();
  if (!is_on_mesh(mesh, surface_point) || !(options.radius >= 0)) return faces;
  scratch.begin(mesh.face_count());
  scratch.mark(surface_point.face);
  faces.push_back(surface_point.face);
  for (std::size_t i = 0; i < faces.size(); ++i) {
    for (const EdgeId e : mesh.edges(faces[i])) {
      if (!options.rule.allows(mesh, e)) continue;
      if (distance(segment_of(mesh, e), surface_point.point.xy()) > options.radius) continue;
      if (scratch.mark(mesh.across(e))) faces.push_back(mesh.across(e));
    }
  }
  return faces;
}

template std::vector<FaceId> faces_in_circle(const Mesh&, const SurfacePoint&, const AroundOptions&,
                                             FloodScratch&, std::vector<FaceId>);
template std::vector<FaceId> faces_in_circle(const GridMesh&, const SurfacePoint&,
                                             const AroundOptions&, FloodScratch&,
                                             std::vector<FaceId>);

}  // namespace thalweg
