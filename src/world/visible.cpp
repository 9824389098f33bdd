// Viewer: view cones through the portals, and single lines where cones close.
//
// A cone is bounded by the lines through two corners, both included. Each portal that it passes
// through narrows it, and it ends when it has no width left.
//
//        right obstacle        Grazing a corner on the right and then one on the left squeezes the
//     s ----r-------l----w     cone to a single line, which still sees w. Such a line can only
//                left one      start at a bend exactly on the border of a cone: there it is
//                              followed by itself, from corner to corner.
#include "thalweg/world/visible.hpp"
#include "thalweg/geometry/predicates.hpp"
#include "world/corner.hpp"

namespace thalweg {

// One look from one surface point.
class Looking {
 public:
  Looking(const Mesh& mesh, const Bends& bends, const CrossRule& rule, Sight& sight)
      : mesh_(mesh), bends_(bends), rule_(rule), sight_(sight) {
    sight_.seen_.clear();
    sight_.cones_.clear();
    sight_.is_whole_ = true;
    if (sight_.seen_at_.size() < bends.count() || sight_.look_ == 0xFFFFFFFFu) {
      sight_.seen_at_.assign(bends.count(), 0);
      sight_.passed_at_.assign(bends.count(), 0);
      sight_.look_ = 0;
    }
    ++sight_.look_;
  }

  void look(const SurfacePoint& from) {
    apex_ = pulled_inside(mesh_, from.face, from.point.xy());
    for (const EdgeId e : mesh_.edges(from.face)) {
      if (mesh_.start(e).xy() != apex_) continue;
      for_each_in_fan(mesh_, e, rule_, [&](EdgeId corner) { start_in(mesh_.face(corner)); });
      return spread();
    }
    start_in(from.face);
    for (const EdgeId e : mesh_.edges(from.face)) {
      if (rule_.allows(mesh_, e) && is_on(e)) start_in(mesh_.across(e));
    }
    spread();
  }

 private:
  Vec2 start(EdgeId e) const { return mesh_.start(e).xy(); }
  Vec2 end(EdgeId e) const { return mesh_.end(e).xy(); }

  bool is_on(EdgeId e) const {
    Box2 box;
    box.add(start(e));
    box.add(end(e));
    return box.contains(apex_) && orientation(start(e), end(e), apex_) == 0;
  }

  // The apex lies on this face, so all of it is visible.
  void start_in(FaceId face) {
    for (const EdgeId e : mesh_.edges(face)) {
      const Vec2 a = start(e);
      if (a != apex_) {
        see(bends_.at(e));
        follow_line(e);
      }
      push(e, {EdgeId(), a, end(e)});
    }
  }

  void see(BendId bend) {
    if (bend.is_none() || sight_.seen_at_[bend.value] == sight_.look_) return;
    sight_.seen_at_[bend.value] = sight_.look_;
    sight_.seen_.push_back(bend);
  }

  // Looks through `edge` where it may be crossed and the cone has some width.
  bool push(EdgeId edge, Sight::Cone cone) {
    if (!rule_.allows(mesh_, edge) || orientation(apex_, cone.right, cone.left) <= 0) return false;
    cone.entered = mesh_.twin(edge);
    sight_.cones_.push_back(cone);
    return true;
  }

  void spread() {
    const std::uint64_t most = most_cones(mesh_);
    for (std::uint64_t count = 0; !sight_.cones_.empty(); ++count) {
      if (count == most) return leave();
      const Sight::Cone cone = sight_.cones_.back();
      sight_.cones_.pop_back();
      look_into_face(cone);
    }
  }

  // Only a mesh that breaks its laws gets this far.
  void leave() {
    sight_.cones_.clear();
    sight_.corners_.clear();
    sight_.is_whole_ = false;
  }

  // The far edges of a face in order, from right to left.
  void look_into_face(const Sight::Cone& cone) {
    Vec2 from = cone.right;  // the cones through earlier edges end here
    Vec2 a = end(cone.entered);
    for (EdgeId e = mesh_.next(cone.entered); e != cone.entered;) {
      const EdgeId next = mesh_.next(e);
      const Vec2 b = start(next);
      if (orientation(apex_, a, b) > 0) {
        const Vec2 right = orientation(apex_, from, a) > 0 ? a : from;
        const Vec2 left = orientation(apex_, cone.left, b) < 0 ? b : cone.left;
        if (push(e, {EdgeId(), right, left})) from = left;
      }
      if (next != cone.entered) see_corner(next, b, cone);
      a = b;
      e = next;
    }
  }

