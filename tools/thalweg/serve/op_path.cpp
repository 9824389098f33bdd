// Paths: one, many, and what lies at a point.
#include <fmt/format.h>

#include "common/ask.hpp"
#include "common/measure.hpp"
#include "serve/operations.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/planners/ends.hpp"

namespace thalweg::tool::serve {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kPlanner = "auto";
constexpr const char* kProfile = "hiker";

Chosen chosen_in(const Call& call, const Snapshot& where) {
  return where.choose(call.body.text("planner", kPlanner), call.body.text("profile", kProfile),
                      call.body.text("graph", ""));
}

Shape shape_named(const std::string& name) {
  std::string names;
  for (const NamedShape& shape : named_shapes()) {
    if (name == shape.name) return shape.shape;
    names += (names.empty() ? "" : ", ") + std::string(shape.name);
  }
  throw HttpFailure(400, "'shape' wants one of " + names);
}

// The query but for its ends.
Query query_in_body(const Call& call, const Chosen& chosen) {
  Query query;
  query.reach = call.body.number("reach", {0, 1e6}, 1);
  query.radius = call.body.number("radius", {0, 1000}, 0);
  query.weight = call.body.number("weight", {0, 1000}, chosen.asked.weight.value_or(1));
  query.allow_partial = call.body.flag("partial", false);
  query.try_straight = call.body.flag("straight", true);
  query.shape = shape_named(call.body.text("shape", "cheapest"));
  query.shape_options.every_crossing = call.body.flag("crossings", false);
  query.want_ground_price = call.body.flag("ground_price", false);
  return query;
}

struct Timed {
  Answer answer;
  double us = 0;
};

Timed timed_answer(Planner& planner, const Query& query, const Call& call, Answer old = {}) {
  const auto start = Clock::now();
  Timed timed{call.found(planner, query, std::move(old))};
  timed.us = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
  return timed;
}

Json summary_json(const Timed& timed, const Planner& planner) {
  const Answer& answer = timed.answer;
  Json out;
  out["outcome"] = to_string(answer.outcome);
  if (!answer.found()) out["why"] = answer.why();
  out["us"] = timed.us;
  out["settled"] = answer.stats.expanded;
  out["generated"] = answer.stats.generated;
  if (answer.points.empty()) return out;
  out["cost"] = answer.cost;
  out["price"] = answer.price;
  out["unit"] = planner.metric().profile().unit();
  out["length"] = answer.length();
  out["bound"] = answer.bound > 0 ? Json(answer.bound) : Json();
  out["straight"] = answer.is_straight;
  if (answer.ground_price > 0) out["ground_price"] = answer.ground_price;
  if (answer.start_moved > 0) out["start_moved"] = answer.start_moved;
  if (answer.goal_moved > 0) out["goal_moved"] = answer.goal_moved;
  return out;
}

// [[x, y, z], ...] in world coordinates. `steep` and `links` list the points from which the path goes
// on in switchbacks or by a link.
void add_points(Json& out, const Answer& answer) {
  Json points = Json::array();
  Json steep = Json::array();
  Json links = Json::array();
  for (std::size_t i = 0; i < answer.points.size(); ++i) {
    const PathPoint& p = answer.points[i];
    points.push_back({p.x, p.y, p.z});
    if (p.is_steep) steep.push_back(i);
    if (!p.link.is_none()) links.push_back(i);
  }
  out["points"] = std::move(points);
  if (!steep.empty()) out["steep"] = std::move(steep);
  if (!links.empty()) out["links"] = std::move(links);
}

// The face that is walked on from each point; -1 on grids.
Json faces_json(const Answer& answer) {
  Json faces = Json::array();
  for (const PathPoint& p : answer.points) {
    faces.push_back(p.face.is_none() ? Json(-1) : Json(p.face.value));
  }
  return faces;
}

// The ratio of the cost to the least on the same graph; null where it is not known.
void add_ratio(Json& out, const Call& call, const Snapshot& where, const Chosen& chosen,
               const Query& query, const Answer& answer) {
  auto exact = call.planner(where, where.choose("a_star", chosen.profile, chosen.graph));
  Query plain = query;
  plain.weight = 1;
  const Timed least = timed_answer(*exact->planner, plain, call);
  const bool is_known = answer.found() && least.answer.found();
  out["ratio"] =
      is_known
          ? Json(ratio(static_cast<double>(answer.cost), static_cast<double>(least.answer.cost)))
          : Json();
  out["settled_by_a_star"] = least.answer.stats.expanded;
}

void add_planner(Json& out, const MadePlanner& made, const Snapshot& where, const Chosen& chosen) {
  const Planner& planner = *made.planner;
  out["planner"] = made.used;
  out["graph"] = chosen.graph;
  out["profile"] = chosen.profile;
  out["state"] = where.id();
  out["bytes"] = planner.bytes();
  if (*planner.note() != 0) out["note"] = planner.note();
}

}  // namespace

