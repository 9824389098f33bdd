// MeshForm: what the kinds of graphs over a mesh share.
#pragma once

#include "graph/sight_nodes.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

// Marks faces that the profile and a filter allow. Borrows all.
class FaceMarker {
 public:
  FaceMarker(const Ground& ground, const GroundFilter* filter, FaceMarks& marks);

  void mark(FaceId face);
  // The faces on both sides of a portal that may be crossed.
  void mark_both(EdgeId edge);
  // Marks all faces that can be reached from marked ones through portals.
  void spread();

 private:
  ProfileRule by_;
  FaceMarks& marks_;
};

class MeshForm : public GraphForm {
 public:
  using GraphForm::GraphForm;

  Result<void> check(const World& world, const GraphSpec& spec) const override;
  GraphSpec normal(const World& world, const GraphSpec& spec) const override;
  double metre_price(const Ground& ground, Vec3 at, Vec2 direction) const override;
  HeuristicKind fitting_norm(const GraphSpec& spec) const override;
  End nearest(const Ground& ground, const NearestSearch& reached,
              FaceMarks& scratch) const override;

 protected:
  // Marks the faces that the nodes reached give access to.
  virtual void mark_faces(const Ground& ground, const NearestSearch& reached,
                          FaceMarker& marker) const = 0;
};

}  // namespace thalweg
