#include "thalweg/planners/path_builder.hpp"

#include "graph/sight_nodes.hpp"
#include "planners/clear_path.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

// Turns local points into the caller's.
void to_caller(const World& world, Axes axes, std::vector<PathPoint>& points) {
  for (PathPoint& point : points) {
    const Vec3 p = world.frame(axes).from_local(point.vec());
    point.x = p.x;
    point.y = p.y;
    point.z = p.z;
  }
}

}  // namespace

Answer PathBuilder::lay_straight(const Query& query, const GroundFilter* filter, const Ends& ends,
                                 Answer answer) {
  Corridor& corridor = answer.corridor;
  corridor.start = {ends.start.face, ends.start.point};
  corridor.goal = {ends.goal.face, ends.goal.point};
  corridor.steps.clear();
  const auto note = [&](EdgeId edge) { corridor.steps.push_back({{}, edge, {}, false}); };
  const ProfileRule profile{ground_.world(), ground_.pricer(), filter};
  line_of_sight(ground_.world().mesh, corridor.start, corridor.goal, profile.rule(), note);
  for (CorridorStep& step : corridor.steps) step.face = ground_.world().mesh.face(step.portal);
  if (!corridor.steps.empty()) {  // a goal on a corner lies on several faces
    corridor.goal.face = ground_.world().mesh.across(corridor.steps.back().portal);
  } else {
    corridor.goal.face = corridor.start.face;
  }
  return finish(query, filter, shape(query, filter, std::move(answer)));
}

double PathBuilder::ground_price(std::span<const PathPoint> points,
                                 const GroundFilter* filter) const {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const PathPoint& here = points[i];
    const PathPoint& next = points[i + 1];
    if (!here.link.is_none()) {
      sum += ground_.pricer().portal_link(here.link);
      continue;
    }
    const double price = straight_price(ground_.world(), ground_.pricer(), {here.face, here.vec()},
                                        {next.face, next.vec()}, filter);
    sum += price < kNoLimit ? price
                            : ground_.pricer().portal_arc({.from = here.vec(),
                                                           .to = next.vec(),
                                                           .across = here.face,
                                                           .entered = {},
                                                           .left = {}});
  }
  return sum;
}

// Shapes the corridor.
Answer PathBuilder::shape(const Query& query, const GroundFilter* filter, Answer answer) {
  const ProfileRule profile{ground_.world(), ground_.pricer(), filter};
  ShapeOptions options = query.shape_options;
  options.shape = query.shape;
  options.radius = ground_.profile().radius;
  answer.points = shaper_.shape(ground_.world(), answer.corridor, options, std::move(answer.points),
                                {.cross = profile.rule()});
  return answer;
}

// Where a shape cuts through a place that the filter leaves out, the path follows the route's own
// walks, which do not, and skips those of its points that need not be there.
Answer PathBuilder::keep_clear(const GroundFilter& filter, const Ends& ends, Answer answer) {
  if (!filter.has_places() || is_clear_path(filter, answer.points)) return answer;
  walked_ = ground_.graph().form().walked(ground_, answer.route, ends, std::move(walked_));
  if (ground_.graph().facts().is_on_grid) {
    std::swap(answer.points, walked_);
    return answer;
  }
  const ProfileRule profile{ground_.world(), ground_.pricer(), &filter};
  answer.points = skipped_in_sight(profile, walked_, std::move(answer.points));
  return answer;
}

Answer PathBuilder::finish(const Query& query, const GroundFilter* filter, Answer answer) {
  if (query.want_ground_price && ground_.graph().facts().has_corridors) {
    answer.ground_price = ground_price(answer.points, filter);
  }
  to_caller(ground_.world(), query.axes, answer.points);
  return answer;
}

Answer PathBuilder::lay(const Query& query, const GroundFilter* filter, const Ends& ends,
                        Answer answer) {
  answer.points.clear();
  const Graph& graph = ground_.graph();
  Laid laid = graph.form().lay(ground_, answer.route, ends,
                               {std::move(answer.corridor), std::move(answer.points)});
  answer.corridor = std::move(laid.corridor);
  answer.points = std::move(laid.points);
  if (graph.facts().has_corridors) answer = shape(query, filter, std::move(answer));
  if (filter != nullptr) answer = keep_clear(*filter, ends, std::move(answer));
  return finish(query, filter, std::move(answer));
}

}  // namespace thalweg
