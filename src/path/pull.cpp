// Passes over the bends: each tries the corridor on its other side, whole or near the bend only,
// and takes what is shorter. Only the string about a change is pulled again.
#include "thalweg/path/pull.hpp"

#include <array>
#include <limits>

#include "thalweg/geometry/predicates.hpp"
#include "thalweg/world/grid_mesh.hpp"
#include "thalweg/world/ray.hpp"
#include "world/corner.hpp"

namespace thalweg {
namespace {

constexpr int kMostPasses = 64;

// How far back from a bend the string is cut off, as shares of its two legs.
constexpr double kCuts[] = {1, 0.25, 0x1p-4, 0x1p-6};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What must be gained, as a share: more than rounding.
constexpr double kGain = 1e-9;

// What a straight part may be longer, as a share: rounding.
constexpr double kEven = 1e-14;

}  // namespace

// Adds edges to a corridor; steps straight back where both meet are left out. Returns how many of
// its own portals are left.
template <class AnyMesh>
std::size_t append(const AnyMesh& mesh, std::vector<EdgeId>& to, std::span<const EdgeId> edges) {
  while (!to.empty() && !edges.empty() && to.back() == mesh.twin(edges.front())) {
    to.pop_back();
    edges = edges.subspan(1);
  }
  const std::size_t left = to.size();
  to.insert(to.end(), edges.begin(), edges.end());
  return left;
}

// One pass over the bends of a string: finds the parts that a better one can replace.
template <class AnyMesh>
class PullPass {
 public:
  PullPass(const AnyMesh& mesh, const Stretch& stretch, const ShapeRules& rules, Puller& scratch)
      : mesh_(mesh), stretch_(stretch), rules_(rules), my_(scratch) {}

  // True where there are some: then they are in changes_.
  bool run() {
    my_.changes_.clear();
    my_.new_edges_.clear();
    my_.new_bends_.clear();
    auto& knots = my_.knots_;
    for (std::size_t i = 1; i + 1 < knots.size(); ++i) {
      if (knots[i].is_tried) continue;
      knots[i].is_tried = true;
      if (!shorten(knots[i - 1].bend, knots[i].bend, knots[i + 1].bend)) continue;
      note_change(i - 1);
      ++i;  // parts do not overlap
    }
    return !my_.changes_.empty();
  }

 private:
  void note_change(std::size_t from) {
    my_.new_edges_.insert(my_.new_edges_.end(), my_.edges_.begin(), my_.edges_.end());
    my_.new_bends_.insert(my_.new_bends_.end(), better_.begin(), better_.end());
    my_.changes_.push_back({from, my_.edges_.size(), better_.size()});
  }

  void copy(std::size_t first, std::size_t last) const {
    append(mesh_, my_.edges_, stretch_.portals.subspan(first, last - first));
  }

  SurfacePoint surface_point(const Stretch& stretch, const Bend& bend) const {
    const FaceId face = stretch.face(mesh_, bend.crossed);
    if (!bend.corner.is_none()) return {face, mesh_.point(bend.corner)};
    const Vec3 start = stretch.start.point;
    return {face, bend.point == start.xy() ? start : stretch.goal.point};
  }

  // True where edges_ is a better corridor from `a` over `b` to `c`.
  bool shorten(const Bend& a, const Bend& b, const Bend& c) {
    if (!turn_about(a, b)) return false;
    const SurfacePoint from = surface_point(stretch_, a);
    const SurfacePoint over = surface_point(stretch_, b);
    const SurfacePoint to = surface_point(stretch_, c);
    const double metres = length(b.point - a.point) + length(c.point - b.point);
    price_ = rules_.price ? rules_.price(from, over) + rules_.price(over, to) : metres;
    for (const double share : kCuts) {
      if (!cut_off(from, over, to, share)) continue;
      better_ = share == 1 ? straight(from, to) : pulled(from, to);
      if (is_better(from, to, metres)) return true;
    }
    my_.edges_.clear();
    copy(a.crossed, first_);
    append<AnyMesh>(mesh_, my_.edges_, my_.around_);
    copy(b.crossed, c.crossed);
    better_ = pulled(from, to);
    return is_better(from, to, metres);
  }

