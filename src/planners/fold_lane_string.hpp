// LaneString: gates in the order in which they are crossed, and the taut string through them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "path/exact_points.hpp"
#include "planners/fold_lane_runs.hpp"
#include "thalweg/path/funnel.hpp"

namespace thalweg {

// A gate as it is crossed.
struct LaneGate {
  Vec3f left;
  Vec3f right;
  FaceId face;  // entered

  static LaneGate of(const FoldGate& gate, bool is_out) {
    return is_out ? LaneGate{gate.left, gate.right, gate.to}
                  : LaneGate{gate.right, gate.left, gate.from};
  }
};

// Where the string bends, or an end of it.
struct LaneBend {
  Vec2 point;
  float z = 0;                // of a corner
  std::uint32_t crossed = 0;  // gates crossed when one walks on from here
};

class LaneString {
 public:
  // Requires: no coordinate is larger in size than `most`.
  explicit LaneString(double most) : sure_(sure_area(most)) {}

  std::vector<LaneGate>& gates() { return gates_; }
  const std::vector<LaneGate>& gates() const { return gates_; }
  // Appends the gates that runs cross.
  void add(const FoldGates& gates, std::span<const LaneRun> runs);

  // Pulls the string through all gates, as Funnel::pull (path/funnel.hpp). Ends are points in the
  // plane; the string may start on a corner of its first gate, and end on one of its last.
  std::span<const LaneBend> pull(Vec2 from, Vec2 to);
  std::span<const LaneBend> bends() const { return bends_; }
  // Metres in the plane, from bend to bend.
  double length(std::size_t first, std::size_t last) const;
  double length() const { return length(0, bends_.size() - 1); }

 private:
  double sure_;
  std::vector<LaneGate> gates_;
  FunnelMemory<LaneBend> memory_;
  std::span<const LaneBend> bends_;
};

}  // namespace thalweg
