// The time to find the face under a point, beside the locator that the library had before, with
// equal answers: bench_locate [--points COUNT] [--checked COUNT] FILE...
// The time of whole calls of every planner, and what locating both ends takes of it:
// bench_locate --planners FILE
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "../tools/thalweg/common/partitioner.hpp"
#include "box_locator.hpp"
#include "core/try.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/store/store.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

Result<World> world_in(const std::filesystem::path& file) {
  if (file.extension() == ".thal") return load_world(file);
  TRY(auto imported, import_world(file, {.grid_mesh = false}));
  return std::move(imported.world);
}

// Points all over the box, half of them with a height.
std::vector<Vec3> random_points(const World& world, std::size_t count) {
  Random random(1);
  const Box3 box = world.box();
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = random.between(box.low.x, box.high.x);
    const double y = random.between(box.low.y, box.high.y);
    const double z = random.between(box.low.z, box.high.z);
    points.push_back({x, y, i % 2 == 0 ? kNoHeight : z});
  }
  return points;
}

// The same, with corners and middles of edges among them.
std::vector<Vec3> checked_points(const World& world, std::size_t count) {
  std::vector<Vec3> points = random_points(world, count);
  Random random(2);
  for (std::size_t i = 0; i < count; i += 4) {
    const EdgeId edge(random.below(world.mesh.edge_count()));
    const Vec3 p = i % 8 == 0 ? world.mesh.start(edge) : world.mesh.midpoint(edge);
    points[i] = {p.x, p.y, i % 3 == 0 ? kNoHeight : p.z};
  }
  return points;
}

// Memory that replaces everything else in the caches.
class Evictor {
 public:
  void evict() {
    for (std::size_t i = 0; i < memory_.size(); i += 64)
      memory_[i] = static_cast<char>(memory_[i] + 1);
  }

 private:
  std::vector<char> memory_ = std::vector<char>(std::size_t{4} << 20);
};

template <class Locate>
double mean_ns(const std::vector<Vec3>& points, const Locate& locate) {
  std::size_t found = 0;
  double least = 1e300;
  for (int round = 0; round < 3; ++round) {
    const Timer timer;
    for (const Vec3& p : points) found += locate(p).found() ? 1 : 0;
    least = std::min(least, timer.wall());
  }
  return found == 0 ? 0 : least * 1e9 / static_cast<double>(points.size());
}

// As mean_ns, each call with caches that hold other memory.
template <class Locate>
double cold_ns(const std::vector<Vec3>& points, std::size_t count, const Locate& locate) {
  Evictor evictor;
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    evictor.evict();
    const auto start = std::chrono::steady_clock::now();
    sum += locate(points[i]).found() ? 1e-30 : 0;
    sum += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return sum * 1e9 / static_cast<double>(count);
}

bool is_same(const Location& a, const Location& b) {
  return a.face == b.face && (!a.found() || (a.point == b.point && a.distance == b.distance));
}

struct Counts {
  std::size_t points = 1'000'000;
  std::size_t checked = 500;  // by brute force, with three reaches
};

// The points whose answers differ.
std::size_t differences(const World& world, const BoxLocator& before, const Counts& counts) {
  std::size_t differ = 0;
  const auto points = checked_points(world, counts.points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Location now = locate(world.mesh, world.locator, points[i]);
    differ += is_same(now, before.locate(points[i], {})) ? 0 : 1;
    if (i >= counts.checked) continue;
    for (const double reach : {0.0, 5.0, 1e300}) {
      const LocateOptions options{.reach = reach};
      differ += is_same(locate(world.mesh, world.locator, points[i], options),
                        locate_slowly(world.mesh, points[i], options))
                    ? 0
                    : 1;
    }
  }
  return differ;
}

void print_header() {
  std::printf("%-28s %8s | %6s %6s | %6s %6s %5s | %6s %6s %5s | %8s | %6s\n", "", "", "bytes/",
              "face", "ns", "", "", "cold", "ns", "", "reach 5", "");
  std::printf("%-28s %8s | %6s %6s | %6s %6s %5s | %6s %6s %5s | %8s | %6s\n", "mesh", "faces",
              "before", "now", "before", "now", "times", "before", "now", "times", "ns", "differ");
}

