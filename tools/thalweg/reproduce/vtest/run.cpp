// Times searches without the rest of a query, the least of some tries, and times the visibility
// tests again outside the search to tell their share.
#include "reproduce/vtest/run.hpp"

#include <algorithm>
#include <chrono>

#include "common/instructions.hpp"
#include "common/measure.hpp"
#include "core/try.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/planners/ends.hpp"

namespace thalweg::tool {
namespace {

using VtestClock = std::chrono::steady_clock;

double vtest_us_since(VtestClock::time_point began) {
  return std::chrono::duration<double, std::micro>(VtestClock::now() - began).count();
}

Query vtest_query_of(const Problem& problem) {
  return {.start = problem.start, .goal = problem.goal, .try_straight = false};
}

std::unique_ptr<RouteSearch> vtest_search(const Ground& ground, const VtestContestant& who) {
  if (!who.options) return std::make_unique<AStarSearch>(ground);
  return std::make_unique<VisibilitySearch>(ground, *who.options);
}

SearchRequest vtest_route_query(const JoinedEnds& ends) {
  return {.ends = {.starts = {&ends.start, 1}, .goals = {&ends.goal, 1}},
          .task = {ends.sources, ends.goals, ends.direct}};
}

void vtest_run(RouteSearch& search, const JoinedEnds& ends, FoundRoute& found) {
  Budget budget;
  search.begin(vtest_route_query(ends));
  search.advance(budget);
  search.take(found);
}

// The least time of some tries; of slow work, of the first.
template <class Work>
double vtest_least_us(int tries, const Work& work) {
  constexpr double kSlow = 20'000;  // us
  double least = 0;
  for (int i = 0; i < tries && least < kSlow; ++i) {
    const auto began = VtestClock::now();
    work();
    const double us = vtest_us_since(began);
    least = i == 0 ? us : std::min(least, us);
  }
  return least;
}

// Asks a planner all problems and times its search.
class VtestAsking {
 public:
  VtestAsking(const VtestCase& map, const VtestRunOptions& options) : map_(map), options_(options) {
    const EndFinder finder(map.ground);
    for (const Problem& problem : map.problems) {
      const auto end = [&](const Point& p) {
        return finder.find(map.ground.world().frame().to_local(p), 1);
      };
      ends_.push_back(finder.join(end(problem.start), end(problem.goal)));
    }
  }

  // What A* finds.
  struct Base {
    Distance cost = kUnreached;  // there is no route
    double expanded = 0;
    double us = 0;
  };
  Result<std::vector<Base>> base() const;
  Result<VtestRow> row(const VtestContestant& contestant, std::span<const Base> bases) const;
  double visible_share(const SightField& field) const;

 private:
  struct Parts {
    double again = 0;  // what is known of corners is kept from query to query
    double first = 0;
  };
  Parts visibility(const VisibilitySearch& search, const JoinedEnds& ends) const;
  void add_times(VtestRow& row, RouteSearch& search, const JoinedEnds& ends) const;

