// The natural hierarchy with whole routes refined level by level, compared with A*, with thpa_star
// and with rooms, on five kinds of ground at five sizes and on two real tiles.
//   bench_pyramid [most faces, default 2,100,000] [queries a world, default 40] [kind]
// Random queries, and waves: queries from the middle to nodes all over the world. Ratios are of the
// routes' costs; "walked" is that of the paths pulled straight and priced along the ground. Tiles need the
// benchmark data (THALWEG_DATA). Fails if an answer is missing or cheaper than the optimum; prints
// which of the wanted figures are met.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "../tests/planners.hpp"
#include "pyramid_worlds.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/hierarchy/cell_graphs.hpp"
#include "thalweg/hierarchy/pyramid_update.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/pyramid_reveal.hpp"
#include "thalweg/planners/pyramid_search.hpp"
#include "thalweg/store/store.hpp"
#include "thalweg/structures/kinds.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

struct Pair {
  NodeId start;
  NodeId goal;
};

// Random pairs.
std::vector<Pair> random_pairs(const Graph& graph, std::uint32_t count) {
  Random random(7);
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < count; ++i) {
    const NodeId start(random.below(graph.node_count()));
    pairs.push_back({start, NodeId(random.below(graph.node_count()))});
  }
  return pairs;
}

// From the node in the middle to nodes spread evenly.
std::vector<Pair> wave_pairs(const Ground& ground, std::uint32_t count) {
  const Vec3 middle = (ground.world().box().low + ground.world().box().high) * 0.5;
  NodeId start(0);
  double least = kNoLimit;
  for (const NodeId node : ground.graph().nodes()) {
    const Vec3 p = ground.graph().position(node);
    const double away = (p.x - middle.x) * (p.x - middle.x) + (p.y - middle.y) * (p.y - middle.y);
    if (away >= least) continue;
    least = away;
    start = node;
  }
  std::vector<Pair> pairs;
  const std::uint64_t nodes = ground.graph().node_count();
  for (std::uint64_t i = 0; i < count; ++i) {
    pairs.push_back({start, NodeId(static_cast<std::uint32_t>((2 * i + 1) * nodes / (2 * count)))});
  }
  return pairs;
}

struct Answers {
  double seconds = 0;  // of the processor
  double expanded = 0;
  std::vector<Distance> costs;  // [query]
  std::vector<double> walked;   // [query]  the price of the path as it is walked
  double nodes = 0;             // of all routes
  double bounds = 0;            // the sum of proved ratios
};

Query query_of(const Ground& ground, const Pair& pair, Shape shape) {
  const auto point_at = [&](NodeId node) {
    const Vec3 p = ground.graph().position(node);
    const auto origin = ground.world().origin;
    return Point{p.x + origin.x, p.y + origin.y};
  };
  return {.start = point_at(pair.start),
          .goal = point_at(pair.goal),
          .try_straight = false,
          .shape = shape};
}

Answers ask(Planner& planner, const Ground& ground, std::span<const Pair> pairs) {
  Answers answers;
  Answer answer;
  for (const Pair& pair : pairs) {
    const Query query = query_of(ground, pair, Shape::centres);
    const Timer timer;
    answer = planner.find(query, std::move(answer));
    answers.seconds += timer.cpu();
    answers.expanded += static_cast<double>(answer.stats.expanded);
    answers.nodes += static_cast<double>(answer.route.nodes.size());
    answers.bounds += answer.bound;
    answers.costs.push_back(answer.found() ? answer.cost : kUnreached);
  }
  return answers;
}

// The paths as they are walked: pulled straight, and priced along the ground.
std::vector<double> walk(Planner& planner, const Ground& ground, std::span<const Pair> pairs) {
  std::vector<double> prices;
  Answer answer;
  for (const Pair& pair : pairs) {
    Query query = query_of(ground, pair, Shape::funnel);
    query.want_ground_price = true;
    answer = planner.find(query, std::move(answer));
    prices.push_back(answer.found() ? answer.ground_price : 0);
  }
  return prices;
}

