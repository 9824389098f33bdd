// HPA*: sections over a grid, a walker who sees a few steps ahead, and a square that is blocked.
#include <cstdio>
#include <thalweg/papers/hpa_star.hpp>
#include <thalweg/partition/sections.hpp>
#include <thalweg/planners/abstract.hpp>
#include <thalweg/thalweg.hpp>

// A world of squares with its graph and prices, for planners to borrow.
struct Ground {
  thalweg::World world;
  thalweg::Graph graph;
  thalweg::Metric metric;

  explicit Ground(thalweg::Grid grid) {
    thalweg::WorldParts parts;
    parts.grid = std::move(grid);
    world = thalweg::make_world(std::move(parts)).value();
    graph = thalweg::grid_graph(world);
    metric = thalweg::price(world, graph, thalweg::Profile::euclid());
  }
  thalweg::PricedWorld priced() const { return {world, graph, metric}; }
};

int main() {
  const Ground before(
      thalweg::generate_grid({.kind = "rooms", .width = 120, .height = 90}).value());
  const auto hierarchy =
      thalweg::hpa_star(before.world, before.graph, before.metric, {.size = 10}).value();

  thalweg::AbstractPlanner planner{before.world, before.graph, before.metric, hierarchy};
  const thalweg::Query query{.start = {5.5, 4.5}, .goal = {110.5, 80.5}};
  const auto path = planner.find(query);
  if (!path.found()) return std::puts(path.why()), 1;
  std::printf("%.1f m, %llu settled; the hierarchy has %u gates\n", path.length(),
              static_cast<unsigned long long>(path.stats.expanded), hierarchy.gate_count());

  // The same way for a walker who wants to know five squares ahead. The rest stays legs from gate
  // to gate.
  const thalweg::Seed start{path.route.nodes.front()};
  const thalweg::Seed goal{path.route.nodes.back()};
  const thalweg::Estimator::Target target{goal.node, before.graph.position(goal.node)};
  thalweg::Estimator estimator{before.world, before.graph, before.metric,
                               thalweg::HeuristicKind::fitting};
  estimator.aim({.targets = {&target, 1}, .last_steps = {}});
  thalweg::SearchScratch scratch;
  thalweg::AbstractSearch search{before.priced(), hierarchy, {}};
  search.begin({.sources = {&start, 1}, .goals = {&goal, 1}}, estimator, scratch);
  if (search.advance({}) != thalweg::SearchEnd::found) return 1;
  std::size_t at = 0;
  while (search.reveal(at, 5) != thalweg::SearchEnd::exhausted && at < 60) ++at;
  std::printf("after %zu steps %zu squares are known, %zu legs lie ahead\n", at,
              search.route().nodes.size(), search.legs_ahead());

  // The gate where the last leg begins is blocked: only the cells around it are crossed anew.
  thalweg::GridArrays squares = before.world.grid.arrays();
  std::vector<thalweg::AreaId> areas = squares.area.to_vector();
  areas[hierarchy.node(search.legs().front().from).value] = thalweg::kBlocked;
  squares.area = std::move(areas);
  const Ground after(thalweg::Grid::from(std::move(squares)).value());
  const auto cells = thalweg::sections(after.priced(), {.size = 10}).value();
  const auto updated = thalweg::update_hierarchy(before.priced(), hierarchy, after.priced(), cells,
                                                 {.rule = thalweg::GateRule::entrances})
                           .value();
  std::printf("%u cells crossed anew, %u as before\n", updated.rebuilt, updated.kept);
  thalweg::AbstractPlanner again{after.world, after.graph, after.metric, updated.hierarchy};
  std::printf("now %.1f m\n", again.find(query).length());
}
