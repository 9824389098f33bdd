// Where plans lead and where they cross doors: what journeys and direct_path share.
#pragma once

#include <optional>
#include <span>

#include "thalweg/crowd/journey.hpp"

namespace thalweg {

bool is_place(const Door& door);
Point middle(const Door& door);

// What to plan for when door `next` is the next one: the door beyond it, or itself where it is a
// place to visit, or the goal. An index into doors; their number: the goal.
std::size_t aim(std::span<const Door> doors, std::size_t next);

// Where a path crosses a door.
struct Crossing {
  std::size_t segment = 0;
  Vec3 point;
};
std::optional<Crossing> crossing(std::span<const PathPoint> points, const Door& door, Axes axes);

// Where the plan for door `aimed` is cut, and which door comes next then.
struct Cut {
  Crossing at;  // the last point where the door was left out or is a place
  std::size_t next = 0;
};
Cut cut(std::span<const PathPoint> points, std::span<const Door> doors, std::size_t next,
        Axes axes);

}  // namespace thalweg
