// Our A* compared with boost::astar_search on the same graph, costs and heuristic, in one run.
//   bench_boost [queries a world, default 100] WORLD...     .map files by the 8-neighbour grid and
//                                                           the .scen beside them, others by faces
//                                                           and random queries
//
// Boost's graph is used in two forms: compressed sparse rows, its fastest, and the adjacency_list
// of its own astar_search example. Both libraries get the same queries in turn. Whole query: ours
// is the find of a_star (ends, search, path); Boost's is astar_search as its documentation calls
// it, with the predecessor and distance maps kept between queries, and the walk back along the
// predecessors. Per settled node: the search alone, with all of Boost's maps kept and the time to
// fill them excluded. Seconds are processor time.
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "../tests/planners.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/planners/a_star.hpp"

namespace {

using namespace thalweg;

// Processor time of this thread: the machine may be busy with other things.
double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

using BoostRows =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Cost,
                                       boost::no_property, std::uint32_t, std::uint32_t>;

using BoostLists =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, Cost>;

// The passable arcs of a graph in Boost's form.
struct BoostArcs {
  BoostArcs(const Graph& graph, const Metric& metric) : node_count(graph.node_count()) {
    for (const NodeId node : graph.nodes()) {
      for (const ArcId arc : graph.arcs(node)) {
        if (!metric.is_passable(arc)) continue;
        ends.emplace_back(node.value, graph.target(arc).value);
        costs.push_back(metric.cost(arc));
      }
    }
  }
  BoostRows rows() const {
    return {boost::edges_are_sorted, ends.begin(), ends.end(), costs.begin(), node_count};
  }
  BoostLists lists() const { return {ends.begin(), ends.end(), costs.begin(), node_count}; }

