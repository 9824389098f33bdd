// Chooses the level to start on and the corridor of each level below. Nodes are found by a sweep
// over small cells or by A*; a corridor without a route falls back to the whole graph.
#include "thalweg/planners/pyramid_search.hpp"

#include <algorithm>
#include <cmath>

#include "core/thrown.hpp"
#include "thalweg/planners/near_then.hpp"

namespace thalweg {
namespace {

struct Anywhere {
  bool operator()(CellId) const { return true; }
};

// In wider corridors the order of sweeping is too often wrong: there A* is faster, and as exact.
constexpr std::uint32_t kSweptRings = 1;
constexpr double kRoundedUp = 1 + 0x1p-50;
// Ends count as far from the middles of their cells if getting from one to the other costs more than
// this share of the least that a route between the middles can cost.
constexpr double kFarEnds = 0.05;
// A level is searched whole if it has at most this times the square root of the nodes as cells: about
// as many as the nodes of a corridor across the ground.
constexpr double kCellsAcross = 12;
// Rings about the routes of levels above 1, besides those about that of level 1.
constexpr std::uint32_t kRingsAbove = 2;

// The lowest level with few enough cells; the top level where none has. 0: there are no levels.
Level highest_to_start(const Pyramid& pyramid) {
  const double most = kCellsAcross * std::sqrt(static_cast<double>(pyramid.node_count()));
  Level level = std::min<Level>(pyramid.top_level(), 1);
  while (level < pyramid.top_level() && pyramid.level(level).size() > most) ++level;
  return level;
}

}  // namespace

// From a cell to the nearest goal: what the landmarks say, or the straight line without landmarks.
struct PyramidSearch::Estimate {
  const PyramidSearch& search;
  double scale;  // quanta per metre
  double weight;

  bool keeps_settled() const { return true; }
  Distance operator()(CellId cell) const {
    if (scale == 0 && weight == 0) return 0;
    if (search.goal_costs_.empty()) return by_line(cell);
    return ByLandmarks{search.pyramid_, search.goal_costs_, weight}(cell);
  }
  Distance by_line(CellId cell) const {
    const Box3 here = search.pyramid_.box(cell).box();
    double least = kNoLimit;
    for (const Box3& goal : search.goal_boxes_) {
      least = std::min(least, search.span_.between(here, goal));
    }
    return rounded_down(scale * least);
  }
};

// What it costs to go on among agents.
template <class View>
struct PyramidSearch::Crowded : View {
  const PyramidSearch& search;

  Crowded(const View& view, const PyramidSearch& searching) : View(view), search(searching) {}

