// Every kind of query, each as a change of a random query between two points.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "grounds.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

// Random queries on a ground, most of them between points that lie on it.
class QuerySource {
 public:
  QuerySource(const Ground& ground, std::uint64_t seed)
      : random_(seed), ground_(ground), finder_(ground) {}

  Point point() {
    const Frame frame = ground_.world().frame();
    Point p = random_point(ground_.world(), random_);
    for (int i = 0; i < 20 && !finder_.find(frame.to_local(p), 0).is_found(); ++i) {
      p = random_point(ground_.world(), random_);
    }
    return p;
  }
  std::vector<Point> points(std::size_t count) {
    std::vector<Point> all;
    while (all.size() < count) all.push_back(point());
    return all;
  }
  // A point as far off as this part of the world.
  Point near(Point p, double part) {
    return {p.x + part * size() * random_.between(-1, 1),
            p.y + part * size() * random_.between(-1, 1)};
  }
  Query query() {
    const Point start = point();
    return {.start = start, .goal = point()};
  }
  BlockedCircle circle(Point centre) {
    return {.centre = centre, .radius = random_.between(0.1, 1) * square()};
  }

  // Metres: the side of the world, and about that of a face or square.
  double size() const { return ground_.world().box().size().x; }
  double square() const {
    const World& world = ground_.world();
    return world.mesh.empty() ? world.grid.spacing() : size() / 12;
  }
  const World& world() const { return ground_.world(); }
  Random& random() { return random_; }

 private:
  Random random_;
  Ground ground_;
  EndFinder finder_;
};

struct QueryKind {
  std::string name;
  void (*change)(Query& query, QuerySource& source);
};

inline void turn_y_up(Query& query) {
  constexpr double kAny = std::numeric_limits<double>::quiet_NaN();
  const auto turn = [&](Point& p) { p = {p.x, kAny, -p.y}; };
  query.axes = Axes::y_up;
  turn(query.start);
  turn(query.goal);
  for (Point& p : query.more_starts) turn(p);
  for (Point& p : query.more_goals) turn(p);
  for (BlockedCircle& circle : query.blocked.circles) turn(circle.centre);
}

inline std::shared_ptr<const AreaFilter> filter_without(AreaId area) {
  return std::make_shared<AreaFilter>(AreaFilter().exclude(area));
}

inline void block_some(Query& query, QuerySource& source) {
  const World& world = source.world();
  for (std::uint32_t i = 0; i < world.mesh.face_count() / 6; ++i) {
    query.blocked.faces.push_back(FaceId(source.random().below(world.mesh.face_count())));
  }
  for (std::uint32_t i = 0; i < world.grid.size() / 6; ++i) {
    query.blocked.squares.push_back(SquareId(source.random().below(world.grid.size())));
  }
}

// Where the ends lie, and how many there are.
inline std::vector<QueryKind> kinds_of_ends() {
  using Q = Query;
  using S = QuerySource;
  return {
      {"two points", [](Q& q, S&) { q.try_straight = false; }},
      {"two points, straight where nothing is cheaper", [](Q&, S&) {}},
      {"in sight", [](Q& q, S& s) { q.goal = s.near(q.start, 0.1); }},
      {"in sight, not straight",
       [](Q& q, S& s) {
         q.goal = s.near(q.start, 0.1);
         q.try_straight = false;
       }},
      {"one point", [](Q& q, S&) { q.goal = q.start; }},
      {"several starts", [](Q& q, S& s) { q.more_starts = s.points(3); }},
      {"several goals", [](Q& q, S& s) { q.more_goals = s.points(3); }},
      {"several of both",
       [](Q& q, S& s) {
         q.more_starts = s.points(2);
         q.more_goals = s.points(3);
       }},
      {"goals at one face",
       [](Q& q, S& s) {
         q.more_goals = {s.near(q.goal, 0.02), s.near(q.goal, 0.02), q.goal};
       }},
      {"a start off the ground", [](Q& q, S& s) { q.start.x = -10 * s.size(); }},
      {"one of the goals off the ground",
       [](Q& q, S& s) {
         q.more_goals = s.points(1);
         q.goal.x = -10 * s.size();
       }},
      {"y up", [](Q& q, S&) { turn_y_up(q); }},
      {"several of both, y up",
       [](Q& q, S& s) {
         q.more_starts = s.points(2);
         q.more_goals = s.points(2);
         turn_y_up(q);
       }},
      {"no such point", [](Q& q, S&) { q.goal.x = std::numeric_limits<double>::quiet_NaN(); }},
  };
}

// What counts as ground.
inline std::vector<QueryKind> kinds_of_ground() {
  using Q = Query;
  using S = QuerySource;
  return {
      {"an area left out", [](Q& q, S&) { q.filter = filter_without(kSwamp); }},
      {"an area avoided",
       [](Q& q, S&) { q.filter = std::make_shared<AreaFilter>(AreaFilter().avoid(kGround, 2.5)); }},
      {"a filter that changes nothing",
       [](Q& q, S&) { q.filter = std::make_shared<AreaFilter>(); }},
      {"a blocked circle", [](Q& q, S& s) { q.blocked.circles = {s.circle(s.point())}; }},
      {"blocked circles, y up",
       [](Q& q, S& s) {
         for (const Point p : s.points(6)) q.blocked.circles.push_back(s.circle(p));
         turn_y_up(q);
       }},
      {"a blocked circle around the start",
       [](Q& q, S& s) { q.blocked.circles = {s.circle(s.near(q.start, 0.02))}; }},
      {"blocked faces and squares", [](Q& q, S& s) { block_some(q, s); }},
      {"a wider agent", [](Q& q, S& s) { q.radius = 0.2 * s.square(); }},
      {"a wider agent among circles",
       [](Q& q, S& s) {
         q.radius = 0.2 * s.square();
         for (const Point p : s.points(3)) q.blocked.circles.push_back(s.circle(p));
       }},
      {"several goals of a wider agent",
       [](Q& q, S& s) {
         q.radius = 0.2 * s.square();
         q.more_goals = s.points(2);
       }},
  };
}

