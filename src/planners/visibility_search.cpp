// The norms that scale the heuristic: by single steps or by pairs of steps, kept consistent by
// looking one step ahead. Also the inherited corners of the paper, for comparison.
#include "thalweg/planners/visibility_search.hpp"

#include <algorithm>
#include <array>

#include "price/speed_model_norm.hpp"
#include "thalweg/geometry/predicates.hpp"

namespace thalweg {
namespace {

constexpr double kBelowLeast = 1 - 0x1p-20;  // keeps rounding from breaking consistency

// Where a step goes from node to node in the plane: straight, or over the middle of the edge that it
// crosses where the straight line does not cross it. Never through a link.
struct Walk2 {
  std::array<Vec2, 2> pieces;
  std::size_t count = 1;

  std::span<const Vec2> steps() const { return std::span(pieces).first(count); }
  double metres() const { return length(pieces[0]) + length(pieces[1]); }
};
Vec2 position_of(const Ground& ground, NodeId node) {
  return Vec3(ground.graph().position(node)).xy();
}

// True when a straight line crosses the edge of this arc between faces.
bool crosses(const Ground& ground, ArcId arc, Vec2 from, Vec2 to) {
  const Mesh& mesh = ground.world().mesh;
  const EdgeId edge = ground.graph().label(arc).edge();
  return orientation(from, to, mesh.start(edge).xy()) <= 0 &&
         orientation(from, to, mesh.end(edge).xy()) >= 0;
}

Walk2 walk_along(const Ground& ground, NodeId node, ArcId arc) {
  const Graph& graph = ground.graph();
  const Vec2 from = position_of(ground, node);
  const Vec2 to = position_of(ground, graph.target(arc));
  if (!graph.facts().nodes_are_faces || crosses(ground, arc, from, to)) {
    return {{to - from, {}}, 1};
  }
  const Vec2 middle = ground.world().mesh.midpoint(graph.label(arc).edge()).xy();
  return {{middle - from, to - middle}, 2};
}

// visit(arc) for the arcs of a node that somebody may walk.
template <class Visit>
void for_each_walk_from(const Ground& ground, NodeId node, const Visit& visit) {
  for (const ArcId arc : ground.graph().arcs(node)) {
    const bool is_walk =
        ground.metric().cost(arc) != kForbidden && !ground.graph().label(arc).is_link();
    if (is_walk) visit(arc);
  }
}

// visit(node, arc) for all of them.
template <class Visit>
void for_each_walk(const Ground& ground, const Visit& visit) {
  for (const NodeId node : ground.graph().nodes()) {
    for_each_walk_from(ground, node, [&](ArcId arc) { visit(node, arc); });
  }
}

// The pieces of a walk share its cost by their lengths.
void add_pieces(std::vector<Gauge::Step>& steps, const Ground& ground, NodeId node, ArcId arc) {
  const Walk2 walk = walk_along(ground, node, arc);
  const double per_metre = ground.metric().cost(arc) / walk.metres();
  for (const Vec2 piece : walk.steps()) steps.push_back({piece, length(piece) * per_metre});
}

// By what single steps cost.
Gauge gauge_of_steps(const Ground& ground) {
  std::vector<Gauge::Step> steps;
  for_each_walk(ground, [&](NodeId node, ArcId arc) { add_pieces(steps, ground, node, arc); });
  return Gauge::of(steps);
}

// By what two steps in a row cost: from centre to centre nobody goes on in the direction of one
// step, so this norm is longer. Two steps count as one where the straight line stays on their faces.
Gauge gauge_of_pairs(const Ground& ground) {
  std::vector<Gauge::Step> steps;
  const Graph& graph = ground.graph();
  for_each_walk(ground, [&](NodeId node, ArcId first) {
    const Vec2 from = position_of(ground, node);
    const NodeId middle = graph.target(first);
    for_each_walk_from(ground, middle, [&](ArcId second) {
      if (graph.target(second) == node) return;
      const Vec2 to = position_of(ground, graph.target(second));
      if (crosses(ground, first, from, to) && crosses(ground, second, from, to)) {
        const double cost =
            static_cast<double>(ground.metric().cost(first)) + ground.metric().cost(second);
        steps.push_back({to - from, cost});
      } else {
        add_pieces(steps, ground, node, first);
        add_pieces(steps, ground, middle, second);
      }
    });
  });
  return Gauge::of(steps);
}

// A face of a node.
FaceId face_at(const Ground& ground, NodeId node) {
  if (ground.graph().facts().nodes_are_faces) return FaceId(node.value);
  return ground.world().mesh.face(ground.graph().portal_node(node).edge());
}

}  // namespace

void InheritedSight::begin(const SightField& field, Vec2 start, Vec2 goal) {
  field_ = &field;
  goal_ = goal;
  looks_made_.clear();
  corners_.clear();
  look_of_.resize(ground_.graph().node_count());
  looks_ = 0;
  now_ = look(start);
}

std::uint32_t InheritedSight::look(Vec2 from) {
  const Obstacles& obstacles = field_->obstacles();
  Look look{.first = static_cast<std::uint32_t>(corners_.size())};
  for (const std::uint32_t corner : sweep_.look(obstacles.screen, obstacles.corners, from)) {
    corners_.push_back(corner);
  }
  look.last = static_cast<std::uint32_t>(corners_.size());
  look.sees_goal = obstacles.screen.is_visible(from, goal_);
  looks_made_.push_back(look);
  ++looks_;
  return static_cast<std::uint32_t>(looks_made_.size() - 1);
}

// True when the node's face has a corner that is known to its state.
bool InheritedSight::touches(NodeId node, const Look& known) const {
  const auto begin = corners_.begin() + known.first;
  const auto end = corners_.begin() + known.last;
  for (const EdgeId e : ground_.world().mesh.edges(face_at(ground_, node))) {
    const BendId bend = field_->bends().at(e);
    if (!bend.is_none() && std::find(begin, end, bend.value) != end) return true;
  }
  return false;
}

void InheritedSight::settle(NodeId node, NodeId parent) {
  now_ = parent.is_none() ? 0 : look_of_[parent.value];
  if (touches(node, looks_made_[now_])) now_ = look(position_of(ground_, node));
  look_of_[node.value] = now_;
}

double InheritedSight::metres(Vec2 from) const {
  const Look& known = looks_made_[now_];
  const double straight = length(goal_ - from);
  double least = known.sees_goal ? straight : kNoLimit;
  for (std::uint32_t i = known.first; i < known.last; ++i) {
    const Vec2 corner = field_->obstacles().corners[corners_[i]];
    least = std::min(least, length(corner - from) + length(goal_ - corner));
  }
  return least < kNoLimit ? least : straight;
}

struct VisibilitySearch::Estimate {
  VisibilitySearch& search;