PlannerCache::Lease Call::planner(const Snapshot& where, const Chosen& chosen) const {
  return planners.take(where.key(chosen), [&] { return where.planner(chosen, progress); });
}

Answer Call::found(Planner& planner, const Query& query, Answer old) const {
  constexpr auto kSlice = std::chrono::milliseconds(100);
  planner.begin(query, std::move(old));
  while (!planner.advance({kNoBudget, std::min(Clock::now() + kSlice, ending.deadline)})) check();
  return planner.take();
}

void Call::check() const {
  if (const auto due = ending.due()) throw *due;
}

bool is_always_quick(const Call&) { return true; }
bool has_description(const Call& call) { return call.snapshot()->has_description(); }
bool has_drawing(const Call& call) { return call.snapshot()->has_drawing(); }

bool has_ready_planner(const Call& call) {
  const auto where = call.snapshot();
  const Chosen chosen = chosen_in(call, *where);
  return call.planners.has(where->key(chosen)) || where->is_ready(chosen);
}

HttpReply find_path(Call& call) {
  const auto where = call.snapshot();
  const Chosen chosen = chosen_in(call, *where);
  Query query = query_in_body(call, chosen);
  query.start = call.body.point("from");
  query.goal = call.body.point("to");
  auto made = call.planner(*where, chosen);
  Planner& planner = *made->planner;
  const Timed timed = timed_answer(planner, query, call);
  Json out = summary_json(timed, planner);
  add_planner(out, *made, *where, chosen);
  if (call.body.flag("points", true)) add_points(out, timed.answer);
  if (call.body.flag("faces", false)) out["faces"] = faces_json(timed.answer);
  if (call.body.flag("check", false)) {
    add_ratio(out, call, *where, chosen, query, timed.answer);
  }
  return json_reply(out);
}

HttpReply find_paths(Call& call) {
  const auto where = call.snapshot();
  const Chosen chosen = chosen_in(call, *where);
  Query query = query_in_body(call, chosen);
  const Json& asked = call.body.list("queries", call.limits.paths);
  const bool has_points = call.body.flag("points", false);
  auto made = call.planner(*where, chosen);
  Planner& planner = *made->planner;
  Json rows = Json::array();
  std::size_t points = 0;
  Answer answer;
  for (const Json& one : asked) {
    if (!one.is_array() || one.size() != 2) {
      throw HttpFailure(400, "'queries' wants pairs of points: [[x, y], [x, y]]");
    }
    query.start = point_of(one[0], "queries");
    query.goal = point_of(one[1], "queries");
    Timed timed = timed_answer(planner, query, call, std::move(answer));
    rows.push_back(summary_json(timed, planner));
    points += has_points ? timed.answer.points.size() : 0;
    if (points > call.limits.points) {
      throw HttpFailure(507, fmt::format("the paths have over {} points: ask for fewer at once",
                                         call.limits.points));
    }
    if (has_points) add_points(rows.back(), timed.answer);
    answer = std::move(timed.answer);
    call.check();
  }
  Json out;
  add_planner(out, *made, *where, chosen);
  out["paths"] = std::move(rows);
  return json_reply(out);
}

HttpReply locate_point(Call& call) {
  const auto where = call.snapshot();
  const World& world = where->world();
  const Vec3 local = world.frame().to_local(call.body.point("at"));
  Json out = {{"found", false}};
  if (world.mesh.empty()) {
    const SquareId square = world.grid.square_at(local.xy());
    if (square.is_none()) return json_reply(out);
    out = {{"found", true},
           {"item", square.value},
           {"area", world.areas[world.grid.area(square)]},
           {"point", point_json(world.frame().from_local(world.grid.centre(square)))}};
    return json_reply(out);
  }
  const Location at =
      locate(world.mesh, world.locator, local,
             {.reach = call.body.number("reach", {0, 1e6}, 1), .skip_blocked = false});
  if (!at.found()) return json_reply(out);
  const Vec3 normal = world.mesh.normal(at.face);
  out = {{"found", true},
         {"item", at.face.value},
         {"area", world.areas[world.mesh.area(at.face)]},
         {"difficulty", world.mesh.difficulty(at.face)},
         {"corners", world.mesh.corner_count(at.face)},
         {"slope", std::acos(std::clamp(normal.z, -1.0, 1.0)) * 57.29577951308232},
         {"distance", at.distance},
         {"point", point_json(world.frame().from_local(at.point))}};
  return json_reply(out);
}

}  // namespace thalweg::tool::serve
