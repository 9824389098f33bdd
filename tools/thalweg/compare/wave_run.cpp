// One Dijkstra search gives the costs to all targets. Planners take turns of 64 targets, and every
// answer is compared with those costs.
#include "compare/wave_run.hpp"

#include <algorithm>
#include <chrono>

#include "core/try.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/search/costs.hpp"

namespace thalweg::tool {
namespace {

constexpr std::size_t kWarmUpTargets = 32;  // targets
constexpr std::size_t kTurn = 64;           // targets of a planner before the next has its turn
constexpr std::size_t kMostWalked = 1000;   // targets whose paths are priced as they are walked

Point point_of(const World& world, Vec3 local) {
  const Vec3 p = world.frame().from_local(local);
  return {p.x, p.y, p.z};
}

// `count` of the faces: the ids are divided into that many ranges, and one is chosen at random from
// each, so that no stride coincides with the rows of a map. All faces if `count` is 0 or too large.
std::vector<FaceId> even_sample(std::vector<FaceId> faces, std::uint32_t count) {
  if (count == 0 || count >= faces.size()) return faces;
  Random random(1);
  const std::size_t all = faces.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = i * all / count;
    const std::size_t last = (i + 1) * all / count;
    faces[i] = faces[first + random.below(static_cast<std::uint32_t>(last - first))];
  }
  faces.resize(count);
  return faces;
}

Sample exact_sample(Distance cost) {
  Sample sample;
  sample.outcome = cost == kUnreached ? Outcome::unreachable : Outcome::found;
  sample.cost = cost;
  return sample;
}

// A planner in the run: its answers so far, and memory for the next.
struct Turn {
  const WavePlanner& who;
  std::span<Sample> samples;  // [target]
  Answer answer;

  Query query_to(const WaveTargets& targets, const WaveOptions& options, std::size_t target) const {
    const World& world = who.planner->world();
    return {.start = targets.start_point,
            .goal = point_of(world, world.mesh.centre(targets.faces[target])),
            .try_straight = false,
            .shape = options.shape};
  }
  // Runs the queries for the targets from `first` to `last`.
  void ask(const WaveTargets& targets, const WaveOptions& options, std::size_t first,
           std::size_t last) {
    for (std::size_t t = first; t < last; ++t) {
      report(options.progress, "the wave",
             static_cast<double>(first) / static_cast<double>(targets.faces.size()));
      samples[t] = timed_find(*who.planner, query_to(targets, options, t), answer);
    }
  }
};

WaveLine make_line(const WavePlanner& who, const WaveTargets& targets,
                   std::span<const Sample> samples) {
  WaveLine line{.name = who.name, .us = {}, .costs = {}};
  std::vector<double> us;
  std::vector<double> ratios;
  for (std::size_t t = 0; t < samples.size(); ++t) {
    us.push_back(static_cast<double>(samples[t].ns) / 1000);
    line.total_seconds += static_cast<double>(samples[t].ns) / 1e9;
    line.settled_mean += static_cast<double>(samples[t].settled);
    line.costs.push_back(samples[t].found() ? samples[t].cost : kUnreached);
    if (!samples[t].found()) continue;
    ratios.push_back(
        ratio(static_cast<double>(samples[t].cost), static_cast<double>(targets.exact[t])));
  }
  line.us = spread(us);
  line.settled_mean /= static_cast<double>(samples.size());
  if (!ratios.empty()) {
    line.quartiles = quartiles(ratios);
    line.mean_ratio = spread(ratios)->mean;
  }
  line.bytes_per_face = static_cast<double>(who.planner->bytes()) /
                        static_cast<double>(who.planner->world().mesh.face_count());
  line.build_seconds = who.build_seconds;
  return line;
}

// What walking costs, planner by planner, over the least of them for the same target. Asked again
// outside all measured time, for an even sample of the targets.
std::vector<std::optional<Spread>> walked_ratios(std::vector<Turn>& turns,
                                                 const WaveTargets& targets,
                                                 const WaveOptions& options) {
  const std::size_t count = std::min(targets.faces.size(), kMostWalked);
  std::vector<double> least(count, 0);
  std::vector<std::vector<double>> prices(turns.size(), std::vector<double>(count, 0));
  for (std::size_t i = 0; i < count; ++i) {
    report(options.progress, "pricing what is walked",
           static_cast<double>(i) / static_cast<double>(count));
    const std::size_t target = i * targets.faces.size() / count;
    for (std::size_t p = 0; p < turns.size(); ++p) {
      Turn& turn = turns[p];
      const double price =
          walked_price(*turn.who.planner, turn.query_to(targets, options, target), turn.answer);
      prices[p][i] = price;
      if (price > 0 && (least[i] == 0 || price < least[i])) least[i] = price;
    }
  }
  std::vector<std::optional<Spread>> ratios;
  for (const auto& of_one : prices) ratios.push_back(price_ratios(of_one, least));
  return ratios;
}

// Why the answers of a planner cannot be right; nothing if they can.
std::optional<std::string> wrong_answer(const WavePlanner& who, const WaveTargets& targets,
                                        std::span<const Sample> samples) {
  for (std::size_t t = 0; t < samples.size(); ++t) {
    const auto why = disagreement(samples[t], exact_sample(targets.exact[t]), true);
    if (why) return "to " + to_string(targets.faces[t]) + ": " + who.name + " " + *why;
  }
  return std::nullopt;
}

}  // namespace