  // The edges that lead about a bend on its other side. False where a wall is in between.
  bool turn_about(const Bend& a, const Bend& b) {
    const auto& portals = stretch_.portals;
    std::size_t last = b.crossed - 1;
    const bool is_left = left_corner(mesh_, portals[last]) == b.corner;
    const auto is_at_bend = [&](EdgeId e) {
      return (is_left ? left_corner(mesh_, e) : right_corner(mesh_, e)) == b.corner;
    };
    first_ = last;
    while (first_ > a.crossed && is_at_bend(portals[first_ - 1])) --first_;
    // The corner of the face before the bend. One who keeps it to the left walks about it counter-
    // clockwise: the other side is clockwise.
    EdgeId corner = is_left ? mesh_.next(portals[first_]) : portals[first_];
    const FaceId goal = mesh_.across(portals[last]);
    my_.around_.clear();
    for (const EdgeId start = corner; mesh_.face(corner) != goal;) {
      const EdgeId crossed = is_left ? corner : previous(mesh_, corner);
      corner = is_left ? turned_right(mesh_, corner, rules_.cross)
                       : turned_left(mesh_, corner, rules_.cross);
      if (corner.is_none() || corner == start) return false;
      my_.around_.push_back(crossed);
    }
    return true;
  }

  // The corridor of the string whose bend is cut off, that share of both legs away from it.
  bool cut_off(const SurfacePoint& from, const SurfacePoint& over, const SurfacePoint& to,
               double share) {
    my_.edges_.clear();
    const auto note = [&](EdgeId edge) { cross_portal(mesh_, edge, my_.edges_); };
    const auto on_leg = [&](const SurfacePoint& end) {
      return over.point.xy() + (end.point.xy() - over.point.xy()) * share;
    };
    SurfacePoint at = from;
    if (share < 1) {
      for (const Vec2 next : {on_leg(from), on_leg(to)}) {
        const Ray ray = cast_ray(mesh_, at, next, rules_.cross, note);
        if (!ray.is_clear) return false;
        at = ray.end;
      }
    }
    return line_of_sight(mesh_, at, to, rules_.cross, note);
  }

  // The string through edges_.
  std::span<const Bend> pulled(const SurfacePoint& from, const SurfacePoint& to) {
    return my_.funnel_.pull(mesh_, {from, to, my_.edges_});
  }
  // The same where a straight walk has crossed them: it is the string, if no end was moved.
  std::span<const Bend> straight(const SurfacePoint& from, const SurfacePoint& to) {
    const auto is_on_face = [&](const SurfacePoint& end) {
      return contains(mesh_, end.face, end.point.xy());
    };
    const bool is_point = from.point.xy() == to.point.xy();
    if (is_point || !is_on_face(from) || !is_on_face(to)) return pulled(from, to);
    straight_ = straight_string(mesh_, Stretch{from, to, my_.edges_});
    return straight_;
  }

  // True when better_ is shorter, and no more expensive.
  bool is_better(const SurfacePoint& from, const SurfacePoint& to, double metres) const {
    const Stretch part{from, to, my_.edges_};
    const std::span<const Bend> bends = better_;
    double sum = 0;
    for (std::size_t i = 1; i < bends.size(); ++i) {
      sum += length(bends[i].point - bends[i - 1].point);
    }
    // A straight part is better even where the bend was a matter of rounding.
    const bool is_straight = bends.size() == 2 && sum <= metres * (1 + kEven);
    if (!is_straight && !(sum < metres * (1 - kGain))) return false;
    if (!rules_.price) return true;
    double price = 0;
    for (std::size_t i = 1; i < bends.size(); ++i) {
      price += rules_.price(surface_point(part, bends[i - 1]), surface_point(part, bends[i]));
    }
    return price < kInfinity && price <= price_ * (1 + kGain);
  }

