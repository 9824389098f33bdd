// Comparing: many planners on the same queries, and waves.
#include <fmt/format.h>

#include "common/measure.hpp"
#include "common/queries.hpp"
#include "compare/wave_run.hpp"
#include "serve/operations.hpp"

namespace thalweg::tool::serve {
namespace {

Json spread_json(const std::optional<Spread>& spread) {
  if (!spread) return nullptr;
  return {{"mean", spread->mean},
          {"median", spread->median},
          {"p99", spread->p99},
          {"max", spread->max}};
}

// One planner over all problems: time, settled nodes, and costs against the exact ones.
struct Row {
  std::string name;
  std::vector<double> us;
  std::vector<double> settled;
  std::vector<double> ratios;
  std::vector<double> lengths;
  std::uint64_t found = 0;

  Json json() const {
    return {{"planner", name},
            {"found", found},
            {"us", spread_json(spread(us))},
            {"settled", spread_json(spread(settled))},
            {"length", spread_json(spread(lengths))},
            {"ratio", spread_json(spread(ratios))}};
  }
};

Row measured_row(const Call& call, const Snapshot& where, const Chosen& chosen,
                 const std::vector<Problem>& problems) {
  Row row{.name = chosen.asked.name};
  auto made = call.planner(where, chosen);
  auto exact = call.planner(where, where.choose("a_star", chosen.profile, chosen.graph));
  Answer answer;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    call.progress("comparing " + row.name,
                  static_cast<double>(i) / static_cast<double>(problems.size()));
    Query query{.start = problems[i].start, .goal = problems[i].goal};
    query.weight = chosen.asked.weight.value_or(1);
    const Sample sample = timed_find(*made->planner, query, answer);
    row.us.push_back(static_cast<double>(sample.ns) / 1000);
    row.settled.push_back(static_cast<double>(sample.settled));
    if (!sample.found()) continue;
    ++row.found;
    row.lengths.push_back(sample.length);
    query.weight = 1;
    const Sample least = timed_find(*exact->planner, query, answer);
    row.ratios.push_back(ratio(static_cast<double>(sample.cost), static_cast<double>(least.cost)));
  }
  return row;
}

std::vector<Problem> problems_in(const Call& call, const Snapshot& where, const Profile& profile) {
  if (call.body.has("from")) return {{call.body.point("from"), call.body.point("to")}};
  return need(random_problems(
      where.world(), profile,
      {.count = static_cast<std::uint32_t>(call.body.whole("random", {1, 10'000}, 100)),
       .seed = call.body.whole("seed", {0, 1e9}, 1)}));
}

}  // namespace

HttpReply compare_planners(Call& call) {
  const auto where = call.snapshot();
  const std::string profile = call.body.text("profile", "hiker");
  const auto problems = problems_in(call, *where, need_option(named_profile(profile)));
  Json rows = Json::array();
  for (const std::string& name : call.body.texts("planners", 32)) {
    call.check();
    try {
      const Chosen chosen = where->choose(name, profile);
      rows.push_back(measured_row(call, *where, chosen, problems).json());
      rows.back()["graph"] = chosen.graph;
    } catch (const Failure& failure) {  // one planner that cannot search this world
      rows.push_back({{"planner", name}, {"error", failure.what()}});
    }
  }
  return json_reply({{"queries", problems.size()}, {"rows", std::move(rows)}});
}

HttpReply run_wave_of(Call& call) {
  const auto where = call.snapshot();
  const Chosen chosen = where->choose(call.body.text("planner", "auto"),
                                      call.body.text("profile", "thesis"), "faces");
  const auto served = where->served("faces", chosen.profile, call.progress);
  WaveOptions options;
  options.start = call.body.point("from");
  options.reach = call.body.number("reach", {0, 1e6}, 1);
  options.radius = call.body.number("radius", {0, 1e9}, kNoLimit);
  options.targets = static_cast<std::uint32_t>(call.body.whole("targets", {0, 1e6}, 4000));
  options.progress = call.progress;
  const PlannerInput input(served->ready.ground, nullptr, build_tools(call.progress));
  const WaveTargets targets = need(wave_targets(input, options));
  std::vector<WavePlanner> asked(1);
  MadePlanner made = where->planner(chosen, call.progress);
  asked[0].name = made.used;
  asked[0].planner = std::move(made.planner);
  const std::vector<WaveLine> lines = need(run_wave(asked, targets, options));
  const Metric& metric = served->ready.metric();
  std::vector<std::uint32_t> items;
  std::vector<float> exact;
  std::vector<float> costs;
  const auto price = [&](Distance d) {
    return d == kUnreached ? std::numeric_limits<float>::quiet_NaN()
                           : static_cast<float>(metric.in_units(d));
  };
  for (std::size_t t = 0; t < targets.faces.size(); ++t) {
    items.push_back(targets.faces[t].value);
    exact.push_back(price(targets.exact[t]));
    costs.push_back(price(lines[0].costs[t]));
  }
  BinaryReply reply;
  reply.add("items", items);
  reply.add("exact", exact);
  reply.add("costs", costs);
  return reply.finish({{"planner", made.used},
                       {"unit", metric.profile().unit()},
                       {"targets", targets.faces.size()},
                       {"unreachable", targets.unreachable},
                       {"seconds", lines[0].total_seconds},
                       {"us", spread_json(lines[0].us)},
                       {"ratio_mean", lines[0].mean_ratio},
                       {"quartiles", lines[0].quartiles}});
}

}  // namespace thalweg::tool::serve
