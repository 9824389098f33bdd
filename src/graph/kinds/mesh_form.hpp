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
  double metre_price(const Ground& ground, Vec3 at, Vec2 direction) const override;
  // Of nodes that are faces, or have one (GraphFacts::has_faces).
  End end_at(const World& world, const Graph& graph, NodeId node) const override;
  End nearest(const Ground& ground, const ReachedNodes& reached, FaceMarks& scratch) const override;

 protected:
  // Marks the faces that the nodes reached give access to: those of end_at().
  virtual void mark_faces(const Ground& ground, const ReachedNodes& reached,
                          FaceMarker& marker) const;
};

}  // namespace thalweg