  const VtestCase& map_;
  const VtestRunOptions& options_;
  std::vector<JoinedEnds> ends_;  // [problem]
};

Result<std::vector<VtestAsking::Base>> VtestAsking::base() const {
  TRY(const auto planner, make_planner(options_.contestants[0].planner, {map_.ground}));
  const auto search = vtest_search(map_.ground, options_.contestants[0]);
  std::vector<Base> bases;
  for (std::size_t i = 0; i < map_.problems.size(); ++i) {
    const Answer answer = planner->find(vtest_query_of(map_.problems[i]));
    bases.push_back({.expanded = static_cast<double>(answer.stats.expanded)});
    if (!answer.found()) continue;
    bases.back().cost = answer.cost;
    VtestRow one;
    add_times(one, *search, ends_[i]);
    bases.back().us = one.us;
  }
  return bases;
}

double VtestAsking::visible_share(const SightField& field) const {
  if (ends_.empty()) return 0;
  const auto count = std::ranges::count_if(ends_, [&](const JoinedEnds& ends) {
    return field.is_visible(ends.start.point.xy(), ends.goal.point.xy());
  });
  return static_cast<double>(count) / static_cast<double>(ends_.size());
}

// The same looks again, outside the search: from all nodes that it looked from.
VtestAsking::Parts VtestAsking::visibility(const VisibilitySearch& search,
                                           const JoinedEnds& ends) const {
  const Graph& graph = map_.ground.graph();
  std::vector<Vec2> positions;
  for (const NodeId node : graph.nodes()) {
    if (search.has_looked_from(node)) positions.push_back(Vec3(graph.position(node)).xy());
  }
  const Vec2 goal = Vec3(graph.position(ends.goals.front().node)).xy();
  double sum = 0;
  const auto look = [&](SightField& field) {
    const auto began = VtestClock::now();
    field.aim({&goal, 1}, search.options().depth, search.gauge());
    for (const Vec2 at : positions) sum += field.distance(at);
    return vtest_us_since(began);
  };
  const SightField unused(map_.ground.world().mesh);
  SightField warm = unused;
  Parts parts;
  for (int i = 0; i < options_.tries; ++i) {
    SightField fresh = unused;
    const double first = look(fresh);
    if (i == 0) look(warm);
    const double again = look(warm);
    parts.first = i == 0 ? first : std::min(parts.first, first);
    parts.again = i == 0 ? again : std::min(parts.again, again);
  }
  return sum >= 0 ? parts : Parts();
}

void VtestAsking::add_times(VtestRow& row, RouteSearch& search, const JoinedEnds& ends) const {
  FoundRoute found;
  vtest_run(search, ends, found);
  const double us = vtest_least_us(options_.tries, [&] { vtest_run(search, ends, found); });
  row.us += us;
  const auto* guided = dynamic_cast<const VisibilitySearch*>(&search);
  if (guided == nullptr || !guided->is_guided() || guided->options().inherits) {
    row.search_us += us;
    return;
  }
  if (!options_.looks_ahead) return;
  const Parts parts = visibility(*guided, ends);
  row.visibility_us += parts.first;
  row.search_us += std::max(0.0, us - parts.again);
}

Result<VtestRow> VtestAsking::row(const VtestContestant& contestant,
                                  std::span<const Base> bases) const {
  TRY(const auto planner, make_planner(contestant.planner, {map_.ground}));
  const auto search = vtest_search(map_.ground, contestant);
  VtestRow row;
  row.note = planner->note();
  for (std::size_t i = contestant.every / 2; i < bases.size(); i += contestant.every) {
    if (bases[i].cost == kUnreached) continue;
    report(options_.progress, map_.name + ": " + contestant.title,
           static_cast<double>(i) / static_cast<double>(bases.size()));
    const Answer answer = planner->find(vtest_query_of(map_.problems[i]));
    ++row.asked;
    row.base_expanded += bases[i].expanded;
    row.base_us += bases[i].us;
    row.expanded += static_cast<double>(answer.stats.expanded);
    const double ratio =
        tool::ratio(static_cast<double>(answer.cost), static_cast<double>(bases[i].cost));
    row.cost += ratio;
    row.worst_cost = std::max(row.worst_cost, ratio);
    row.exact += answer.found() && answer.cost == bases[i].cost ? 1 : 0;
    add_times(row, *search, ends_[i]);
  }
  for (double* sum : {&row.base_expanded, &row.base_us, &row.expanded, &row.us, &row.visibility_us,
                      &row.search_us, &row.cost}) {
    *sum /= std::max(1u, row.asked);
  }
  return row;
}

}  // namespace

Result<VtestMeasured> measure_vtest(const VtestCase& map, const VtestRunOptions& options) {
  const Mesh& mesh = map.ground.world().mesh;
  VtestMeasured measured{.name = map.name, .paper = map.paper};
  for (const FaceId face : mesh.faces()) measured.faces += is_walkable(mesh.area(face)) ? 1 : 0;
  SightField field(mesh);
  measured.corners = field.corner_count();
  measured.sight_bytes = field.bytes();
  if (options.looks_ahead) {
    const auto began = VtestClock::now();
    field.look_from_all();
    measured.ahead_ms = vtest_us_since(began) / 1000;
    measured.ahead_bytes = field.bytes();
  }
  const VtestAsking asking(map, options);
  measured.visible = asking.visible_share(field);
  TRY(const auto bases, asking.base());
  measured.problems = static_cast<std::uint32_t>(
      std::ranges::count_if(bases, [](const auto& base) { return base.cost != kUnreached; }));
  for (const VtestContestant& contestant : options.contestants) {
    TRY(auto row, asking.row(contestant, bases).in(map.name));
    measured.rows.push_back(std::move(row));
  }
  return measured;
}

VtestWork plain_sight_work(const VtestCase& map) {
  constexpr int kRuns = 50;
  const EndFinder finder(map.ground);
  const auto end = [&](const Point& p) {
    return finder.find(map.ground.world().frame().to_local(p), 1);
  };
  const JoinedEnds ends = finder.join(end(map.problems[0].start), end(map.problems[0].goal));
  const auto work = [&](const VtestContestant& contestant) {
    const auto search = vtest_search(map.ground, contestant);
    FoundRoute found;
    vtest_run(*search, ends, found);
    const auto runs = [&] {
      for (int i = 0; i < kRuns; ++i) vtest_run(*search, ends, found);
    };
    const auto counted = count_instructions(runs);
    const double value =
        counted ? static_cast<double>(*counted) / kRuns : 1000 * vtest_least_us(20, runs) / kRuns;
    return std::pair(value, counted.has_value());
  };
  const auto plain = work(kVtestContestants[kVtestAStar]);
  const auto guided = work(kVtestContestants[kVtestAll]);
  return {plain.first, guided.first, plain.second && guided.second};
}

}  // namespace thalweg::tool
