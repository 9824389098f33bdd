#include "hierarchy/fold_ways.hpp"

#include <algorithm>

namespace thalweg {

std::vector<JunctionId> lone_junctions(const Fold& fold) {
  std::vector<std::uint8_t> is_at_chain(fold.junctions.size(), 0);
  for (const FoldChain& chain : fold.chains) {
    is_at_chain[chain.from.value] = 1;
    is_at_chain[chain.to.value] = 1;
  }
  std::vector<JunctionId> lone;
  for (const JunctionId junction : fold.junctions.ids()) {
    if (is_at_chain[junction.value] == 0) lone.push_back(junction);
  }
  return lone;
}

double FoldWays::width(std::uint32_t gate) const {
  return length(gates_[gate].left.xy() - gates_[gate].right.xy());
}

// A branch, or a new hub where a ring is closed.
HubId FoldWays::hub_at(FaceId face) {
  const FoldPlace place = fold_.faces[face];
  if (place.kind == FoldPlace::Kind::branch) return HubId(place.at);
  return HubId(static_cast<std::uint32_t>(fold_.branches.row_count()) + ring_count_);
}

// Of gates one after another.
std::uint32_t FoldWays::narrowest(std::uint32_t first, std::uint32_t last) const {
  std::uint32_t best = first;
  for (std::uint32_t gate = first + 1; gate <= last; ++gate) {
    if (width(gate) < width(best)) best = gate;
  }
  return best;
}

void FoldWays::add_gate(std::uint32_t gate, bool is_out, std::vector<FoldCorner>& corners) const {
  const FoldGate& at = gates_[gate];
  corners.push_back({is_out ? at.left : at.right, 1, 0});
  corners.push_back({is_out ? at.right : at.left, 0, 0});
}

// The corners of the hulls between two gates of a chain.
void FoldWays::add_between(std::uint32_t from, std::uint32_t to, std::vector<FoldCorner>& corners) {
  const bool is_back = to < from;
  const std::uint32_t apart = is_back ? from - to : to - from;
  if (apart < 2) return;
  FoldLeap between{};
  between.first_gate = is_back ? from - 1 : from + 1;
  between.count = apart - 1;
  between.is_back = is_back ? 1 : 0;
  const std::size_t first = corners.size();
  hulls_.add(between, corners);
  for (std::size_t i = first; i < corners.size(); ++i) corners[i].crossed = 0;
}

// The corners from gate to gate of a chain.
FoldWay FoldWays::corners_along(std::uint32_t first, std::uint32_t neck, std::uint32_t last,
                                std::vector<FoldCorner>& corners) {
  const bool is_out = first <= last;
  const auto size = [&] { return static_cast<std::uint32_t>(corners.size()); };
  FoldWay way{};
  way.first_corner = size();
  if (first != neck) {
    add_gate(first, is_out, corners);
    add_between(first, neck, corners);
  }
  add_gate(neck, is_out, corners);
  way.in_count = size() - way.first_corner;
  if (neck != last) {
    add_between(neck, last, corners);
    add_gate(last, is_out, corners);
  }
  way.out_count = size() - way.first_corner - way.in_count;
  return way;
}

void FoldWays::add_ways(FoldWay back, FoldWay forth, HubId behind, HubId ahead) {
  back.hub = behind;
  forth.hub = ahead;
  ways.push_back(back);
  hubs.push_back(ahead);
  ways.push_back(forth);
  hubs.push_back(behind);
}

void FoldWays::add_chain(const FoldChain& chain, std::vector<FoldCorner>& corners) {
  const std::uint32_t first = gate_of_slot(chain.first);
  const std::uint32_t last = gate_of_slot(chain.last);
  const std::uint32_t neck = narrowest(first, last);
  const HubId behind = hub_at(portals_[first].from);
  const HubId ahead = hub_at(portals_[last].to);
  if (behind.value >= fold_.branches.row_count()) ++ring_count_;
  FoldWay back = corners_along(last, neck, first, corners);
  FoldWay forth = corners_along(first, neck, last, corners);
  back.from = forth.to = chain.to;
  back.to = forth.from = chain.from;
  necks.push_back(neck);
  add_ways(back, forth, behind, ahead);
}

void FoldWays::add_lone(JunctionId junction, std::vector<FoldCorner>& corners) {
  const std::uint32_t gate = gate_of(junction);
  FoldWay back{};
  back.first_corner = static_cast<std::uint32_t>(corners.size());
  add_gate(gate, false, corners);
  FoldWay forth{};
  forth.first_corner = static_cast<std::uint32_t>(corners.size());
  add_gate(gate, true, corners);
  back.in_count = forth.in_count = 2;
  back.from = back.to = forth.from = forth.to = junction;
  necks.push_back(gate);
  add_ways(back, forth, hub_at(portals_[gate].from), hub_at(portals_[gate].to));
}

void FoldWays::list(std::vector<FoldCorner>& corners) {
  for (const FoldChain& chain : fold_.chains) add_chain(chain, corners);
  for (const JunctionId junction : lone_junctions(fold_)) add_lone(junction, corners);
}

bool FoldWays::are_open() const {
  const auto has_arc = [&](JunctionId from, const auto& is_it) {
    return std::ranges::any_of(fold_.core_arcs[from], is_it);
  };
  for (std::uint32_t c = 0; c < fold_.chains.size(); ++c) {
    using Kind = FoldCoreArc::Kind;
    const auto leads = [&](Kind kind) {
      return [=](const FoldCoreArc& arc) { return arc.kind == kind && arc.via == c; };
    };
    if (!has_arc(fold_.chains[c].from, leads(Kind::forth))) return false;
    if (!has_arc(fold_.chains[c].to, leads(Kind::back))) return false;
  }
  for (std::uint32_t b = 0; b < fold_.branches.row_count(); ++b) {
    const auto junctions = fold_.branches[BranchId(b)];
    for (const JunctionId from : junctions) {
      for (const JunctionId to : junctions) {
        const auto leads = [&](const FoldCoreArc& arc) {
          return arc.kind == FoldCoreArc::Kind::step && arc.target == to;
        };
        if (from != to && !has_arc(from, leads)) return false;
      }
    }
  }
  return true;
}

}  // namespace thalweg
