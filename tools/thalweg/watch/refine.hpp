// A query over a hierarchy, as shown by thalweg refine.
#pragma once

#include <string>
#include <vector>

#include "common/metrics.hpp"
#include "common/picture.hpp"
#include "thalweg/planners/look_ahead.hpp"

namespace thalweg::tool {

// A leg for display.
struct LegFacts {
  GateId from;
  GateId to;
  CellId cell;  // none: a step
  Level level = 0;
  Distance cost = 0;
};

// What one refinement did.
struct Refinement {
  LegFacts leg;
  std::size_t legs = 0;   // of the level below that it became
  std::size_t nodes = 0;  // that it made known
  std::uint64_t settled = 0;
  std::size_t known = 0;  // nodes from the start on, so far
};

// The state of the search before refining, and the refinements since.
struct Watched {
  Answer by_a_star;
  std::size_t gates = 0;  // of the route
  std::vector<Refinement> log;
  std::vector<PathPoint> path;  // the route so far as points; empty: not laid
};

LegFacts facts_of(const Hierarchy& hierarchy, const GateLeg& leg);

struct RefinePicture {
  std::string path;  // .png
  PictureOptions options;
  double section = 0;  // metres: the side of a section of level 1; 0: cells are shown by colours
};

// The route so far over the ground, with sections, gates, legs ahead and the route of A*.
void draw_refinement(const ReadyGraph& ready, const LookAhead& look, const Watched& seen,
                     const RefinePicture& picture);

}  // namespace thalweg::tool
