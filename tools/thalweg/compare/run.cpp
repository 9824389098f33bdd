// The measured part of thalweg compare: graphs and planners, samples, prices of the walked paths
// without a clock, and references by Dijkstra and the oracles.
#include <fmt/format.h>

#include "common/built.hpp"
#include "compare/compare.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"
#include "thalweg/planners/ground_oracle.hpp"

namespace thalweg::tool {
namespace {

constexpr std::size_t kWarmUpQueries = 100;  // queries

// The index of the graph in the run; made if it is not there yet.
std::size_t graph_index(Run& run, const Store& store, const std::string& name,
                        const Profile& profile) {
  for (std::size_t i = 0; i < run.graphs.size(); ++i) {
    if (run.graphs[i]->name == name) return i;
  }
  report(terminal_progress(), "building and pricing " + name, 0);
  run.graphs.push_back(std::make_unique<ReadyGraph>(ready_graph(store, name, profile)));
  return run.graphs.size() - 1;
}

// The same graph for all planners, so that they can be compared, except for those that cannot use
// it.
std::string shared_graph_for(const PlannerSpec& spec, const World& world) {
  const bool serves_all = need(find_planner(spec.name))->serves == nullptr;
  return serves_all ? graph_name(default_graph(world)) : graph_for(spec, world);
}

void make_entries(Run& run, const Store& store, const CompareOptions& options,
                  const Profile& profile) {
  for (const std::string& text : split_names(options.planners)) {
    Entry entry{.asked = parse_asked_planner(text)};
    if (entry.asked.graph.empty()) entry.asked.graph = options.graph;
    run.entries.push_back(std::move(entry));
  }
  if (run.entries.empty()) throw UsageError("--planners names none");
  for (Entry& entry : run.entries) {
    AskedPlanner& asked = entry.asked;
    if (asked.graph.empty()) asked.graph = shared_graph_for(asked.spec, store.world);
    entry.graph_index = graph_index(run, store, asked.graph,
                                    profile_for(asked.graph, profile, options.asked.query));
    const ReadyGraph& ready = *run.graphs[entry.graph_index];
    report(terminal_progress(), "building " + asked.name, 0);
    const Stopwatch watch;
    entry.planner = ready_planner(store, ready, asked.spec);
    const std::string chosen = chosen_planner(asked.spec, ready.ground).name;
    if (chosen != asked.spec.name) entry.chosen = chosen;
    entry.build_seconds = ready.seconds + watch.seconds();
    entry.bytes = ready.bytes() + entry.planner->bytes();
  }
}

// What walking each path costs, asked again without a clock.
void price_walks(Run& run) {
  const Progress progress = terminal_progress();
  const std::size_t count = run.queries.size();
  run.ground_prices.assign(run.samples.size(), 0);
  Answer answer;
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    report(progress, "pricing what is walked",
           static_cast<double>(i) / static_cast<double>(run.samples.size()));
    if (!run.samples[i].found()) continue;
    const Entry& entry = run.entries[i / count];
    Query query = run.queries[i % count];
    query.weight = entry.asked.weight.value_or(1);
    run.ground_prices[i] = walked_price(*entry.planner, query, answer);
  }
}

// Dijkstra's answers on every graph, with which all planners on it are compared.
void solve_by_dijkstra(Run& run) {
  const Progress progress = terminal_progress();
  Answer answer;
  for (const auto& ready : run.graphs) {
    const auto planner = need(make_planner("dijkstra", ready->input()));
    for (std::size_t q = 0; q < run.queries.size(); ++q) {
      report(progress, "Dijkstra on " + ready->name,
             static_cast<double>(q) / static_cast<double>(run.queries.size()));
      Query query = run.queries[q];
      query.try_straight = false;
      run.dijkstra.push_back(timed_find(*planner, query, answer));
    }
  }
}

bool are_all_on_the_grid(const Run& run) {
  return std::ranges::all_of(run.graphs, [](const auto& ready) {
    return ready->graph().facts().nodes_are_squares && ready->space_bytes == 0;
  });
}

Reference shortest_in(const Run& run) {
  const std::size_t count = run.queries.size();
  Reference reference{"shortest in the run", std::vector<double>(count, 0)};
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    const Sample& sample = run.samples[i];
    double& least = reference.lengths[i % count];
    if (sample.found() && (least == 0 || sample.length < least)) least = sample.length;
  }
  return reference;
}

