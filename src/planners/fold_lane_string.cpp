#include "planners/fold_lane_string.hpp"

#include <cstring>

namespace thalweg {
namespace {

// The place of a corner in the plane, to be compared.
[[gnu::always_inline]] inline std::uint64_t plane_bits(const Vec3f& p) {
  std::uint64_t bits = 0;
  static_assert(sizeof(Vec3f) >= sizeof(bits));
  std::memcpy(&bits, &p, sizeof(bits));
  return bits;
}

constexpr std::uint64_t kNoPlace = ~std::uint64_t{0};  // the bits of no numbers

}  // namespace

void LaneString::add(const FoldGates& gates, std::span<const LaneRun> runs) {
  for (const LaneRun& run : runs) {
    if (!run.is_crossed) continue;
    const FoldGate* gate = gates.gates.data() + run.first;
    for (std::uint32_t i = 0; i < run.count; ++i, gate += run.step) {
      gates_.push_back(LaneGate::of(*gate, run.is_out));
    }
  }
}

std::span<const LaneBend> LaneString::pull(Vec2 from, Vec2 to) {
  StringFunnel<LaneBend, ExactPoints<LaneBend>> string(memory_, {from, 0, 0}, gates_.size(),
                                                       {sure_});
  std::uint64_t left = kNoPlace;
  std::uint64_t right = kNoPlace;
  std::uint32_t crossed = 0;
  for (const LaneGate& gate : gates_) {
    ++crossed;
    const std::uint64_t next_left = plane_bits(gate.left);
    const std::uint64_t next_right = plane_bits(gate.right);
    if (next_left != left) {
      string.template add<Side::left>({gate.left.xy(), gate.left.z, crossed});
    }
    // A path that continues from this corner has crossed all the gates that end at it.
    string.end(Side::left).crossed = crossed;
    if (next_right != right) {
      string.template add<Side::right>({gate.right.xy(), gate.right.z, crossed});
    }
    string.end(Side::right).crossed = crossed;
    left = next_left;
    right = next_right;
  }
  bends_ = straightened(string.finish({to, 0, crossed}));
  return bends_;
}

double LaneString::length(std::size_t first, std::size_t last) const {
  double sum = 0;
  for (std::size_t i = first; i < last; ++i) {
    sum += thalweg::length(bends_[i + 1].point - bends_[i].point);
  }
  return sum;
}

}  // namespace thalweg
