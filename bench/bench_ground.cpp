// Paths over priced terrain against the near-continuous optimum: what walking them costs, and the
// time to find them. The targets are those of docs/guide/ground.md.
//   bench_ground quality QUERIES [CACHE [WORLD [PROFILE]]]
//       all worlds and profiles, or those named. Real terrain needs THALWEG_DATA, and is left out
//       without it. CACHE: a folder that keeps the oracle's answers; "" for none.
//   bench_ground time QUERIES SIDE...
//       times alone, on valleys of so many samples a side.
// Fails if a path cannot be walked, if it costs more than was promised, or if a target is missed.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "../tests/planners.hpp"
#include "core/try.hpp"
#include "graph/ground_walks.hpp"
#include "ground_targets.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/import/heights.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/path/shape.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/check_answer.hpp"
#include "thalweg/planners/ground_oracle.hpp"
#include "thalweg/spaces/space.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

constexpr std::array kProfiles = {"hiker", "thesis", "langmuir", "euclid"};
constexpr std::uint32_t kSmallest = 129;  // samples a side: worlds up to this may take longer

struct Source {
  const char* name;
  const char* generator;     // or nullptr
  std::uint32_t side;        // samples
  double spacing;            // metres between the samples of a generated one
  const char* file = "";     // in the folder of terrain
  std::uint32_t column = 0;  // of the crop
  std::uint32_t row = 0;
  bool is_target = true;  // counts for the verdict
};
constexpr Source kSources[] = {
    {"valley65", "valley", 65, 10},
    {"valley65-mild", "valley", 65, 40},
    {"valley129", "valley", 129, 10},
    {"valley129-mild", "valley", 129, 40},
    {"fractal129", "fractal", 129, 20},
    {"fractal129-cliffs", "fractal", 129, 10, "", 0, 0,
     false},  // half of it steeper than 44 degrees
    {"tujunga129", nullptr, 129, 0, "topotoolbox/bigtujunga.tif", 500, 250},
    {"greenriver129", nullptr, 129, 0, "topotoolbox/greenriver.tif", 900, 400},
    {"alps129", nullptr, 129, 0, "srtm3/N46E008.hgt", 500, 500},
};

// Heights are the same for all spacings, so that larger ones are milder.
Result<HeightField> generated(const char* kind, std::uint32_t side, double spacing) {
  TRY(HeightField heights,
      generate_heights({.kind = kind, .width = side, .height = side, .seed = 7}));
  heights.spacing_x = heights.spacing_y = spacing;
  return heights;
}