  const AnyMesh& mesh_;
  const Stretch& stretch_;
  const ShapeRules& rules_;
  Puller& my_;
  std::size_t first_ = 0;         // the first portal that touches the bend
  double price_ = 0;              // of the part that is to be replaced
  std::span<const Bend> better_;  // the part that was tried last
  std::array<Bend, 2> straight_;
};

// Makes the changes of a pass. Only what lies about them is pulled again: a string is the shortest
// in its corridor where all its parts are, and it bends between them about corners of the corridor.
template <class AnyMesh>
class Restring {
 public:
  Restring(const AnyMesh& mesh, const Stretch& stretch, Puller& scratch)
      : mesh_(mesh), stretch_(stretch), my_(scratch) {}

  // The new corridor is then next_, the string in it next_knots_.
  void run() {
    my_.next_.clear();
    my_.next_knots_.assign(1, my_.knots_.front());
    append(mesh_, my_.next_, stretch_.portals.first(my_.knots_.front().bend.crossed));
    while (!is_last()) {
      if (starts_change()) {
        tauten();
      } else {
        grow();
        push(my_.knots_[at_]);
      }
    }
    append(mesh_, my_.next_, stretch_.portals.subspan(my_.knots_.back().bend.crossed));
  }

 private:
  bool is_last() const { return at_ + 1 == my_.knots_.size(); }
  bool starts_change() const {
    return change_ < my_.changes_.size() && my_.changes_[change_].from == at_;
  }

  // Adds a knot at the end of the portals.
  void push(Puller::Knot knot) {
    knot.bend.crossed = static_cast<std::uint32_t>(my_.next_.size());
    my_.next_knots_.push_back(knot);
  }

  // Adds the portals to the next knot that is left. Knots whose portals are left out go.
  void grow() {
    std::span<const EdgeId> portals;
    if (starts_change()) {
      const auto& change = my_.changes_[change_++];
      portals = std::span<const EdgeId>(my_.new_edges_).subspan(edge_, change.edges);
      edge_ += change.edges;
      bend_ += change.bends;
      at_ += 2;
    } else {
      const std::size_t from = my_.knots_[at_++].bend.crossed;
      portals = stretch_.portals.subspan(from, my_.knots_[at_].bend.crossed - from);
    }
    cut_knots(append(mesh_, my_.next_, portals));
  }
  void cut_knots(std::size_t left) {
    auto& knots = my_.next_knots_;
    for (; knots.back().bend.crossed > left; knots.pop_back()) {
      Bend& bend = knots.back().bend;
      const bool is_touched = left > 0 && touches(my_.next_[left - 1], bend.corner);
      if (is_touched) bend.crossed = static_cast<std::uint32_t>(left);
      if (knots.size() == 1) bend.crossed = 0;
      if (is_touched || knots.size() == 1) return;
    }
  }
  bool touches(EdgeId portal, VertexId corner) const {
    return left_corner(mesh_, portal) == corner || right_corner(mesh_, portal) == corner;
  }

  // Goes past a change, and as far back and on as the string is no longer the shortest.
  void tauten() {
    auto& knots = my_.next_knots_;
    const auto& change = my_.changes_[change_];
    auto part = std::span<const Bend>(my_.new_bends_).subspan(bend_, change.bends);
    const std::size_t count = knots.size();
    grow();
    first_ = my_.next_.size() - change.edges;
    if (knots.size() < count) part = pull();
    for (;; part = pull()) {
      const bool is_taut_here = is_taut_before(part);
      const bool is_taut_there = is_taut_after(part);
      if (is_taut_here && is_taut_there) break;
      if (!is_taut_here) knots.pop_back();
      if (!is_taut_there) grow();
    }
    add(part);
  }

