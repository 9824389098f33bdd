// Section lattice: the lines that sections lie between, and sections as numbers.
//
// Line i is i x size, rounded once; section i holds what lies on line i or after it and before
// line i + 1. So a point lies in one section, whatever the size.
#pragma once

#include <cmath>
#include <cstdint>

#include "partition/memberships.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/geometry/box.hpp"
#include "thalweg/partition/sections.hpp"

namespace thalweg {

inline constexpr double kLargestSection = 1e12;  // metres: coordinates stay within 1e9

class SectionLattice {
 public:
  explicit SectionLattice(double size) : size_(size) {}

  // True when sections around `p` can be counted.
  bool can_count(Vec2 p) const {
    return std::abs(p.x / size_) < kMost && std::abs(p.y / size_) < kMost;
  }

  double line(std::int32_t index) const { return index * size_; }
  // Requires of all below: sections that can be counted, and sections of them and beside.
  std::int32_t index(double at) const {
    auto i = static_cast<std::int32_t>(std::floor(at / size_));
    while (line(i) > at) --i;
    while (line(i + 1) <= at) ++i;
    return i;
  }
  // The last section that begins before `at`.
  std::int32_t index_before(double at) const {
    const std::int32_t i = index(at);
    return line(i) < at ? i : i - 1;
  }
  SectionIndex index(Vec2 p) const { return {index(p.x), index(p.y)}; }
  Box2 box(SectionIndex at) const {
    return {{line(at.column), line(at.row)}, {line(at.column + 1), line(at.row + 1)}};
  }

 private:
  static constexpr double kMost = 2147483000;  // leaves room for the neighbours of every section

  double size_;
};

// Sections as rooms, in order of rows, then columns.
inline RoomKey room_of(SectionIndex at) {
  const auto biased = [](std::int32_t i) {
    return RoomKey{static_cast<std::uint32_t>(i) ^ 0x80000000u};
  };
  return biased(at.row) << 32 | biased(at.column);
}
inline SectionIndex index_of(RoomKey room) {
  const auto plain = [](RoomKey half) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(half) ^ 0x80000000u);
  };
  return {plain(room & 0xFFFFFFFFu), plain(room >> 32)};
}

// Refuses options that neither kind of sections allows.
Result<void> check_sections(const Ground& ground, const SectionOptions& options);

// The sentence for sections that cannot be counted.
Error too_small_sections();

// Cells of `options.levels` levels from memberships in sections.
Result<Cells> stacked_sections(const Ground& ground, const Memberships& memberships,
                               const SectionOptions& options);

}  // namespace thalweg
