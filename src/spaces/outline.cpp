// Borders are followed around each region. A vertex on them stays only where they branch, turn,
// change height or change what they are marked with.
#include "spaces/outline.hpp"

#include <utility>

namespace thalweg {
namespace {

// The items of `all` at the source edges; cuts get the default.
template <class T>
std::vector<T> marks_of(const IdArray<EdgeId, T>& all, const Subdivision& sub,
                        const std::vector<EdgeId>& kept) {
  std::vector<T> out;
  if (all.empty()) return out;
  for (const EdgeId e : kept) {
    const EdgeId source = sub.source_edge(e);
    out.push_back(source.is_none() ? T{} : all[source]);
  }
  return out;
}

template <class T>
std::vector<T> face_values(const IdArray<FaceId, T>& all, const std::vector<FaceId>& sources) {
  std::vector<T> out;
  if (all.empty()) return out;
  for (const FaceId f : sources) out.push_back(all[f]);
  return out;
}

}  // namespace

bool Outline::are_marked_alike(EdgeId a, EdgeId b) const {
  const EdgeId c = sub_.source_edge(a);
  const EdgeId d = sub_.source_edge(b);
  if (c.is_none() || d.is_none()) return c == d;
  const Mesh& mesh = sub_.mesh();
  return mesh.edge_area(c) == mesh.edge_area(d) && mesh.edge_tags(c) == mesh.edge_tags(d) &&
         mesh.edge_difficulty(c) == mesh.edge_difficulty(d);
}

bool Outline::goes_straight_on(EdgeId before, EdgeId after) const {
  const VertexId v = sub_.origin(after);
  const Line in = sub_.carrier(before);
  const Line on = sub_.carrier(after);
  const float z = sub_.z(v);
  return orientation(in.from, sub_.at(v), on.to) == 0 &&
         dot(in.to - in.from, on.to - on.from) > 0 && sub_.z(sub_.origin(before)) == z &&
         sub_.z(sub_.target(after)) == z;
}

// True for corners where the border ends, branches or turns.
bool Outline::is_kept(VertexId v) const {
  const auto leaving = sub_.sectors(v);
  std::size_t borders = leaving.size();
  for (const EdgeId e : leaving) {
    if (sub_.twin(sub_.last_of_sector(e)).is_none()) ++borders;
  }
  if (borders != 2) return borders != 0;
  for (const EdgeId e : leaving) {
    const EdgeId before = sub_.last_of_sector(e);
    if (!are_marked_alike(before, e)) return true;
    if (sub_.is_corner(v) && !goes_straight_on(before, e)) return true;
  }
  return false;
}

void Outline::number() {
  for (const VertexId v : IdRange<VertexId>(sub_.vertex_count())) {
    is_kept_.push_back(static_cast<char>(is_kept(v)));
  }
  std::vector<char> is_done(sub_.edge_count(), 0);
  first_.push_back(0);
  for (const EdgeId start : IdRange<EdgeId>(sub_.edge_count())) {
    if (!sub_.is_border(start) || is_done[start.value] != 0) continue;
    EdgeId e = start;
    start_.push_back(start);
    do {
      is_done[e.value] = 1;
      if (is_kept_[sub_.origin(e).value] != 0) {
        kept_edge_[e.value] = EdgeId(static_cast<std::uint32_t>(kept_.size()));
        kept_.push_back(e);
      }
      e = sub_.next_border(e);
    } while (e != start);
    first_.push_back(static_cast<std::uint32_t>(kept_.size()));
  }
}

Result<Mesh> Outline::mesh() const {
  MeshArrays out;
  std::vector<VertexId> vertex(sub_.vertex_count());
  std::vector<Vec3f> points;
  for (const VertexId v : IdRange<VertexId>(sub_.vertex_count())) {
    if (is_kept_[v.value] == 0) continue;
    vertex[v.value] = VertexId(static_cast<std::uint32_t>(points.size()));
    const Vec2 p = sub_.at(v);
    points.push_back({static_cast<float>(p.x), static_cast<float>(p.y), sub_.z(v)});
  }
  std::vector<VertexId> origins;
  std::vector<EdgeId> twins;
  for (const EdgeId e : kept_) {
    origins.push_back(vertex[sub_.origin(e).value]);
    const EdgeId other = sub_.twin(last_in_row(e));
    twins.push_back(other.is_none() ? EdgeId() : kept_edge_[other.value]);
  }
  std::vector<FaceId> face_of_edge;
  std::vector<FaceId> sources;
  for (std::uint32_t f = 0; f + 1 < first_.size(); ++f) {
    sources.push_back(sub_.source_face(kept_[first_[f]]));
    for (std::uint32_t i = first_[f]; i < first_[f + 1]; ++i) face_of_edge.push_back(FaceId(f));
  }
  out.vertices = std::move(points);
  out.origin = std::move(origins);
  out.twin = std::move(twins);
  const MeshArrays& in = sub_.mesh().arrays();
  out.face_area = face_values(in.face_area, sources);
  out.difficulty = face_values(in.difficulty, sources);
  out.tags = face_values(in.tags, sources);
  out.edge_area = marks_of(in.edge_area, sub_, kept_);
  out.edge_difficulty = marks_of(in.edge_difficulty, sub_, kept_);
  out.edge_tags = marks_of(in.edge_tags, sub_, kept_);
  out.first_edge = std::vector<std::uint32_t>(first_);
  out.edge_face = std::move(face_of_edge);
  return Mesh::from(std::move(out));
}

}  // namespace thalweg
