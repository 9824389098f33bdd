// FoldWays: the core of a fold as passages between hubs, and the neck of each (FoldWay).
#pragma once

#include <vector>

#include "hierarchy/fold_hulls.hpp"
#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {

// The passages of a fold: its chains, then the junctions that lie at the end of none.
std::vector<JunctionId> lone_junctions(const Fold& fold);

class FoldWays {
 public:
  // Borrows what the gates are made of so far: [position], [slot], [junction].
  FoldWays(const Fold& fold, const std::vector<FoldGate>& gates,
           const std::vector<FoldPortal>& portals)
      : fold_(fold), gates_(gates), portals_(portals), hulls_(gates) {}

  // Lists all ways, and appends their corners.
  void list(std::vector<FoldCorner>& corners);

  // True when core arcs lead over every passage both ways, and from each end at a hub to each other one.
  // Strings do not look at arcs.
  bool are_open() const;

  std::vector<std::uint32_t> necks;  // [passage]
  std::vector<FoldWay> ways;         // [way]
  std::vector<HubId> hubs;           // [way]  that it leaves

 private:
  std::uint32_t gate_of_slot(std::uint32_t slot) const {
    return static_cast<std::uint32_t>(fold_.tree.size()) + slot;
  }
  std::uint32_t gate_of(JunctionId junction) const {
    return gate_of_slot(static_cast<std::uint32_t>(fold_.slots.size())) + junction.value;
  }
  double width(std::uint32_t gate) const;
  HubId hub_at(FaceId face);
  std::uint32_t narrowest(std::uint32_t first, std::uint32_t last) const;
  void add_chain(const FoldChain& chain, std::vector<FoldCorner>& corners);
  void add_lone(JunctionId junction, std::vector<FoldCorner>& corners);
  void add_ways(FoldWay back, FoldWay forth, HubId behind, HubId ahead);
  void add_gate(std::uint32_t gate, bool is_out, std::vector<FoldCorner>& corners) const;
  void add_between(std::uint32_t from, std::uint32_t to, std::vector<FoldCorner>& corners);
  FoldWay corners_along(std::uint32_t first, std::uint32_t neck, std::uint32_t last,
                        std::vector<FoldCorner>& corners);

  const Fold& fold_;
  const std::vector<FoldGate>& gates_;
  const std::vector<FoldPortal>& portals_;
  FoldHulls hulls_;
  std::uint32_t ring_count_ = 0;
};

}  // namespace thalweg
