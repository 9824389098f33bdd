// The natural hierarchy with whole routes refined level by level, compared with A*, with the
// thesis's own descent, and with thpa_star and rooms, on five kinds of ground at five sizes.
//   bench_pyramid [most faces, default 2,100,000] [queries a world, default 40] [kind]
// Fails if an answer is missing or cheaper than the optimum.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "thalweg/core/random.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/hierarchy/pyramid.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/partition/natural.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/pyramid_search.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

// The middle of a larger field.
HeightField middle_of(const HeightField& field, std::uint32_t side) {
  HeightField part = field;
  part.width = part.height = side;
  part.z.clear();
  const std::uint32_t left = (field.width - side) / 2;
  const std::uint32_t top = (field.height - side) / 2;
  for (std::uint32_t row = 0; row < side; ++row) {
    const auto first = field.z.begin() + (std::size_t{top + row} * field.width + left);
    part.z.insert(part.z.end(), first, first + side);
  }
  return part;
}

HeightField heights_of(const std::string& kind, std::uint32_t side) {
  return generate_heights({.kind = kind,
                           .width = side,
                           .height = side,
                           .seed = 3,
                           .code = HeightCode::magnitudes})
      .value();
}

// Slopes are alike at any size. Only the middle of a cone is taken, so that no ground is flat.
World world_of(const std::string& kind, std::uint32_t squares) {
  const bool is_cone = kind == "cone";
  const auto whole = static_cast<std::uint32_t>(std::ceil(squares * 0.75)) * 2 + 1;
  const HeightField field = is_cone ? middle_of(heights_of(kind, whole), squares + 1)
                                    : heights_of(kind == "rough" ? "fractal" : kind, squares + 1);
  const double half = squares / 64.0;
  const double height = (kind == "rough" ? 0.8 : 1.5) * half;
  TerrainOptions options;
  options.method = TerrainMethod::centre;
  options.box = Box3{{-half, -half, 0}, {half, half, height}};
  return make_world(triangulate_heights(field, options).value()).value();
}

struct Answers {
  double seconds = 0;  // of the processor
  double expanded = 0;
  std::vector<Distance> costs;  // [query]
  double nodes = 0;             // of all routes
  double bounds = 0;            // the sum of proved ratios
};

Answers ask(Planner& planner, const Ground& ground, std::uint32_t queries) {
  const auto point_at = [&](NodeId node) {
    const Vec3 p = ground.graph().position(node);
    const auto origin = ground.world().origin;
    return Point{p.x + origin.x, p.y + origin.y};
  };
  Random random(7);
  Answers answers;
  Answer answer;
  for (std::uint32_t i = 0; i < queries; ++i) {
    const Point start = point_at(NodeId(random.below(ground.graph().node_count())));
    const Point goal = point_at(NodeId(random.below(ground.graph().node_count())));
    const Query query{.start = start, .goal = goal, .try_straight = false, .shape = Shape::centres};
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

class Comparison {
 public:
  Comparison(std::string kind, const Ground& ground, std::uint32_t queries)
      : kind_(std::move(kind)), ground_(ground), queries_(queries) {
    AStarPlanner planner{ground};
    ask(planner, ground, 1);  // warms up
    exact_ = ask(planner, ground, queries);
    add("a_star", planner);
  }

  // Prints a row. False if an answer is wrong.
  bool add(const char* name, Planner& planner) {
    ask(planner, ground_, std::min(queries_, 8u));
    const Answers ours = ask(planner, ground_, queries_);
    std::vector<double> ratios;
    bool is_right = true;
    for (std::uint32_t i = 0; i < queries_; ++i) {
      is_right = is_right && ours.costs[i] >= exact_.costs[i] &&
                 (ours.costs[i] == kUnreached) == (exact_.costs[i] == kUnreached);
      if (exact_.costs[i] == kUnreached || exact_.costs[i] == 0) continue;
      ratios.push_back(static_cast<double>(ours.costs[i]) / static_cast<double>(exact_.costs[i]));
    }
    std::sort(ratios.begin(), ratios.end());
    double sum = 0;
    for (const double ratio : ratios) sum += ratio;
    const auto count = static_cast<double>(std::max<std::size_t>(ratios.size(), 1));
    std::printf("%-7s %8u  %-28s %10.1f %8.1f %9.0f %7.0f %7.3f %7.2f %7.2f  %s\n", kind_.c_str(),
                ground_.graph().node_count(), name, 1e6 * ours.seconds / queries_,
                exact_.seconds / ours.seconds, ours.expanded / queries_, ours.nodes / queries_,
                sum / count, ratios.empty() ? 1.0 : ratios.back(), ours.bounds / queries_,
                is_right ? "yes" : "NO");
    std::fflush(stdout);
    return is_right;
  }

 private:
  std::string kind_;
  const Ground& ground_;
  std::uint32_t queries_;
  Answers exact_;
};

bool compare(const std::string& kind, std::uint32_t squares, std::uint32_t queries) {
  const World world = world_of(kind, squares);
  const Graph graph = face_graph(world).value();
  const Ground ground =
      Ground::of(world, graph, price(world, graph, Profile::thesis()).value()).value();
  const Timer whole;
  const NaturalGround natural = NaturalGround::of(ground).value();
  const NaturalTree tree = merge(natural, assemble(natural, Partition::of_single_nodes(graph)),
                                 {.grow = GrowRule::capped})
                               .tree;
  const double grown = whole.wall();
  const Pyramid pyramid = build_pyramid(ground, tree.partition());
  std::printf(
      "  built in %.2f s (%.2f s of processors), of which growing %.2f s; %.1f bytes a face; "
      "cells:",
      whole.wall(), whole.cpu(), grown, static_cast<double>(pyramid.bytes()) / graph.node_count());
  for (Level level = 1; level <= pyramid.top_level(); ++level) {
    std::printf(" %u", pyramid.level(level).size());
  }
  std::puts("");
  Comparison rows(kind, ground, queries);
  bool is_right = true;
  for (const std::uint32_t rings : {0u, 1u, 2u}) {
    const auto planner = PyramidPlanner::make(ground, pyramid, {.rings = rings}).value();
    const std::string name = "natural:rings=" + std::to_string(rings);
    is_right = rows.add(name.c_str(), *planner) && is_right;
  }
  // Sections of 8 and 16 squares.
  for (const char* spec : {"thpa_star:size=0.25:levels=2", "rooms", "rooms:levels=3"}) {
    const auto planner = make_planner(spec, ground);
    if (planner) is_right = rows.add(spec, **planner) && is_right;
  }
  return is_right;
}

}  // namespace

int main(int argc, char** argv) {
  const long most = argc > 1 ? std::atol(argv[1]) : 2'100'000;
  const long queries = argc > 2 ? std::atol(argv[2]) : 40;
  const std::string only = argc > 3 ? argv[3] : "";
  if (most < 0 || queries < 1) return std::puts("bench_pyramid [faces] [queries] [kind]"), 1;
  std::puts(
      "ground     faces  planner                              us speed-up  expanded   nodes   "
      "ratio   "
      "worst  proved  right");
  bool is_right = true;
  for (const std::uint32_t squares : {64u, 128u, 256u, 512u, 724u}) {
    if (4 * long{squares} * squares > most) break;
    for (const char* kind : {"cone", "valley", "rough", "ridges", "maze"}) {
      if (!only.empty() && only != kind) continue;
      is_right = compare(kind, squares, static_cast<std::uint32_t>(queries)) && is_right;
    }
  }
  return is_right ? 0 : 1;
}
