// thalweg wave: routes from one start to every face, by several planners. docs/guide/waves.md
#include <fmt/format.h>

#include "common/ask.hpp"
#include "common/built.hpp"
#include "common/checks.hpp"
#include "common/common.hpp"
#include "common/metrics.hpp"
#include "common/output.hpp"
#include "common/positions.hpp"
#include "compare/wave_picture.hpp"
#include "compare/wave_run.hpp"

namespace thalweg::tool {
namespace {

struct WaveArguments {
  std::string input;
  std::string from;
  std::string planners =
      "a_star,natural,natural:grow=thesis:refine=descent:layers=full,"
      "natural:grow=thesis:refine=descent:layers=10,natural:grow=thesis:refine=descent:layers=5";
  std::string profile = "thesis";
  std::string png;
  std::uint32_t width = 480;
  WaveOptions wave;
  Query query = {.shape = Shape::centres};  // only its shape is used
  bool json = false;
};

Json describe_line(const WaveLine& line, const WaveLine& first) {
  Json out;
  out["name"] = line.name;
  out["total_s"] = line.total_seconds;
  out["mean_us"] = line.us->mean;
  out["median_us"] = line.us->median;
  out["p99_us"] = line.us->p99;
  out["speed_up"] = first.total_seconds / line.total_seconds;
  out["ratio_q1"] = line.quartiles[0];
  out["ratio_q2"] = line.quartiles[1];
  out["ratio_q3"] = line.quartiles[2];
  out["ratio_q4"] = line.quartiles[3];
  out["ratio_mean"] = line.mean_ratio;
  const auto& ground = line.ground_ratio;
  out["ground_ratio_mean"] = ground ? Json(ground->mean) : nullptr;
  out["ground_ratio_max"] = ground ? Json(ground->max) : nullptr;
  out["settled_mean"] = line.settled_mean;
  out["bytes_per_face"] = line.bytes_per_face;
  out["build_s"] = line.build_seconds;
  return out;
}

constexpr fmt::string_view kWaveRow =
    "{:<{}}  {:>9} {:>9} {:>9} {:>9} {:>8}  {:>6} {:>6} {:>6} {:>7} {:>6}  {:>6} {:>6}  {:>9} "
    "{:>7} {:>8}\n";

void print_wave_table(const Json& all) {
  fmt::print("{}: {} faces, {} targets from face {}, {} of them cannot be reached\n\n",
             all["world"].text(), with_commas(all["faces"].whole()),
             with_commas(all["targets"].whole()), all["start_face"].whole(),
             with_commas(all["unreachable"].whole()));
  std::size_t widest = 7;
  for (const auto& row : all["planners"]) {
    widest = std::max(widest, row["name"].text().size());
  }
  fmt::print(kWaveRow, "planner", widest, "total s", "mean us", "median us", "p99 us", "speed-up",
             "Q1", "Q2", "Q3", "Q4", "mean", "ground", "max", "settled", "B/face", "build s");
  for (const auto& row : all["planners"]) {
    const auto number = [&](const char* field, int digits) {
      if (row[field].is_null()) return std::string("-");
      return fmt::format("{:.{}f}", row[field].number(), digits);
    };
    fmt::print(kWaveRow, row["name"].text(), widest, number("total_s", 3), number("mean_us", 1),
               number("median_us", 1), number("p99_us", 1), number("speed_up", 2),
               number("ratio_q1", 3), number("ratio_q2", 3), number("ratio_q3", 3),
               number("ratio_q4", 3), number("ratio_mean", 3), number("ground_ratio_mean", 3),
               number("ground_ratio_max", 3), number("settled_mean", 1),
               number("bytes_per_face", 1), number("build_s", 3));
  }
}

// The planners, with the structures that the file has for them.
std::vector<WavePlanner> planners_of(const Store& store, const ReadyGraph& ready,
                                     const std::vector<std::string>& names) {
  std::vector<WavePlanner> made;
  for (const std::string& name : names) {
    const PlannerSpec spec = need_option(parse_planner(name));
    report(terminal_progress(), "building " + name, 0);
    const Stopwatch watch;
    auto planner = ready_planner(store, ready, spec);
    const std::string chosen = chosen_planner(spec, ready.ground).name;
    const std::string shown = chosen == spec.name ? name : name + " (" + chosen + ")";
    made.push_back({shown, std::move(planner), watch.seconds()});
  }
  if (made.empty()) throw UsageError("--planners names none");
  return made;
}

void run_wave(WaveArguments& options) {
  if (!options.png.empty() && !options.png.ends_with(".png")) {
    throw UsageError("--png wants a .png file");
  }
  if (!options.png.empty()) check_output(options.png, FileKind::png, {options.input});
  options.wave.shape = options.query.shape;
  const auto names = split_names(options.planners);
  for (const std::string& name : names) need_option(parse_planner(name));  // before the long work
  const Store store = need(load_store(options.input));
  options.wave.start = parse_position(store.world, Axes::z_up, options.from, "--from");
  const ReadyGraph ready = ready_graph(store, "faces", asked_profile(options.profile));
  options.wave.progress = terminal_progress();
  const WaveTargets targets = need(wave_targets(ready.input(), options.wave), Exit::no);
  const auto planners = planners_of(store, ready, names);
  const auto lines = need(run_wave(planners, targets, options.wave), Exit::failed);
  end_progress();
  Json all;
  all["world"] = store.world.name;
  all["faces"] = store.world.mesh.face_count();
  all["profile"] = ready.metric().profile().name;
  all["start_face"] = targets.start.value;
  all["targets"] = targets.faces.size();
  all["unreachable"] = targets.unreachable;
  all["planners"] = Json::array();
  for (const WaveLine& line : lines) {
    all["planners"].push_back(describe_line(line, lines.front()));
  }
  if (!options.png.empty()) {
    const Image image = need(draw_wave(ready.world(), targets, lines, options.width));
    write_drawing(options.png, image);
    all["png"] = options.png;
  }
  options.json ? print_json(all) : print_wave_table(all);
}

}  // namespace

void add_wave(Verb& app) {
  auto* verb =
      app.add_verb("wave", "Find routes from one start to every face, by several planners");
  auto options = std::make_shared<WaveArguments>();
  verb->footer(
      "Cost ratios are against Dijkstra: Q1 to Q3 their quartiles, Q4 the worst. Ground: what "
      "walking\n"
      "the path costs, over the least of the planners.\n"
      "Example: thalweg wave cone.thal --from -0.5,-0.5 --targets 1000 --png wave.png");
  verb->add_option("FILE", options->input, "A .thal file with a mesh")->required();
  verb->add_option("--from", options->from, kPositionHelp)->required();
  verb->add_option("--planners", options->planners,
                   "NAME[:option=value...],... (default " + options->planners + ")");
  verb->add_option("--profile", options->profile, "Whose costs (default thesis)");
  verb->add_option("--radius", options->wave.radius,
                   "Metres in plan: only faces so near (default: all)")
      ->check(number_above(0));
  verb->add_option("--targets", options->wave.targets,
                   "An even sample of this many faces, the same for all planners (default: all)")
      ->check(whole_number(1, kMost32));
  verb->add_option("--reach", options->wave.reach,
                   "Metres that the start may lie off the ground (default 1)")
      ->check(number(0));
  add_shape_option(*verb, options->query);
  verb->add_option("--png", options->png, "Draw the wave to this file");
  verb->add_option("--width", options->width, "Pixels across a panel (default 480)")
      ->check(whole_number(16, 4096));
  verb->add_flag("--json", options->json, "Print JSON");
  add_force(*verb);
  add_common(*verb);
  verb->callback([options] { run_wave(*options); });
}

}  // namespace thalweg::tool