// A ground of the run whose answers have corridors, or one made for the same mesh and profile.
Ground with_corridors(const Run& run) {
  const auto has_corridors = [](const auto& ready) { return ready->graph().facts().has_corridors; };
  const auto ready = std::ranges::find_if(run.graphs, has_corridors);
  if (ready != run.graphs.end()) return (*ready)->ground;
  const auto has_mesh = [](const auto& made) { return !made->graph().facts().is_on_grid; };
  const auto other = std::ranges::find_if(run.graphs, has_mesh);
  if (other == run.graphs.end()) throw UsageError("--reference ground wants a planner on a mesh");
  return need(ground((*other)->world(), (*other)->metric().profile(), GraphSpec::portals()));
}

// The ground oracle's prices on the mesh of one graph, for the ends of its paths.
std::vector<double> of_the_ground_oracle(const Run& run) {
  const Ground ground = with_corridors(run);
  const auto planner = need(make_planner("a_star", PlannerInput{ground, nullptr, {}}));
  GroundOracle oracle(ground);
  std::vector<double> prices;
  for (const Query& asked : run.queries) {
    report(terminal_progress(), "the ground oracle",
           static_cast<double>(prices.size()) / static_cast<double>(run.queries.size()));
    Query query = asked;
    query.try_straight = false;
    const Answer answer = planner->find(query);
    prices.push_back(0);
    if (!answer.found()) continue;
    prices.back() = oracle.find(answer.corridor.start, answer.corridor.goal).price;
  }
  return prices;
}

Reference of_the_oracle(const World& world, const Run& run) {
  if (world.mesh.empty()) throw UsageError("--reference oracle wants a world with a mesh");
  Reference reference{"any-angle oracle", {}};
  AnyAngleOracle oracle(world);
  const Progress progress = terminal_progress();
  AnyAnglePath path;
  for (const Query& query : run.queries) {
    report(progress, "the any-angle oracle",
           static_cast<double>(reference.lengths.size()) / static_cast<double>(run.queries.size()));
    path = oracle.find(query.start, query.goal, query.reach, std::move(path));
    reference.lengths.push_back(path.found ? path.length : 0);
  }
  return reference;
}

}  // namespace

Run measure_all(const Store& store, const CompareOptions& options) {
  const Profile profile = asked_profile(options.profile);
  Run run;
  make_entries(run, store, options, profile);
  report(terminal_progress(), "choosing queries", 0);
  run.problems = problems_of(store.world, profile, options.problems);
  const Query base = query_in(store.world, options.asked);
  for (const Problem& problem : run.problems) run.queries.push_back(query_for(problem, base));
  std::vector<Contestant> contestants;
  for (const Entry& entry : run.entries) {
    contestants.push_back({entry.planner.get(), entry.asked.weight.value_or(1)});
  }
  run.samples = measure(contestants, run.queries, kWarmUpQueries, terminal_progress());
  price_walks(run);
  solve_by_dijkstra(run);
  for (const auto& ready : run.graphs) note_if_slow(*ready);
  return run;
}

std::vector<double> least_ground_prices(const Run& run, const std::string& reference) {
  if (reference == "ground") return of_the_ground_oracle(run);
  const std::size_t count = run.queries.size();
  std::vector<double> least(count, 0);
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    double& price = least[i % count];
    const double walked = run.ground_prices[i];
    if (run.samples[i].found() && (price == 0 || walked < price)) price = walked;
  }
  return least;
}

Reference find_reference(const World& world, const Run& run, const std::string& wanted) {
  const bool has_lengths =
      std::ranges::any_of(run.problems, [](const Problem& p) { return p.length > 0; });
  if (wanted == "oracle") return of_the_oracle(world, run);
  if (wanted == "shortest" || wanted == "ground") return shortest_in(run);
  if (wanted == "auto" && !(has_lengths && are_all_on_the_grid(run))) return shortest_in(run);
  if (!has_lengths) throw UsageError("--reference scen wants a .scen file with lengths");
  Reference reference{"scenario file", {}};
  for (const Problem& problem : run.problems) reference.lengths.push_back(problem.length);
  return reference;
}

void check_agreement(const Run& run) {
  for (std::size_t e = 0; e < run.entries.size(); ++e) {
    const Entry& entry = run.entries[e];
    const bool is_exact = need(find_planner(entry.asked.spec.name))->is_exact;
    for (std::size_t q = 0; q < run.queries.size(); ++q) {
      const auto why = disagreement(run.samples_of(e)[q], run.dijkstra_for(e)[q], is_exact);
      if (why)
        throw Failure(fmt::format("query {}: {} {}", q, entry.asked.name, *why), Exit::failed);
    }
  }
}

}  // namespace thalweg::tool
