// Makes the boundaries corner by corner, in order of vertex; then each region between borders
// becomes a face.
#include "thalweg/spaces/max_area.hpp"

#include <utility>
#include <vector>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "spaces/outline.hpp"
#include "spaces/subdivision.hpp"
#include "thalweg/geometry/segment.hpp"

namespace thalweg {
namespace {

// A sector over 180 degrees, and the cone in which one boundary may divide it.
//
//      \  cone  /        `before` -> corner and `after` -> corner, drawn on, bound the cone
//       \ .... /
//        corner
//      /########\        the wall comes from `before` and goes on to `after`
struct Reflex {
  EdgeId first;  // the border that goes on
  Vec2 corner;
  Vec2 before;
  Vec2 after;

  Line past_before() const { return {before, corner}; }
  Line past_after() const { return {after, corner}; }
  // True for points to which one boundary may lead.
  bool is_in_cone(Vec2 p) const {
    return past_before().side(p) >= 0 && past_after().side(p) <= 0 &&
           past_before().is_forward(corner, p);
  }
};

std::optional<Reflex> reflex_at(const Subdivision& sub, EdgeId first) {
  Reflex out{first, sub.at(sub.origin(first)), sub.carrier(sub.last_of_sector(first)).from,
             sub.carrier(first).to};
  const int turn = orientation(out.before, out.corner, out.after);
  const bool is_tip = turn == 0 && dot(out.corner - out.before, out.after - out.corner) < 0;
  if (is_tip) return out;
  if (turn >= 0) return std::nullopt;
  const double off = distance(Segment2{out.before, out.after}, out.corner);
  return off > rounding_at(out.corner) ? std::optional(out) : std::nullopt;
}

// Searches the cone of a corner, face by face, for the nearest visible corner.
class Lookout {
 public:
  Lookout(const Subdivision& sub, const Reflex& reflex, double within)
      : sub_(sub), reflex_(reflex), least_(within) {}

  // None: no corner is nearer than `within`.
  VertexId nearest() {
    const Vec2 c = reflex_.corner;
    const Vec2 right = c + (c - reflex_.before);
    const Vec2 left = c + (c - reflex_.after);
    if (orientation(c, right, left) <= 0) return {};  // the tip of a wall: the cone is a line
    for (EdgeId out = reflex_.first;;) {
      const EdgeId last = sub_.prev(out);
      for (EdgeId e = sub_.next(out); e != last; e = sub_.next(e)) {
        consider(sub_.origin(e));
        look_through(e, {e, right, left});
      }
      consider(sub_.origin(last));
      if (sub_.is_border(last)) break;
      out = sub_.twin(last);
    }
    while (!open_.empty()) {
      const View view = open_.back();
      open_.pop_back();
      for (EdgeId e = sub_.next(view.through); e != view.through; e = sub_.next(e)) {
        consider(sub_.target(e));
        look_through(e, view);
      }
    }
    return best_;
  }

 private:
  // The part of a face that is visible through one of its edges.
  struct View {
    EdgeId through;  // of the face looked into
    Vec2 right;
    Vec2 left;
  };

  void consider(VertexId v) {
    const double d = length(sub_.at(v) - reflex_.corner);
    const bool is_nearer = d < least_ || (d == least_ && !best_.is_none() && v < best_);
    if (!is_nearer || !sub_.is_corner(v) || !reflex_.is_in_cone(sub_.at(v))) return;
    least_ = d;
    best_ = v;
  }

  void look_through(EdgeId e, View view) {
    if (sub_.is_border(e)) return;
    const Vec2 c = reflex_.corner;
    const Vec2 from = sub_.at(sub_.origin(e));
    const Vec2 to = sub_.at(sub_.target(e));
    if (distance(Segment2{from, to}, c) >= least_) return;
    if (orientation(c, from, to) <= 0) return;
    if (orientation(c, view.right, from) > 0) view.right = from;
    if (orientation(c, view.left, to) < 0) view.left = to;
    if (orientation(c, view.right, view.left) <= 0) return;
    open_.push_back({sub_.twin(e), view.right, view.left});
  }

