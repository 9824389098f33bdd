// Small worlds that together need every array: level ground, linked rooms, hills, terrain, squares;
// on each what its planners build.
#include "sample_stores.hpp"

#include "grounds.hpp"
#include "partitioner.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/partition/sections.hpp"
#include "thalweg/structures/kinds.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

constexpr std::string_view kSampleRooms = R"(
    . . . . . . . # . .
    . # . # . # # # . #
    . # . . . # . . . .
    . # # # . # . # # .
    . . . # . . . # . .
    # # . # # . # # . #
    . . . . w . . . . .
    . # # . # . # # # .
    . . . . . . . . . . )";

void add_metric(Store& store, const std::string& name, const Ground& ground) {
  store = with_metric(std::move(store), name, ground).value();
}

// What the planner of that text builds, under the names of the metric and the planner.
void plant(Store& store, const std::string& metric, const std::string& text) {
  const Ground ground = stored_ground(store, metric).value();
  const PlannerPlan plan = planner_plan(parse_planner(text).value()).value();
  const Structure built = plan.build(ground, {{}, cut_into_pieces}).value();
  std::string name = metric + "." + text;
  for (char& c : name) {
    if (c == ':' || c == '=') c = '-';
  }
  store = with_structure(std::move(store), stored(built, name, metric)).value();
}

// With the costs between nodes and the gates of their cells, which no planner's own options keep.
void plant_end_costs(Store& store, const std::string& metric) {
  const Ground ground = stored_ground(store, metric).value();
  const Cells cells = sections(ground, {.size = 3, .levels = 2}).value();
  const HierarchyOptions options{.rule = GateRule::all, .on_graph = true, .keep_end_costs = true};
  const Structure built(hierarchy_kind(), ground, "end_costs",
                        build_hierarchy(ground, cells, options).value());
  store = with_structure(std::move(store), stored(built, metric + ".end_costs", metric)).value();
}

// Level ground of one price: folds with lengths, and what is seen around obstacles.
Store level_ground() {
  Store store;
  store.world = mesh_scene(kSampleRooms);
  const Profile even = Profile::euclid();
  add_metric(store, "portals", on_portals(store.world, even));
  add_metric(store, "points", ground_of(store.world, GraphSpec::portals(3, 0.5f), even));
  add_metric(store, "sight", ground_of(store.world, GraphSpec::visibility(), even));
  add_metric(store, "axes", ground_of(store.world, GraphSpec::axes(1), even));
  for (const char* text : {"fold:share=1", "fold:table=0:share=1", "fold:table=0:labels=0:share=1",
                           "rooms:size=3:levels=2", "natural:cap_base=4"}) {
    plant(store, "portals", text);
  }
  return store;
}

// Polygons with links and uneven prices: folds with detours.
Store linked_rooms() {
  Store store;
  store.world =
      with_links(mesh_scene(kSampleRooms), {link_between({0.5f, 0.5f, 0}, {8.5f, 0.5f, 0}),
                                            link_between({1.5f, 8.5f, 0}, {9.5f, 8.5f, 0},
                                                         {.length = 2, .is_two_way = true})})
          .value();
  for (const GraphSpec& spec : {GraphSpec::portals(), GraphSpec::faces()}) {
    const Ground ground = ground_of(store.world, spec, Profile::hiker());
    const std::string name(ground.graph().facts().name);
    add_metric(store, name, ground);
    for (const char* text :
         {"fold:share=1", "fold:table=0:share=1", "fold:table=0:labels=0:share=1"}) {
      plant(store, name, text);
    }
  }
  plant_end_costs(store, "face");
  return store;
}

// Triangles with heights, areas and difficulties, and most structures.
Store hill_country() {
  Store store;
  store.world = hills(5, {.corners = 9});
  add_metric(store, "faces", on_faces(store.world, Profile::thesis()));
  for (const char* text :
       {"thpa_star:size=3:levels=2", "hna_star:merged=4", "natural", "natural:cap_base=4",
        "natural:refine=descent", "natural:grow=thesis:refine=descent"}) {
    plant(store, "faces", text);
  }
  plant_end_costs(store, "faces");
  return store;
}

Store terrain() {
  Store store;
  store.world = hills(7, {.corners = 8, .has_areas = false});
  store.world.is_height_map = true;
  add_metric(store, "walked", ground_of(store.world, GraphSpec::terrain(), Profile::hiker()));
  plant(store, "walked", "coarse:share=0.4");
  plant(store, "walked", "natural:cap_base=4");
  return store;
}

Store squares() {
  Store store;
  store.world = random_grid(5, "........#w");
  add_metric(store, "grid", on_grid(store.world));
  add_metric(store, "corners", ground_of(store.world, GraphSpec::corners()));
  for (const char* text : {"hpa_star:size=4:levels=2", "hpa_star:size=3:routes=0",
                           "rooms:cells=areas", "natural", "natural:grow=thesis:refine=descent"}) {
    plant(store, "grid", text);
  }
  plant_end_costs(store, "grid");
  return store;
}

// A world with every optional array, links, areas of its own and a position on Earth.
Store every_array(const World& world) {
  Store store;
  store.world = world;
  for (const GraphSpec& spec : {GraphSpec::faces(), GraphSpec::portals(), GraphSpec::grid()}) {
    const auto built = ground(store.world, Profile::hiker(), spec);
    if (!built || built->graph().empty()) continue;
    add_metric(store, std::string(built->graph().facts().name), *built);
  }
  return store;
}

}  // namespace

std::vector<NamedStore> sample_stores() {
  std::vector<NamedStore> all = {{"level", level_ground()},
                                 {"rooms", linked_rooms()},
                                 {"hills", hill_country()},
                                 {"terrain", terrain()},
                                 {"squares", squares()}};
  for (const World& world : samples::every_world()) {
    if (world.links.empty() && world.mesh.arrays().edge_tags.empty()) continue;
    all.push_back({"extras" + std::to_string(all.size()), every_array(world)});
  }
  return all;
}

}  // namespace thalweg
