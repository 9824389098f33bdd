// thalweg batch: many queries, one CSV row each, on any number of threads.
#include <fmt/format.h>

#include <atomic>

#include "common/ask.hpp"
#include "common/built.hpp"
#include "common/checks.hpp"
#include "common/measure.hpp"
#include "common/output.hpp"
#include "common/query_options.hpp"
#include "common/threads.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg::tool {
namespace {

struct BatchArguments {
  std::string input;
  std::string output;
  std::string planner = "auto";
  std::string profile = "hiker";
  std::string graph;
  ProblemOptions problems;
  QueryOptions asked;
  bool check = false;
  bool json = false;
};

struct Row {
  Sample sample;
  // With --check:
  Sample dijkstra;
  double walked = 0;  // what walking the path costs, in the profile's unit
  double walked_dijkstra = 0;
};

// What one thread needs.
struct Worker {
  std::unique_ptr<Planner> planner;
  std::unique_ptr<Planner> dijkstra;  // with --check
  Answer answer;

  Row solve(const Query& query) {
    Row row;
    row.sample = timed_find(*planner, query, answer);
    if (dijkstra == nullptr) return row;
    Query slow = query;
    slow.try_straight = false;
    row.dijkstra = timed_find(*dijkstra, slow, answer);
    row.walked = walked_price(*planner, query, answer);
    row.walked_dijkstra = walked_price(*dijkstra, slow, answer);
    return row;
  }
};

Worker make_worker(const Store& store, const ReadyGraph& ready, const PlannerSpec& spec,
                   bool check) {
  Worker worker;
  worker.planner = ready_planner(store, ready, spec);
  if (check) worker.dijkstra = need(make_planner("dijkstra", ready.input()));
  return worker;
}

// Every row depends on its query alone, so the order of work does not matter.
std::vector<Row> solve_all(std::vector<Worker>& workers, const std::vector<Problem>& problems,
                           const Query& base) {
  std::vector<Row> rows(problems.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&](Worker& worker, const Progress& progress) {
    for (std::size_t i = next++; i < problems.size(); i = next++) {
      report(progress, "solving", static_cast<double>(i) / static_cast<double>(problems.size()));
      rows[i] = worker.solve(query_for(problems[i], base));
    }
  };
  run_on_threads(workers.size(), [&](std::size_t i) {
    try {
      work(workers[i], i == 0 ? terminal_progress() : Progress{});
    } catch (...) {
      next = problems.size();  // the others stop, too
      throw;
    }
  });
  return rows;
}

// A field of a CSV row, in quotes if it needs them.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string ratio_text(const Row& row, bool check) {
  if (!check || !row.sample.found() || !row.dijkstra.found()) return {};
  return fmt::format(
      "{}", ratio(static_cast<double>(row.sample.cost), static_cast<double>(row.dijkstra.cost)));
}

// The price of what is walked, and its ratio to that of Dijkstra's route in the same shape.
std::string walked_text(const Row& row, bool check) {
  if (!check || !row.sample.found()) return ",";
  if (!row.dijkstra.found()) return fmt::format("{},", row.walked);
  return fmt::format("{},{}", row.walked, ratio(row.walked, row.walked_dijkstra));
}

std::string csv(const std::vector<Row>& rows, const BatchArguments& options,
                const ReadyGraph& ready, std::size_t bytes) {
  std::string text =
      "world,partition,planner,levels,settled,generated,ns,cost,ratio,bytes,"
      "query,outcome,length,graph,start_moved,goal_moved,price,ground_price,ground_ratio\n";
  const std::string world = field(ready.world().name);
  const std::string planner = field(options.planner);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Sample& s = rows[i].sample;
    text += fmt::format("{},none,{},0,{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", world, planner,
                        s.settled, s.generated, s.ns, s.cost, ratio_text(rows[i], options.check),
                        bytes, i, to_string(s.outcome), s.length, ready.name, s.start_moved,
                        s.goal_moved, s.price, walked_text(rows[i], options.check));
  }
  return text;
}

void check_rows(const std::vector<Row>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (const auto why = disagreement(rows[i].sample, rows[i].dijkstra, false)) {
      throw Failure(fmt::format("query {}: the planner {}", i, *why), Exit::failed);
    }
  }
}

