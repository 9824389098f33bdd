// Builds each configuration once, asks all problems after a warm-up, repeats queries that the
// system interrupted, and splits times into connecting, searching and refining.
#include "reproduce/hna/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "common/partitioner.hpp"
#include "core/try.hpp"
#include "reproduce/hna/closest.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg::tool {
namespace {

constexpr int kHnaTries = 3;  // if the thread is preempted
constexpr std::size_t kHnaWarmUp = 20;

Query hna_query_of(const Problem& problem) {
  return {
      .start = problem.start, .goal = problem.goal, .try_straight = false, .shape = Shape::funnel};
}

HnaStarOptions hna_options_of(const HnaConfig& config, const Progress& progress) {
  HnaStarOptions options;
  options.merged = config.merged;
  options.levels = config.levels;
  options.weights = config.weights;
  options.partitioner = build_tools().partitioner;
  options.progress = progress;
  return options;
}

// True if hna_options_of says the same of both, and so the hierarchies are the same.
bool hna_builds_same(const HnaConfig& a, const HnaConfig& b) {
  return a.merged == b.merged && a.levels == b.levels && a.weights == b.weights;
}

AbstractOptions hna_search_of(const HnaConfig& config) {
  return {.search = {.level = config.level,
                     .use = config.level == 0 ? LevelUse::best : LevelUse::one,
                     .connect = config.connect},
          .near_nodes = 0};
}

// Adds what one query took to the sums of a row.
void hna_add_parts(HnaRow& row, const AbstractRouteSearch& far) {
  if (far.is_plain()) {
    ++row.plain;
    return;
  }
  const AbstractSearch::Times times = far.over_gates().times();
  row.connect_us += static_cast<double>(times.connecting) / 1000;
  row.search_us += static_cast<double>(times.searching) / 1000;
  row.refine_us += static_cast<double>(times.refining) / 1000;
}

void hna_divide(HnaRow& row, double count) {
  if (count == 0) return;
  for (double* sum : {&row.us, &row.connect_us, &row.search_us, &row.refine_us, &row.settled}) {
    *sum /= count;
  }
}

// [cell] True on the largest island.
std::vector<bool> cells_on_largest(const Ground& ground, const Hierarchy& hierarchy) {
  const Islands& islands = ground.metric().islands();
  const IslandId largest = islands.largest();
  const Partition& partition = hierarchy.partition();
  std::vector<bool> is_on(partition.cell_count());
  for (const NodeId node : ground.graph().nodes()) {
    if (islands.of[node].is_none() || islands.of[node] != largest) continue;
    for (CellId cell = partition.home(node); !cell.is_none(); cell = partition.parent(cell)) {
      is_on[cell.value] = true;
    }
  }
  return is_on;
}

std::vector<std::uint32_t> hna_counted_cells(const Hierarchy& hierarchy,
                                             const std::vector<bool>& is_on, std::uint32_t faces) {
  const Partition& partition = hierarchy.partition();
  std::vector<std::uint32_t> counts(partition.top_level() + std::size_t{1});
  counts[0] = faces;
  for (const CellId cell : partition.cells()) {
    if (is_on[cell.value]) ++counts[partition.height(cell)];
  }
  return counts;
}

std::vector<double> hna_mean_gates(const Hierarchy& hierarchy, const std::vector<bool>& is_on) {
  const Partition& partition = hierarchy.partition();
  std::vector<double> sums(partition.top_level() + std::size_t{1});
  std::vector<double> counts(sums.size());
  for (const CellId cell : partition.cells()) {
    if (!is_on[cell.value]) continue;
    sums[partition.height(cell)] += static_cast<double>(hierarchy.gates(cell).size());
    counts[partition.height(cell)] += 1;
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] /= std::max(1.0, counts[i]);
  return sums;
}

}  // namespace

std::string to_string(const HnaConfig& config) {
  return fmt::format("merged={}:levels={}:level={}:connect={}", config.merged, config.levels,
                     config.level == 0 ? "auto" : std::to_string(config.level),
                     thalweg::to_string(config.connect));
}

const HnaRow* HnaMeasured::find(std::uint32_t merged, Level level, ConnectBy connect) const {
  const auto found = std::ranges::find_if(rows, [&](const HnaRow& row) {
    return row.config.merged == merged && row.config.level == level &&
           row.config.connect == connect;
  });
  return found == rows.end() ? nullptr : &*found;
}