  std::uint32_t node_count;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
  std::vector<Cost> costs;
};

struct Reached {};

// Ends the search at the goal, as Boost's own example does, and counts.
struct Visitor : boost::default_astar_visitor {
  Visitor(std::uint32_t wanted, std::uint64_t& count) : goal(wanted), settled(count) {}
  template <class Node, class BoostGraph>
  void examine_vertex(Node node, const BoostGraph&) {
    if (node == goal) throw Reached{};
    ++settled;
  }
  std::uint32_t goal;
  std::uint64_t& settled;
};

template <class BoostGraph, class H>
struct BoostHeuristic : boost::astar_heuristic<BoostGraph, Distance> {
  explicit BoostHeuristic(const H& h) : estimate(h) {}
  Distance operator()(std::size_t node) const {
    return estimate(NodeId(static_cast<std::uint32_t>(node)));
  }
  H estimate;
};

// Boost's maps, kept between queries.
struct BoostMaps {
  explicit BoostMaps(std::size_t nodes)
      : distance(nodes), rank(nodes), predecessor(nodes), colour(nodes) {}
  std::vector<Distance> distance;
  std::vector<Distance> rank;
  std::vector<std::size_t> predecessor;
  std::vector<boost::default_color_type> colour;
};

struct Measured {
  double whole = 0;   // seconds
  double search = 0;  // seconds, if it can be measured separately
  std::uint64_t settled = 0;
  Distance cost = 0;
};

template <class BoostGraph, class H>
Measured run_boost(const BoostGraph& graph, const H& h, NodeId from, NodeId to, BoostMaps& maps) {
  Measured measured;
  const auto index = boost::get(boost::vertex_index, graph);
  const auto map = [&](auto& values) {
    return boost::make_iterator_property_map(values.begin(), index);
  };
  const auto distance = map(maps.distance);
  const auto rank = map(maps.rank);
  const auto predecessor = map(maps.predecessor);
  const auto colour = map(maps.colour);
  const auto weights = boost::get(boost::edge_bundle, graph);
  std::uint64_t settled = 0;
  const double start = now();
  try {
    boost::astar_search(graph, from.value, BoostHeuristic<BoostGraph, H>(h),
                        boost::predecessor_map(predecessor)
                            .distance_map(distance)
                            .weight_map(weights)
                            .distance_inf(kUnreached)
                            .distance_zero(Distance{0})
                            .visitor(Visitor(to.value, settled)));
  } catch (const Reached&) {
  }
  std::vector<std::size_t> route;
  for (std::size_t n = to.value; n != from.value; n = maps.predecessor[n]) route.push_back(n);
  measured.whole = now() - start;
  double searched = 0;
  try {
    for (std::uint32_t n = 0; n < maps.distance.size(); ++n) {
      maps.colour[n] = boost::white_color;
      maps.distance[n] = kUnreached;
      maps.rank[n] = kUnreached;
      maps.predecessor[n] = n;
    }
    maps.distance[from.value] = 0;
    maps.rank[from.value] = h(from);
    searched = now();
    boost::astar_search_no_init(graph, from.value, BoostHeuristic<BoostGraph, H>(h),
                                Visitor(to.value, measured.settled), predecessor, rank, distance,
                                weights, colour, index, std::less<Distance>(),
                                std::plus<Distance>(), kUnreached, Distance{0});
  } catch (const Reached&) {
  }
  measured.search = now() - searched;
  measured.cost = maps.distance[to.value];
  return measured;
}

struct QueryEnd {
  NodeId node;
  Point point;
};

// The problems of the .scen file beside a map; none without it.
std::vector<Scenario> scenarios(const std::string& map) {
  const auto text = read_file(map + ".scen");
  if (!text) return {};
  return read_scen(*text).value();
}

bool bench(const std::string& file, int queries) {
  ImportOptions options;
  options.grid_mesh = false;
  auto imported = import_world(file, options);
  if (!imported) return std::printf("%s: %s\n", file.c_str(), imported.error().c_str()), false;
  const World& world = imported->world;
  const bool is_grid = file.ends_with(".map");
  const GraphSpec spec = is_grid ? GraphSpec::grid() : GraphSpec::faces();
  const Ground ground = thalweg::ground(world, Profile::euclid(), spec).value();
  const Graph& graph = ground.graph();
  const Metric& metric = ground.metric();
  const BoostArcs arcs_for_boost(graph, metric);
  const BoostRows rows = arcs_for_boost.rows();
  const BoostLists lists = arcs_for_boost.lists();
  Planner planner = a_star_on(ground);
  Estimator estimator(ground, HeuristicKind::fitting);
  const ForwardView view(graph, PlainCosts(metric));
  SearchScratch scratch;
  BoostMaps maps(graph.node_count());
  const std::vector<Scenario> problems = is_grid ? scenarios(file) : std::vector<Scenario>{};
  Random random(1);
  const IslandId island = metric.islands().largest();
  const auto random_point = [&] {
    for (;;) {
      const NodeId node(random.below(graph.node_count()));
      if (metric.islands().of[node] != island) continue;
      const Vec3 p = world.frame().from_local(graph.position(node));
      return QueryEnd{node, {p.x, p.y, p.z}};
    }
  };
  const auto square = [&](Vec2 at) {
    const Point p = centre_of_square(at);
    return QueryEnd{NodeId(world.grid.square_at({p.x, p.y}).value), p};
  };
  Measured ours;
  Measured theirs;
  Measured listed;
  std::uint64_t arcs = 0;
  Answer answer;
  for (int i = -5; i < queries; ++i) {  // the first few warm up
    QueryEnd from = random_point();
    QueryEnd to = random_point();
    if (!problems.empty()) {
      const Scenario& problem = problems[random.below(static_cast<std::uint32_t>(problems.size()))];
      from = square(problem.start);
      to = square(problem.goal);
      if (metric.islands().of[from.node] != island || metric.islands().of[to.node] != island) {
        --i;
        continue;
      }
    }
    const double start = now();
    answer = planner.find({.start = from.point, .goal = to.point, .try_straight = false},
                          std::move(answer));
    const double whole = now() - start;
    const Seed source{from.node, 0};
    const Seed goal{to.node, 0};
    const Estimator::Target target{to.node, graph.position(to.node)};
    estimator.aim({.targets = {&target, 1}, .last_steps = {}});
    estimator.visit([&](const auto& h) {
      const double before = now();
      const SearchOutcome found = best_first(view, h, {{&source, 1}, {&goal, 1}}, scratch);
      const double search = now() - before;
      const Measured boost = run_boost(rows, h, from.node, to.node, maps);
      const Measured by_lists = run_boost(lists, h, from.node, to.node, maps);
      if (found.cost != boost.cost || answer.cost != boost.cost) {
        std::printf("costs differ: %llu and %llu\n", static_cast<unsigned long long>(found.cost),
                    static_cast<unsigned long long>(boost.cost));
        std::exit(1);
      }
      if (i < 0) return;
      ours.whole += whole;
      ours.search += search;
      ours.settled += found.stats.expanded;
      theirs.whole += boost.whole;
      theirs.search += boost.search;
      theirs.settled += boost.settled;
      listed.whole += by_lists.whole;
      listed.search += by_lists.search;
      for (const NodeId node : graph.nodes()) {
        if (scratch.bank.is_settled(node)) arcs += graph.arcs(node).size();
      }
    });
  }
  const auto per = [](double seconds, std::uint64_t count) {
    return 1e9 * seconds / static_cast<double>(count);
  };
  const std::string name = file.substr(file.find_last_of('/') + 1);
  std::printf(
      "%-20s %8.0f %6.3f |%8.0f %8.0f %5.1f %8.0f %5.1f |%6.0f %6.0f %5.2f %6.0f %5.2f |%6.1f\n",
      name.c_str(), static_cast<double>(ours.settled) / queries,
      static_cast<double>(ours.settled) / static_cast<double>(theirs.settled),
      1e6 * ours.whole / queries, 1e6 * theirs.whole / queries, theirs.whole / ours.whole,
      1e6 * listed.whole / queries, listed.whole / ours.whole, per(ours.search, ours.settled),
      per(theirs.search, theirs.settled),
      per(theirs.search, theirs.settled) / per(ours.search, ours.settled),
      per(listed.search, theirs.settled),
      per(listed.search, theirs.settled) / per(ours.search, ours.settled), per(ours.search, arcs));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  int first = 1;
  int queries = 100;
  if (argc > 1 && std::atoi(argv[1]) > 0) {
    queries = std::atoi(argv[1]);
    first = 2;
  }
  if (first >= argc) return std::puts("bench_boost [queries] WORLD..."), 1;
  std::puts(
      "                                       | whole query, us                        | search, "
      "ns a "
      "settled node          |  ns");
  std::puts(
      "world                 settled  ratio |    ours     rows times    lists times |  ours   rows "
      "times  lists times |an arc");
  bool is_good = true;
  for (int i = first; i < argc; ++i) is_good = bench(argv[i], queries) && is_good;
  return is_good ? 0 : 1;
}