  bool keeps_settled() const { return search.plain_.estimator().is_greedy(); }
  Distance operator()(NodeId node) const {
    if (search.counts_steps()) return rounded_down(search.scale_ * search.least_quanta(node));
    const Vec3 here = search.ground_.graph().position(node);
    const double run = search.options_.inherits ? search.inherited_.metres(here.xy())
                                                : search.field_.distance(here.xy());
    double least = kNoLimit;
    for (const double height : search.heights_) {
      least = std::min(least, search.norm(run, height - here.z));
    }
    return rounded_down(search.scale_ * least);
  }
};

// Tells the states that inherit which node is expanded.
struct VisibilitySearch::Watch {
  VisibilitySearch& search;

  void on_settle(NodeId node, Distance /*g*/) {
    if (!search.options_.inherits) return;
    search.inherited_.settle(node, search.plain_.scratch().bank[node].parent);
  }
  void on_improve(NodeId /*node*/, Distance /*g*/) {}
};

VisibilitySearch::VisibilitySearch(const Ground& ground, const VisibilityOptions& options)
    : ground_(ground),
      options_(options),
      plain_(ground),
      field_(ground.world().mesh),
      inherited_(ground_) {
  if (!field_.is_usable()) {
    note_ = "plain A*: floors lie above each other";
  } else if (!ground.world().links.empty()) {
    note_ = "plain A*: links may lead through walls";
  } else if (field_.corner_count() > options.most_corners) {
    note_ = "plain A*: there are too many corners";
  } else if (std::uint64_t{options.least_faces} * field_.corner_count() >
             ground.world().mesh.face_count()) {
    note_ = "plain A*: there are too many corners for so few faces";
  }
  if (*note_ == '\0') prepare();
}

void VisibilitySearch::prepare() {
  if (options_.looks_ahead) field_.look_from_all();
  if (!counts_steps()) {
    gauge_ = Gauge::round();
    least_ = least_cost();
    return;
  }
  counts_pairs_ = ground_.graph().facts().nodes_are_faces;
  gauge_ = counts_pairs_ ? gauge_of_pairs(ground_) : gauge_of_steps(ground_);
  known_.resize(ground_.graph().node_count());
}

bool VisibilitySearch::serves(const Ground& ground) {
  const GraphFacts& facts = ground.graph().facts();
  return facts.nodes_are_faces || facts.has_portal_nodes;
}

// A norm of displacements that never falls with the run.
double VisibilitySearch::norm(double run, double rise) const {
  const Profile& profile = ground_.profile();
  if (!options_.counts_climb) return run;
  if (profile.is_timed()) return walk_seconds(profile.speed_model, run, rise);
  return length(Vec2{run, rise * (rise > 0 ? profile.axes.up : profile.axes.down)});
}

// The length of the path past the obstacles, by the gauge.
double VisibilitySearch::measured(NodeId node) {
  Known& known = known_[node.value];
  if (known.query != query_number_)
    known = {field_.distance(position_of(ground_, node)), query_number_};
  return known.quanta;
}

// Of a norm by pairs of steps, g: no two steps make it fall by more than they cost, but one may. The
// least of g here, and of g after one step plus that step, is never too high and falls by no more
// than one step costs either:
//   h(u) <= c(u,v) + g(v),  and  h(u) <= g(u) <= c(u,v) + c(v,w) + g(w),  so  h(u) <= c(u,v) + h(v)
double VisibilitySearch::least_quanta(NodeId node) {
  double least = measured(node);
  if (!counts_pairs_) return least;
  for_each_walk_from(ground_, node, [&](ArcId arc) {
    least = std::min(least, ground_.metric().cost(arc) + measured(ground_.graph().target(arc)));
  });
  return least;
}

// The least of the arcs' costs over their walks' norms.
double VisibilitySearch::least_cost() const {
  double least = kNoLimit;
  for_each_walk(ground_, [&](NodeId node, ArcId arc) {
    const Graph& graph = ground_.graph();
    const double rise = Vec3(graph.position(graph.target(arc))).z - Vec3(graph.position(node)).z;
    const double counted = norm(walk_along(ground_, node, arc).metres(), rise);
    if (counted > 0) least = std::min(least, ground_.metric().cost(arc) / counted);
  });
  return least < kNoLimit ? least : 0;
}

// The last steps to the goals may be cheaper. Face graphs have none: there goals are nodes.
double VisibilitySearch::scale_for(const SearchRequest& query) const {
  double least = least_;
  const bool has_last_steps = !ground_.graph().facts().nodes_are_faces;
  for (const Seed& last : query.task.goals) {
    if (!has_last_steps) break;
    const Vec3 here = ground_.graph().position(last.node);
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      const double counted = norm(gauge_(goals_[g] - here.xy()), heights_[g] - here.z);
      if (counted > 0) least = std::min(least, static_cast<double>(last.cost) / counted);
    }
  }
  return least * query.weight * kBelowLeast;
}

