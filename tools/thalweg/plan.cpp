// thalweg plan: one path, printed and drawn.
#include <fmt/format.h>

#include "common.hpp"
#include "metrics.hpp"
#include "picture.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg::tool {
namespace {

struct Options {
  std::string input;
  std::string from;
  std::string to;
  std::string profile = "hiker";
  std::string graph;
  Query query;
  std::string png;
  std::string svg;
  PictureOptions picture;
  bool check = false;
  bool json = false;
};

Query query_of(const Options& options) {
  Query query = options.query;
  query.start = parse_point(options.from, "--from");
  query.goal = parse_point(options.to, "--to");
  return query;
}

nlohmann::ordered_json describe_answer(const Answer& answer, const Metric& metric) {
  nlohmann::ordered_json out;
  out["outcome"] = to_string(answer.outcome);
  if (!answer.found()) out["why"] = answer.why();
  if (answer.points.empty()) return out;
  out["length_m"] = answer.length();
  out[fmt::format("price_{}", metric.profile().unit())] = answer.price;
  out["cost"] = answer.cost;
  out["points"] = answer.points.size();
  out["expanded"] = answer.stats.expanded;
  return out;
}

// Solves again with Dijkstra, and says how much dearer the answer is.
double ratio_to_dijkstra(AStarPlanner& planner, const Query& query, const Answer& answer) {
  Query slow = query;
  slow.weight = 0;
  const Answer oracle = planner.find(slow);
  if (oracle.outcome != answer.outcome)
    throw Failure("Dijkstra disagrees on whether there is a way");
  if (oracle.cost == 0) return 1;
  return static_cast<double>(answer.cost) / static_cast<double>(oracle.cost);
}

void draw_path(const World& world, const Answer& answer, const Options& options) {
  Overlay path;
  for (const PathPoint& p : answer.points) path.points.push_back(world.to_local({p.x, p.y, p.z}));
  for (const std::string& file : {options.png, options.svg}) {
    if (!file.empty()) write_picture(world, file, options.picture, {}, {&path, 1});
  }
}

void print(const nlohmann::ordered_json& summary, const Answer& answer, bool as_json) {
  if (!as_json) {
    print_text(summary);
    return;
  }
  auto out = summary;
  auto points = nlohmann::ordered_json::array();
  for (const PathPoint& p : answer.points) points.push_back({p.x, p.y, p.z});
  out["path"] = std::move(points);
  print_json(out);
}

void run(Options& options) {
  if (!options.png.empty() && !options.png.ends_with(".png"))
    throw Failure("--png wants a .png file");
  if (!options.svg.empty() && !options.svg.ends_with(".svg"))
    throw Failure("--svg wants a .svg file");
  const Query query = query_of(options);
  const Store store = need(load_store(options.input));
  if (options.graph.empty()) options.graph = default_graph(store.world);
  const Stopwatch build_watch;
  report(terminal_progress(), "building and pricing the graph", 0);
  const auto ready = ready_graph(store, options.graph, need(find_profile(options.profile)));
  const auto& [graph, metric] = ready.priced;
  const double build_seconds = build_watch.seconds();
  AStarPlanner planner{store.world, graph, metric};
  end_progress();
  const Stopwatch watch;
  const Answer answer = planner.find(query);
  const double seconds = watch.seconds();
  auto out = describe_answer(answer, metric);
  out["graph"] = fmt::format("{}, {} nodes, {} arcs", options.graph,
                             with_commas(graph.node_count()), with_commas(graph.arc_count()));
  out["profile"] = metric.profile().name + (ready.was_stored ? " (stored)" : " (priced now)");
  out["islands"] = metric.islands().count();
  out["build_ms"] = build_seconds * 1000;
  out["plan_ms"] = seconds * 1000;
  if (options.check) out["ratio_to_dijkstra"] = ratio_to_dijkstra(planner, query, answer);
  if (!answer.points.empty()) draw_path(store.world, answer, options);
  if (!options.png.empty() && !answer.points.empty()) out["png"] = options.png;
  if (!options.svg.empty() && !answer.points.empty()) out["svg"] = options.svg;
  print(out, answer, options.json);
  if (answer.points.empty()) throw Failure(answer.why());
}

std::string list_of_profiles() {
  std::string text = "Profiles:\n";
  for (const NamedProfile& profile : named_profiles()) {
    text += fmt::format("  {:<8} {}\n", profile.name, profile.summary);
  }
  return text +
         "  or a .toml file (docs/prices.md)\n\n"
         "Example: thalweg plan valley.thal --from 400,4700 --to 4700,450 --profile hiker "
         "--png path.png";
}

}  // namespace

void add_plan(CLI::App& app) {
  auto* verb = app.add_subcommand("plan", "Find a path");
  auto options = std::make_shared<Options>();
  verb->footer(list_of_profiles());
  verb->add_option("FILE", options->input, "A .thal file")->required();
  verb->add_option("--from", options->from, "X,Y[,Z] in metres")->required();
  verb->add_option("--to", options->to, "X,Y[,Z] in metres")->required();
  verb->add_option("--profile", options->profile, "Whose costs (default hiker)");
  verb->add_option("--graph", options->graph, "portals (default for meshes), faces, grid...")
      ->check(CLI::IsMember(graph_names()));
  verb->add_option("--reach", options->query.reach,
                   "Metres that the ends may lie off the ground (default 1)");
  verb->add_option("--weight", options->query.weight,
                   "Of the heuristic: 0 Dijkstra, 1 exact (default), more is greedier");
  verb->add_flag("--partial", options->query.allow_partial,
                 "Where there is no way, lead as near as one can get");
  verb->add_option("--budget", options->query.node_budget, "Give up after this many nodes");
  verb->add_flag("--check", options->check, "Solve again with Dijkstra and print the ratio");
  verb->add_option("--png", options->png, "Draw the path to this file");
  verb->add_option("--svg", options->svg, "Draw the path to this file");
  add_picture_options(*verb, options->picture, {"auto", "height", "area", "flat"});
  verb->add_flag("--json", options->json, "Print JSON, with the points");
  add_common(*verb);
  verb->callback([options] { run(*options); });
}

}  // namespace thalweg::tool
