// The stages of a query: ends, islands, straight walk, search, a flood for partial answers, then
// the path. A failed allocation ends the query, not the process.
#include "thalweg/planners/planner.hpp"
#include "planners/straight.hpp"

#include <algorithm>
#include <array>

#include "core/thrown.hpp"
#include "graph/open_ground.hpp"
#include "planners/query_points.hpp"

namespace thalweg {

Distance route_cost(const Ground& ground, const Route& route) {
  const Graph& graph = ground.graph();
  Distance sum = 0;
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    const Cost cost = ground.metric().cost(route.arcs[i]);
    if (cost == kForbidden || graph.target(route.arcs[i]) != route.nodes[i + 1]) return kUnreached;
    sum += cost;
  }
  return sum;
}

Planner::Planner(Ground ground, std::unique_ptr<RouteSearch> search)
    : ground_(std::move(ground)),
      finder_(ground_),
      path_builder_(ground_),
      span_(ground_),
      search_(std::move(search)) {
  if (graph().facts().is_around_walls) note_areas();
}

// The areas of the ground that the profile may enter, and of the edges that it may cross there.
void Planner::note_areas() {
  const Mesh& mesh = world().mesh;
  const OpenGround open(mesh, &ground_.pricer());
  std::array<bool, 256> is_met{};
  for (const EdgeId edge : mesh.edges()) {
    const FaceId face = mesh.face(edge);
    if (!open.has(face)) continue;
    is_met[mesh.area(face)] = true;
    const AreaId area = mesh.edge_area(edge);
    if (area != kGround && !open.is_wall(edge)) is_met[area] = true;
  }
  for (std::size_t area = 0; area < is_met.size(); ++area) {
    if (is_met[area]) areas_.push_back(static_cast<AreaId>(area));
  }
}

// True when the graph would have other walls under the filter.
bool Planner::closes_ground(const AreaFilter& filter) const {
  return std::ranges::any_of(areas_, [&](AreaId area) { return !filter.allows(area); });
}

Answer Planner::find(const Query& query, Answer old) {
  if (answer_at_once(query, old)) return old;
  begin(query, std::move(old));
  while (!advance(Slice{})) {
  }
  return take();
}

// False where the search cannot, or memory is short: then the frame answers.
bool Planner::answer_at_once(const Query& query, Answer& answer) try {
  if (!search_->answer_at_once(query, answer)) return false;
  stage_ = Stage::idle;
  return true;
} catch (const std::exception&) {
  return false;
}

void Planner::say(Outcome outcome, const char* reason) {
  answer_.outcome = outcome;
  answer_.reason = reason;
  stage_ = Stage::done;
}

void Planner::begin(const Query& query, Answer old) try {
  answer_ = cleared(std::move(old));
  query_ = query;
  found_.penalty = 0;
  budget_ = Budget(query.node_budget);
  if (found_.route.nodes.capacity() < answer_.route.nodes.capacity()) {
    std::swap(found_.route, answer_.route);  // its memory
  }
  if (const char* wrong = why_invalid(query_)) return say(Outcome::invalid, wrong);
  if (const char* wrong = path_builder_.why_invalid(query_)) return say(Outcome::invalid, wrong);
  if (const char* wrong = why_invalid(query_, world())) return say(Outcome::invalid, wrong);
  if (query_.filter != nullptr && closes_ground(*query_.filter)) {
    return say(Outcome::invalid,
               "this graph bends around the profile's walls only: ban the area in the profile");
  }
  if (graph().facts().is_around_walls && !query_.blocked.faces.empty()) {
    return say(Outcome::invalid,
               "this graph bends around the profile's walls only: block faces on another graph");
  }
  if (!choose_ground() || !find_ends()) return;
  ends_ = finder().join(starts_, goals_, filter(), std::move(ends_));
  if (query_.try_straight && walk_straight()) return;
  stage_ = Stage::route;
  const bool is_apart = query_.use_islands && finder().are_apart(ends_);
  if (!is_apart || (query_.allow_partial && search_->is_confined())) {
    return search_->begin(route_query());
  }
  if (query_.allow_partial) return start_flood(Outcome::partial);
  say(Outcome::unreachable, "the goal cannot be reached from the start");
} catch (const std::exception& thrown) {
  give_up(thrown);
}

// A failed allocation ends the query. Nothing throws across the API.
void Planner::give_up(const std::exception& thrown) {
  static_cast<void>(error_of(thrown));
  answer_ = cleared(std::move(answer_));
  say(Outcome::invalid, "out of memory");
}

RouteQuery Planner::route_query() const {
  return {.task = {ends_.sources, ends_.goals, ends_.direct},
          .starts = starts_,
          .goals = goals_,
          .weight = query_.weight,
          .filter = filter(),
          .wider = wider_ == nullptr ? nullptr : &wider_->ground,
          .allow_partial = query_.allow_partial};
}

