// Ends: how the start and the goal of a query join a graph.
//
//   face graph    the nodes of the faces they lie on; the ends themselves cost nothing
//   grid graph    the nodes of their squares
//   corner graph  priced straight steps to and from the corners of their squares; inside one square
//                 also straight from start to goal
//   portal graph  priced steps from the start to the points of its face, and to the goal; inside
//                 one face also straight from start to goal
//   visibility    straight walks to all nodes in sight, and from start to goal
//   axis graph    straight walks to those in sight of the 8 nearest nodes (more where none is), and
//                 from start to goal
#pragma once

#include <vector>

#include "thalweg/graph/area_filter.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/graph/sight_nodes.hpp"
#include "thalweg/search/best_first.hpp"
#include "thalweg/world/visible.hpp"

namespace thalweg {

// Where one end lies.
struct End {
  FaceId face;      // on a mesh
  SquareId square;  // on a grid
  Vec3 point;       // on the ground, local coordinates

  bool is_found() const { return !face.is_none() || !square.is_none(); }
};

struct Ends {
  End start;
  End goal;
  std::vector<Seed> sources;
  std::vector<Seed> goals;       // in order of node
  Distance direct = kUnreached;  // past the graph, as straight across one face or square
  Sight sight;                   // scratch
  NearScratch near;              // scratch
};

// The least cost of `node` among the seeds; kUnreached where it is not one of them.
Distance seed_cost(std::span<const Seed> seeds, NodeId node);

// Puts seeds in order of node, then cost. Allocates nothing.
void sort_seeds(std::vector<Seed>& seeds);

class EndFinder {
 public:
  explicit EndFinder(const Ground& ground);

  // The end at a point given in local coordinates: on the ground that the profile may enter, or
  // the nearest such ground within reach. A filter leaves out more.
  End find(Vec3 local, double reach, const AreaFilter* filter = nullptr) const;

  // Joins two found ends to the graph; `old`'s memory is used again.
  // A filter leaves out or avoids areas.
  Ends join(const End& start, const End& goal, const AreaFilter* filter = nullptr,
            Ends old = {}) const;

  // True when there is no direct way and the islands prove that no source reaches any goal.
  bool are_apart(const Ends& ends) const;

  const Pricer& pricer() const { return ground_.pricer(); }

 private:
  SquareId find_square(Vec2 p, double reach, const AreaFilter* filter) const;
  void join_portals(Ends& ends) const;
  void join_corners(Ends& ends) const;
  void join_in_sight(Ends& ends, const AreaFilter* filter) const;
  Ends join_all(const End& start, const End& goal, const AreaFilter* filter, Ends old) const;
  Ends filtered(Ends ends, const AreaFilter& filter) const;
  Cost step(const PortalStep& step) const {
    return quanta(ground_.pricer().portal_arc(step) / ground_.metric().quantum());
  }

  Ground ground_;
  Bends bends_;                         // visibility graphs: one for each of the first nodes
  std::vector<PortalPlace> link_ends_;  // and axis graphs: one for each of the last nodes
};

}  // namespace thalweg
