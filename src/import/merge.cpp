// Merges neighbouring faces into larger convex ones. The smallest allowed union always comes first,
// because large unions made early prevent many small ones.
//
//        +-----+-----+        A portal may be removed when the corners at both ends stay convex:
//        |  A  |  B  |        the turns at * must not go right. Angles only grow, so a refused
//        +-----*-----+        portal stays refused, unless two consecutive portals come to connect
//                             the same two faces: then both are removed, or neither.
#include "thalweg/import/merge.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "core/unions.hpp"
#include "thalweg/geometry/predicates.hpp"
#include "world/joining.hpp"

namespace thalweg {
namespace {

// Consecutive edges that the same two faces share: from `first` to `last` around one face, and from
// last's twin to first's twin around the other.
struct Chain {
  EdgeId first;
  EdgeId last;
  std::uint32_t edges = 1;
};

// A portal to try. Order: the smallest union first, then the lowest edge.
struct Candidate {
  double area;
  EdgeId edge;
  bool operator>(const Candidate& o) const {
    return area != o.area ? area > o.area : edge > o.edge;
  }
};

// The faces' edges as rings that shrink and are joined.
class Merger {
 public:
  Merger(const Mesh& mesh, const ConvexMergeOptions& options);

  void run();
  const Mesh& mesh() const { return mesh_; }
  bool is_gone(EdgeId e) const { return is_gone_[e.value] != 0; }
  EdgeId next(EdgeId e) const { return next_[e.value]; }

 private:
  EdgeId twin(EdgeId e) const { return mesh_.twin(e); }
  EdgeId prev(EdgeId e) const { return prev_[e.value]; }
  Vec2 at(EdgeId e) const { return mesh_.start(e).xy(); }
  FaceId face(EdgeId e);
  double union_area(EdgeId e);
  std::optional<Chain> chain_of(EdgeId e) const;
  bool stays_convex(const Chain& chain) const;
  bool stays_level(const Chain& chain) const;
  bool may_merge(const Chain& chain);
  EdgeId portal(EdgeId e) const { return std::min(e, twin(e)); }
  void offer(EdgeId e);
  void merge(const Chain& chain);
  void refuse(const Chain& chain);

