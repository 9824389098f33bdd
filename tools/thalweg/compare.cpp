// thalweg compare: several planners on the same queries, side by side. docs/compare.md
#include <fmt/format.h>

#include <list>

#include "ask.hpp"
#include "measure.hpp"
#include "thalweg/core/text.hpp"

namespace thalweg::tool {
namespace {

constexpr std::size_t kWarmUp = 100;  // queries

struct Options {
  std::string input;
  std::string planners = "a_star,dijkstra,bidirectional";
  std::string profile = "euclid";
  std::string graph;
  std::string reference = "auto";
  ProblemOptions problems;
  Query query = {.try_straight = false};
  bool json = false;
};

// A planner as it was asked for, with what only compare takes: graph=NAME and weight=NUMBER.
struct Entry {
  std::string name;   // as asked for, without the graph
  std::string graph;  // its name
  PlannerSpec spec;
  double weight = 1;
  const ReadyGraph* ready = nullptr;
  std::unique_ptr<Planner> planner;
  double build_seconds = 0;
};

Entry parse_entry(const std::string& text, const std::string& graph) {
  Entry entry;
  entry.graph = graph;
  std::string left;
  for (const std::string& part : split_names(text, ':')) {
    if (part.starts_with("graph=")) {
      entry.graph = part.substr(6);
      continue;
    }
    entry.name += (entry.name.empty() ? "" : ":") + part;
    if (!part.starts_with("weight=")) {
      left += (left.empty() ? "" : ":") + part;
      continue;
    }
    const auto weight = TextReader::parse_number<double>(std::string_view(part).substr(7));
    if (!weight) throw Failure("a weight is a number, not " + thalweg::quoted(part.substr(7)));
    entry.weight = *weight;
  }
  entry.spec = need(parse_planner(left));
  return entry;
}

// The graphs that entries need, each made once. A list, since planners borrow from its items.
using Graphs = std::list<ReadyGraph>;

const ReadyGraph& graph_for(Graphs& graphs, const Store& store, const std::string& name,
                            const Profile& profile) {
  for (const ReadyGraph& ready : graphs) {
    if (ready.name == name) return ready;
  }
  report(terminal_progress(), "building and pricing " + name, 0);
  return graphs.emplace_back(ready_graph(store, name, profile));
}

std::vector<Entry> make_entries(const Options& options, const Store& store, const Profile& profile,
                                Graphs& graphs) {
  std::vector<Entry> entries;
  for (const std::string& text : split_names(options.planners)) {
    entries.push_back(parse_entry(text, options.graph));
  }
  if (entries.empty()) throw Failure("--planners names none");
  for (Entry& entry : entries) {
    entry.ready = &graph_for(graphs, store, entry.graph, profile);
    report(terminal_progress(), "building " + entry.name, 0);
    const Stopwatch watch;
    entry.planner = need(make_planner(entry.spec, entry.ready->input()));
    entry.build_seconds = entry.ready->seconds + watch.seconds();
  }
  return entries;
}

// Dijkstra's answers on one graph: what all planners on it are held against.
std::vector<Sample> solve_by_dijkstra(const ReadyGraph& ready, const std::vector<Query>& queries) {
  const auto planner = need(make_planner("dijkstra", ready.input()));
  const Progress progress = terminal_progress();
  std::vector<Sample> samples;
  Answer answer;
  for (Query query : queries) {
    report(progress, "Dijkstra on " + ready.name,
           static_cast<double>(samples.size()) / static_cast<double>(queries.size()));
    query.try_straight = false;
    samples.push_back(timed_find(*planner, query, answer));
  }
  return samples;
}

// The lengths that paths are held against, and where they come from; 0: none for that query.
struct Reference {
  std::string name;
  std::vector<double> lengths;  // [query]
};

bool are_all_on_the_grid(const std::vector<Entry>& entries) {
  return std::ranges::all_of(entries, [](const Entry& entry) {
    return entry.ready->graph.kind() == GraphKind::grid && entry.ready->space_bytes == 0;
  });
}

Reference shortest_reference(const std::vector<Sample>& samples, std::size_t count) {
  Reference reference{"shortest in the run", std::vector<double>(count, 0)};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    double& least = reference.lengths[i % count];
    if (samples[i].found() && (least == 0 || samples[i].length < least)) least = samples[i].length;
  }
  return reference;
}

Reference find_reference(const Options& options, const std::vector<Entry>& entries,
                         const std::vector<Problem>& problems, const std::vector<Sample>& samples) {
  const bool has_lengths =
      std::ranges::any_of(problems, [](const Problem& p) { return p.length > 0; });
  std::string wanted = options.reference;
  if (wanted == "auto") wanted = has_lengths && are_all_on_the_grid(entries) ? "scen" : "shortest";
  if (wanted == "shortest") return shortest_reference(samples, problems.size());
  if (!has_lengths) throw Failure("--reference scen wants a .scen file with lengths");
  Reference reference{"scenario file", {}};
  for (const Problem& problem : problems) reference.lengths.push_back(problem.length);
  return reference;
}

// One planner's line.
struct Line {
  std::uint64_t solved = 0;
  std::optional<Spread> us;
  double settled_mean = 0;
  std::optional<Spread> cost_ratio;
  std::optional<Spread> length_ratio;
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
  line.us = spread(us);
  line.settled_mean = settled / static_cast<double>(samples.size());
  line.cost_ratio = spread(cost_ratios);
  line.length_ratio = spread(length_ratios);
  return line;
}

nlohmann::ordered_json part(const std::optional<Spread>& spread, double Spread::*field) {
  return spread ? nlohmann::ordered_json(*spread.*field) : nlohmann::ordered_json();
}

nlohmann::ordered_json describe_line(const Entry& entry, const Line& line) {
  nlohmann::ordered_json out;
  out["name"] = entry.name;
  out["graph"] = entry.graph;
  out["solved"] = line.solved;
  out["mean_us"] = part(line.us, &Spread::mean);
  out["median_us"] = part(line.us, &Spread::median);
  out["p99_us"] = part(line.us, &Spread::p99);
  out["settled_mean"] = line.settled_mean;
  out["cost_ratio_mean"] = part(line.cost_ratio, &Spread::mean);
  out["cost_ratio_p99"] = part(line.cost_ratio, &Spread::p99);
  out["cost_ratio_max"] = part(line.cost_ratio, &Spread::max);
  out["length_ratio_mean"] = part(line.length_ratio, &Spread::mean);
  out["length_ratio_max"] = part(line.length_ratio, &Spread::max);
  out["build_s"] = entry.build_seconds;
  out["bytes"] = entry.ready->bytes() + entry.planner->bytes();
  return out;
}

std::uint64_t faces_of(const World& world) {
  if (!world.mesh.empty()) return world.mesh.face_count();
  std::uint64_t count = 0;
  for (const SquareId s : world.grid.squares()) count += world.grid.is_free(s);
  return count;
}

std::string shown(const nlohmann::ordered_json& number, const char* format) {
  if (!number.is_number()) return "-";
  return fmt::format(fmt::runtime(format), number.get<double>());
}

void print_table(const nlohmann::ordered_json& all) {
  fmt::print("{}: {} faces, {} queries; lengths against: {}\n\n", all["world"].get<std::string>(),
             with_commas(all["faces"].get<std::uint64_t>()),
             with_commas(all["queries"].get<std::uint64_t>()),
             all["length_reference"].get<std::string>());
  std::size_t widest = 7;
  for (const auto& row : all["planners"]) {
    widest = std::max(widest, row["name"].get_ref<const std::string&>().size());
  }
  fmt::print(
      "{:<{}}  {:<14} {:>7} {:>10} {:>10} {:>10} {:>10}  {:>8} {:>8} {:>8}  {:>8} {:>8}"
      "  {:>8} {:>9}\n",
      "planner", widest, "graph", "solved", "mean us", "median us", "p99 us", "settled", "cost",
      "p99", "max", "length", "max", "build s", "MB");
  for (const auto& row : all["planners"]) {
    fmt::print(
        "{:<{}}  {:<14} {:>7} {:>10} {:>10} {:>10} {:>10}  {:>8} {:>8} {:>8}  {:>8} {:>8}"
        "  {:>8} {:>9}\n",
        row["name"].get<std::string>(), widest, row["graph"].get<std::string>(),
        row["solved"].get<std::uint64_t>(), shown(row["mean_us"], "{:.1f}"),
        shown(row["median_us"], "{:.1f}"), shown(row["p99_us"], "{:.1f}"),
        shown(row["settled_mean"], "{:.1f}"), shown(row["cost_ratio_mean"], "{:.4f}"),
        shown(row["cost_ratio_p99"], "{:.4f}"), shown(row["cost_ratio_max"], "{:.4f}"),
        shown(row["length_ratio_mean"], "{:.4f}"), shown(row["length_ratio_max"], "{:.4f}"),
        shown(row["build_s"], "{:.3f}"), fmt::format("{:.2f}", row["bytes"].get<double>() / 1e6));
  }
}

// The first query on which a planner and Dijkstra cannot both be right ends the verb.
void check_agreement(const std::vector<Entry>& entries, const std::vector<Sample>& samples,
                     const std::vector<std::vector<Sample>*>& dijkstra, std::size_t count) {
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const auto info =
        std::ranges::find(planners(), std::string_view(entries[e].spec.name), &PlannerInfo::name);
    for (std::size_t q = 0; q < count; ++q) {
      const auto why = disagreement(samples[e * count + q], (*dijkstra[e])[q], info->is_exact);
      if (why) throw Failure(fmt::format("query {}: {} {}", q, entries[e].name, *why));
    }
  }
}

