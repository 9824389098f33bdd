// LaneString: the taut string through the gates of runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "path/exact_points.hpp"
#include "planners/fold_route.hpp"
#include "thalweg/path/funnel.hpp"

namespace thalweg {

// Where the string bends, or an end of it.
struct LaneBend {
  Vec2 point;
  std::uint32_t crossed = 0;  // gates crossed when one walks on from here
};

class LaneString {
 public:
  // Borrows the gates. Requires: no coordinate is larger in size than `most`.
  LaneString(const FoldGates& gates, double most) : gates_(&gates), sure_(sure_area(most)) {}

  // Pulls the string through all gates of the runs that are crossed, as Funnel::pull (path/funnel.hpp).
  // Ends are points in the plane; the string may start on a corner of its first gate, and end on one of
  // its last.
  std::span<const LaneBend> pull(std::span<const PortalRun> runs, Vec2 from, Vec2 to);
  std::span<const LaneBend> bends() const { return bends_; }
  // Metres in the plane, from bend to bend.
  double length(std::size_t first, std::size_t last) const;
  double length() const { return length(0, bends_.size() - 1); }

 private:
  struct Puller;

  const FoldGates* gates_;
  double sure_;
  FunnelMemory<LaneBend> memory_;
  std::span<const LaneBend> bends_;
};

}  // namespace thalweg
