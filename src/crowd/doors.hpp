// Where plans lead and where they cross doors: what journeys and direct_path share.
#pragma once

#include <span>

#include "thalweg/crowd/journey.hpp"

namespace thalweg {

// What to plan for when door `next` is the next one: the door beyond it, or itself where it is a
// point to visit, or the goal. An index into doors; their number: the goal.
std::size_t aim(std::span<const Door> doors, std::size_t next);

// The first part of a plan: as far as it is walked before the next one.
struct Head {
  std::vector<PathPoint> points;
  std::size_t next = 0;         // the door to be crossed next then
  std::vector<PathPoint> tail;  // what was cut off, to the middle of the door after that one
};
Head head_of(const World& world, Axes axes, std::span<const Door> doors, std::size_t next,
             std::vector<PathPoint> plan);

// The query for the plan when door `next` is the next one.
Query stretch(const Query& whole, Point start, std::span<const Door> doors, std::size_t next);

}  // namespace thalweg
