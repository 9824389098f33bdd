// A steep stretch is a sum of two vectors along the steepest walkable directions of its face, in
// either order; it is halved until its legs stay inside the face.
#include "path/switchbacks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace thalweg {
namespace {

constexpr double kSteepRounding = 1 - 1e-6;
constexpr double kMostPieces = 4096;           // of one stretch
constexpr double kSmallestPiece = 1.0 / 4096;  // of a piece that is halved for want of room
constexpr double kOnBorder = 1e-9;  // metres: a corner may lie outside its face by so much

bool is_inside(const Mesh& mesh, FaceId face, Vec2 p) {
  for (const EdgeId e : mesh.edges(face)) {
    const Vec2 side = (mesh.end(e) - mesh.start(e)).xy();
    if (cross(side, p - mesh.start(e).xy()) < -kOnBorder * length(side)) return false;
  }
  return true;
}

// A stretch of one face as legs of two directions.
class Zigzag {
 public:
  // Requires: steeper than `slope`, which is over 0.
  Zigzag(const Mesh& mesh, FaceId face, Vec3 from, Vec3 to, double slope)
      : mesh_(mesh), face_(face), from_(from), to_(to) {
    const Vec3 n = mesh.normal(face);
    const Vec2 gradient{-n.x / n.z, -n.y / n.z};
    const double steepness = length(gradient);
    if (!(steepness > slope)) return;
    const Vec2 ahead = gradient * ((to.z > from.z ? 1 : -1) / steepness);
    const Vec2 aside{-ahead.y, ahead.x};
    const double along = slope / steepness;
    const double across = std::sqrt(1 - along * along);
    const Vec2 left = ahead * along + aside * across;
    const Vec2 right = ahead * along - aside * across;
    const Vec2 whole = (to - from).xy();
    const double area = cross(left, right);
    left_ = left * (cross(whole, right) / area);
    right_ = right * (cross(left, whole) / area);
    has_room_ = cross(whole, right) / area >= 0 && cross(left, whole) / area >= 0;
  }

  // Appends the corners, without the ends.
  void draw(double leg, const PathPoint& like, std::vector<PathPoint>& points) {
    if (!has_room_) return;
    like_ = &like;
    points_ = &points;
    const double longest = std::max(length(left_), length(right_));
    const double count = leg > 0 ? std::clamp(std::ceil(longest / leg), 1.0, kMostPieces) : 1;
    for (double i = 0; i < count; ++i) {
      draw_piece(i / count, 1 / count);
      if (i + 1 < count) add(at((i + 1) / count));
    }
  }

 private:
  Vec2 at(double share) const { return from_.xy() + (to_ - from_).xy() * share; }
  void add(Vec2 p) {
    PathPoint point = *like_;
    point.x = p.x;
    point.y = p.y;
    point.z = mesh_.height_at(face_, p);
    points_->push_back(point);
  }

  // One leg each, in the order that stays inside; else halves. The halves are few: a piece that is
  // small beside its distance from the corners of the face has room on one side. The last piece at
  // a corner stays straight.
  void draw_piece(double first, double share) {
    double size = share;
    double done = 0;
    while (done < share) {
      const Vec2 start = at(first + done);
      const Vec2 by_left = start + left_ * size;
      const Vec2 by_right = start + right_ * size;
      const bool fits_left = is_inside(mesh_, face_, by_left);
      const bool fits = fits_left || is_inside(mesh_, face_, by_right);
      if (!fits && size > share * kSmallestPiece) {
        size /= 2;
        continue;
      }
      if (fits) add(fits_left ? by_left : by_right);
      done += size;
      if (done < share) add(at(first + done));
      size = std::min(size * 2, share - done);
    }
  }

  const Mesh& mesh_;
  FaceId face_;
  Vec3 from_;
  Vec3 to_;
  Vec2 left_;
  Vec2 right_;
  bool has_room_ = false;
  const PathPoint* like_ = nullptr;
  std::vector<PathPoint>* points_ = nullptr;
};

}  // namespace

bool is_as_steep(SpeedModel speed_model, Vec3 walk) {
  const SteepestWalk most = steepest(speed_model);
  const double slope = walk.z > 0 ? most.up : most.down;
  return std::abs(walk.z) > 0 && std::abs(walk.z) >= slope * length(walk.xy()) * kSteepRounding;
}

std::vector<PathPoint> with_switchbacks(const Mesh& mesh, std::span<const PathPoint> points,
                                        const SwitchbackOptions& options,
                                        std::vector<PathPoint> old) {
  std::vector<PathPoint> drawn = std::move(old);
  drawn.clear();
  const SteepestWalk most = steepest(options.speed_model);
  for (std::size_t i = 0; i < points.size(); ++i) {
    drawn.push_back(points[i]);
    if (i + 1 == points.size() || !points[i].link.is_none()) continue;
    const Vec3 from = points[i].vec();
    const Vec3 to = points[i + 1].vec();
    const double slope = to.z > from.z ? most.up : most.down;
    const bool is_steep = std::abs(to.z - from.z) > slope * length((to - from).xy());
    if (!is_steep || !is_inside(mesh, points[i].face, to.xy())) continue;
    Zigzag(mesh, points[i].face, from, to, slope).draw(options.leg, points[i], drawn);
  }
  return drawn;
}

void mark_steep(SpeedModel speed_model, std::span<PathPoint> points) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const bool is_walk = points[i].link.is_none();
    points[i].is_steep = is_walk && is_as_steep(speed_model, points[i + 1].vec() - points[i].vec());
  }
}

}  // namespace thalweg