  const Mesh& mesh_;
  ConvexMergeOptions options_;
  std::vector<EdgeId> next_;            // [edge]
  std::vector<EdgeId> prev_;            // [edge]
  std::vector<char> is_gone_;           // [edge]
  std::vector<char> is_refused_;        // [edge]  stored at the lower edge of a portal
  Unions unions_;                       // of faces; a root stands for its whole face
  std::vector<std::uint32_t> corners_;  // [root]
  std::vector<double> area_;            // [root]  doubled
  std::vector<char> is_flat_;           // [root]  all corners at one height
  std::vector<char> is_convex_;         // [face]  exactly; others stay unchanged
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates_;
};

Merger::Merger(const Mesh& mesh, const ConvexMergeOptions& options)
    : mesh_(mesh),
      options_(options),
      next_(mesh.edge_count()),
      prev_(mesh.edge_count()),
      is_gone_(mesh.edge_count(), 0),
      is_refused_(mesh.edge_count(), 0),
      unions_(mesh.face_count()),
      corners_(mesh.face_count()),
      area_(mesh.face_count()),
      is_flat_(mesh.face_count(), 1),
      is_convex_(mesh.face_count()) {
  for (const FaceId f : mesh.faces()) {
    corners_[f.value] = mesh.corner_count(f);
    area_[f.value] = mesh.doubled_area(f);
    is_convex_[f.value] =
        static_cast<char>(mesh.corner_count(f) == 3 || is_exactly_convex(mesh, f));
    for (const EdgeId e : mesh.edges(f)) {
      const EdgeId after = mesh.next(e);
      next_[e.value] = after;
      prev_[after.value] = e;
      if (mesh.start(e).z != mesh.start(after).z) is_flat_[f.value] = 0;
    }
  }
}

FaceId Merger::face(EdgeId e) { return FaceId(unions_.root(mesh_.face(e).value)); }

double Merger::union_area(EdgeId e) { return area_[face(e).value] + area_[face(twin(e)).value]; }

// The chain through portal `e`; nothing when it is closed.
std::optional<Chain> Merger::chain_of(EdgeId e) const {
  Chain chain{e, e};
  const auto goes_on = [&](EdgeId a, EdgeId b) {  // true: a and b are also consecutive across
    return !twin(a).is_none() && !twin(b).is_none() && next(twin(b)) == twin(a);
  };
  for (EdgeId p = prev(e); goes_on(p, chain.first); p = prev(p)) {
    if (p == e) return std::nullopt;
    chain.first = p;
    ++chain.edges;
  }
  for (EdgeId n = next(e); goes_on(chain.last, n); n = next(n)) {
    chain.last = n;
    ++chain.edges;
  }
  return chain;
}

bool Merger::stays_convex(const Chain& chain) const {
  const auto turns_well = [](Vec2 a, Vec2 b, Vec2 c) {  // left, or straight on but not back
    const int turn = orientation(a, b, c);
    return turn > 0 || (turn == 0 && dot(b - a, c - b) > 0);
  };
  const EdgeId that_on = next(twin(chain.first));
  const EdgeId this_on = next(chain.last);
  return turns_well(at(prev(chain.first)), at(chain.first), at(next(that_on))) &&
         turns_well(at(prev(twin(chain.last))), at(this_on), at(next(this_on)));
}

// True when the corners of the union lie in the plane through their mean, within the tolerance. Two
// flat faces share corners, so they have the same height.
bool Merger::stays_level(const Chain& chain) const {
  const Vec3 base = mesh_.start(chain.first);
  std::vector<Vec3> corners;
  const auto add = [&](EdgeId from, EdgeId to) {
    for (EdgeId e = from; e != to; e = next(e)) corners.push_back(mesh_.start(e) - base);
  };
  add(next(chain.last), chain.first);
  add(next(twin(chain.first)), twin(chain.last));
  Vec3 normal;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    normal = normal + cross(corners[i], corners[(i + 1) % corners.size()]);
  }
  double mean = 0;
  for (const Vec3 p : corners) mean += dot(normal, p);
  mean /= static_cast<double>(corners.size());
  add(chain.first, next(chain.last));  // the corners that vanish must fit too
  return std::ranges::all_of(corners, [&](Vec3 p) {
    return std::abs(dot(normal, p) - mean) <= options_.height_tolerance * normal.z;
  });
}

bool Merger::may_merge(const Chain& chain) {
  const FaceId a = face(chain.first);
  const FaceId b = face(twin(chain.first));
  if (a == b || !are_alike(mesh_, a, b)) return false;
  if (is_convex_[a.value] == 0 || is_convex_[b.value] == 0) return false;
  const std::uint32_t all = corners_[a.value] + corners_[b.value];
  if (all < 2 * chain.edges + 3) return false;
  if (options_.max_corners != 0 && all - 2 * chain.edges > options_.max_corners) return false;
  for (EdgeId e = chain.first; e != next(chain.last); e = next(e)) {
    if (!is_plain(mesh_, e) || !is_plain(mesh_, twin(e))) return false;
  }
  const bool both_flat = is_flat_[a.value] != 0 && is_flat_[b.value] != 0;
  return stays_convex(chain) && (both_flat || stays_level(chain));
}

void Merger::offer(EdgeId e) {
  if (twin(e).is_none()) return;
  is_refused_[portal(e).value] = 0;
  candidates_.push({union_area(e), portal(e)});
}

void Merger::refuse(const Chain& chain) {
  for (EdgeId e = chain.first; e != next(chain.last); e = next(e)) {
    is_refused_[portal(e).value] = 1;
  }
}

void Merger::merge(const Chain& chain) {
  const EdgeId this_on = next(chain.last);
  const EdgeId that_on = next(twin(chain.first));
  const EdgeId this_before = prev(chain.first);
  const EdgeId that_before = prev(twin(chain.last));
  const FaceId a = face(chain.first);
  const FaceId b = face(twin(chain.first));
  for (EdgeId e = chain.first; e != this_on; e = next(e)) {
    is_gone_[e.value] = is_gone_[twin(e).value] = 1;
  }
  next_[this_before.value] = that_on;
  prev_[that_on.value] = this_before;
  next_[that_before.value] = this_on;
  prev_[this_on.value] = that_before;
  const std::uint32_t both = unions_.join(a.value, b.value);
  corners_[both] = corners_[a.value] + corners_[b.value] - 2 * chain.edges;
  area_[both] = area_[a.value] + area_[b.value];
  is_flat_[both] = static_cast<char>(is_flat_[a.value] & is_flat_[b.value]);
  // Only at the two ends can portals have become consecutive.
  offer(this_on);
  offer(that_on);
}

// Unions only grow, so a candidate whose area is out of date is inserted again.
void Merger::run() {
  for (const EdgeId e : mesh_.edges()) {
    if (e < twin(e)) offer(e);
  }
  while (!candidates_.empty()) {
    const Candidate candidate = candidates_.top();
    candidates_.pop();
    if (is_gone(candidate.edge) || is_refused_[candidate.edge.value] != 0) continue;
    if (union_area(candidate.edge) != candidate.area) {
      offer(candidate.edge);
      continue;
    }
    const auto chain = chain_of(candidate.edge);
    if (!chain) continue;
    may_merge(*chain) ? merge(*chain) : refuse(*chain);
  }
}

// The remaining rings, renumbered: faces by their lowest edge, edges around each from there.
struct Rings {
  std::vector<EdgeId> kept;          // [new edge]   the old one
  std::vector<EdgeId> new_edge;      // [old edge]   the new one; none: gone
  std::vector<std::uint32_t> first;  // [face + 1]
  std::vector<FaceId> source;        // [new face]   one of its old faces
  std::vector<FaceId> face;          // [new edge]
};

Rings rings_of(const Merger& merger) {
  const Mesh& mesh = merger.mesh();
  Rings rings;
  rings.new_edge.resize(mesh.edge_count());
  rings.first.push_back(0);
  for (const EdgeId start : mesh.edges()) {
    if (merger.is_gone(start) || !rings.new_edge[start.value].is_none()) continue;
    const FaceId face(static_cast<std::uint32_t>(rings.source.size()));
    EdgeId e = start;
    do {
      rings.new_edge[e.value] = EdgeId(static_cast<std::uint32_t>(rings.kept.size()));
      rings.kept.push_back(e);
      rings.face.push_back(face);
      e = merger.next(e);
    } while (e != start);
    rings.source.push_back(mesh.face(start));
    rings.first.push_back(static_cast<std::uint32_t>(rings.kept.size()));
  }
  return rings;
}

// The items of `all` at `ids`; none when `all` is empty.
template <class IdType, class T>
std::vector<T> picked(const IdArray<IdType, T>& all, const std::vector<IdType>& ids) {
  std::vector<T> out;
  if (all.empty()) return out;
  out.reserve(ids.size());
  for (const IdType id : ids) out.push_back(all[id]);
  return out;
}

// Drops vertices that no edge starts at.
void drop_unused(const Mesh& mesh, std::vector<VertexId>& origin, MeshArrays& out) {
  std::vector<VertexId> new_vertex(mesh.vertex_count());
  for (const VertexId v : origin) new_vertex[v.value] = VertexId(0);
  std::vector<Vec3f> vertices;
  for (const VertexId v : mesh.vertices()) {
    if (new_vertex[v.value].is_none()) continue;
    new_vertex[v.value] = VertexId(static_cast<std::uint32_t>(vertices.size()));
    vertices.push_back(mesh.arrays().vertices[v]);
  }
  for (VertexId& v : origin) v = new_vertex[v.value];
  out.vertices = std::move(vertices);
}

Result<Mesh> mesh_of(const Merger& merger) {
  const MeshArrays& in = merger.mesh().arrays();
  Rings rings = rings_of(merger);
  MeshArrays out;
  auto origin = picked(in.origin, rings.kept);
  drop_unused(merger.mesh(), origin, out);
  auto twin = picked(in.twin, rings.kept);
  for (EdgeId& t : twin) {
    if (!t.is_none()) t = rings.new_edge[t.value];
  }
  out.origin = std::move(origin);
  out.twin = std::move(twin);
  out.face_area = picked(in.face_area, rings.source);
  out.difficulty = picked(in.difficulty, rings.source);
  out.tags = picked(in.tags, rings.source);
  out.edge_area = picked(in.edge_area, rings.kept);
  out.edge_difficulty = picked(in.edge_difficulty, rings.kept);
  out.edge_tags = picked(in.edge_tags, rings.kept);
  bool all_triangles = true;
  for (std::size_t f = 0; f + 1 < rings.first.size(); ++f) {
    all_triangles &= rings.first[f + 1] - rings.first[f] == 3;
  }
  if (!all_triangles) {
    out.first_edge = std::move(rings.first);
    out.edge_face = std::move(rings.face);
  }
  return Mesh::from(std::move(out));
}

}  // namespace

Result<Mesh> merge_convex(const Mesh& mesh, const ConvexMergeOptions& options) try {
  TRY_DO(lawful(broken_value_law(mesh)));
  if (!(options.height_tolerance >= 0)) return Error{"the height tolerance must not be negative"};
  Merger merger(mesh, options);
  merger.run();
  return mesh_of(merger);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
