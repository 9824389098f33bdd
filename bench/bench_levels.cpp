// Levels beside Detour, as each comes out of the box: bench_levels [OPTION]... [FILE.obj]...
//
// Native Detour is asked on Recast's own polygons with a pool of 2,048 and of 65,535 nodes, Detour
// also on our faces, and ours with the defaults and with the shape funnel. All are made from the same
// triangles with the same sizes of agent, in one process, and asked the same queries: two connected
// random points of the ground. A call is whole: both ends located, a path, and the height of each of
// its points. --help tells the options, docs/guide/levels-measured.md what is counted.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "levels_report.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/import/obj.hpp"
#include "thalweg/import/packed_file.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/path/random_point.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

constexpr const char* kHelp =
    "bench_levels [OPTION]... [FILE.obj]...: whole paths over levels, beside Detour on Recast's "
    "own mesh\n"
    "  --agent human|quake  sizes of the agent for the files after it: metres (default), Quake "
    "units\n"
    "  --data DIR           the benchmark data: its nine levels where no file is named\n"
    "  --queries N          of each level (default 1000)\n"
    "  --seed N             of the queries (default 1)\n"
    "  --profile NAME       whose costs ours count (default euclid: lengths, as Detour)\n"
    "  --tile-size CELLS    of Recast's tiles (default 128, as import's); 0: one piece\n"
    "  --json OUT           one row of JSON for each level\n"
    "  --markdown           also the tables of README.md and docs/guide/levels-measured.md\n";

struct LevelFile {
  std::filesystem::path file;
  RecastOptions recast;
  TriangleSoup soup = {};
};

struct Options {
  std::size_t queries = 1000;
  std::uint64_t seed = 1;
  std::string profile = "euclid";
  int tile_size = RecastOptions{}.tile_size;
  std::filesystem::path data;
  std::filesystem::path json;
  bool markdown = false;
  bool help = false;
  std::vector<LevelFile> levels;
};

Result<std::uint64_t> number_of(const std::string& option, const std::string& text,
                                std::uint64_t least) {
  char* end = nullptr;
  const std::uint64_t number = std::strtoull(text.c_str(), &end, 10);
  const bool is_digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (is_digits && *end == '\0' && number >= least && number <= 1'000'000) return number;
  return Error{option + " takes a whole number from " + std::to_string(least) +
               " to 1,000,000, not '" + text + "'"};
}

Result<RecastOptions> agent_of(const std::string& name) {
  if (name == "human") return RecastOptions{};
  if (name == "quake") return RecastOptions::quake();
  return Error{"--agent is human or quake, not '" + name + "'"};
}

// One option and its value.
Result<void> take_option(Options& options, RecastOptions& agent, const std::string& option,
                         const std::string& value) {
  if (option == "--agent") {
    TRY(agent, agent_of(value));
  } else if (option == "--queries") {
    TRY(options.queries, number_of(option, value, 1));
  } else if (option == "--seed") {
    TRY(options.seed, number_of(option, value, 0));
  } else if (option == "--profile") {
    options.profile = value;
  } else if (option == "--tile-size") {
    TRY(const std::uint64_t cells, number_of(option, value, 0));
    options.tile_size = static_cast<int>(cells);
  } else if (option == "--data") {
    options.data = value;
  } else if (option == "--json") {
    options.json = value;
  } else {
    return Error{"there is no option '" + option + "' (--help lists them)"};
  }
  return {};
}

Result<Options> options_of(int argc, char** argv) {
  Options options;
  RecastOptions agent;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--help") {
      options.help = true;
    } else if (word == "--markdown") {
      options.markdown = true;
    } else if (word.starts_with("--")) {
      if (i + 1 == argc) return Error{"a value is missing after '" + word + "'"};
      TRY_DO(take_option(options, agent, word, argv[++i]));
    } else {
      options.levels.push_back({word, agent});
    }
  }
  return options;
}

// The levels of the benchmark data, in order of name: Recast's own, then those of a Quake game.
Result<std::vector<LevelFile>> data_levels(const std::filesystem::path& data) {
  std::vector<LevelFile> levels;
  for (const auto& [folder, agent] :
       {std::pair{"recast", RecastOptions{}}, std::pair{"openarena", RecastOptions::quake()}}) {
    std::error_code failed;
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(data / "geometry" / folder, failed)) {
      if (entry.path().extension() == ".obj") files.push_back(entry.path());
    }
    if (failed) return Error{"there are no levels in '" + data.string() + "'"};
    std::ranges::sort(files);
    for (const auto& file : files) levels.push_back({file, agent});
  }
  return levels;
}

// All levels are read before the first is measured, so that errors are found early.
Result<Options> with_levels(Options options) {
  if (options.levels.empty() && options.data.empty()) {
    return Error{"no level is named, and there is no benchmark data (--help)"};
  }
  if (options.levels.empty()) {
    TRY(options.levels, data_levels(options.data));
  }
  for (LevelFile& level : options.levels) {
    TRY(const std::string bytes, read_packed_file(level.file).in(level.file.string()));
    TRY(level.soup, read_obj(bytes).in(level.file.string()));
    TRY_DO(check(level.soup).in(level.file.string()));
    level.recast.tile_size = options.tile_size;
  }
  return options;
}

