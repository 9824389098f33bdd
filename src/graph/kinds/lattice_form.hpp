// LatticeForm: what the kinds of graphs over a grid share.
#pragma once

#include "thalweg/graph/form.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

// True for squares that the profile and a filter allow.
inline bool is_open_square(const Ground& ground, const GroundFilter* filter, SquareId square) {
  return ground.pricer().may_enter(square) && (filter == nullptr || filter->allows(square));
}

// True for those that an end may lie on. Where squares are nodes, the agent must fit on them.
inline bool is_open_end(const Ground& ground, const GroundFilter* filter, SquareId square) {
  return is_open_square(ground, filter, square) &&
         (!ground.graph().facts().nodes_are_squares || ground.pricer().fits(square));
}

// The point of some open squares, or the centre of a hexagon, that lies nearest a goal; the first
// among equals. Borrows all.
class NearestSquare {
 public:
  NearestSquare(const Ground& ground, const NearestSearch& reached);

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
  End find_end(const Ground& ground, const EndSearch& search) const override;
};

}  // namespace thalweg