Result<bool> compare(const std::filesystem::path& file, const Counts& counts) {
  TRY(const World world, world_in(file));
  const BoxLocator before(world.mesh);
  const auto points = random_points(world, counts.points);
  const auto now_at = [&](const Vec3& p) { return locate(world.mesh, world.locator, p); };
  const auto before_at = [&](const Vec3& p) { return before.locate(p, {}); };
  const auto near_to = [&](const Vec3& p) {
    return locate(world.mesh, world.locator, p, {.reach = 5});
  };
  const double old_ns = mean_ns(points, before_at);
  const double new_ns = mean_ns(points, now_at);
  const double near_ns = mean_ns(points, near_to);
  const std::size_t cold_count = std::min<std::size_t>(points.size(), 2'000);
  const double old_cold = cold_ns(points, cold_count, before_at);
  const double new_cold = cold_ns(points, cold_count, now_at);
  const std::size_t differ = differences(world, before, counts);
  const double faces = world.mesh.face_count();
  std::printf("%-28s %8.0f | %6.1f %6.1f | %6.0f %6.0f %5.2f | %6.0f %6.0f %5.2f | %8.0f | %6zu\n",
              world.name.c_str(), faces, static_cast<double>(before.bytes()) / faces,
              static_cast<double>(world.locator.bytes()) / faces, old_ns, new_ns, old_ns / new_ns,
              old_cold, new_cold, old_cold / new_cold, near_ns, differ);
  std::fflush(stdout);
  return differ == 0;
}

// Pairs of points on the mesh.
std::vector<Query> some_queries(const World& world, std::size_t count) {
  std::vector<Vec3> on_mesh;
  for (const Vec3& p : random_points(world, 40 * count)) {
    if (on_mesh.size() < 2 * count && locate(world.mesh, world.locator, p).found()) {
      on_mesh.push_back(p);
    }
  }
  std::vector<Query> queries;
  for (std::size_t i = 0; i + 1 < on_mesh.size(); i += 2) {
    Query query{};
    query.start = as_point(world.frame().from_local(on_mesh[i]));
    query.goal = as_point(world.frame().from_local(on_mesh[i + 1]));
    queries.push_back(std::move(query));
  }
  return queries;
}

// Of each query the least of a few times: other programs may be running.
double mean_microseconds(Planner& planner, const std::vector<Query>& queries) {
  Answer answer;
  double sum = 0;
  for (const Query& query : queries) {
    double least = 1e300;
    for (int round = 0; round < 4; ++round) {
      const auto start = std::chrono::steady_clock::now();
      answer = planner.find(query, std::move(answer));
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
      least = std::min(least, spent.count());
    }
    sum += least;
  }
  return sum * 1e6 / static_cast<double>(queries.size());
}

// Every planner that can search the mesh, on its own default graph.
Result<bool> time_planners(const std::filesystem::path& file) {
  TRY(const World world, world_in(file));
  const BoxLocator before(world.mesh);
  const std::vector<Query> queries = some_queries(world, 300);
  std::vector<Vec3> ends;
  for (const Query& query : queries) {
    ends.push_back(world.frame().to_local(query.start));
    ends.push_back(world.frame().to_local(query.goal));
  }
  const double old_us = 2e-3 * mean_ns(ends, [&](const Vec3& p) { return before.locate(p, {}); });
  const double new_us =
      2e-3 * mean_ns(ends, [&](const Vec3& p) { return locate(world.mesh, world.locator, p); });
  std::printf("%s, %u faces: locating both ends takes %.2f us, before %.2f us\n",
              world.name.c_str(), world.mesh.face_count(), new_us, old_us);
  std::printf("%-16s %12s %20s\n", "planner", "whole call", "locating both ends");
  for (const PlannerDescriptor& descriptor : planners()) {
    TRY(const PlannerSpec spec, parse_planner(descriptor.name));
    auto made_ground = ground(world, Profile::euclid(), descriptor.graph(world));
    if (!made_ground) continue;
    auto planner = make_planner(spec, {*made_ground, nullptr, tool::build_tools()});
    if (!planner) continue;
    const double us = mean_microseconds(**planner, queries);
    std::printf("%-16s %9.1f us %18.1f %%\n", std::string(descriptor.name).c_str(), us,
                100 * new_us / us);
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Counts counts;
  bool with_planners = false;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto number = [&] { return ++i < argc ? std::strtoull(argv[i], nullptr, 10) : 0; };
    if (word == "--points") {
      counts.points = number();
    } else if (word == "--checked") {
      counts.checked = number();
    } else if (word == "--planners") {
      with_planners = true;
    } else {
      files.push_back(word);
    }
  }
  if (files.empty()) return std::puts("bench_locate [--planners] [--points N] FILE..."), 1;
  if (!with_planners) print_header();
  bool is_good = true;
  for (const std::string& file : files) {
    const auto result = with_planners ? time_planners(file) : compare(file, counts);
    if (!result) return std::fprintf(stderr, "bench_locate: %s\n", result.error().c_str()), 1;
    is_good &= *result;
  }
  return is_good ? 0 : 1;
}
