// Every public function that reads or builds returns an error when an allocation fails, whichever
// allocation it is. This file: the runtime.
#include "out_of_memory.hpp"

#include <filesystem>

#include "grounds.hpp"
#include "partitioner.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/papers/hpa_star.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/price/profile_file.hpp"
#include "thalweg/spaces/space.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {
namespace {

// What a caller copies before the call.
template <class T>
T copy_of(const T& value) {
  const AllSucceed pause;
  return value;
}

TEST_F(OutOfMemory, graphs_metrics_and_spaces_say_so) {
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
}

TEST_F(OutOfMemory, planners_and_what_they_build_say_so) {
  for (const PlannerDescriptor& planner : planners()) {
    const PlannerSpec spec = parse_planner(planner.name).value();
    for (const Ground& built : {on_grid(kPicture), on_faces(mesh_scene(kPicture))}) {
      const PlannerInput input = any_input(built);
      if (!make_planner(spec, input)) continue;
      expect_errors(std::string(planner.name), [&] { return make_planner(spec, input); });
    }
  }
}

// A planner answers that memory ran out, and answers later queries as if nothing had happened.
TEST_F(OutOfMemory, queries_say_so) {
  const Query query{.start = {0.5, 0.5}, .goal = {5.5, 3.5}, .try_straight = false};
  for (const PlannerDescriptor& planner : planners()) {
    for (const Ground& built : {on_grid(kPicture), on_faces(mesh_scene(kPicture))}) {
      const Result<std::unique_ptr<Planner>> fresh = make_planner(planner.name, any_input(built));
      if (!fresh) continue;
      const Answer expected = (*fresh)->find(query);
      const auto tried = make_planner(planner.name, any_input(built)).value();
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

TEST_F(OutOfMemory, stores_and_files_say_so) {
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
  std::filesystem::remove_all(folder);
}

TEST_F(OutOfMemory, readers_of_profiles_say_so) {
  const std::string profile = seed("profile/small.toml");
  expect_errors("read_profile", [&] { return read_profile(profile); });
}

TEST_F(OutOfMemory, in_a_thread_reaches_the_caller) {
  set_thread_count(2);
  EXPECT_THROW(parallel_for(1000, 1, [](std::size_t, std::size_t) { throw std::bad_alloc(); }),
               std::bad_alloc);
  set_thread_count(0);
}

}  // namespace
}  // namespace thalweg
