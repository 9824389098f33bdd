// A best guess of where a path will lead at first, without a search.
#pragma once

#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

// `v` at length one; zero where it has none.
Vec2 unit(Vec2 v);

// The level heading of RequestQueue::guess, in the world's axes. `metres` must be free ahead.
Vec2 guess_heading(const World& world, const EndFinder& finder, const Query& query, double metres);

}  // namespace thalweg
