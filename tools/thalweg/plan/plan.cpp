// thalweg plan: one path, printed and drawn.
#include <fmt/format.h>

#include "common/ask.hpp"
#include "common/built.hpp"
#include "common/checks.hpp"
#include "common/common.hpp"
#include "common/measure.hpp"
#include "common/metrics.hpp"
#include "common/output.hpp"
#include "common/picture.hpp"
#include "common/positions.hpp"
#include "common/query_options.hpp"
#include "plan/elevation.hpp"
#include "thalweg/graph/route_distances.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {
namespace {

constexpr Colour kSettledColour{33, 103, 214, 150};

struct PlanArguments {
  std::string input;
  std::vector<std::string> from;
  std::string to;
  std::string more_goals;
  std::string planner = "auto";
  std::string profile = "hiker";
  std::string graph;
  QueryOptions asked = {.query = {.want_ground_price = true}};
  std::string png;
  std::string svg;
  std::string geojson;
  std::string elevation;
  PictureOptions picture;
  bool draws_settled = false;
  bool wants_distances = false;
  bool check = false;
  bool json = false;
};

Query query_of(const World& world, const PlanArguments& options) {
  Query query = query_in(world, options.asked);
  const auto position = [&](const std::string& text, const char* option) {
    return parse_position(world, query.axes, text, option);
  };
  query.start = position(options.from.front(), "--from");
  for (std::size_t i = 1; i < options.from.size(); ++i) {
    query.more_starts.push_back(position(options.from[i], "--from"));
  }
  query.goal = position(options.to, "--to");
  for (const std::string& goal : split_names(options.more_goals, ';')) {
    query.more_goals.push_back(position(goal, "--more-goals"));
  }
  return query;
}

Json describe_answer(const Answer& answer, const Metric& metric) {
  Json out;
  out["outcome"] = to_string(answer.outcome);
  if (!answer.found()) out["why"] = answer.why();
  if (answer.points.empty()) return out;
  const char* unit = metric.profile().unit();
  out["length_m"] = answer.length();
  out[fmt::format("price_{}", unit)] = answer.price;
  out[fmt::format("ground_price_{}", unit)] = answer.ground_price;
  out["cost"] = answer.cost;
  out["proven_bound"] = answer.bound > 0 ? Json(answer.bound) : Json();
  out["straight_walk"] = answer.is_straight;
  if (answer.start_index > 0) out["start_index"] = answer.start_index;
  if (answer.goal_index > 0) out["goal_index"] = answer.goal_index;
  if (answer.start_moved > 0) out["start_moved_m"] = answer.start_moved;
  if (answer.goal_moved > 0) out["goal_moved_m"] = answer.goal_moved;
  out["points"] = answer.points.size();
  out["expanded"] = answer.stats.expanded;
  out["generated"] = answer.stats.generated;
  out["reopened"] = answer.stats.reopened;
  out["largest_open"] = answer.stats.largest_open;
  if (answer.stats.fell_back > 0) out["fell_back"] = answer.stats.fell_back;
  return out;
}

// How the natural-hierarchy thesis measures a route over faces: docs/guide/waves.md
void add_distances(Json& out, const ReadyGraph& ready, const Answer& answer) {
  const RouteDistances d = route_distances(ready.ground, answer.route.arcs);
  out["distance_path"] = d.path;
  out["distance_xyz"] = d.xyz;
  out["distance_xy"] = d.xy;
  out["distance_z"] = d.z;
}

// Solves again with Dijkstra on the same graph: the ratio of the costs, or that both find nothing.
void check_with_dijkstra(Json& out, const ReadyGraph& ready, const Query& query,
                         const Answer& answer) {
  const auto dijkstra = need(make_planner("dijkstra", ready.input()));
  Query slow = query;
  slow.try_straight = false;
  slow.node_budget = kNoBudget;
  const Answer oracle = dijkstra->find(slow);
  if (oracle.outcome != answer.outcome)
    throw Failure("Dijkstra disagrees on whether there is a route", Exit::failed);
  if (answer.points.empty()) {
    out["dijkstra_says"] = to_string(oracle.outcome);
  } else {
    out["ratio_to_dijkstra"] =
        ratio(static_cast<double>(answer.cost), static_cast<double>(oracle.cost));
  }
}

void draw(const ReadyGraph& ready, const Planner& planner, const Answer& answer,
          const PlanArguments& options) {
  std::vector<Overlay> overlays;
  if (options.draws_settled) {
    Overlay settled{.kind = OverlayKind::dots, .colour = kSettledColour, .width = 1.5};
    for (const NodeId node : planner.settled_nodes()) {
      settled.points.push_back(ready.graph().position(node));
    }
    overlays.push_back(std::move(settled));
  }
  Overlay path;
  const Frame frame = ready.world().frame(options.asked.query.axes);
  for (const PathPoint& p : answer.points) {
    path.points.push_back(frame.to_local(as_point(p.vec())));
  }
  overlays.push_back(std::move(path));
  PictureOptions picture = options.picture;
  if (picture.what == "auto" && ready.graph().facts().nodes_are_squares) picture.what = "grid";
  for (const std::string& file : {options.png, options.svg}) {
    if (!file.empty()) write_picture(ready.world(), file, picture, {}, overlays);
  }
}

// Asks again for a point at every edge crossed, so that the heights follow the ground.
Climb draw_elevation(Planner& planner, Query query, const std::string& file) {
  query.shape_options.every_crossing = true;
  Answer answer = planner.find(query);
  const Frame asked = planner.world().frame(query.axes);
  const Frame upright = planner.world().frame();
  for (PathPoint& p : answer.points) {
    const Vec3 at = upright.from_local(asked.to_local(as_point(p.vec())));
    p.x = at.x;
    p.y = at.y;
    p.z = at.z;
  }
  write_output(file, FileKind::svg, elevation_chart(answer.points));
  return climb_of(answer.points);
}

// The face (none on grids) and area that the path walks on from the point, and the link that it
// takes to the next.
Json describe_point(const PathPoint& p, const World& world) {
  Json out = {{"x", p.x}, {"y", p.y}, {"z", p.z}};
  if (!p.face.is_none()) out["face"] = p.face.value;
  out["area"] = world.areas[p.area];
  if (!p.link.is_none()) out["link"] = p.link.value;
  if (p.is_steep) out["steep"] = true;
  return out;
}

void print(const Json& summary, const World& world, const Answer& answer, bool as_json) {
  if (!as_json) {
    print_text(summary);
    return;
  }
  auto out = summary;
  auto points = Json::array();
  for (const PathPoint& p : answer.points) points.push_back(describe_point(p, world));
  out["path"] = std::move(points);
  print_json(out);
}

void check_endings(const PlanArguments& options) {
  if (!options.png.empty() && !options.png.ends_with(".png"))
    throw UsageError("--png wants a .png file");
  if (!options.svg.empty() && !options.svg.ends_with(".svg"))
    throw UsageError("--svg wants a .svg file");
  if (!options.elevation.empty() && !options.elevation.ends_with(".svg"))
    throw UsageError("--elevation wants a .svg file");
  for (const std::string& file : {options.png, options.svg, options.elevation}) {
    if (!file.empty()) check_output(file, picture_kind(file), {options.input});
  }
  if (!options.geojson.empty()) check_output(options.geojson, FileKind::geojson, {options.input});
}

void run_plan(PlanArguments& options) {
  check_endings(options);
  const AskedPlanner asked = parse_asked_planner(options.planner);
  const PlannerSpec& spec = asked.spec;
  const Store store = need(load_store(options.input));
  Query query = query_of(store.world, options);
  if (!options.geojson.empty()) {
    need_option(lat_lon_of(store.world.earth, store.world.origin.xy()).in("--geojson"));
  }
  query.weight = asked.weight.value_or(query.weight);
  if (!asked.graph.empty()) options.graph = asked.graph;
  if (options.graph.empty()) options.graph = graph_for(spec, store.world);
  const Stopwatch build_watch;
  report(terminal_progress(), "building and pricing the graph", 0);
  const Profile profile = asked_profile(options.profile);
  const auto ready = ready_graph(store, options.graph, profile_for(options.graph, profile, query));
  const auto planner = ready_planner(store, ready, spec);
  const double build_seconds = build_watch.seconds();
  end_progress();
  const Stopwatch watch;
  const Answer answer = planner->find(query);
  const double seconds = watch.seconds();
  auto out = describe_answer(answer, ready.metric());
  const PlannerSpec chosen = chosen_planner(asked.spec, ready.ground);
  out["planner"] = asked.name;
  if (chosen.name != asked.spec.name) out["chosen"] = chosen.name;
  if (*planner->note() != '\0') out["planner_note"] = planner->note();
  out["graph"] = {{"name", options.graph},
                  {"nodes", ready.graph().node_count()},
                  {"arcs", ready.graph().arc_count()}};
  out["profile"] = {{"name", ready.metric().profile().name}, {"stored", ready.was_stored}};
  out["islands"] = ready.metric().islands().count();
  out["build_ms"] = build_seconds * 1000;
  out["plan_ms"] = seconds * 1000;
  const bool has_path = !answer.points.empty();
  const bool is_of_faces = ready.graph().facts().nodes_are_faces;
  if (options.wants_distances && !is_of_faces) throw UsageError("--distances wants --graph faces");
  if (has_path && is_of_faces && !answer.is_straight && (options.json || options.wants_distances)) {
    add_distances(out, ready, answer);
  }
  if (options.check && answer.outcome != Outcome::over_budget) {
    check_with_dijkstra(out, ready, query, answer);
  }
  if (has_path || options.draws_settled) {
    draw(ready, *planner, answer, options);
    if (!options.png.empty()) out["png"] = options.png;
    if (!options.svg.empty()) out["svg"] = options.svg;
  }
  if (has_path && !options.elevation.empty()) {
    const Climb climb = draw_elevation(*planner, query, options.elevation);
    out["climb_m"] = climb.up;
    out["descent_m"] = climb.down;
    out["elevation"] = options.elevation;
  }
  if (!options.geojson.empty()) {
    const GeoPath path{&answer, ready.metric().profile().unit()};
    write_geojson(ready.world(), query.axes, {&path, 1}, options.geojson);
    out["geojson"] = options.geojson;
  }
  print(out, ready.world(), answer, options.json);
  if (!has_path) need_found(answer);
  note_if_slow(ready);
}

std::string list_of_profiles() {
  std::string text = "Profiles:\n";
  for (const NamedProfile& profile : named_profiles()) {
    text += fmt::format("  {:<8} {}\n", profile.name, profile.summary);
  }
  return text +
         "  or a .toml file (docs/reference/prices.md)\n"
         "Planners, graphs and shapes: thalweg planners\n\n"
         "Examples: thalweg plan valley.thal --from 400,4700 --to 4700,450 --profile hiker "
         "--png path.png\n"
         "          thalweg plan rooms.thal --from 5.5,5.5 --to 30.5,30.5 --graph grid "
         "--planner a_star:heuristic=octile --settled --png search.png";
}

void add_plan_options(Verb& verb, PlanArguments& options) {
  Query& query = options.asked.query;
  verb.add_option("--more-goals", options.more_goals,
                  "X,Y[,Z];X,Y[,Z]...: the route leads to the goal that is cheapest to reach");
  add_axes_option(verb, query.axes);
  add_query_options(verb, options.asked);
  verb.add_option("--weight", query.weight,
                  "Of the heuristic: 0 Dijkstra, 1 exact (default), more is greedier")
      ->check(number(0, 1000));
  verb.add_flag("--partial", query.allow_partial, "If there is no route, lead as near as possible");
  verb.add_option("--budget", query.node_budget, "Give up after this many nodes")
      ->check(whole_number(1, kMost64));
  verb.add_flag_callback(
      "--no-islands", [&query] { query.use_islands = false; },
      "Search even if islands prove that there is no route");
  verb.add_flag_callback(
      "--no-straight", [&query] { query.try_straight = false; },
      "Search even if the straight walk is proven cheapest");
}

}  // namespace

