// A line is first followed without a change, then cut: edges are split, faces divided by new
// borders. Points on it are rounded; a vertex that it passes within rounding counts as on it.
#include "spaces/subdivision.hpp"

#include <algorithm>
#include <cmath>

#include "world/joining.hpp"

namespace thalweg {
namespace {

bool is_level(const Mesh& mesh, FaceId face) {
  const float z = mesh.arrays().vertices[mesh.origin(mesh.edges(face).front())].z;
  for (const EdgeId e : mesh.edges(face)) {
    if (mesh.arrays().vertices[mesh.origin(e)].z != z) return false;
  }
  return true;
}

Vec2 as_stored(Vec2 p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }

}  // namespace

Subdivision::Subdivision(const Mesh& mesh, const std::vector<char>& stays)
    : mesh_(mesh), first_out_(mesh.vertex_count()), is_passed_(mesh.vertex_count(), 0) {
  for (const VertexId v : mesh.vertices()) {
    at_.push_back(mesh.point(v).xy());
    z_.push_back(mesh.arrays().vertices[v].z);
  }
  std::vector<EdgeId> new_edge(mesh.edge_count());
  std::vector<char> is_open(mesh.face_count(), 0);
  for (const FaceId f : mesh.faces()) {
    if (!is_walkable(mesh.area(f))) continue;
    is_open[f.value] =
        static_cast<char>(stays[f.value] == 0 && is_level(mesh, f) && is_exactly_convex(mesh, f));
    const auto base = edge_count();
    const std::uint32_t count = mesh.corner_count(f);
    for (const EdgeId e : mesh.edges(f)) {
      const std::uint32_t i = e.value - mesh.edges(f).front().value;
      new_edge[e.value] = EdgeId(base + i);
      Edge edge;
      edge.origin = mesh.origin(e);
      edge.next = EdgeId(base + (i + 1) % count);
      edge.prev = EdgeId(base + (i + count - 1) % count);
      edge.face = f;
      edge.source = e;
      edge.carrier = {mesh.start(e).xy(), mesh.end(e).xy()};
      edges_.push_back(edge);
    }
  }
  for (std::uint32_t i = 0; i < edge_count(); ++i) {
    const EdgeId e = edges_[i].source;
    const EdgeId other = mesh.twin(e);
    if (!other.is_none()) edges_[i].twin = new_edge[other.value];
    const bool is_inner = !edges_[i].twin.is_none() && mesh.is_portal(e) && is_plain(mesh, e) &&
                          is_plain(mesh, other) &&
                          are_alike(mesh, mesh.face(e), mesh.face(other)) &&
                          is_open[mesh.face(e).value] != 0 && is_open[mesh.face(other).value] != 0;
    if (!is_inner) add_border(EdgeId(i));
  }
}

void Subdivision::add_border(EdgeId e) {
  edges_[e.value].is_border = true;
  EdgeId& first = first_out_[origin(e).value];
  edges_[e.value].next_out = first;
  first = e;
}

// Makes both sides of an edge a border, if they are not one yet.
void Subdivision::mark(EdgeId e) {
  if (is_border(e)) return;
  add_border(e);
  add_border(twin(e));
}

std::vector<EdgeId> Subdivision::sectors(VertexId v) const {
  std::vector<EdgeId> out;
  for (EdgeId e = first_out_[v.value]; !e.is_none(); e = edges_[e.value].next_out) {
    out.push_back(e);
  }
  std::ranges::sort(out);
  return out;
}

EdgeId Subdivision::last_of_sector(EdgeId first) const {
  EdgeId last = prev(first);
  while (!is_border(last)) last = prev(twin(last));
  return last;
}

EdgeId Subdivision::next_border(EdgeId border) const {
  EdgeId e = next(border);
  while (!is_border(e)) e = next(twin(e));
  return e;
}

// Turns left from `first` around its vertex. Returns the edge that leaves along the line, or the
// first edge of the face that the line enters; none if a border or the first edge comes before
// that.
EdgeId Subdivision::wedge(EdgeId first, const Line& line) const {
  const Vec2 here = at(origin(first));
  EdgeId out = first;
  do {
    const Vec2 right = at(target(out));
    const int side = line.side(right);
    if (side == 0 && line.is_forward(here, right)) return is_border(out) ? EdgeId() : out;
    const EdgeId before = prev(out);
    if (side < 0 && line.side(at(origin(before))) > 0) return out;
    if (is_border(before)) return {};
    out = twin(before);
  } while (out != first);
  return {};
}

// The first edge, starting with `edge`, whose end lies on the line or left of it.
EdgeId Subdivision::first_at_or_left(EdgeId edge, const Line& line) const {
  while (line.side(at(target(edge))) < 0) edge = next(edge);
  return edge;
}

Vec2 Subdivision::crossing(EdgeId e, const Line& line) const {
  const Vec2 a = at(origin(e));
  const Vec2 b = at(target(e));
  const Vec2 direction = line.to - line.from;
  const double from = std::abs(cross(direction, a - line.from));
  const double to = std::abs(cross(direction, b - line.from));
  if (!(from + to > 0)) return a;
  const double t = from / (from + to);
  return a + (b - a) * t;
}

// The end of `e` that the line from `here` passes so closely that rounding could put it on the
// other side; none if it passes neither so closely.
VertexId Subdivision::vertex_passed(EdgeId e, const Line& line, Vec2 here) const {
  const Vec2 direction = line.to - line.from;
  for (const VertexId v : {origin(e), target(e)}) {
    const Vec2 p = at(v);
    const bool is_near =
        std::abs(cross(direction, p - line.from)) <= length(direction) * rounding_at(p) / 2;
    if (is_near && line.is_forward(here, p)) return v;
  }
  return {};
}

std::optional<Reach> Subdivision::reach(EdgeId first, const Line& line) const {
  Reach out;
  out.start = at(origin(first));
  EdgeId leaving = wedge(first, line);  // none: in the middle of an edge
  if (leaving.is_none()) return std::nullopt;
  EdgeId from = leaving;  // the edge where the search around the face starts
  Vec2 here = out.start;
  for (std::uint32_t count = 0; count <= edge_count(); ++count) {
    Reach::Step step{.out = leaving, .hit = {}, .splits = false, .point = {}};
    const bool is_along = !leaving.is_none() && line.side(at(target(leaving))) == 0;
    const EdgeId crossed = is_along ? leaving : first_at_or_left(next(from), line);
    if (is_along || line.side(at(target(crossed))) == 0) {
      step.hit = next(crossed);
    } else {
      const VertexId passed = vertex_passed(crossed, line, here);
      step.splits = passed.is_none();
      step.hit = passed == target(crossed) ? next(crossed) : crossed;
      step.point = crossing(crossed, line);
    }
    here = step.splits ? step.point : at(origin(step.hit));
    out.steps.push_back(step);
    if (step.splits && !is_border(step.hit)) {
      leaving = {};
      from = twin(step.hit);
      continue;
    }
    out.end = step.splits ? as_stored(step.point) : at(origin(step.hit));
    if (step.splits || touches_border(origin(step.hit))) return out;
    leaving = from = wedge(step.hit, line);
    if (leaving.is_none()) return std::nullopt;
  }
  return std::nullopt;
}

VertexId Subdivision::add_vertex(Vec2 p, float z) {
  at_.push_back(p);
  z_.push_back(z);
  first_out_.emplace_back();
  is_passed_.push_back(0);
  return VertexId(vertex_count() - 1);
}

// Inserts a vertex into `e`, which then ends there. Returns the half that starts there.
EdgeId Subdivision::split(EdgeId e, Vec2 p) {
  const EdgeId other = twin(e);
  const VertexId middle = add_vertex(p, z(origin(e)));
  const auto halve = [&](EdgeId half) {
    const EdgeId rest(edge_count());
    Edge edge = edges_[half.value];
    edge.origin = middle;
    edge.prev = half;
    edge.is_border = false;
    edges_.push_back(edge);
    edges_[edge.next.value].prev = rest;
    edges_[half.value].next = rest;
    return rest;
  };
  const bool was_border = is_border(e);
  const EdgeId rest = halve(e);
  if (was_border) add_border(rest);
  if (other.is_none()) return rest;
  const EdgeId other_rest = halve(other);
  if (was_border) add_border(other_rest);
  const auto pair = [&](EdgeId a, EdgeId b) {
    edges_[a.value].twin = b;
    edges_[b.value].twin = a;
  };
  pair(e, other_rest);
  pair(rest, other);
  return rest;
}

// Makes a border from the vertex of `from` to that of `to`, two edges of one face, and returns it;
// none if there is one already.
EdgeId Subdivision::join(EdgeId from, EdgeId to) {
  if (next(from) == to || next(to) == from) {
    const EdgeId shared = next(from) == to ? from : to;
    if (is_border(shared)) return {};
    mark(shared);
    return shared == from ? from : twin(to);
  }
  const EdgeId there(edge_count());
  const EdgeId back(edge_count() + 1);
  const EdgeId before = prev(from);
  const EdgeId before_to = prev(to);
  Edge edge;
  edge.face = source_face(from);
  edge.origin = origin(from);
  edge.next = to;
  edge.prev = before;
  edge.twin = back;
  edges_.push_back(edge);
  edge.origin = origin(to);
  edge.next = from;
  edge.prev = before_to;
  edge.twin = there;
  edges_.push_back(edge);
  edges_[before.value].next = there;
  edges_[to.value].prev = there;
  edges_[before_to.value].next = back;
  edges_[from.value].prev = back;
  mark(there);
  return there;
}

void Subdivision::end_at(VertexId v) {
  is_passed_[v.value] = 0;
  at_[v.value] = as_stored(at_[v.value]);
}

void Subdivision::cut(const Reach& reach) {
  std::vector<EdgeId> pieces;
  EdgeId leaving;
  for (std::size_t i = 0; i < reach.steps.size(); ++i) {
    const Reach::Step& step = reach.steps[i];
    if (!step.out.is_none()) leaving = step.out;
    const EdgeId hit = step.splits ? split(step.hit, step.point) : step.hit;
    const bool is_known = !step.splits && touches_border(origin(hit));
    const EdgeId piece = join(leaving, hit);
    if (!piece.is_none()) pieces.push_back(piece);
    if (!is_known) is_passed_[origin(hit).value] = 1;
    if (i + 1 == reach.steps.size()) end_at(origin(hit));
    if (step.splits && !twin(step.hit).is_none()) leaving = twin(step.hit);
  }
  const Line line{reach.start, reach.end};
  for (const EdgeId piece : pieces) {
    edges_[piece.value].carrier = line;
    edges_[twin(piece).value].carrier = {line.to, line.from};
  }
}

}  // namespace thalweg
