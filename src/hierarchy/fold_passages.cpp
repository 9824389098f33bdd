// Chains, and junctions at no chain, become passages, each with its narrowest portal. From one to
// the next over a branch the corners in between and lower bounds on lengths are stored.
#include "hierarchy/fold_passages.hpp"

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

// A branch, or a new passage end where a ring is closed.
PassageEndId FoldPassages::passage_end_at(FaceId face) const {
  const FoldPosition position = fold_.faces[face];
  if (position.kind == FoldPosition::Kind::branch) return PassageEndId(position.at);
  return PassageEndId(static_cast<std::uint32_t>(fold_.branches.row_count()) + ring_count_);
}

std::uint32_t FoldPassages::narrowest(const Portals& portals) const {
  const auto width = [&](std::uint32_t portal) {
    return length(ends_[portal].left.xy() - ends_[portal].right.xy());
  };
  std::uint32_t best = portals.first;
  for (std::uint32_t portal = portals.first + 1; portal <= portals.last; ++portal) {
    if (width(portal) < width(best)) best = portal;
  }
  return best;
}

void FoldPassages::add_passage(const Portals& portals, JunctionId from, JunctionId to) {
  const PassageEndId behind = passage_end_at(ids_[portals.first].from);
  const PassageEndId ahead = passage_end_at(ids_[portals.last].to);
  if (behind.value >= fold_.branches.row_count()) ++ring_count_;
  portals_of_.push_back(portals);
  narrowest_portals.push_back(narrowest(portals));
  directed_passages.push_back({.from = to, .to = from, .passage_end = behind});
  passage_end_before_.push_back(ahead);
  directed_passages.push_back({.from = from, .to = to, .passage_end = ahead});
  passage_end_before_.push_back(behind);
}

// The directed passages that leave each passage end.
void FoldPassages::group_passage_ends() {
  std::uint32_t count = static_cast<std::uint32_t>(fold_.branches.row_count());
  for (const PassageEndId passage_end : passage_end_before_)
    count = std::max(count, passage_end.value + 1);
  passages_from = group_by_row<PassageEndId, DirectedPassageId>(
      count, directed_passages.size(), [&](std::size_t i) { return passage_end_before_[i].value; },
      [&](std::size_t i) { return DirectedPassageId(static_cast<std::uint32_t>(i)); });
}

// Appends portals of a passage to those that are crossed.
void FoldPassages::list_along(std::uint32_t from, std::uint32_t to, bool is_forth) {
  append_portals(ends_, from, 1 + (is_forth ? to - from : from - to), is_forth, along_);
}

void FoldPassages::add_portal(const PortalEnds& portal,
                              std::vector<HourglassCorner>& corners) const {
  corners.push_back({portal.left, 1, 0});
  corners.push_back({portal.right, 0, 0});
}

// The corners of the hourglass between the first portal and the last.
void FoldPassages::add_between(std::vector<HourglassCorner>& corners) {
  const std::size_t first = corners.size();
  hourglass_.add(along_, corners);
  for (std::size_t i = first; i < corners.size(); ++i) corners[i].crossed = 0;
}

// From the junction's portal up to the narrowest portal, and from there up to the other junction's.
void FoldPassages::add_passage_corners(DirectedPassageId id,
                                       std::vector<HourglassCorner>& corners) {
  const bool forth = is_forth(id);
  const Portals& portals = portals_of_[passage_of(id)];
  const std::uint32_t narrowest = narrowest_portals[passage_of(id)];
  const auto size = [&] { return static_cast<std::uint32_t>(corners.size()); };
  DirectedPassage& directed = directed_passages[id.value];
  directed.first_corner = size();
  along_.clear();
  list_along(forth ? portals.first : portals.last, narrowest, forth);
  if (along_.size() > 1) add_portal(along_.front(), corners);
  add_between(corners);
  add_portal(along_.back(), corners);
  directed.in_count = size() - directed.first_corner;
  along_.clear();
  list_along(narrowest, forth ? portals.last : portals.first, forth);
  add_between(corners);
  if (along_.size() > 1) add_portal(along_.back(), corners);
  directed.out_count = size() - directed.first_corner - directed.in_count;
}

