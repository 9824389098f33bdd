// FoldPassages: the core of a fold as passages between passage ends, and the narrowest portal of
// each (DirectedPassage).
#pragma once

#include <vector>

#include "hierarchy/fold_hourglass.hpp"
#include "hierarchy/taut_paths.hpp"
#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {

// The passages of a fold: its chains, then the junctions that lie at the end of none.
std::vector<JunctionId> lone_junctions(const Fold& fold);

class FoldPassages {
 public:
  // Borrows what the portals are made of so far: [position], [slot], [junction]. Requires: no coordinate is
  // larger in size than `most`.
  FoldPassages(const Fold& fold, const std::vector<PortalEnds>& ends,
               const std::vector<PortalIds>& ids, double most)
      : fold_(fold), ends_(ends), ids_(ids), sure_(sure_area(most)) {}

  // Lists all directed passages and transitions, and appends their corners.
  void list(std::vector<HourglassCorner>& corners);

  // True when every passage can be walked both ways, and each passage end from each end there to
  // each other one. Strings do not look at arcs.
  bool are_open() const;

  std::vector<std::uint32_t> narrowest_portals;    // [passage]
  std::vector<DirectedPassage> directed_passages;  // [directed passage]
  Csr<PassageEndId, DirectedPassageId> passages_from;
  Csr<DirectedPassageId, FoldTransition> transitions;

 private:
  // The portals of a passage, forth: slots one after another, or a lone junction.
  struct Portals {
    std::uint32_t first;
    std::uint32_t last;
  };

  std::uint32_t portal_of_slot(std::uint32_t slot) const {
    return static_cast<std::uint32_t>(fold_.tree.size()) + slot;
  }
  std::uint32_t portal_of(JunctionId junction) const {
    return portal_of_slot(static_cast<std::uint32_t>(fold_.slots.size())) + junction.value;
  }
  PassageEndId passage_end_at(FaceId face) const;
  std::uint32_t narrowest(const Portals& portals) const;
  void add_passage(const Portals& portals, JunctionId from, JunctionId to);
  void group_passage_ends();
  void list_along(std::uint32_t from, std::uint32_t to, bool is_forth);
  void add_portal(const PortalEnds& portal, std::vector<HourglassCorner>& corners) const;
  void add_between(std::vector<HourglassCorner>& corners);
  void add_passage_corners(DirectedPassageId id, std::vector<HourglassCorner>& corners);
  void list_transition(DirectedPassageId from, DirectedPassageId to);
  void measure(DirectedPassageId from, std::span<const HourglassCorner> corners,
               FoldTransition& transition);
  void add_transitions(std::vector<HourglassCorner>& corners);

  const Fold& fold_;
  const std::vector<PortalEnds>& ends_;
  const std::vector<PortalIds>& ids_;
  FoldHourglass hourglass_;
  std::vector<Portals> portals_of_;               // [passage]
  std::vector<PassageEndId> passage_end_before_;  // [directed passage]  that it leaves
  std::uint32_t ring_count_ = 0;
  std::vector<PortalEnds> along_;  // portals as they are crossed
  double sure_;
  FunnelMemory<TautPaths::Corner> memory_;
};

}  // namespace thalweg
