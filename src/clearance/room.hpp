// Room: one face and the walls near it. Computes the radius of the largest disc whose centre can
// move between two points of the face's border without leaving the face.
//
//         x                 The points of the face nearer than r to wall i form a convex set. Such
//     .---o--.              sets separate x from y exactly when a chain of them, each meeting the
//    /  ####  \             next, reaches from the border on one side of x and y to the border on
//   |####  ####|            the other. Each link of a chain needs some least r. So the greatest r
//    \        /             that keeps x and y connected is the minimum, over all chains, of the
//     `---o--'              largest r that a link of the chain needs.
//         y
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// A point of a portal where clearance is greatest among those around it.
struct WidePoint {
  Vec2 point;
  double along = 0;      // 0 to 1 on the lower half-edge
  double clearance = 0;  // at the point
  double joined = 0;     // the clearance that can be kept from the portal's widest point to this
                         // one, over its two faces
};

inline constexpr std::size_t kMostWidePoints = 8;

Segment2 segment(const Mesh& mesh, EdgeId edge);

// A lower bound on the distance between two segments: the gap between their bounding boxes along an
// axis. Negative where the boxes overlap.
double gap_bound(const Segment2& s, const Segment2& t);

// The wide points of a portal, the widest first; at least one and at most kMostWidePoints.
// Clearances above `reach` are not told apart. `walls` holds all that are nearest to some point of
// the portal.
std::vector<WidePoint> wide_points(const Segment2& portal, std::span<const Segment2> walls,
                                   double reach);

// A point on the border of a face.
struct BorderPoint {
  std::uint32_t edge = 0;  // of the face, from 0
  double along = 0;        // 0 to 1 on that half-edge
  Vec2 point;
  double clearance = 0;
};

// Borrows the mesh.
class Room {
 public:
  // `walls` holds all that are nearest to some point of the face. O(walls).
  Room(const Mesh& mesh, FaceId face, std::span<const EdgeId> walls, double reach);

  // The greatest clearance, up to the reach, that can be kept from x to y. O(walls^2).
  double between(const BorderPoint& x, const BorderPoint& y);

 private:
  // A wall that may become part of a chain.
  struct Link {
    std::size_t wall;
    double needed;  // by the best chain known from one side of the border to it
    double to_end;  // from it to the other side
  };

  double meeting(std::size_t i, std::size_t j) const;
  double meets(std::size_t i, std::size_t j);
  void look_from(std::size_t edge);
  Link link(std::size_t wall, const BorderPoint& x, const BorderPoint& y) const;
  std::size_t wall_count() const { return walls_.size(); }

  const Mesh& mesh_;
  FaceId face_;
  double reach_;
  std::vector<Segment2> border_;  // [edge]
  std::vector<Segment2> walls_;
  std::vector<double> to_face_;  // [wall]
  std::vector<double> to_edge_;  // [wall][edge]  gap between them
  std::vector<double> meets_;    // [wall][wall]  the least r at which the sets of two walls meet;
                                 //               found when first asked for
  std::size_t from_ = ~std::size_t{0};  // the edge looked from last
  std::vector<double> ahead_;   // [wall][edge]  to the edges after from_ and before this one
  std::vector<double> behind_;  // [wall][edge]  to the edges after this one and before from_
  std::vector<Link> links_;     // scratch
};

}  // namespace thalweg