// The ground for the query's agent, and what the query leaves out of it. False where the agent is
// too wide for the graph.
bool Planner::choose_ground() {
  wider_ = nullptr;
  if (query_.radius > metric().profile().radius) {
    if (!kept_ || kept_->radius != query_.radius) {
      auto made = ground_.for_radius(query_.radius);
      if (!made) {
        say(Outcome::invalid,
            "the graph serves smaller agents: make the ground with a profile of that radius");
        return false;
      }
      kept_.emplace(
          Wider{query_.radius, made.value(), EndFinder(made.value()), PathBuilder(made.value())});
    }
    wider_ = &*kept_;
  }
  if (query_.filter == nullptr && query_.blocked.empty()) {
    filter_.begin(world(), nullptr, 0);
  } else {
    filter_ = filter_of(query_, world(), counted().profile().radius, std::move(filter_));
  }
  return true;
}

// Takes the straight line without a search where no route can be cheaper.
bool Planner::walk_straight() {
  const bool is_walkable = graph().facts().has_corridors || graph().facts().is_on_grid;
  const bool is_direct_shape = query_.shape >= Shape::sight;  // the others show the route's points
  if (!is_walkable || !is_direct_shape) return false;
  if (starts_.size() != 1 || goals_.size() != 1) return false;
  const double price = path_builder().straight_price(filter(), ends_);
  const auto cost = straight_cost(metric(), span_, price, ends_.start.point, ends_.goal.point);
  if (!cost) return false;
  answer_.is_straight = true;
  answer_.start_index = ends_.start.index;
  answer_.goal_index = ends_.goal.index;
  answer_.cost = *cost;
  answer_ = path_builder().lay_straight(query_, filter(), ends_, std::move(answer_));
  say(Outcome::found, "");
  return true;
}

bool Planner::advance(const Slice& slice) try {
  budget_.begin(slice);
  if (stage_ == Stage::route) {
    const SearchEnd end = search_->advance(budget_);
    if (end == SearchEnd::paused) return false;
    end_route(end);
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
} catch (const std::exception& thrown) {
  give_up(thrown);
  return true;
}

// How far the ends of a path lie from those that were asked for.
void Planner::measure_moves() {
  if (answer_.points.empty()) return;
  const auto moved = [&](Point given, const PathPoint& used) {
    const Vec3 from = to_world(query_.axes, {given.x, given.y, given.z});
    return length(from.xy() - to_world(query_.axes, used.vec()).xy());
  };
  answer_.start_moved = moved(nth_point(query_.start, query_.more_starts, answer_.start_index),
                              answer_.points.front());
  if (!answer_.found()) return;
  answer_.goal_moved =
      moved(nth_point(query_.goal, query_.more_goals, answer_.goal_index), answer_.points.back());
}

Answer Planner::take() {
  if (stage_ != Stage::done) say(Outcome::invalid, "no answer is ready: ask, then advance");
  measure_moves();
  stage_ = Stage::idle;
  answer_.price = metric().in_units(answer_.cost);
  return std::move(answer_);
}

void Planner::end_route(SearchEnd end) {
  answer_.stats = search_->stats();
  if (end == SearchEnd::found) {
    found_ = search_->take(std::move(found_));
    answer_.bound = found_.bound;
    lay_found();
    return say(Outcome::found, "");
  }
  if (end == SearchEnd::over_budget) {
    say(Outcome::over_budget, "the node budget was spent before the goal was reached");
  } else {
    say(Outcome::unreachable, "the goal cannot be reached from the start");
  }
  if (!query_.allow_partial) return;
  if (end == SearchEnd::over_budget) {
    found_ = search_->take(std::move(found_));
    if (found_.is_found) {
      lay_found();
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

// The route found, priced and laid from the start it leaves to the goal it ends at.
void Planner::lay_found() {
  answer_.route = std::move(found_.route);
  answer_.penalty = found_.penalty;
  const Route& route = answer_.route;
  answer_.cost = found_.cost;
  std::uint32_t start = ends_.direct_start;
  std::uint32_t goal = ends_.direct_goal;
  if (!route.nodes.empty()) {
    start = cheapest_seed(ends_.sources, route.nodes.front())->end;
    goal = cheapest_seed(ends_.goals, route.nodes.back())->end;
  }
  ends_.start = starts_[start];
  ends_.goal = goals_[goal];
  answer_.start_index = ends_.start.index;
  answer_.goal_index = ends_.goal.index;
  answer_ = path_builder().lay(query_, filter(), ends_, std::move(answer_));
}

}  // namespace thalweg
