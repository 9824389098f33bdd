// The planners that laws of queries are tried with, the grounds that they are tried on, and free points.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "answers.hpp"
#include "partitioner.hpp"
#include "trials.hpp"

namespace thalweg {

struct QueryVariant {
  std::string spec;
  bool is_exact;
};

inline std::vector<QueryVariant> query_variants() {
  std::vector<QueryVariant> all;
  for (const PlannerDescriptor& info : planners()) {
    all.push_back({std::string(info.name), info.is_exact});
  }
  all.push_back({"a_star:backward=1", true});
  all.push_back({"coarse:share=0.2:rings=1:near=0", false});
  all.push_back({"fold:share=1", true});
  all.push_back({"fold:share=1:table=0", true});
  all.push_back({"fold:share=1:core=search", true});
  all.push_back({"rooms:gates=all:levels=3:near=0", true});
  all.push_back({"hpa_star:size=3:levels=3:near=0", false});
  all.push_back({"thpa_star:size=3:levels=3:near=0", false});
  all.push_back({"hna_star:merged=4:level=2:connect=a_star", true});
  all.push_back({"vtest:most_corners=100000:least_faces=0", true});
  return all;
}

struct Tried {
  QueryVariant variant;
  std::unique_ptr<Planner> planner;
};

// Calls use(case, ground, planners) for the trials.
template <class Use>
void for_each_queried(const std::vector<Case>& all, const Profile& profile, const Use& use) {
  const std::vector<QueryVariant> variants = query_variants();
  std::vector<std::string> planners;
  for (const QueryVariant& variant : variants) planners.push_back(variant.spec);
  for (const Trial& trial : planner_trials(all, {&profile, 1}, planners)) {
    SCOPED_TRACE(all[trial.at].name);
    const Ground ground = all[trial.at].priced(profile);
    std::vector<Tried> tried;
    for (const std::size_t v : trial.variants) {
      tried.push_back({variants[v], make_planner(planners[v], any_input(ground)).value()});
    }
    use(all[trial.at], ground, tried);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// A free point, so that queries are about routes more often than about ends.
inline Point free_point(const Ground& ground, Random& random) {
  const EndFinder finder(ground);
  for (int i = 0; i < 100; ++i) {
    const Point p = random_point(ground.world(), random);
    if (finder.find(ground.world().frame().to_local(p), 0).is_found()) return p;
  }
  return {};
}

inline Query free_query(const Ground& ground, Random& random) {
  const Point start = free_point(ground, random);
  return {.start = start, .goal = free_point(ground, random), .try_straight = false};
}

}  // namespace thalweg
