// The walls as a disc feels them: where a moving point first comes within the radius of one.
#pragma once

#include "thalweg/path/around.hpp"

namespace thalweg {

struct Contact {
  double time = 1;  // the share of the motion made until then
  EdgeId wall;      // none: nothing is met
  Vec2 off;         // away from the wall there, of length one
};

class RoundWalls {
 public:
  RoundWalls(const Mesh& mesh, double radius, const CrossRule& rule, FloodScratch& scratch)
      : mesh_(mesh), radius_(radius), rule_(rule), scratch_(scratch) {}

  // The first wall that the motion brings within the radius, or nearer where it is within already.
  Contact first_contact(const SurfacePoint& from, Vec2 motion);

 private:
  Contact contact_with(EdgeId wall, Vec2 p, Vec2 motion) const;

  const Mesh& mesh_;
  double radius_;
  const CrossRule& rule_;
  FloodScratch& scratch_;
};

}  // namespace thalweg
