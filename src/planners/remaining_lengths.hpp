// RemainingLengths: lower bounds of the lengths from the narrowest portals of a fold to a goal.
//
// The stored lengths between narrowest portals (Fold::passage_pairs), and behind those that are last before
// the goal the strings back from it.
#pragma once

#include <vector>

#include "hierarchy/fold_lengths.hpp"

namespace thalweg {

class RemainingLengths {
 public:
  // Borrows both, of one fold. Requires: it has lengths.
  RemainingLengths(const Fold& fold, const TautPaths& strings);

  // From here on of the goal from which these strings were pulled, over one narrowest portal each.
  void begin(const TautPaths& from_goal);

  // A lower bound of the length of paths that continue a string over a directed passage; `lengths`
  // bounds the string itself. Infinite: none leads to the goal.
  double least(DirectedPassageId directed, const PortalLengths& lengths);
  // What least() reads for the narrowest portals that follow a directed passage will be wanted soon.
  void fetch(DirectedPassageId directed) const;

  std::size_t bytes() const {
    return targets_.capacity() * sizeof(Target) + bounds_.capacity() * sizeof(Bound);
  }

 private:
  // A narrowest portal from which a string leads to the goal over no other.
  struct Target {
    std::uint32_t passage;
    PortalLengths lengths;  // from its points to the goal
    double width;
    double turn;   // of the lengths
    double least;  // of the lengths
    // (2 least - width) / passage unit: added to the sum of two stored lengths, twice the bound.
    double beyond;
  };
  // From both ends of a narrowest portal, where it is known.
  struct Bound {
    std::uint32_t stamp = 0;
    double left = 0;
    double right = 0;
  };

  const Bound& from(std::uint32_t passage);

  const Fold& fold_;
  const TautPaths& strings_;
  std::vector<Target> targets_;
  std::vector<Bound> bounds_;  // [passage]
  std::uint32_t now_ = 0;
};

}  // namespace thalweg