// False where plain A* is as good.
bool VisibilitySearch::aim(const SearchRequest& query) {
  if (*note_ != '\0' || query.weight == 0) return false;
  if (options_.inherits && (query.ends.goals.size() > 1 || query.ends.starts.size() > 1))
    return false;
  goals_.clear();
  heights_.clear();
  for (const End& goal : query.ends.goals) {
    const Estimator::Target target = plain_.estimator().target(goal);
    const Vec3 point =
        target.node.is_none() ? target.point : Vec3(ground_.graph().position(target.node));
    goals_.push_back(point.xy());
    heights_.push_back(point.z);
  }
  const Vec2 start = query.ends.starts.front().point.xy();
  const bool is_one_each = query.ends.starts.size() == 1 && goals_.size() == 1;
  const bool looks = options_.depth != SightDepth::none;
  if (looks && is_one_each && field_.is_visible(start, goals_.front())) return false;
  field_.aim(goals_, options_.depth, gauge_);
  ++query_number_;
  if (options_.inherits) inherited_.begin(field_, start, goals_.front());
  scale_ = scale_for(query);
  return true;
}

template <class View>
void VisibilitySearch::start(const View& view, const SearchRequest& query) {
  running_.hold(BestFirst(view, Estimate{*this}, query.task, plain_.scratch(), Watch{*this}));
}

void VisibilitySearch::begin(const SearchRequest& query) {
  is_guided_ = aim(query);
  if (!is_guided_) return plain_.begin(query);
  plain_.aim(query);
  with_costs(ground_, query.ends,
             [&](const auto& costs) { start(ForwardView(ground_.graph(), costs), query); });
}

SearchEnd VisibilitySearch::advance(Budget& budget) {
  return is_guided_ ? running_.advance(budget) : plain_.advance(budget);
}

void VisibilitySearch::take(FoundRoute& found) {
  plain_.take(found);
  if (is_guided_ && options_.inherits) found.bound = 0;
}

}  // namespace thalweg