// How routes become points, and what they cost there.
inline std::vector<QueryKind> kinds_of_shapes() {
  using Q = Query;
  using S = QuerySource;
  return {
      {"cheapest", [](Q& q, S&) { q.want_ground_price = true; }},
      {"funnel", [](Q& q, S&) { q.shape = Shape::funnel; }},
      {"midpoints", [](Q& q, S&) { q.shape = Shape::midpoints; }},
      {"pruned", [](Q& q, S&) { q.shape = Shape::pruned; }},
      {"centres", [](Q& q, S&) { q.shape = Shape::centres; }},
      {"sight", [](Q& q, S&) { q.shape = Shape::sight; }},
      {"spline", [](Q& q, S&) { q.shape = Shape::spline; }},
      {"switchbacks", [](Q& q, S&) { q.shape = Shape::switchbacks; }},
      {"ground price of a funnel",
       [](Q& q, S&) {
         q.shape = Shape::funnel;
         q.want_ground_price = true;
       }},
      {"ground price of midpoints",
       [](Q& q, S&) {
         q.shape = Shape::midpoints;
         q.want_ground_price = true;
       }},
      {"cheapest among several goals, with its ground price",
       [](Q& q, S& s) {
         q.more_goals = s.points(2);
         q.want_ground_price = true;
       }},
      {"a round funnel",
       [](Q& q, S& s) {
         q.shape = Shape::funnel;
         q.radius = 0.1 * s.square();
         q.shape_options.arc_degrees = 10;
       }},
  };
}

inline std::vector<QueryKind> kinds_of_shape_options() {
  using Q = Query;
  using S = QuerySource;
  return {
      {"every crossing", [](Q& q, S&) { q.shape_options.every_crossing = true; }},
      {"every crossing of a funnel",
       [](Q& q, S&) {
         q.shape = Shape::funnel;
         q.shape_options.every_crossing = true;
       }},
      {"every crossing, y up, with its ground price",
       [](Q& q, S&) {
         q.shape_options.every_crossing = true;
         q.want_ground_price = true;
         turn_y_up(q);
       }},
      {"not pulled on", [](Q& q, S&) { q.shape_options.pull_again = false; }},
      {"a funnel not pulled on",
       [](Q& q, S&) {
         q.shape = Shape::funnel;
         q.shape_options.pull_again = false;
       }},
      {"pruned a little",
       [](Q& q, S& s) {
         q.shape = Shape::pruned;
         q.shape_options.prune = 0.05 * s.square();
       }},
      {"a spline through what is in sight",
       [](Q& q, S&) {
         q.shape = Shape::spline;
         q.shape_options.spline_of = Shape::sight;
         q.shape_options.spline_pieces = 3;
       }},
      {"a spline of even pieces",
       [](Q& q, S& s) {
         q.shape = Shape::spline;
         q.shape_options.spline_spacing = 0.3 * s.square();
       }},
      {"a spline by quarters",
       [](Q& q, S&) {
         q.shape = Shape::spline;
         q.shape_options.spline_by_quarters = true;
       }},
      {"no effort", [](Q& q, S&) { q.shape_options.effort = 0; }},
      {"little effort", [](Q& q, S&) { q.shape_options.effort = 1; }},
      {"all effort", [](Q& q, S&) { q.shape_options.effort = 3; }},
      {"short switchbacks",
       [](Q& q, S& s) {
         q.shape = Shape::switchbacks;
         q.shape_options.leg = 0.5 * s.square();
       }},
  };
}

// How far the search goes.
inline std::vector<QueryKind> kinds_of_searches() {
  using Q = Query;
  using S = QuerySource;
  return {
      {"Dijkstra", [](Q& q, S&) { q.weight = 0; }},
      {"half a weight", [](Q& q, S&) { q.weight = 0.5; }},
      {"greedy", [](Q& q, S&) { q.weight = 1.5; }},
      {"greedier", [](Q& q, S&) { q.weight = 5; }},
      {"a budget of none", [](Q& q, S&) { q.node_budget = 0; }},
      {"a budget of one", [](Q& q, S&) { q.node_budget = 1; }},
      {"a budget", [](Q& q, S&) { q.node_budget = 12; }},
      {"a budget, partial",
       [](Q& q, S&) {
         q.node_budget = 12;
         q.allow_partial = true;
       }},
      {"a budget, greedy, partial",
       [](Q& q, S&) {
         q.node_budget = 30;
         q.weight = 2;
         q.allow_partial = true;
       }},
      {"partial", [](Q& q, S&) { q.allow_partial = true; }},
      {"partial, among blocked ground",
       [](Q& q, S& s) {
         q.allow_partial = true;
         block_some(q, s);
       }},
      {"partial, several of both",
       [](Q& q, S& s) {
         q.allow_partial = true;
         q.more_starts = s.points(1);
         q.more_goals = s.points(1);
         block_some(q, s);
       }},
      {"without islands",
       [](Q& q, S&) {
         q.use_islands = false;
         q.try_straight = false;
       }},
      {"partial, without islands",
       [](Q& q, S&) {
         q.use_islands = false;
         q.allow_partial = true;
       }},
  };
}

}  // namespace thalweg