Json summary(const std::vector<Row>& rows, double seconds, bool check) {
  std::uint64_t solved = 0;
  std::uint64_t ns = 0;
  std::vector<Sample> samples;
  std::vector<double> walked;
  std::vector<double> walked_dijkstra;
  for (const Row& row : rows) {
    solved += row.sample.found();
    ns += row.sample.ns;
    samples.push_back(row.sample);
    walked.push_back(row.walked);
    walked_dijkstra.push_back(row.walked_dijkstra);
  }
  const MovedEnds moved = moved_ends(samples);
  Json out;
  out["queries"] = rows.size();
  out["solved"] = solved;
  out["ends_moved"] = moved.queries;
  if (moved.queries > 0) out["moved_most_m"] = moved.most;
  if (check) {
    const auto ground = price_ratios(walked, walked_dijkstra);
    out["ground_ratio_mean"] = ground ? Json(ground->mean) : nullptr;
    out["ground_ratio_max"] = ground ? Json(ground->max) : nullptr;
  }
  out["mean_us"] = static_cast<double>(ns) / 1000 / static_cast<double>(rows.size());
  out["seconds"] = seconds;
  return out;
}

void run_batch(BatchArguments& options) {
  check_output(options.output, FileKind::csv, {options.input, options.problems.file});
  const Profile profile = asked_profile(options.profile);
  const AskedPlanner asked = parse_asked_planner(options.planner);
  const Store store = need(load_store(options.input));
  Query query = query_in(store.world, options.asked);
  query.weight = asked.weight.value_or(query.weight);
  options.planner = asked.name;
  if (!asked.graph.empty()) options.graph = asked.graph;
  if (options.graph.empty()) options.graph = graph_for(asked.spec, store.world);
  const auto problems = problems_of(store.world, profile, options.problems);
  report(terminal_progress(), "building and pricing the graph", 0);
  const auto ready = ready_graph(store, options.graph, profile_for(options.graph, profile, query));
  const auto threads =
      std::min<std::size_t>(static_cast<std::size_t>(thread_count()), problems.size());
  std::vector<Worker> workers(threads);
  for (Worker& worker : workers) worker = make_worker(store, ready, asked.spec, options.check);
  const Stopwatch watch;
  const auto rows = solve_all(workers, problems, query);
  const double seconds = watch.seconds();
  end_progress();
  const std::size_t bytes = ready.bytes() + workers.front().planner->bytes();
  write_output(options.output, FileKind::csv, csv(rows, options, ready, bytes));
  auto out = summary(rows, seconds, options.check);
  out["planner"] = options.planner;
  const std::string chosen = chosen_planner(asked.spec, ready.ground).name;
  if (chosen != asked.spec.name) out["chosen"] = chosen;
  out["wrote"] = options.output;
  options.json ? print_json(out) : print_text(out);
  if (options.check) check_rows(rows);
  note_if_slow(ready);
}

}  // namespace

void add_batch(Verb& app) {
  auto* verb = app.add_verb("batch", "Solve many queries: one CSV row each");
  auto options = std::make_shared<BatchArguments>();
  verb->footer(
      "Example: thalweg batch arena.thal arena.map.scen --graph grid --profile euclid -o rows.csv\n"
      "         thalweg batch valley.thal --random 1000 --seed 7 --check -o rows.csv");
  verb->add_option("FILE", options->input, "A .thal file")->required();
  add_problem_options(*verb, options->problems);
  verb->add_option("-o,--output", options->output, "The .csv file to write")->required();
  verb->add_option("--planner", options->planner,
                   "NAME[:option=value...] (default auto): see thalweg planners; graph=NAME and "
                   "weight=NUMBER are options too");
  verb->add_option("--profile", options->profile, "Whose costs (default hiker)");
  verb->add_option("--graph", options->graph, "portals (default for meshes), faces, grid...")
      ->check(one_of("graph", graph_names()));
  verb->add_option("--weight", options->asked.query.weight, "Of the heuristic (default 1)")
      ->check(number(0, 1000));
  verb->add_flag_callback(
      "--no-straight", [options] { options->asked.query.try_straight = false; },
      "Search even if the straight walk is proven cheapest");
  add_query_options(*verb, options->asked);
  verb->add_flag("--check", options->check,
                 "Solve again with Dijkstra, and price what is walked: fills in ratio, "
                 "ground_price and ground_ratio");
  verb->add_flag("--json", options->json, "Print the summary as JSON");
  add_force(*verb);
  add_common(*verb);
  verb->callback([options] { run_batch(*options); });
}

}  // namespace thalweg::tool
