// The runtime: everything that a program needs to load or make worlds, plan paths over them and walk
// them. It needs the library thalweg alone. docs/reference/libraries.md says which header belongs to
// which library.
//
// Not included here: the search loop itself and what it is made of (thalweg/search), for programs
// that write their own searches, and thalweg/detail, which is not for users. Libraries of their own
// are thalweg_import (thalweg/import/import.hpp, thalweg/generate/generators.hpp), thalweg_draw
// (thalweg/draw/draw.hpp) and thalweg_triangulate (thalweg/triangulate/triangulate.hpp; GPL).
#pragma once

#include "thalweg/core/cpp20.hpp"

// Values and errors.
#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/core/version.hpp"
#include "thalweg/geometry/axes.hpp"
#include "thalweg/geometry/earth.hpp"
#include "thalweg/geometry/frame.hpp"
#include "thalweg/geometry/vec.hpp"

// Worlds: from .thal files or your own arrays.
#include "thalweg/spaces/coarsen.hpp"
#include "thalweg/spaces/space.hpp"
#include "thalweg/store/store.hpp"
#include "thalweg/world/edits.hpp"
#include "thalweg/world/mesh_builder.hpp"
#include "thalweg/world/ray.hpp"
#include "thalweg/world/world.hpp"

// Grounds: a world, a graph and what its arcs cost one kind of agent.
#include "thalweg/graph/form.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/graph/update_ground.hpp"
#include "thalweg/price/area_filter.hpp"
#include "thalweg/price/profile.hpp"
#include "thalweg/price/profile_file.hpp"

// Planners, by name or by type, and what they search.
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/hierarchy/pyramid.hpp"
#include "thalweg/papers/coarse.hpp"
#include "thalweg/papers/follow.hpp"
#include "thalweg/papers/hpa_star.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/papers/rooms.hpp"
#include "thalweg/papers/thpa_star.hpp"
#include "thalweg/partition/compress.hpp"
#include "thalweg/partition/given.hpp"
#include "thalweg/partition/natural.hpp"
#include "thalweg/partition/occupancy.hpp"
#include "thalweg/partition/sections.hpp"
#include "thalweg/partition/update.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/abstract.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"
#include "thalweg/planners/bidirectional.hpp"
#include "thalweg/planners/check_answer.hpp"
#include "thalweg/planners/coarse.hpp"
#include "thalweg/planners/descending.hpp"
#include "thalweg/planners/fold.hpp"
#include "thalweg/planners/fold_costs.hpp"
#include "thalweg/planners/look_ahead.hpp"
#include "thalweg/planners/pyramid_search.hpp"
#include "thalweg/planners/query.hpp"
#include "thalweg/planners/turning.hpp"

// Paths: shapes, walking, following, checks.
#include "thalweg/path/around.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/path/follow.hpp"
#include "thalweg/path/path.hpp"
#include "thalweg/path/random_point.hpp"
#include "thalweg/path/shape.hpp"
#include "thalweg/path/walk.hpp"

// Crowds: request queues, journeys, groups.
#include "thalweg/crowd/group.hpp"
#include "thalweg/crowd/journey.hpp"
#include "thalweg/crowd/requests.hpp"
