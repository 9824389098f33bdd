#include "thalweg/planners/planner.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/thrown.hpp"
#include "graph/open_ground.hpp"

namespace thalweg {
namespace {

// The straight walk is taken where it costs at most this times the lower bound.
constexpr double kAsCheapAsCanBe = 1 + 1e-4;
constexpr double kMostStraight = 0x1p60;  // quanta: what a Distance holds

bool is_sound(Vec3 p) { return is_finite(p.xy()) && !std::isinf(p.z); }

// The point with this number in a query: the first, or one of the others.
Point nth_point(Point first, const std::vector<Point>& others, std::size_t i) {
  return i == 0 ? first : others[i - 1];
}

}  // namespace

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
  begin(query, std::move(old));
  while (!advance(Slice{})) {
  }
  return take();
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
  join_ends();
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

End Planner::found_end(Vec3 local) const { return finder().find(local, query_.reach, filter()); }

// False where an end is invalid or lies on no ground. Starts and goals off the ground matter only
// when all are.
bool Planner::find_ends() { return find_starts() && find_goals(); }

bool Planner::find_starts() {
  starts_.clear();
  start_indices_.clear();
  for (std::size_t i = 0; i <= query_.more_starts.size(); ++i) {
    const Vec3 start =
        world().frame(query_.axes).to_local(nth_point(query_.start, query_.more_starts, i));
    if (!is_sound(start)) {
      say(Outcome::invalid, "the start is not a finite point");
      return false;
    }
    const End end = found_end(start);
    if (!end.is_found()) continue;
    starts_.push_back(end);
    start_indices_.push_back(static_cast<std::uint32_t>(i));
  }
  if (starts_.empty()) {
    say(Outcome::outside, "the start lies on no ground that this profile enters");
    return false;
  }
  if (filter_.has_places()) filter_ = finder().forgiven(std::move(filter_), starts_);
  return true;
}

bool Planner::find_goals() {
  goals_.clear();
  goal_indices_.clear();
  bool is_blocked = false;
  for (std::size_t i = 0; i <= query_.more_goals.size(); ++i) {
    const Vec3 goal =
        world().frame(query_.axes).to_local(nth_point(query_.goal, query_.more_goals, i));
    if (!is_sound(goal)) {
      say(Outcome::invalid, "the goal is not a finite point");
      return false;
    }
    const End end = found_end(goal);
    if (!end.is_found()) continue;
    if (!filter_.is_clear(end.point, end.point)) {
      is_blocked = true;
      continue;
    }
    goals_.push_back(end);
    goal_indices_.push_back(static_cast<std::uint32_t>(i));
  }
  if (!goals_.empty()) return true;
  say(Outcome::outside, is_blocked ? "the goal lies in a blocked place"
                                   : "the goal lies on no ground that this profile enters");
  return false;
}

Ends Planner::joined(const End& start, const End& goal, Ends old) const {
  return finder().join(start, goal, filter(), std::move(old));
}

void Planner::join_ends() {
  ends_ = joined(starts_.front(), goals_.front(), std::move(ends_));
  direct_start_ = 0;
  direct_goal_ = 0;
  const std::size_t count = std::max(starts_.size(), goals_.size());
  for (std::size_t s = 0; s < starts_.size() && count > 1; ++s) {
    for (std::size_t g = s == 0 ? 1 : 0; g < goals_.size(); ++g) {
      one_ = joined(starts_[s], goals_[g], std::move(one_));
      if (g == 0) {
        ends_.sources.insert(ends_.sources.end(), one_.sources.begin(), one_.sources.end());
      }
      if (s == 0) ends_.goals.insert(ends_.goals.end(), one_.goals.begin(), one_.goals.end());
      ends_.vias.insert(ends_.vias.end(), one_.vias.begin(), one_.vias.end());
      if (one_.direct >= ends_.direct) continue;
      ends_.direct = one_.direct;
      direct_start_ = s;
      direct_goal_ = g;
    }
  }
  if (goals_.size() > 1) sort_seeds(ends_.goals);
}

// Takes the straight line without a search where no route can be cheaper.
bool Planner::walk_straight() {
  const bool is_walkable = graph().facts().has_corridors || graph().facts().is_on_grid;
  const bool is_direct_shape = query_.shape >= Shape::sight;  // the others show the route's points
  if (!is_walkable || !is_direct_shape) return false;
  if (starts_.size() != 1 || goals_.size() != 1) return false;
  const double price = path_builder().straight_price(filter(), ends_);
  const Vec3 from = ends_.start.point;
  const Vec3 to = ends_.goal.point;
  const double least = metric().least_per_metre() * span_.between({from, from}, {to, to});
  const double cost = std::ceil(price / metric().quantum());
  if (!(cost < kMostStraight && cost <= least * kAsCheapAsCanBe + 1)) return false;
  answer_.is_straight = true;
  answer_.start_index = start_indices_.front();
  answer_.goal_index = goal_indices_.front();
  answer_.cost = static_cast<Distance>(cost);
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
  answer_.cost = ends_.direct;
  std::size_t start = direct_start_;
  std::size_t goal = direct_goal_;
  if (!route.nodes.empty()) {
    const Distance last = seed_cost(ends_.goals, route.nodes.back());
    answer_.cost = cost_along(route) + last;
    start = start_at(route.nodes.front(), seed_cost(ends_.sources, route.nodes.front()));
    goal = goal_at(route.nodes.back(), last);
  }
  answer_.start_index = start_indices_[start];
  answer_.goal_index = goal_indices_[goal];
  ends_.start = starts_[start];
  ends_.goal = goals_[goal];
  answer_ = path_builder().lay(query_, filter(), ends_, std::move(answer_));
}

// From the sources to the end of the route, as the query counts.
Distance Planner::cost_along(const Route& route) const {
  Distance cost = seed_cost(ends_.sources, route.nodes.front());
  if (filter() == nullptr) return cost + route_cost(ground_, route);
  const FilteredCosts costs(counted(), *filter());
  for (std::size_t i = 0; i < route.arcs.size(); ++i) cost += costs(route.nodes[i], route.arcs[i]);
  return cost;
}

// Which start has `node` as a first step of this cost.
std::size_t Planner::start_at(NodeId node, Distance cost) {
  if (starts_.size() == 1) return 0;
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    one_ = joined(starts_[i], goals_.front(), std::move(one_));
    if (seed_cost(one_.sources, node) == cost) return i;
  }
  return 0;
}

