#include "thalweg/planners/turning.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/core/portable_math.hpp"
#include "thalweg/planners/aim.hpp"

namespace thalweg {
namespace {

constexpr double kPi = 0x1.921fb54442d18p1;
constexpr double kReversing = 150;  // degrees
constexpr std::uint32_t kMostSpeeds = 16;
constexpr double kMostFactor = 1000;
constexpr double kMostUnits = 1e9;

// The least cosine that belongs to angles up to so many degrees, by portable_acos.
double cosine_of(double degrees) {
  if (degrees >= 180) return -2;
  const double angle = degrees * (kPi / 180);
  double low = -1;
  double high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (portable_acos(middle) <= angle ? high : low) = middle;
  }
  return high;
}

// Rounded up, and small enough that sums stay in range.
Distance whole(double quanta) {
  constexpr double kMost = 0x1p40;
  return static_cast<Distance>(std::ceil(std::min(quanta, kMost)));
}

bool is_within(double value, double least, double most) { return value >= least && value <= most; }

}  // namespace

std::optional<std::string> broken_law(const TurningOptions& options) {
  if (!is_within(options.straightness, 0, kMostFactor)) {
    return "the straightness must be between 0 and 1000";
  }
  if (!is_within(options.tolerance, 0.1, 45)) {
    return "the tolerance must be between 0.1 and 45 degrees";
  }
  if (!is_within(options.turn_cost, 0, kMostUnits)) {
    return "the cost of a turn must be between 0 and 1e9";
  }
  if (!is_within(options.max_turn, 0, 180)) {
    return "the sharpest turn must be between 0 and 180 degrees";
  }
  if (!is_within(options.speeds, 1, kMostSpeeds)) return "there are 1 to 16 speeds";
  if (!is_within(options.stop_cost, 0, kMostUnits)) {
    return "the cost of a stop must be between 0 and 1e9";
  }
  return std::nullopt;
}

TurnRule::TurnRule(const TurningOptions& options, const Ground& ground)
    : straightness_(options.straightness),
      per_right_angle_(options.turn_cost / ground.metric().quantum()),
      in_line_(cosine_of(options.tolerance)),
      reversing_from_(cosine_of(kReversing + options.tolerance)),
      reversing_(
          options.reversing.value_or(options.speeds > 1 ? Reversing::stop : Reversing::turn)),
      stop_(whole(options.stop_cost / ground.metric().quantum())),
      speeds_(options.speeds) {
  for (std::uint32_t k = 1; k <= options.speeds; ++k) {
    limits_[k] = cosine_of(options.max_turn / k + options.tolerance);
  }
  const Graph& graph = ground.graph();
  directions_.resize(graph.arc_count());
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      if (graph.label(arc).is_link()) continue;
      const Vec2 way = (graph.position(graph.target(arc)) - graph.position(node)).xy();
      const double metres = length(way);
      if (!(metres > 0)) continue;
      directions_[arc.value] = {static_cast<float>(way.x / metres),
                                static_cast<float>(way.y / metres)};
    }
  }
}

TurnRule::Turn TurnRule::turn(ArcId last, ArcId arc) const {
  const Direction a = directions_[last.value];
  const Direction b = directions_[arc.value];
  const bool has_both = (a.x != 0 || a.y != 0) && (b.x != 0 || b.y != 0);
  if (!has_both) return {};
  return {dot(Vec2{a.x, a.y}, Vec2{b.x, b.y})};
}

Distance TurnRule::price(Turn turn, Cost cost, std::uint32_t before, std::uint32_t speed) const {
  Distance sum = (Distance{cost} * speeds_ + speed - 1) / speed;
  if (turn.cosine >= in_line_) return sum;
  if (turn.cosine < reversing_from_ && reversing_ != Reversing::turn) {
    if (reversing_ == Reversing::never || before != 1 || speed != 1) return kUnreached;
    sum += stop_;
  } else if (turn.cosine < limits_[before]) {
    return kUnreached;
  }
  sum += whole(straightness_ * cost);
  if (per_right_angle_ > 0) sum += whole(per_right_angle_ * portable_acos(turn.cosine) * 2 / kPi);
  return sum;
}

Result<std::unique_ptr<TurningPlanner>> TurningPlanner::make(Ground ground,
                                                             const TurningOptions& options) {
  if (const auto problem = broken_law(options)) return Error{*problem};
  const auto space = ArcStateSpace::of({.nodes = ground.graph().node_count(),
                                        .arcs = ground.graph().arc_count(),
                                        .speeds = options.speeds});
  if (!space) return Error{space.error()};
  return std::unique_ptr<TurningPlanner>(new TurningPlanner(std::move(ground), options, *space));
}

TurningPlanner::TurningPlanner(Ground given, const TurningOptions& options,
                               const ArcStateSpace& space)
    : Planner(std::move(given)),
      options_(options),
      space_(space),
      rule_(options, ground()),
      rows_(reverse_rows(graph())),
      estimator_(ground(), options.heuristic),
      targets_(graph().arrays().targets.items().span()) {}

std::size_t TurningPlanner::scratch_bytes() const {
  return direct_.bytes() + hashed_.bytes() + places_.bytes() +
         best_state_.capacity() * sizeof(NodeId);
}

