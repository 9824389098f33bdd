// Walks: which straight walks over a ground's mesh or grid are allowed, and what they cost.
#pragma once

#include <span>

#include "price/straight_price.hpp"
#include "thalweg/path/path.hpp"
#include "thalweg/path/pull.hpp"
#include "thalweg/world/grid_mesh.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {

// Which sides of squares the pricer's profile, and a filter, may cross. Valid as long as all of
// them. Edges are those of the GridMesh.
struct SquareRule {
  const GridMesh& mesh;
  const Pricer& pricer;
  const GroundFilter* filter = nullptr;

  bool may_enter(FaceId face) const {
    return pricer.may_enter(SquareId(face.value)) &&
           (filter == nullptr || filter->allows(SquareId(face.value)));
  }
  bool may_cross(EdgeId edge) const {
    const FaceId to = mesh.across(edge);
    if (!may_enter(to)) return false;
    return !mesh.grid().has_ground() || pricer.may_step(SquareId(mesh.face(edge).value),
                                                        SquareId(to.value), mesh.grid().spacing());
  }
  CrossRule rule() const { return {FunctionRef<bool(EdgeId)>::to<&SquareRule::may_cross>(*this)}; }
};

// The price of walking straight over squares, in the profile's unit: the pieces across each square
// by Pricer::square_step over the surface of the GridMesh. kNoLimit where the walk leaves what the
// rule allows. O(squares crossed).
double straight_price(const SquareRule& by, const SurfacePoint& from, const SurfacePoint& to);

// Over the mesh or the grid of a world, as its pricer and a filter count. On grids faces are squares. Borrows all.
class Walks {
 public:
  Walks(const World& world, const Pricer& pricer, bool is_on_grid, const GroundFilter* filter)
      : world_(world),
        pricer_(pricer),
        filter_(filter),
        is_on_grid_(is_on_grid),
        grid_mesh_(world.grid),
        squares_{grid_mesh_, pricer, filter},
        faces_{world, pricer, filter} {}
  Walks(const Walks&) = delete;
  Walks& operator=(const Walks&) = delete;

  bool is_on_grid() const { return is_on_grid_; }
  // Requires: on a mesh. Valid as long as this.
  const ProfileRule& faces() const { return faces_; }
  // What a metre of a square counts; kNoLimit where it may not be entered. Requires: on a grid.
  double square_factor(FaceId square) const {
    return squares_.may_enter(square) ? pricer_.area_multiplier(SquareId(square.value)) : kNoLimit;
  }
  const GridMesh& grid_mesh() const { return grid_mesh_; }

  // Valid as long as this. Where prices follow lengths there is none: that saves half of the walks.
  ShapeRules rules() const {
    return {.cross = is_on_grid_ ? squares_.rule() : faces_.rule(),
            .price = is_even() ? WalkPrice() : WalkPrice::to<&Walks::clear_price>(*this)};
  }
  // True when a walk is more expensive than another exactly where it is longer.
  bool is_even() const {
    const Pricer& pricer = pricer_;
    return filter_ == nullptr && (is_on_grid_ ? pricer.is_even_grid() : pricer.is_even_mesh());
  }
  bool may_enter(FaceId face) const {
    return is_on_grid_ ? squares_.may_enter(face) : faces_.may_enter(face);
  }
  // Of the straight walk; kNoLimit where it leads over ground that is not allowed.
  double price(const SurfacePoint& from, const SurfacePoint& to) const;
  // The same, kNoLimit also where it comes too near to an obstacle that the filter leaves out.
  double clear_price(const SurfacePoint& from, const SurfacePoint& to) const;
  // The same from start to goal, kNoLimit also where the agent's radius does not fit. On grids an
  // agent with a radius has no such walk. On meshes `note` is called for the edges crossed, in order.
  double end_to_end(const SurfacePoint& from, const SurfacePoint& to, OnCross note = {}) const;
  // Of all walks and links of a path in local coordinates, each point with its face. A walk that
  // comes over an edge to a point of it has entered the next face there; over a corner it has not.
  double path_price(std::span<const PathPoint> points) const;
  // The same where every walk stays on one face, as those of a route over portals do.
  double inside_price(std::span<const PathPoint> points) const;
  double link_price(LinkId link) const {
    return is_on_grid_ ? pricer_.grid_link(link) : pricer_.portal_link(link);
  }

 private:
  EdgeId edge_between(const PathPoint& before, const PathPoint& here) const;
  double leg_price(const PathPoint& here, const PathPoint& next, EdgeId entered) const;
  double face_price(const PathPoint& here, const PathPoint& next, EdgeId entered) const;

  const World& world_;
  const Pricer& pricer_;
  const GroundFilter* filter_;
  bool is_on_grid_;
  GridMesh grid_mesh_;
  SquareRule squares_;
  ProfileRule faces_;
};

}  // namespace thalweg
