// Sweeps stop by stop over dense arrays; a cell whose costs fell is due again. The route is traced
// back by looking for the arc that explains each cost.
#include "thalweg/planners/corridor_sweep.hpp"

#include <algorithm>

#include "thalweg/graph/view.hpp"

namespace thalweg {

CorridorSweep::CorridorSweep(const CellGraphs& graphs, std::size_t cell_count)
    : graphs_(graphs), stop_of_(cell_count, kNone) {}

std::uint32_t CorridorSweep::slot_of(NodeId node, const Partition& cells) const {
  const std::uint32_t stop = stop_of_[cells.home(node).value];
  return stop == kNone ? kNone : firsts_[stop] + graphs_.index(node);
}

CorridorSweep::Position CorridorSweep::position(std::uint32_t slot) const {
  const auto after = std::ranges::upper_bound(firsts_, slot);
  const auto stop = static_cast<std::uint32_t>(after - firsts_.begin()) - 1;
  return {stop, slot - firsts_[stop]};
}

std::vector<CorridorSweep::Stop>& CorridorSweep::clear() {
  for (const Stop& stop : stops_) stop_of_[stop.cell.value] = kNone;
  stops_.clear();
  return stops_;
}

void CorridorSweep::begin(const SearchTask& task, const Partition& cells) {
  std::ranges::sort(stops_);
  firsts_.clear();
  std::uint32_t slots = 0;
  for (std::uint32_t s = 0; s < stops_.size(); ++s) {
    stop_of_[stops_[s].cell.value] = s;
    firsts_.push_back(slots);
    slots += graphs_.size(stops_[s].cell);
  }
  is_due_.assign(stops_.size(), 0);
  costs_.assign(slots, CellGraphs::kFar);
  entered_.assign(slots, kNone);
  set_up(task, cells);
  next_ = 0;
  first_due_ = kNone;
  times_back_ = 0;
  is_due_before_ = false;
  paid_ = 0;
  stats_ = {};
}

void CorridorSweep::set_up(const SearchTask& task, const Partition& cells) {
  sources_.clear();
  for (const Seed& seed : task.sources) {
    const std::uint32_t slot = slot_of(seed.node, cells);
    if (slot == kNone) continue;
    sources_.push_back({slot, seed.cost});
    costs_[slot] = std::min(costs_[slot], seed.cost);
    is_due_[stop_of_[cells.home(seed.node).value]] = 1;
  }
  goals_.clear();
  for (const Seed& seed : task.goals) {
    const std::uint32_t slot = slot_of(seed.node, cells);
    if (slot != kNone) goals_.push_back({slot, seed.cost});
  }
  best_ = std::min(task.direct, CellGraphs::kFar);
  best_slot_ = kNone;
}

SearchEnd CorridorSweep::advance(Budget& budget) {
  do {
    while (next_ < stops_.size()) {
      if (is_due_[next_] == 0) {
        ++next_;
        continue;
      }
      for (; paid_ < graphs_.size(stops_[next_].cell); ++paid_) {
        if (!budget.pay()) return budget.end();
      }
      stats_.expanded += paid_;
      paid_ = 0;
      sweep(next_);
      go_on();
    }
    next_ = 0;
  } while (std::exchange(is_due_before_, false));
  return best_ < CellGraphs::kFar ? SearchEnd::found : SearchEnd::exhausted;
}

// To the next stop, or back to one that has become cheaper, so that what is wrong is not handed on
// any further. Going back may take long in theory; then it waits for the next pass.
void CorridorSweep::go_on() {
  ++next_;
  if (first_due_ >= next_) return;
  if (times_back_ < kTimesBack * stops_.size()) {
    ++times_back_;
    next_ = first_due_;
  } else {
    is_due_before_ = true;
  }
  first_due_ = kNone;
}

void CorridorSweep::sweep(std::uint32_t stop) {
  is_due_[stop] = 0;
  first_due_ = kNone;
  graphs_.close(stops_[stop].cell, costs_.data() + firsts_[stop]);
  const std::uint32_t first = firsts_[stop];
  const std::uint32_t size = graphs_.size(stops_[stop].cell);
  for (const EndSlot& goal : goals_) {
    if (goal.slot - first >= size || costs_[goal.slot] + goal.cost >= best_) continue;
    best_ = costs_[goal.slot] + goal.cost;
    best_slot_ = goal.slot;
  }
  hand_on(stop);
}

// Costs go on by the arcs that leave a cell, unless they are no less than the best route so far.
void CorridorSweep::hand_on(std::uint32_t stop) {
  const Distance* const costs = costs_.data() + firsts_[stop];
  for (const CellGraphs::Exit& exit : graphs_.exits(stops_[stop].cell)) {
    const std::uint32_t there = stop_of_[exit.cell.value];
    if (there == kNone) continue;
    const Distance cost = costs[exit.from] + exit.cost;
    const std::uint32_t slot = firsts_[there] + exit.to;
    if (cost >= costs_[slot] || cost >= best_) continue;
    costs_[slot] = cost;
    entered_[slot] = firsts_[stop] + exit.from;
    is_due_[there] = 1;
    first_due_ = std::min(first_due_, there);
    ++stats_.generated;
  }
}

bool CorridorSweep::is_source(std::uint32_t slot) const {
  return std::ranges::any_of(
      sources_, [&](const EndSlot& end) { return end.slot == slot && end.cost == costs_[slot]; });
}

// Back from the goal. Where no arc inside the cell explains a cost, the arc by which the cell was
// entered does: had its source become cheaper later, it would have been handed on again.
Route CorridorSweep::take_route(const Ground& ground, Route route) const {
  route.clear();
  for (std::uint32_t slot = best_slot_; slot != kNone;) {
    Position at = position(slot);
    const std::uint32_t first = firsts_[at.stop];
    const CellId cell = stops_[at.stop].cell;
    for (;;) {
      route.nodes.push_back(node_at(at));
      slot = first + at.index;
      if (is_source(slot)) break;
      const std::uint32_t before = graphs_.before(cell, at.index, costs_.data() + first);
      if (before == at.index) break;
      at.index = before;
    }
    slot = is_source(slot) ? kNone : entered_[slot];
  }
  std::ranges::reverse(route.nodes);
  for (std::size_t i = 1; i < route.nodes.size(); ++i) {
    route.arcs.push_back(
        cheapest_arc(ground.graph(), ground.metric(), route.nodes[i - 1], route.nodes[i]));
  }
  return route;
}

std::vector<NodeId> CorridorSweep::nodes() const {
  std::vector<NodeId> nodes;
  for (const Stop& stop : stops_) {
    const auto some = graphs_.nodes(stop.cell);
    nodes.insert(nodes.end(), some.begin(), some.end());
  }
  return nodes;
}

std::size_t CorridorSweep::bytes() const {
  return stop_of_.capacity() * sizeof(std::uint32_t) + stops_.capacity() * sizeof(Stop) +
         (firsts_.capacity() + entered_.capacity()) * sizeof(std::uint32_t) + is_due_.capacity() +
         costs_.capacity() * sizeof(Distance);
}

}  // namespace thalweg
