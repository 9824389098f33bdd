// MeshFilter: how a filter counts the ground of a mesh, as profiles do (docs/reference/prices.md).
// Faces count by their areas; edges by theirs too, unless they are plain ground: then they are
// borders and change nothing.
#pragma once

#include "thalweg/price/ground_filter.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// Borrows both.
class MeshFilter {
 public:
  MeshFilter(const Mesh& mesh, const GroundFilter& filter) : mesh_(mesh), filter_(filter) {}

  bool allows(FaceId face) const { return filter_.allows(face); }
  // True when the portal of `edge` may be crossed, whatever lies behind it. Requires: a portal.
  bool allows(EdgeId edge) const { return allows_half(edge) && allows_half(mesh_.twin(edge)); }

  // What a cost on `face` becomes. `entered`: the half-edge of the face over which it was entered;
  // none inside the face.
  Cost cost(Cost cost, FaceId face, EdgeId entered) const {
    const Cost on_face = filter_.cost(cost, face);
    return is_plain(entered) ? on_face : filter_.cost(on_face, mesh_.edge_area(entered));
  }
  // How many times a price there counts. Requires: both are allowed.
  double factor(FaceId face, EdgeId entered) const {
    const double on_face = filter_.factor(mesh_.area(face));
    return is_plain(entered) ? on_face : on_face * filter_.factor(mesh_.edge_area(entered));
  }

 private:
  bool is_plain(EdgeId edge) const { return edge.is_none() || mesh_.edge_area(edge) == kGround; }
  bool allows_half(EdgeId edge) const {
    return is_plain(edge) || filter_.allows(mesh_.edge_area(edge));
  }

  const Mesh& mesh_;
  const GroundFilter& filter_;
};

}  // namespace thalweg
