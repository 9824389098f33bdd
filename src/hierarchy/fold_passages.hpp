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
  // Borrows what the gates are made of so far: [position], [slot], [junction]. Requires: no coordinate is
  // larger in size than `most`.
  FoldPassages(const Fold& fold, const std::vector<PortalEnds>& gates,
               const std::vector<PortalIds>& portals, double most)
      : fold_(fold), gates_(gates), portals_(portals), sure_(sure_area(most)) {}

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
  // The gates of a passage, forth: slots one after another, or a lone junction.
  struct Gates {
    std::uint32_t first;
    std::uint32_t last;
  };

  std::uint32_t gate_of_slot(std::uint32_t slot) const {
    return static_cast<std::uint32_t>(fold_.tree.size()) + slot;
  }
  std::uint32_t gate_of(JunctionId junction) const {
    return gate_of_slot(static_cast<std::uint32_t>(fold_.slots.size())) + junction.value;
  }
  PassageEndId passage_end_at(FaceId face) const;
  std::uint32_t narrowest(const Gates& gates) const;
  void add_passage(const Gates& gates, JunctionId from, JunctionId to);
  void group_passage_ends();
  void list_along(std::uint32_t from, std::uint32_t to, bool is_forth);
  void add_gate(const PortalEnds& gate, std::vector<HourglassCorner>& corners) const;
  void add_between(std::vector<HourglassCorner>& corners);
  void add_passage_corners(DirectedPassageId id, std::vector<HourglassCorner>& corners);
  void list_transition(DirectedPassageId from, DirectedPassageId to);
  void measure(DirectedPassageId from, std::span<const HourglassCorner> corners,
               FoldTransition& transition);
  void add_transitions(std::vector<HourglassCorner>& corners);

  const Fold& fold_;
  const std::vector<PortalEnds>& gates_;
  const std::vector<PortalIds>& portals_;
  FoldHourglass hourglass_;
  std::vector<Gates> gates_of_;                   // [passage]
  std::vector<PassageEndId> passage_end_before_;  // [directed passage]  that it leaves
  std::uint32_t ring_count_ = 0;
  std::vector<PortalEnds> along_;  // gates as they are crossed
  double sure_;
  FunnelMemory<TautPaths::Corner> memory_;
};

}  // namespace thalweg
