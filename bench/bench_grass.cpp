// Paths of GRASS GIS (r.walk) and ours over the same elevation, priced alike (bench/grass).
//   bench_grass samples WORLD.thal FILE       the vertices as rows of 32-bit floats from the north
//                                             on; prints r.in.bin's options for them
//   bench_grass choose WORLD.thal PAIRS SEED  prints pairs of vertices, near ones first: x,y,x,y
//   bench_grass price [--terrain] WORLD.thal ENDS PATHS...
//       ENDS as chosen. PATHS: for each pair a line "# seconds", then x,y for each point, in order.
//       Plans the same pairs with efforts 2 and 3, prices all paths by the profile langmuir, and prints a table.
// Worlds are height maps in the uniform triangulation.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "../tests/planners.hpp"
#include "core/try.hpp"
#include "graph/ground_walks.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/spaces/space.hpp"
#include "thalweg/store/store.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

constexpr float kNoSample = -99999;
constexpr std::uint32_t kTerrainFaces = 600'000;  // with more, terrain graphs only where asked for
constexpr double kRounding = 0.02;                // metres: vertices are 32-bit floats

// Rows and columns of samples, of which the vertices are those that have a height.
struct Lattice {
  Vec2 low;  // local coordinates of the first vertex
  Vec2 step;
  std::size_t columns = 0;
  std::size_t rows = 0;
};

// The smallest step between different values.
double least_step(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  double least = kNoLimit;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double step = values[i] - values[i - 1];
    if (step > kRounding) least = std::min(least, step);
  }
  return least;
}

// Steps of floats differ by rounding: the mean one is exact.
Lattice lattice_of(const World& world) {
  std::vector<double> xs, ys;
  for (const VertexId v : world.mesh.vertices()) {
    xs.push_back(world.mesh.flat(v).x);
    ys.push_back(world.mesh.flat(v).y);
  }
  const Box3 box = world.box();
  const double across = std::round(box.size().x / least_step(std::move(xs)));
  const double up = std::round(box.size().y / least_step(std::move(ys)));
  return {.low = box.low.xy(),
          .step = {box.size().x / across, box.size().y / up},
          .columns = static_cast<std::size_t>(across) + 1,
          .rows = static_cast<std::size_t>(up) + 1};
}

Result<void> write_samples(const World& world, const char* file) {
  const Lattice lattice = lattice_of(world);
  std::vector<float> samples(lattice.columns * lattice.rows, kNoSample);
  for (const VertexId v : world.mesh.vertices()) {
    const Vec3 p = world.mesh.point(v);
    const Vec2 at = p.xy() - lattice.low;
    const auto column = static_cast<std::size_t>(std::lround(at.x / lattice.step.x));
    const auto row = static_cast<std::size_t>(std::lround(at.y / lattice.step.y));
    samples[(lattice.rows - 1 - row) * lattice.columns + column] =
        static_cast<float>(p.z + world.origin.z);
  }
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(samples.data()),
            static_cast<std::streamsize>(samples.size() * sizeof(float)));
  if (!out) return Error{std::string(file) + ": cannot be written"};
  const Vec2 low = world.origin.xy() + lattice.low - lattice.step * 0.5;
  std::printf("rows=%zu cols=%zu west=%.9f east=%.9f south=%.9f north=%.9f anull=%.0f\n",
              lattice.rows, lattice.columns, low.x,
              low.x + lattice.step.x * static_cast<double>(lattice.columns), low.y,
              low.y + lattice.step.y * static_cast<double>(lattice.rows), double{kNoSample});
  return {};
}

// [vertex]  a number for each set of vertices that edges join.
std::vector<std::uint32_t> islands_of(const Mesh& mesh) {
  std::vector<std::uint32_t> parent(mesh.vertex_count());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const EdgeId e : mesh.edges()) {
    parent[root(mesh.origin(e).value)] = root(mesh.target(e).value);
  }
  for (std::uint32_t v = 0; v < parent.size(); ++v) parent[v] = root(v);
  return parent;
}

struct Pair {
  Point start;
  Point goal;
};

// The wanted distances rise evenly, to 0.8 of the longer side.
void choose(const World& world, int count, std::uint64_t seed) {
  const Mesh& mesh = world.mesh;
  const auto islands = islands_of(mesh);
  const double longest = std::max(world.box().size().x, world.box().size().y);
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    const double wanted = longest * 0.8 * (i + 1) / count;
    for (int tries = 0; tries < 100'000; ++tries) {
      const VertexId a(random.below(mesh.vertex_count()));
      const VertexId b(random.below(mesh.vertex_count()));
      const double apart = length(mesh.flat(b) - mesh.flat(a));
      if (islands[a.value] != islands[b.value] || std::abs(apart - wanted) > wanted / 10) continue;
      const Vec3 p = world.frame().from_local(mesh.point(a));
      const Vec3 q = world.frame().from_local(mesh.point(b));
      std::printf("%.9f,%.9f,%.9f,%.9f\n", p.x, p.y, q.x, q.y);
      break;
    }
  }
}