// The portals from one narrowest portal to the next.
void FoldPassages::list_transition(DirectedPassageId from, DirectedPassageId to) {
  const Portals& left = portals_of_[passage_of(from)];
  const Portals& entered = portals_of_[passage_of(to)];
  along_.clear();
  list_along(narrowest_portals[passage_of(from)], is_forth(from) ? left.last : left.first,
             is_forth(from));
  list_along(is_forth(to) ? entered.first : entered.last, narrowest_portals[passage_of(to)],
             is_forth(to));
}

// The shortest paths between the ends of both narrowest portals.
void FoldPassages::measure(DirectedPassageId from, std::span<const HourglassCorner> corners,
                           FoldTransition& transition) {
  const PortalEnds& first = along_.front();
  for (const bool is_left : {true, false}) {
    TautPaths::Funnel funnel(memory_, {(is_left ? first.left : first.right).xy()},
                             corners.size() + 2, {sure_});
    TautPaths::add_portal(funnel, first, true);
    TautPaths::add_corners(funnel, corners);
    const std::size_t row = is_left == is_forth(from) ? 0 : 2;
    const Vec2 across =
        is_forth(from) ? first.right.xy() - first.left.xy() : first.left.xy() - first.right.xy();
    for (const Side side : {Side::left, Side::right}) {
      const std::size_t at = row + ((side == Side::left) == is_forth(transition.to) ? 0 : 1);
      const Vec2 step = TautPaths::next_to_end(funnel, side) - funnel.final_bends().front().point;
      const double scale = length(step) * length(across);
      const float inwards = row == 0 ? 1 : -1;
      const auto slope = static_cast<float>(scale > 0 ? -dot(step, across) / scale : inwards);
      transition.metres[at] = at_most_float(TautPaths::length_to_end(funnel, side));
      transition.slopes[at] = std::nextafter(slope, -2 * inwards);  // rounded away from the lengths
    }
  }
}

void FoldPassages::add_transitions(std::vector<HourglassCorner>& corners) {
  std::vector<std::uint32_t> offsets = {0};
  std::vector<FoldTransition> items;
  for (std::uint32_t i = 0; i < directed_passages.size(); ++i) {
    const DirectedPassageId from(i);
    for (const DirectedPassageId to : passages_from[directed_passages[i].passage_end]) {
      if (passage_of(to) == passage_of(from)) continue;
      FoldTransition transition{.to = to,
                                .first_corner = static_cast<std::uint32_t>(corners.size())};
      list_transition(from, to);
      add_between(corners);
      add_portal(along_.back(), corners);
      transition.corner_count =
          static_cast<std::uint32_t>(corners.size()) - transition.first_corner;
      measure(from, std::span(corners).subspan(transition.first_corner), transition);
      items.push_back(transition);
    }
    offsets.push_back(static_cast<std::uint32_t>(items.size()));
  }
  transitions = {std::move(offsets), std::move(items)};
}

void FoldPassages::list(std::vector<HourglassCorner>& corners) {
  for (const FoldChain& chain : fold_.chains) {
    add_passage({portal_of_slot(chain.first), portal_of_slot(chain.last)}, chain.from, chain.to);
  }
  for (const JunctionId junction : lone_junctions(fold_)) {
    add_passage({portal_of(junction), portal_of(junction)}, junction, junction);
  }
  group_passage_ends();
  for (std::uint32_t i = 0; i < directed_passages.size(); ++i)
    add_passage_corners(DirectedPassageId(i), corners);
  add_transitions(corners);
}

bool FoldPassages::are_open() const {
  for (const FoldChain& chain : fold_.chains) {
    const FoldSlot& last = fold_.slots[chain.last];
    if (last.forth >= kShut || last.back >= kShut) return false;
  }
  for (std::uint32_t b = 0; b < fold_.branches.row_count(); ++b) {
    const auto junctions = fold_.branches[BranchId(b)];
    for (const JunctionId from : junctions) {
      for (const JunctionId to : junctions) {
        const auto leads = [&](const FoldCoreArc& arc) {
          return arc.kind == FoldCoreArc::Kind::step && arc.target == to;
        };
        if (from != to && std::ranges::none_of(fold_.core_arcs[from], leads)) return false;
      }
    }
  }
  return true;
}

}  // namespace thalweg
