// StretchShaper: lays the points of one stretch, without links.
#pragma once

#include "thalweg/path/shape.hpp"

namespace thalweg {

template <class AnyMesh>
class StretchShaper {
 public:
  // Borrows all; the points go to the shaper's scratch.
  StretchShaper(const AnyMesh& mesh, const ShapeOptions& options, const ShapeRules& rules,
                Shaper& scratch, const KnownString& known = {})
      : mesh_(mesh), options_(options), rules_(rules), my_(scratch), known_(known) {}

  // Lays the points from start to goal. `stretch` may be without portals where needs_stops is
  // true, and without stops where it is false.
  void lay(const Stretch& stretch);

  // The shape whose points are laid first.
  static Shape base(const ShapeOptions& options);
  static bool needs_stops(const ShapeOptions& options);
  // False where the records of a known string serve for its edges: it is neither priced nor moved.
  bool needs_edges() const;

 private:
  void lay(const Stretch& stretch, Shape shape);
  void lay_centres(const Stretch& stretch);
  void lay_stops();
  void lay_sight(const Stretch& stretch);
  void lay_funnel(const Stretch& stretch);
  std::span<const Bend> string_in(Stretch& stretch);
  std::span<const Bend> straight_string(const Stretch& stretch);
  void lay_round(const Stretch& stretch);
  bool try_round(const Stretch& stretch);
  bool keeps_off_walls(const Stretch& stretch) const;
  double walk_price(const SurfacePoint& from, const SurfacePoint& to, const Stretch& stretch) const;
  void add(const SurfacePoint& surface_point);
  void add_goal(const SurfacePoint& surface_point);

  const AnyMesh& mesh_;
  const ShapeOptions& options_;
  const ShapeRules& rules_;
  Shaper& my_;
  KnownString known_;
};

// Adds a portal that is crossed; a step straight back is left out with it.
template <class AnyMesh>
void cross_portal(const AnyMesh& mesh, EdgeId portal, std::vector<EdgeId>& portals);

// Adds the points of a stretch. One that leads nowhere is one point, not two, where links tell start from goal.
void append_stretch(std::vector<PathPoint>& all, std::span<const PathPoint> points, bool has_links);

}  // namespace thalweg