Result<HeightField> cropped(const Source& source, const std::string& folder) {
  std::ifstream in(folder + "/terrain/" + source.file, std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  TRY(const HeightField all, read_heights(bytes.str(), source.file));
  HeightField part = all;
  part.width = part.height = source.side;
  part.z.clear();
  for (std::uint32_t y = 0; y < source.side; ++y) {
    const auto* row = all.z.data() + std::size_t{source.row + y} * all.width + source.column;
    part.z.insert(part.z.end(), row, row + source.side);
  }
  return part;
}

Result<World> world_of(const HeightField& heights) {
  TRY(auto mesh, triangulate_heights(heights, {}));
  return make_world(std::move(mesh));
}

struct Problem {
  Query query;
  double optimum = 0;
};

std::vector<Query> make_queries(const World& world, Planner& planner, std::size_t count) {
  std::vector<Query> queries;
  Random random(5);
  const Box3 box = world.box();
  const auto point = [&] {
    const Vec3 size = box.size();
    const double x = box.low.x + size.x * random.between(0.05, 0.95);
    const double y = box.low.y + size.y * random.between(0.05, 0.95);
    return as_point(world.frame().from_local({x, y, kNoHeight}));
  };
  for (std::size_t tries = 0; queries.size() < count && tries < 20 * count; ++tries) {
    const Point start = point();
    const Point goal = point();
    const Query query{.start = start, .goal = goal, .reach = 5, .try_straight = false};
    if (planner.find(query).found()) queries.push_back(query);
  }
  return queries;
}

// The oracle's answers for the queries of one world and profile, kept in a file.
class Optima {
 public:
  Optima(const Ground& on_portals, const std::string& folder)
      : oracle_(on_portals), planner_(a_star_on(on_portals)) {
    if (folder.empty()) return;
    std::array<char, 64> name{};
    std::snprintf(name.data(), name.size(), "/%016llx-%s.txt",
                  static_cast<unsigned long long>(on_portals.world().fingerprint()),
                  on_portals.profile().name.c_str());
    file_ = folder + name.data();
    std::ifstream in(file_);
    for (double price = 0; in >> price;) known_.push_back(price);
  }

  // Of the query with that number. Queries are asked in order. The first is always asked again: where
  // the oracle has changed, nothing that was kept counts.
  double of(std::size_t i, const Query& query) {
    if (i > 0 && i < known_.size()) return known_[i];
    const Answer answer = planner_.find(query);
    const auto found = oracle_.find(answer.corridor.start, answer.corridor.goal);
    if (i < known_.size() && found.price == known_[i]) return found.price;
    known_.resize(i);
    most_gain_ = std::max(most_gain_, found.gain);
    mean_gain_ += found.gain;
    known_.push_back(found.price);
    ++asked_;
    return found.price;
  }
  void save() const {
    if (asked_ == 0) return;
    std::printf(
        "  the oracle took %.2f s a query; twice the points gained %.5f on average, %.5f at most\n",
        timer_.cpu() / static_cast<double>(asked_), mean_gain_ / static_cast<double>(asked_),
        most_gain_);
    if (file_.empty()) return;
    std::ofstream out(file_);
    out.precision(17);
    for (const double price : known_) out << price << '\n';
  }

 private:
  GroundOracle oracle_;
  Planner planner_;
  std::string file_;
  std::vector<double> known_;
  std::size_t asked_ = 0;
  double most_gain_ = 0;
  double mean_gain_ = 0;
  Timer timer_;
};

struct Pipeline {
  const char* graph;
  const char* what;
  Shape shape;
  std::uint32_t effort;
  bool is_plain =
      false;  // the funnel as it was: the shortest path in the corridor, whatever it costs
};
constexpr Pipeline kPipelines[] = {
    {"portals", "plain funnel", Shape::funnel, 0, true},
    {"portals", "funnel", Shape::funnel, 0},
    {"portals", "cheapest", Shape::cheapest, 2},
    {"terrain", "route", Shape::midpoints, 0},
    {"terrain", "cheapest", Shape::cheapest, 0},
    {"terrain", "cheapest", Shape::cheapest, 1},
    {"terrain", "cheapest", Shape::cheapest, 2},
    {"terrain", "cheapest", Shape::cheapest, 3},
    {"terrain3", "cheapest", Shape::cheapest, 2},
    {"terrain3", "cheapest", Shape::cheapest, 3},
};

struct Score {
  double mean = 0;
  double p99 = 0;
  double worst = 0;
  double seconds = 0;  // a query
  bool is_sound = true;
};

// Processor seconds of the quickest of three runs, without pricing the path.
double timed(Planner& planner, Query query, const Pipeline& pipeline, Shaper& shaper) {
  double least = kNoLimit;
  query.shape = pipeline.is_plain ? Shape::midpoints : pipeline.shape;
  Answer answer;
  std::vector<PathPoint> points;
  for (int i = 0; i < 3; ++i) {
    const Timer timer;
    answer = planner.find(query, std::move(answer));
    if (pipeline.is_plain) {
      points = shaper.shape(planner.ground().world(), answer.corridor, {.shape = Shape::funnel},
                            std::move(points));
    }
    least = std::min(least, timer.cpu());
  }
  return least;
}

double price_of(const Planner& planner, const Pipeline& pipeline, const Answer& answer,
                Shaper& shaper) {
  if (!pipeline.is_plain) return answer.ground_price;
  const Ground& ground = planner.ground();
  const auto points = shaper.shape(ground.world(), answer.corridor, {.shape = Shape::funnel}, {});
  return walks_over(ground, nullptr).path_price(points);
}

Score measure(Planner& planner, const Pipeline& pipeline, const std::vector<Problem>& problems) {
  Score score;
  std::vector<double> ratios;
  Shaper shaper;
  for (const Problem& problem : problems) {
    Query query = problem.query;
    query.shape = pipeline.shape;
    query.shape_options.effort = pipeline.effort;
    score.seconds += timed(planner, query, pipeline, shaper) / static_cast<double>(problems.size());
    if (!(problem.optimum > 0)) continue;
    query.want_ground_price = true;
    const Answer answer = planner.find(query);
    ratios.push_back(price_of(planner, pipeline, answer, shaper) / problem.optimum);
    score.is_sound &= !broken_law(answer, query, planner.ground());
    score.is_sound &= answer.ground_price <= answer.price * (1 + 1e-9);
  }
  if (ratios.empty()) return score;
  std::sort(ratios.begin(), ratios.end());
  for (const double ratio : ratios) score.mean += ratio / static_cast<double>(ratios.size());
  score.p99 = ratios[(ratios.size() * 99 + 99) / 100 - 1];
  score.worst = ratios.back();
  score.is_sound &= ratios.front() > 1 - 1e-3;
  return score;
}

Result<void> run(const World& world, std::uint32_t side, const Profile& profile,
                 const std::vector<Problem>& problems, const std::string& label, Targets& targets) {
  std::printf("  %-8s %-13s %6s %8s %8s %8s %9s %7s\n", "graph", "shape", "effort", "mean", "p99",
              "worst", "ms", "time");
  double base = 0;
  const char* graph = "";
  std::optional<Planner> planner;  // on that graph
  for (const Pipeline& pipeline : kPipelines) {
    if (!planner || pipeline.graph != std::string_view(graph)) {
      TRY(const Ground ground, thalweg::ground(world, profile, pipeline.graph));
      planner.emplace(ground, std::make_unique<AStarSearch>(ground));
      graph = pipeline.graph;
    }
    const Score score = measure(*planner, pipeline, problems);
    if (!pipeline.is_plain && base == 0) base = score.seconds;
    const double time = base > 0 ? score.seconds / base : 0;
    std::printf("  %-8s %-13s %6u %8.4f %8.4f %8.4f %9.3f %7.2f%s\n", pipeline.graph, pipeline.what,
                pipeline.effort, score.mean, score.p99, score.worst, score.seconds * 1e3, time,
                score.is_sound ? "" : "  BROKEN");
    targets.is_sound &= score.is_sound || pipeline.is_plain;
    if (std::string_view(pipeline.graph) != "terrain") continue;
    if (pipeline.shape == Shape::midpoints) targets.route_time.note(time, label);
    if (pipeline.shape == Shape::midpoints || pipeline.effort < 2) continue;
    if (pipeline.effort == 3) {
      targets.best_mean.note(score.mean, label);
      continue;
    }
    targets.mean.note(score.mean, label);
    targets.worst.note(score.worst, label);
    (side <= kSmallest ? targets.small_time : targets.time).note(time, label);
  }
  return {};
}

Result<void> compare(const World& world, const Source& source, const char* profile_name,
                     std::size_t count, const std::string& cache, Targets& targets) {
  TRY(const Profile profile, named_profile(profile_name));
  TRY(const Ground on_portals, thalweg::ground(world, profile, "portals"));
  Planner planner = a_star_on(on_portals);
  std::printf("%s, %u faces, %s, %zu queries\n", source.name, world.mesh.face_count(), profile_name,
              count);
  Optima optima(on_portals, cache);
  std::vector<Problem> problems;
  for (const Query& query : make_queries(world, planner, count)) {
    problems.push_back({query, optima.of(problems.size(), query)});
  }
  optima.save();
  const std::string label = std::string(source.name) + ", " + profile_name;
  return run(world, source.side, profile, problems, label, targets);
}

struct Choice {
  std::size_t count;
  std::string cache;
  std::string world;
  std::string profile;
};

Result<bool> quality(const Choice& choice) {
  Targets targets;
  Targets others;  // not counted, but for soundness
  const char* data = std::getenv("THALWEG_DATA");
  for (const Source& source : kSources) {
    if (!choice.world.empty() && choice.world != source.name) continue;
    if (source.generator == nullptr && data == nullptr) {
      std::printf("%s: needs the benchmark data: set THALWEG_DATA to its folder\n", source.name);
      continue;
    }
    TRY(const HeightField heights, source.generator != nullptr
                                       ? generated(source.generator, source.side, source.spacing)
                                       : cropped(source, data));
    TRY(const World world, world_of(heights));
    for (const char* profile : kProfiles) {
      if (!choice.profile.empty() && choice.profile != profile) continue;
      TRY_DO(compare(world, source, profile, choice.count, choice.cache,
                     source.is_target ? targets : others));
      std::fflush(stdout);
    }
  }
  targets.is_sound &= others.is_sound;
  return targets.report();
}

Result<bool> times(std::size_t count, std::span<char* const> sides) {
  Targets targets;
  for (const char* side : sides) {
    const auto samples = static_cast<std::uint32_t>(std::atoi(side));
    TRY(const HeightField heights, generated("valley", samples, 10));
    TRY(const World world, world_of(heights));
    for (const char* profile_name : kProfiles) {
      TRY(const Profile profile, named_profile(profile_name));
      TRY(const Ground on_portals, thalweg::ground(world, profile, "portals"));
      Planner planner = a_star_on(on_portals);
      std::printf("valley%u, %u faces, %s, %zu queries\n", samples, world.mesh.face_count(),
                  profile_name, count);
      std::vector<Problem> problems;
      for (const Query& query : make_queries(world, planner, count)) problems.push_back({query});
      const std::string label = "valley" + std::to_string(samples) + ", " + profile_name;
      TRY_DO(run(world, samples, profile, problems, label, targets));
      std::fflush(stdout);
    }
  }
  return targets.report();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view part = argc > 2 ? argv[1] : "";
  const auto count = static_cast<std::size_t>(argc > 2 ? std::max(std::atoi(argv[2]), 1) : 0);
  const auto argument = [&](int i) { return std::string(i < argc ? argv[i] : ""); };
  if (part != "quality" && (part != "time" || argc < 4)) {
    std::fputs(
        "usage: bench_ground quality QUERIES [CACHE [WORLD [PROFILE]]]\n"
        "       bench_ground time QUERIES SIDE...\n",
        stderr);
    return 2;
  }
  const auto done = part == "quality" ? quality({count, argument(3), argument(4), argument(5)})
                                      : times(count, {argv + 3, argv + argc});
  if (!done) return std::fprintf(stderr, "bench_ground: %s\n", done.error().c_str()), 1;
  return *done ? 0 : 1;
}