  // From the last knot to where the portals end.
  std::span<const Bend> pull() {
    const Bend& from = my_.next_knots_.back().bend;
    const Vec2 to = my_.knots_[at_].bend.point;
    first_ = from.crossed;
    return my_.funnel_.pull(mesh_, Stretch{{{}, {from.point.x, from.point.y, 0}},
                                           {{}, {to.x, to.y, 0}},
                                           std::span(my_.next_).subspan(from.crossed)});
  }

  void add(std::span<const Bend> part) {
    auto& knots = my_.next_knots_;
    const auto crossed = [&](const Bend& bend) {
      return static_cast<std::uint32_t>(first_ + bend.crossed);
    };
    knots.back().is_tried = false;
    if (part[0].crossed > 0 && knots.size() > 1) knots[knots.size() - 2].is_tried = false;
    knots.back().bend.crossed = crossed(part[0]);
    for (std::size_t i = 1; i + 1 < part.size(); ++i) {
      knots.push_back({{part[i].point, part[i].corner, crossed(part[i])}});
    }
    push({my_.knots_[at_].bend});
  }

  bool is_taut_before(std::span<const Bend> part) const {
    const auto& knots = my_.next_knots_;
    if (knots.size() == 1) return true;
    if (part.size() == 1) return false;
    return is_taut(knots[knots.size() - 2].bend.point, knots.back().bend, part[1].point);
  }
  bool is_taut_after(std::span<const Bend> part) const {
    if (is_last() || starts_change()) return true;  // the next part begins with that
    if (part.size() == 1) return false;
    Bend bend = my_.knots_[at_].bend;
    bend.crossed = static_cast<std::uint32_t>(my_.next_.size());
    return is_taut(part[part.size() - 2].point, bend, my_.knots_[at_ + 1].bend.point);
  }

  // True when the string bends about a corner at the side of the corridor.
  bool is_taut(Vec2 before, const Bend& bend, Vec2 after) const {
    if (bend.crossed == 0) return false;
    const EdgeId portal = my_.next_[bend.crossed - 1];
    const int turn = orientation(before, bend.point, after);
    return turn != 0 &&
           bend.corner == (turn > 0 ? left_corner(mesh_, portal) : right_corner(mesh_, portal));
  }

  const AnyMesh& mesh_;
  const Stretch& stretch_;
  Puller& my_;
  std::size_t at_ = 0;      // the old knot where the new portals end
  std::size_t change_ = 0;  // the next one, and its first edge and bend
  std::size_t edge_ = 0;
  std::size_t bend_ = 0;
  std::size_t first_ = 0;  // the portal from which a part counts
};

template <class AnyMesh>
std::vector<EdgeId> Puller::pull(const AnyMesh& mesh, const Stretch& stretch,
                                 const ShapeRules& rules, std::vector<EdgeId> old) {
  std::vector<EdgeId> portals = std::move(old);
  portals.assign(stretch.portals.begin(), stretch.portals.end());
  knots_.clear();
  for (const Bend& bend : funnel_.pull(mesh, stretch)) knots_.push_back({bend});
  for (int i = 0; i < kMostPasses; ++i) {
    const Stretch now{stretch.start, stretch.goal, portals};
    if (!PullPass<AnyMesh>(mesh, now, rules, *this).run()) break;
    Restring<AnyMesh>(mesh, now, *this).run();
    std::swap(portals, next_);
    std::swap(knots_, next_knots_);
  }
  bends_.clear();
  for (const Knot& knot : knots_) bends_.push_back(knot.bend);
  return portals;
}

template std::vector<EdgeId> Puller::pull(const Mesh&, const Stretch&, const ShapeRules&,
                                          std::vector<EdgeId>);
template std::vector<EdgeId> Puller::pull(const GridMesh&, const Stretch&, const ShapeRules&,
                                          std::vector<EdgeId>);

}  // namespace thalweg
