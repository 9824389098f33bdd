// thalweg reveal: the first nodes of a route over the natural pyramid, and an estimate of the rest.
#include "common/ask.hpp"
#include "common/built.hpp"
#include "common/checks.hpp"
#include "common/common.hpp"
#include "common/measure.hpp"
#include "common/metrics.hpp"
#include "common/places.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/planner.hpp"
#include "thalweg/planners/pyramid_reveal.hpp"
#include "watch/watch.hpp"

namespace thalweg::tool {
namespace {

struct RevealArguments {
  std::string input;
  std::string from;
  std::string to;
  Axes axes = Axes::z_up;
  std::string profile = "thesis";
  std::uint64_t ahead = 20;
  std::uint64_t cells = PyramidRevealOptions{}.cells_ahead;
  bool json = false;
};

nlohmann::ordered_json summary_of(const ReadyGraph& ready, const PyramidReveal& reveal,
                                  const Answer& by_a_star) {
  const double quantum = ready.ground.metric().quantum();
  nlohmann::ordered_json out;
  out["known"] = reveal.route().nodes.size();
  out["settled"] = reveal.stats().expanded;
  out["settled_by_a_star"] = by_a_star.stats.expanded;
  out["finished"] = reveal.is_done();
  out["cost_so_far"] = static_cast<double>(reveal.known_cost()) * quantum;
  if (reveal.is_done()) {
    out["ratio_to_a_star"] =
        ratio(static_cast<double>(reveal.known_cost()), static_cast<double>(by_a_star.cost));
  } else {
    out["estimated_rest"] = static_cast<double>(reveal.rest()) * quantum;
  }
  return out;
}

void run_reveal(const RevealArguments& options) {
  const PlannerSpec spec = need_option(parse_planner("natural"));
  const Store store = need(load_store(options.input));
  const Query query{.start = parse_place(store.world, options.axes, options.from, "--from"),
                    .goal = parse_place(store.world, options.axes, options.to, "--to"),
                    .axes = options.axes,
                    .try_straight = false};
  const auto ready =
      ready_graph(store, graph_for(spec, store.world), asked_profile(options.profile));
  const Answer by_a_star = need(make_planner("a_star", ready.input()))->find(query);
  need_found(by_a_star);
  const EndFinder finder(ready.ground);
  const Frame frame = ready.world().frame(query.axes);
  const Ends ends = finder.join(finder.find(frame.to_local(query.start), query.reach),
                                finder.find(frame.to_local(query.goal), query.reach));
  PyramidReveal reveal(ready.ground, std::get<Pyramid>(ready_built(store, ready, spec)),
                       {.cells_ahead = static_cast<std::uint32_t>(options.cells)});
  if (!reveal.begin(ends.sources.front().node, ends.goals.front().node)) {
    throw Failure("no route leads to the goal", Exit::no);
  }
  reveal.reveal(0, options.ahead);
  auto summary = summary_of(ready, reveal, by_a_star);
  if (!options.json) return print_text(summary);
  print_watch(std::move(summary), nlohmann::ordered_json::array(), nlohmann::ordered_json::array(),
              reveal.route());
}

}  // namespace

void add_reveal(CLI::App& app) {
  auto* verb = app.add_subcommand("reveal", "The first nodes of a route, and a guess at the rest");
  auto options = std::make_shared<RevealArguments>();
  verb->footer(
      "Refines the natural pyramid only for the first few cells of the route: for a walker that\n"
      "must start at once. The cost of the rest is an estimate.\n\n"
      "Example: thalweg reveal valley.thal --from 100,100 --to 600,550 --ahead 20");
  verb->add_option("FILE", options->input, "A .thal file")->required();
  verb->add_option("--from", options->from, kPlaceHelp)->required();
  verb->add_option("--to", options->to, kPlaceHelp)->required();
  add_axes_option(*verb, options->axes);
  verb->add_option("--profile", options->profile, "Whose costs (default thesis)");
  verb->add_option("--ahead", options->ahead, "Nodes that must be known (default 20)")
      ->check(whole_number(1, kMost64));
  verb->add_option("--cells", options->cells, "Cells refined at a time on each level (default 4)")
      ->check(whole_number(2, 1000));
  verb->add_flag("--json", options->json, "Print JSON, with the route so far");
  add_common(*verb);
  verb->callback([options] { run_reveal(*options); });
}

}  // namespace thalweg::tool
