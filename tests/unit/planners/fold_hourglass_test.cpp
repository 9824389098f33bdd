// The hourglasses of chains: strings pulled past their corners are those through all portals.
#include "hierarchy/fold_hourglass.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scope.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/path/funnel.hpp"

namespace thalweg {
namespace {

struct Sleeve {
  FoldPortals portals;
  Vec2 start;  // before the first portal
  Vec2 goal;   // behind the last
};

Vec2f to_point(Vec2 p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }

// True when two portals that follow each other are sides of one convex face.
bool is_convex(const PortalEnds& a, const PortalEnds& b) {
  const Vec2 corners[] = {a.right.xy(), b.right.xy(), b.left.xy(), a.left.xy()};
  for (std::size_t i = 0; i < 4; ++i) {
    if (orientation(corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]) < 0) return false;
  }
  return true;
}

// A point just behind a portal.
Vec2 behind(const PortalEnds& portal) {
  const Vec2 across = portal.left.xy() - portal.right.xy();
  return (portal.left.xy() + portal.right.xy()) * 0.5 + Vec2{across.y, -across.x} * 0.5;
}

// Portals across a winding line; it may turn around several times.
Sleeve winding_sleeve(Random& random, std::uint32_t count) {
  std::vector<PortalEnds> portals;
  Vec2 at{0, 0};
  double heading = 0;
  double turn = 0;
  const Vec2 start = at;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (random.below(4) == 0) turn = random.between(-0.7, 0.7);
    heading += turn;
    const Vec2 ahead{std::cos(heading), std::sin(heading)};
    const Vec2 left{-ahead.y, ahead.x};
    at = at + ahead * 2.0;
    const bool keeps_left = i > 0 && turn > 0.3 && random.below(2) == 0;
    const bool keeps_right = i > 0 && turn < -0.3 && random.below(2) == 0;
    PortalEnds portal{to_point(at + left * random.between(0.2, 1.2)),
                      to_point(at - left * random.between(0.2, 1.2))};
    if (keeps_left) portal.left = portals.back().left;
    if (keeps_right) portal.right = portals.back().right;
    if (portals.empty() || is_convex(portals.back(), portal)) portals.push_back(portal);
  }
  count = static_cast<std::uint32_t>(portals.size());
  if (count < 3) return winding_sleeve(random, 40);
  Sleeve sleeve{.start = start, .goal = behind(portals.back())};
  CoreArcPortals core_arc{};
  core_arc.first_portal = 1;
  core_arc.count = count - 2;
  std::vector<HourglassCorner> corners;
  FoldHourglass().add(portals, corners);
  core_arc.corner_count = static_cast<std::uint32_t>(corners.size());
  sleeve.portals.ends = std::move(portals);
  sleeve.portals.corners = std::move(corners);
  sleeve.portals.core_arcs = std::vector<CoreArcPortals>{core_arc};
  return sleeve;
}

TEST(FoldHourglass, strings_past_their_corners_are_those_through_all_portals) {
  Random random(seed_of(4));
  std::size_t kept = 0;
  std::size_t all = 0;
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    const Sleeve sleeve = winding_sleeve(random, 3 + random.below(40));
    const CoreArcPortals& core_arc = sleeve.portals.core_arcs[0];
    const PortalRun all_portals{.first = 0, .count = core_arc.count + 2};
    const FoldPortals& portals = sleeve.portals;
    const PortalTable table{portals.ends.data(), nullptr, portals.corners.data(), 1000};
    Funnel whole;
    const auto expected = whole.pull(table, {&all_portals, 1}, sleeve.start, sleeve.goal);
    const PortalRun runs[] = {{.first = 0, .count = 1},
                              {.first = core_arc.first_portal,
                               .count = core_arc.count,
                               .first_corner = core_arc.first_corner,
                               .corner_count = core_arc.corner_count},
                              {.first = core_arc.count + 1, .count = 1}};
    Funnel few;
    const auto bends = few.pull(table, runs, sleeve.start, sleeve.goal);
    ASSERT_EQ(bends.size(), expected.size());
    for (std::size_t k = 0; k < bends.size(); ++k) {
      ASSERT_EQ(bends[k].point, expected[k].point);
      ASSERT_EQ(bends[k].crossed, expected[k].crossed);
    }
    kept += core_arc.corner_count;
    all += 2 * std::size_t{core_arc.count};
  }
  EXPECT_LT(kept, all * 4 / 5);
}

// Around one corner by more than a full circle: all of its portals count.
TEST(FoldHourglass, a_spiral_keeps_its_portals) {
  std::vector<PortalEnds> portals;
  for (int i = 0; i < 20; ++i) {
    const double angle = i * std::numbers::pi / 8;
    portals.push_back({{0, 0}, to_point(Vec2{std::cos(angle), std::sin(angle)} * (2 + i * 0.1))});
  }
  std::vector<HourglassCorner> corners;
  FoldHourglass().add(portals, corners);
  EXPECT_EQ(corners.size(), 19u);
  EXPECT_EQ(corners.front().crossed, 18u);
}

}  // namespace
}  // namespace thalweg
