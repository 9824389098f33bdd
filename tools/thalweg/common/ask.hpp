// Options that plan, batch and compare share: planners, shapes, areas and problems.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/common.hpp"
#include "common/metrics.hpp"
#include "common/queries.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg::tool {

// The shapes by name.
struct NamedShape {
  const char* name;
  const char* summary;  // one line
  Shape shape;
};
std::span<const NamedShape> named_shapes();
// --shape. Returns the option.
VerbOption* add_shape_option(Verb& verb, Query& query);

// The areas of a world that a query leaves out ("water,swamp") or avoids ("road=2,swamp=1.5").
// Nothing if neither is given.
std::shared_ptr<const AreaFilter> area_filter(const World& world, const std::string& excluded,
                                              const std::string& avoided);

// The source of the problems of batch and compare.
struct ProblemOptions {
  std::string file;
  RandomProblems random = {.count = 0};
  std::string scen_points = "auto";
};
void add_problem_options(Verb& verb, ProblemOptions& options);
std::vector<Problem> problems_of(const World& world, const Profile& profile,
                                 const ProblemOptions& options);

// Failure with the reason if the answer leads to no goal.
void need_found(const Answer& answer);

// `base` with a problem's start and goal.
Query query_for(const Problem& problem, const Query& base);

}  // namespace thalweg::tool