void run(Options& options) {
  const Profile profile = need(find_profile(options.profile));
  const Store store = need(load_store(options.input));
  if (options.graph.empty()) options.graph = default_graph(store.world);
  Graphs graphs;
  const auto entries = make_entries(options, store, profile, graphs);
  report(terminal_progress(), "choosing queries", 0);
  const auto problems = problems_of(store.world, profile, options.problems);
  std::vector<Query> queries;
  for (const Problem& problem : problems) queries.push_back(query_for(problem, options.query));

  std::vector<Contestant> contestants;
  for (const Entry& entry : entries) contestants.push_back({entry.planner.get(), entry.weight});
  const auto samples = measure(contestants, queries, kWarmUp, terminal_progress());

  std::list<std::pair<const ReadyGraph*, std::vector<Sample>>> solved;
  for (const ReadyGraph& ready : graphs) {
    solved.emplace_back(&ready, solve_by_dijkstra(ready, queries));
  }
  std::vector<std::vector<Sample>*> dijkstra;  // [entry]
  for (const Entry& entry : entries) {
    for (auto& [ready, answers] : solved) {
      if (ready == entry.ready) dijkstra.push_back(&answers);
    }
  }
  const Reference reference = find_reference(options, entries, problems, samples);
  end_progress();

  nlohmann::ordered_json all;
  all["world"] = store.world.name;
  all["faces"] = faces_of(store.world);
  all["queries"] = queries.size();
  all["length_reference"] = reference.name;
  all["planners"] = nlohmann::ordered_json::array();
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const std::span mine(samples.data() + e * queries.size(), queries.size());
    all["planners"].push_back(
        describe_line(entries[e], make_line(mine, *dijkstra[e], reference.lengths)));
  }
  options.json ? print_json(all) : print_table(all);
  check_agreement(entries, samples, dijkstra, queries.size());
}

}  // namespace

