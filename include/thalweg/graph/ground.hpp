// Ground: a world, one of its graphs, and what that graph's arcs cost one kind of agent.
//
//   const auto ground = thalweg::ground(world, thalweg::Profile::hiker()).value();
//   thalweg::Planner planner(ground, std::make_unique<thalweg::AStarSearch>(ground));
//
// One value that is cheap to copy: copies share the parts, which never change. Planners,
// hierarchies' builders and everything else that needs the three hold a Ground by copy, so nothing
// can outlive what it was built from. Safe to share between threads.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/price/pricer.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct ShapedGround;

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

  // What PathShaper (path/path_shaper.hpp) knows of it. Borrows this ground.
  ShapedGround shaped() const;

  // The same ground for an agent of this radius where that is larger than the profile's, else this
  // one: priced with the same quantum, so that only passages close. Made once for each of the
  // last 8 radii and kept for all copies; from any thread. Refused with a sentence: a radius that
  // is no number from 0 on, a graph whose nodes stand where such an agent does not fit. O(arcs)
  // the first time.
  Result<Ground> for_radius(double radius) const;

  // Of the graph and the metric, and of the metrics kept for wider agents; not of the world. From
  // any thread.
  std::size_t bytes() const;

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
    // Grounds for wider agents, the last used one first.
    struct Wider {
      double radius;
      std::shared_ptr<const Parts> parts;
    };
    mutable std::mutex mutex;
    mutable std::vector<Wider> wider;
  };

  explicit Ground(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const Parts> parts_;
};

// The graph that suits a world where none is named: terrain of a height map (is_height_map), the
// portals of another mesh, else the grid.
GraphSpec default_graph(const World& world);

// Builds a graph of the world for the profile and prices it. Refused with a sentence: a graph that the world cannot
// give, a profile that breaks a law. O(arcs).
Result<Ground> ground(const World& world, const Profile& profile);
Result<Ground> ground(const World& world, const Profile& profile, const GraphSpec& graph,
                      const Progress& progress = {});

}  // namespace thalweg
