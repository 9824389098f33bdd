// Planners around a search that a test makes, in one line.
#pragma once

#include <memory>
#include <utility>

#include "thalweg/planners/a_star.hpp"

namespace thalweg {

inline Planner a_star_on(const Ground& ground, const AStarOptions& options = {}) {
  return {ground, std::make_unique<AStarSearch>(ground, options)};
}

inline std::unique_ptr<Planner> planner_by(const Ground& ground, MadeSearch search) {
  return std::make_unique<Planner>(ground, std::move(search).value());
}

}  // namespace thalweg
