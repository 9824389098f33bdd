// Paths over priced terrain against the near-continuous optimum: what walking them costs, and the
// time to find them.
//   bench_ground QUERIES PROFILE WORLD.thal...
// Fails if a path cannot be walked, or costs more than was promised.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/try.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/check_answer.hpp"
#include "thalweg/planners/ground_oracle.hpp"
#include "thalweg/spaces/space.hpp"
#include "thalweg/store/store.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

struct Pipeline {
  const char* graph;
  Shape shape;
  std::uint32_t effort;
};
constexpr Pipeline kPipelines[] = {
    {"portals", Shape::funnel, 0},    {"portals", Shape::midpoints, 0},
    {"portals", Shape::cheapest, 0},  {"portals", Shape::cheapest, 1},
    {"portals", Shape::cheapest, 2},  {"portals", Shape::cheapest, 3},
    {"portals5", Shape::cheapest, 0}, {"portals5", Shape::cheapest, 2},
    {"terrain", Shape::midpoints, 0}, {"terrain", Shape::cheapest, 0},
    {"terrain", Shape::cheapest, 1},  {"terrain", Shape::cheapest, 2},
    {"terrain", Shape::cheapest, 3},
};

struct Problem {
  Query query;
  double optimum = 0;
};

Result<std::vector<Problem>> make_problems(const World& world, const Profile& profile, int count) {
  TRY(const Ground on_portals, thalweg::ground(world, profile, "portals"));
  AStarPlanner planner(on_portals);
  GroundOracle oracle(on_portals);
  std::vector<Problem> problems;
  Random random(5);
  const Box3 box = world.box();
  double gain = 0;
  const Timer timer;
  for (int tries = 0; static_cast<int>(problems.size()) < count && tries < 20 * count; ++tries) {
    const auto point = [&] {
      const Vec3 size = box.size();
      const double x = box.low.x + size.x * random.between(0.05, 0.95);
      const double y = box.low.y + size.y * random.between(0.05, 0.95);
      return as_point(world.frame().from_local({x, y, kNoHeight}));
    };
    const Query query{.start = point(),
                      .goal = point(),
                      .reach = 5,
                      .try_straight = false,
                      .want_ground_price = true};
    const Answer answer = planner.find(query);
    if (!answer.found()) continue;
    const auto found = oracle.find(answer.corridor.start, answer.corridor.goal);
    gain = std::max(gain, found.gain);
    problems.push_back({query, found.price});
  }
  std::printf("  %zu queries; the oracle took %.1f s, its last doubling gained at most %.5f\n",
              problems.size(), timer.wall(), gain);
  return problems;
}

struct Score {
  double mean = 0;
  double worst = 0;
  double microseconds = 0;
  double expanded = 0;
  bool is_sound = true;
};

Score measure(Planner& planner, const Pipeline& pipeline, const std::vector<Problem>& problems) {
  Score score;
  Answer answer;
  for (const Problem& problem : problems) {
    Query query = problem.query;
    query.shape = pipeline.shape;
    query.shape_options.effort = pipeline.effort;
    answer = planner.find(query, std::move(answer));
    query.want_ground_price = false;
    const Timer timer;
    Answer again = planner.find(query);
    score.microseconds += timer.wall() * 1e6;
    const double ratio = answer.ground_price / problem.optimum;
    score.mean += ratio;
    score.worst = std::max(score.worst, ratio);
    score.expanded += static_cast<double>(answer.stats.expanded);
    score.is_sound &= !broken_law(answer, query, planner.ground());
    score.is_sound &= answer.ground_price <= answer.price * (1 + 1e-9);
  }
  const auto count = static_cast<double>(problems.size());
  score.mean /= count;
  score.microseconds /= count;
  score.expanded /= count;
  return score;
}

Result<bool> run(const char* file, const Profile& profile, int count) {
  TRY(const World world, load_world(file));
  std::printf("%s, %u faces, %s\n", file, world.mesh.face_count(), profile.name.c_str());
  TRY(const std::vector<Problem> problems, make_problems(world, profile, count));
  std::printf("  %-10s %-10s %6s %8s %8s %10s %7s %9s\n", "graph", "shape", "effort", "mean",
              "worst", "us", "ratio", "expanded");
  double base = 0;
  bool is_sound = true;
  for (const Pipeline& pipeline : kPipelines) {
    const auto ground = thalweg::ground(world, profile, pipeline.graph);
    if (!ground) continue;
    AStarPlanner planner(*ground);
    const Score score = measure(planner, pipeline, problems);
    if (base == 0) base = score.microseconds;
    std::printf("  %-10s %-10s %6u %8.4f %8.4f %10.1f %7.2f %9.0f%s\n", pipeline.graph,
                std::string(to_string(pipeline.shape)).c_str(), pipeline.effort, score.mean,
                score.worst, score.microseconds, score.microseconds / base, score.expanded,
                score.is_sound ? "" : "  BROKEN");
    is_sound &= score.is_sound;
  }
  return is_sound;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return std::fputs("usage: bench_ground QUERIES PROFILE WORLD.thal...\n", stderr), 2;
  const auto profile = named_profile(argv[2]);
  if (!profile) return std::fprintf(stderr, "bench_ground: %s\n", profile.error().c_str()), 1;
  bool is_sound = true;
  for (int i = 3; i < argc; ++i) {
    const auto done = run(argv[i], *profile, std::atoi(argv[1]));
    if (!done) return std::fprintf(stderr, "bench_ground: %s\n", done.error().c_str()), 1;
    is_sound &= *done;
  }
  return is_sound ? 0 : 1;
}
