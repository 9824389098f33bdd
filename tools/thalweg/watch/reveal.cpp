// thalweg reveal: the first nodes of a route over the natural pyramid, and an estimate of the rest.
#include "common/measure.hpp"
#include "thalweg/planners/pyramid_reveal.hpp"
#include "watch/natural_watch.hpp"
#include "watch/watch.hpp"

namespace thalweg::tool {
namespace {

struct RevealArguments : NaturalWatchQuery {
  std::uint64_t ahead = 20;
  std::uint64_t cells = PyramidRevealOptions{}.cells_ahead;
  bool json = false;
};

Json summary_of(const ReadyGraph& ready, const PyramidReveal& reveal, const Answer& by_a_star) {
  const double quantum = ready.ground.metric().quantum();
  Json out;
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
  const NaturalWatch watch = watch_natural(options, "natural");
  PyramidReveal reveal(watch.ready.ground, watch.cells<Pyramid>(),
                       {.cells_ahead = static_cast<std::uint32_t>(options.cells)});
  if (!reveal.begin(watch.ends.sources.front().node, watch.ends.goals.front().node)) {
    throw Failure("no route leads to the goal", Exit::no);
  }
  reveal.reveal(0, options.ahead);
  auto summary = summary_of(watch.ready, reveal, watch.by_a_star);
  if (!options.json) return print_text(summary);
  print_watch(std::move(summary), Json::array(), Json::array(), reveal.route());
}

}  // namespace

void add_reveal(Verb& app) {
  auto* verb = app.add_verb("reveal", "The first nodes of a route, and a guess at the rest");
  auto options = std::make_shared<RevealArguments>();
  verb->footer(
      "Refines the natural pyramid only for the first few cells of the route: for a walker that\n"
      "must start at once. The cost of the rest is an estimate.\n\n"
      "Example: thalweg reveal valley.thal --from 100,100 --to 600,550 --ahead 20");
  add_natural_watch_options(*verb, *options);
  verb->add_option("--ahead", options->ahead, "Nodes that must be known (default 20)")
      ->check(whole_number(1, kMost64));
  verb->add_option("--cells", options->cells, "Cells refined at a time on each level (default 4)")
      ->check(whole_number(2, 1000));
  verb->add_flag("--json", options->json, "Print JSON, with the route so far");
  add_common(*verb);
  verb->callback([options] { run_reveal(*options); });
}

}  // namespace thalweg::tool
