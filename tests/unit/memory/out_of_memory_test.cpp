// Every public function that reads or builds returns an error when an allocation fails, whichever
// allocation it is.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fail_new.hpp"
#include "grounds.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/draw/draw.hpp"
#include "thalweg/generate/grids.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/graph/profile_file.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/import/links_file.hpp"
#include "thalweg/import/obj.hpp"
#include "thalweg/import/polyanya.hpp"
#include "thalweg/papers/hpa_star.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/spaces/space.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {
namespace {

// The first hundred allocations one by one, then with growing steps.
std::uint64_t next_count(std::uint64_t count) { return count < 100 ? count + 1 : count * 3 / 2; }

// Runs `make` with ever later failures until it succeeds.
template <class Make>
void expect_errors(const std::string& what, const Make& make) {
  for (std::uint64_t count = 0; count < 10'000'000; count = next_count(count)) {
    bool is_ok = false;
    std::string why;
    {
      fail_after(count);
      const auto made = make();
      let_all_succeed();
      is_ok = made.ok();
      if (!is_ok) why = made.error();
    }
    if (is_ok) return;
    ASSERT_NE(why.find("out of memory"), std::string::npos)
        << what << " after " << count << " allocations: " << why;
  }
  FAIL() << what << " never succeeds";
}

std::string seed(const std::string& name) {
  std::ifstream file(std::string(THALWEG_SOURCE_DIR) + "/tests/fuzz/seeds/" + name,
                     std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

constexpr std::string_view kPicture = R"(
      . . # . . .
      . w . . # .
      . . # . . .
      # . . . . R )";

// What a caller copies before the call.
template <class T>
T copy_of(const T& value) {
  const AllSucceed pause;
  return value;
}

TEST(OutOfMemory, readers_of_maps_say_so) {
  const std::string map = seed("map/small.map");
  const std::string scen = seed("scen/tabs.scen");
  const std::string mesh = seed("polyanya/v2.mesh");
  const std::string links = seed("links/small.links");
  const std::string profile = seed("profile/small.toml");
  expect_errors("read_map", [&] { return read_map(map); });
  expect_errors("read_scen", [&] { return read_scen(scen); });
  expect_errors("read_polyanya", [&] { return read_polyanya(mesh); });
  expect_errors("read_links", [&] { return read_links(links, {}); });
  expect_errors("read_profile", [&] { return read_profile(profile); });
}

TEST(OutOfMemory, readers_of_heights_and_geometry_say_so) {
  const std::string png = seed("png/grey16.png");
  const std::string asc = seed("asc/plain");
  const std::string obj = seed("obj/square.obj");
  const HeightField field = read_asc(asc).value();
  const TriangleSoup soup = read_obj(obj).value();
  expect_errors("read_png", [&] { return read_png(png); });
  expect_errors("read_height_png", [&] { return read_height_png(png); });
  expect_errors("read_asc", [&] { return read_asc(asc); });
  for (const TerrainMethod method : {TerrainMethod::uniform, TerrainMethod::adaptive}) {
    expect_errors("triangulate_heights",
                  [&] { return triangulate_heights(field, {.method = method}); });
  }
  expect_errors("read_obj", [&] { return read_obj(obj); });
  // Not read_gltf: the JSON library allocates while it frees memory, which no caller can catch. So
  // its memory is estimated before it is taken.
  expect_errors("triangles_world", [&] { return triangles_world(soup, {}); });
}

TEST(OutOfMemory, generators_say_so) {
  const GenerateHeightsOptions heights{.kind = "cone", .width = 9, .height = 9};
  const GenerateGridOptions grid{.kind = "rooms", .width = 20, .height = 20};
  expect_errors("generate_heights", [&] { return generate_heights(heights); });
  expect_errors("generate_grid", [&] { return generate_grid(grid); });
}

TEST(OutOfMemory, graphs_metrics_and_spaces_say_so) {
  const World world = mesh_scene(kPicture);
  const Profile profile = Profile::hiker();
  for (const char* name :
       {"faces", "portals", "grid", "corners", "visibility", "axes", "terrain"}) {
    const GraphSpec spec = named_graph(name).value();
    const Result<Graph> graph = build_graph(world, spec);
    if (!graph) continue;  // not of this world
    expect_errors(name, [&] { return build_graph(world, spec); });
    expect_errors(std::string("price ") + name, [&] { return price(world, *graph, profile); });
    expect_errors(std::string("ground ") + name, [&] { return ground(world, profile, spec); });
  }
  for (const char* name : {"raster", "quadtree", "max_area"}) {
    if (!make_space(world, name)) continue;
    expect_errors(name, [&] { return make_space(world, name); });
  }
  expect_errors("draw_image", [&] { return draw_image(world, {.width = 64}); });
  expect_errors("draw_svg", [&] { return draw_svg(world, {.width = 64}); });
}

TEST(OutOfMemory, planners_and_what_they_build_say_so) {
  for (const PlannerDescriptor& planner : planners()) {
    const PlannerSpec spec = parse_planner(planner.name).value();
    for (const Ground& built : {on_grid(kPicture), on_faces(mesh_scene(kPicture))}) {
      const PlannerInput input(built);
      if (!make_planner(spec, input)) continue;
      expect_errors(std::string(planner.name), [&] { return make_planner(spec, input); });
    }
  }
}

// A planner answers that memory ran out, and answers later queries as if nothing had happened.
TEST(OutOfMemory, queries_say_so) {
  const Query query{.start = {0.5, 0.5}, .goal = {5.5, 3.5}, .try_straight = false};
  for (const PlannerDescriptor& planner : planners()) {
    for (const Ground& built : {on_grid(kPicture), on_faces(mesh_scene(kPicture))}) {
      const Result<std::unique_ptr<Planner>> fresh =
          make_planner(planner.name, PlannerInput(built));
      if (!fresh) continue;
      const Answer expected = (*fresh)->find(query);
      const auto tried = make_planner(planner.name, PlannerInput(built)).value();
      for (std::uint64_t count = 0; count < 1000; ++count) {
        fail_after(count);
        Answer answer = tried->find(query);
        let_all_succeed();
        if (answer.outcome == expected.outcome) break;
        EXPECT_EQ(answer.outcome, Outcome::invalid) << planner.name << count;
        EXPECT_STREQ(answer.why(), "out of memory");
      }
      EXPECT_EQ(tried->find(query).cost, expected.cost) << planner.name;
    }
  }
}

TEST(OutOfMemory, stores_and_files_say_so) {
  const auto folder = std::filesystem::path(THALWEG_BINARY_DIR) / "out_of_memory_test";
  std::filesystem::create_directories(folder);
  const auto path = folder / "world.thal";
  const World world = scene(kPicture);
  Store store;
  store.world = world;
  const Ground built = on_grid(world);
  expect_errors("with_metric", [&] { return with_metric(copy_of(store), "grid", built); });
  store = with_metric(store, "grid", built).value();
  expect_errors("save_store", [&] { return save_store(store, path); });
  expect_errors("load_store", [&] { return load_store(path); });
  expect_errors("read_file", [&] { return read_file(path); });
  expect_errors("stored_ground", [&] { return stored_ground(store, "grid"); });
  const auto source = std::filesystem::path(THALWEG_SOURCE_DIR) / "tests/fuzz/seeds/map/small.map";
  expect_errors("import_world", [&] { return import_world(source, {.grid_mesh = false}); });
  std::filesystem::remove_all(folder);
}

TEST(OutOfMemory, in_a_thread_reaches_the_caller) {
  set_thread_count(2);
  EXPECT_THROW(parallel_for(1000, 1, [](std::size_t, std::size_t) { throw std::bad_alloc(); }),
               std::bad_alloc);
  set_thread_count(0);
}

}  // namespace
}  // namespace thalweg
