// All heuristics on all graphs and profiles: zero at the goal, consistent, admissible against a
// slow search, in both directions; the bound of weighted searches.
#include "thalweg/heuristics/heuristic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "laws/cases.hpp"
#include "oracle.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/graph/reverse.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {
namespace {

void add_mesh(std::vector<Case>& all, const std::string& name, const World& w) {
  all.push_back({name + ", faces", w, graph_of(w, GraphSpec::faces())});
  all.push_back({name + ", portals", w, graph_of(w, GraphSpec::portals())});
  all.push_back({name + ", points", w, graph_of(w, GraphSpec::portals(3, 0.5f))});
}

// The same squares without heights: there the searches count steps instead of metres.
World without_heights(const World& world) {
  WorldParts parts;
  parts.y_axis = YAxis::down;
  std::vector<AreaId> areas;
  for (std::uint32_t s = 0; s < world.grid.width() * world.grid.height(); ++s) {
    areas.push_back(world.grid.area(SquareId(s)));
  }
  parts.grid = Grid::from({.width = world.grid.width(),
                           .height = world.grid.height(),
                           .spacing = static_cast<float>(world.grid.spacing()),
                           .shape = world.grid.shape(),
                           .area = std::move(areas),
                           .ground = {}})
                   .value();
  return make_world(std::move(parts)).value();
}

std::vector<Case> heuristic_cases(std::uint64_t seed) {
  std::vector<Case> all;
  const World ground = hills(seed, {.corners = 8});
  add_mesh(all, "hills", ground);
  const World open = hills(seed, {.corners = 8, .has_areas = false});
  // A short link over a long distance: cheaper per metre than any walk.
  add_mesh(all, "linked hills",
           with_links(open, {link_between({1.3f, 1.2f, 0}, {6.1f, 5.2f, 0},
                                          {.length = 0.5f, .is_two_way = true})})
               .value());
  add_mesh(all, "rough hills", hills(seed, {.corners = 7, .spacing = 30, .relief = 400}));
  const World flat = without_heights(random_grid(seed, "......#wR"));
  all.push_back({"grid, 8", flat, graph_of(flat, GraphSpec::grid())});
  all.push_back({"grid, 4", flat, graph_of(flat, GraphSpec::grid(GridNeighbours::four))});
  const World swamp = without_heights(random_grid(seed, "w"));
  all.push_back({"swamp", swamp, graph_of(swamp, GraphSpec::grid())});
  const World high = random_grid(seed, "001122#", {.spacing = 2.5f});
  all.push_back({"heights, 8", high, graph_of(high, GraphSpec::grid())});
  const World linked = random_grid(seed, ".",
                                   {.links = {link_between({0.5f, 0.5f, 0}, {15.5f, 14.5f, 0},
                                                           {.length = 1, .is_two_way = true})}});
  all.push_back({"linked grid", linked, graph_of(linked, GraphSpec::grid())});
  const World hexagons = random_grid(seed, ".....#w1", {.shape = GridShape::hex});
  all.push_back({"hexagons", hexagons, graph_of(hexagons, GraphSpec::grid())});
  return all;
}

std::vector<Profile> profiles() {
  std::vector<Profile> all;
  for (const NamedProfile& named : named_profiles()) all.push_back(named.make());
  Profile box = Profile::thesis();
  box.name = "lopsided_boxes";
  box.base = PriceBase::box;
  box.axes.east = 2;
  box.axes.north = 0.5;
  all.push_back(box);
  return all;
}

// Calls use(ground, seed) for every world, graph and profile; with one seed in scope `test`.
template <class Use>
void for_each_case(std::uint64_t count, const Use& use) {
  for (const std::uint64_t seed : seeds({.test = 1, .check = count})) {
    for (const Case& c : heuristic_cases(seed)) {
      for (const Profile& profile : profiles()) {
        SCOPED_TRACE(c.name + ", " + profile.name);
        use(c.priced(profile), seed);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

std::vector<NamedHeuristic> admissible() {
  std::vector<NamedHeuristic> all;
  for (const NamedHeuristic& named : named_heuristics()) {
    if (named.kind != HeuristicKind::typical) all.push_back(named);
  }
  return all;
}

Estimator::Target target_of(const Graph& graph, NodeId node) {
  const bool has_node = graph.facts().nodes_are_faces || graph.facts().nodes_are_squares;
  return {has_node ? node : NodeId{}, graph.position(node)};
}

std::vector<Distance> all_of(const Graph& graph, const auto& heuristic) {
  std::vector<Distance> h;
  for (const NodeId node : graph.nodes()) h.push_back(heuristic(node));
  return h;
}

std::vector<Distance> fast_form(const Graph& graph, const Estimator& estimator) {
  return estimator.visit([&](const auto& heuristic) { return all_of(graph, heuristic); });
}

// The costs of all nodes to the goals, by a simple search over the reversed graph.
std::vector<Distance> costs_to(const Graph& graph, const Metric& metric,
                               std::span<const Seed> goals) {
  const ReverseRows rows = reverse_rows(graph);
  std::vector<Distance> least(graph.node_count(), kUnreached);
  using Entry = std::pair<Distance, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const Seed& seed : goals) queue.push({seed.cost, seed.node.value});
  while (!queue.empty()) {
    const auto [g, node] = queue.top();
    queue.pop();
    if (least[node] <= g) continue;
    least[node] = g;
    for (const ReverseArc& back : rows[NodeId(node)]) {
      if (metric.is_passable(back.arc)) queue.push({g + metric.cost(back.arc), back.source.value});
    }
  }
  return least;
}

void expect_consistent(const Graph& graph, const Metric& metric, const std::vector<Distance>& h,
                       bool is_backward = false) {
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      if (!metric.is_passable(arc)) continue;
      const NodeId to = graph.target(arc);
      const Distance here = h[(is_backward ? to : node).value];
      ASSERT_LE(here, metric.cost(arc) + h[(is_backward ? node : to).value]);
    }
  }
}

void expect_at_most(const std::vector<Distance>& h, const std::vector<Distance>& costs) {
  for (std::size_t n = 0; n < h.size(); ++n) ASSERT_LE(h[n], costs[n]);
}

TEST(Heuristics, each_is_zero_at_the_goal_consistent_and_admissible_to_it) {
  for_each_case(2, [&](const Ground& ground, std::uint64_t seed) {
    const Graph& graph = ground.graph();
    const Metric& metric = ground.metric();
    Random random(seed);
    for (const NamedHeuristic& named : admissible()) {
      SCOPED_TRACE(std::string(named.name));
      Estimator estimator(ground, named.kind);
      for (int i = 0; i < 3; ++i) {
        const NodeId goal(random.below(graph.node_count()));
        const Estimator::Target target = target_of(graph, goal);
        const Seed last{goal, 0};
        estimator.aim({.targets = {&target, 1}, .last_steps = {&last, 1}});
        ASSERT_EQ(estimator.bound(), 1);
        const auto costs = costs_to(graph, metric, {&last, 1});
        for (const auto& h : {fast_form(graph, estimator), all_of(graph, estimator.general())}) {
          ASSERT_EQ(h[goal.value], 0u);
          expect_consistent(graph, metric, h);
          expect_at_most(h, costs);
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  });
}

TEST(Heuristics, each_is_zero_at_the_start_consistent_and_admissible_from_it) {
  for_each_case(2, [&](const Ground& ground, std::uint64_t seed) {
    const Graph& graph = ground.graph();
    const Metric& metric = ground.metric();
    Random random(seed);
    for (const NamedHeuristic& named : admissible()) {
      SCOPED_TRACE(std::string(named.name));
      Estimator estimator(ground, named.kind);
      const NodeId start(random.below(graph.node_count()));
      const Estimator::Target target = target_of(graph, start);
      const Seed first{start, 0};
      estimator.aim({.targets = {&target, 1}, .last_steps = {&first, 1}, .is_backward = true});
      const auto costs = dijkstra(graph, metric, {&first, 1});
      const auto h = all_of(graph, estimator.general());
      ASSERT_EQ(h[start.value], 0u);
      expect_consistent(graph, metric, h, true);
      expect_at_most(h, costs);
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

TEST(Heuristics, of_several_goals_the_least_counts) {
  for_each_case(1, [&](const Ground& ground, std::uint64_t seed) {
    const Graph& graph = ground.graph();
    const Metric& metric = ground.metric();
    Random random(seed);
    for (const NamedHeuristic& named : admissible()) {
      Estimator estimator(ground, named.kind);
      std::vector<Estimator::Target> targets;
      std::vector<Seed> goals;
      for (int i = 0; i < 4; ++i) {
        goals.push_back({NodeId(random.below(graph.node_count())), 0});
        targets.push_back(target_of(graph, goals.back().node));
      }
      std::vector<Distance> least(graph.node_count(), kUnreached);
      for (const Estimator::Target& target : targets) {
        estimator.aim({.targets = {&target, 1}, .last_steps = {}});
        const auto h = all_of(graph, estimator.general());
        for (std::size_t n = 0; n < h.size(); ++n) least[n] = std::min(least[n], h[n]);
      }
      estimator.aim({.targets = targets, .last_steps = goals});
      const auto together = fast_form(graph, estimator);
      ASSERT_EQ(together, least) << named.name;
      expect_consistent(graph, metric, together);
      expect_at_most(together, costs_to(graph, metric, goals));
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

TEST(Heuristics, the_last_steps_to_a_point_count_too) {
  for_each_case(2, [&](const Ground& ground, std::uint64_t seed) {
    const Graph& graph = ground.graph();
    const Metric& metric = ground.metric();
    if (!graph.facts().has_portal_nodes) return;
    Random random(seed);
    const EndFinder finder(ground);
    for (const NamedHeuristic& named : admissible()) {
      SCOPED_TRACE(std::string(named.name));
      Estimator estimator(ground, named.kind);
      for (int i = 0; i < 5; ++i) {
        const End goal =
            finder.find(ground.world().frame().to_local(random_point(ground.world(), random)), 1);
        if (!goal.is_found()) continue;
        const JoinedEnds ends = finder.join(goal, goal);
        const Estimator::Target target{{}, goal.point};
        estimator.aim({.targets = {&target, 1}, .last_steps = ends.goals});
        for (const auto& h : {fast_form(graph, estimator), all_of(graph, estimator.general())}) {
          for (const Seed& seed_to : ends.goals) ASSERT_LE(h[seed_to.node.value], seed_to.cost);
          expect_consistent(graph, metric, h);
          expect_at_most(h, costs_to(graph, metric, ends.goals));
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  });
}

TEST(Heuristics, the_form_for_points_equals_the_general_one) {
  for_each_case(1, [&](const Ground& ground, std::uint64_t seed) {
    const Graph& graph = ground.graph();
    Random random(seed);
    for (const NamedHeuristic& named : named_heuristics()) {
      Estimator estimator(ground, named.kind);
      const Estimator::Target target = target_of(graph, NodeId(random.below(graph.node_count())));
      for (const double weight : {0.0, 1.0, 2.5}) {
        estimator.aim({.targets = {&target, 1},
                       .last_steps = {},
                       .start = graph.position(NodeId(0)),
                       .weight = weight});
        estimator.visit([&](const auto& heuristic) {
          using Form = std::decay_t<decltype(heuristic)>;
          if constexpr (!std::is_same_v<Form, GridEstimate>) {
            ASSERT_EQ(all_of(graph, heuristic), all_of(graph, estimator.general()));
          }
        });
      }
    }
  });
}

TEST(Heuristics, on_an_open_grid_steps_are_counted_exactly) {
  const World world = without_heights(random_grid(1, "."));
  for (const GridNeighbours neighbours : {GridNeighbours::four, GridNeighbours::eight}) {
    const Ground squares = ground_of(world, GraphSpec::grid(neighbours));
    const Graph& graph = squares.graph();
    Estimator estimator(squares, HeuristicKind::fitting);
    for (std::uint32_t g = 0; g < graph.node_count(); g += 37) {
      const Estimator::Target target = target_of(graph, NodeId(g));
      const Seed goal{NodeId(g), 0};
      estimator.aim({.targets = {&target, 1}, .last_steps = {&goal, 1}});
      const bool counts_steps = estimator.visit([](const auto& heuristic) {
        return std::is_same_v<std::decay_t<decltype(heuristic)>, GridEstimate>;
      });
      ASSERT_TRUE(counts_steps);
      ASSERT_EQ(fast_form(graph, estimator), costs_to(graph, squares.metric(), {&goal, 1}));
    }
  }
}

TEST(Heuristics, a_weight_keeps_the_route_within_the_bound_reported) {
  int more_expensive = 0;
  for_each_case(1, [&](const Ground& ground, std::uint64_t seed) {
    for (const NamedHeuristic& named : named_heuristics()) {
      Planner planner = a_star_on(ground, {.heuristic = named.kind});
      Random random(seed);
      for (int i = 0; i < 9; ++i) {
        Query query{.start = random_point(ground.world(), random),
                    .goal = random_point(ground.world(), random),
                    .try_straight = false};
        constexpr double kWeights[] = {1.2, 2, 5};
        query.weight = named.kind == HeuristicKind::typical ? 1 : kWeights[i % 3];
        const Answer answer = planner.find(query);
        if (!answer.found()) continue;
        const JoinedEnds ends = ends_of(ground, query);
        const Distance best = least_cost(ground, ends);
        more_expensive += answer.cost > best ? 1 : 0;
        const bool is_typical = named.kind == HeuristicKind::typical;
        if (is_typical && answer.bound == 0)
          continue;  // a step may cost nothing: no bound is known
        ASSERT_GE(answer.bound, 1);
        ASSERT_LE(static_cast<double>(answer.cost), answer.bound * static_cast<double>(best))
            << named.name << ", weight " << query.weight;
        ASSERT_LE(answer.bound, is_typical ? kNoLimit : std::ceil(query.weight));
        ASSERT_EQ(answer.stats.reopened, 0u);
      }
    }
  });
  EXPECT_GT(more_expensive, 100);  // otherwise the bounds were not tested
}

// The mean ratio of the heuristic to the true cost over random pairs.
double reach_of(const Ground& ground, HeuristicKind kind) {
  const Graph& graph = ground.graph();
  Estimator estimator(ground, kind);
  Random random(seed_of(1));
  double sum = 0;
  int count = 0;
  for (int i = 0; i < 8; ++i) {
    const NodeId goal(random.below(graph.node_count()));
    const Estimator::Target target = target_of(graph, goal);
    const Seed last{goal, 0};
    estimator.aim({.targets = {&target, 1}, .last_steps = {&last, 1}});
    const auto h = fast_form(graph, estimator);
    const auto costs = costs_to(graph, ground.metric(), {&last, 1});
    for (std::size_t n = 0; n < h.size(); ++n) {
      if (costs[n] == kUnreached || costs[n] == 0) continue;
      sum += static_cast<double>(h[n]) / static_cast<double>(costs[n]);
      ++count;
    }
  }
  return sum / count;
}

TEST(Heuristics, the_terrain_box_reaches_more_than_the_fitting_one_under_the_thesis_s_prices) {
  struct Terrain {
    const char* name;
    double relief;
  };
  for (const Terrain& terrain :
       {Terrain{"flat", 0}, Terrain{"gentle", 1}, Terrain{"hilly", 10}, Terrain{"rough", 60}}) {
    const World world = hills(3, {.corners = 48, .relief = terrain.relief, .has_areas = false});
    for (const PriceBase base : {PriceBase::box, PriceBase::edge_box}) {
      Profile profile = Profile::thesis();
      profile.base = base;
      const Ground faces = on_faces(world, profile);
      const double box = reach_of(faces, HeuristicKind::terrain_box);
      const double fitting = reach_of(faces, HeuristicKind::fitting);
      std::printf("%s, %s: terrain_box %.3f, fitting %.3f of the true cost\n", terrain.name,
                  base == PriceBase::box ? "box" : "edge_box", box, fitting);
      EXPECT_GE(box, fitting);
    }
  }
}

}  // namespace
}  // namespace thalweg
