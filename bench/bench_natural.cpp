// The natural hierarchy: the cost of building it, how that grows, and how fast it answers.
//   bench_natural [largest side in squares, default 1024] [queries a world, default 40]
// Fails if the largest worlds exceed their time or memory limits, or if an answer is cheaper than
// the optimum.
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "../tests/planners.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/partition/compress.hpp"
#include "thalweg/partition/natural.hpp"
#include "thalweg/partition/update.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/descending.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

constexpr double kMostSeconds = 120;
constexpr double kMostBytes = 600;  // a face
constexpr std::uint32_t kLayers = 10;

// A line of /proc/self/status in bytes; 0 if there is none.
double status_bytes(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string name; status >> name;) {
    if (double kilobytes = 0; name == field && status >> kilobytes) return kilobytes * 1024;
    std::getline(status, name);
  }
  return 0;
}

// The growth of the peak memory since construction. Linux.
class PeakGrowth {
 public:
  PeakGrowth() {
    ::malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";  // forget the peak so far
    before_ = status_bytes("VmRSS:");
  }
  double peak() const { return status_bytes("VmHWM:"); }
  double bytes() const { return peak() - before_; }

 private:
  double before_ = 0;
};

// The faces of a world. An edit of another ground is priced in the same quanta.
NaturalGround grown_on(const World& world, const NaturalGround* before = nullptr) {
  const PriceOptions options{.quantum = before != nullptr ? before->metric().quantum() : 0};
  const Graph graph = build_graph(world, GraphSpec::faces()).value();
  const Metric metric = price(world, graph, Profile::thesis(), options).value();
  return NaturalGround::of(Ground::of(world, graph, metric).value(),
                           before != nullptr ? before->unweighted().quantum() : 0)
      .value();
}

double face_count(const NaturalGround& ground) { return ground.graph().node_count(); }

// Raises a disc in the middle, 16 samples in radius.
void raise_middle(HeightField& field, float by) {
  const auto middle = static_cast<int>(field.width / 2);
  for (int y = -16; y <= 16; ++y) {
    for (int x = -16; x <= 16; ++x) {
      if (x * x + y * y > 16 * 16) continue;
      field.z[static_cast<std::size_t>(middle + y) * field.width +
              static_cast<std::size_t>(middle + x)] += by;
    }
  }
}

// A terrain with similar slopes at any size.
World terrain(const std::string& kind, std::uint32_t squares, bool is_edited = false) {
  constexpr double kSpacing = 10;
  const bool is_flat = kind == "flat";
  const auto heights = generate_heights({.kind = is_flat ? "fractal" : kind,
                                         .width = squares + 1,
                                         .height = squares + 1,
                                         .spacing = kSpacing,
                                         .relief = 0.2 * kSpacing * squares});
  HeightField field = heights.value();
  if (is_flat) std::ranges::fill(field.z, 0.0f);
  if (is_edited) raise_middle(field, 100);
  return make_world(triangulate_heights(field, {}).value()).value();
}

// The thesis's maps: four triangles a square, in a box of one size.
World thesis_map(const std::string& kind, std::uint32_t squares) {
  const auto heights =
      generate_heights({.kind = kind, .width = squares + 1, .height = squares + 1});
  TerrainOptions options;
  options.method = TerrainMethod::centre;
  options.box = Box3{{-1, -1, -0.5}, {1, 1, 0.5}};
  return make_world(triangulate_heights(heights.value(), options).value()).value();
}

struct Trees {
  NaturalTree full;
  NaturalTree compressed;
};

struct Build {
  double wall = 0;  // seconds
  double cpu = 0;
  double tree_bytes = 0;  // a face: the larger tree
  double growth = 0;      // a face: memory at its peak over what the ground takes
};

