// FoldVisibility: which ends surely do not see each other, by a fold's portals alone (hierarchy/fold_portals.hpp).
#pragma once

#include "thalweg/graph/end.hpp"
#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {

// True where both ends may lie in one dead end, at one clique of the core or along one chain.
inline bool may_meet(const FoldFace& a, const FoldFace& b) {
  if (a.core != b.core) return false;
  if (a.core == FoldFace::Kind::branch) return a.core_at == b.core_at;
  return a.first == b.first && a.last == b.last;
}

class FoldVisibility {
 public:
  // Borrows the fold. Requires: it has portals.
  explicit FoldVisibility(const Fold& fold) : fold_(fold), portals_(fold.portals) {}

  // False: surely no straight walk leads from one to the other.
  bool may_see(const End& start, const End& goal) const;

 private:
  // The straight line from one end to the other.
  struct Line {
    Vec2 from;
    Vec2 to;
  };

  bool may_cross(std::uint32_t portal, const Line& line) const;
  bool may_see_along(std::uint32_t slot, bool to_first, const Line& line) const;
  bool may_see_up(std::uint32_t portal, const Line& line) const;
  bool may_see_past(std::uint32_t portal, const VisibilityBound& sight, const Line& out) const;
  bool may_see_out(const FoldFace& face, const Line& out) const;

  const Fold& fold_;
  const FoldPortals& portals_;
};

}  // namespace thalweg