// What a row says.
struct Figures {
  double us = 0;
  double speed_up = 0;
  double nodes = 0;
  double ratio = 1;
  double worst = 1;
  bool is_right = true;
};

// The planners of one world and set of queries, beside A*.
class Comparison {
 public:
  Comparison(std::string kind, const Ground& ground, std::vector<Pair> pairs)
      : kind_(std::move(kind)), ground_(ground), pairs_(std::move(pairs)) {
    Planner planner = a_star_on(ground);
    ask(planner, ground, std::span(pairs_).first(1));  // warms up
    exact_ = ask(planner, ground, pairs_);
    exact_.walked = walk(planner, ground, pairs_);
    print("a_star", exact_);
  }

  Figures add(const std::string& name, Planner& planner) {
    ask(planner, ground_, std::span(pairs_).first(std::min<std::size_t>(pairs_.size(), 8)));
    Answers ours = ask(planner, ground_, pairs_);
    ours.walked = walk(planner, ground_, pairs_);
    return print(name, ours);
  }

 private:
  Figures print(const std::string& name, const Answers& ours) {
    Figures row;
    double sum = 0;
    double walked = 0;
    double count = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      row.is_right = row.is_right && ours.costs[i] >= exact_.costs[i] &&
                     (ours.costs[i] == kUnreached) == (exact_.costs[i] == kUnreached);
      if (exact_.costs[i] == kUnreached || exact_.costs[i] == 0) continue;
      const double ratio =
          static_cast<double>(ours.costs[i]) / static_cast<double>(exact_.costs[i]);
      row.worst = std::max(row.worst, ratio);
      sum += ratio;
      walked += exact_.walked[i] > 0 ? ours.walked[i] / exact_.walked[i] : 1;
      ++count;
    }
    const auto queries = static_cast<double>(pairs_.size());
    row.ratio = count > 0 ? sum / count : 1;
    row.us = 1e6 * ours.seconds / queries;
    row.speed_up = exact_.seconds / ours.seconds;
    row.nodes = ours.nodes / queries;
    std::printf("%-12s %8u  %-28s %10.1f %8.1f %9.0f %7.0f %7.3f %7.2f %7.3f %7.2f  %s\n",
                kind_.c_str(), ground_.graph().node_count(), name.c_str(), row.us, row.speed_up,
                ours.expanded / queries, row.nodes, row.ratio, row.worst,
                count > 0 ? walked / count : 1, ours.bounds / queries, row.is_right ? "yes" : "NO");
    std::fflush(stdout);
    return row;
  }

  std::string kind_;
  const Ground& ground_;
  std::vector<Pair> pairs_;
  Answers exact_;
};

// What is wanted, and whether it is met.
class Verdicts {
 public:
  void want(const std::string& what, double is, double limit, bool at_most) {
    const bool is_met = at_most ? is <= limit : is >= limit;
    missed_ += is_met ? 0 : 1;
    char text[160];
    std::snprintf(text, sizeof text, "%-6s %-52s %8.3f, wanted %s %g", is_met ? "met" : "MISSED",
                  what.c_str(), is, at_most ? "at most" : "at least", limit);
    lines_.emplace_back(text);
  }
  void print() const {
    for (const std::string& line : lines_) std::puts(line.c_str());
    std::printf("%zu of %zu met\n", lines_.size() - missed_, lines_.size());
  }

 private:
  std::vector<std::string> lines_;
  std::size_t missed_ = 0;
};

struct Built {
  Pyramid pyramid;
  double seconds = 0;
  double bytes = 0;  // a face
};

Built build(const Ground& ground, const NaturalOptions& options) {
  const Timer whole;
  Built built{natural_pyramid(ground, options).value(), 0, 0};
  built.seconds = whole.wall();
  const CellGraphs* const graphs = built.pyramid.cell_graphs(ground);
  const double bytes = static_cast<double>(built.pyramid.bytes() + graphs->bytes());
  built.bytes = bytes / ground.graph().node_count();
  return built;
}

