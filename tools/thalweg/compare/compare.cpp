// thalweg compare: several planners on the same queries, side by side. docs/guide/compare.md
#include "compare/compare.hpp"
#include "common/checks.hpp"

#include <fmt/format.h>

namespace thalweg::tool {
namespace {

// The line of one planner.
struct Line {
  std::uint64_t solved = 0;
  MovedEnds moved;
  std::optional<Spread> us;
  double settled_mean = 0;
  std::optional<Spread> cost_ratio;
  std::optional<Spread> length_ratio;
  std::optional<Spread> ground_ratio;
};

Line make_line(std::span<const Sample> samples, std::span<const Sample> dijkstra,
               std::span<const double> lengths) {
  Line line;
  std::vector<double> us;
  std::vector<double> cost_ratios;
  std::vector<double> length_ratios;
  double settled = 0;
  for (std::size_t q = 0; q < samples.size(); ++q) {
    const Sample& s = samples[q];
    us.push_back(static_cast<double>(s.ns) / 1000);
    settled += static_cast<double>(s.settled);
    if (!s.found()) continue;
    ++line.solved;
    if (dijkstra[q].found()) {
      cost_ratios.push_back(
          ratio(static_cast<double>(s.cost), static_cast<double>(dijkstra[q].cost)));
    }
    if (lengths[q] > 0) length_ratios.push_back(ratio(s.length, lengths[q]));
  }
  line.moved = moved_ends(samples);
  line.us = spread(us);
  line.settled_mean = settled / static_cast<double>(samples.size());
  line.cost_ratio = spread(cost_ratios);
  line.length_ratio = spread(length_ratios);
  return line;
}

Json part(const std::optional<Spread>& spread, double Spread::*field) {
  return spread ? Json(*spread.*field) : Json();
}

Json describe_line(const Entry& entry, const Line& line) {
  Json out;
  out["name"] = entry.asked.name;
  if (!entry.chosen.empty()) out["chosen"] = entry.chosen;
  out["graph"] = entry.asked.graph;
  out["solved"] = line.solved;
  out["ends_moved"] = line.moved.queries;
  out["moved_most_m"] = line.moved.most;
  out["mean_us"] = part(line.us, &Spread::mean);
  out["median_us"] = part(line.us, &Spread::median);
  out["p99_us"] = part(line.us, &Spread::p99);
  out["settled_mean"] = line.settled_mean;
  out["cost_ratio_mean"] = part(line.cost_ratio, &Spread::mean);
  out["cost_ratio_p99"] = part(line.cost_ratio, &Spread::p99);
  out["cost_ratio_max"] = part(line.cost_ratio, &Spread::max);
  out["length_ratio_mean"] = part(line.length_ratio, &Spread::mean);
  out["length_ratio_max"] = part(line.length_ratio, &Spread::max);
  out["ground_ratio_mean"] = part(line.ground_ratio, &Spread::mean);
  out["ground_ratio_max"] = part(line.ground_ratio, &Spread::max);
  out["build_s"] = entry.build_seconds;
  out["bytes"] = entry.bytes;
  return out;
}

std::uint64_t faces_of(const World& world) {
  if (!world.mesh.empty()) return world.mesh.face_count();
  std::uint64_t count = 0;
  for (const SquareId s : world.grid.squares()) count += world.grid.is_free(s);
  return count;
}

std::string shown(const Json& number, const char* format) {
  if (!number.is_number()) return "-";
  return fmt::format(fmt::runtime(format), number.number());
}

// A sentence for each graph on which ends of queries lay off the ground.
void print_moved_ends(const Json& rows) {
  std::vector<std::string> told;
  for (const auto& row : rows) {
    const auto graph = row["graph"].text();
    if (row["ends_moved"].whole() == 0 || std::ranges::find(told, graph) != told.end()) continue;
    told.push_back(graph);
    fmt::print("\n{}: {} queries have an end off the ground, moved by up to {:.2f} m\n", graph,
               with_commas(row["ends_moved"].whole()), row["moved_most_m"].number());
  }
}

constexpr fmt::string_view kPlannerRow =
    "{:<{}}  {:<14} {:>7} {:>10} {:>10} {:>10} {:>10}  {:>8} {:>8} {:>8}  {:>8} {:>8}  {:>8} "
    "{:>8}  {:>8} {:>9}\n";

void print_planner_table(const Json& all) {
  fmt::print("{}: {} faces, {} queries; lengths against: {}; walked prices against: {}\n\n",
             all["world"].text(), with_commas(all["faces"].whole()),
             with_commas(all["queries"].whole()), all["length_reference"].text(),
             all["ground_reference"].text());
  std::vector<std::string> names;
  std::size_t widest = 7;
  for (const auto& row : all["planners"]) {
    names.push_back(row["name"].text());
    if (row.contains("chosen")) names.back() += " (" + row["chosen"].text() + ")";
    widest = std::max(widest, names.back().size());
  }
  fmt::print(kPlannerRow, "planner", widest, "graph", "solved", "mean us", "median us", "p99 us",
             "settled", "cost", "p99", "max", "length", "max", "ground", "max", "build s", "MB");
  auto name = names.begin();
  for (const auto& row : all["planners"]) {
    const auto one = [&](const char* field) { return shown(row[field], "{:.1f}"); };
    const auto four = [&](const char* field) { return shown(row[field], "{:.4f}"); };
    fmt::print(kPlannerRow, *name++, widest, row["graph"].text(), row["solved"].whole(),
               one("mean_us"), one("median_us"), one("p99_us"), one("settled_mean"),
               four("cost_ratio_mean"), four("cost_ratio_p99"), four("cost_ratio_max"),
               four("length_ratio_mean"), four("length_ratio_max"), four("ground_ratio_mean"),
               four("ground_ratio_max"), shown(row["build_s"], "{:.3f}"),
               fmt::format("{:.2f}", row["bytes"].number() / 1e6));
  }
  print_moved_ends(all["planners"]);
}

void run_compare(const CompareOptions& options) {
  const Store store = need(load_store(options.input));
  const Run run = measure_all(store, options);
  const Reference reference = find_reference(store.world, run, options.reference);
  const std::vector<double> ground = least_ground_prices(run, options.reference);
  end_progress();
  Json all;
  all["world"] = store.world.name;
  all["faces"] = faces_of(store.world);
  all["queries"] = run.queries.size();
  all["length_reference"] = reference.name;
  all["ground_reference"] = options.reference == "ground" ? "ground oracle" : "cheapest in the run";
  all["planners"] = Json::array();
  for (std::size_t e = 0; e < run.entries.size(); ++e) {
    Line line = make_line(run.samples_of(e), run.dijkstra_for(e), reference.lengths);
    const std::span<const double> walked(run.ground_prices);
    line.ground_ratio =
        price_ratios(walked.subspan(e * run.queries.size(), run.queries.size()), ground);
    all["planners"].push_back(describe_line(run.entries[e], line));
  }
  options.json ? print_json(all) : print_planner_table(all);
  check_agreement(run);
}

}  // namespace

void add_compare(Verb& app) {
  auto* verb = app.add_verb("compare", "Measure planners against each other");
  auto options = std::make_shared<CompareOptions>();
  verb->footer(
      "A planner takes two more options here: graph=NAME and weight=NUMBER.\n"
      "Examples: thalweg compare arena.thal arena.map.scen --graph grid\n"
      "          thalweg compare valley.thal --random 200 --planners "
      "a_star,a_star:graph=faces,a_star:weight=2");
  verb->add_option("FILE", options->input, "A .thal file")->required();
  add_problem_options(*verb, options->problems);
  verb->add_option("--planners", options->planners,
                   "NAME[:option=value...],... (default auto,a_star,dijkstra,bidirectional)");
  verb->add_option(
          "--graph", options->graph,
          "Where a planner names none: portals (default for meshes), grid (without one, and "
          "for hpa_star), faces (for thpa_star)...")
      ->check(one_of("graph", graph_names()));
  verb->add_option("--profile", options->profile, "Whose costs (default euclid)");
  verb->add_option(
          "--reference", options->reference,
          "What to hold paths against. Lengths: scen, oracle, shortest, or auto (default: the "
          ".scen "
          "file's on grids, else the shortest in the run). Prices of what is walked: ground, "
          "the near-continuous optimum (slow; else the cheapest in the run)")
      ->check(one_of("reference", {"auto", "scen", "oracle", "shortest", "ground"}));
  verb->add_flag_callback(
      "--no-straight", [options] { options->asked.query.try_straight = false; },
      "Search even if the straight walk is proven cheapest");
  add_query_options(*verb, options->asked);
  verb->add_flag("--json", options->json, "Print JSON");
  add_common(*verb);
  verb->callback([options] { run_compare(*options); });
}

}  // namespace thalweg::tool
