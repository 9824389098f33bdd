// A heap of moves by quadric error. After a move its neighbours are only marked; a marked vertex is
// measured again when its turn comes. Faces list the corners removed from them, to bound the error.
#include "spaces/collapse.hpp"

#include <algorithm>

#include "thalweg/core/parallel.hpp"
#include "thalweg/geometry/predicates.hpp"

namespace thalweg {
namespace {

constexpr double kLeastShape = 0.05;  // of new faces; 0.29 is equilateral
// Slopes below this count as level: there the shortest edges go first, so that faces of level
// ground become equally large.
constexpr double kLevelSlope = 0.01;
constexpr std::size_t kQueueGrain = 1 << 12;
constexpr std::uint32_t kReportEvery = 1 << 14;

// The doubled area over the sum of the squared sides, in the plane.
double shape_of(Vec2 a, Vec2 b, Vec2 c) {
  const Vec2 ab = b - a;
  const Vec2 bc = c - b;
  const Vec2 ca = a - c;
  return cross(ab, bc) / (dot(ab, ab) + dot(bc, bc) + dot(ca, ca));
}

}  // namespace

HeightQuadric& HeightQuadric::operator+=(const HeightQuadric& o) {
  xx_ += o.xx_;
  xy_ += o.xy_;
  x_c_ += o.x_c_;
  x_ += o.x_;
  yy_ += o.yy_;
  y_c_ += o.y_c_;
  y_ += o.y_;
  c_c_ += o.c_c_;
  c_ += o.c_;
  weight_ += o.weight_;
  return *this;
}

double HeightQuadric::at(Vec3 p) const {
  const double squares = xx_ * p.x * p.x + yy_ * p.y * p.y + weight_ * p.z * p.z + c_c_;
  const double mixed = xy_ * p.x * p.y + x_c_ * p.x + y_c_ * p.y - (x_ * p.x + y_ * p.y + c_) * p.z;
  return std::max(0.0, squares + 2 * mixed);
}

Collapse::Collapse(const Mesh& mesh, const CollapseOptions& options)
    : mesh_(mesh),
      options_(options),
      origin_(mesh.arrays().origin.to_vector()),
      twin_(mesh.arrays().twin.to_vector()),
      edge_area_(mesh.arrays().edge_area.to_vector()),
      edge_difficulty_(mesh.arrays().edge_difficulty.to_vector()),
      first_removed_(mesh.face_count()),
      next_removed_(mesh.vertex_count()),
      target_(mesh.vertex_count()),
      is_queued_(mesh.vertex_count()),
      is_dirty_(mesh.vertex_count()),
      face_count_(mesh.face_count()) {
  note_corners();
  note_quadrics();
}

// A corner of each vertex. Vertices where several fans of faces meet have none: they stay.
void Collapse::note_corners() {
  std::vector<std::uint32_t> faces(mesh_.vertex_count());
  corner_.resize(mesh_.vertex_count());
  for (const EdgeId e : mesh_.edges()) {
    corner_[origin(e).value] = e;
    ++faces[origin(e).value];
  }
  for (const VertexId v : mesh_.vertices()) {
    if (!corner_[v.value].is_none() && fan_at(v).count != faces[v.value]) corner_[v.value] = {};
  }
}

// Planes relative to the vertices themselves would be more exact; metres and doubles are enough.
void Collapse::note_quadrics() {
  quadrics_.resize(mesh_.vertex_count());
  for (const FaceId f : mesh_.faces()) {
    const auto edges = mesh_.edges(f);
    const EdgeId e = edges.front();
    const HeightPlane plane(mesh_.start(e), mesh_.end(e), mesh_.start(previous(e)));
    const HeightQuadric quadric(plane.a, plane.b, plane.c, mesh_.doubled_area(f));
    for (const EdgeId corner : edges) quadrics_[origin(corner).value] += quadric;
  }
}

// Walls, the borders of areas, and edges that have an area or a difficulty of their own.
bool Collapse::is_border(EdgeId e) const {
  const EdgeId other = twin(e);
  if (other.is_none() || mesh_.area(face(e)) != mesh_.area(face(other))) return true;
  return edge_area(e) != kGround || edge_area(other) != kGround || edge_difficulty(e) != 0 ||
         edge_difficulty(other) != 0;
}

bool Collapse::is_same_border(EdgeId a, EdgeId b) const {
  const auto is_same_side = [&](EdgeId p, EdgeId q) {
    if (p.is_none() || q.is_none()) return p.is_none() && q.is_none();
    return mesh_.area(face(p)) == mesh_.area(face(q)) && edge_area(p) == edge_area(q) &&
           edge_difficulty(p) == edge_difficulty(q);
  };
  return is_same_side(a, b) && is_same_side(twin(a), twin(b));
}

Collapse::Fan Collapse::fan_at(VertexId v) const {
  Fan fan;
  const EdgeId any = corner_[v.value];
  if (any.is_none()) return fan;
  EdgeId first = any;
  while (!twin(first).is_none()) {
    first = next(twin(first));
    if (first == any) break;
  }
  EdgeId at = first;
  std::size_t count = 0;
  do {
    if (count == kMostFan) return {};
    fan.corners[count] = at;
    fan.ring[count++] = origin(next(at));
    fan.ring[count] = origin(previous(at));
    at = twin(previous(at));
  } while (!at.is_none() && at != first);
  fan.count = count;
  fan.is_closed = !at.is_none();
  return fan;
}

// A vertex between two borders of one straight line may move along it. One at several borders, or
// at a bend, stays.
Collapse::Targets Collapse::targets_of(VertexId v, const Fan& fan) const {
  std::array<std::size_t, 2> at{};
  std::size_t borders = 0;
  const std::size_t edges = fan.count + (fan.is_closed ? 0 : 1);
  for (std::size_t i = 0; i < edges; ++i) {
    const bool is_last = i == fan.count;
    if (!is_last && !is_border(fan.corners[i])) continue;
    if (borders == 2) return {};
    at[borders++] = i;
  }
  if (borders == 0) return {.is_any = true};
  if (borders == 1) return {};  // the end of a line
  const VertexId a = fan.ring[at[0]];
  const VertexId b = fan.ring[at[1]];
  const Vec2 p = point(v).xy();
  const bool is_straight = orientation(point(a).xy(), p, point(b).xy()) == 0 &&
                           dot(p - point(a).xy(), point(b).xy() - p) > 0;
  const EdgeId in = previous(fan.corners[at[1] - 1]);  // from b
  if (!is_straight || !is_same_border(in, fan.corners[at[0]])) return {};
  return {.only = {a, b}};
}

// True where all faces that stay are counter-clockwise then, and not too thin.
bool Collapse::may_move(VertexId v, const Fan& fan, VertexId to) const {
  const Vec2 from = point(v).xy();
  const Vec2 p = point(to).xy();
  double before = 1;
  double after = 1;
  std::size_t gone = 0;
  for (std::size_t i = 0; i < fan.count; ++i) {
    const Vec2 a = point(fan.ring[i]).xy();
    const Vec2 b = point(fan.ring[i + 1]).xy();
    before = std::min(before, shape_of(from, a, b));
    if (fan.ring[i] == to || fan.ring[i + 1] == to) {
      ++gone;
      continue;
    }
    const double shape = shape_of(p, a, b);
    if (shape < kLeastShape && orientation(p, a, b) <= 0) return false;
    after = std::min(after, shape);
  }
  return gone == (fan.is_closed ? 2 : 1) && gone < fan.count &&
         (after >= kLeastShape || after >= before);
}

Collapse::Move Collapse::best_move(VertexId v) const {
  const Fan fan = fan_at(v);
  Move best;
  if (fan.count == 0) return best;
  const Targets targets = targets_of(v, fan);
  const HeightQuadric& own = quadrics_[v.value];
  const std::size_t count = fan.count + (fan.is_closed ? 0 : 1);
  for (std::size_t i = 0; i < count; ++i) {
    const VertexId to = fan.ring[i];
    if (!targets.is_any && to != targets.only[0] && to != targets.only[1]) continue;
    const HeightQuadric& other = quadrics_[to.value];
    const Vec2 line = (point(to) - point(v)).xy();
    const double level = kLevelSlope * kLevelSlope * dot(line, line);
    const double cost =
        own.at(point(to)) + other.at(point(to)) + level * (own.weight() + other.weight());
    if (cost < best.cost && may_move(v, fan, to)) best = {cost, to};
  }
  return best;
}

namespace {

// Larger costs later, then higher ids.
constexpr auto is_later = [](const auto& a, const auto& b) {
  return a.cost != b.cost ? a.cost > b.cost : a.vertex > b.vertex;
};

}  // namespace

void Collapse::queue_all() {
  std::vector<Move> moves(mesh_.vertex_count());
  parallel_for(moves.size(), kQueueGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      moves[i] = best_move(VertexId(static_cast<std::uint32_t>(i)));
    }
  });
  for (const VertexId v : mesh_.vertices()) {
    if (moves[v.value].to.is_none()) continue;
    heap_.push_back({moves[v.value].cost, v});
    target_[v.value] = moves[v.value].to;
    is_queued_[v.value] = 1;
  }
  std::ranges::make_heap(heap_, is_later);
}

