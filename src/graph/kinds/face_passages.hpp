// FacePassages: which portals a wide agent may take where nodes are whole faces.
//
// A face may be pinched, so that a disc cannot go from each of its portals to each other one. A
// node cannot tell by which portal it was entered. So only the portals of one part of a face are
// open: the part that joins the most portals, the first among equals. All routes over faces are
// then wide enough; those through the smaller parts of pinched faces are lost. Portal graphs know
// all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/price/pricer.hpp"

namespace thalweg {

class FacePassages {
 public:
  // Requires: the pricer's radius is over 0. O(edges), and work near walls.
  FacePassages(const World& world, const Pricer& pricer);

  // True when the agent may go from face to face over the portal of `edge`.
  bool allows(EdgeId edge) const {
    return is_open_[edge.value] != 0 && is_open_[mesh_.twin(edge).value] != 0;
  }

 private:
  Mesh mesh_;                          // shares its arrays
  std::vector<std::uint8_t> is_open_;  // [edge]  1: a portal of the part that its face keeps
};

}  // namespace thalweg
