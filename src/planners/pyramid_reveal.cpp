// Each level keeps the list of its cells ahead. Refining searches below the first few of them and
// keeps the result up to where their last cell is entered.
#include "thalweg/planners/pyramid_reveal.hpp"

#include <algorithm>

#include "thalweg/graph/view.hpp"

namespace thalweg {

template <class Unit>
struct PyramidReveal::EntryWatch {
  const CellId* above;  // [unit]
  CellId next;          // none: the search is for the goal
  Unit* entry;

  bool on_settle(Unit unit, Distance) {
    if (next.is_none() || above[unit.value] != next) return true;
    *entry = unit;
    return false;
  }
  void on_improve(Unit, Distance) {}
};

PyramidReveal::PyramidReveal(const Ground& ground, Pyramid pyramid,
                             const PyramidRevealOptions& options)
    : ground_(ground),
      pyramid_(std::move(pyramid)),
      options_(options),
      ahead_(pyramid_.top_level() + 1),
      corridor_(pyramid_) {
  options_.cells_ahead = std::max(options_.cells_ahead, 2u);
}

bool PyramidReveal::begin(NodeId start, NodeId goal) {
  for (Ahead& ahead : ahead_) ahead = {};
  route_.clear();
  known_cost_ = 0;
  is_done_ = false;
  stats_ = {};
  goal_ = goal;
  if (!find_cells(start)) return false;
  route_.nodes.push_back(start);
  is_done_ = start == goal;
  for (Level level = highest_; level > 1; --level) {
    ahead_[level - 1].cells.push_back(pyramid_.cell_of(start, level - 1));
  }
  return true;
}

// The lowest cell that holds both ends, or a route over the top level. Without levels the whole graph
// is searched at once.
bool PyramidReveal::find_cells(NodeId start) {
  const Level top = pyramid_.top_level();
  highest_ = 1;
  while (highest_ <= top &&
         pyramid_.cell_of(start, highest_) != pyramid_.cell_of(goal_, highest_)) {
    ++highest_;
  }
  if (highest_ <= top) {
    ahead_[highest_].cells = {pyramid_.cell_of(start, highest_)};
    return true;
  }
  highest_ = top;
  if (top == 0) {
    const Seed source{start, 0};
    const Seed target{goal_, 0};
    const ForwardView view(ground_.graph(), PlainCosts(ground_.metric()));
    const auto found =
        best_first(view, NoHeuristic{}, {.sources = {&source, 1}, .goals = {&target, 1}}, nodes_);
    stats_ += found.stats;
    return found.end == SearchEnd::found;
  }
  const SeedOf<CellId> source{pyramid_.cell_of(start, top), 0};
  const SeedOf<CellId> target{pyramid_.cell_of(goal_, top), 0};
  const auto everywhere = [](CellId) { return true; };
  const auto found = best_first(LevelView(pyramid_.steps(), everywhere), NoHeuristic{},
                                {.sources = {&source, 1}, .goals = {&target, 1}}, cells_);
  stats_ += found.stats;
  if (found.end != SearchEnd::found) return false;
  ahead_[top].cells = route_to(cells_.bank, target.node).nodes;
  return true;
}

void PyramidReveal::reveal(std::size_t from, std::size_t count) {
  if (highest_ == 0 && !is_done_) {
    const Route whole = route_to(nodes_.bank, goal_);
    for (std::size_t i = 1; i < whole.nodes.size(); ++i) append(whole.nodes[i]);
    is_done_ = true;
  }
  while (!is_done_ && (route_.nodes.size() <= from || route_.nodes.size() - 1 - from < count)) {
    refine(1);
  }
}

// The first cells of a level, refined to the level below. Where there are too few to be refined, and
// they do not reach the goal, the level above is refined first.
void PyramidReveal::refine(Level level) {
  while (level < highest_ && ahead_[level].size() <= options_.cells_ahead &&
         ahead_[level + 1].size() > 0) {
    refine(level + 1);
  }
  const Stretch stretch = stretch_of(level);
  corridor_.clear();
  for (const CellId cell : stretch.cells) corridor_.add(cell);
  corridor_.add_rings(options_.rings);
  if (!stretch.next.is_none()) corridor_.add(stretch.next);
  if (level == 1) {
    refine_to_nodes(stretch);
  } else {
    refine_to_cells(level, stretch);
  }
}

void PyramidReveal::append(NodeId node) {
  const ArcId arc = cheapest_arc(ground_.graph(), ground_.metric(), route_.nodes.back(), node);
  known_cost_ += ground_.metric().cost(arc);
  route_.nodes.push_back(node);
  route_.arcs.push_back(arc);
}

std::span<const LandmarkCosts* const> PyramidReveal::goal_costs(Level level) {
  goal_costs_.clear();
  if (pyramid_.has_landmarks()) {
    goal_costs_.push_back(&pyramid_.far(pyramid_.cell_of(goal_, level)));
  }
  return goal_costs_;
}

// What is to be searched: the first cells of a level, and the one that follows them.
PyramidReveal::Stretch PyramidReveal::stretch_of(Level level) const {
  const Ahead& ahead = ahead_[level];
  const std::size_t count = std::min<std::size_t>(options_.cells_ahead, ahead.size());
  const std::span<const CellId> cells(ahead.cells.data() + ahead.first, count);
  Stretch stretch{cells, {}, {}};
  if (ahead.size() > count) stretch.next = ahead.cells[ahead.first + count];
  const bool has_once = std::ranges::count(cells, cells.back()) == 1;
  if (!stretch.next.is_none() && count > 1 && has_once) stretch.last = cells.back();
  return stretch;
}

// Keeps the units of a stretch up to where its last cell is entered: the search saw what lies behind
// that, but the next one will see more. All of them where that cell is not entered. Returns how many
// are kept, and drops the cells that are refined.
template <class Units>
std::size_t PyramidReveal::keep(Level level, const Units& units, const CellId* above,
                                const Stretch& stretch) {
  const auto enters = [&](const auto& unit) { return above[unit.value] == stretch.last; };
  const auto entry =
      stretch.last.is_none() ? units.end() : std::find_if(units.begin() + 1, units.end(), enters);
  const bool is_cut = entry != units.end();
  ahead_[level].first += stretch.cells.size() - (is_cut ? 1 : 0);
  return is_cut ? static_cast<std::size_t>(entry - units.begin()) + 1 : units.size();
}

void PyramidReveal::refine_to_nodes(const Stretch& stretch) {
  const Seed source{route_.nodes.back(), 0};
  const Seed goal{goal_, 0};
  const bool is_last = stretch.next.is_none();
  const CellId* const home = pyramid_.cells().arrays().home.data();
  const ForwardView view(ground_.graph(), PlainCosts(ground_.metric()));
  NodeId entry = goal_;
  best_first(ConfinedView(view, corridor_.nodes()), NoHeuristic{},
             {.sources = {&source, 1}, .goals = {&goal, is_last ? 1u : 0u}}, nodes_,
             EntryWatch<NodeId>{home, stretch.next, &entry});
  stats_ += nodes_.stats;
  const std::vector<NodeId> nodes = route_to(nodes_.bank, entry).nodes;
  const std::size_t kept = keep(1, nodes, home, stretch);
  for (std::size_t i = 1; i < kept; ++i) append(nodes[i]);
  is_done_ = is_last;
}

void PyramidReveal::refine_to_cells(Level level, const Stretch& stretch) {
  std::vector<CellId>& below = ahead_[level - 1].cells;
  const SeedOf<CellId> source{below.back(), 0};
  const SeedOf<CellId> goal{pyramid_.cell_of(goal_, level - 1), 0};
  const CellId* const parent = pyramid_.cells().arrays().parent.data();
  const SearchTaskOf<CellId> task{.sources = {&source, 1},
                                  .goals = {&goal, stretch.next.is_none() ? 1u : 0u}};
  CellId entry = goal.node;
  EntryWatch<CellId> watch{parent, stretch.next, &entry};
  const LevelView view(pyramid_.steps(), corridor_.children());
  if (const auto costs = goal_costs(level - 1); costs.empty()) {
    best_first(view, NoHeuristic{}, task, cells_, watch);
  } else {
    best_first(view, ByLandmarks{pyramid_, costs, kStretch}, task, cells_, watch);
  }
  stats_ += cells_.stats;
  const std::vector<CellId> cells = route_to(cells_.bank, entry).nodes;
  const std::size_t kept = keep(level, cells, parent, stretch);
  below.insert(below.end(), cells.begin() + 1, cells.begin() + static_cast<std::ptrdiff_t>(kept));
}

Distance PyramidReveal::rest() const {
  Distance sum = 0;
  for (const Ahead& ahead : ahead_) {
    for (std::size_t i = ahead.first + 1; i < ahead.cells.size(); ++i) {
      for (const CellStep& step : pyramid_.steps()[ahead.cells[i - 1]]) {
        if (step.target == ahead.cells[i]) sum += step.cost;
      }
    }
  }
  return sum;
}

}  // namespace thalweg
