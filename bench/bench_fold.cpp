// The planner fold beside A* on the same graph: build, memory, whole calls, costs, lengths.
//   bench_fold QUERIES PROFILE FILE...
//   bench_fold check QUERIES PROFILE FILE...   compares costs with A* alone, and prices each route again; on
// level ground of one price, where a fold has a table, also lengths with those of the shortest paths
// Each file is folded with its table, with hub labels, and with a search of the core. Each planner
// takes turns with A*, query by query (median, and 99th percentile), and then each
// planner answers all alone (the second median). Queries lead from face to face of the largest island. `a_star`,
// those named `fold` always search; `straight` is fold with the straight walk tried first, and `short`
// the same with the shortest paths, as callers have it by default. Lengths are
// compared with the shortest path there is (AnyAngleOracle), mean and worst. The costs between all starts
// and all goals are timed too. Fails if a cost differs
// from A*'s. The machine may be busy: medians count.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../tests/planners.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"
#include "thalweg/planners/fold.hpp"
#include "thalweg/planners/fold_costs.hpp"
#include "thalweg/store/store.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

// By default, and what else there is where a mesh has a table.
const std::vector<std::pair<std::string, FoldOptions>> kCores = {
    {"fold", {}},
    {"fold:table=0", {.table_limit = 0}},
    {"fold:labels=0", {.table_limit = 0, .label_limit = 0}}};

World world_in(const std::string& file) {
  if (file.ends_with(".thal")) return load_world(file).value();
  return import_world(file).value().world;
}

std::vector<Query> queries_over(const Ground& ground, int count) {
  const Mesh& mesh = ground.world().mesh;
  const Islands& islands = ground.metric().islands();
  const IslandId largest = islands.largest();
  const EndFinder finder(ground);
  Random random(7);
  const auto point = [&] {
    for (;;) {
      const Vec3 centre = mesh.centre(FaceId(random.below(mesh.face_count())));
      const End end = finder.find(centre, 1);
      if (!end.is_found()) continue;
      const JoinedEnds joined = finder.join(end, end);
      if (joined.sources.empty() || islands.of[joined.sources.front().node] != largest) continue;
      const Vec3 p = ground.world().frame().from_local(centre);
      return Point{p.x, p.y, p.z};
    }
  };
  std::vector<Query> all;
  for (int i = 0; i < count; ++i) {
    const Point start = point();
    all.push_back({.start = start, .goal = point(), .try_straight = false});
  }
  return all;
}

struct Timed {
  std::string name;
  std::unique_ptr<Planner> planner;
  bool is_straight = false;
  std::vector<double> us = {};      // [query]  taking turns with A*
  std::vector<double> beside = {};  // [query]  A*'s in the same run
  double alone = 0;                 // us, median
  std::uint64_t wrong = 0;
  double ratio = 0;  // of lengths to the shortest, summed
  double worst = 1;
  Answer answer = {};

  double ask(Query query) {
    query.try_straight = is_straight;
    const Timer timer;
    answer = planner->find(query, std::move(answer));
    return timer.wall() * 1e6;
  }
};

double percentile(std::vector<double> all, double part) {
  if (all.empty()) return 0;
  std::ranges::sort(all);
  return all[static_cast<std::size_t>(part * static_cast<double>(all.size() - 1))];
}

// The longest of these that still count as no length at all.
constexpr double kNoLength = 1e-6;

void compare_lengths(Timed& timed, std::span<const Query> queries, std::span<const double> least) {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    timed.ask(queries[i]);
    const bool is_counted = least[i] > kNoLength && timed.answer.found();
    const double ratio = is_counted ? timed.answer.length() / least[i] : 1;
    timed.ratio += ratio;
    timed.worst = std::max(timed.worst, ratio);
  }
}

