// The laws of an Answer. Law tests and `plan --check` apply them.
#pragma once

#include <optional>
#include <string>

#include "thalweg/graph/ground.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

// The first law that the answer to `query` on `ground` breaks, or nothing:
// - a reason is given unless the goal was found; unreachable, outside and invalid have no path;
// - all numbers are finite, the price is the cost in the profile's unit, and the bound is 0 or at
//   least 1;
// - the route's arcs lead from node to node and are passable; of a route to the goal the ends and
//   the arcs sum up to the cost;
// - the corridor's faces are connected;
// - the points start at the start and end at the goal that is named, as far as these lie on the
//   ground, and can be walked (path/check.hpp), clear of obstacles.
// O(points and faces crossed).
std::optional<std::string> broken_law(const Answer& answer, const Query& query,
                                      const Ground& ground);

}  // namespace thalweg
