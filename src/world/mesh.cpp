// Mesh::from checks what all other code relies on, sizes, ids and twins, in parallel passes that
// vectorise. Convex and counter-clockwise faces are laws, checked on demand.
#include "thalweg/world/mesh.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "geometry/direction.hpp"
#include "thalweg/core/csr.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/geometry/predicates.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/world/grid_mesh.hpp"
#include "world/limits.hpp"

namespace thalweg {
namespace {

bool fits(std::size_t optional_size, std::size_t count) {
  return optional_size == 0 || optional_size == count;
}

// Items that one thread checks at a time.
constexpr std::size_t kGrain = std::size_t{1} << 18;
constexpr std::size_t kFaceGrain = std::size_t{1}
                                   << 14;  // where all corners of a face are looked at

// True when `is_good` holds for every item. No early exit, and a sum as wide as the items, so that
// the loop can be vectorised.
template <class T, class IsGood>
bool all_of(const Array<T>& items, IsGood is_good) {
  return parallel_all_of(items.size(), kGrain, [&](std::size_t first, std::size_t last) {
    std::uint32_t bad = 0;
    for (const T& item : items.span().subspan(first, last - first)) bad |= is_good(item) ? 0u : 1u;
    return bad == 0;
  });
}

Result<void> check_sizes(const MeshArrays& a, std::size_t faces) {
  const std::size_t edges = a.origin.size();
  if (a.vertices.size() > kMaxItems || edges > kMaxItems) return Error{"the mesh is too large"};
  if (a.twin.size() != edges) return Error{"the twins are not one per edge"};
  if (a.first_edge.empty() && edges % 3 != 0)
    return Error{"the edges of a triangle mesh come in threes"};
  if (a.first_edge.empty() != a.edge_face.empty())
    return Error{"face offsets without faces of edges"};
  if (!a.edge_face.empty() && a.edge_face.size() != edges)
    return Error{"the faces are not one per edge"};
  if (!fits(a.face_area.size(), faces) || !fits(a.difficulty.size(), faces) ||
      !fits(a.tags.size(), faces)) {
    return Error{"an array over faces has the wrong size"};
  }
  if (!fits(a.edge_area.size(), edges) || !fits(a.edge_difficulty.size(), edges) ||
      !fits(a.edge_tags.size(), edges)) {
    return Error{"an array over edges has the wrong size"};
  }
  return {};
}

Result<void> check_offsets(const MeshArrays& a, std::size_t faces) {
  if (a.first_edge.empty()) return {};
  if (!are_offsets(a.first_edge.span(), faces, a.origin.size()))
    return Error{"face offsets do not rise"};
  const bool have_corners = parallel_all_of(faces, kGrain, [&](std::size_t f, std::size_t last) {
    bool good = true;
    for (; f < last; ++f) good &= a.first_edge[f + 1] - a.first_edge[f] >= 3;
    return good;
  });
  if (!have_corners) return Error{"a face has under three corners"};
  const bool own_edges = parallel_all_of(faces, kGrain, [&](std::size_t f, std::size_t last) {
    bool good = true;
    for (; f < last; ++f) {
      for (std::uint32_t e = a.first_edge[f]; e < a.first_edge[f + 1]; ++e) {
        good &= a.edge_face[EdgeId(e)].value == f;
      }
    }
    return good;
  });
  if (!own_edges) return Error{"an edge names the wrong face"};
  return {};
}

// True when every edge is its twin's twin, or has none. Checks each pair from its lower edge only:
// if as many edges have a lower twin as have a higher one, all pairs are complete.
bool are_twins(const IdArray<EdgeId, EdgeId>& twin) {
  const auto edges = static_cast<std::uint32_t>(twin.size());
  std::atomic<std::int64_t> unmatched = 0;
  const bool good = parallel_all_of(edges, kGrain, [&](std::size_t first, std::size_t last) {
    std::uint32_t bad = 0;
    std::int64_t balance = 0;
    for (auto e = static_cast<std::uint32_t>(first); e < last; ++e) {
      const std::uint32_t other = twin[EdgeId(e)].value;
      const bool is_up = other > e && other < edges;
      const bool is_down = other < e;
      const std::uint32_t back = twin[EdgeId(is_up ? other : e)].value;
      bad |= static_cast<std::uint32_t>(is_up && back != e);
      bad |= static_cast<std::uint32_t>(!is_up && !is_down && other != EdgeId::kNone);
      balance += static_cast<int>(is_up) - static_cast<int>(is_down);
    }
    unmatched += balance;
    return bad == 0;
  });
  return good && unmatched == 0;
}

Result<void> check_ids(const MeshArrays& a) {
  const auto vertices = static_cast<std::uint32_t>(a.vertices.size());
  const auto edges = static_cast<std::uint32_t>(a.twin.size());
  if (!all_of(a.origin, [=](VertexId v) { return v.value < vertices; })) {
    return Error{"an edge starts at no vertex"};
  }
  if (are_twins(a.twin)) return {};
  const bool in_range = all_of(a.twin, [=](EdgeId e) { return e.value < edges || e.is_none(); });
  return Error{in_range ? "two edges do not agree on being twins"
                        : "an edge has a twin that is no edge"};
}

Vec3 newell_normal(const Mesh& mesh, FaceId face) {
  Vec3 sum;
  const Vec3 base = mesh.start(mesh.edges(face).front());
  for (const EdgeId e : mesh.edges(face)) {
    sum = sum + cross(mesh.start(e) - base, mesh.end(e) - base);
  }
  return sum;
}

// How far a corner may lie on the wrong side of its neighbours' line: a few float roundings.
double rounding_of(const Mesh& mesh, FaceId face) {
  double largest = 0;
  for (const EdgeId e : mesh.edges(face)) {
    const Vec3 p = mesh.start(e);
    largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
  }
  return largest * 0x1p-22;
}

// Convex and once around: no right turn beyond rounding, and the edges change between the upper and
// the lower half plane exactly twice.
bool is_convex(const Mesh& mesh, FaceId face) {
  const auto edges = mesh.edges(face);
  if (edges.size() == 3) return true;
  int half_turns = 0;
  double rounding = -1;  // computed once, when needed
  for (const EdgeId e : edges) {
    const Vec2 a = mesh.start(e).xy();
    const Vec2 b = mesh.end(e).xy();
    const Vec2 c = mesh.end(mesh.next(e)).xy();
    if (a == b) return false;
    if (orientation(a, b, c) < 0) {
      if (rounding < 0) rounding = rounding_of(mesh, face);
      if (distance(Segment2{a, c}, b) > rounding) return false;
    }
    half_turns += is_upwards(a, b) != is_upwards(b, c);
  }
  return half_turns == 2;
}

}  // namespace

Result<Mesh> Mesh::from(MeshArrays arrays) try {
  const std::size_t faces =
      arrays.first_edge.empty() ? arrays.origin.size() / 3 : arrays.first_edge.size() - 1;
  TRY_DO(check_sizes(arrays, faces));
  TRY_DO(check_offsets(arrays, faces));
  TRY_DO(check_ids(arrays));
  Mesh mesh;
  mesh.arrays_ = std::move(arrays);
  mesh.face_count_ = static_cast<std::uint32_t>(faces);
  return mesh;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Vec3 Mesh::centre(FaceId face) const {
  Vec3 sum;
  for (const EdgeId e : edges(face)) sum = sum + start(e);
  const double count = corner_count(face);
  return {sum.x / count, sum.y / count, sum.z / count};
}

Vec3 Mesh::normal(FaceId face) const {
  const Vec3 sum = newell_normal(*this, face);
  const double size = length(sum);
  return size > 0 ? sum * (1 / size) : Vec3{0, 0, 1};
}

double Mesh::doubled_area(FaceId face) const { return newell_normal(*this, face).z; }

Box3 Mesh::box(FaceId face) const {
  Box3 box;
  for (const EdgeId e : edges(face)) box.add(start(e));
  return box;
}

Box3 Mesh::box() const {
  Box3 box;
  for (const VertexId v : vertices()) box.add(point(v));
  return box;
}

double Mesh::height_at(FaceId face, Vec2 p) const {
  const Vec3 n = newell_normal(*this, face);
  const Vec3 on = corner_count(face) == 3 ? start(edges(face).front()) : centre(face);
  if (!(n.z > 0)) return on.z;
  return on.z - (n.x * (p.x - on.x) + n.y * (p.y - on.y)) / n.z;
}

std::size_t Mesh::bytes() const {
  const MeshArrays& a = arrays_;
  return a.vertices.bytes() + a.origin.bytes() + a.twin.bytes() + a.first_edge.bytes() +
         a.edge_face.bytes() + a.face_area.bytes() + a.difficulty.bytes() + a.tags.bytes() +
         a.edge_area.bytes() + a.edge_difficulty.bytes() + a.edge_tags.bytes();
}

std::uint64_t Mesh::fingerprint() const {
  const MeshArrays& a = arrays_;
  Hasher hasher;
  hasher.add(a.vertices).add(a.origin).add(a.twin).add(a.first_edge);
  hasher.add(a.face_area).add(a.difficulty).add(a.tags);
  hasher.add(a.edge_area).add(a.edge_difficulty).add(a.edge_tags);
  return hasher.digest();
}

std::optional<std::string> broken_value_law(const Mesh& mesh, std::size_t area_count) {
  const MeshArrays& a = mesh.arrays();
  const auto is_near = [](float x) { return std::abs(x) <= 1e9f; };  // false for NaN
  const auto is_point = [&](const Vec3f& p) {
    return is_near(p.x) && is_near(p.y) && is_near(p.z);
  };
  if (!all_of(a.vertices, is_point)) {
    const auto first = std::find_if_not(a.vertices.begin(), a.vertices.end(), is_point);
    const VertexId v(static_cast<std::uint32_t>(first - a.vertices.begin()));
    return "vertex " + to_string(v) + " is not within 1,000,000,000 of the origin";
  }
  const auto is_area = [=](AreaId area) { return area < area_count; };
  if (!all_of(a.face_area, is_area)) return "a face has an area without a name";
  if (!all_of(a.edge_area, is_area)) return "an edge has an area without a name";
  const auto is_difficulty = [](float d) {
    return d >= 0 && d <= std::numeric_limits<float>::max();
  };
  if (!all_of(a.difficulty, is_difficulty) || !all_of(a.edge_difficulty, is_difficulty)) {
    return "a difficulty is negative or not finite";
  }
  return std::nullopt;
}

std::optional<std::string> broken_law(const Mesh& mesh, FaceId face) {
  if (!(mesh.doubled_area(face) > 0)) {
    return "face " + to_string(face) + " has no area, or turns clockwise";
  }
  if (!is_convex(mesh, face)) return "face " + to_string(face) + " is not convex";
  for (const EdgeId e : mesh.edges(face)) {
    const EdgeId twin = mesh.twin(e);
    if (twin.is_none()) continue;
    if (mesh.origin(twin) != mesh.target(e) || mesh.target(twin) != mesh.origin(e)) {
      return "edge " + to_string(e) + " and its twin do not join the same corners";
    }
    if (mesh.face(twin) == face) return "face " + to_string(face) + " is its own neighbour";
    if ((mesh.edge_area(e) == kBlocked) != (mesh.edge_area(twin) == kBlocked)) {
      return "edge " + to_string(e) + " is blocked from one side only";
    }
  }
  return std::nullopt;
}

std::optional<std::string> broken_law(const Mesh& mesh, std::size_t area_count) {
  if (auto wrong = broken_value_law(mesh, area_count)) return wrong;
  return broken_face_law(mesh);
}

std::optional<std::string> broken_face_law(const Mesh& mesh) {
  const auto first_broken = [&](std::size_t f, std::size_t last) -> std::optional<std::string> {
    for (; f < last; ++f) {
      if (auto wrong = broken_law(mesh, FaceId(static_cast<std::uint32_t>(f)))) return wrong;
    }
    return std::nullopt;
  };
  const bool are_lawful = parallel_all_of(
      mesh.face_count(), kFaceGrain,
      [&](std::size_t first, std::size_t last) { return !first_broken(first, last); });
  return are_lawful ? std::nullopt : first_broken(0, mesh.face_count());
}

namespace {

Box2 square_box(const GridMesh& mesh, FaceId square) {
  const std::uint32_t first = mesh.edges(square).front().value;
  return {mesh.flat(mesh.origin(EdgeId(first))), mesh.flat(mesh.origin(EdgeId(first + 2)))};
}

}  // namespace

template <class AnyMesh>
bool contains(const AnyMesh& mesh, FaceId face, Vec2 p) {
  if constexpr (std::is_same_v<AnyMesh, GridMesh>) {
    if (mesh.has_squares()) return square_box(mesh, face).contains(p);
  }
  for (const EdgeId e : mesh.edges(face)) {
    if (orientation(mesh.flat(mesh.origin(e)), mesh.flat(mesh.target(e)), p) < 0) return false;
  }
  return true;
}

template <class AnyMesh>
Vec2 nearest_point(const AnyMesh& mesh, FaceId face, Vec2 p) {
  if (contains(mesh, face, p)) return p;
  Vec2 best = mesh.flat(mesh.origin(mesh.edges(face).front()));
  double least = length(p - best);
  for (const EdgeId e : mesh.edges(face)) {
    const Vec2 q = nearest_point(Segment2{mesh.flat(mesh.origin(e)), mesh.flat(mesh.target(e))}, p);
    const double d = length(p - q);
    if (d < least) {
      least = d;
      best = q;
    }
  }
  return best;
}

template bool contains(const Mesh&, FaceId, Vec2);
template bool contains(const GridMesh&, FaceId, Vec2);
template Vec2 nearest_point(const Mesh&, FaceId, Vec2);
template Vec2 nearest_point(const GridMesh&, FaceId, Vec2);

}  // namespace thalweg
