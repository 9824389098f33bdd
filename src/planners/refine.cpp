// The refinement of an AbstractSearch: legs from gate to gate become nodes.
#include <algorithm>

#include "thalweg/planners/abstract_search.hpp"

namespace thalweg {
void AbstractSearch::append(NodeId node, ArcId arc) {
  route_.nodes.push_back(node);
  route_.arcs.push_back(arc);
}

// Appends nodes that follow each other by arcs; false, and nothing appended, where they do not.
bool AbstractSearch::append_way(std::span<const NodeId> way, NodeId to) {
  const std::size_t before = route_.nodes.size();
  const auto add = [&](NodeId node) {
    const ArcId arc = cheapest_arc(graph_, metric_, route_.nodes.back(), node);
    if (!arc.is_none()) append(node, arc);
    return !arc.is_none();
  };
  if (std::ranges::all_of(way, add) && (to.is_none() || add(to))) return true;
  route_.nodes.resize(before);
  route_.arcs.resize(before - 1);
  return false;
}

// The cheapest arc of the gate view between two gates, inside one cell.
std::optional<AbstractSearch::Leg> AbstractSearch::leg_between(GateId from, GateId to,
                                                               CellId above) const {
  std::optional<Leg> best;
  Distance least = kUnreached;
  const GateView view(hierarchy_, UsesChildren{hierarchy_, above});
  view.for_each_arc(NodeId(from.value), [&](ArcId arc, NodeId target, Distance cost) {
    if (target.value != to.value || cost >= least) return;
    least = cost;
    best = Leg{arc, from, to};
  });
  return best;
}

// Puts the kept way of a crossing in its place: nodes, or legs of the level below. False where none
// is kept.
bool AbstractSearch::use_kept(const Leg& leg) {
  if (!hierarchy_.has_ways()) return false;
  const CrossingId crossing = GateArc::crossing(leg.arc);
  const CellId cell = hierarchy_.cell_of(crossing);
  const auto way = hierarchy_.way(crossing);
  if (hierarchy_.partition().height(cell) == 1) {
    if (!append_way(way, hierarchy_.node(leg.to))) return false;
    legs_.pop_back();
    return true;
  }
  const std::size_t before = legs_.size();
  GateId to = leg.to;
  for (std::size_t i = way.size() + 1; i-- > 0;) {
    const GateId from = i == 0 ? leg.from : hierarchy_.gate_at(way[i - 1]);
    const auto part = from.is_none() ? std::nullopt : leg_between(from, to, cell);
    if (!part) {
      legs_.resize(before);
      return false;
    }
    legs_.push_back(*part);
    to = from;
  }
  legs_.erase(legs_.begin() + static_cast<std::ptrdiff_t>(before) - 1);
  return true;
}

// The memory of the leg at hand's search: of the graph's nodes, or of gates.
const SearchScratch& AbstractSearch::leg_scratch() const {
  const CellId cell = hierarchy_.cell_of(GateArc::crossing(legs_.back().arc));
  return hierarchy_.partition().height(cell) == 1 ? *near_ : gates_;
}

// Calls use(view, heuristic, scratch) for the search inside the cell of the leg at hand.
template <class Use>
SearchEnd AbstractSearch::with_leg(const Use& use) {
  const CellId cell = hierarchy_.cell_of(GateArc::crossing(legs_.back().arc));
  const bool is_lowest = hierarchy_.partition().height(cell) == 1;
  return leg_estimator_->visit([&](const auto& heuristic) {
    if (is_lowest) {
      const auto inside = [&](NodeId node) { return hierarchy_.cells().takes_part(node, cell); };
      return use(ConfinedView(ForwardView(graph_, PlainCosts(metric_)), inside), heuristic, *near_);
    }
    return use(GateView(hierarchy_, UsesChildren{hierarchy_, cell}),
               AtGates<std::remove_cvref_t<decltype(heuristic)>>{heuristic,
                                                                 hierarchy_.arrays().nodes.span()},
               gates_);
  });
}

void AbstractSearch::start_leg() {
  const Leg& leg = legs_.back();
  const NodeId to = hierarchy_.node(leg.to);
  const bool is_lowest = &leg_scratch() == near_;
  leg_source_ = {is_lowest ? hierarchy_.node(leg.from) : NodeId(leg.from.value), 0};
  leg_goal_ = {is_lowest ? to : NodeId(leg.to.value), 0};
  leg_target_.assign(1, {to, graph_.position(to)});
  if (!leg_estimator_) leg_estimator_.emplace(ground_, HeuristicKind::fitting);
  leg_estimator_->aim({.targets = leg_target_, .last_steps = {}});
  is_in_leg_ = true;
  with_leg([&](const auto& view, const auto& heuristic, SearchScratch& scratch) {
    start_search(view, heuristic, {.sources = {&leg_source_, 1}, .goals = {&leg_goal_, 1}},
                 scratch);
    return SearchEnd::paused;
  });
}

SearchEnd AbstractSearch::continue_leg(const Slice& slice, std::uint64_t budget) {
  const SearchEnd end =
      with_leg([&](const auto& view, const auto& heuristic, SearchScratch& scratch) {
        return continue_search(
            view, heuristic,
            {.sources = {&leg_source_, 1}, .goals = {&leg_goal_, 1}, .node_budget = budget},
            scratch, slice);
      });
  if (end != SearchEnd::found) return end;
  end_leg();
  return end;
}

// Puts what the search found in the leg's place.
void AbstractSearch::end_leg() {
  const SearchScratch& scratch = leg_scratch();
  const bool is_lowest = &scratch == near_;
  done_ += scratch.stats;
  is_in_leg_ = false;
  legs_.pop_back();
  over_ = route_to(scratch.bank, leg_goal_.node, std::move(over_));
  if (is_lowest) {
    for (std::size_t i = 0; i < over_.arcs.size(); ++i) append(over_.nodes[i + 1], over_.arcs[i]);
    return;
  }
  push_legs(over_);
}

void AbstractSearch::push_legs(const Route& over) {
  for (std::size_t i = over.arcs.size(); i-- > 0;) {
    legs_.push_back({over.arcs[i], GateId(over.nodes[i].value), GateId(over.nodes[i + 1].value)});
  }
}

SearchEnd AbstractSearch::refine(const Slice& slice, std::uint64_t node_budget) {
  // Only a file that lies makes so long a way: its legs would double from level to level.
  constexpr std::size_t kMostVisits = 16;
  const std::size_t most = kMostVisits * (std::size_t{graph_.node_count()} + 64);
  if (route_.nodes.size() > most || legs_.size() > most) return SearchEnd::exhausted;
  if (is_in_leg_) {
    const std::uint64_t budget = node_budget - std::min(node_budget, done_.expanded);
    const SearchEnd end = continue_leg(slice, budget);
    if (end != SearchEnd::found) return end;
  } else if (!legs_.empty()) {
    const Leg leg = legs_.back();
    if (GateArc::is_step(leg.arc)) {
      if (!append_way({}, hierarchy_.node(leg.to))) return SearchEnd::exhausted;
      legs_.pop_back();
    } else if (!use_kept(leg)) {
      start_leg();
      return SearchEnd::paused;
    }
  }
  if (!legs_.empty()) return SearchEnd::paused;
  const bool is_true = append_way(tail_, {});
  tail_.clear();
  return is_true ? SearchEnd::found : SearchEnd::exhausted;
}

SearchEnd AbstractSearch::reveal(std::size_t from, std::size_t count) {
  SearchEnd end = is_done() ? SearchEnd::found : SearchEnd::paused;
  const auto is_short = [&] {
    const std::size_t known = route_.nodes.size();
    return known <= from || known - from <= count;
  };
  while (end == SearchEnd::paused && is_short()) end = refine(Slice{});
  return end;
}

}  // namespace thalweg
