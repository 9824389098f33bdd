// LatticeForm: what the kinds of graphs over a grid share.
#pragma once

#include "graph/open_squares.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

// The point of some open squares, or the centre of a hexagon, that lies nearest a goal; the first
// among equals. Borrows all.
class NearestSquare {
 public:
  NearestSquare(const Ground& ground, const ReachedNodes& reached);

  void look_at(SquareId square);
  const End& best() const { return best_; }

 private:
  const Ground& ground_;
  Vec2 goal_;
  const GroundFilter* filter_;
  End best_;
  double least_;
};

class LatticeForm : public GraphForm {
 public:
  using GraphForm::GraphForm;

  Result<void> check(const World& world, const GraphSpec& spec) const override;
  GraphSpec normal(const World& world, const GraphSpec& spec) const override;
  double metre_price(const Ground& ground, Vec3 at, Vec2 direction) const override;
  HeuristicKind fitting_norm(const GraphSpec& spec) const override;
};

}  // namespace thalweg
