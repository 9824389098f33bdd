// Where the centre of a wide agent bends around corners: points that stand off them by its radius.
//
//        x-------x            A disc that turns about a corner follows an arc around it. The
//      /  .-----.  \          points are the corners of a polygon around that arc, with turns of at
//     x  /   +------- wall    most 45 degrees, so that the straight lines between them keep the
//     | |    |/////           distance: the path is at most 5.5 percent longer than the arc.
//     | |    |///// obstacle
//
#pragma once

#include <vector>

#include "thalweg/world/visible.hpp"

namespace thalweg {

struct StandOff {
  BendId bend;
  SurfacePoint surface_point;
};

// The points of all bends where a disc of this radius fits, in order of bend. A thousandth of the
// radius is added, which is more than rounding to floats takes away. Requires: radius > 0, bends of
// the mesh and the rule. O(bends), times the faces within the radius.
std::vector<StandOff> stand_offs(const Mesh& mesh, const Bends& bends, double radius,
                                 const CrossRule& rule = {});

}  // namespace thalweg
