// Puller: pulls a string on where a bend of it touches no wall.
//
// A funnel is the shortest path inside one corridor. Where the faces are not triangles around
// obstacles but squares, parts of a quadtree or pieces of terrain, its corridor may leave out open
// ground, and the string bends at corners that touch nothing:
//
//       +-----+-----+
//       |     |  ,--o goal         The string bends at v. All faces about v may be walked on, so
//       |  ,--v     |              the corridor may pass v on its other side, where the string is
//       o-----+-----+              shorter. This is repeated until every bend touches a wall.
//     start
#pragma once

#include <vector>

#include "thalweg/core/function_ref.hpp"
#include "thalweg/path/funnel.hpp"

namespace thalweg {

// What the straight walk from surface point to surface point costs; infinite where there is none.
using WalkPrice = FunctionRef<double(const SurfacePoint&, const SurfacePoint&)>;

// What the agent may do. Borrowed for one call.
struct ShapeRules {
  CrossRule cross = {};  // which edges may be crossed off the corridor
  // Shapes leave the corridor only where that makes them no more expensive. DEFAULT: their length.
  WalkPrice price = {};
};

class Puller {
 public:
  // The portals of a corridor between the ends of `stretch` in which the string is no longer and no
  // more expensive, and bends only where a wall touches the inside of the bend, or where pulling on
  // would cost more. `old` is memory to reuse. Requires: each end lies on its face, no portal is
  // crossed straight back. O(portals), and what changes in each of a few passes; no allocation
  // after warm-up.
  template <class AnyMesh>
  std::vector<EdgeId> pull(const AnyMesh& mesh, const Stretch& stretch, const ShapeRules& rules,
                           std::vector<EdgeId> old = {});
  // The string in them, as of Funnel::pull. Valid until the next call.
  std::span<const Bend> bends() const { return bends_; }

 private:
  template <class AnyMesh>
  friend class PullPass;
  template <class AnyMesh>
  friend class Restring;

  struct Knot {
    Bend bend;
    bool is_tried = false;  // nothing better was found between its neighbours
  };
  // From a knot to the next but one, by so many edges, with so many bends.
  struct Change {
    std::size_t from;
    std::size_t edges;
    std::size_t bends;
  };

  Funnel funnel_;
  std::vector<Knot> knots_;     // the string
  std::vector<EdgeId> around_;  // about a bend, on its other side
  std::vector<EdgeId> edges_;   // that might replace a part of the corridor
  // What one pass finds.
  std::vector<Change> changes_;
  std::vector<EdgeId> new_edges_;  // [change][]
  std::vector<Bend> new_bends_;    // [change][]
  // The corridor and the string after it.
  std::vector<EdgeId> next_;
  std::vector<Knot> next_knots_;
  std::vector<Bend> bends_;
};

}  // namespace thalweg
