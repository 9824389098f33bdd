#include "thalweg/planners/pyramid_search.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "thalweg/planners/near_then.hpp"

namespace thalweg {
namespace {

// The cells, or the nodes in cells, of the corridor.
struct InCorridor {
  const CellId* above;  // [cell or node]  the cell that holds it
  const std::uint32_t* stamps;
  std::uint32_t now;

  template <class Unit>
  bool operator()(Unit unit) const {
    return stamps[above[unit.value].value] == now;
  }
};

struct Anywhere {
  bool operator()(CellId) const { return true; }
};

}  // namespace

// The straight line from a cell's box to the nearest goal.
struct PyramidSearch::Estimate {
  const Span& span;
  const CellBox* boxes;  // [cell]
  std::span<const Box3> goals;
  double scale;  // quanta per metre

  bool keeps_settled() const { return true; }
  Distance operator()(CellId cell) const {
    if (scale == 0) return 0;
    const Box3 here = boxes[cell.value].box();
    double least = kNoLimit;
    for (const Box3& goal : goals) least = std::min(least, span.between(here, goal));
    return rounded_down(scale * least);
  }
};

PyramidSearch::PyramidSearch(const Ground& ground, Pyramid pyramid, AStarSearch& fine,
                             std::uint32_t rings)
    : ground_(ground),
      pyramid_(std::move(pyramid)),
      fine_(fine),
      rings_(rings),
      span_(ground_),
      stamps_(pyramid_.cells().cell_count()) {}

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

void PyramidSearch::begin(const RouteQuery& query) {
  query_ = query;
  before_ = {};
  is_plain_ = false;
  goal_boxes_.clear();
  for (const Seed& seed : query.task.goals) goal_boxes_.push_back(span_.extent(seed.node));
  const Level shared = lowest_shared();
  level_ = shared - 1;
  corridor_.clear();
  const bool is_confined = shared <= pyramid_.top_level();
  if (is_confined) {
    corridor_.push_back(pyramid_.cell_of(query.task.sources.front().node, shared));
    mark_corridor();
  }
  begin_level(is_confined);
}

void PyramidSearch::begin_level(bool is_confined) {
  if (level_ == 0) {
    begin_nodes(is_confined);
  } else {
    begin_cells(is_confined);
  }
}

void PyramidSearch::begin_cells(bool is_confined) {
  const auto seeds_of = [&](std::span<const Seed> seeds, std::vector<SeedOf<CellId>> cells) {
    cells.clear();
    for (const Seed& seed : seeds)
      cells.push_back({pyramid_.cell_of(seed.node, level_), seed.cost});
    return cells;
  };
  sources_ = seeds_of(query_.task.sources, std::move(sources_));
  goals_ = seeds_of(query_.task.goals, std::move(goals_));
  sort_seeds(goals_);
  const Estimate estimate{span_, pyramid_.arrays().boxes.data(), goal_boxes_,
                          query_.weight * ground_.metric().least_per_metre()};
  const SearchTaskOf<CellId> task{.sources = sources_, .goals = goals_};
  if (!is_confined) {
    return running_.hold(
        BestFirst(LevelView<Anywhere>(pyramid_.steps(), {}), estimate, task, scratch_));
  }
  const InCorridor inside{pyramid_.cells().arrays().parent.data(), stamps_.data(), now_};
  running_.hold(
      BestFirst(LevelView<InCorridor>(pyramid_.steps(), inside), estimate, task, scratch_));
}

void PyramidSearch::begin_nodes(bool is_confined) {
  is_plain_ = !is_confined;
  if (is_plain_) return fine_.begin(query_);
  const InCorridor inside{pyramid_.cells().arrays().home.data(), stamps_.data(), now_};
  const ForwardView view(ground_.graph(), PlainCosts(ground_.metric()));
  fine_.estimator().visit([&](const auto& heuristic) {
    running_.hold(BestFirst(ConfinedView(view, inside), heuristic, query_.task, fine_.scratch()));
  });
}

bool PyramidSearch::mark(CellId cell) {
  if (stamps_[cell.value] == now_) return false;
  stamps_[cell.value] = now_;
  return true;
}

// Adds the rings to the corridor, one more above level 1, and marks all of it. Requires: the
// corridor is of the level above the current search.
void PyramidSearch::mark_corridor() {
  if (++now_ == 0) {
    std::ranges::fill(stamps_, 0u);
    now_ = 1;
  }
  for (const CellId cell : corridor_) mark(cell);
  const std::uint32_t rings = rings_ + (level_ > 0 ? 1 : 0);
  std::size_t first = 0;
  for (std::uint32_t ring = 0; ring < rings; ++ring) {
    const std::size_t last = corridor_.size();
    for (; first < last; ++first) {
      for (const CellStep& step : pyramid_.steps()[corridor_[first]]) {
        if (mark(step.target)) corridor_.push_back(step.target);
      }
    }
  }
}

// The route of cells that was found becomes the corridor of the level below, which is the next to be
// searched.
void PyramidSearch::take_cells() {
  before_ += scratch_.stats;
  corridor_.clear();
  const CellId last(pyramid_.cells().cell_count());
  for (CellId at = scratch_.bank[last].parent; !at.is_none(); at = scratch_.bank[at].parent) {
    corridor_.push_back(at);
  }
  --level_;
  mark_corridor();
}

SearchEnd PyramidSearch::advance(Budget& budget) {
  while (!is_plain_) {
    const SearchEnd end = running_.advance(budget);
    if (end == SearchEnd::exhausted) {
      // Only where no arc leads to a goal, or the pyramid came from a file that lies.
      if (level_ == pyramid_.top_level() && query_.task.direct == kUnreached) return end;
      before_ += level_ == 0 ? fine_.stats() : scratch_.stats;
      before_.fell_back += 1;
      level_ = 0;
      begin_nodes(false);
    } else if (end != SearchEnd::found || level_ == 0) {
      return end;
    } else {
      take_cells();
      begin_level(true);
    }
  }
  return fine_.advance(budget);
}

FoundRoute PyramidSearch::take(FoundRoute old) {
  if (level_ > 0) return FoundRoute::cleared(std::move(old));
  FoundRoute found = fine_.take(std::move(old));
  if (!is_plain_) found.bound = found.is_found ? proved_bound() : 0;
  return found;
}

// The cost over a lower bound on the cheapest: the least of the heuristic over the sources. 0 where
// the heuristic is none, or weighted.
double PyramidSearch::proved_bound() const {
  if (fine_.estimator().is_greedy() || query_.weight > 1) return 0;
  const auto estimate = fine_.estimator().general();
  Distance least = query_.task.direct;
  for (const Seed& source : query_.task.sources) {
    least = std::min(least, source.cost + estimate(source.node));
  }
  const NodeId last(ground_.graph().node_count());
  const Distance cost = fine_.scratch().bank[last].g;
  return least == 0 ? 0 : static_cast<double>(cost) / static_cast<double>(least);
}

SearchStats PyramidSearch::stats() const {
  SearchStats sum = before_;
  return sum += level_ == 0 ? fine_.stats() : scratch_.stats;
}

std::vector<NodeId> PyramidSearch::settled_nodes() const {
  return level_ == 0 ? fine_.settled_nodes() : std::vector<NodeId>{};
}

std::size_t PyramidSearch::scratch_bytes() const {
  return scratch_.bytes() + stamps_.capacity() * sizeof(std::uint32_t) +
         corridor_.capacity() * sizeof(CellId) +
         (sources_.capacity() + goals_.capacity()) * sizeof(SeedOf<CellId>);
}

Result<std::unique_ptr<PyramidPlanner>> PyramidPlanner::make(
    const Ground& ground, const Pyramid& pyramid, const PyramidPlannerOptions& options) try {
  if (pyramid.metric_fingerprint() != ground.fingerprint() ||
      pyramid.node_count() != ground.graph().node_count()) {
    return Error{"the pyramid is of another metric"};
  }
  auto fine = std::make_unique<AStarSearch>(ground);
  auto search = std::make_unique<PyramidSearch>(ground, pyramid, *fine, options.rings);
  return std::unique_ptr<PyramidPlanner>(new PyramidPlanner(
      ground, std::make_unique<NearThen>(std::move(fine), std::move(search), options.near_nodes)));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