Result<std::vector<Pair>> read_pairs(const char* file) {
  std::ifstream in(file);
  std::vector<Pair> pairs;
  std::string line;
  while (std::getline(in, line)) {
    Pair pair;
    if (std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf", &pair.start.x, &pair.start.y, &pair.goal.x,
                    &pair.goal.y) != 4) {
      return Error{std::string(file) + ": not x,y,x,y: " + line};
    }
    pairs.push_back(pair);
  }
  if (pairs.empty()) return Error{std::string(file) + ": no ends"};
  return pairs;
}

struct Line {
  double seconds = 0;
  std::vector<Point> points;
};

Result<std::vector<Line>> read_lines(const char* file) {
  std::ifstream in(file);
  std::vector<Line> lines;
  std::string text;
  while (std::getline(in, text)) {
    Point p;
    if (text.starts_with("# ")) {
      lines.push_back({std::atof(text.c_str() + 2), {}});
    } else if (!lines.empty() && std::sscanf(text.c_str(), "%lf,%lf", &p.x, &p.y) == 2) {
      lines.back().points.push_back(p);
    } else {
      return Error{std::string(file) + ": neither \"# seconds\" nor x,y: " + text};
    }
  }
  return lines;
}

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

bool joins(const Line& line, const Pair& pair) {
  return line.points.size() > 1 && distance(line.points.front(), pair.start) < kRounding &&
         distance(line.points.back(), pair.goal) < kRounding;
}

// Of the surface points walked straight, one after the other; none where a walk leaves the ground.
std::optional<double> walked_price(const Ground& ground,
                                   const std::vector<SurfacePoint>& surface_points) {
  const Walks walks = walks_over(ground, nullptr);
  double sum = 0;
  for (std::size_t i = 1; i < surface_points.size(); ++i) {
    const double price = walks.price(surface_points[i - 1], surface_points[i]);
    if (price >= kNoLimit) return {};
    sum += price;
  }
  return sum;
}

// GRASS walks from sample to sample: the vertex at the point, where there is one.
SurfacePoint vertex_surface_point(const World& world, Point p) {
  SurfacePoint surface_point = surface_point_at(world, p, {.reach = kRounding});
  if (!surface_point.is_found()) return surface_point;
  for (const EdgeId e : world.mesh.edges(surface_point.face)) {
    const Vec3 vertex = world.mesh.start(e);
    if (length(vertex.xy() - surface_point.point.xy()) < kRounding) surface_point.point = vertex;
  }
  return surface_point;
}

// What one method took and what its path costs, for each pair; a price below 0: no path.
struct Column {
  std::string name;
  std::vector<double> prices;
  std::vector<double> seconds;
  double preparing = 0;  // processor seconds before the first pair
};

std::optional<double> line_price(const Ground& ground, const Line& line, const Pair& pair) {
  if (!joins(line, pair)) return {};
  std::vector<SurfacePoint> surface_points;
  for (const Point& p : line.points)
    surface_points.push_back(vertex_surface_point(ground.world(), p));
  return walked_price(ground, surface_points);
}

Result<Column> column_of(const char* file, const Ground& ground, const std::vector<Pair>& pairs) {
  TRY(const std::vector<Line> lines, read_lines(file));
  if (lines.size() != pairs.size()) return Error{std::string(file) + ": not a path for each pair"};
  Column column{.name = std::filesystem::path(file).filename().string()};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto price = line_price(ground, lines[i], pairs[i]);
    if (!price) {
      std::printf("pair %zu: the path of %s leaves the ground\n", i + 1, column.name.c_str());
    }
    column.prices.push_back(price.value_or(-1));
    column.seconds.push_back(lines[i].seconds);
  }
  return column;
}

// How far the answer's ground price lies off that of its points, located again.
double disagreement(const Ground& ground, const Answer& answer) {
  std::vector<SurfacePoint> surface_points;
  for (const PathPoint& p : answer.points) {
    surface_points.push_back(
        surface_point_at(ground.world(), as_point(p.vec()), {.reach = kRounding}));
  }
  const auto again = walked_price(ground, surface_points);
  return again ? std::abs(*again / answer.ground_price - 1) : kNoLimit;
}

Column plan(const Ground& ground, const std::string& graph, std::uint32_t effort,
            const std::vector<Pair>& pairs) {
  Planner planner = a_star_on(ground);
  Column column{.name = graph + " " + std::to_string(effort)};
  double worst = 0;
  for (const Pair& pair : pairs) {
    Query query{.start = pair.start,
                .goal = pair.goal,
                .reach = kRounding,
                .shape = Shape::cheapest,
                .want_ground_price = true};
    query.shape_options.effort = effort;
    const Timer timer;
    const Answer answer = planner.find(query);
    column.seconds.push_back(timer.cpu());
    column.prices.push_back(answer.found() ? answer.ground_price : -1);
    if (answer.found()) worst = std::max(worst, disagreement(ground, answer));
  }
  std::printf("%s: ground price against its points located again: within %.1e\n",
              column.name.c_str(), worst);
  return column;
}