HnaRow HnaRunner::ask(Planner& planner, const HnaConfig& config, const AbstractRouteSearch* far) {
  HnaRow row{.config = config};
  Answer answer;
  for (std::size_t i = 0; i < kHnaWarmUp && i < map_.problems.size(); ++i) {
    answer = planner.find(hna_query_of(map_.problems[i]), std::move(answer));
  }
  double compared = 0;
  for (std::size_t i = 0; i < map_.problems.size(); ++i) {
    const Sample sample = calm_find(planner, hna_query_of(map_.problems[i]), answer, kHnaTries);
    const double us = static_cast<double>(sample.ns) / 1000;
    row.us += us;
    row.greatest_us = std::max(row.greatest_us, us);
    row.settled += static_cast<double>(sample.settled);
    row.times.push_back(us);
    row.lengths.push_back(sample.found() ? sample.length : 0);
    if (far != nullptr) hna_add_parts(row, *far);
    if (!sample.found()) continue;
    ++row.solved;
    if (i < least_.size() && sample.cost == least_[i]) ++row.exact;
    if (i >= closest_.size() || closest_[i] <= 0) continue;
    const double error = sample.length / closest_[i] - 1;
    row.mean_error += error;
    row.worst_error = std::max(row.worst_error, error);
    compared += 1;
  }
  row.mean_error /= std::max(1.0, compared);
  hna_divide(row, static_cast<double>(map_.problems.size()));
  return row;
}

// The mean time from joined ends to the nodes of a route, the least of a few tries for each problem.
double HnaRunner::route_us(RouteSearch& search) const {
  using Clock = std::chrono::steady_clock;
  FoundRoute found;
  double sum = 0;
  for (const JoinedEnds& ends : ends_) {
    const SearchRequest query{.ends = {.starts = {&ends.start, 1}, .goals = {&ends.goal, 1}},
                              .task = {ends.sources, ends.goals, ends.direct}};
    double least = 0;
    for (int i = 0; i < 2 * kHnaTries; ++i) {
      const auto began = Clock::now();
      Budget budget;
      search.begin(query);
      search.advance(budget);
      search.take(found);
      const double us = std::chrono::duration<double, std::micro>(Clock::now() - began).count();
      least = i == 0 ? us : std::min(least, us);
    }
    sum += least;
  }
  return sum / std::max(1.0, static_cast<double>(ends_.size()));
}

Result<HnaBuilt> HnaRunner::build(const HnaConfig& config) {
  HnaBuilt built{.merged = config.merged};
  if (!hierarchy_ || !hna_builds_same(hierarchy_config_, config)) {
    const auto began = std::chrono::steady_clock::now();
    TRY(auto made, hna_star(map_.ground, hna_options_of(config, progress_)));
    built.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    hierarchy_ = std::move(made);
    hierarchy_config_ = config;
  }
  const std::vector<bool> is_on = cells_on_largest(map_.ground, *hierarchy_);
  built.cells = hna_counted_cells(*hierarchy_, is_on, map_.faces);
  built.gates = hna_mean_gates(*hierarchy_, is_on);
  built.bytes = hierarchy_->bytes();
  built.end_cost_bytes =
      hierarchy_->arrays().to_gates.bytes() + hierarchy_->arrays().from_gates.bytes();
  return built;
}

Result<HnaRow> HnaRunner::row(const HnaConfig& config) {
  report(progress_, map_.name + ": " + to_string(config), 0);
  TRY_DO(build(config));
  auto near = std::make_unique<AStarSearch>(map_.ground);
  auto far =
      std::make_unique<AbstractRouteSearch>(map_.ground, *hierarchy_, hna_search_of(config), *near);
  const AbstractRouteSearch& over_gates = *far;
  auto search = std::make_unique<NearThen>(std::move(near), std::move(far), 0);
  NearThen& kept = *search;
  Planner planner(map_.ground, std::move(search));
  HnaRow asked = ask(planner, config, &over_gates);
  asked.route_us = route_us(kept);
  return asked;
}

void HnaRunner::join_ends() {
  const World& world = map_.ground.world();
  const EndFinder finder(map_.ground);
  const auto end_of = [&](const Point& p) { return finder.find(world.frame().to_local(p), 1); };
  for (const Problem& problem : map_.problems) {
    const End from = end_of(problem.start);
    const End to = end_of(problem.goal);
    if (from.is_found() && to.is_found()) ends_.push_back(finder.join(from, to));
  }
}