// Which goal has `node` as a last step of this cost.
std::size_t Planner::goal_at(NodeId node, Distance cost) {
  if (goals_.size() == 1) return 0;
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    one_ = joined(starts_.front(), goals_[i], std::move(one_));
    if (seed_cost(one_.goals, node) == cost) return i;
  }
  return 0;
}

// Searches on for the nearest point, with what is left of the budget.
void Planner::start_flood(Outcome outcome) {
  flood_outcome_ = outcome;
  stage_ = Stage::flood;
  with_costs(ground_, route_query(), [&](const auto& costs) {
    flooding_.hold(BestFirst(ForwardView(graph(), costs), NoHeuristic{},
                             {.sources = ends_.sources, .goals = {}}, flood_));
  });
}

// The reachable point nearest `wanted`, whichever start it is reached from.
End Planner::nearest_end(const NodeBank& bank, Vec3 wanted) {
  End best;
  double least = kNoLimit;
  for (const End& start : starts_) {
    End end = nearest_.find(counted(), bank, start, wanted, filter());
    if (filter_.has_places() && cheapest_ending(bank, end).cost == kUnreached) {
      end = NearestReached::find_node(counted(), bank, start, wanted, filter_);
    }
    const double metres = length(end.point.xy() - wanted.xy());
    if (best.is_found() && !(metres < least)) continue;
    best = end;
    least = metres;
  }
  return best;
}

// The cheapest of the routes that end at `end`. Leaves the last start's ends in one_.
Planner::Ending Planner::cheapest_ending(const NodeBank& bank, const End& end) {
  Ending best;
  for (std::size_t s = 0; s < starts_.size(); ++s) {
    one_ = joined(starts_[s], end, std::move(one_));
    if (one_.direct < best.cost) best = {{}, one_.direct, s};
    for (const Seed& goal : one_.goals) {
      if (!bank.is_reached(goal.node) || bank[goal.node].g + goal.cost >= best.cost) continue;
      best = {goal.node, bank[goal.node].g + goal.cost, s};
    }
  }
  return best;
}

// Ends at the reachable point nearest the first goal.
void Planner::lead_near(const NodeBank& bank) {
  const Vec3 wanted = world().frame(query_.axes).to_local(query_.goal);
  const End end = nearest_end(bank, wanted);
  const Ending best = cheapest_ending(bank, end);
  std::size_t start = best.start;
  answer_.cost = best.cost == kUnreached ? 0 : best.cost;
  if (!best.node.is_none()) {
    if (&bank == search_->seen()) {
      found_ = search_->take_seen(best.node, std::move(found_));
    } else {
      found_.route = route_to(bank, best.node, std::move(found_.route));
    }
    answer_.route = std::move(found_.route);
    answer_.penalty = found_.penalty;
    const NodeId first = answer_.route.nodes.front();
    start = start_at(first, seed_cost(ends_.sources, first));
  }
  if (starts_.size() > 1) one_ = joined(starts_[start], end, std::move(one_));
  if (!best.node.is_none()) {
    answer_.cost = cost_along(answer_.route) + seed_cost(one_.goals, best.node);
  } else if (best.cost == kUnreached) {
    one_.goal = one_.start;
  }
  answer_.start_index = start_indices_[start];
  answer_ = path_builder().lay(query_, filter(), one_, std::move(answer_));
  const bool is_spent = flood_outcome_ == Outcome::over_budget;
  say(flood_outcome_,
      is_spent ? "the node budget was spent: the path leads as near to the goal as was seen"
               : "the goal cannot be reached: the path leads as near to it as one can get");
}

}  // namespace thalweg