void Collapse::queue(VertexId v, const Move& move) {
  is_dirty_[v.value] = 0;
  if (move.to.is_none()) return;
  heap_.push_back({move.cost, v});
  std::ranges::push_heap(heap_, is_later);
  target_[v.value] = move.to;
  is_queued_[v.value] = 1;
}

// The faces about a vertex changed. Where it is queued it is looked at again when its turn comes:
// costs hardly ever fall.
void Collapse::touch(VertexId v) {
  if (is_queued_[v.value] != 0) {
    is_dirty_[v.value] = 1;
  } else {
    queue(v, best_move(v));
  }
}

void Collapse::run() {
  queue_all();
  const double to_go = mesh_.face_count() - options_.faces;
  for (std::uint32_t steps = 0; face_count_ > options_.faces && !heap_.empty(); ++steps) {
    if (steps % kReportEvery == 0) {
      report(options_.progress, "coarsening the mesh", (mesh_.face_count() - face_count_) / to_go);
    }
    std::ranges::pop_heap(heap_, is_later);
    const VertexId v = heap_.back().vertex;
    heap_.pop_back();
    is_queued_[v.value] = 0;
    if (is_dirty_[v.value] != 0) {
      queue(v, best_move(v));
    } else {
      try_move(v, target_[v.value]);
    }
  }
}

