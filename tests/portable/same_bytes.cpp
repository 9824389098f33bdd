// Prints a hash of everything that the runtime computes and stores, one line per output, for
// comparison between systems, compilers and thread counts: same_bytes FOLDER
//
// Worlds x graphs x profiles x planners: the answers to random queries under every shape; .thal files
// with metrics, hierarchies and partitions; positions on Earth. ./dev portable compares the lines
// of Linux, Windows and ARM64.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "laws/cases.hpp"
#include "obstacle_worlds.hpp"
#include "partitioner.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/geometry/earth.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {
namespace {

struct NamedWorld {
  std::string name;
  World world;
};

std::vector<NamedWorld> worlds() {
  Random random(11);
  const World terrain = hills(3, {.corners = 12});
  return {
      {"terrain", terrain},
      {"terrain_with_links", with_links(terrain, some_links(terrain, random)).value()},
      {"mountains", hills(5, {.corners = 10, .spacing = 30, .relief = 400, .has_areas = false})},
      {"obstacles", obstacle_field(7, {.side = 9})},
      {"squares", random_squares(9, "......#w", 12)},
      {"grid", random_grid(11, "......#wRW")},
      {"heights", random_grid(13, "001122#")},
      {"hexagons", random_grid(15, ".....#w1", {.shape = GridShape::hex})},
  };
}

void add_answer(Hasher& hasher, const Answer& answer) {
  hasher.add(static_cast<std::uint32_t>(answer.outcome)).add(answer.cost).add(answer.price);
  hasher.add(answer.bound).add(answer.ground_price).add(answer.goal_index);
  hasher.add(answer.stats.expanded);
  for (const PathPoint& p : answer.points) {
    hasher.add(p.x).add(p.y).add(p.z).add(p.face.value).add(p.link.value);
  }
  for (const NodeId node : answer.route.nodes) hasher.add(node.value);
}

std::uint64_t hash_of_answers(Planner& planner, const World& world) {
  Random random(17);
  Hasher hasher;
  for (int i = 0; i < 15; ++i) {
    Query query;
    query.start = random_point(world, random);
    query.goal = random_point(world, random);
    query.shape = static_cast<Shape>(i % 5);
    query.allow_partial = i % 2 == 0;
    query.want_ground_price = true;
    add_answer(hasher, planner.find(query));
  }
  return hasher.digest();
}

// One line per output: its name and its hash.
class Lines {
 public:
  void add(const std::string& name, std::uint64_t hash) {
    char text[32];
    std::snprintf(text, sizeof text, " %016llx\n", static_cast<unsigned long long>(hash));
    text_ += name + text;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// All planners on one ground; the store with what they built.
Store add_planners(Lines& lines, const std::string& name, const Ground& ground, Store store,
                   const std::string& metric) {
  StructureCache cache;
  for (const PlannerDescriptor& one : planners()) {
    if (one.serves != nullptr && !one.serves(ground)) continue;
    const PlannerSpec spec{std::string(one.name), {}};
    auto planner = make_planner(spec, any_input(ground, &cache));
    if (!planner) continue;  // refused with a sentence, the same everywhere
    lines.add(name + " " + spec.name, hash_of_answers(**planner, ground.world()));
    const std::string key = planner_plan(spec)->key;
    const Structure* built = key.empty() ? nullptr : cache.find(key, ground);
    if (built == nullptr) continue;
    store = with_structure(store, stored(*built, spec.name + "." + metric, metric)).value();
  }
  return store;
}

void add_world(Lines& lines, const NamedWorld& named, const std::filesystem::path& folder) {
  Store store;
  store.world = named.world;
  for (const Profile& profile : {Profile::euclid(), Profile::hiker(), Profile::thesis()}) {
    for (const NamedGraph& graph : named_graphs()) {
      const auto priced = ground(named.world, profile, graph.spec);
      if (!priced) continue;
      const std::string metric = profile.name + "." + std::string(graph.name);
      store = with_metric(std::move(store), metric, *priced).value();
      lines.add(named.name + " " + metric, priced->fingerprint());
      store = add_planners(lines, named.name + " " + metric, *priced, std::move(store), metric);
    }
  }
  const auto file = folder / (named.name + ".thal");
  save_store(store, file).value();
  const std::string bytes = read_file(file).value();
  lines.add(named.name + ".thal", Hasher().add(bytes).digest());
  lines.add(named.name + ".thal verified", verify(load_store(file).value()).size());
}

// Positions in every UTM zone, to coordinates and back.
void add_positions(Lines& lines) {
  Random random(19);
  Hasher hasher;
  for (std::uint32_t i = 0; i < 6000; ++i) {
    const Earth earth = earth_of_epsg((i % 2 == 0 ? 32601 : 32701) + i % 60);
    const double middle = 6.0 * earth.zone - 183;
    const LatLon lat_lon{random.between(-90, 90), middle + random.between(-5, 5)};
    const Vec2 world = world_of(earth, lat_lon).value();
    const LatLon back = lat_lon_of(earth, world).value();
    hasher.add(world.x).add(world.y).add(back.latitude).add(back.longitude);
  }
  lines.add("positions", hasher.digest());
}

std::string all_lines(int threads, const std::filesystem::path& folder) {
  set_thread_count(threads);
  Lines lines;
  for (const NamedWorld& named : worlds()) add_world(lines, named, folder);
  add_positions(lines);
  return lines.text();
}

}  // namespace
}  // namespace thalweg

int main(int count, char** arguments) {
  if (count != 2) return std::puts("same_bytes FOLDER"), 2;
  std::filesystem::create_directories(arguments[1]);
  const std::string one = thalweg::all_lines(1, arguments[1]);
  const std::string all = thalweg::all_lines(0, arguments[1]);
  std::fputs(one.c_str(), stdout);
  if (one != all) return std::puts("one thread and all threads differ"), 1;
}