template <class Use>
auto TurningPlanner::with_search(const Use& use) {
  const auto run = [&](const auto& view, const auto& heuristic) {
    const ArcStates states(space_, view, targets_, rule_);
    const PlaceEstimate estimate(space_, targets_, heuristic);
    return options_.is_hashed ? use(states, estimate, hashed_) : use(states, estimate, direct_);
  };
  if (filter_ != nullptr) {
    const FilteredCosts filtered = filtered_costs(*filter_);
    return run(ForwardView(graph(), filtered), estimator_.general());
  }
  const ForwardView view(graph(), PlainCosts(metric()));
  return estimator_.visit([&](const auto& heuristic) { return run(view, heuristic); });
}

// All states that are at `node`.
template <class Use>
void TurningPlanner::for_each_state_at(NodeId node, const Use& use) const {
  for (const ReverseArc& way : rows_[node]) {
    for (std::uint32_t k = 1; k <= space_.speed_count(); ++k) use(space_.moving(way.arc, k));
  }
  use(space_.standing(node));
}

void TurningPlanner::place_goals(std::span<const Seed> goals) {
  goals_.clear();
  for (const Seed& goal : goals) {
    for_each_state_at(goal.node, [&](NodeId state) { goals_.push_back({state, goal.cost}); });
  }
  sort_seeds(goals_);
}

void TurningPlanner::start_route(const Query& query, const Ends& ends) {
  filter_ = query.filter;
  wants_places_ = query.allow_partial;
  sources_.clear();
  for (const Seed& seed : ends.sources) {
    sources_.push_back({space_.standing(seed.node), seed.cost});
  }
  place_goals(ends.goals);
  task_ = {sources_, goals_, query.node_budget, ends.direct};
  aims_.clear();
  for_each_goal([&](const End& end) { aims_.push_back(target_at(graph(), end)); });
  estimator_.aim({.targets = aims_,
                  .last_steps = ends.goals,
                  .start = ends.start.point,
                  .weight = query.weight});
  with_search([&](const auto& view, const auto& heuristic, auto& scratch) {
    start_search(view, heuristic, task_, scratch);
    return SearchEnd::paused;
  });
}

SearchEnd TurningPlanner::continue_route(const Slice& slice) {
  const SearchEnd end = with_search([&](const auto& view, const auto& heuristic, auto& scratch) {
    return continue_search(view, heuristic, task_, scratch, slice);
  });
  if (wants_places_ && (end == SearchEnd::exhausted || end == SearchEnd::over_budget)) {
    gather_places();
  }
  return end;
}

// The nodes that some state was reached at, each with its cheapest state.
void TurningPlanner::gather_places() {
  places_.reset(graph().node_count());
  best_state_.resize(graph().node_count());
  with_bank([&](const auto& bank) {
    for (const NodeId node : graph().nodes()) {
      Distance least = kUnreached;
      for_each_state_at(node, [&](NodeId state) {
        if (!bank.is_reached(state) || bank[state].g >= least) return;
        least = bank[state].g;
        best_state_[node.value] = state;
      });
      if (least != kUnreached) places_.at(places_.reach(node)).g = least;
    }
  });
}

// The way to a state that was reached, and what its steps cost beyond their arcs.
TurningPlanner::Found TurningPlanner::found_at(NodeId state, Found old) const {
  Found found = std::move(old);
  found.route =
      with_bank([&](const auto& bank) { return route_to(bank, state, std::move(found.route)); });
  found.penalty = 0;
  const Route& route = found.route;  // of states
  const auto add = [&](const auto& costs) {
    for (std::size_t i = 0; i < route.arcs.size(); ++i) {
      const Cost cost = costs(space_.place(route.nodes[i], targets_), route.arcs[i]);
      const auto turn = i == 0 ? TurnRule::Turn{} : rule_.turn(route.arcs[i - 1], route.arcs[i]);
      const std::uint32_t before = i == 0 ? 1 : space_.speed(route.nodes[i]);
      found.penalty += rule_.price(turn, cost, before, space_.speed(route.nodes[i + 1])) - cost;
    }
  };
  if (filter_ == nullptr) {
    add(PlainCosts(metric()));
  } else {
    add(filtered_costs(*filter_));
  }
  found.route = places_of(space_, targets_, std::move(found.route));
  return found;
}

bool TurningPlanner::take_route(Found& found) {
  // The rules and the weight together: only what adds nothing proves anything.
  const bool is_plain = options_.straightness == 0 && options_.turn_cost == 0 &&
                        options_.max_turn == 180 && options_.speeds == 1 &&
                        options_.reversing.value_or(Reversing::turn) == Reversing::turn;
  found.bound = is_plain ? estimator_.bound() : 0;
  found.route.nodes.clear();
  found.route.arcs.clear();
  found.penalty = 0;
  const NodeId last(space_.state_count());
  const bool is_reached = with_bank([&](const auto& bank) { return bank.is_reached(last); });
  if (!is_reached) return false;
  const NodeId goal = with_bank([&](const auto& bank) { return bank[last].parent; });
  if (!goal.is_none()) found = found_at(goal, std::move(found));
  return true;
}

void TurningPlanner::take_seen(NodeId node, Found& found) const {
  found = found_at(best_state_[node.value], std::move(found));
}

std::vector<NodeId> TurningPlanner::settled_nodes() const {
  std::vector<NodeId> settled;
  if (route_stats().expanded == 0) return settled;
  for (const NodeId node : graph().nodes()) {
    bool is_settled = false;
    for_each_state_at(node, [&](NodeId state) {
      is_settled |= with_bank([&](const auto& bank) { return bank.is_settled(state); });
    });
    if (is_settled) settled.push_back(node);
  }
  return settled;
}

}  // namespace thalweg
