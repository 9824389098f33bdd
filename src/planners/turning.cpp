// Turns are compared by their cosines, whose limits come from bisection over portable_acos. Goals
// are all states at a node; partial answers take each node's cheapest state.
#include "thalweg/planners/turning.hpp"

#include <algorithm>
#include <cmath>

#include "core/portable_math.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

constexpr double kPi = 0x1.921fb54442d18p1;
constexpr double kReversing = 150;  // degrees
constexpr std::uint32_t kMostSpeeds = 16;
constexpr double kMostFactor = 1000;
constexpr double kMostUnits = 1e9;

// The least cosine of angles up to `degrees`, by portable_acos.
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
    return "the cost of a turn must be between 0 and 1,000,000,000";
  }
  if (!is_within(options.max_turn, 0, 180)) {
    return "the sharpest turn must be between 0 and 180 degrees";
  }
  if (!is_within(options.speeds, 1, kMostSpeeds)) return "there are 1 to 16 speeds";
  if (!is_within(options.stop_cost, 0, kMostUnits)) {
    return "the cost of a stop must be between 0 and 1,000,000,000";
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
      const Vec2 step = (graph.position(graph.target(arc)) - graph.position(node)).xy();
      const double metres = length(step);
      if (!(metres > 0)) continue;
      directions_[arc.value] = {static_cast<float>(step.x / metres),
                                static_cast<float>(step.y / metres)};
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

MadeSearch TurningSearch::make(const Ground& ground, const TurningOptions& options) try {
  TRY_DO(lawful(broken_law(options)));
  const Graph& graph = ground.graph();
  TRY(const auto space,
      ArcStateSpace::of(
          {.nodes = graph.node_count(), .arcs = graph.arc_count(), .speeds = options.speeds}));
  return MadeSearch(std::make_unique<TurningSearch>(ground, options, space));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

TurningSearch::TurningSearch(const Ground& ground, const TurningOptions& options,
                             const ArcStateSpace& space)
    : ground_(ground),
      options_(options),
      space_(space),
      rule_(options, ground),
      rows_(reverse_rows(ground.graph())),
      estimator_(ground, options.heuristic),
      targets_(ground.graph().arrays().targets.items().span()) {}

std::size_t TurningSearch::scratch_bytes() const {
  return direct_.bytes() + hashed_.bytes() + reached_nodes_.bytes() +
         best_state_.capacity() * sizeof(StateId);
}

template <class Use>
void TurningSearch::for_each_state_at(NodeId node, const Use& use) const {
  for (const ReverseArc& into : rows_[node]) {
    for (std::uint32_t k = 1; k <= space_.speed_count(); ++k) use(space_.moving(into.arc, k));
  }
  use(space_.standing(node));
}

void TurningSearch::set_ends() {
  sources_.clear();
  for (const Seed& seed : query_.task.sources) {
    sources_.push_back({space_.standing(seed.node), seed.cost});
  }
  goals_.clear();
  for (const Seed& goal : query_.task.goals) {
    for_each_state_at(goal.node, [&](StateId state) { goals_.push_back({state, goal.cost}); });
  }
  sort_seeds(goals_);
}

void TurningSearch::aim() {
  aims_.clear();
  for (const End& goal : query_.ends.goals) aims_.push_back(estimator_.target(goal));
  estimator_.aim({.targets = aims_,
                  .last_steps = query_.task.goals,
                  .start = query_.ends.starts.front().point,
                  .weight = query_.weight});
}

template <class View, class Heuristic>
void TurningSearch::start(const View& view, const Heuristic& heuristic) {
  const ArcStates states(space_, view, targets_, rule_);
  const StateEstimate estimate(space_, targets_, heuristic);
  const SearchTaskOf<StateId> task{sources_, goals_, query_.task.direct};
  if (options_.is_hashed) {
    running_.hold(BestFirst(states, estimate, task, hashed_));
  } else {
    running_.hold(BestFirst(states, estimate, task, direct_));
  }
}

void TurningSearch::begin(const SearchRequest& query) {
  query_ = query;
  set_ends();
  aim();
  if (query.ends.filter == nullptr) {
    const Metric& metric = (query.ends.wider == nullptr ? ground_ : *query.ends.wider).metric();
    return estimator_.visit([&](const auto& heuristic) {
      start(ForwardView(ground_.graph(), PlainCosts(metric)), heuristic);
    });
  }
  with_costs(ground_, query.ends, [&](const auto& costs) {
    start(ForwardView(ground_.graph(), costs), estimator_.general());
  });
}

SearchEnd TurningSearch::advance(Budget& budget) {
  const SearchEnd end = running_.advance(budget);
  if (query_.allow_partial && (end == SearchEnd::exhausted || end == SearchEnd::over_budget)) {
    gather_reached_nodes();
  }
  return end;
}

// The nodes that some state was reached at, each with its cheapest state.
void TurningSearch::gather_reached_nodes() {
  const Graph& graph = ground_.graph();
  reached_nodes_.reset(graph.node_count());
  best_state_.resize(graph.node_count());
  with_bank([&](const auto& bank) {
    for (const NodeId node : graph.nodes()) {
      Distance least = kUnreached;
      for_each_state_at(node, [&](StateId state) {
        if (!bank.is_reached(state) || bank[state].g >= least) return;
        least = bank[state].g;
        best_state_[node.value] = state;
      });
      if (least != kUnreached) reached_nodes_.at(reached_nodes_.reach(node)).g = least;
    }
  });
}

// What the steps of a route cost beyond their arcs.
Distance TurningSearch::penalty_of(const RouteOf<StateId, ArcId>& route) const {
  return with_costs(ground_, query_.ends, [&](const auto& costs) {
    Distance sum = 0;
    for (std::size_t i = 0; i < route.arcs.size(); ++i) {
      const Cost cost = costs(space_.node_at(route.nodes[i], targets_), route.arcs[i]);
      const auto turn = i == 0 ? TurnRule::Turn{} : rule_.turn(route.arcs[i - 1], route.arcs[i]);
      const std::uint32_t before = i == 0 ? 1 : space_.speed(route.nodes[i]);
      sum += rule_.price(turn, cost, before, space_.speed(route.nodes[i + 1])) - cost;
    }
    return sum;
  });
}

// The route to a state that was reached.
void TurningSearch::add_route(StateId state, FoundRoute& found) {
  states_ = with_bank([&](const auto& bank) { return route_to(bank, state, std::move(states_)); });
  found.penalty = penalty_of(states_);
  found.route = node_route(space_, targets_, states_, std::move(found.route));
}

// True where every step costs what its arc does: only then the weight's bound proves anything.
bool TurningSearch::adds_nothing() const {
  return options_.straightness == 0 && options_.turn_cost == 0 && options_.max_turn == 180 &&
         options_.speeds == 1 && options_.reversing.value_or(Reversing::turn) == Reversing::turn;
}

void TurningSearch::take(FoundRoute& found) {
  found.clear();
  found.bound = adds_nothing() ? estimator_.bound() : 0;
  const StateId last(space_.state_count());
  found.is_found = with_bank([&](const auto& bank) { return bank.is_reached(last); });
  if (!found.is_found) return;
  const StateId goal = with_bank([&](const auto& bank) { return bank[last].parent; });
  if (!goal.is_none()) add_route(goal, found);
  found.cost = cost_of(ground_, query_, found.route);
}

std::vector<NodeId> TurningSearch::settled_nodes() const {
  if (stats().expanded == 0) return {};
  return nodes_where(ground_.graph(), [&](NodeId node) {
    bool is_settled = false;
    for_each_state_at(node, [&](StateId state) {
      is_settled |= with_bank([&](const auto& bank) { return bank.is_settled(state); });
    });
    return is_settled;
  });
}

}  // namespace thalweg