// Merges and compresses as natural_tree does, step by step, and prints a row.
std::pair<Trees, Build> build(const char* name, const NaturalGround& ground) {
  const PeakGrowth memory;
  const Timer whole;
  Merged merged = merge(ground, assemble(ground, Partition::of_single_nodes(ground.graph())));
  const double merge_s = whole.wall();
  const double faces = face_count(ground);
  const double bytes = static_cast<double>(merged.tree.bytes()) / faces;
  const Timer compressing;
  const Partition full = merged.tree.partition();
  merged.tree = {};
  const Partition less = compress(full, {.layers = kLayers});
  const double compress_s = compressing.wall();
  const Timer assembling;
  NaturalTree tree = assemble(ground, less);
  const double assemble_s = assembling.wall();

  const double less_bytes = static_cast<double>(tree.bytes()) / faces;
  const Build row{whole.wall(), whole.cpu(), std::max(bytes, less_bytes), memory.bytes() / faces};
  const Array<Distances> rests = rests_of(tree);
  const Timer loading;
  const NaturalTree loaded = assemble(ground, less, tree.rule(), rests.span());
  const double load_s = loading.wall();
  std::printf(
      "%-8s %8.0f %8.2f %6u %8u %6u %8.2f %8.2f %8.3f %8.2f %8.2f %8.0f %6.0f %6.0f %8.0f %7.0f "
      "%8u\n",
      name, faces, merge_s, merged.report.steps, full.cell_count(), layer_count(full), compress_s,
      assemble_s, load_s, row.wall, row.cpu, 1e9 * row.cpu / faces, bytes, less_bytes,
      memory.peak() / 1e6, row.growth, count_rubbish(full));
  return {{assemble(ground, full), std::move(tree)}, row};
}

struct Answers {
  double cpu = 0;  // seconds
  double settled = 0;
  std::vector<Distance> costs;  // [query]  kUnreached: no route
};

Answers ask(Planner& planner, const NaturalGround& ground, std::uint32_t queries) {
  const auto random_point = [&](NodeId node) {
    const Vec3 p = ground.graph().position(node);
    return Point{p.x + ground.world().origin.x, p.y + ground.world().origin.y};
  };
  Random random(7);
  Answers answers;
  Answer answer;
  for (std::uint32_t i = 0; i < queries; ++i) {
    const Point start = random_point(NodeId(random.below(ground.graph().node_count())));
    const Point goal = random_point(NodeId(random.below(ground.graph().node_count())));
    const Query query{.start = start, .goal = goal, .try_straight = false, .shape = Shape::centres};
    const Timer timer;
    answer = planner.find(query, std::move(answer));
    answers.cpu += timer.cpu();
    answers.settled += static_cast<double>(answer.stats.expanded);
    answers.costs.push_back(answer.found() ? answer.cost : kUnreached);
  }
  return answers;
}

// Answers compared with those of A*: rows are printed when all is built.
class Comparison {
 public:
  explicit Comparison(std::uint32_t queries) : queries_(queries) {}

  void add(const char* name, const NaturalGround& ground, const Trees& trees) {
    Planner planner = a_star_on(ground.priced());
    ask(planner, ground, 1);  // warms up
    const Answers exact = ask(planner, ground, queries_);
    add_row(name, ground, {trees.full, "full"}, exact);
    add_row(name, ground, {trees.compressed, "10"}, exact);
  }
  // False if an answer was wrong.
  bool print() const {
    std::puts(
        "ground      faces layers     A*_us   ours_us  speedup  settled  ns/each   ratio   worst  "
        "right");
    for (const std::string& row : rows_) std::puts(row.c_str());
    return is_right_;
  }

 private:
  struct Named {
    const NaturalTree& tree;
    const char* layers;
  };

  void add_row(const char* name, const NaturalGround& ground, const Named& named,
               const Answers& exact) {
    const auto planner =
        planner_by(ground.priced(), DescendingSearch::make(ground.priced(), named.tree));
    ask(*planner, ground, 1);
    const Answers ours = ask(*planner, ground, queries_);
    double sum = 0;
    double worst = 1;
    bool is_right = true;
    for (std::uint32_t i = 0; i < queries_; ++i) {
      is_right = is_right && ours.costs[i] >= exact.costs[i] &&
                 (ours.costs[i] == kUnreached) == (exact.costs[i] == kUnreached);
      const auto least = static_cast<double>(exact.costs[i]);
      const double ratio = least > 0 ? static_cast<double>(ours.costs[i]) / least : 1;
      sum += ratio;
      worst = std::max(worst, ratio);
    }
    char row[160];
    std::snprintf(row, sizeof row, "%-8s %8.0f %6s %9.1f %9.1f %8.1f %8.0f %8.0f %7.3f %7.2f  %s",
                  name, face_count(ground), named.layers, 1e6 * exact.cpu / queries_,
                  1e6 * ours.cpu / queries_, exact.cpu / ours.cpu, ours.settled / queries_,
                  1e9 * ours.cpu / ours.settled, sum / queries_, worst, is_right ? "yes" : "NO");
    rows_.emplace_back(row);
    is_right_ = is_right_ && is_right;
  }