// Two connected random points each, uniform by area, at the height of the triangles where these lie
// within the agent's climb of the mesh.
Result<std::vector<Pair>> some_pairs(const Ground& ground, const RawGround& raw,
                                     const Options& options) {
  const PointSampler sampler(ground.world().mesh);
  const Joined joined(ground);
  const Vec3 origin = ground.world().origin;
  Random random(options.seed);
  const auto laid = [&](Vec3 p) {
    const double z = raw.height(p + origin).value_or(kNoLimit) - origin.z;
    return std::abs(z - p.z) <= raw.climb() ? Vec3{p.x, p.y, z} : p;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < 1000 * options.queries && pairs.size() < options.queries; ++i) {
    const SurfacePoint a = sampler.draw(random);
    const SurfacePoint b = sampler.draw(random);
    if (joined(a, b)) pairs.push_back({laid(a.point), laid(b.point)});
  }
  if (pairs.empty()) return Error{"no two points of the ground are connected"};
  return pairs;
}

// Ours as it comes out of the box, and what it took to build.
struct Ours {
  Ground ground;
  std::unique_ptr<Planner> planner;
  std::unique_ptr<Planner> other;  // shares what the planner has built
  double seconds = 0;
};

Result<Ours> build_ours(const LevelFile& level, const Profile& profile) {
  const Timer timer;
  TRY(ImportedWorld imported, recast_world(level.soup, level.recast));
  TRY(const World world, make_world(std::move(imported.parts)));
  TRY(const Ground made, ground(world, profile));
  StructureCache cache;
  TRY(auto planner, fastest_planner({made, &cache}));
  const double seconds = timer.wall();
  TRY(auto other, fastest_planner({made, &cache}));
  return Ours{made, std::move(planner), std::move(other), seconds};
}

// The agent's own sizes: its centre may lie off the polygons by its radius, its feet by its height.
PeerCall call_of(const RecastOptions& recast) {
  return {.reach = recast.agent_radius, .height_reach = recast.agent_height, .with_heights = true};
}

// All that are asked about a level.
struct Field {
  std::vector<std::unique_ptr<Contestant>> contestants;  // [LevelContestant]
  std::string unfit;                                     // why the last one is missing
  std::size_t polygons = 0;                              // of Recast
  double detour_seconds = 0;
};

Result<Field> field_of(const LevelFile& level, Ours ours, const std::vector<Pair>& pairs) {
  const Vec3 origin = ours.ground.world().origin;
  const Timer timer;
  TRY(DetourPeer large, DetourPeer::of_recast(level.soup, level.recast, 65535));
  Field out{.polygons = large.polygon_count(), .detour_seconds = timer.wall()};
  large.set_call(call_of(level.recast));
  TRY(DetourPeer small, large.with_pool(2048));
  auto on_ours = DetourPeer::make(ours.ground.world().mesh, 65535);
  const auto add = [&](auto contestant) { out.contestants.push_back(std::move(contestant)); };
  add(detour_contestant(std::move(small), pairs, origin));
  add(detour_contestant(std::move(large), pairs, origin));
  add(our_contestant(std::move(ours.planner), pairs, Query{}));
  add(our_contestant(std::move(ours.other), pairs, Query{.shape = Shape::funnel}));
  if (!on_ours) {
    out.unfit = on_ours.error();
    return out;
  }
  DetourPeer peer = std::move(on_ours).value();
  peer.set_call(call_of(level.recast));
  add(detour_contestant(std::move(peer), pairs, origin));
  return out;
}

Result<LevelReport> measure(const LevelFile& level, const Options& options,
                            const Profile& profile) {
  TRY(Ours ours, build_ours(level, profile));
  const Ground ground = ours.ground;
  TRY(const RawGround raw, RawGround::of(level.soup, level.recast));
  TRY(const std::vector<Pair> pairs, some_pairs(ground, raw, options));
  LevelReport report{.level = level.file.stem().string(), .queries = pairs.size()};
  report.planner = chosen_planner({"auto", {}}, ground).name;
  report.faces = ground.world().mesh.face_count();
  report.build_seconds = ours.seconds;
  TRY(Field field, field_of(level, std::move(ours), pairs));
  report.polygons = field.polygons;
  report.detour_seconds = field.detour_seconds;
  report.unfit = std::move(field.unfit);
  const MatchOptions match{.step = level.recast.max_climb, .origin = ground.world().origin};
  TRY(report.scores, run_match(field.contestants, pairs, raw, match));
  return report;
}

Result<void> run(const Options& options) {
  TRY(const Profile profile, named_profile(options.profile));
  std::ofstream json;
  if (!options.json.empty()) {
    json.open(options.json);
    if (!json) return Error{"cannot write '" + options.json.string() + "'"};
  }
  set_thread_count(1);  // both are built by one thread
  std::vector<LevelReport> reports;
  for (const LevelFile& level : options.levels) {
    TRY(LevelReport report, measure(level, options, profile).in(level.file.string()));
    print_report(report);
    if (json.is_open() && !(json << json_row(report) << std::endl)) {
      return Error{"cannot write '" + options.json.string() + "'"};
    }
    reports.push_back(std::move(report));
  }
  if (options.markdown) print_markdown(reports);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  auto options = options_of(argc, argv);
  if (options && options->help) return std::fputs(kHelp, stdout), 0;
  if (options) options = with_levels(std::move(options).value());
  const Result<void> done = options ? run(*options) : std::move(options).take_error();
  return done ? 0 : (std::fprintf(stderr, "bench_levels: %s\n", done.error().c_str()), 1);
}
