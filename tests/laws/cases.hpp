// Worlds x graphs x profiles on which the laws of planners are tested.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "grounds.hpp"
#include "thalweg/graph/form.hpp"

namespace thalweg {

struct Case {
  std::string name;
  World world;
  Graph graph;

  // On the graph that suits the profile.
  Ground priced(const Profile& profile, const PriceOptions& options = {}) const {
    return ground_of(world, graph.spec(), profile, options);
  }
};

// Links between random points on free ground, found by trial.
inline std::vector<Link> some_links(const World& world, Random& random) {
  std::vector<Link> links;
  for (int i = 0; i < 40 && links.size() < 6; ++i) {
    const Point from = random_point(world, random);
    const Point to = random_point(world, random);
    Link link;
    link.from = to_float({from.x, from.y, 0});
    link.to = to_float({to.x, to.y, 0});
    link.kind = static_cast<LinkKind>(random.below(3));
    link.is_two_way = random.below(2);
    link.length = static_cast<float>(random.between(1, 20));
    if (with_links(world, {link}, 0)) links.push_back(link);
  }
  return links;
}

// The graphs on which laws are tested: at least one of every kind.
inline std::vector<std::pair<std::string, GraphSpec>> case_specs() {
  std::vector<std::pair<std::string, GraphSpec>> specs = {
      {"faces", GraphSpec::faces()},
      {"portals", GraphSpec::portals()},
      {"points", GraphSpec::portals(3, 0.5f)},
      {"grid 8", GraphSpec::grid()},
      {"grid 4", GraphSpec::grid(GridNeighbours::four)},
      {"corners", GraphSpec::corners()},
      {"corners 4", GraphSpec::corners(GridNeighbours::four)},
      {"visibility", GraphSpec::visibility()},
      {"axes", GraphSpec::axes(1)},
      {"terrain", GraphSpec::terrain()},
  };
  for (const NamedGraph& named : named_graphs()) {
    const auto is_same_kind = [&](const auto& one) { return one.second.kind == named.spec.kind; };
    if (std::ranges::none_of(specs, is_same_kind)) specs.emplace_back(named.name, named.spec);
  }
  return specs;
}

// All cases of one world: every graph that it supports.
inline std::vector<Case> cases_of(const std::string& name, const World& world) {
  std::vector<Case> all;
  for (const auto& [graph_name, spec] : case_specs()) {
    if (auto graph = build_graph(world, spec)) {
      all.push_back({name + ", " + graph_name, world, std::move(graph).value()});
    }
  }
  return all;
}

inline std::vector<Case> cases(std::uint64_t seed) {
  std::vector<Case> all;
  Random random(seed);
  const auto add = [&](const std::string& name, const World& world) {
    for (const bool has_links : {false, true}) {
      const World w = has_links ? with_links(world, some_links(world, random)).value() : world;
      for (Case& c : cases_of(name + (has_links ? " with links" : ""), w)) {
        all.push_back(std::move(c));
      }
    }
  };
  add("terrain", hills(seed, {.corners = 12}));
  add("rough terrain", hills(seed, {.corners = 9, .spacing = 30, .relief = 400}));
  add("squares", mesh_scene(R"(
      . . . # . . .
      # # . # . w .
      . R . . . # W
      . # # # W W .
      . . . . . . . )"));
  add("grid", random_grid(seed, "......#wRW"));
  add("heights", random_grid(seed, "001122#"));
  add("hexagons", random_grid(seed, ".....#w1", {.shape = GridShape::hex}));
  return all;
}

inline std::vector<Profile> case_profiles() {
  std::vector<Profile> all;
  for (const NamedProfile& named : named_profiles()) all.push_back(named.make());
  Profile lame = Profile::thesis();
  lame.name = "lame";
  lame.base = PriceBase::box;
  lame.axes.east = 2;
  lame.axes.north = 0.5;
  lame.greatest_step_up = 1;
  lame.radius = 0.1;
  all.push_back(lame);
  return all;
}

}  // namespace thalweg
