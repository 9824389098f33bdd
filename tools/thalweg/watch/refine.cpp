// thalweg refine: shows one query over a hierarchy: connected, searched, refined leg by leg.
#include <fmt/format.h>

#include "common/ask.hpp"
#include "common/built.hpp"
#include "common/checks.hpp"
#include "common/common.hpp"
#include "common/measure.hpp"
#include "common/positions.hpp"
#include "common/section_size.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/path/path_shaper.hpp"
#include "thalweg/structures/kinds.hpp"
#include "watch/refine.hpp"
#include "watch/watch.hpp"

namespace thalweg::tool {
namespace {

struct RefineArguments {
  std::string input;
  std::string planner = "hpa_star";
  std::string graph;
  std::string from;
  std::string to;
  std::string profile = "euclid";
  std::uint64_t legs = kNoBudget;
  std::uint64_t known = kNoBudget;
  Query query = {.try_straight = false};
  bool has_shape = false;  // the route is laid as points, in the shape of the query
  std::string png;
  PictureOptions picture;
  bool json = false;
};

std::string text_of(const LegFacts& leg) {
  const std::string where =
      leg.cell.is_none() ? "a step"
                         : fmt::format("across {} of level {}", to_string(leg.cell), leg.level);
  return fmt::format("{} to {}, {}, cost {}", to_string(leg.from), to_string(leg.to), where,
                     with_commas(leg.cost));
}

Json leg_json(const LegFacts& leg) {
  Json out = {{"from", to_string(leg.from)}, {"to", to_string(leg.to)}};
  out["kind"] = leg.cell.is_none() ? "step" : "crossing";
  if (!leg.cell.is_none()) {
    out["cell"] = to_string(leg.cell);
    out["level"] = leg.level;
  }
  out["cost"] = leg.cost;
  return out;
}

// Refines the next leg completely by one level.
Refinement refine_once(LookAhead& look) {
  Refine& refine = look.search().refine();
  const GateLeg next = refine.legs().back();
  const std::size_t legs = look.legs_ahead();
  const std::size_t known = look.route().nodes.size();
  const std::uint64_t settled = refine.stats().expanded;
  const auto is_same = [&] {
    return look.legs_ahead() == legs && refine.legs().back().arc == next.arc;
  };
  Budget budget;
  SearchEnd end = SearchEnd::paused;
  while (end == SearchEnd::paused && is_same()) end = refine.step(budget);
  if (end == SearchEnd::exhausted) throw Failure("the hierarchy does not fit its ground");
  Refinement done;
  done.leg = facts_of(look.search().hierarchy(), next);
  done.legs = done.leg.level > 1 ? look.legs_ahead() + 1 - legs : 0;
  done.known = look.route().nodes.size();
  done.nodes = done.known - known;
  done.settled = refine.stats().expanded - settled;
  return done;
}

std::vector<Refinement> run_refinement(LookAhead& look, const RefineArguments& options) {
  std::vector<Refinement> log;
  while (look.legs_ahead() > 0 && log.size() < options.legs &&
         look.route().nodes.size() < options.known) {
    log.push_back(refine_once(look));
  }
  if (look.legs_ahead() == 0) look.reveal(0, kNoBudget);  // one gate may be the whole route
  return log;
}

// The nodes known so far as points: to the goal, or to the last of them.
std::vector<PathPoint> laid(const ReadyGraph& ready, const LookAhead& look, const Query& query) {
  const Ground& ground = ready.ground;
  const Route& route = look.route();
  JoinedEnds ends = look.ends();
  if (!look.is_done() && !route.nodes.empty()) {
    ends.goal = EndFinder(ground).find(ready.graph().position(route.nodes.back()), query.reach);
  }
  const Laid laid = ground.graph().form().lay(ground, route, ends, {});
  const auto walked = [&](std::vector<PathPoint> old) {
    return ground.graph().form().walked(ground, route, ends, std::move(old));
  };
  ShapeRequest request{.options = query.shape_options,
                       .corridor = laid.corridor,
                       .laid = laid.points,
                       .walked = walked};
  request.options.shape = query.shape;
  std::vector<PathPoint> points = PathShaper(ground.shaped()).shape(request, {});
  const Frame frame = ground.world().frame(query.axes);
  for (PathPoint& point : points) {
    const Vec3 p = frame.from_local(point.vec());
    point = {p.x, p.y, p.z, point.face, point.link, point.area, point.is_steep};
  }
  return points;
}

Json summary_of(const LookAhead& look, const Watched& seen) {
  const AbstractSearch& search = look.search();
  const AbstractSearch::Work work = search.work();
  Json out;
  out["start_gates"] = work.start_gates;
  out["goal_gates"] = work.goal_gates;
  out["gates_of_the_route"] = seen.gates;
  out["settled_connecting"] = work.connecting;
  out["settled_searching"] = work.searching;
  out["settled_refining"] = work.refining;
  out["settled"] = search.stats().expanded;
  out["settled_by_a_star"] = seen.by_a_star.stats.expanded;
  out["refinements"] = seen.log.size();
  out["known"] = look.route().nodes.size();
  out["legs_ahead"] = look.legs_ahead();
  Distance ahead = 0;
  for (const GateLeg& leg : search.refine().legs()) {
    ahead += facts_of(search.hierarchy(), leg).cost;
  }
  const Distance cost = look.cost_so_far();
  out["cost_so_far"] = cost;
  out["cost_of_legs_ahead"] = ahead;
  out["finished"] = look.is_done();
  if (look.is_done()) {
    out["ratio_to_a_star"] =
        ratio(static_cast<double>(cost), static_cast<double>(seen.by_a_star.cost));
  }
  return out;
}

void print_words(const AbstractSearch& search, const Watched& seen) {
  const AbstractSearch::Work work = search.work();
  fmt::print("connected: {} gates of the start's cell, {} of the goal's, {} settled\n",
             work.start_gates, work.goal_gates, with_commas(work.connecting));
  fmt::print("searched: {} gates settled, {} on the route\n", with_commas(work.searching),
             seen.gates);
  for (std::size_t i = 0; i < seen.log.size(); ++i) {
    const Refinement& r = seen.log[i];
    const std::string became =
        r.legs > 0 ? fmt::format("{} legs", r.legs) : fmt::format("{} nodes", r.nodes);
    fmt::print("{:>5}  {}: {}, {} settled; {} known\n", i + 1, text_of(r.leg), became,
               with_commas(r.settled), r.known);
  }
  const auto legs = search.refine().legs();
  for (auto leg = legs.rbegin(); leg != legs.rend(); ++leg) {
    fmt::print("ahead  {}\n", text_of(facts_of(search.hierarchy(), *leg)));
  }
}

void print(const AbstractSearch& search, const Watched& seen, Json summary, bool as_json) {
  if (!as_json) {
    print_words(search, seen);
    print_text(summary);
    return;
  }
  auto steps = Json::array();
  for (const Refinement& r : seen.log) {
    auto one = leg_json(r.leg);
    one.update({{"legs", r.legs}, {"nodes", r.nodes}, {"settled", r.settled}, {"known", r.known}});
    steps.push_back(std::move(one));
  }
  auto ahead = Json::array();
  const auto legs = search.refine().legs();
  for (auto leg = legs.rbegin(); leg != legs.rend(); ++leg) {
    ahead.push_back(leg_json(facts_of(search.hierarchy(), *leg)));
  }
  if (!seen.path.empty()) {
    auto points = Json::array();
    for (const PathPoint& p : seen.path) points.push_back({p.x, p.y, p.z});
    summary["path"] = std::move(points);
  }
  print_watch(std::move(summary), std::move(steps), std::move(ahead), search.refine().route());
}

// The planners over hierarchies: "hpa_star, rooms or thpa_star".
std::string names_of_refining() {
  std::vector<std::string_view> names;
  for (const PlannerDescriptor& planner : planners()) {
    if (planner.builds == &hierarchy_kind()) names.push_back(planner.name);
  }
  const std::string_view last = names.back();
  names.pop_back();
  return fmt::format("{} or {}", fmt::join(names, ", "), last);
}

// Failure: a planner that searches no hierarchy.
PlannerPlan refining_plan(const PlannerSpec& spec) {
  PlannerPlan plan = need(planner_plan(spec));
  if (plan.gates) return plan;
  throw UsageError("the planner " + spec.name + " refines nothing: watch " + names_of_refining());
}

void run_refine(const RefineArguments& options) {
  check_watch(options.input, options.png, {"--legs", options.legs, options.known});
  Query query = options.query;
  const PlannerSpec spec = need_option(parse_planner(options.planner));
  const PlannerPlan plan = refining_plan(spec);
  const Store store = need(load_store(options.input));
  query.start = parse_position(store.world, query.axes, options.from, "--from");
  query.goal = parse_position(store.world, query.axes, options.to, "--to");
  const auto ready =
      ready_graph(store, options.graph.empty() ? graph_for(spec, store.world) : options.graph,
                  asked_profile(options.profile));
  const Hierarchy hierarchy = *ready_built(store, ready, spec).as<Hierarchy>();
  Watched seen;
  seen.axes = query.axes;
  seen.by_a_star = need(make_planner("a_star", ready.input()))->find(query);
  need_found(seen.by_a_star);
  LookAhead look(ready.ground, hierarchy, plan.gates->search);
  if (look.begin(query) != Outcome::found) throw Failure("no route leads over the gates", Exit::no);
  seen.gates = look.is_done() ? 0 : look.legs_ahead() + 1;
  seen.log = run_refinement(look, options);
  auto summary = summary_of(look, seen);
  if (options.has_shape) {
    seen.path = laid(ready, look, query);
    summary["points"] = seen.path.size();
    summary["length_m"] = length(seen.path);
  }
  if (!options.png.empty()) {
    draw_refinement(ready, look, seen,
                    {options.png, options.picture, section_size(plan.key, ready.world())});
    summary["png"] = options.png;
  }
  print(look.search(), seen, std::move(summary), options.json);
}

}  // namespace

LegFacts facts_of(const Hierarchy& hierarchy, const GateLeg& leg) {
  LegFacts facts{leg.from, leg.to, {}, 0, 0};
  if (leg.arc.is_step()) {
    facts.cost = hierarchy.arrays().steps.items()[leg.arc.step_number()].cost;
    return facts;
  }
  const CrossingId crossing = leg.arc.crossing();
  facts.cell = hierarchy.cell_of(crossing);
  facts.level = hierarchy.partition().height(facts.cell);
  facts.cost = hierarchy.cost(crossing);
  return facts;
}

void add_refine(Verb& app) {
  auto* verb = app.add_verb("refine", "Watch a query over a hierarchy, refined leg by leg");
  auto options = std::make_shared<RefineArguments>();
  verb->footer(
      "The route over the gates: without the preceding A* search and without smoothing.\n"
      "The picture: sections blue (or cells in colours if their size is not known), the route of "
      "A*\n"
      "violet, known nodes (or their path in a --shape) red, legs ahead orange, gates green.\n\n"
      "Examples: thalweg refine rooms.thal --planner hpa_star:size=10:levels=2 --from 5,5 --to "
      "90,80\n"
      "          thalweg refine aurora.thal --planner thpa_star --from 100,100 --to 600,550 "
      "--ahead 20 --png ahead.png");
  verb->add_option("FILE", options->input, "A .thal file")->required();
  verb->add_option("--planner", options->planner,
                   names_of_refining() + ", [:option=value...] (default hpa_star)");
  verb->add_option("--from", options->from, kPositionHelp)->required();
  verb->add_option("--to", options->to, kPositionHelp)->required();
  add_axes_option(*verb, options->query.axes);
  verb->add_option("--graph", options->graph, "What to search; else as suits the planner")
      ->check(one_of("graph", graph_names()));
  verb->add_option("--profile", options->profile, "Whose costs (default euclid)");
  verb->add_option("--legs", options->legs, "Stop after this many refinements")
      ->check(whole_number(0, kMost64));
  verb->add_option("--ahead", options->known, "Stop when this many nodes are known")
      ->check(whole_number(1, kMost64));
  add_shape_option(*verb, options->query)
      ->description("Lay the route so far as points: funnel, sight... (default: its nodes)");
  verb->add_option("--png", options->png, "Draw the route so far to this file");
  add_picture_options(*verb, options->picture, {"auto", "height", "area", "flat"});
  verb->add_flag("--json", options->json, "Print JSON, with the route so far");
  add_common(*verb);
  verb->callback([verb, options] {
    options->has_shape = verb->count("--shape") > 0;
    run_refine(*options);
  });
}

}  // namespace thalweg::tool
