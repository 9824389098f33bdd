// From a route to what PathShaper shapes (path/path_shaper.hpp).
#pragma once

#include "thalweg/graph/form.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/path/path_shaper.hpp"
#include "thalweg/path/portals.hpp"
#include "thalweg/search/route.hpp"

namespace thalweg {

// What a shaper knows of this ground. Borrows it.
ShapedGround shaped_ground(const Ground& ground);

// Lays a route from end to end; `old`'s memory is used again. `portals` are those of its path, where the
// search knows them; else empty.
Laid lay_route(const Ground& ground, const Route& route, const JoinedEnds& ends,
               const PortalRuns& portals, Laid old);

}  // namespace thalweg
