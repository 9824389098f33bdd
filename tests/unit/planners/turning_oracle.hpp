// Grounds on which the turning planner is tested, and an oracle for it.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include "grounds.hpp"
#include "oracle.hpp"
#include "planners.hpp"
#include "thalweg/planners/turning.hpp"

namespace thalweg {

inline std::unique_ptr<Planner> turning(const Ground& ground, const TurningOptions& options = {}) {
  return planner_by(ground, TurningSearch::make(ground, options));
}

inline std::vector<NamedGround> turning_grounds(std::uint64_t seed) {
  std::vector<NamedGround> all;
  const auto add = [&](const char* name, const World& world, const GraphSpec& spec,
                       const Profile& profile = Profile::euclid()) {
    all.push_back({name, ground_of(world, spec, profile)});
  };
  const World squares = random_grid(seed, ".....#w");
  add("8 neighbours", squares, GraphSpec::grid());
  add("4 neighbours", squares, GraphSpec::grid(GridNeighbours::four), Profile::vehicle());
  const World hexagons = random_grid(seed, "....#", {.shape = GridShape::hex});
  add("hexagons", hexagons, GraphSpec::grid());
  const Link link = link_between({1, 1, 0}, {5, 5, 0}, {.length = 2, .is_two_way = true});
  const World land = with_links(hills(seed, {.corners = 7, .has_areas = false}), {link}).value();
  add("portals", land, GraphSpec::portals(), Profile::thesis());
  add("points", land, GraphSpec::portals(3, 0.5f));
  add("faces", land, GraphSpec::faces(), Profile::hiker());
  return all;
}

// A slow, simple oracle: Dijkstra over (arc, class), with angles by the standard library.
class TurningOracle {
 public:
  TurningOracle(const Ground& ground, const TurningOptions& options)
      : ground_(ground), options_(options) {
    for (const NodeId node : ground.graph().nodes()) {
      sources_.insert(sources_.end(), ground.graph().arcs(node).size(), node);
    }
  }

  // Degrees from arc to arc; 0 where one has no direction.
  double turn(ArcId last, ArcId arc) const {
    const Vec2 a = direction(last);
    const Vec2 b = direction(arc);
    if (length(a) == 0 || length(b) == 0) return 0;
    return std::abs(std::atan2(cross(a, b), dot(a, b))) * 180 / 3.14159265358979323846;
  }

  double sharpest(const Route& route) const {
    double most = 0;
    for (std::size_t i = 1; i < route.arcs.size(); ++i) {
      most = std::max(most, turn(route.arcs[i - 1], route.arcs[i]));
    }
    return most;
  }
  int bends(const Route& route) const {
    int count = 0;
    for (std::size_t i = 1; i < route.arcs.size(); ++i) {
      count += turn(route.arcs[i - 1], route.arcs[i]) > options_.tolerance ? 1 : 0;
    }
    return count;
  }

  // The least sum of cost and penalty; kUnreached if there is no route.
  Distance cost(const JoinedEnds& ends) const {
    using Entry = std::tuple<Distance, std::uint32_t, std::uint32_t>;  // sum, arc, class
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    std::vector<Distance> least(sources_.size() * (options_.speeds + 1), kUnreached);
    Distance best = ends.direct;
    const auto arrive = [&](NodeId node, Distance sum) {
      const Distance last = seed_cost(ends.goals, node);
      if (last != kUnreached) best = std::min(best, sum + last);
    };
    for (const Seed& source : ends.sources) {
      arrive(source.node, source.cost);
      for (const ArcId arc : ground_.graph().arcs(source.node)) {
        const Cost cost = ground_.metric().cost(arc);
        if (cost != kForbidden) queue.push({source.cost + timed(cost, 1), arc.value, 1});
      }
    }
    while (!queue.empty()) {
      const auto [sum, last, before] = queue.top();
      queue.pop();
      Distance& known = least[last * (options_.speeds + 1) + before];
      if (known <= sum) continue;
      known = sum;
      const NodeId node = ground_.graph().target(ArcId(last));
      arrive(node, sum);
      for (const ArcId arc : ground_.graph().arcs(node)) {
        const double degrees = turn(ArcId(last), arc);
        for (std::uint32_t k = 1; k <= options_.speeds; ++k) {
          const Distance step = price(degrees, arc, before, k);
          if (step != kUnreached) queue.push({sum + step, arc.value, k});
        }
      }
    }
    return best;
  }

 private:
  Vec2 direction(ArcId arc) const {
    if (ground_.graph().label(arc).is_link()) return {};
    return (ground_.graph().position(ground_.graph().target(arc)) -
            ground_.graph().position(sources_[arc.value]))
        .xy();
  }
  Distance timed(Cost cost, std::uint32_t k) const {
    return (Distance{cost} * options_.speeds + k - 1) / k;
  }
  Distance price(double degrees, ArcId arc, std::uint32_t before, std::uint32_t k) const {
    const Cost cost = ground_.metric().cost(arc);
    if (cost == kForbidden || k + 1 < before || k > before + 1) return kUnreached;
    if (degrees <= options_.tolerance) return timed(cost, k);
    const Reversing reversing =
        options_.reversing.value_or(options_.speeds == 1 ? Reversing::turn : Reversing::stop);
    double more = std::ceil(options_.straightness * cost) +
                  std::ceil(options_.turn_cost / ground_.metric().quantum() * degrees / 90);
    if (degrees > 150 + options_.tolerance && reversing != Reversing::turn) {
      if (reversing == Reversing::never || before != 1 || k != 1) return kUnreached;
      more += std::ceil(options_.stop_cost / ground_.metric().quantum());
    } else if (degrees > options_.max_turn / before + options_.tolerance) {
      return kUnreached;
    }
    return timed(cost, k) + static_cast<Distance>(more);
  }

  Ground ground_;
  TurningOptions options_;
  std::vector<NodeId> sources_;  // [arc]
};

inline Query random_turning_query(const World& world, Random& random) {
  const Point start = random_point(world, random);
  return {.start = start, .goal = random_point(world, random), .try_straight = false};
}

}  // namespace thalweg