// Adds a column for each effort.
Result<void> plan_on(const World& world, const Profile& profile, const char* graph,
                     const std::vector<Pair>& pairs, std::vector<Column>& columns) {
  const Timer timer;
  TRY(const Ground ground, thalweg::ground(world, profile, graph));
  const double preparing = timer.cpu();
  for (const std::uint32_t effort : {2u, 3u}) {
    columns.push_back(plan(ground, graph, effort, pairs));
    columns.back().preparing = preparing;
  }
  return {};
}

void print_pairs(const std::vector<Pair>& pairs, const std::vector<Column>& columns) {
  std::printf("%4s %9s", "pair", "metres");
  for (const Column& c : columns) std::printf(" %10s %8s", c.name.c_str(), "s");
  std::printf("\n");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    std::printf("%4zu %9.0f", i + 1, distance(pairs[i].start, pairs[i].goal));
    for (const Column& c : columns) std::printf(" %10.1f %8.2f", c.prices[i], c.seconds[i]);
    std::printf("\n");
  }
}

// Prices over those of `base`, where both have one.
void print_against(const Column& column, const Column& base) {
  double sum = 0, least = kNoLimit, most = 0;
  int count = 0, more_expensive = 0;
  for (std::size_t i = 0; i < base.prices.size(); ++i) {
    if (column.prices[i] <= 0 || base.prices[i] <= 0) continue;
    const double ratio = column.prices[i] / base.prices[i];
    sum += ratio;
    least = std::min(least, ratio);
    most = std::max(most, ratio);
    more_expensive += ratio > 1 + 1e-9;
    ++count;
  }
  if (count == 0) return;
  const double seconds = std::accumulate(column.seconds.begin(), column.seconds.end(), 0.0);
  std::printf("%-10s %6d %8.4f %8.4f %8.4f %7d %10.3f %10.2f\n", column.name.c_str(), count,
              sum / count, least, most, more_expensive,
              seconds / static_cast<double>(base.prices.size()), column.preparing);
}

Result<std::vector<Column>> given_columns(const Ground& ground, const std::vector<Pair>& pairs,
                                          const std::vector<const char*>& files) {
  std::vector<Column> columns;
  for (const char* file : files) {
    TRY(Column column, column_of(file, ground, pairs));
    columns.push_back(std::move(column));
  }
  return columns;
}

Result<void> price(const char* file, bool wants_terrain, const char* ends,
                   const std::vector<const char*>& files) {
  TRY(const World world, load_world(file));
  TRY(const std::vector<Pair> pairs, read_pairs(ends));
  TRY(const Profile profile, named_profile("langmuir"));
  TRY(const Ground ground, thalweg::ground(world, profile, "portals"));
  TRY(std::vector<Column> columns, given_columns(ground, pairs, files));
  const std::size_t given = columns.size();
  TRY_DO(plan_on(world, profile, "portals", pairs, columns));
  if (wants_terrain || world.mesh.face_count() <= kTerrainFaces) {
    TRY_DO(plan_on(world, profile, "terrain", pairs, columns));
  }
  print_pairs(pairs, columns);
  if (given == 0) return {};
  const Column& base = columns[given - 1];
  std::printf("prices over those of %s; processor seconds a pair, and to prepare\n",
              base.name.c_str());
  std::printf("%-10s %6s %8s %8s %8s %7s %10s %10s\n", "path", "pairs", "mean", "least", "most",
              "more expensive", "s", "prepare_s");
  for (const Column& column : columns) print_against(column, base);
  return {};
}

Result<void> run(std::vector<const char*> args) {
  const std::string verb = args.front();
  if (verb == "price") {
    const bool wants_terrain = std::string(args[1]) == "--terrain";
    if (wants_terrain) args.erase(args.begin() + 1);
    if (args.size() < 3) return Error{"price: a world and ends are needed"};
    return price(args[1], wants_terrain, args[2], {args.begin() + 3, args.end()});
  }
  TRY(const World world, load_world(args[1]));
  if (world.mesh.vertex_count() == 0) return Error{"the world has no mesh"};
  if (verb == "samples") return write_samples(world, args[2]);
  if (verb != "choose" || args.size() != 4)
    return Error{"samples, choose or price: see the source"};
  choose(world, std::atoi(args[2]), std::strtoull(args[3], nullptr, 10));
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4)
    return std::fputs("usage: bench_grass samples|choose|price WORLD.thal ...\n", stderr), 2;
  const auto done = run({argv + 1, argv + argc});
  if (!done) return std::fprintf(stderr, "bench_grass: %s\n", done.error().c_str()), 1;
  return 0;
}