// [query]  0: there is no path.
std::vector<double> shortest_lengths(const World& world, std::span<const Query> queries) {
  AnyAngleOracle oracle(world);
  AnyAnglePath path;
  std::vector<double> all;
  for (const Query& query : queries) {
    path = oracle.find(query.start, query.goal, query.reach, std::move(path));
    all.push_back(path.found ? path.length : 0);
  }
  return all;
}

// One planner and A*, in random order, query by query. Only these two: others of its kind would warm
// the caches and the branch predictor with the same query.
void take_turns(Timed& a_star, Timed& timed, const std::vector<Query>& queries) {
  Random random(3);
  for (const Query& query : queries) {
    const bool is_first = random.below(2) == 0;
    if (is_first) timed.us.push_back(timed.ask(query));
    timed.beside.push_back(a_star.ask(query));
    if (!is_first) timed.us.push_back(timed.ask(query));
    const bool is_same = timed.answer.outcome == a_star.answer.outcome &&
                         (timed.is_straight || timed.answer.cost == a_star.answer.cost);
    timed.wrong += is_same ? 0 : 1;
  }
}

// Milliseconds for the costs between the ends of queries, all to all.
void bench_costs(const Ground& ground, const Fold& fold, std::span<const Query> queries) {
  std::vector<Point> starts, goals;
  for (const Query& query : queries) {
    starts.push_back(query.start);
    goals.push_back(query.goal);
  }
  const FoldCosts costs = FoldCosts::make(ground, fold).value();
  const Timer timer;
  const std::vector<Distance> table = costs.many_to_many(starts, goals).value();
  std::printf("  %zu x %zu costs: %.1f ms\n", starts.size(), goals.size(), timer.wall() * 1e3);
}

std::uint64_t bench(const std::string& file, const Profile& profile, int count) {
  const World world = world_in(file);
  const Ground ground = thalweg::ground(world, profile, GraphSpec::portals()).value();
  std::vector<Timed> planners;
  std::optional<FoldCore> last;
  planners.push_back(
      {.name = "a_star",
       .planner = std::make_unique<Planner>(ground, std::make_unique<AStarSearch>(ground))});
  std::printf("%s: %u faces, %u nodes\n", file.substr(file.rfind('/') + 1).c_str(),
              world.mesh.face_count(), ground.graph().node_count());
  for (const auto& [name, options] : kCores) {
    const Timer timer;
    const Fold fold = fold_ground(ground, options).value();
    const double ms = timer.wall() * 1e3;
    if (fold.core == last) continue;  // it could not have another one
    last = fold.core;
    planners.push_back(
        {.name = name,
         .planner = planner_by(ground, fold_search(ground, fold, {.is_shortest = false}))});
    std::printf(
        "  %-13s %u of %zu nodes in dead ends, %zu chains, %zu closed cliques, %.1f ms: %s\n",
        planners.back().name.c_str(), static_cast<unsigned>(fold.tree.size()), fold.nodes.size(),
        fold.chains.size(), fold.closed.size(), ms, planners.back().planner->note());
    if (fold.core != FoldCore::table) continue;
    for (const bool is_shortest : {false, true}) {
      planners.push_back(
          {.name = is_shortest ? "short" : "straight",
           .planner = planner_by(ground, fold_search(ground, fold, {.is_shortest = is_shortest})),
           .is_straight = true});
    }
  }
  const std::vector<Query> queries = queries_over(ground, count);
  bench_costs(ground, fold_ground(ground, {.short_paths = false}).value(), queries);
  const std::vector<double> least = shortest_lengths(world, queries);
  std::uint64_t wrong = 0;
  for (Timed& timed : planners) {
    take_turns(planners.front(), timed, queries);
    compare_lengths(timed, queries, least);
    std::vector<double> alone;
    for (const Query& query : queries) alone.push_back(timed.ask(query));
    timed.alone = percentile(alone, 0.5);
    wrong += timed.wrong;
    const double turns = percentile(timed.us, 0.5);
    std::printf(
        "  %-13s %8.2f / %7.2f us  p99 %8.2f  x %6.1f / %6.1f  length %.4f / %.3f  wrong %llu\n",
        timed.name.c_str(), turns, timed.alone, percentile(timed.us, 0.99),
        percentile(timed.beside, 0.5) / turns, planners.front().alone / timed.alone,
        timed.ratio / static_cast<double>(queries.size()), timed.worst,
        static_cast<unsigned long long>(timed.wrong));
  }
  std::fflush(stdout);
  return wrong;
}

