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
#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/graph/pricer.hpp"
#include "thalweg/graph/sight_nodes.hpp"
#include "thalweg/search/seed.hpp"
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

// Borrows the world, graph and metric. Requires: they belong together.
class EndFinder {
 public:
  EndFinder(const World& world, const Graph& graph, const Metric& metric);

  // The end at a point given in local coordinates: on the ground that the profile may enter, or
  // the nearest such ground within reach. A filter leaves out more.
  End find(Vec3 local, double reach, const AreaFilter* filter = nullptr) const;

  // Joins two found ends to the graph; `old`'s memory is used again.
  // A filter leaves out or avoids areas.
  Ends join(const End& start, const End& goal, const AreaFilter* filter = nullptr,
            Ends old = {}) const;

  // True when there is no direct way and the islands prove that no source reaches any goal.
  bool are_apart(const Ends& ends) const;

  const Pricer& pricer() const { return pricer_; }

 private:
  SquareId find_square(Vec2 p, double reach, const AreaFilter* filter) const;
  void join_portals(Ends& ends) const;
  void join_corners(Ends& ends) const;
  void join_in_sight(Ends& ends, const AreaFilter* filter) const;
  Ends join_all(const End& start, const End& goal, const AreaFilter* filter, Ends old) const;
  Ends filtered(Ends ends, const AreaFilter& filter) const;
  Cost step(const PortalStep& step) const {
    return quanta(pricer_.portal_arc(step) / metric_.quantum());
  }

  const World& world_;
  const Graph& graph_;
  const Metric& metric_;
  Pricer pricer_;
  Bends bends_;                         // visibility graphs: one for each of the first nodes
  std::vector<PortalPlace> link_ends_;  // and axis graphs: one for each of the last nodes
};

}  // namespace thalweg
