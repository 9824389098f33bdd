// Two choices of the cells to cross, as template arguments: the largest ones without an end, or
// those of one level. The search is best-first or bidirectional.
#include "thalweg/planners/gate_search.hpp"

namespace thalweg {
namespace {

// Which cells the search crosses: the largest that hold no end.
struct UsesFar {
  const Partition& partition;
  const CellSet& ends;
  Level most;

  bool crosses(CellId cell) const {
    const Level height = partition.height(cell);
    if (height > most || (height > 1 && ends.has(cell))) return false;
    const CellId parent = partition.parent(cell);
    return height == most || parent.is_none() || ends.has(parent);
  }
  bool enters(GateId) const { return true; }
};

// The cells of one level.
struct UsesLevel {
  const Partition& partition;
  Level level;

  bool crosses(CellId cell) const { return partition.height(cell) == level; }
  bool enters(GateId) const { return true; }
};

}  // namespace

GateSearch::GateSearch(const Hierarchy& hierarchy, const Options& options)
    : hierarchy_(hierarchy), options_(options) {
  if (options.is_bidirectional) back_steps_ = back_steps(hierarchy);
  const Level top = hierarchy.partition().top_level();
  if (options_.level == 0 || options_.level > top) options_.level = top;
}

void GateSearch::begin(const Query& query) {
  stats_ = {};
  if (query.only > 0) return start(query, UsesLevel{hierarchy_.partition(), query.only});
  start(query, UsesFar{hierarchy_.partition(), query.ends, options_.level});
}

template <class Uses>
void GateSearch::start(const Query& query, const Uses& uses) {
  const GateView view(hierarchy_, uses);
  if (options_.is_bidirectional) {
    return running_.hold(
        Bidirectional(view, BackGateView(hierarchy_, back_steps_, uses), query.task, both_));
  }
  query.estimator.visit([&](const auto& heuristic) {
    running_.hold(BestFirst(view, AtGates{heuristic, hierarchy_.arrays().nodes.span()}, query.task,
                            scratch_));
  });
}

SearchEnd GateSearch::advance(Budget& budget) {
  const SearchEnd end = running_.advance(budget);
  stats_ = options_.is_bidirectional ? both_.stats() : scratch_.stats;
  return end;
}

GateRoute GateSearch::route(GateRoute old) const {
  const GateId last(hierarchy_.gate_count());
  const GateId end = options_.is_bidirectional ? both_.meeting : scratch_.bank[last].parent;
  if (end.is_none()) {
    old.clear();
    return old;
  }
  return options_.is_bidirectional ? route_through(both_, std::move(old))
                                   : route_to(scratch_.bank, end, std::move(old));
}

}  // namespace thalweg
