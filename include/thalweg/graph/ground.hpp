// Ground: a world, one of its graphs, and what that graph's arcs cost one kind of agent.
//
//   const auto ground = thalweg::ground(world, thalweg::Profile::hiker()).value();
//   thalweg::AStarPlanner planner{ground};                               // one per thread
//
// One value that is cheap to copy: copies share the parts, which never change. Planners,
// hierarchies' builders and everything else that needs the three hold a Ground by copy, so nothing
// can outlive what it was built from. Safe to share between threads.
#pragma once

#include <cstdint>
#include <memory>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/graph/pricer.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

class Ground {
 public:
  // Refused with a sentence: a graph of another world, a metric of another graph, a graph that was
  // built around other walls than the profile's.
  static Result<Ground> of(World world, Graph graph, Metric metric);

  const World& world() const { return parts_->world; }
  const Graph& graph() const { return parts_->graph; }
  const Metric& metric() const { return parts_->metric; }
  const Profile& profile() const { return parts_->metric.profile(); }
  // Prices steps off the graph's nodes by the metric's profile.
  const Pricer& pricer() const { return parts_->pricer; }

  // Of the metric, which depends on the graph and the world.
  std::uint64_t fingerprint() const { return parts_->fingerprint; }

 private:
  struct Parts {
    Parts(World given_world, Graph given_graph, Metric given_metric);
    World world;
    Graph graph;
    Metric metric;
    Pricer pricer;  // borrows the world above
    std::uint64_t fingerprint;
  };

  explicit Ground(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const Parts> parts_;
};

// The graph that suits a world where none is named: the portals of a mesh, else the grid.
GraphSpec default_graph(const World& world);

// Builds a graph of the world for the profile and prices it. Refused with a sentence: a graph that the world cannot
// give, a profile that breaks a law. O(arcs).
Result<Ground> ground(const World& world, const Profile& profile);
Result<Ground> ground(const World& world, const Profile& profile, const GraphSpec& graph);

}  // namespace thalweg