// What the ends of the answer's route cost besides its arcs.
Distance end_costs(const EndFinder& finder, const Answer& answer) {
  const Corridor& corridor = answer.corridor;
  const JoinedEnds ends = finder.join({.face = corridor.start.face, .point = corridor.start.point},
                                      {.face = corridor.goal.face, .point = corridor.goal.point});
  if (answer.route.nodes.empty()) return ends.direct;
  return seed_cost(ends.sources, answer.route.nodes.front()) +
         seed_cost(ends.goals, answer.route.nodes.back());
}

std::uint64_t check(const std::string& file, const Profile& profile, int count) {
  const World world = world_in(file);
  const Ground ground = thalweg::ground(world, profile, GraphSpec::portals()).value();
  Planner a_star = a_star_on(ground);
  AnyAngleOracle oracle(world);
  const EndFinder finder(ground);
  const std::vector<Query> queries = queries_over(ground, count);
  std::uint64_t wrong = 0;
  for (const auto& [name, options] : kCores) {
    const Fold fold = fold_ground(ground, options).value();
    const auto planner = planner_by(ground, fold_search(ground, fold));
    std::uint64_t found = 0;
    std::uint64_t here = 0;
    std::uint64_t longer = 0;
    const bool has_lengths = !fold.passage_pairs.empty() && ground.pricer().is_even_mesh();
    Answer answer, expected;
    for (const Query& query : queries) {
      answer = planner->find(query, std::move(answer));
      if (has_lengths && answer.found()) {
        const double least = oracle.find(query.start, query.goal).length;
        longer += answer.length() <= least * (1 + 1e-9) ? 0 : 1;
      }
      expected = a_star.find(query, std::move(expected));
      const bool is_same = answer.outcome == expected.outcome && answer.cost == expected.cost;
      const bool is_priced = !answer.found() || answer.cost == end_costs(finder, answer) +
                                                                   route_cost(ground, answer.route);
      found += answer.found() ? 1 : 0;
      here += is_same && is_priced ? 0 : 1;
    }
    const std::string lengths =
        has_lengths ? ", " + std::to_string(longer) + " longer than the shortest" : "";
    std::printf("%-32s %-8s %6zu queries, %6llu found, %llu differ%s: %s\n",
                file.substr(file.rfind('/') + 1).c_str(), profile.name.c_str(), queries.size(),
                static_cast<unsigned long long>(found), static_cast<unsigned long long>(here),
                lengths.c_str(), planner->note());
    wrong += here + longer;
  }
  std::fflush(stdout);
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 4 && std::string(argv[1]) == "check") {
    const auto priced = thalweg::named_profile(argv[3]);
    if (!priced) return std::puts(priced.error().c_str()), 1;
    std::uint64_t differ = 0;
    for (int i = 4; i < argc; ++i) differ += check(argv[i], *priced, std::atoi(argv[2]));
    return differ == 0 ? 0 : 1;
  }
  const int count = argc > 3 ? std::atoi(argv[1]) : 0;
  const auto profile = thalweg::named_profile(argc > 3 ? argv[2] : "");
  if (count < 1 || !profile) return std::puts("bench_fold QUERIES PROFILE FILE..."), 1;
  std::uint64_t wrong = 0;
  for (int i = 3; i < argc; ++i) wrong += bench(argv[i], *profile, count);
  return wrong == 0 ? 0 : 1;
}
