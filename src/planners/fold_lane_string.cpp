#include "planners/fold_lane_string.hpp"

#include <bit>

namespace thalweg {
namespace {

// The bits of a corner, to be compared.
[[gnu::always_inline]] inline std::uint64_t bits_of(const Vec2f& p) {
  return std::bit_cast<std::uint64_t>(p);
}

constexpr std::uint64_t kNoPlace = ~std::uint64_t{0};  // the bits of no numbers

// At most so many corners come up.
std::size_t most_corners(std::span<const PortalRun> runs) {
  std::size_t sum = 0;
  for (const PortalRun& run : runs) {
    sum +=
        run.corner_count == PortalRun::kEveryPortal ? 2 * std::size_t{run.count} : run.corner_count;
  }
  return sum;
}

}  // namespace

// A string that is being pulled.
struct LaneString::Puller {
  StringFunnel<LaneBend, ExactPoints<LaneBend>> string;
  std::uint64_t left = kNoPlace;  // the corners of the last gate
  std::uint64_t right = kNoPlace;

  // The next gate ends at this corner, as the gates do up to that which is crossed last. A path that
  // continues from it has crossed all of them.
  template <Side kSide>
  [[gnu::always_inline]] void add(const Vec2f& corner, std::uint32_t crossed) {
    std::uint64_t& last = kSide == Side::left ? left : right;
    const std::uint64_t bits = bits_of(corner);
    const bool is_end = bits != last && string.template add<kSide>({corner.xy(), crossed});
    if (!is_end) string.end(kSide).crossed = crossed;
    last = bits;
  }
};

std::span<const LaneBend> LaneString::pull(std::span<const PortalRun> runs, Vec2 from, Vec2 to) {
  Puller puller{{memory_, {from, 0}, most_corners(runs), {sure_}}};
  std::uint32_t crossed = 0;
  for (const PortalRun& run : runs) {
    if (!run.is_crossed) continue;
    if (run.corner_count != PortalRun::kEveryPortal) {
      const HourglassCorner* corner = gates_->corners.data() + run.first_corner;
      for (const HourglassCorner* last = corner + run.corner_count; corner != last; ++corner) {
        const std::uint32_t at = crossed + corner->crossed;
        corner->is_left != 0 ? puller.add<Side::left>(corner->point, at)
                             : puller.add<Side::right>(corner->point, at);
      }
      crossed += run.count;
      continue;
    }
    const PortalEnds* gate = gates_->gates.data() + run.first;
    for (std::uint32_t i = 0; i < run.count; ++i, gate += run.step) {
      ++crossed;
      puller.add<Side::left>(run.is_out ? gate->left : gate->right, crossed);
      puller.add<Side::right>(run.is_out ? gate->right : gate->left, crossed);
    }
  }
  bends_ = straightened(puller.string.finish({to, crossed}), ExactPoints<LaneBend>{sure_});
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