// Timed as planners are: from the points to the string, after a warm-up.
HnaRow HnaRunner::ask_closest() {
  using Clock = std::chrono::steady_clock;
  const World& world = map_.ground.world();
  const EndFinder finder(map_.ground);
  ClosestPointAStar closest(world);
  const auto find = [&](const Problem& problem) {
    const auto surface_point_of = [&](const Point& p) {
      return finder.find(world.frame().to_local(p), 1).surface_point();
    };
    const SurfacePoint start = surface_point_of(problem.start);
    const SurfacePoint goal = surface_point_of(problem.goal);
    const bool is_on = !start.face.is_none() && !goal.face.is_none();
    return is_on ? closest.find(start, goal) : ClosestPointAStar::Found{};
  };
  for (std::size_t i = 0; i < kHnaWarmUp && i < map_.problems.size(); ++i) find(map_.problems[i]);
  HnaRow row;
  for (const Problem& problem : map_.problems) {
    ClosestPointAStar::Found found;
    double least = 0;
    for (int i = 0; i < kHnaTries; ++i) {
      const long before = interruptions();
      const auto began = Clock::now();
      found = find(problem);
      const double us = std::chrono::duration<double, std::micro>(Clock::now() - began).count();
      least = i == 0 ? us : std::min(least, us);
      if (interruptions() == before) break;
    }
    closest_.push_back(found.is_found ? found.length : 0);
    row.us += least;
    row.settled += static_cast<double>(found.settled);
    row.solved += found.is_found ? 1 : 0;
    row.lengths.push_back(found.length);
  }
  hna_divide(row, static_cast<double>(map_.problems.size()));
  return row;
}

Result<HnaMeasured> HnaRunner::base() {
  HnaMeasured measured;
  measured.name = map_.name;
  measured.paper = map_.paper;
  measured.geometry_triangles = map_.geometry_triangles;
  measured.triangles = map_.triangles;
  measured.faces = map_.faces;
  measured.problems = static_cast<std::uint32_t>(map_.problems.size());
  report(progress_, map_.name + ": A*", 0);
  join_ends();
  measured.closest = ask_closest();
  auto search = std::make_unique<AStarSearch>(map_.ground);
  AStarSearch& kept = *search;
  Planner planner(map_.ground, std::move(search));
  for (const Problem& problem : map_.problems) {
    const Answer answer = planner.find(hna_query_of(problem));
    least_.push_back(answer.found() ? answer.cost : kUnreached);
  }
  measured.a_star = ask(planner, {}, nullptr);
  measured.a_star.route_us = route_us(kept);
  return measured;
}

Result<HnaMeasured> HnaRunner::measure() {
  TRY(HnaMeasured measured, base());
  for (const std::uint32_t merged : kMerged) {
    HnaConfig config{.merged = merged};
    TRY(auto built, build(config));
    for (const ConnectBy connect :
         {ConnectBy::a_star, ConnectBy::dijkstra, ConnectBy::parallel, ConnectBy::stored}) {
      config.connect = connect;
      for (config.level = 1; config.level < built.cells.size(); ++config.level) {
        TRY(auto made, row(config));
        measured.rows.push_back(std::move(made));
      }
    }
    for (const ConnectBy connect : {ConnectBy::dijkstra, ConnectBy::stored}) {
      TRY(auto made, row({.merged = merged, .connect = connect}));
      measured.rows.push_back(std::move(made));
    }
    measured.built.push_back(std::move(built));
  }
  for (const KwayWeights weights : {KwayWeights::even, KwayWeights::random_nodes,
                                    KwayWeights::random_edges, KwayWeights::random}) {
    TRY(auto made, row({.merged = 6,
                        .levels = 2,
                        .level = 2,
                        .connect = ConnectBy::a_star,
                        .weights = weights}));
    measured.weights.push_back(std::move(made));
  }
  TRY_DO(measure_fine(measured));
  return measured;
}

// The same mesh with up to three points on a side.
Result<void> HnaRunner::measure_fine(HnaMeasured& measured) {
  HnaCase map = map_;
  map.ground = map_.fine;
  HnaRunner runner(map, progress_);
  TRY(HnaMeasured base, runner.base());
  measured.fine_a_star = std::move(base.a_star);
  for (const std::uint32_t merged : kMerged) {
    TRY(const HnaBuilt built, runner.build({.merged = merged}));
    for (const Level level : {Level{2}, Level{0}}) {
      if (level >= built.cells.size()) continue;
      TRY(auto made, runner.row({.merged = merged, .level = level}));
      made.megabytes = static_cast<double>(built.bytes) / 1e6;
      measured.fine.push_back(std::move(made));
    }
  }
  return {};
}

Result<HnaTuned> tune(const HnaCase& map, const Progress& progress) {
  HnaRunner runner(map, progress);
  TRY_DO(runner.base());
  HnaTuned tuned;
  const auto try_one = [&](const HnaConfig& config) -> Result<void> {
    TRY(auto row, runner.row(config));
    tuned.tried.push_back(std::move(row));
    if (tuned.tried.back().us < tuned.tried[tuned.best].us) tuned.best = tuned.tried.size() - 1;
    return {};
  };
  for (const std::uint32_t levels : {1u, 2u, 3u}) {
    for (const std::uint32_t merged : {6u, 10u, 15u, 20u, 30u, 50u, 100u, 200u}) {
      if (levels == 3 && merged > 20) continue;
      TRY_DO(try_one({.merged = merged, .levels = levels}));
      TRY_DO(try_one({.merged = merged, .levels = levels, .level = levels}));
    }
  }
  return tuned;
}

}  // namespace thalweg::tool