std::array<double, 4> quartiles(std::span<const double> values) {
  return {percentile(values, 0.25), percentile(values, 0.5), percentile(values, 0.75),
          percentile(values, 1)};
}

Result<std::vector<WavePlanner>> wave_planners(std::span<const std::string> names,
                                               const PlannerInput& input) {
  std::vector<WavePlanner> made;
  for (const std::string& name : names) {
    report(input.tools.progress, "building " + name, 0);
    const auto start = std::chrono::steady_clock::now();
    TRY(auto planner, make_planner(name, input));
    const auto time = std::chrono::steady_clock::now() - start;
    made.push_back({name, std::move(planner), std::chrono::duration<double>(time).count()});
  }
  if (made.empty()) return Error{"a wave needs a planner"};
  return made;
}

Result<WaveTargets> wave_targets(const PlannerInput& input, const WaveOptions& options) {
  const Ground& ground = input.ground;
  const World& world = ground.world();
  const Graph& graph = ground.graph();
  if (!graph.facts().nodes_are_faces) return Error{"a wave goes over faces: use that graph"};
  const EndFinder finder(ground);
  const End start = finder.find(world.frame().to_local(options.start), options.reach);
  if (!start.is_found()) return Error{"the start lies on no ground that this profile enters"};
  WaveTargets targets{
      .start = start.face, .start_point = point_of(world, start.point), .faces = {}, .exact = {}};
  for (const FaceId face : world.mesh.faces()) {
    if (!ground.pricer().may_enter(face)) continue;
    const double away = length((world.mesh.centre(face) - start.point).xy());
    if (away <= options.radius) targets.faces.push_back(face);
  }
  targets.faces = even_sample(std::move(targets.faces), options.targets);
  if (targets.faces.empty()) return Error{"no face lies within that radius of the start"};
  const Seed source{NodeId(start.face.value), 0};
  SearchScratch scratch;
  const auto costs =
      costs_to_all(ForwardView(graph, PlainCosts(ground.metric())), std::span(&source, 1), scratch);
  for (const FaceId face : targets.faces) {
    targets.exact.push_back(costs[face.value]);
    targets.unreachable += costs[face.value] == kUnreached;
  }
  return targets;
}

Result<std::vector<WaveLine>> run_wave(std::span<const WavePlanner> planners,
                                       const WaveTargets& targets, const WaveOptions& options) {
  const std::size_t count = targets.faces.size();
  std::vector<Sample> samples(planners.size() * count);
  std::vector<Turn> turns;
  for (const WavePlanner& who : planners) {
    turns.push_back({who, std::span(samples).subspan(turns.size() * count, count), {}});
    turns.back().ask(targets, options, 0, std::min(kWarmUpTargets, count));
  }
  for (std::size_t first = 0; first < count; first += kTurn) {
    for (Turn& turn : turns) turn.ask(targets, options, first, std::min(first + kTurn, count));
  }
  std::vector<WaveLine> lines;
  for (const Turn& turn : turns) {
    TRY_DO(lawful(wrong_answer(turn.who, targets, turn.samples)));
    lines.push_back(make_line(turn.who, targets, turn.samples));
  }
  const auto walked = walked_ratios(turns, targets, options);
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i].ground_ratio = walked[i];
  return lines;
}

}  // namespace thalweg::tool