// The face that holds a point once the vertex has moved: the one whose sides it is farthest within,
// so that roundings do no harm.
FaceId Collapse::new_face_at(Vec2 p, const Fan& fan, VertexId to) const {
  FaceId best;
  double most = -kNoMove;
  const Vec2 c = point(to).xy();
  for (std::size_t i = 0; i < fan.count; ++i) {
    if (fan.ring[i] == to || fan.ring[i + 1] == to) continue;
    const Vec2 a = point(fan.ring[i]).xy();
    const Vec2 b = point(fan.ring[i + 1]).xy();
    const double within = std::min({cross(a - c, p - c), cross(b - a, p - a), cross(c - b, p - b)});
    if (!(within > most)) continue;
    most = within;
    best = face(fan.corners[i]);
  }
  return best;
}

// Finds the new faces of all removed vertices about `v`, and of `v`. False where one is then too far
// above or below.
bool Collapse::put_removed(VertexId v, const Fan& fan, VertexId to) {
  placed_.clear();
  const auto put = [&](VertexId removed) {
    const Vec3 p = point(removed);
    const FaceId at = new_face_at(p.xy(), fan, to);
    placed_.push_back({removed, at});
    if (!(options_.error > 0)) return true;
    const auto i = static_cast<std::size_t>(
        std::ranges::find(fan.corners, at, [](EdgeId corner) { return face(corner); }) -
        fan.corners.begin());
    const HeightPlane plane(point(to), point(fan.ring[i]), point(fan.ring[i + 1]));
    return plane.above(p) <= options_.error;
  };
  if (!put(v)) return false;
  for (std::size_t i = 0; i < fan.count; ++i) {
    VertexId removed = first_removed_[face(fan.corners[i]).value];
    for (; !removed.is_none(); removed = next_removed_[removed.value]) {
      if (!put(removed)) return false;
    }
  }
  return true;
}

// Takes out face i of a fan, which has an edge from the fan's vertex to `to`, and joins what lies
// beyond its other two edges.
void Collapse::remove_face(const Fan& fan, std::size_t i, VertexId to) {
  const EdgeId corner = fan.corners[i];
  const bool is_after = fan.ring[i] == to;  // the face after the edge, counter-clockwise
  const EdgeId kept = next(corner);         // between `to` and the third vertex
  const EdgeId lost = is_after ? previous(corner) : corner;
  const VertexId third = is_after ? fan.ring[i + 1] : fan.ring[i];
  const EdgeId outer = twin(kept);
  const EdgeId inner = twin(lost);
  twin(inner) = outer;
  if (!outer.is_none()) twin(outer) = inner;
  if (!edge_area_.empty()) edge_area_[inner.value] = edge_area_[kept.value];
  if (!edge_difficulty_.empty()) edge_difficulty_[inner.value] = edge_difficulty_[kept.value];
  EdgeId& third_corner = corner_[third.value];
  if (!third_corner.is_none()) third_corner = is_after ? next(inner) : inner;
  for (const EdgeId e : {corner, next(corner), previous(corner)}) origin_[e.value] = {};
  --face_count_;
}

void Collapse::apply(VertexId v, const Fan& fan, VertexId to) {
  EdgeId left;  // a corner of `to` that is left
  for (std::size_t i = 0; i < fan.count; ++i) {
    first_removed_[face(fan.corners[i]).value] = {};
    if (fan.ring[i] == to || fan.ring[i + 1] == to) {
      remove_face(fan, i, to);
    } else {
      left = fan.corners[i];
      origin_[left.value] = to;
    }
  }
  if (!corner_[to.value].is_none()) corner_[to.value] = left;
  corner_[v.value] = {};
  quadrics_[to.value] += quadrics_[v.value];
  for (const Placed& placed : placed_) {
    VertexId& first = first_removed_[placed.face.value];
    next_removed_[placed.vertex.value] = first;
    first = placed.vertex;
  }
}

bool Collapse::try_move(VertexId v, VertexId to) {
  const Fan fan = fan_at(v);
  if (!put_removed(v, fan, to)) return false;
  apply(v, fan, to);
  const std::size_t count = fan.count + (fan.is_closed ? 0 : 1);
  for (std::size_t i = 0; i < count; ++i) touch(fan.ring[i]);
  return true;
}

}  // namespace thalweg