void add_compare(CLI::App& app) {
  auto* verb = app.add_subcommand("compare", "Measure planners against each other");
  auto options = std::make_shared<Options>();
  verb->footer(
      "A planner takes two more options here: graph=NAME and weight=NUMBER.\n"
      "Examples: thalweg compare arena.thal arena.map.scen --graph grid\n"
      "          thalweg compare valley.thal --random 200 --planners "
      "a_star,a_star:graph=faces,a_star:weight=2");
  verb->add_option("FILE", options->input, "A .thal file")->required();
  add_problem_options(*verb, options->problems);
  verb->add_option("--planners", options->planners,
                   "NAME[:option=value...],... (default a_star,dijkstra,bidirectional)");
  verb->add_option("--graph", options->graph,
                   "Where a planner names none: portals (default for meshes), grid...")
      ->check(CLI::IsMember(graph_names()));
  verb->add_option("--profile", options->profile, "Whose costs (default euclid)");
  verb->add_option("--reference", options->reference,
                   "Lengths to hold paths against: scen, shortest, or auto (default: the .scen "
                   "file's on grids, else the shortest in the run)")
      ->check(CLI::IsMember({"auto", "scen", "shortest"}));
  verb->add_flag("--straight", options->query.try_straight,
                 "Take the straight walk where it is as cheap as can be");
  add_shape_option(*verb, options->query);
  verb->add_flag("--json", options->json, "Print JSON");
  add_common(*verb);
  verb->callback([options] { run(*options); });
}

}  // namespace thalweg::tool
