// Laws of filters: they leave out the ground that a profile would ban, for every graph and seed.
#include <gtest/gtest.h>

#include <memory>

#include "answers.hpp"
#include "partitioner.hpp"
#include "scope.hpp"
#include "trials.hpp"

namespace thalweg {
namespace {

// The world with areas on some of its edges, the same on both halves.
World with_edge_areas(const World& world, std::uint64_t seed) {
  if (world.mesh.empty()) return world;
  Random random(seed);
  MeshArrays arrays = world.mesh.arrays();
  std::vector<AreaId> areas(world.mesh.edge_count(), kGround);
  for (const EdgeId edge : world.mesh.edges()) {
    if (random.below(5) != 0 || !world.mesh.is_portal(edge)) continue;
    areas[edge.value] = random.below(2) == 0 ? kSwamp : kRoad;
    areas[world.mesh.twin(edge).value] = areas[edge.value];
  }
  arrays.edge_area = std::move(areas);
  WorldParts parts;
  parts.mesh = Mesh::from(std::move(arrays)).value();
  parts.grid = world.grid;
  parts.links = world.links.to_vector();
  return make_world(std::move(parts)).value();
}

Profile banning_swamp(Profile profile) {
  std::erase_if(profile.areas, [](const AreaPrice& price) { return price.area == "swamp"; });
  profile.areas.push_back({.area = "swamp", .is_banned = true});
  return profile;
}

void check_filter(const Case& c, const Profile& profile, std::uint64_t seed) {
  auto filter = std::make_shared<AreaFilter>();
  filter->exclude(kSwamp);
  const Ground open = c.priced(profile);
  const Ground banned = c.priced(banning_swamp(profile), {.quantum = open.metric().quantum()});
  const bool is_around_walls = c.graph.facts().is_around_walls;
  auto bound = make_planner("dijkstra", {banned}).value();
  auto bound_turning = make_planner("turning", {banned}).value();
  for (const char* name : {"a_star", "bidirectional", "a_star:backward=1", "turning"}) {
    auto free = make_planner(name, any_input(open)).value();
    Planner& wanting = std::string_view(name) == "turning" ? *bound_turning : *bound;
    Random random(seed);
    for (int i = 0; i < 20; ++i) {
      Query query = random_query(c.world, random, i);
      const Answer wanted = wanting.find(query);
      query.filter = filter;
      const Answer answer = free->find(query);
      if (is_around_walls && answer.outcome == Outcome::invalid) {
        ASSERT_NE(open.graph().fingerprint(), banned.graph().fingerprint());
        continue;
      }
      ASSERT_EQ(answer.outcome, wanted.outcome) << name << " " << i;
      ASSERT_EQ(answer.cost, wanted.cost) << name << " " << i;
      ASSERT_EQ(answer.penalty, wanted.penalty) << name << " " << i;
    }
  }
}

TEST(PlannerLaws, a_filter_equals_the_profile_that_bans_the_same_ground) {
  const std::vector<Profile> profiles = {Profile::euclid(), Profile::vehicle()};
  for (const std::uint64_t seed : seeds({.test = 1, .check = 3})) {
    const std::vector<Case> all = cases(seed);
    const auto any = [](std::size_t, std::size_t) { return true; };
    for (const Trial& trial : trials(all, profiles.size(), 2, any)) {
      Case c = all[trial.at];
      for (const std::size_t has_edge_areas : trial.variants) {
        if (has_edge_areas == 1) {
          c.world = with_edge_areas(c.world, seed);
          c.graph = build_graph(c.world, c.graph.spec()).value();
          c.name += ", areas on edges";
        }
        SCOPED_TRACE(c.name + ", " + profiles[trial.profile].name);
        check_filter(c, profiles[trial.profile], seed);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace thalweg
