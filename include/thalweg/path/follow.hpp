// PathFollower: an agent that walks along a path.
//
//   PathFollower follower(planner.find(query).points);
//   while (!follower.is_done()) {
//     if (const auto block = follower.blocked_ahead(world, 10, {.rule = open_doors})) replan();
//     agent.move_to(follower.advance(speed * tick).position);
//   }
//
// Points are in the caller's coordinates, as planners give them. Knows no planner: it says where to
// plan from, and takes the new points.
#pragma once

#include <optional>
#include <vector>

#include "thalweg/path/check.hpp"

namespace thalweg {

// Something on the path ahead.
struct LinkAhead {
  LinkId link;
  std::size_t point = 0;  // where it is taken from
  double distance = 0;    // metres to there; 0 when on it
};
struct BlockAhead {
  Vec3 position;        // where the walk is stopped
  double distance = 0;  // metres to there
  EdgeId wall;          // what stops it, of the face before it; none where the path leaves the mesh
};

struct FollowOptions {
  Axes axes = Axes::z_up;  // of the points
};

class PathFollower {
 public:
  PathFollower() = default;
  explicit PathFollower(std::vector<PathPoint> points, const FollowOptions& options = {});

  const std::vector<PathPoint>& points() const { return points_; }
  // Where the follower is. The heading is zero at the end.
  PathPosition current() const;
  // Metres to the end, links counted as straight.
  double remaining() const { return remaining_; }
  bool is_done() const { return segment_ + 1 >= points_.size(); }

  // Moves on, at most to the end; anything but a positive number of metres stays. O(points passed).
  PathPosition advance(double metres);

  // Forgets the points behind; the one walked from stays. O(points left).
  void trim();

  // The next link, or the one being taken. O(points ahead).
  std::optional<LinkAhead> next_link() const;

  // The first point within `metres` ahead where the path can no longer be walked: a door was shut,
  // so that the rule refuses an edge, or a point is no longer on the face that it names. Within slack (DEFAULT: kWalkSlack, as points may have been
  // rounded). For paths over a mesh. O(faces crossed).
  std::optional<BlockAhead> blocked_ahead(const World& world, double metres,
                                          const WalkCheck& check = {.slack = kWalkSlack}) const;

  // Where to plan from: the position; on a link its far end. Local coordinates. None on an empty
  // path, and where the path leaves the mesh. O(faces crossed).
  SurfacePoint replan_from(const World& world) const;

  // Continues along `points`, which start at replan_from(). The old points are forgotten; a link
  // that is being taken is finished first.
  void splice(std::vector<PathPoint> points);

 private:
  double segment_length(std::size_t segment) const {
    return length(points_[segment + 1].vec() - points_[segment].vec());
  }
  SurfacePoint local_surface_point(const World& world, const PathPoint& point) const {
    return thalweg::local_surface_point(world, point, options_.axes);
  }
  void measure();

  std::vector<PathPoint> points_;
  FollowOptions options_;
  std::size_t segment_ = 0;
  double walked_ = 0;     // metres along the segment
  double remaining_ = 0;  // metres
};

}  // namespace thalweg
