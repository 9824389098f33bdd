// One query, from its points to its path. `find` does all steps at once; begin, advance and take the
// same in slices. A failed allocation ends the query, not the process.
#include "thalweg/planners/planner.hpp"

#include <algorithm>
#include <cmath>

#include "core/thrown.hpp"
#include "graph/open_ground.hpp"
#include "path/switchbacks.hpp"
#include "thalweg/world/grid_mesh.hpp"

namespace thalweg {
namespace {

// The cost of a straight walk at this price, in the profile's unit, if no route can be cheaper.
std::optional<Distance> straight_cost(const Metric& metric, const MetricBound& bound, double price,
                                      Vec3 from, Vec3 to) {
  constexpr double kAsCheapAsCanBe = 1 + 1e-4;
  constexpr double kMostStraight = 0x1p60;  // quanta: what a Distance holds
  const double least = metric.least_per_metre() * bound.between({from, from}, {to, to});
  const double cost = std::ceil(price / metric.quantum());
  if (!(cost < kMostStraight && cost <= least * kAsCheapAsCanBe + 1)) return std::nullopt;
  return static_cast<Distance>(cost);
}

}  // namespace

Planner::Planner(Ground ground, std::unique_ptr<RouteSearch> search)
    : ground_(std::move(ground)),
      finder_(ground_),
      shaper_(ground_.shaped()),
      metric_bound_(ground_),
      search_(std::move(search)) {
  if (graph().facts().is_around_walls) areas_ = areas_of(world().mesh, ground_.pricer());
}

// True when the graph would have other walls under the filter.
bool Planner::closes_ground(const AreaFilter& filter) const {
  return std::ranges::any_of(areas_, [&](AreaId area) { return !filter.allows(area); });
}

Answer Planner::find(const Query& query, Answer old) try {
  query_ = &query;
  answer_ = std::move(old);
  if (open() && find_ends() && !walk_straight() && begin_search()) {  // points -> faces
    while (!advance_search({})) {  // nodes, arcs, portals; or the nearest point that can be reached
    }
    lay();    // faces, or points where the graph has no corridors
    shape();  // points, lengths, prices
  }
  return take();
} catch (const std::exception& thrown) {
  give_up(thrown);
  return take();
}

void Planner::begin(const Query& query, Answer old) try {
  kept_query_ = query;
  query_ = &kept_query_;
  answer_ = std::move(old);
  if (open() && find_ends() && !walk_straight()) begin_search();
} catch (const std::exception& thrown) {
  give_up(thrown);
}

bool Planner::advance(const Slice& slice) try {
  if (stage_ != Stage::search && stage_ != Stage::flood) return true;
  if (!advance_search(slice)) return false;
  lay();
  shape();
  return true;
} catch (const std::exception& thrown) {
  give_up(thrown);
  return true;
}

Answer Planner::take() {
  if (stage_ != Stage::done) {
    answer_ = {};
    say(Outcome::invalid, "no answer is ready: ask, then advance");
  } else {
    measure_moves();
    answer_.price = metric().in_units(answer_.cost);
  }
  stage_ = Stage::idle;
  query_ = nullptr;
  return std::move(answer_);
}

void Planner::say(Outcome outcome, const char* reason) {
  answer_.outcome = outcome;
  answer_.reason = reason;
  stage_ = Stage::done;
}

// A failed allocation ends the query. Nothing throws across the API.
void Planner::give_up(const std::exception& thrown) {
  static_cast<void>(error_of(thrown));
  clear(answer_);
  say(Outcome::invalid, "out of memory");
}

// False where the query is invalid.
bool Planner::open() {
  clear(answer_);
  budget_ = Budget(query_->node_budget);
  is_joined_ = false;
  laid_between_ = nullptr;
  found_.penalty = 0;
  if (found_.route.nodes.capacity() < answer_.route.nodes.capacity()) {
    std::swap(found_.route, answer_.route);  // its memory
  }
  return !is_refused() && choose_ground();
}

bool Planner::is_refused() {
  const char* wrong = why_invalid(*query_);
  if (wrong == nullptr && graph().facts().is_on_grid && !GridMesh::fits(world().grid) &&
      (query_->shape != Shape::midpoints || query_->want_ground_price)) {
    wrong =
        "the grid has too many squares to shape paths over it: ask for midpoints, without a price";
  }
  if (wrong == nullptr) wrong = why_invalid(*query_, world());
  if (wrong == nullptr && query_->filter != nullptr && closes_ground(*query_->filter)) {
    wrong = "this graph bends around the profile's walls only: ban the area in the profile";
  }
  if (wrong == nullptr && graph().facts().is_around_walls && !query_->blocked.faces.empty()) {
    wrong = "this graph bends around the profile's walls only: block faces on another graph";
  }
  if (wrong != nullptr) say(Outcome::invalid, wrong);
  return wrong != nullptr;
}

// The ground for the query's agent, and what the query leaves out of it. False where the agent is
// too wide for the graph.
bool Planner::choose_ground() {
  wider_ = nullptr;
  if (query_->radius > metric().profile().radius) {
    if (!kept_ || kept_->radius != query_->radius) {
      auto made = ground_.for_radius(query_->radius);
      if (!made) {
        say(Outcome::invalid,
            "the graph serves smaller agents: make the ground with a profile of that radius");
        return false;
      }
      kept_.emplace(Wider{query_->radius, made.value(), EndFinder(made.value()),
                          PathShaper(made.value().shaped())});
    }
    wider_ = &*kept_;
  }
  if (query_->filter != nullptr || !query_->blocked.empty()) {
    filter_ = filter_of(*query_, world(), counted().profile().radius, std::move(filter_));
  } else if (!filter_.is_empty()) {
    filter_.begin(world(), nullptr, 0);
  }
  return true;
}

// The ends as the graph sees them: joined when first asked for.
const JoinedEnds& Planner::joined() {
  if (!is_joined_) joined_ = finder().join(starts_, goals_, filter(), std::move(joined_));
  is_joined_ = true;
  return joined_;
}

// Answers with the straight walk, without a search, where no route can be cheaper. True: it did.
bool Planner::walk_straight() {
  const bool has_straight_walks = graph().facts().has_corridors || graph().facts().is_on_grid;
  const bool is_direct_shape = query_->shape >= Shape::sight;  // the others show the route's points
  if (!query_->try_straight || !has_straight_walks || !is_direct_shape || !ends_.are_two())
    return false;
  const End& start = starts_.front();
  const End& goal = goals_.front();
  if (!search_->may_see(start, goal)) return false;
  const double price =
      shaper().straight_price(filter(), start.surface_point(), goal.surface_point());
  const auto cost = straight_cost(metric(), metric_bound_, price, start.point, goal.point);
  if (!cost) return false;
  answer_.is_straight = true;
  answer_.start_index = start.index;
  answer_.goal_index = goal.index;
  answer_.cost = *cost;
  answer_straight(start.surface_point(), goal.surface_point());
  say(Outcome::found, "");
  return true;
}

void Planner::answer_straight(const SurfacePoint& start, const SurfacePoint& goal) {
  Corridor& corridor = answer_.corridor;
  if (!graph().facts().is_on_grid) {
    corridor.start = start;
    corridor.goal = goal;
    for (const EdgeId edge : shaper().crossed()) {
      corridor.steps.push_back({world().mesh.face(edge), edge, {}, false});
    }
  }
  answer_.points = shaper().shape_straight(shape_request({.is_straight = true}), start, goal,
                                           std::move(answer_.points));
  finish();
}

// False where the islands prove that there is no route, and that is the answer.
bool Planner::begin_search() {
  SearchRequest request{.ends = ends_,
                        .task = {},
                        .has_task = search_->needs_task(ends_),
                        .weight = query_->weight,
                        .allow_partial = query_->allow_partial};
  request.wants_shortest = query_->shape == Shape::cheapest && query_->shape_options.effort > 0;
  stage_ = Stage::search;
  if (request.has_task) {
    const JoinedEnds& joined_ends = joined();
    request.task = {joined_ends.sources, joined_ends.goals, joined_ends.direct};
    const bool is_apart = query_->use_islands && finder().are_apart(joined_ends);
    if (is_apart && !query_->allow_partial) {
      say(Outcome::unreachable, "the goal cannot be reached from the start");
      return false;
    }
    if (is_apart && !search_->is_confined()) {
      start_flood(Outcome::partial);
      return true;
    }
  }
  search_->begin(request);
  return true;
}

bool Planner::advance_search(const Slice& slice) {
  budget_.begin(slice);
  if (stage_ == Stage::search) {
    const SearchEnd end = search_->advance(budget_);
    if (end == SearchEnd::paused) return false;
    end_search(end);
    if (stage_ == Stage::flood) return false;
  }
  if (stage_ == Stage::flood) {
    const SearchEnd end = flooding_.advance(budget_);
    if (end == SearchEnd::paused) return false;
    if (end == SearchEnd::over_budget) flood_outcome_ = Outcome::over_budget;
    answer_.stats += flood_.stats;
    lead_near(flood_.bank);
  }
  return true;
}

void Planner::end_search(SearchEnd end) {
  answer_.stats = search_->stats();
  if (end == SearchEnd::found) {
    search_->take(found_);
    answer_.bound = found_.bound;
    take_found();
    return say(Outcome::found, "");
  }
  if (end == SearchEnd::over_budget) {
    say(Outcome::over_budget, "the node budget was spent before the goal was reached");
  } else {
    say(Outcome::unreachable, "the goal cannot be reached from the start");
  }
  if (!query_->allow_partial) return;
  if (end == SearchEnd::over_budget) {
    search_->take(found_);
    if (found_.is_found) {
      take_found();
      answer_.reason = "the node budget was spent: the path leads as near to the goal as was seen";
      return;
    }
  }
  const Outcome outcome = end == SearchEnd::over_budget ? Outcome::over_budget : Outcome::partial;
  if (const NodeBank* bank = search_->seen()) {
    flood_outcome_ = outcome;
    return lead_near(*bank);
  }
  start_flood(outcome);
}

// Takes the route over. It leaves the start, and ends at the goal, with the cheapest seed at its first and last
// node.
void Planner::take_found() {
  std::swap(answer_.route, found_.route);
  answer_.penalty = found_.penalty;
  answer_.cost = found_.cost;
  const Route& route = answer_.route;
  std::uint32_t start = is_joined_ ? joined_.direct_start : 0;
  std::uint32_t goal = is_joined_ ? joined_.direct_goal : 0;
  if (is_joined_ && !route.nodes.empty()) {
    start = cheapest_seed(joined_.sources, route.nodes.front())->end;
    goal = cheapest_seed(joined_.goals, route.nodes.back())->end;
  }
  if (!is_joined_) joined_.vias.clear();
  joined_.filter = filter();
  joined_.start = starts_[start];
  joined_.goal = goals_[goal];
  answer_.start_index = joined_.start.index;
  answer_.goal_index = joined_.goal.index;
  laid_between_ = &joined_;
}

// Portals are copied to the corridor; other routes are laid by the form of their graph.
void Planner::lay() {
  if (laid_between_ == nullptr) return;
  laid_.points.clear();
  if (!found_.portals.empty()) return copy_corridor();
  laid_.corridor = std::move(answer_.corridor);
  laid_ = graph().form().lay(counted(), answer_.route, *laid_between_, std::move(laid_));
  answer_.corridor = std::move(laid_.corridor);
}

void Planner::copy_corridor() {
  Corridor& corridor = answer_.corridor;
  corridor.start = laid_between_->start.surface_point();
  corridor.goal = laid_between_->goal.surface_point();
  corridor.steps.clear();
  for (const PortalRun& run : found_.portals.runs) {
    if (!run.is_crossed) continue;
    const PortalIds* portal = found_.portals.table.ids + run.first;
    for (std::uint32_t i = 0; i < run.count; ++i, portal += run.step) {
      const FaceId face = run.is_out ? portal->from : portal->to;
      corridor.steps.push_back({face, run.is_out ? portal->out : portal->back, {}, false});
    }
  }
}

ShapeRequest Planner::shape_request(KnownString known) const {
  ShapeRequest request{.options = query_->shape_options,
                       .filter = filter(),
                       .corridor = answer_.corridor,
                       .laid = laid_.points,
                       .known = known,
                       .cost = answer_.cost,
                       .arcs = answer_.route.nodes.size() + 1};
  request.options.shape = query_->shape;
  return request;
}

void Planner::shape() {
  if (laid_between_ == nullptr) return;
  const auto walked = [&](std::vector<PathPoint> old) {
    return graph().form().walked(counted(), answer_.route, *laid_between_, std::move(old));
  };
  ShapeRequest request =
      shape_request({.portals = found_.portals.empty() ? nullptr : &found_.portals});
  request.walked = walked;
  answer_.points = shaper().shape(request, std::move(answer_.points));
  finish();
}

// The price, and the caller's coordinates. Squares are not faces to the caller.
void Planner::finish() {
  std::vector<PathPoint>& points = answer_.points;
  if (query_->want_ground_price) answer_.ground_price = shaper().price(filter(), points);
  const Profile& profile = counted().profile();
  if (profile.is_timed()) mark_steep(profile.speed_model, points);
  const Frame frame = world().frame(query_->axes);
  const bool is_z_up = frame.axes == Axes::z_up;
  for (PathPoint& point : points) {
    const Vec3 p = is_z_up ? frame.origin + point.vec() : frame.from_local(point.vec());
    point.x = p.x;
    point.y = p.y;
    point.z = p.z;
  }
  if (!graph().facts().is_on_grid) return;
  for (PathPoint& point : points) point.face = {};
}

// How far the ends of a path lie from those that were asked for.
void Planner::measure_moves() {
  if (answer_.points.empty()) return;
  const auto moved = [&](Point given, const PathPoint& used) {
    const Vec3 from = to_world(query_->axes, {given.x, given.y, given.z});
    return length(from.xy() - to_world(query_->axes, used.vec()).xy());
  };
  answer_.start_moved = moved(query_->nth_start(answer_.start_index), answer_.points.front());
  if (!answer_.found()) return;
  answer_.goal_moved = moved(query_->nth_goal(answer_.goal_index), answer_.points.back());
}

}  // namespace thalweg
