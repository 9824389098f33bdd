// AnyAngleOracle: exact shortest paths in the plane, bending anywhere. The reference for lengths.
//
//   thalweg::AnyAngleOracle oracle{world};                               // one per thread
//   const auto path = oracle.find({10, 42}, {910, 377});
//   if (path.found) std::printf("%.3f m\n", path.length);
//
// A shortest path is a taut path: straight except where it bends around corners of obstacles. A*
// over those corners (world/visible.hpp), each joined to the ones it sees, finds it. What a corner
// sees is computed when a search first reaches it, and kept.
//
// Lengths are in the plane: heights are ignored, but not floors, since sight leads through portals
// only. Links and prices are ignored, too: all ground that the rule allows counts the same.
#pragma once

#include <vector>

#include "thalweg/search/best_first.hpp"
#include "thalweg/world/visible.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct AnyAnglePath {
  bool found = false;
  double length = 0;                 // metres, in the plane
  std::vector<SurfacePoint> points;  // start, bends, goal
};

class AnyAngleOracle {
 public:
  using Found = AnyAnglePath;

  // Borrows what the rule points at. O(edges).
  // Requires: a rule that answers the same for both sides of a portal.
  explicit AnyAngleOracle(const World& world, const CrossRule& rule = {});

  // The shortest path. Ends that are a rounding off their faces are pulled inside. Nothing is found
  // where an end is no surface point or lies on ground that nobody enters. Once a look was not
  // whole (Sight::is_whole: the mesh breaks its laws), nothing is found any more. `old`'s memory is
  // used again.
  // O(bends^2) in a world never searched before.
  Found find(const SurfacePoint& from, const SurfacePoint& to, Found old = {});

  // The same between points in world coordinates, which may lie `reach` metres off the ground.
  Found find(Point start, Point goal, double reach = 1, Found old = {});

  // Memory held between queries: the bends, what they see as far as known, and scratch.
  std::size_t bytes() const;

 private:
  struct Row {
    std::size_t first = 0;  // in targets_
    std::uint32_t count = kNotYetKnown;
  };
  static constexpr std::uint32_t kNotYetKnown = 0xFFFFFFFFu;
  struct View;
  using BendSeed = SeedOf<BendId>;

  SurfacePoint located(Point p, double reach) const;
  Vec2 point(BendId bend) const { return world_.mesh.point(bends_[bend].vertex).xy(); }
  Distance quanta(double metres) const;
  const Row& row(BendId bend);
  std::vector<BendSeed> join(const SurfacePoint& end, std::vector<BendSeed> old);
  void lay(BendId last, Found& found);

  World world_;
  CrossRule rule_;
  Bends bends_;
  double scale_ = 1;             // quanta per metre
  std::vector<Row> rows_;        // [bend]  what is seen from there by a taut line
  std::vector<BendId> targets_;  // [row's]
  Sight sight_;
  bool is_lawful_ = true;  // as far as the mesh was looked at
  std::vector<BendSeed> sources_;
  std::vector<BendSeed> goals_;
  SearchScratchOf<BendId, ArcId> scratch_;
  RouteOf<BendId, ArcId> route_;
};

}  // namespace thalweg