  PieceId piece(NodeId node) const { return search.pyramid_.cells().piece(node); }
  PieceId piece(CellId cell) const { return search.pyramid_.cells().piece(cell); }
  template <class Visit>
  void for_each_arc(typename View::Node from, const Visit& visit) const {
    const PyramidPlannerOptions& options = search.options_;
    View::for_each_arc(from, [&](typename View::Arc arc, typename View::Node target, Cost cost) {
      const double density = options.occupancy->density(piece(target));
      visit(arc, target, cost + rounded_down(options.crowd_weight * density * cost));
    });
  }
};

template <class View, class Heuristic, class Task, class Scratch>
void PyramidSearch::start(const View& view, const Heuristic& heuristic, const Task& task,
                          Scratch& scratch) {
  if (options_.occupancy != nullptr) {
    running_.hold(BestFirst(Crowded<View>(view, *this), heuristic, task, scratch));
  } else {
    running_.hold(BestFirst(view, heuristic, task, scratch));
  }
}

PyramidSearch::PyramidSearch(const Ground& ground, Pyramid pyramid, AStarSearch& fine,
                             const PyramidPlannerOptions& options)
    : ground_(ground),
      pyramid_(std::move(pyramid)),
      fine_(fine),
      options_(options),
      span_(ground_),
      graphs_(pyramid_.cell_graphs(ground_)),
      highest_(highest_to_start(pyramid_)),
      corridor_(pyramid_) {
  if (graphs_ != nullptr) ends_.emplace(pyramid_, *graphs_);
  const bool is_swept = options.rings <= kSweptRings && options.occupancy == nullptr;
  if (graphs_ != nullptr && is_swept) sweep_.emplace(*graphs_, pyramid_.level(1).size());
}

// The lowest level on which one cell holds all ends; above the top level where none does.
Level PyramidSearch::lowest_shared() const {
  const Level top = pyramid_.top_level();
  if (top == 0) return 1;
  Level level = 1;
  CellId shared = pyramid_.home(query_.task.sources.front().node);
  const auto climb_to_share = [&](NodeId node) {
    CellId cell = pyramid_.cell_of(node, std::min(level, top));
    while (level <= top && cell != shared) {
      ++level;
      if (level > top) return;
      cell = pyramid_.parent(cell);
      shared = pyramid_.parent(shared);
    }
  };
  for (const Seed& seed : query_.task.sources) climb_to_share(seed.node);
  for (const Seed& seed : query_.task.goals) climb_to_share(seed.node);
  return level;
}

void PyramidSearch::begin(const SearchRequest& query) {
  query_ = query;
  before_ = {};
  find_end_cells();
  begin_levels();
}

// Of the first source and goal: those of one query lie together.
bool PyramidSearch::are_ends_far() const {
  const NodeId source = query_.task.sources.front().node;
  const NodeId goal = query_.task.goals.front().node;
  if (!pyramid_.has_landmarks()) return true;
  const Distance between =
      least_between(pyramid_.far(pyramid_.home(source)), pyramid_.far(pyramid_.home(goal)));
  const Distance ends = ends_->to_middle(source) + ends_->from_middle(goal);
  return static_cast<double>(ends) > kFarEnds * static_cast<double>(between);
}

// The cells of the ends; their neighbours too, where it matters how far the middles are.
void PyramidSearch::find_end_cells() {
  near_sources_.clear();
  near_goals_.clear();
  if (pyramid_.top_level() == 0) return;
  const bool is_exact = ends_.has_value() && are_ends_far();
  const auto home_of = [&](const Seed& seed) {
    return SeedOf<CellId>{pyramid_.home(seed.node), seed.cost};
  };
  for (const Seed& seed : query_.task.sources) {
    is_exact ? ends_->add_ahead(seed, near_sources_) : near_sources_.push_back(home_of(seed));
  }
  for (const Seed& seed : query_.task.goals) {
    is_exact ? ends_->add_behind(seed, near_goals_) : near_goals_.push_back(home_of(seed));
  }
}

// Starts below the lowest cell that holds all ends, inside it and its neighbours; or on the highest
// level to start on, which is searched whole.
void PyramidSearch::begin_levels() {
  is_plain_ = false;
  sources_.clear();
  goal_boxes_.clear();
  for (const Seed& seed : query_.task.goals) goal_boxes_.push_back(span_.extent(seed.node));
  const Level shared = lowest_shared();
  level_ = std::min<Level>(shared - 1, highest_);
  corridor_.clear();
  is_confined_ = shared <= pyramid_.top_level() && level_ == shared - 1;
  if (is_confined_) add_rings();
  begin_level();
}

void PyramidSearch::begin_level() {
  if (level_ == 0) {
    begin_nodes();
  } else {
    begin_cells();
  }
}

// The cells of the current level that hold cells of level 1, as far as the search may enter them.
std::vector<SeedOf<CellId>> PyramidSearch::seeds_of(std::span<const SeedOf<CellId>> near,
                                                    std::vector<SeedOf<CellId>> seeds) const {
  seeds.clear();
  for (SeedOf<CellId> seed : near) {
    for (Level at = 1; at < level_; ++at) seed.node = pyramid_.parent(seed.node);
    if (!is_confined_ || corridor_.children()(seed.node)) seeds.push_back(seed);
  }
  return seeds;
}

void PyramidSearch::begin_cells() {
  sources_ = seeds_of(near_sources_, std::move(sources_));
  goals_ = seeds_of(near_goals_, std::move(goals_));
  sort_seeds(goals_);
  goal_costs_.clear();
  if (pyramid_.has_landmarks()) {
    for (const Seed& goal : query_.task.goals) {
      goal_costs_.push_back(&pyramid_.far(pyramid_.cell_of(goal.node, level_)));
    }
  }
  const Estimate estimate{*this, query_.weight * ground_.metric().least_per_metre(),
                          query_.weight * kStretch};
  const SearchTaskOf<CellId> task{.sources = sources_, .goals = goals_};
  if (!is_confined_) {
    return start(LevelView<Anywhere>(pyramid_.steps(), {}), estimate, task, scratch_);
  }
  start(LevelView(pyramid_.steps(), corridor_.children()), estimate, task, scratch_);
}

void PyramidSearch::begin_nodes() {
  is_plain_ = !is_confined_;
  if (is_plain_) return fine_.begin(query_);
  if (is_sweeping()) return begin_sweep();
  const ForwardView view(ground_.graph(), PlainCosts(ground_.metric()));
  fine_.estimator().visit([&](const auto& heuristic) {
    start(ConfinedView(view, corridor_.nodes()), heuristic, query_.task, fine_.scratch());
  });
}

// Cells are swept in the order in which the search of level 1 reached them. Where there was none, all
// are about one cell.
void PyramidSearch::begin_sweep() {
  std::vector<CorridorSweep::Stop>& stops = sweep_->clear();
  const bool was_searched = !sources_.empty();
  for (const CellId cell : corridor_.cells()) {
    const bool has_rank = was_searched && scratch_.bank.is_reached(cell);
    stops.push_back({has_rank ? scratch_.bank[cell].g : kUnreached, cell});
  }
  sweep_->begin(query_.task, pyramid_.cells());
}

// The cells of the ends are always part of the corridor. More rings above level 1. Requires: the
// corridor is of the level above the current search.
void PyramidSearch::add_rings() {
  for (const auto ends : {query_.task.sources, query_.task.goals}) {
    for (const Seed& seed : ends) corridor_.add(pyramid_.cell_of(seed.node, level_ + 1));
  }
  corridor_.add_rings(options_.rings + (level_ > 0 ? kRingsAbove : 0));
}

// The route of cells that was found becomes the corridor of the level below, which is the next to be
// searched.
void PyramidSearch::take_cells() {
  before_ += scratch_.stats;
  corridor_.clear();
  const CellId last(pyramid_.cells().cell_count());
  for (CellId at = scratch_.bank[last].parent; !at.is_none(); at = scratch_.bank[at].parent) {
    corridor_.add(at);
  }
  --level_;
  is_confined_ = true;
  add_rings();
}

SearchEnd PyramidSearch::advance(Budget& budget) {
  while (!is_plain_) {
    const SearchEnd end = is_sweeping() ? sweep_->advance(budget) : running_.advance(budget);
    if (end == SearchEnd::exhausted) {
      // Only where no arc leads to a goal, or the pyramid came from a file that lies.
      if (!is_confined_ && query_.task.direct == kUnreached) return end;
      before_ += level_stats();
      before_.fell_back += 1;
      level_ = 0;
      is_confined_ = false;
      begin_nodes();
    } else if (end != SearchEnd::found || level_ == 0) {
      return end;
    } else {
      take_cells();
      begin_level();
    }
  }
  return fine_.advance(budget);
}

void PyramidSearch::take(FoundRoute& found) {
  if (is_plain_) return fine_.take(found);
  found.clear();
  Distance cost = kUnreached;
  if (is_sweeping()) {
    cost = sweep_->cost();
    found.is_found = cost < CellGraphs::kFar;
    if (found.is_found) found.route = sweep_->take_route(ground_, std::move(found.route));
  } else if (level_ == 0) {
    fine_.take(found);
    if (found.is_found) cost = fine_.scratch().bank[NodeId(ground_.graph().node_count())].g;
  }
  if (!found.is_found) return found.clear();
  if (options_.occupancy != nullptr) return add_penalty(found, cost);
  found.cost = cost;
  const Distance least = least_cost();
  // Rounded up: the landmarks may prove the very cost of the cheapest route.
  const double ratio =
      static_cast<double>(cost) / static_cast<double>(std::max<Distance>(least, 1)) * kRoundedUp;
  found.bound = least == 0 ? 0 : cost <= least ? 1 : ratio;
}

// The bound compares with the cheapest route on empty ground, so it says nothing about a crowd.
void PyramidSearch::add_penalty(FoundRoute& found, Distance counted) const {
  found.bound = 0;
  found.cost = cost_of(ground_, query_, found.route);
  found.penalty = counted > found.cost ? counted - found.cost : 0;
}

// A lower bound on every route: the most that landmarks and the heuristic prove; 0: nothing.
Distance PyramidSearch::least_cost() const {
  const bool is_heuristic = !fine_.estimator().is_greedy() && query_.weight <= 1;
  Distance least = query_.task.direct;
  for (const Seed& source : query_.task.sources) {
    const Distance by_line = is_heuristic ? fine_.estimator().general()(source.node) : 0;
    for (const Seed& goal : query_.task.goals) {
      const Distance by_landmarks = least_by_landmarks(source, goal);
      least = std::min(least, source.cost + std::max(by_line, by_landmarks + goal.cost));
    }
  }
  return least;
}

// What the landmarks prove between the middles of the ends' cells, less what it costs to get from
// one middle to the source, and from the goal to the other.
Distance PyramidSearch::least_by_landmarks(const Seed& source, const Seed& goal) const {
  if (!pyramid_.has_landmarks() || graphs_ == nullptr) return 0;
  const CellId from = pyramid_.home(source.node);
  const CellId to = pyramid_.home(goal.node);
  const auto middles = pyramid_.arrays().proof *
                       static_cast<double>(least_between(pyramid_.far(from), pyramid_.far(to)));
  const Distance ends = graphs_->inside(from, pyramid_.middle_node(from), source.node) +
                        graphs_->inside(to, goal.node, pyramid_.middle_node(to));
  const Distance whole = rounded_down(middles);
  return whole > ends ? whole - ends : 0;
}

SearchStats PyramidSearch::level_stats() const {
  if (level_ > 0) return scratch_.stats;
  return is_sweeping() ? sweep_->stats() : fine_.stats();
}

SearchStats PyramidSearch::stats() const {
  SearchStats sum = before_;
  return sum += level_stats();
}

std::vector<NodeId> PyramidSearch::settled_nodes() const {
  if (level_ > 0) return {};
  return is_sweeping() ? sweep_->nodes() : fine_.settled_nodes();
}

std::size_t PyramidSearch::bytes() const {
  return pyramid_.bytes() + (graphs_ == nullptr ? 0 : graphs_->bytes());
}

std::size_t PyramidSearch::scratch_bytes() const {
  return scratch_.bytes() + (sweep_ ? sweep_->bytes() : 0) + corridor_.bytes() +
         (sources_.capacity() + goals_.capacity() + near_sources_.capacity() +
          near_goals_.capacity()) *
             sizeof(SeedOf<CellId>);
}

MadeSearch PyramidSearch::make(const Ground& ground, const Pyramid& pyramid,
                               const PyramidPlannerOptions& options) try {
  if (pyramid.metric_fingerprint() != ground.fingerprint() ||
      pyramid.node_count() != ground.graph().node_count()) {
    return Error{"the pyramid is of another metric"};
  }
  if (options.occupancy != nullptr &&
      options.occupancy->piece_count() != pyramid.cells().piece_count()) {
    return Error{"the occupancy is not of the pyramid's cells"};
  }
  auto fine = std::make_unique<AStarSearch>(ground);
  auto search = std::make_unique<PyramidSearch>(ground, pyramid, *fine, options);
  const std::uint32_t near = options.occupancy == nullptr ? options.near_nodes : 0;
  return MadeSearch(std::make_unique<NearThen>(std::move(fine), std::move(search), near));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
