// Portals as records that lie one after another: what a search hands on where it knows them, and what
// the funnel reads (path/funnel.hpp), without a look at the mesh.
//
// A table holds each portal as it is crossed *outwards*; a route crosses runs of the table, in
// either direction.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "thalweg/core/ids.hpp"
#include "thalweg/geometry/vec.hpp"

namespace thalweg {

// The corners of a portal, as seen by one who crosses it outwards.
struct PortalEnds {
  Vec2f left;
  Vec2f right;
};

// What routes and corridors take over from a portal.
struct PortalIds {
  FaceId from;  // outwards
  FaceId to;
  NodeId node;
  EdgeId out;      // the half-edge of the face that is left outwards
  EdgeId back;     // its twin
  ArcId out_arc;   // to the next portal's node outwards; none: there is none
  ArcId back_arc;  // from that node
};

// A corner at which a taut path over a run can bend (the hourglass of [GH89], docs/reference/papers.md).
// Paths are pulled past these in place of all corners of the run.
struct HourglassCorner {
  Vec2f point;
  // 1: of the left side.
  std::uint32_t is_left : 1;
  std::uint32_t
      crossed : 31;  // portals of the run crossed when one walks on from here; 0 where only lengths are wanted
};

// Portals that are crossed one after another, in the table's order or against it.
struct PortalRun {
  static constexpr std::uint32_t kEveryPortal = 0xFFFFFFFFu;

  std::uint32_t first = 0;  // in the table
  std::uint32_t count = 0;
  std::int32_t step = 1;   // from portal to portal
  bool is_out = true;      // they are crossed outwards
  bool is_crossed = true;  // false: the route only touches them
  ArcId next_arc;          // from the last of these nodes to the next run's first; none at the end
  std::uint32_t first_corner = 0;
  // That paths can bend at; kEveryPortal: those of all portals.
  std::uint32_t corner_count = kEveryPortal;

  // The same portals, crossed in the other direction.
  PortalRun reversed() const {
    PortalRun run = *this;
    run.first +=
        static_cast<std::uint32_t>(step) * (count - 1);  // wraps around where it counts down
    run.step = -step;
    run.is_out = !is_out;
    return run;
  }
};

// Borrowed from what was built for the search.
struct PortalTable {
  const PortalEnds* ends = nullptr;  // [portal]
  const PortalIds* ids = nullptr;    // [portal]
  const HourglassCorner* corners = nullptr;
  double most = 0;  // no coordinate is larger in size
  // The height of all ground; no number: heights differ, and are read from the mesh.
  double level = std::numeric_limits<double>::quiet_NaN();
};

// The portals between the ends of a route, in order; none: the search does not know them.
struct PortalRuns {
  PortalTable table;
  std::vector<PortalRun> runs;
  // The taut path through them is what the query wants: it is neither pulled out of them nor moved.
  bool is_final = false;

  bool empty() const { return runs.empty(); }
};

}  // namespace thalweg