  std::uint32_t queries_;
  std::vector<std::string> rows_;
  bool is_right_ = true;
};

// One kind of ground at all sizes; false if the largest exceeds its limits. In small worlds the
// memory of threads and the allocator is too large a part for a bound per face.
bool grow(const char* kind, std::uint32_t largest, Comparison& comparison) {
  bool is_good = true;
  double first = 0;
  double last = 0;
  for (const std::uint32_t squares : {181u, 362u, 724u, 1024u}) {
    if (squares > largest) break;
    const NaturalGround ground = grown_on(terrain(kind, squares));
    const auto [trees, row] = build(kind, ground);
    last = row.cpu / face_count(ground);
    if (first == 0) first = last;
    is_good = row.wall <= kMostSeconds && row.tree_bytes <= kMostBytes && row.growth <= kMostBytes;
    comparison.add(kind, ground, trees);
  }
  if (first > 0) std::printf("  processor time a face grew %.2f times\n", last / first);
  return is_good;
}

// The cost of an edit compared with a fresh build; false if the updated tree breaks a law.
bool update_middle(std::uint32_t squares) {
  const NaturalGround before = grown_on(terrain("fractal", squares));
  const NaturalGround after = grown_on(terrain("fractal", squares, true), &before);
  NaturalTree tree =
      merge(before, assemble(before, Partition::of_single_nodes(before.graph()))).tree;
  const TreeChanges changes = changes_between(before, after);
  const Timer timer;
  const UpdatedTree updated = update(after, std::move(tree), changes);
  const double update_s = timer.wall();
  const Timer again;
  merge(after, assemble(after, Partition::of_single_nodes(after.graph())));
  const double again_s = again.wall();
  const bool is_sound = !broken_law(updated.tree, after);
  std::printf(
      "update of a disc of radius 16: %8.0f faces, %zu arcs changed, %u cells dissolved, %.0f ms, "
      "again %.0f ms, sound: %s\n",
      face_count(before), changes.arcs.size(), updated.dissolved, 1e3 * update_s, 1e3 * again_s,
      is_sound ? "yes" : "NO");
  return is_sound;
}

void build_thesis_maps(Comparison& comparison) {
  for (const char* kind : {"cone", "fractal"}) {
    for (const std::uint32_t squares : {64u, 128u}) {
      const NaturalGround ground = grown_on(thesis_map(kind, squares));
      comparison.add(kind, ground, build(kind, ground).first);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int largest = argc > 1 ? std::atoi(argv[1]) : 1024;
  const int queries = argc > 2 ? std::atoi(argv[2]) : 40;
  if (largest < 0 || queries < 1) return std::puts("bench_natural [squares] [queries]"), 1;
  Comparison on_terrain(static_cast<std::uint32_t>(queries));
  Comparison on_thesis_maps(20 * static_cast<std::uint32_t>(queries));
  std::puts(
      "ground      faces  merge_s  steps    cells layers compress assemble  loading   wall_s    "
      "cpu_s  "
      "ns/face B/face 10:B/f  peak_MB  peak/f  rubbish");
  build_thesis_maps(on_thesis_maps);
  bool is_good = true;
  for (const char* kind : {"fractal", "flat"}) {
    is_good = grow(kind, static_cast<std::uint32_t>(largest), on_terrain) && is_good;
  }
  std::printf("  the largest take at most %.0f s and %.0f bytes a face: %s\n\n", kMostSeconds,
              kMostBytes, is_good ? "yes" : "NO");
  is_good = on_thesis_maps.print() && is_good;
  is_good = on_terrain.print() && is_good;
  for (const std::uint32_t squares : {181u, 1024u}) {
    if (squares <= static_cast<std::uint32_t>(largest)) is_good = update_middle(squares) && is_good;
  }
  return is_good ? 0 : 1;
}
