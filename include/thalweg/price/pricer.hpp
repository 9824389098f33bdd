// Pricer: the price of one step for one kind of agent, in the profile's unit
// (docs/reference/prices.md).
//
//   price = base x (1 + sum of respect x term) x area multiplier
//
// Based on: the natural-hierarchy thesis, 5.1. It says orthocentre where a centroid is meant: the
// picture shows points inside their triangles.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "thalweg/price/profile.hpp"
#include "thalweg/world/surface_point.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct Corner;
class GridRoom;

// The quanta of one straight and one diagonal step on flat ground: their ratio is within 8e-9 of
// the root of two.
inline constexpr double kStraight = 5741;
inline constexpr double kDiagonal = 8119;

// From point to point across a face.
struct PortalStep {
  Vec3 from;  // local coordinates
  Vec3 to;
  FaceId across;
  EdgeId entered;  // the half-edge of `across` that `from` lies on; none inside the face
  EdgeId left;     // and `to`
};

// The base of a step, before any term or area: whole, neglecting height, and of height alone.
struct StepBase {
  double xyz = 0;  // the profile's unit
  double xy = 0;
  double z = 0;
};

// A link with the walk to it and from it, each in the profile's unit.
struct LinkWalk {
  double before = 0;
  double link = 0;  // kNoLimit where it may not be taken
  double after = 0;

  // What it costs in all, where the walks count so many times.
  double total(double on_before = 1, double on_after = 1) const {
    const double sum = before * on_before + link + after * on_after;
    return sum < kNoLimit ? sum : kNoLimit;
  }
};

// Borrows the world. All prices are kNoLimit where the profile may not go, and never NaN.
class Pricer {
 public:
  // Requires: no broken law in the profile.
  Pricer(const World& world, const Profile& profile);
  Pricer(const World&& world, const Profile& profile) = delete;

  const Profile& profile() const { return profile_; }
  double radius() const { return profile_.radius; }

  bool may_enter(FaceId face) const;
  bool may_enter(SquareId square) const { return areas_[world_.grid.area(square)] < kNoLimit; }
  // True when the agent keeps its radius from all that it may not enter at the middle of a square,
  // at a corner of a grid of squares.
  bool fits(SquareId square) const;
  bool fits(Corner corner) const;
  // True when the portal of `edge` may be crossed, whatever lies behind it. Where both its ends
  // touch walls it must be as wide as the agent: that much one portal can tell. Portal graphs know
  // exact widths (graph/clearance.hpp).
  bool may_cross(EdgeId edge) const;
  // The edges that an agent of no size may cross, to ground it may enter. Borrows the pricer.
  CrossRule rule() const;

  // From the face of `crossed` to the one across. Requires: a portal.
  double face_arc(EdgeId crossed) const;
  // The base of that price, whether or not the step is allowed. Requires: a portal.
  StepBase face_step_base(EdgeId crossed) const;
  // The same through a link: as if it were the straight line between its ends.
  StepBase link_step_base(LinkId id, bool is_backwards) const;
  double portal_arc(const PortalStep& step) const;
  // Its two factors. What a straight line counts by itself, on any plane: a norm, convex, that may
  // differ by direction.
  double norm(Vec3 displacement) const;
  // How many times that counts across a face entered over `entered`, a half-edge of it (none: from
  // inside). kNoLimit where the profile may not go there.
  double factor(FaceId across, EdgeId entered) const;
  // True when that is 1 on every face that may be entered, however it is entered.
  bool has_even_faces() const { return has_even_faces_; }
  // From a square to a neighbour, in quanta of grid_quantum().
  double grid_arc(SquareId from, SquareId to) const;
  // Through a link from face to face: with the walk to it and from it, as the base measures.
  LinkWalk face_link(LinkId id, bool is_backwards) const;
  // Through a link alone. Requires: its ends lie on the mesh; on the grid.
  double portal_link(LinkId id) const;
  double grid_link(LinkId id) const;

  // Straight from point to point of one square, in the profile's unit.
  double square_step(Vec3 from, Vec3 to, SquareId across) const;

  // True when straight walks over the grid all cost the same for each metre in the plane, wherever
  // they may go.
  bool is_even_grid() const { return is_even_grid_; }
  // The same over the mesh, which is level then.
  bool is_even_mesh() const { return is_even_mesh_; }

  // The profile's unit for a flat step from square to square, over 5741.
  double grid_quantum() const;

  // Parts of steps on a grid, for kinds of graphs that make their own of them.
  // What a metre counts on a square; kNoLimit where it may not be entered.
  double area_multiplier(SquareId square) const { return areas_[world_.grid.area(square)]; }
  // True when the profile can rise by so much (or fall, below 0) over a run, both in metres.
  bool may_rise(double rise, double run) const;
  // The same for the ground of two squares, whatever their areas.
  bool may_step(SquareId from, SquareId to, double run) const;
  // A step on flat ground by its columns and rows, -1 to 1 each, in quanta of grid_quantum(). In a
  // hexagon's slanting steps the columns give the side only.
  double flat_quanta(int columns, int rows) const;
  // The quanta of a flat step when it rises.
  double sloped_quanta(double flat, double run, double rise) const;

 private:
  // How far a step goes along each axis, by direction. None is negative.
  struct Reach {
    Vec3 rises;
    Vec3 falls;
  };
  static Reach reach(Vec3 displacement);
  static Reach growth(const Box3& from, const Box3& to);
  double base(const Reach& reach) const;
  StepBase base_parts(const Reach& reach) const;
  Reach face_reach(FaceId from, FaceId to, EdgeId crossed) const;
  double face_base(FaceId from, FaceId to, EdgeId crossed) const;
  double link_alone(LinkId id, bool is_open) const;
  double target_terms(FaceId face, double steepness, EdgeId entered) const;
  double pair_terms(FaceId from, FaceId to, EdgeId crossed) const;
  double multiplier(FaceId from, FaceId to, EdgeId crossed) const;
  double edge_multiplier(EdgeId edge) const;
  bool has_even_areas() const;
  bool is_level_mesh() const;
  void find_wall_corners();
  bool is_crossing(EdgeId edge) const;
  bool is_open(EdgeId edge) const;
  bool is_too_narrow(EdgeId edge) const;
  static double finite_or_none(double price) { return price < kNoLimit ? price : kNoLimit; }

  const World& world_;
  Profile profile_;
  AreaMultipliers areas_;
  bool has_target_terms_;
  bool has_pair_terms_;
  bool has_even_faces_;
  bool is_even_grid_;
  bool is_even_mesh_;
  std::vector<std::uint8_t> is_wall_corner_;  // [vertex]  empty: the radius does not matter
  std::shared_ptr<const GridRoom> room_;      // null: the radius does not matter
};

}  // namespace thalweg