void add_plan(Verb& app) {
  auto* verb = app.add_verb("plan", "Find a path");
  auto options = std::make_shared<PlanArguments>();
  verb->footer(list_of_profiles());
  verb->add_option("FILE", options->input, "A .thal file")->required();
  verb->add_option(
          "--from", options->from,
          "X,Y[,Z] in metres, or a position on Earth such as 46.55N,7.98E; if given several "
          "times, the route leads from the start that is cheapest to leave")
      ->required()
      ->one_value_each();
  verb->add_option("--to", options->to, kPositionHelp)->required();
  verb->add_option("--planner", options->planner,
                   "NAME[:option=value...] (default auto): see thalweg planners; graph=NAME and "
                   "weight=NUMBER are options too");
  verb->add_option("--profile", options->profile, "Whose costs (default hiker)");
  verb->add_option(
          "--graph", options->graph,
          "terrain (default for height maps), portals (default for other meshes), faces, grid...")
      ->check(one_of("graph", graph_names()));
  add_plan_options(*verb, *options);
  verb->add_flag("--check", options->check, "Solve again with Dijkstra and print the ratio");
  verb->add_flag("--distances", options->wants_distances,
                 "Of a route over faces: its cost, its base, that in plan and that of height");
  verb->add_option("--png", options->png, "Draw the path to this file");
  verb->add_option("--svg", options->svg, "Draw the path to this file");
  verb->add_option("--elevation", options->elevation,
                   "Draw the heights along the path to this .svg file");
  verb->add_option("--geojson", options->geojson,
                   "Write the path as longitude, latitude and height to this file");
  verb->add_flag("--settled", options->draws_settled,
                 "Draw the nodes that the search settled, too");
  add_picture_options(*verb, options->picture, {"auto", "height", "area", "flat"});
  verb->add_flag("--json", options->json, "Print JSON, with the points");
  add_common(*verb);
  verb->callback([options] { run_plan(*options); });
}

}  // namespace thalweg::tool
