#include "thalweg/path/pull.hpp"

#include <limits>

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

// One pass over all bends of a string.
template <class AnyMesh>
class PullPass {
 public:
  PullPass(const AnyMesh& mesh, const Stretch& stretch, const ShapeRules& rules, Puller& scratch)
      : mesh_(mesh), stretch_(stretch), rules_(rules), my_(scratch) {}

  // True where some part of the corridor was replaced: then next_ holds the new one.
  bool run() {
    const std::span<const Bend> bends = my_.whole_.pull(mesh_, stretch_);
    my_.next_.clear();
    std::size_t copied = 0;
    for (std::size_t i = 1; i + 1 < bends.size(); ++i) {
      if (!shorten(bends[i - 1], bends[i], bends[i + 1])) continue;
      copy(my_.next_, copied, bends[i - 1].crossed);
      for (const EdgeId edge : my_.edges_) cross(my_.next_, edge);
      copied = bends[i + 1].crossed;
      ++i;  // parts do not overlap
    }
    if (copied == 0) return false;
    copy(my_.next_, copied, stretch_.portals.size());
    return true;
  }

 private:
  // A step straight back is left out.
  void cross(std::vector<EdgeId>& portals, EdgeId edge) const {
    if (!portals.empty() && portals.back() == mesh_.twin(edge)) {
      portals.pop_back();
    } else {
      portals.push_back(edge);
    }
  }
  void copy(std::vector<EdgeId>& to, std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last; ++i) cross(to, stretch_.portals[i]);
  }

  Spot spot(const Stretch& stretch, const Bend& bend) const {
    const FaceId face = stretch.face(mesh_, bend.crossed);
    if (!bend.corner.is_none()) return {face, mesh_.point(bend.corner)};
    const Vec3 start = stretch.start.point;
    return {face, bend.point == start.xy() ? start : stretch.goal.point};
  }

  // True where edges_ is a better corridor from `a` over `b` to `c`.
  bool shorten(const Bend& a, const Bend& b, const Bend& c) {
    if (!turn_about(a, b)) return false;
    const Spot from = spot(stretch_, a);
    const Spot over = spot(stretch_, b);
    const Spot to = spot(stretch_, c);
    const double metres = length(b.point - a.point) + length(c.point - b.point);
    price_ = rules_.price ? rules_.price(from, over) + rules_.price(over, to) : metres;
    for (const double share : kCuts) {
      if (cut_off(from, over, to, share) && is_better(from, to, metres)) return true;
    }
    my_.edges_.clear();
    copy(my_.edges_, a.crossed, first_);
    for (const EdgeId edge : my_.around_) cross(my_.edges_, edge);
    copy(my_.edges_, b.crossed, c.crossed);
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
      const EdgeId door = is_left ? corner : previous(mesh_, corner);
      corner = is_left ? turned_right(mesh_, corner, rules_.cross)
                       : turned_left(mesh_, corner, rules_.cross);
      if (corner.is_none() || corner == start) return false;
      my_.around_.push_back(door);
    }
    return true;
  }

  // The corridor of the string whose bend is cut off, that share of both legs away from it.
  bool cut_off(const Spot& from, const Spot& over, const Spot& to, double share) {
    my_.edges_.clear();
    const auto note = [&](EdgeId edge) { cross(my_.edges_, edge); };
    const auto on_leg = [&](const Spot& end) {
      return over.point.xy() + (end.point.xy() - over.point.xy()) * share;
    };
    Spot at = from;
    if (share < 1) {
      for (const Vec2 next : {on_leg(from), on_leg(to)}) {
        const Ray ray = cast_ray(mesh_, at, next, rules_.cross, note);
        if (!ray.is_clear) return false;
        at = ray.end;
      }
    }
    return line_of_sight(mesh_, at, to, rules_.cross, note);
  }

  bool is_better(const Spot& from, const Spot& to, double metres) {
    const Stretch part{from, to, my_.edges_};
    const std::span<const Bend> bends = my_.part_.pull(mesh_, part);
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
      price += rules_.price(spot(part, bends[i - 1]), spot(part, bends[i]));
    }
    return price < kInfinity && price <= price_ * (1 + kGain);
  }

  const AnyMesh& mesh_;
  const Stretch& stretch_;
  const ShapeRules& rules_;
  Puller& my_;
  std::size_t first_ = 0;  // the first portal that touches the bend
  double price_ = 0;       // of the part that is to be replaced
};

template <class AnyMesh>
std::vector<EdgeId> Puller::pull(const AnyMesh& mesh, const Stretch& stretch,
                                 const ShapeRules& rules, std::vector<EdgeId> old) {
  std::vector<EdgeId> portals = std::move(old);
  portals.assign(stretch.portals.begin(), stretch.portals.end());
  for (int i = 0; i < kMostPasses; ++i) {
    const Stretch now{stretch.start, stretch.goal, portals};
    if (!PullPass<AnyMesh>(mesh, now, rules, *this).run()) break;
    std::swap(portals, next_);
  }
  return portals;
}

template std::vector<EdgeId> Puller::pull(const Mesh&, const Stretch&, const ShapeRules&,
                                          std::vector<EdgeId>);
template std::vector<EdgeId> Puller::pull(const GridMesh&, const Stretch&, const ShapeRules&,
                                          std::vector<EdgeId>);

}  // namespace thalweg