// The ground with a disc of more expensive arcs in its middle.
Ground edited(const Ground& ground) {
  MetricParts parts = ground.metric().parts();
  std::vector<Cost> costs = parts.costs.to_vector();
  const Box3 box = ground.world().box();
  const Vec3 middle = (box.low + box.high) * 0.5;
  for (const NodeId node : ground.graph().nodes()) {
    const Vec3 p = ground.graph().position(node);
    if (std::max(std::abs(p.x - middle.x), std::abs(p.y - middle.y)) > 0.25) continue;
    for (const ArcId arc : ground.graph().arcs(node)) {
      if (costs[arc.value] < kForbidden / 2) costs[arc.value] *= 2;
    }
  }
  parts.costs = std::move(costs);
  return Ground::of(ground.world(), ground.graph(),
                    Metric::from(std::move(parts), ground.graph()).value())
      .value();
}

// Updating, revealing and loading beside building and finding.
void others(const Ground& ground, const Built& built, double us, Verdicts& verdicts) {
  const Ground now = edited(ground);
  const Timer update;
  const UpdatedPyramid updated = update_pyramid(ground, now, built.pyramid).value();
  const double updating = update.wall();
  const std::vector<Pair> pairs = random_pairs(ground.graph(), 40);
  PyramidReveal reveal(ground, built.pyramid);
  if (reveal.begin(pairs[0].start, pairs[0].goal)) reveal.reveal(0, 20);  // warms up
  double first = 0;
  for (const Pair& pair : pairs) {
    const Timer timer;
    if (reveal.begin(pair.start, pair.goal)) reveal.reveal(0, 20);
    first += timer.cpu();
  }
  Store store;
  store.world = ground.world();
  store = with_metric(std::move(store), "m", ground).value();
  const Structure structure(pyramid_kind(), ground, "natural", built.pyramid);
  store = with_structure(std::move(store), stored(structure, "p", "m")).value();
  const std::string file = "bench_pyramid.tmp.thal";
  double loading = 0;
  if (save_store(store, file)) {
    const Timer timer;
    const Store loaded = load_store(file).value();
    if (!structure_of(loaded.structures.front(), ground)) std::abort();
    loading = timer.wall();
    std::remove(file.c_str());
  }
  std::printf(
      "  update after an edit %.4f s, %u of %u cells measured; first 20 nodes %.1f us; loaded with "
      "its world in %.3f s\n",
      updating, updated.measured, built.pyramid.cells().cell_count(), 1e6 * first / 40, loading);
  if (ground.graph().node_count() < 60'000) return;
  verdicts.want("  update over building", updating / built.seconds, 0.5, true);
  verdicts.want("  first 20 nodes over the whole route", 1e6 * first / 40 / us, 1, true);
  verdicts.want("  loading over building", loading / built.seconds, 1, true);
}

class Bench {
 public:
  explicit Bench(std::uint32_t queries) : queries_(queries) {}

  // A world, under the figures wanted of it: by its faces.
  void compare(const std::string& kind, const World& world, bool has_peers) {
    const Ground ground = bench::thesis_ground(world);
    const Built built = build(ground, {});
    std::printf("  built in %.2f s; %.1f bytes a face; cells:", built.seconds, built.bytes);
    for (Level level = 1; level <= built.pyramid.top_level(); ++level) {
      std::printf(" %u", built.pyramid.level(level).size());
    }
    std::puts("");
    const auto lean = planner_by(ground, PyramidSearch::make(ground, built.pyramid));
    const auto wide = planner_by(ground, PyramidSearch::make(ground, built.pyramid, {.rings = 1}));
    Comparison random(kind, ground, random_pairs(ground.graph(), queries_));
    const Figures fast = keep(random.add("natural", *lean));
    const Figures near = keep(random.add("natural:rings=1", *wide));
    if (has_peers) add_peers(random, ground);
    Comparison wave(kind + " wave", ground, wave_pairs(ground, queries_));
    keep(wave.add("natural", *lean));
    judge(kind, ground.graph().node_count(), fast, near, built);
    others(ground, built, fast.us, verdicts_);
  }

  int end() const {
    verdicts_.print();
    return is_right_ ? 0 : 1;
  }

 private:
  Figures keep(const Figures& row) {
    is_right_ = is_right_ && row.is_right;
    return row;
  }

  // Cells united in the thesis's order; sections of 8 and 16 squares; rooms.
  void add_peers(Comparison& rows, const Ground& ground) {
    for (const char* spec :
         {"natural:order=unit", "thpa_star:size=0.25:levels=2", "rooms", "rooms:levels=3"}) {
      const auto planner = make_planner(spec, ground);
      if (planner) keep(rows.add(spec, **planner));
    }
  }

  void judge(const std::string& kind, std::uint32_t faces, const Figures& fast, const Figures& near,
             const Built& built) {
    const std::string name = kind + " " + std::to_string(faces);
    const bool is_maze = kind.starts_with("maze");
    const bool is_slow = is_maze || kind.starts_with("cone");
    if (faces > 60'000 && faces < 70'000) {
      verdicts_.want(name + ": times faster than A*", fast.speed_up, is_slow ? 15 : 25, false);
      verdicts_.want(name + ": mean ratio", fast.ratio, is_maze ? 1.2 : 1.12, true);
      verdicts_.want(name + ": mean ratio, rings=1", near.ratio, 1.05, true);
    }
    if (faces > 2'000'000) {
      verdicts_.want(name + ": times faster than A*", fast.speed_up, 100, false);
      verdicts_.want(name + ": mean ratio", fast.ratio, 1.2, true);
      verdicts_.want(name + ": seconds to build", built.seconds, 30, true);
    }
    verdicts_.want(name + ": worst ratio", fast.worst, is_maze ? 6 : 3, true);
    verdicts_.want(name + ": bytes a face", built.bytes, 80, true);
    const auto [first, is_first] = smallest_.try_emplace(kind, fast);
    if (is_first) return;
    verdicts_.want(name + ": growth of time over that of length",
                   fast.us / first->second.us / (fast.nodes / first->second.nodes), 2, true);
  }

  std::uint32_t queries_;
  bool is_right_ = true;
  Verdicts verdicts_;
  std::map<std::string, Figures> smallest_;  // [kind]  of its smallest world
};

void generated(Bench& bench, long most, const std::string& only) {
  for (const std::uint32_t squares : {64u, 128u, 256u, 512u, 724u}) {
    if (4 * long{squares} * squares > most) break;
    for (const std::string kind : {"cone", "valley", "rough", "ridges", "maze"}) {
      if (!only.empty() && only != kind) continue;
      const bool has_peers = squares <= 256;  // they take long to build
      bench.compare(kind, bench::generated_world(kind, squares, TerrainMethod::centre), has_peers);
      if (squares != 128) continue;
      // As many faces with two triangles for each square.
      bench.compare(kind + "/2", bench::generated_world(kind, 181, TerrainMethod::uniform), true);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const long most = argc > 1 ? std::atol(argv[1]) : 2'100'000;
  const long queries = argc > 2 ? std::atol(argv[2]) : 40;
  const std::string only = argc > 3 ? argv[3] : "";
  if (most < 0 || queries < 1) return std::puts("bench_pyramid [faces] [queries] [kind]"), 1;
  std::puts(
      "ground          faces  planner                              us speed-up  expanded   nodes   "
      "ratio   worst  walked  proved  right");
  Bench bench(static_cast<std::uint32_t>(queries));
  generated(bench, most, only);
  for (const char* file : {"srtm3/S33W071.hgt", "topotoolbox/bigtujunga.tif"}) {
    if (!only.empty() && only != "tiles") continue;
    if (const auto world = bench::tile_world(file, 513)) bench.compare(file, *world, true);
  }
  return bench.end();
}
