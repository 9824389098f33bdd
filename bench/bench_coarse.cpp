// The planner coarse beside A* on the same graph: time, what walking the paths costs, and the size
// of the coarse mesh.
//   bench_coarse [--graph NAME] QUERIES PROFILE WORLD.thal PLANNER...
// A PLANNER is the text of a coarse planner, as coarse:share=0.1. Fails if a path cannot be walked,
// costs more than was promised, or a route was not found that A* finds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "../tests/planners.hpp"
#include "core/try.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/check_answer.hpp"
#include "thalweg/spaces/space.hpp"
#include "thalweg/store/store.hpp"
#include "thalweg/structures/kinds.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

constexpr std::uint32_t kEfforts[] = {0, 2};

struct Baseline {
  Query query;
  double price = 0;  // as walked
};

struct Score {
  double microseconds = 0;
  double mean = 0;  // of what is walked, over the baseline
  double worst = 0;
  double expanded = 0;
  std::uint64_t fell_back = 0;
  bool is_sound = true;
};

std::vector<Query> some_queries(const World& world, int count, std::uint32_t effort) {
  std::vector<Query> queries;
  Random random(5);
  const Box3 box = world.box();
  const auto point = [&] {
    const double x = box.low.x + box.size().x * random.between(0.05, 0.95);
    const double y = box.low.y + box.size().y * random.between(0.05, 0.95);
    return as_point(world.frame().from_local({x, y, kNoHeight}));
  };
  for (int i = 0; i < count; ++i) {
    Query query{.reach = 5, .try_straight = false, .want_ground_price = true};
    query.start = point();
    query.goal = point();
    query.shape_options.effort = effort;
    queries.push_back(std::move(query));
  }
  return queries;
}

// The least of three processor times: other programs may be running.
double microseconds_of(Planner& planner, Query query, Answer& answer) {
  query.want_ground_price = false;
  double least = 1e300;
  for (int i = 0; i < 3; ++i) {
    const Timer timer;
    answer = planner.find(query, std::move(answer));
    least = std::min(least, timer.cpu() * 1e6);
  }
  return least;
}

Score measure(Planner& planner, const std::vector<Baseline>& baselines) {
  Score score;
  Answer timed;
  for (const Baseline& baseline : baselines) {
    score.microseconds += microseconds_of(planner, baseline.query, timed);
    const Answer answer = planner.find(baseline.query);
    score.is_sound &= answer.found() && !broken_law(answer, baseline.query, planner.ground());
    const double ratio = answer.ground_price / baseline.price;
    score.mean += ratio;
    score.worst = std::max(score.worst, ratio);
    score.expanded += static_cast<double>(answer.stats.expanded);
    score.fell_back += answer.stats.fell_back;
  }
  const auto count = static_cast<double>(baselines.size());
  score.microseconds /= count;
  score.mean /= count;
  score.expanded /= count;
  return score;
}

void print(const std::string& name, std::uint32_t effort, const Score& score, double base) {
  std::printf("  %-36s %6u %8.4f %8.4f %10.1f %6.2f %9.0f %5llu%s\n", name.c_str(), effort,
              score.mean, score.worst, score.microseconds, score.microseconds / base,
              score.expanded, static_cast<unsigned long long>(score.fell_back),
              score.is_sound ? "" : "  BROKEN");
}

struct Made {
  std::string name;
  std::unique_ptr<Planner> planner;
};

Result<std::vector<Made>> make_planners(const Ground& ground, const std::vector<std::string>& all) {
  std::vector<Made> made;
  for (const std::string& text : all) {
    TRY(const PlannerSpec spec, parse_planner(text));
    TRY(const PlannerPlan plan, planner_plan(spec));
    const Timer timer;
    TRY(const Structure built, plan.build(ground, {}));
    const auto& coarse = *built.as<CoarseGround>();
    const double faces = ground.world().mesh.face_count();
    std::printf(
        "  %s: %.1f %% of the faces, at most %.2f m off, built in %.2f s, %.1f bytes a face\n",
        text.c_str(), 100 * coarse.ground.world().mesh.face_count() / faces, coarse.error,
        timer.wall(), static_cast<double>(coarse.bytes()) / faces);
    TRY(auto planner, make_planner(plan, ground, built));
    made.push_back({text, std::move(planner)});
  }
  return made;
}

Result<bool> run(const char* file, const Profile& profile, const std::string& graph, int count,
                 const std::vector<std::string>& texts) {
  TRY(const World world, load_world(file));
  const Timer timer;
  TRY(const Ground ground, thalweg::ground(world, profile, graph));
  std::printf("%s, %u faces, %s, %s graph (%.1f s)\n", file, world.mesh.face_count(),
              profile.name.c_str(), graph.c_str(), timer.wall());
  TRY(const std::vector<Made> planners, make_planners(ground, texts));
  std::printf("  %-36s %6s %8s %8s %10s %6s %9s %5s\n", "planner", "effort", "mean", "worst", "us",
              "ratio", "expanded", "whole");
  Planner a_star = a_star_on(ground);
  bool is_sound = true;
  for (const std::uint32_t effort : kEfforts) {
    std::vector<Baseline> baselines;
    for (Query& query : some_queries(world, count, effort)) {
      const Answer answer = a_star.find(query);
      if (answer.found()) baselines.push_back({std::move(query), answer.ground_price});
    }
    const Score base = measure(a_star, baselines);
    print("a_star", effort, base, base.microseconds);
    for (const Made& made : planners) {
      const Score score = measure(*made.planner, baselines);
      print(made.name, effort, score, base.microseconds);
      is_sound &= score.is_sound;
    }
  }
  return is_sound;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> given(argv + 1, argv + argc);
  std::string graph = "terrain";
  if (given.size() > 2 && given[0] == "--graph") {
    graph = given[1];
    given.erase(given.begin(), given.begin() + 2);
  }
  if (given.size() < 4) {
    return std::fputs("usage: bench_coarse [--graph NAME] QUERIES PROFILE WORLD.thal PLANNER...\n",
                      stderr),
           2;
  }
  const auto profile = named_profile(given[1]);
  if (!profile) return std::fprintf(stderr, "bench_coarse: %s\n", profile.error().c_str()), 1;
  const auto done = run(given[2].c_str(), *profile, graph, std::atoi(given[0].c_str()),
                        {given.begin() + 3, given.end()});
  if (!done) return std::fprintf(stderr, "bench_coarse: %s\n", done.error().c_str()), 1;
  return *done ? 0 : 1;
}
