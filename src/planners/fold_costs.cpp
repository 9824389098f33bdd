// Starts in parallel, each with one row of costs to all junctions: a column of the table, or one
// search of the core. Goals then cost a few additions each.
#include "thalweg/planners/fold_costs.hpp"

#include <algorithm>
#include <cmath>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "hierarchy/core_view.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/view.hpp"
#include "thalweg/search/costs.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kStartGrain = 16;
constexpr std::size_t kEndGrain = 64;

bool is_finite_position(Vec3 p) { return thalweg::is_finite(p.xy()) && !std::isinf(p.z); }

}  // namespace

// An end on the ground, joined to the graph and led into the core.
struct FoldCosts::EnteredEnd {
  End end;
  std::vector<Seed> seeds;  // the entered end's
  FoldEnd entered;
};

// Memory that the rows of one thread share.
struct FoldCosts::Row {
  std::vector<Distance> to_core;  // [junction]
  std::vector<SeedOf<JunctionId>> sources;
  SearchScratchOf<JunctionId, CoreArcId> core;
  SearchScratch whole;
};

Result<FoldCosts> FoldCosts::make(const Ground& ground, const Fold& fold) try {
  const bool fits =
      fold.core == FoldCore::whole || fold.nodes.size() == ground.graph().node_count();
  if (fold.metric != ground.fingerprint() || !fits) return Error{"the fold is of another metric"};
  return FoldCosts(ground, fold);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<std::vector<FoldCosts::EnteredEnd>> FoldCosts::entered(
    std::span<const Point> points, bool is_start, const FoldCostsOptions& options) const {
  const Frame frame = ground_.world().frame(options.axes);
  const auto is_sound = [&](const Point& point) {
    return is_finite_position(frame.to_local(point));
  };
  if (!std::ranges::all_of(points, is_sound)) {
    return Error{is_start ? "a start is not a finite point" : "a goal is not a finite point"};
  }
  std::vector<EnteredEnd> ends(points.size());
  const FoldRoutes routes(fold_, ground_);
  parallel_for(points.size(), kEndGrain, [&](std::size_t first, std::size_t last) {
    JoinedEnds joined;
    for (std::size_t i = first; i < last; ++i) {
      EnteredEnd& one = ends[i];
      one.end = finder_.find(frame.to_local(points[i]), options.reach);
      if (!one.end.is_found()) continue;
      joined = finder_.join(one.end, one.end, nullptr, std::move(joined));
      one.seeds = is_start ? joined.sources : joined.goals;
      if (fold_.core == FoldCore::whole) continue;
      one.entered = routes.enter(one.end.face, one.seeds, is_start);
    }
  });
  return ends;
}

// kShut or more: cannot be reached.
std::span<const Distance> FoldCosts::costs_to_junctions(const FoldEnd& start, Row& row) const {
  const std::size_t count = fold_.junctions.size();
  if (fold_.core == FoldCore::table) {
    row.to_core.assign(count, kShut);
    for (const FoldExit& exit : start.exits) {
      const Cost* at = fold_.distances.data() + exit.junction.value;
      for (std::size_t goal = 0; goal < count; ++goal, at += count) {
        const Distance cost = *at == kForbidden ? kShut : exit.cost + *at;
        row.to_core[goal] = std::min(row.to_core[goal], cost);
      }
    }
    return row.to_core;
  }
  row.sources.clear();
  for (const FoldExit& exit : start.exits) {
    if (exit.cost < kShut) row.sources.push_back({exit.junction, exit.cost});
  }
  row.to_core = costs_to_all(CoreView{fold_}, std::span<const SeedOf<JunctionId>>(row.sources),
                             row.core, std::move(row.to_core));
  std::ranges::replace(row.to_core, kUnreached, kShut);
  return row.to_core;
}

// Inside one face also straight from start to goal, as finder_ has it.
Distance FoldCosts::cost(const EnteredEnd& start, const EnteredEnd& goal,
                         std::span<const Distance> to_core) const {
  Distance best = FoldRoutes(fold_, ground_).meet_locally(start.entered, goal.entered).cost;
  for (const FoldExit& exit : goal.entered.exits) {
    best = std::min(best, to_core[exit.junction.value] + exit.cost);
  }
  return best;
}

void FoldCosts::fill(const EnteredEnd& start, std::span<const EnteredEnd> goals, Row& row,
                     std::span<Distance> out) const {
  std::ranges::fill(out, kUnreached);
  if (!start.end.is_found()) return;
  if (fold_.core == FoldCore::whole) {
    fill_unfolded(start, goals, row, out);
  } else {
    const auto to_core = costs_to_junctions(start.entered, row);
    for (std::size_t g = 0; g < goals.size(); ++g) {
      if (!goals[g].end.is_found()) continue;
      const Distance least = cost(start, goals[g], to_core);
      if (least < kShut) out[g] = least;
    }
  }
  for (std::size_t g = 0; g < goals.size(); ++g) {
    if (!goals[g].end.is_found() || goals[g].end.face != start.end.face) continue;
    out[g] = std::min(out[g], finder_.join(start.end, goals[g].end).direct);
  }
}

void FoldCosts::fill_unfolded(const EnteredEnd& start, std::span<const EnteredEnd> goals, Row& row,
                              std::span<Distance> out) const {
  best_first(ForwardView(ground_.graph(), PlainCosts(ground_.metric())), NoHeuristic{},
             {.sources = start.seeds, .goals = {}}, row.whole);
  for (std::size_t g = 0; g < goals.size(); ++g) {
    for (const Seed& seed : goals[g].seeds) {
      if (!row.whole.bank.is_reached(seed.node)) continue;
      out[g] = std::min(out[g], row.whole.bank[seed.node].g + seed.cost);
    }
  }
}

Result<std::vector<Distance>> FoldCosts::many_to_many(std::span<const Point> starts,
                                                      std::span<const Point> goals,
                                                      const FoldCostsOptions& options) const try {
  TRY_DO(check_memory(starts.size(), std::uint64_t{goals.size()} * sizeof(Distance)));
  TRY(const std::vector<EnteredEnd> from, entered(starts, true, options));
  TRY(const std::vector<EnteredEnd> to, entered(goals, false, options));
  std::vector<Distance> costs(starts.size() * goals.size());
  parallel_for(starts.size(), kStartGrain, [&](std::size_t first, std::size_t last) {
    Row row;
    for (std::size_t s = first; s < last; ++s) {
      fill(from[s], to, row, std::span(costs).subspan(s * goals.size(), goals.size()));
    }
  });
  return costs;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<std::vector<FoldCosts::Near>> FoldCosts::nearest(Point start, std::span<const Point> goals,
                                                        std::size_t count,
                                                        const FoldCostsOptions& options) const try {
  TRY(const std::vector<Distance> costs, many_to_many({&start, 1}, goals, options));
  std::vector<Near> all;
  for (std::size_t g = 0; g < costs.size(); ++g) {
    if (costs[g] != kUnreached) all.push_back({static_cast<std::uint32_t>(g), costs[g]});
  }
  const auto is_nearer = [](const Near& a, const Near& b) {
    return a.cost < b.cost || (a.cost == b.cost && a.goal < b.goal);
  };
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()));
  std::partial_sort(all.begin(), middle, all.end(), is_nearer);
  all.erase(middle, all.end());
  return all;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
