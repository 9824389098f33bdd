// The planner fold beside A* on the same graph: build, memory, whole calls, costs compared.
//   bench_fold QUERIES PROFILE FILE...
// Each file is folded twice: with its table, and with a search of the core. Calls of the planners
// take turns, query by query (first figure), and then each planner answers all alone (second).
// Queries lead from face to face of the largest island, without the straight walk, so that every one
// is a search; `straight` is fold with it, as callers have it by default. Fails if a cost differs
// from A*'s.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "thalweg/core/random.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/planners/fold.hpp"
#include "thalweg/store/store.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

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
      const Ends joined = finder.join(end, end);
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
  std::vector<double> us = {};  // [query]  taking turns
  double alone = 0;             // us, mean
  std::uint64_t wrong = 0;
  double points = 0;
  Answer answer = {};

  double ask(Query query) {
    query.try_straight = is_straight;
    const Timer timer;
    answer = planner->find(query, std::move(answer));
    return timer.wall() * 1e6;
  }
};

double mean(const std::vector<double>& all) {
  double sum = 0;
  for (const double one : all) sum += one;
  return sum / static_cast<double>(std::max<std::size_t>(1, all.size()));
}

double percentile(std::vector<double> all, double part) {
  if (all.empty()) return 0;
  std::ranges::sort(all);
  return all[static_cast<std::size_t>(part * static_cast<double>(all.size() - 1))];
}

void take_turns(std::vector<Timed>& planners, const std::vector<Query>& queries) {
  Random random(3);
  std::vector<std::size_t> order(planners.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (const Query& query : queries) {
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
    for (const std::size_t i : order) planners[i].us.push_back(planners[i].ask(query));
    const Answer& least = planners.front().answer;
    for (Timed& timed : planners) {
      timed.points += static_cast<double>(timed.answer.points.size());
      const bool is_same = timed.answer.outcome == least.outcome &&
                           (timed.is_straight || timed.answer.cost == least.cost);
      timed.wrong += is_same ? 0 : 1;
    }
  }
}

std::uint64_t bench(const std::string& file, const Profile& profile, int count) {
  const World world = world_in(file);
  const Ground ground = thalweg::ground(world, profile, GraphSpec::portals()).value();
  std::vector<Timed> planners;
  planners.push_back({.name = "a_star", .planner = std::make_unique<AStarPlanner>(ground)});
  std::printf("%s: %u faces, %u nodes\n", file.substr(file.rfind('/') + 1).c_str(),
              world.mesh.face_count(), ground.graph().node_count());
  for (const double limit : {32.0, 0.0}) {
    const Timer timer;
    const Fold fold = fold_ground(ground, {.table_limit = limit}).value();
    const double ms = timer.wall() * 1e3;
    if (limit == 0 && fold.core != FoldCore::search) continue;
    planners.push_back({.name = limit > 0 ? "fold" : "fold:table=0",
                        .planner = FoldPlanner::make(ground, fold).value()});
    std::printf(
        "  %-13s %u of %zu nodes in dead ends, %zu chains, %zu closed cliques, %.1f ms: %s\n",
        planners.back().name.c_str(), static_cast<unsigned>(fold.tree.size()), fold.nodes.size(),
        fold.chains.size(), fold.closed.size(), ms, planners.back().planner->note());
    if (limit > 0) {
      planners.push_back({.name = "straight",
                          .planner = FoldPlanner::make(ground, fold).value(),
                          .is_straight = true});
    }
  }
  const std::vector<Query> queries = queries_over(ground, count);
  take_turns(planners, queries);
  std::uint64_t wrong = 0;
  for (Timed& timed : planners) {
    const Timer timer;
    for (const Query& query : queries) timed.ask(query);
    timed.alone = timer.wall() * 1e6 / static_cast<double>(queries.size());
    wrong += timed.wrong;
    std::printf("  %-13s %9.2f / %8.2f us  p99 %9.2f  x %6.1f / %6.1f  points %5.1f  wrong %llu\n",
                timed.name.c_str(), mean(timed.us), timed.alone, percentile(timed.us, 0.99),
                mean(planners.front().us) / mean(timed.us), planners.front().alone / timed.alone,
                timed.points / static_cast<double>(queries.size()),
                static_cast<unsigned long long>(timed.wrong));
  }
  std::fflush(stdout);
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 3 ? std::atoi(argv[1]) : 0;
  const auto profile = thalweg::named_profile(argc > 3 ? argv[2] : "");
  if (count < 1 || !profile) return std::puts("bench_fold QUERIES PROFILE FILE..."), 1;
  std::uint64_t wrong = 0;
  for (int i = 3; i < argc; ++i) wrong += bench(argv[i], *profile, count);
  return wrong == 0 ? 0 : 1;
}