  void see_corner(EdgeId corner, Vec2 at, const Sight::Cone& cone) {
    const BendId bend = bends_.at(corner);
    if (bend.is_none()) return;
    const int from_right = orientation(apex_, cone.right, at);
    if (from_right < 0) return;
    const int from_left = orientation(apex_, cone.left, at);
    if (from_left > 0) return;
    see(bend);
    if ((from_right == 0 && at != cone.right) || (from_left == 0 && at != cone.left)) {
      follow_line(corner);
    }
  }

  // Follows the line from the apex through `corner` beyond it.
  void follow_line(EdgeId corner) {
    if (bends_.at(corner).is_none()) return;
    through_ = start(corner);
    sight_.corners_.assign(1, corner);
    while (!sight_.corners_.empty()) {
      if (++followed_ > most_cones(mesh_)) return leave();
      const EdgeId at = sight_.corners_.back();
      sight_.corners_.pop_back();
      const BendId bend = bends_.at(at);
      if (!bend.is_none()) {
        see(bend);
        if (sight_.passed_at_[bend.value] == sight_.look_) continue;
        sight_.passed_at_[bend.value] = sight_.look_;
      }
      for_each_in_fan(mesh_, at, rule_, [&](EdgeId c) { pass_corner(c); });
    }
  }

  int side(Vec2 p) const { return orientation(apex_, through_, p); }

  // True when `p` lies farther along the line than `q`. Both lie on the line.
  bool is_beyond(Vec2 p, Vec2 q) const {
    if (apex_.x != through_.x) return through_.x > apex_.x ? p.x > q.x : p.x < q.x;
    return through_.y > apex_.y ? p.y > q.y : p.y < q.y;
  }

  // Continues into the face of `corner`, which the line passes through, if the line leads into it.
  void pass_corner(EdgeId corner) {
    const Vec2 here = start(corner);
    const EdgeId before = previous(mesh_, corner);
    const Vec2 right = end(corner);
    const Vec2 left = start(before);
    const int at_right = side(right);
    const int at_left = side(left);
    if (at_right < 0 && at_left > 0) return cross_faces(corner);
    if (at_right == 0 && is_beyond(right, here)) sight_.corners_.push_back(mesh_.next(corner));
    // If the line runs along a portal, the face on its other side continues it.
    if (at_left == 0 && is_beyond(left, here) && !rule_.allows(mesh_, before)) {
      sight_.corners_.push_back(before);
    }
  }

  // Goes from face to face until the line meets a wall or passes through a corner exactly. It
  // enters the face of `edge` at its origin or between its ends.
  void cross_faces(EdgeId edge) {
    for (std::uint32_t step = 0; step <= mesh_.edge_count(); ++step) {
      const EdgeId first = edge;
      int at_end = -1;
      do {
        edge = mesh_.next(edge);
        at_end = side(end(edge));
      } while (at_end < 0 && edge != first);
      if (at_end == 0) return sight_.corners_.push_back(mesh_.next(edge));
      if (edge == first || !rule_.allows(mesh_, edge)) return;
      edge = mesh_.twin(edge);
    }
  }

  const Mesh& mesh_;
  const Bends& bends_;
  const CrossRule& rule_;
  Sight& sight_;
  Vec2 apex_;
  Vec2 through_;                // the second point of the line that is followed
  std::uint64_t followed_ = 0;  // corners on such lines
};

Sight Viewer::look(const SurfacePoint& from, Sight old) const {
  Sight sight = std::move(old);
  Looking looking(mesh_, bends_, rule_, sight);
  if (!from.is_found() || !is_finite(from.point.xy()) || !is_walkable(mesh_.area(from.face))) {
    return sight;
  }
  looking.look(from);
  return sight;
}

std::size_t Sight::bytes() const {
  return seen_.capacity() * sizeof(BendId) + cones_.capacity() * sizeof(Cone) +
         corners_.capacity() * sizeof(EdgeId) +
         (seen_at_.capacity() + passed_at_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace thalweg