  const Subdivision& sub_;
  const Reflex& reflex_;
  double least_;
  VertexId best_;
  std::vector<View> open_;
};

// The boundary of a corner: the shortest of the three candidates.
std::optional<Reach> boundary(const Subdivision& sub, const Reflex& reflex) {
  auto best = sub.reach(reflex.first, reflex.past_before());
  auto other = sub.reach(reflex.first, reflex.past_after());
  if (!best || (other && other->length() < best->length())) best = std::move(other);
  const double within = best ? best->length() : 1e300;
  const VertexId nearest = Lookout(sub, reflex, within).nearest();
  if (nearest.is_none()) return best;
  auto third = sub.reach(reflex.first, {reflex.corner, sub.at(nearest)});
  return third ? third : best;
}

void cut_all(Subdivision& sub, std::uint32_t vertices) {
  for (const VertexId v : IdRange<VertexId>(vertices)) {
    for (const EdgeId first : sub.sectors(v)) {
      const auto reflex = reflex_at(sub, first);
      if (!reflex) continue;
      if (const auto found = boundary(sub, *reflex)) sub.cut(*found);
    }
  }
}

// The faces that rounding broke: they have too few corners left, or break a law of geometry.
std::vector<FaceId> broken_faces(const Outline& outline, const Result<Mesh>& made) {
  std::vector<FaceId> out;
  for (const FaceId f : IdRange<FaceId>(outline.face_count())) {
    if (!outline.has_corners(f) || (made && broken_law(*made, f))) out.push_back(f);
  }
  return out;
}

// Marks the original faces under a broken face to stay unchanged; if they are marked already, marks
// their neighbours. True when a face was newly marked.
class OriginalFaces {
 public:
  OriginalFaces(const Subdivision& sub, std::vector<char>& stays)
      : sub_(sub), stays_(stays), is_seen_(sub.edge_count(), 0) {}

  bool keep_below(EdgeId border) {
    bool is_news = false;
    std::vector<FaceId> around;
    std::vector<EdgeId> open{border};
    while (!open.empty()) {
      const EdgeId e = open.back();
      open.pop_back();
      if (is_seen_[e.value] != 0) continue;
      is_seen_[e.value] = 1;
      is_news |= keep(sub_.source_face(e));
      open.push_back(sub_.next(e));
      const EdgeId other = sub_.twin(e);
      if (other.is_none()) continue;
      if (sub_.is_border(e)) {
        around.push_back(sub_.source_face(other));
      } else {
        open.push_back(other);
      }
    }
    if (is_news) return true;
    for (const FaceId f : around) is_news |= keep(f);
    return is_news;
  }

 private:
  bool keep(FaceId f) { return std::exchange(stays_[f.value], char{1}) == 0; }

  const Subdivision& sub_;
  std::vector<char>& stays_;
  std::vector<char> is_seen_;  // [edge]
};

Result<Mesh> decompose(const Mesh& mesh) {
  std::vector<char> stays(mesh.face_count(), 0);
  for (bool goes_on = true; goes_on;) {
    Subdivision sub(mesh, stays);
    if (sub.edge_count() == 0) return Error{"the world has no free ground to decompose"};
    cut_all(sub, mesh.vertex_count());
    const Outline outline(sub);
    bool is_whole = true;
    for (const FaceId f : IdRange<FaceId>(outline.face_count())) {
      is_whole &= outline.has_corners(f);
    }
    auto made = is_whole ? outline.mesh() : Result<Mesh>(Error{"a face has under three corners"});
    const std::vector<FaceId> broken = broken_faces(outline, made);
    if (broken.empty()) return made;
    OriginalFaces originals(sub, stays);
    goes_on = false;
    for (const FaceId f : broken) goes_on |= originals.keep_below(outline.border(f));
  }
  return Error{"the ground is too fine for a maximum-area decomposition"};
}

}  // namespace

Result<World> max_area(const World& world, const MaxAreaOptions& options) try {
  if (world.mesh.empty()) {
    TRY(const auto squares, quadtree(world, options.quadtree));
    return max_area(squares, options);
  }
  TRY(auto mesh, decompose(world.mesh));
  return make_world({.name = world.name,
                     .origin = world.origin,
                     .y_axis = world.y_axis,
                     .earth = world.earth,
                     .areas = world.areas,
                     .mesh = std::move(mesh),
                     .grid = {},
                     .links = world.links.to_vector()});
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
