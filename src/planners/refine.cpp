// A stack of legs, the first on top. Kept routes are checked arc by arc as they are unfolded, since
// they may come from a damaged file; a leg that does not fit is searched.
#include "thalweg/planners/refine.hpp"

#include <algorithm>

#include "thalweg/graph/view.hpp"
#include "thalweg/planners/gate_search.hpp"

namespace thalweg {

Refine::Refine(const Ground& ground, const Hierarchy& hierarchy)
    : ground_(ground), hierarchy_(hierarchy) {}

void Refine::clear() {
  route_.clear();
  legs_.clear();
  tail_.clear();
  done_ = {};
  is_searching_ = false;
}

void Refine::begin(const Task& task, const Memory& memory) {
  clear();
  memory_ = memory;
  route_.nodes.assign(task.head.nodes.begin(), task.head.nodes.end());
  route_.arcs.assign(task.head.arcs.begin(), task.head.arcs.end());
  tail_.assign(task.tail.begin(), task.tail.end());
  push_legs(task.over);
}

void Refine::push_legs(const GateRoute& over) {
  for (std::size_t i = over.arcs.size(); i-- > 0;) {
    legs_.push_back({over.arcs[i], over.nodes[i], over.nodes[i + 1]});
  }
}

// True where the leg crosses a cell of level 1. Requires: it is no step.
bool Refine::is_lowest(const GateLeg& leg) const {
  return hierarchy_.partition().height(hierarchy_.cell_of(leg.arc.crossing())) == 1;
}

// Appends nodes that follow each other by arcs, and `to` unless it is none; false, and nothing
// appended, where they do not.
bool Refine::append_nodes(std::span<const NodeId> nodes, NodeId to) {
  const std::size_t before = route_.nodes.size();
  const auto add = [&](NodeId node) {
    const ArcId arc = cheapest_arc(ground_.graph(), ground_.metric(), route_.nodes.back(), node);
    if (arc.is_none()) return false;
    route_.nodes.push_back(node);
    route_.arcs.push_back(arc);
    return true;
  };
  if (std::ranges::all_of(nodes, add) && (to.is_none() || add(to))) return true;
  route_.nodes.resize(before);
  route_.arcs.resize(before - 1);
  return false;
}

// The cheapest arc of the gate view between two gates, inside one cell.
std::optional<GateLeg> Refine::leg_between(GateId from, GateId to, CellId above) const {
  std::optional<GateLeg> best;
  Distance least = kUnreached;
  const auto offer = [&](GateArc arc, Distance cost) {
    if (cost >= least) return;
    least = cost;
    best = GateLeg{arc, from, to};
  };
  for (const GateMembership& member : hierarchy_.memberships(from)) {
    if (hierarchy_.partition().parent(member.cell) != above) continue;
    const auto gates = hierarchy_.gates(member.cell);
    const auto found = std::ranges::lower_bound(gates, to);
    if (found == gates.end() || *found != to || to == from) continue;
    const auto index = static_cast<std::uint32_t>(found - gates.begin());
    const CrossingId crossing = hierarchy_.crossing(member.cell, member.index, index);
    offer(GateArc(crossing), hierarchy_.cost(crossing));
  }
  const auto& steps = hierarchy_.arrays().steps;
  for (std::uint32_t s = steps.first(from); s < steps.last(from); ++s) {
    const InterCellArc& step = steps.items()[s];
    if (step.to == to && UsesChildren{hierarchy_, above}.enters(to)) {
      offer(GateArc::step(s), step.cost);
    }
  }
  return best;
}

// Replaces a crossing by its kept route: nodes, or legs of the level below. False where none is
// kept.
bool Refine::use_kept(const GateLeg& leg) {
  if (!hierarchy_.has_routes()) return false;
  const CellId cell = hierarchy_.cell_of(leg.arc.crossing());
  const auto kept = hierarchy_.route(leg.arc.crossing());
  if (is_lowest(leg)) {
    if (!append_nodes(kept, hierarchy_.node(leg.to))) return false;
    legs_.pop_back();
    return true;
  }
  const std::size_t before = legs_.size();
  GateId to = leg.to;
  for (std::size_t i = kept.size() + 1; i-- > 0;) {
    const GateId from = i == 0 ? leg.from : hierarchy_.gate_at(kept[i - 1]);
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

// Starts the search for the next leg inside the cell that it crosses.
void Refine::start_leg() {
  const GateLeg& leg = legs_.back();
  const CellId cell = hierarchy_.cell_of(leg.arc.crossing());
  const NodeId to = hierarchy_.node(leg.to);
  target_.assign(1, {to, ground_.graph().position(to)});
  if (!estimator_) estimator_.emplace(ground_, HeuristicKind::fitting);
  estimator_->aim({.targets = target_, .last_steps = {}});
  is_searching_ = true;
  source_ = {hierarchy_.node(leg.from), 0};
  goal_ = {to, 0};
  source_gate_ = {leg.from, 0};
  goal_gate_ = {leg.to, 0};
  const bool is_on_graph = is_lowest(leg);
  estimator_->visit([&](const auto& heuristic) {
    if (is_on_graph) {
      const auto inside = [this, cell](NodeId node) {
        return hierarchy_.cells().takes_part(node, cell);
      };
      return running_.hold(BestFirst(
          ConfinedView(ForwardView(ground_.graph(), PlainCosts(ground_.metric())), inside),
          heuristic, {.sources = {&source_, 1}, .goals = {&goal_, 1}}, *memory_.of_nodes));
    }
    running_.hold(BestFirst(GateView(hierarchy_, UsesChildren{hierarchy_, cell}),
                            AtGates{heuristic, hierarchy_.arrays().nodes.span()},
                            {.sources = {&source_gate_, 1}, .goals = {&goal_gate_, 1}},
                            *memory_.of_gates));
  });
}

// Replaces the leg by what the search found.
void Refine::end_leg() {
  const bool was_on_graph = is_lowest(legs_.back());
  is_searching_ = false;
  legs_.pop_back();
  if (was_on_graph) {
    done_ += memory_.of_nodes->stats;
    part_ = route_to(memory_.of_nodes->bank, goal_.node, std::move(part_));
    route_.nodes.insert(route_.nodes.end(), part_.nodes.begin() + 1, part_.nodes.end());
    route_.arcs.insert(route_.arcs.end(), part_.arcs.begin(), part_.arcs.end());
    return;
  }
  done_ += memory_.of_gates->stats;
  part_over_ = route_to(memory_.of_gates->bank, goal_gate_.node, std::move(part_over_));
  push_legs(part_over_);
}

// Refines the next leg by one level, or starts a search for it. False where no arc is where the
// hierarchy has a step. Requires: there is a leg.
bool Refine::refine_next() {
  const GateLeg leg = legs_.back();
  if (leg.arc.is_step()) {
    if (!append_nodes({}, hierarchy_.node(leg.to))) return false;
    legs_.pop_back();
  } else if (!use_kept(leg)) {
    start_leg();
  }
  return true;
}

SearchEnd Refine::step(Budget& budget) {
  // Only a corrupt file gives so long a route: its legs would double from level to level.
  constexpr std::size_t kMostVisits = 16;
  const std::size_t most = kMostVisits * (std::size_t{ground_.graph().node_count()} + 64);
  if (route_.nodes.size() > most || legs_.size() > most) return SearchEnd::exhausted;
  if (is_searching_) {
    const SearchEnd end = running_.advance(budget);
    if (end != SearchEnd::found) return end;
    end_leg();
  } else if (!legs_.empty() && !refine_next()) {
    return SearchEnd::exhausted;
  }
  if (!legs_.empty()) return SearchEnd::paused;
  const bool is_true = append_nodes(tail_, {});
  tail_.clear();
  return is_true ? SearchEnd::found : SearchEnd::exhausted;
}

SearchEnd Refine::advance(Budget& budget) {
  SearchEnd end = SearchEnd::paused;
  do {
    end = step(budget);
  } while (end == SearchEnd::paused && !budget.is_slice_spent());
  return end;
}

SearchEnd Refine::reveal(std::size_t from, std::size_t count) {
  Budget budget;
  SearchEnd end = is_done() ? SearchEnd::found : SearchEnd::paused;
  const auto is_short = [&] {
    const std::size_t known = route_.nodes.size();
    return known <= from || known - from <= count;
  };
  while (end == SearchEnd::paused && is_short()) end = step(budget);
  return end;
}

SearchStats Refine::stats() const {
  SearchStats sum = done_;
  if (!is_searching_) return sum;
  return sum += is_lowest(legs_.back()) ? memory_.of_nodes->stats : memory_.of_gates->stats;
}

}  // namespace thalweg
