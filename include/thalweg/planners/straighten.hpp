// Straightener: parts of a route over squares replaced by cheaper walks across open ground.
//
// Based on: HPA*'s path smoothing (Botea, Mueller, Schaeffer 2004, docs/reference/papers.md [HPA]):
// from each node look along the route, and replace parts that a straight walk shortens.
//
//   a . . . .        a . . . .
//   b . . . .   ->   . b . . .
//   c d e f g        . . c d e
//
// Departures: a walk is the fewest steps between two squares, diagonal ones first or last, so that
// the result is a route of the graph again; it is taken only where the metric says that it is
// cheaper; and the look goes ahead, back, and ahead again.
#pragma once

#include <array>
#include <vector>

#include "thalweg/graph/ground.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

class Straightener {
 public:
  // O(arcs).
  explicit Straightener(Ground ground);

  // A route between the same ends that costs as much or less. On graphs other than those of squares
  // the route itself. Links are kept except where walking is cheaper. The route's memory is used
  // again, and nothing is allocated once warm. About O(nodes x log nodes).
  // Requires: a route of the graph over passable arcs.
  Route straighten(Route route);

  std::size_t scratch_bytes() const;

 private:
  // A node of the route.
  struct Stop {
    NodeId node;
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    Distance before = 0;  // cost of the route up to it
  };
  // A part of the route, by its first and last stop.
  struct Part {
    std::size_t first = 0;
    std::size_t last = 0;
  };
  // Steps of one kind, one after another.
  struct Run {
    std::uint32_t direction = 0;  // number among the steps from a square
    std::uint32_t stride = 0;     // what a step adds to a node's number; may wrap around
    std::uint32_t count = 0;
  };
  using Walk = std::array<Run, 2>;
  // A part, and the walk that could replace it.
  struct Shortcut {
    Part part;
    bool is_turned = false;  // the straight steps come first
    bool is_open = false;    // there is a walk that costs no more
    Distance gain = 0;       // what it costs less
  };
  enum class Sense : std::uint8_t { ahead, back };
  // What was seen from a stop.
  struct View {
    std::size_t reach = 1;  // stops, as far as walks were found
    Shortcut best;
  };

  // Calls visit(arc, target) for each step of a walk until it returns false; true where it never
  // does.
  template <class Visit>
  bool follow(NodeId from, const Walk& walk, const Visit& visit) const;
  ArcId arc(NodeId from, NodeId to, std::uint32_t direction) const;

  void mark_stops(const Route& route);
  Distance cost(Part part) const { return stops_[part.last].before - stops_[part.first].before; }
  Walk walk(Part part, bool is_turned) const;
  Distance least_cost(const Walk& walk) const;
  // The cost of the walk; kUnreached where it is blocked or costs more than `most`.
  Distance cost(Part part, const Walk& walk, Distance most) const;
  Shortcut attempt(Part part);
  View look(std::size_t from, Sense sense);
  bool find_shortcuts(Sense sense);
  Route lay(Route route);

  const Grid& grid() const { return ground_.world().grid; }
  const Graph& graph() const { return ground_.graph(); }
  const Metric& metric() const { return ground_.metric(); }

  Ground ground_;
  bool is_of_squares_ = false;
  bool has_diagonals_ = false;
  Cost least_straight_ = kForbidden;  // of all arcs, so that no walk costs less
  Cost least_diagonal_ = kForbidden;

  bool is_turned_ = false;           // as the last walk that was found: tried first
  std::vector<Stop> stops_;          // [node of the route]
  std::vector<Shortcut> shortcuts_;  // in order along the route
  Route laid_;
};

}  // namespace thalweg
